"""Files of evidence: their content in a side table, who and what in the hearing."""

import sqlalchemy as sa
from alembic import op

revision = "0007_evidence_files"
down_revision = "0006_second_records"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "evidence_files",
        sa.Column("file", sa.Uuid, primary_key=True),
        sa.Column("protest", sa.Uuid, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_index("evidence_files_of_a_protest", "evidence_files", ["protest"])
    op.add_column("hearing", sa.Column("file", sa.Text))


def downgrade() -> None:
    op.drop_column("hearing", "file")
    op.drop_table("evidence_files")
