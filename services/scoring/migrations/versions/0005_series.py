"""Series of championships."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0005_series"
down_revision = "0004_named_cuts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "series",
        sa.Column("series", sa.Uuid, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("rules", JSONB, nullable=False),
        sa.Column("opened_by", sa.Uuid, nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "series_championships",
        sa.Column("series", sa.Uuid, primary_key=True),
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
    )
