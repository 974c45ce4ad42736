"""Protests that hold a draw: what scoring said of the cuts, and appeals of the end."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0005_protests_at_stake"
down_revision = "0004_committed_seeds"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "protests_at_stake",
        sa.Column("protest", sa.Uuid, primary_key=True),
        sa.Column("championship", sa.Uuid, nullable=False),
        sa.Column("cuts", ARRAY(sa.Text), nullable=False, server_default="{}"),
        sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
    )


def downgrade() -> None:
    op.drop_table("protests_at_stake")
