"""The read models of games, protocols and what was heard of registration."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0002_read_models"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("game", sa.Uuid, primary_key=True),
        sa.Column("championship", sa.Uuid, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("stage_kind", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("judge", sa.Uuid, nullable=False),
        sa.Column("seats", ARRAY(sa.Uuid), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("document_version", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("scheduled_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("signed_at", sa.DateTime(timezone=True)),
        sa.Column("annulled_at", sa.DateTime(timezone=True)),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_index(
        "games_in_order", "games", ["championship", "scheduled_at", "round", "table_number", "game"]
    )
    op.create_table(
        "protocols",
        sa.Column("game", sa.Uuid, primary_key=True),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("entered_by", sa.Uuid, nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("signed_at", sa.DateTime(timezone=True)),
        sa.Column("amended_at", sa.DateTime(timezone=True)),
        sa.Column("amended_by_ruling", sa.Uuid),
    )
    op.create_table(
        "regulations",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )
    op.create_table(
        "officials",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("person", sa.Uuid, primary_key=True),
        sa.Column("role", sa.Text, primary_key=True),
    )
    op.create_table(
        "entrants",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("player", sa.Uuid, primary_key=True),
    )


def downgrade() -> None:
    for table in ("entrants", "officials", "regulations", "protocols", "games"):
        op.drop_table(table)
