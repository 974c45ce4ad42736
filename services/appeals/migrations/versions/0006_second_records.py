"""Second records of people."""

import sqlalchemy as sa
from alembic import op

revision = "0006_second_records"
down_revision = "0005_higher_rulings"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "second_records",
        sa.Column("player", sa.Uuid, primary_key=True),
        sa.Column("into", sa.Uuid, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("second_records")
