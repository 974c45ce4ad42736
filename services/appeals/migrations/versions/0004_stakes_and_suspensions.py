"""Who is suspended, and whose own place a ruling can change."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0004_stakes_and_suspensions"
down_revision = "0003_commissions_and_deadlines"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "suspended",
        sa.Column("suspension", sa.Uuid, primary_key=True),
        sa.Column("person", sa.Uuid, nullable=False),
        sa.Column("only_in", sa.Uuid),
        sa.Column("until", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "stakes",
        sa.Column("protest", sa.Uuid, primary_key=True),
        sa.Column("materiality", sa.Text, nullable=False),
        sa.Column("places", ARRAY(sa.Uuid), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("stakes")
    op.drop_table("suspended")
