"""What was published of the seeds of draws to come."""

import sqlalchemy as sa
from alembic import op

revision = "0004_committed_seeds"
down_revision = "0003_people_and_lifecycle"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seed_commitments",
        sa.Column("draw", sa.Uuid, primary_key=True),
        sa.Column("championship", sa.Uuid, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("committed_at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("seed_commitments")
