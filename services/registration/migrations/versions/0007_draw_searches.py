"""How far searches for draws are: no read model, nothing of it is an event."""

import sqlalchemy as sa
from alembic import op

revision = "0007_draw_searches"
down_revision = "0006_groups"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    now, none = sa.func.clock_timestamp(), sa.text("0")
    op.create_table(
        "draw_searches",
        sa.Column("draw", sa.Uuid, primary_key=True),
        sa.Column("search", sa.Uuid, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("championship", sa.Uuid, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("group", sa.Text),
        sa.Column("ask", sa.Text, nullable=False),
        sa.Column("made", sa.Text, nullable=False),
        sa.Column("begun_by", sa.Uuid, nullable=False),
        sa.Column("begun_at", MOMENT, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("stop_asked", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("fields", sa.Integer, nullable=False, server_default=none),
        sa.Column("part", sa.Text),
        sa.Column("done", sa.BigInteger, nullable=False, server_default=none),
        sa.Column("moves", sa.BigInteger, nullable=False, server_default=none),
        sa.Column("c2", sa.BigInteger),
        sa.Column("bound", sa.BigInteger),
        sa.Column("forbidden", sa.BigInteger),
        sa.Column("beats", sa.BigInteger, nullable=False, server_default=none),
        sa.Column("heard_at", MOMENT, nullable=False, server_default=now),
        sa.Column("ended_at", MOMENT),
        sa.Column("code", sa.Text),
        sa.Column("detail", sa.Text),
    )


def downgrade() -> None:
    op.drop_table("draw_searches")
