"""Who goes on, whole as it was said, and ties that stand across open cuts."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0004_named_cuts"
down_revision = "0003_publishing"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("stages", sa.Column("named", JSONB(none_as_null=True)))
    op.create_table(
        "cut_ties",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("stage", sa.Text, primary_key=True),
        sa.Column("ties", JSONB, nullable=False),
    )
