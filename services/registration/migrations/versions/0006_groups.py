"""Groups of a stage: whose draw it is, and into which an entry was put."""

import sqlalchemy as sa
from alembic import op

revision = "0006_groups"
down_revision = "0005_protests_at_stake"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("draws", sa.Column("group", sa.Text))
    op.add_column("seed_commitments", sa.Column("group", sa.Text))
    op.add_column("entries", sa.Column("put_into", sa.Text))


def downgrade() -> None:
    op.drop_column("entries", "put_into")
    op.drop_column("seed_commitments", "group")
    op.drop_column("draws", "group")
