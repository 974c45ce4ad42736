"""Who was accepted as a substitute is said in the lists; `consigliere rebuild` marks those of before."""

import sqlalchemy as sa
from alembic import op

revision = "0011_substitutes"
down_revision = "0010_link_issues"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("substitute", sa.Boolean, nullable=False, server_default="false"))


def downgrade() -> None:
    op.drop_column("entries", "substitute")
