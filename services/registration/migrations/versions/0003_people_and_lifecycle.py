"""Suspensions, waitlists, phases and changes, drafts, merged people, accreditations, organizers."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0003_people_and_lifecycle"
down_revision = "0002_read_models"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    phase = sa.Column("phase", sa.Text, nullable=False, server_default="registration_open")
    op.add_column("championships", phase)
    op.alter_column("championships", "phase", server_default=None)
    op.create_table(
        "championship_changes",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("changed", ARRAY(sa.Text), nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("changed_by", sa.Uuid, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
    )
    op.create_table(
        "drafts",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("organizer", sa.Uuid, nullable=False),
        sa.Column("draft", sa.Text, nullable=False),
    )
    op.add_column("officials", sa.Column("category", sa.Text))
    op.add_column("officials", sa.Column("rights", ARRAY(sa.Text), nullable=False, server_default="{}"))
    op.alter_column("officials", "rights", server_default=None)
    op.create_table(
        "relations",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("judge", sa.Uuid, primary_key=True),
        sa.Column("player", sa.Uuid, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("declared_by", sa.Uuid, nullable=False),
        sa.Column("declared_at", MOMENT, nullable=False),
    )
    for column in (
        sa.Column("preliminary", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("late_reason", sa.Text),
        sa.Column("looks_like", sa.Uuid),
        sa.Column("fee_method", sa.Text),
        sa.Column("waitlisted_at", MOMENT),
        sa.Column("disqualified_at", MOMENT),
        sa.Column("refund", sa.Text),
        sa.Column("confirmed", ARRAY(sa.Text), nullable=False, server_default="{}"),
        sa.Column("checked_in_at", MOMENT),
    ):
        op.add_column("entries", column)
    for name in ("preliminary", "confirmed"):
        op.alter_column("entries", name, server_default=None)
    op.create_index("entries_of_players", "entries", ["player"])
    op.create_table(
        "suspensions",
        sa.Column("suspension", sa.Uuid, primary_key=True),
        sa.Column("person", sa.Uuid, nullable=False),
        sa.Column("championship", sa.Uuid),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("capacity", sa.Text, nullable=False),
        sa.Column("until", MOMENT),
        sa.Column("until_local", sa.DateTime),
        sa.Column("zone", sa.Text),
        sa.Column("offense", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("authority", sa.Text, nullable=False),
        sa.Column("ruling", sa.Uuid),
        sa.Column("clause", sa.Text),
        sa.Column("suspended_by", sa.Uuid, nullable=False),
        sa.Column("suspended_at", MOMENT, nullable=False),
        sa.Column("lifted_at", MOMENT),
        sa.Column("lifted_because", sa.Text),
    )
    op.create_index("suspensions_of_people", "suspensions", ["person"])
    op.create_index("suspensions_of_championships", "suspensions", ["championship"])
    op.add_column("people", sa.Column("language", sa.Text))
    op.add_column("people", sa.Column("merged_into", sa.Uuid))
    op.create_index("people_merged", "people", ["merged_into"])
    op.create_table(
        "accreditations",
        sa.Column("person", sa.Uuid, primary_key=True),
        sa.Column("category", sa.Text, nullable=False),
        sa.Column("rights", ARRAY(sa.Text), nullable=False),
        sa.Column("valid_from", MOMENT, nullable=False),
        sa.Column("valid_until", MOMENT, nullable=False),
    )
    op.add_column("personal_links", sa.Column("link", sa.Uuid))
    op.create_table(
        "organizers",
        sa.Column("organizer", sa.Uuid, primary_key=True),
        sa.Column("login", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("password_hash", sa.Text),
        sa.Column("reset_hash", sa.Text, unique=True),
        sa.Column("open", sa.Boolean, nullable=False),
    )
    op.create_table(
        "failed_sign_ins",
        sa.Column("login", sa.Text, primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("last_at", MOMENT, nullable=False),
    )


def downgrade() -> None:
    for table in (
        "failed_sign_ins",
        "organizers",
        "accreditations",
        "suspensions",
        "relations",
        "drafts",
        "championship_changes",
    ):
        op.drop_table(table)
    op.drop_column("personal_links", "link")
    for name in ("merged_into", "language"):
        op.drop_column("people", name)
    op.drop_index("entries_of_players", "entries")
    for name in (
        "checked_in_at",
        "confirmed",
        "refund",
        "disqualified_at",
        "waitlisted_at",
        "fee_method",
        "looks_like",
        "late_reason",
        "preliminary",
    ):
        op.drop_column("entries", name)
    for name in ("rights", "category"):
        op.drop_column("officials", name)
    op.drop_column("championships", "phase")
