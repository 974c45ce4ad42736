"""The read models of protests and rulings, and of what was heard of championships and games."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0002_read_models"
down_revision = None
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    own()
    heard()


def own() -> None:
    op.create_table(
        "protests",
        sa.Column("protest", sa.Uuid, primary_key=True),
        sa.Column("championship", sa.Uuid, nullable=False),
        sa.Column("game", sa.Uuid, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("judge", sa.Uuid, nullable=False),
        sa.Column("players", ARRAY(sa.Uuid), nullable=False),
        sa.Column("filer", sa.Uuid, nullable=False),
        sa.Column("accused", sa.Uuid, nullable=False),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("ground", sa.Text, nullable=False),
        sa.Column("rule", sa.Text),
        sa.Column("remedy", sa.Text, nullable=False),
        sa.Column("evidence", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("signed_at", TIME, nullable=False),
        sa.Column("window_closes_at", TIME),
        sa.Column("zone", sa.Text),
        sa.Column("filed_at", TIME, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("accepted_at", TIME),
        sa.Column("declined_at", TIME),
        sa.Column("decline_reason", sa.Text),
        sa.Column("members", ARRAY(sa.Uuid)),
        sa.Column("appointed_by", sa.Uuid),
        sa.Column("appointed_at", TIME),
        sa.Column("ruling", sa.Uuid),
        sa.Column("ruled_at", TIME),
        sa.Column("closed_at", TIME),
        sa.Column("version", sa.Integer, nullable=False),
        sa.UniqueConstraint("game", "filer", "facts", name="protests_heard_once"),
    )
    op.create_index("protests_of_a_championship", "protests", ["championship", "protest"])
    op.create_table(
        "answers",
        sa.Column("protest", sa.Uuid, primary_key=True),
        sa.Column("person", sa.Uuid, primary_key=True),
        sa.Column("answer", sa.Text, primary_key=True),
        sa.Column("awaited", sa.Boolean, nullable=False),
        sa.Column("since", TIME, nullable=False),
    )
    op.create_index("answers_of_a_person", "answers", ["person", "awaited"])
    op.create_table(
        "drafts",
        sa.Column("protest", sa.Uuid, primary_key=True),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("remedy", sa.Text, nullable=False),
        sa.Column("reasons", sa.Text),
        sa.Column("tallied_at", TIME, nullable=False),
    )
    op.create_table(
        "rulings",
        sa.Column("ruling", sa.Uuid, primary_key=True),
        sa.Column("protest", sa.Uuid, nullable=False, unique=True),
        sa.Column("championship", sa.Uuid, nullable=False),
        sa.Column("game", sa.Uuid, nullable=False),
        sa.Column("rule", sa.Text),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("remedy", sa.Text, nullable=False),
        sa.Column("reasons", sa.Text, nullable=False),
        sa.Column("votes", sa.Text, nullable=False),
        sa.Column("published_at", TIME, nullable=False),
        sa.Column("revision", sa.Integer),
        sa.Column("changes", sa.Text, nullable=False),
        sa.Column("conflict", sa.Text),
        sa.Column("conflict_detail", sa.Text),
        sa.Column("conflict_found_at", TIME),
        sa.Column("applied_at", TIME),
    )
    op.create_index("rulings_of_a_championship", "rulings", ["championship", "ruling"])


def heard() -> None:
    op.create_table(
        "games",
        sa.Column("game", sa.Uuid, primary_key=True),
        sa.Column("championship", sa.Uuid, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("judge", sa.Uuid, nullable=False),
        sa.Column("players", ARRAY(sa.Uuid), nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("signed_at", TIME),
    )
    op.create_table(
        "protest_rules",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("protests", sa.Text, nullable=False),
        sa.Column("clauses", sa.Text, nullable=False),
        sa.Column("zones", sa.Text, nullable=False),
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
        sa.Column("nick", sa.Text, nullable=False),
        sa.Column("club", sa.Text),
        sa.Column("city", sa.Text),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    for table in (
        "entrants",
        "officials",
        "protest_rules",
        "games",
        "rulings",
        "drafts",
        "answers",
        "protests",
    ):
        op.drop_table(table)
