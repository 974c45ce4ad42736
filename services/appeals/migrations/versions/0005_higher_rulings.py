"""Rulings of a higher body, in the place of others."""

import sqlalchemy as sa
from alembic import op

revision = "0005_higher_rulings"
down_revision = "0004_stakes_and_suspensions"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("rulings", sa.Column("supersedes", sa.Uuid))
    op.add_column("rulings", sa.Column("superseded_by", sa.Uuid))
    op.add_column("rulings", sa.Column("body", sa.Text))


def downgrade() -> None:
    for column in ("body", "superseded_by", "supersedes"):
        op.drop_column("rulings", column)
