"""Who took part and no longer does, beside who does."""

import sqlalchemy as sa
from alembic import op

revision = "0004_who_left"
down_revision = "0003_tables"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entrants", sa.Column("is_out", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.execute("DELETE FROM entrants WHERE is_out")
    op.drop_column("entrants", "is_out")
