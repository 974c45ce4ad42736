"""Rulings whose effect on the standings is not said while the public table is frozen."""

import sqlalchemy as sa
from alembic import op

revision = "0008_withheld_effects"
down_revision = "0007_evidence_files"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("rulings", sa.Column("withheld", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("rulings", "withheld")
