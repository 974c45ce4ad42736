"""Which group of a stage played a game, and whose draw was published."""

import sqlalchemy as sa
from alembic import op

revision = "0009_groups"
down_revision = "0008_withheld_effects"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("group", sa.Text))
    op.add_column("drawn_stages", sa.Column("group", sa.Text, nullable=False, server_default=""))
    op.drop_constraint("drawn_stages_pkey", "drawn_stages")
    op.create_primary_key("drawn_stages_pkey", "drawn_stages", ["championship", "stage", "group"])


def downgrade() -> None:
    op.execute("DELETE FROM drawn_stages WHERE \"group\" <> ''")
    op.drop_constraint("drawn_stages_pkey", "drawn_stages")
    op.create_primary_key("drawn_stages_pkey", "drawn_stages", ["championship", "stage"])
    op.drop_column("drawn_stages", "group")
    op.drop_column("games", "group")
