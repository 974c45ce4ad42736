"""The read model of publishing, and the seeds of lots."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003_publishing"
down_revision = "0002_read_models"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "publishing",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False, server_default="provisional"),
        sa.Column("edition", sa.Integer, nullable=False, server_default="0"),
        sa.Column("final_revision", sa.Integer),
        sa.Column("frozen_revision", sa.Integer),
        sa.Column("frozen_positions", JSONB(none_as_null=True)),
    )
    op.add_column("tie_decisions", sa.Column("seed", sa.Text))
