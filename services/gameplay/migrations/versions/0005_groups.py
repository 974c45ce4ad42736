"""Which group of a stage plays a game."""

import sqlalchemy as sa
from alembic import op

revision = "0005_groups"
down_revision = "0004_who_left"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("group", sa.Text))


def downgrade() -> None:
    op.drop_column("games", "group")
