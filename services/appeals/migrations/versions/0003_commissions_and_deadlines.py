"""Reserves, hearings, deadlines, standing commissions; what rulings say of parts, deposits and warnings."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0003_commissions_and_deadlines"
down_revision = "0002_read_models"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    widen()
    op.create_table(
        "drawn_stages",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("stage", sa.Text, primary_key=True),
        sa.Column("published_at", TIME, nullable=False),
    )
    op.create_table(
        "deadlines",
        sa.Column("subject", sa.Uuid, primary_key=True),
        sa.Column("deadline", sa.Text, primary_key=True),
        sa.Column("due_at", TIME, nullable=False),
    )
    op.create_index("deadlines_by_time", "deadlines", ["due_at"])
    op.create_table(
        "hearing",
        sa.Column("entry", sa.Uuid, primary_key=True),
        sa.Column("protest", sa.Uuid, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("by", sa.Uuid),
        sa.Column("party", sa.Text),
        sa.Column("to", sa.Text),
        sa.Column("question", sa.Integer),
        sa.Column("member", sa.Uuid),
        sa.Column("successor", sa.Uuid),
        sa.Column("outcome", sa.Text),
        sa.Column("text", sa.Text),
        sa.Column("links", ARRAY(sa.Text), nullable=False),
        sa.Column("at", TIME, nullable=False),
    )
    op.create_index("hearing_of_a_protest", "hearing", ["protest", "place"])
    sitting()
    fill()


def fill() -> None:
    """Write what the new columns and rows say of protests and rulings that are there."""
    for party, column in (("filer", "filer"), ("accused", "accused"), ("judge", "judge")):
        op.execute(
            "INSERT INTO answers (protest, person, answer, awaited, since)"  # noqa: S608 - names of its own
            f" SELECT protest, {column}, '{party}', false, filed_at FROM protests WHERE status <> 'closed'"
        )
    op.execute("UPDATE rulings SET remedy_kind = remedy::json ->> 'type'")
    op.execute(
        "UPDATE rulings SET rule_key = lower(btrim(regexp_replace(rule, '\\s+', ' ', 'g'), ' .,;:§№#-'))"
    )


def widen() -> None:
    for column in (
        sa.Column("rules", sa.Text, nullable=False, server_default="{}"),
        sa.Column("links", ARRAY(sa.Text), nullable=False, server_default="{}"),
        sa.Column("deposit", sa.Text),
        sa.Column("deposit_outcome", sa.Text),
        sa.Column("lodged_by", sa.Uuid),
        sa.Column("reserves", ARRAY(sa.Uuid), nullable=False, server_default="{}"),
        sa.Column("soft", ARRAY(sa.Uuid), nullable=False, server_default="{}"),
        sa.Column("overdue", ARRAY(sa.Text), nullable=False, server_default="{}"),
    ):
        op.add_column("protests", column)
    for column in (
        sa.Column("in_part", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("grounds", sa.Text),
        sa.Column("warned", sa.Uuid),
        sa.Column("deposit", sa.Text),
        sa.Column("remedy_kind", sa.Text, nullable=False, server_default=""),
        sa.Column("rule_key", sa.Text),
    ):
        op.add_column("rulings", column)
    op.create_index("rulings_by_rule_and_remedy", "rulings", ["rule_key", "remedy_kind"])
    for column in (
        sa.Column("in_part", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("warn", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("grounds", sa.Text),
    ):
        op.add_column("drafts", column)
    op.add_column("protest_rules", sa.Column("stages", ARRAY(sa.Text), nullable=False, server_default="{}"))
    op.add_column("protest_rules", sa.Column("in_game", sa.Text, nullable=False, server_default="refused"))


def sitting() -> None:
    op.create_table(
        "standing_commissions",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("members", ARRAY(sa.Uuid), nullable=False),
        sa.Column("reserves", ARRAY(sa.Uuid), nullable=False),
        sa.Column("named_by", sa.Uuid, nullable=False),
        sa.Column("named_at", TIME, nullable=False),
    )
    op.create_table(
        "interests",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("person", sa.Uuid, primary_key=True),
        sa.Column("club", sa.Text),
        sa.Column("city", sa.Text),
        sa.Column("related", ARRAY(sa.Uuid), nullable=False),
    )
    op.create_table(
        "barred",
        sa.Column("championship", sa.Uuid, primary_key=True),
        sa.Column("person", sa.Uuid, primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("until", TIME),
    )


def downgrade() -> None:
    for table in (
        "barred",
        "interests",
        "standing_commissions",
        "hearing",
        "deadlines",
        "drawn_stages",
    ):
        op.drop_table(table)
    op.drop_index("rulings_by_rule_and_remedy", "rulings")
    for table, columns in (
        ("protest_rules", ("in_game", "stages")),
        ("drafts", ("grounds", "warn", "in_part")),
        ("rulings", ("rule_key", "remedy_kind", "deposit", "warned", "grounds", "in_part")),
        (
            "protests",
            ("overdue", "soft", "reserves", "lodged_by", "deposit_outcome", "deposit", "links", "rules"),
        ),
    ):
        for column in columns:
            op.drop_column(table, column)
