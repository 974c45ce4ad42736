"""The read models, what is heard of scoring, and the side table of personal data."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0002_read_models"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "championships",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("host_club", sa.Text, nullable=False),
        sa.Column("regulations", sa.Text, nullable=False),
        sa.Column("announced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("announcement", sa.Text, nullable=False),
    )
    op.create_index("championships_in_order", "championships", ["announced_at", "championship"])
    op.create_table(
        "officials",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("person", sa.Uuid, primary_key=True),
        sa.Column("role", sa.Text, primary_key=True),
        sa.Column("appointed_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("player", sa.Uuid, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("nick", sa.Text, nullable=False),
        sa.Column("sort_key", sa.Text, nullable=False),
        sa.Column("club", sa.Text),
        sa.Column("city", sa.Text),
        sa.Column("attributes", sa.Text, nullable=False),
        sa.Column("applied_by", sa.Uuid, nullable=False),
        sa.Column("applied_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("receipt", sa.Text),
        sa.Column("fee_recorded_at", sa.DateTime(timezone=True)),
        sa.Column("accepted_at", sa.DateTime(timezone=True)),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True)),
    )
    op.create_index("entries_in_order", "entries", ["championship", "sort_key", "player"])
    op.create_table(
        "draws",
        sa.Column("draw", sa.Uuid, primary_key=True),
        sa.Column("championship", sa.Uuid, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("published", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("person", sa.Uuid, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("nick", sa.Text, nullable=False),
        sa.Column("club", sa.Text),
        sa.Column("city", sa.Text),
        sa.Column("registered_by", sa.Uuid, nullable=False),
        sa.Column("registered_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "clients",
        sa.Column("client", sa.Uuid, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scopes", ARRAY(sa.Text), nullable=False),
        sa.Column("secret_hash", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
    )
    op.create_table(
        "personal_links",
        sa.Column("person", sa.Uuid, primary_key=True),
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("code_hash", sa.Text, nullable=False, unique=True),
    )
    op.create_table(
        "qualifications",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("stage", sa.Text, primary_key=True),
        sa.Column("closed_at", sa.DateTime(timezone=True)),
        sa.Column("qualifiers", ARRAY(sa.Uuid)),
        sa.Column("reserves", ARRAY(sa.Uuid)),
        sa.Column("named_at", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "personal_data",
        sa.Column("person", sa.Uuid, primary_key=True),
        sa.Column("real_name", sa.Text),
        sa.Column("contacts", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in (
        "personal_data",
        "qualifications",
        "personal_links",
        "clients",
        "people",
        "draws",
        "entries",
        "officials",
        "championships",
    ):
        op.drop_table(table)
