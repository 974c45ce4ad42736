"""Who was given a personal link, by whom and when."""

import sqlalchemy as sa
from alembic import op

revision = "0010_link_issues"
down_revision = "0009_seating_changes"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "link_issues",
        sa.Column("link", sa.Uuid, primary_key=True),
        sa.Column("person", sa.Uuid, nullable=False),
        sa.Column("championship", sa.Uuid, nullable=False),
        sa.Column("issued_by", sa.Uuid, nullable=False),
        sa.Column("by_admin", sa.Boolean, nullable=False),
        sa.Column("issued_at", MOMENT, nullable=False),
        sa.Column("void_at", MOMENT),
    )
    op.create_index("link_issues_of_championship", "link_issues", ["championship", "person"])


def downgrade() -> None:
    op.drop_table("link_issues")
