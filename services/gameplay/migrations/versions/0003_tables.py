"""How a table stands: for the hall, and for its judge."""

import sqlalchemy as sa
from alembic import op

revision = "0003_tables"
down_revision = "0002_read_models"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("game", sa.Uuid, primary_key=True),
        sa.Column("game_state", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("hall", sa.Text),
        sa.Column("progressed_at", sa.DateTime(timezone=True)),
    )


def downgrade() -> None:
    op.drop_table("tables")
