"""Ties that stand across the cut of a stage, and among those who would be next."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0008_ties_at_cuts"
down_revision = "0007_draw_searches"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("qualifications", sa.Column("tied_reserves", JSONB, nullable=False, server_default="[]"))
    op.add_column("qualifications", sa.Column("ties", JSONB, nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("qualifications", "ties")
    op.drop_column("qualifications", "tied_reserves")
