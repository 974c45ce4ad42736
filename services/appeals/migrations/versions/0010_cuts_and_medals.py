"""What a ruling changed at the cuts and in the medals."""

import sqlalchemy as sa
from alembic import op

revision = "0010_cuts_and_medals"
down_revision = "0009_groups"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("cuts", "medals"):
        op.add_column("rulings", sa.Column(name, sa.Text, nullable=False, server_default="[]"))


def downgrade() -> None:
    for name in ("medals", "cuts"):
        op.drop_column("rulings", name)
