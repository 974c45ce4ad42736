"""The read models of stages and standings."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

revision = "0002_read_models"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "stages",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("stage", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("closed_by", sa.Uuid),
        sa.Column("closed_at", sa.DateTime(timezone=True)),
        sa.Column("next_stage", sa.Text),
        sa.Column("qualifiers", ARRAY(sa.Uuid)),
        sa.Column("reserves", ARRAY(sa.Uuid)),
    )
    op.create_table(
        "tie_decisions",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("stage", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("event", sa.Uuid, nullable=False),
        sa.Column("players", ARRAY(sa.Uuid), nullable=False),
        sa.Column("decided_by", sa.Uuid, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "standings",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("checksum", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("inputs", JSONB, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("document_version", sa.Integer, nullable=False),
        sa.Column("ordered_by", ARRAY(sa.Text), nullable=False),
        sa.Column("ordered_by_in_a_stage", ARRAY(sa.Text), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "standings_tables",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("scope", sa.Text, primary_key=True),
        sa.Column("checksum", sa.Text, nullable=False),
        sa.Column("rows", sa.Text, nullable=False),
    )
    op.create_table(
        "standings_lines",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("player", sa.Uuid, primary_key=True),
        sa.Column("checksum", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
    )
