"""Changes of published seatings, and what the tables say of their games."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0009_seating_changes"
down_revision = "0008_ties_at_cuts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("draws", sa.Column("changes", sa.Text, nullable=False, server_default="[]"))
    op.create_table(
        "games_at_tables",
        sa.Column("game", sa.Uuid, primary_key=True),
        sa.Column("championship", sa.Uuid, nullable=False),
        sa.Column("started", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("seats", ARRAY(sa.Uuid)),
    )
    op.create_index("games_at_tables_of", "games_at_tables", ["championship"])


def downgrade() -> None:
    op.drop_table("games_at_tables")
    op.drop_column("draws", "changes")
