"""How do the players stand, and why? Tables and lines of each championship's last revision.

A revision says what its facts came to, not every row (docs/decisions/standings-from-facts.md). So
projecting it computes the tables from the facts it names, unless whoever recorded it hands over what
it has just computed. Rows that did not change are not written again; a reader takes revision and
rows in one statement and never sees half of a change.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Integer, Select, Table, Text, Uuid, delete, select
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring.domain.canonical import Written, WrittenStandings, write
from services.scoring.domain.facts import Contest, Facts
from services.scoring.domain.hearing import gather
from services.scoring.domain.standings.events import StandingsChanged
from services.scoring.domain.tables import standings_of
from services.scoring.inbox import heard_of
from services.scoring.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

standings = Table(
    "standings",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("checksum", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("inputs", JSONB, nullable=False),
    Column("document", Text, nullable=False),
    Column("document_version", Integer, nullable=False),
    Column("ordered_by", ARRAY(Text), nullable=False),
    Column("ordered_by_in_a_stage", ARRAY(Text), nullable=False),
    Column("changed_at", DateTime(timezone=True), nullable=False),
)
standings_tables = Table(
    "standings_tables",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("scope", Text, primary_key=True),
    Column("checksum", Text, nullable=False),
    Column("rows", Text, nullable=False),
)
standings_lines = Table(
    "standings_lines",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("player", Uuid, primary_key=True),
    Column("checksum", Text, nullable=False),
    Column("lines", Text, nullable=False),
)

_HANDED_OVER = "standings"


class Computed(msgspec.Struct, frozen=True):
    """Standings as they were computed and written, with the championship they belong to."""

    contest: Contest
    written: WrittenStandings


def compute(facts: Facts) -> Computed | None:
    """Compute and write standings; None for a championship that was not announced."""
    return Computed(facts.contest, write(standings_of(facts))) if facts.contest is not None else None


@contextmanager
def handing_over(connection: AsyncConnection, computed: Computed) -> Iterator[None]:
    """Spare the projection of a revision recorded within the block to compute the same again."""
    connection.info[_HANDED_OVER] = computed
    try:
        yield
    finally:
        del connection.info[_HANDED_OVER]


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    revision = recorded.event
    if not isinstance(revision, StandingsChanged):
        return
    computed: Computed | None = connection.info.get(_HANDED_OVER)
    if computed is None:
        if await _was_followed(connection, recorded):
            return
        heard = await heard_of(connection, revision.championship, revision.inputs)
        computed = compute(gather(heard, revision.decisions, revision.inputs))
    if computed is None:
        raise LookupError(f"the inbox lacks the announcement of championship {revision.championship}")
    await _store(connection, revision, computed)


async def _was_followed(connection: AsyncConnection, recorded: Recorded[Any]) -> bool:
    """Tell whether a later revision says all of this anew; so a rebuild computes each championship once."""
    rows = await connection.exec_driver_sql(
        "SELECT EXISTS (SELECT FROM es.events WHERE stream = $1 AND version > $2)",
        (f"{recorded.category}-{recorded.id}", recorded.version),
    )
    return bool(rows.scalar_one())


async def _store(connection: AsyncConnection, revision: StandingsChanged, computed: Computed) -> None:
    championship, document = revision.championship, computed.contest.regulations
    head = {
        "revision": revision.revision,
        "checksum": revision.checksum,
        "digest": revision.digest,
        "inputs": revision.inputs,
        "document": document.id,
        "document_version": document.version,
        "ordered_by": list(document.ties.order),
        "ordered_by_in_a_stage": list(document.ties.stage_order or document.ties.order),
        "changed_at": revision.changed_at,
    }
    await connection.execute(
        insert(standings)
        .values(championship=championship, **head)
        .on_conflict_do_update(index_elements=["championship"], set_=head)
    )
    written = computed.written
    await _replace(connection, championship, standings_tables, "scope", "rows", written.tables)
    await _replace(connection, championship, standings_lines, "player", "lines", written.lines)


async def _replace(
    connection: AsyncConnection,
    championship: UUID,
    table: Table,
    key: str,
    text: str,
    parts: Mapping[Any, Written],
) -> None:
    """Write the parts whose checksum changed, and remove those that are no more."""
    found = await connection.execute(
        select(table.c[key], table.c.checksum).where(table.c.championship == championship)
    )
    held = {row[0]: row[1] for row in found}
    gone = held.keys() - parts.keys()
    if gone:
        await connection.execute(
            delete(table).where(table.c.championship == championship, table.c[key].in_(gone))
        )
    changed = [
        {"championship": championship, key: name, "checksum": part.checksum, text: part.text}
        for name, part in parts.items()
        if held.get(name) != part.checksum
    ]
    if changed:
        statement = insert(table)
        await connection.execute(
            statement.on_conflict_do_update(
                index_elements=["championship", key],
                set_={"checksum": statement.excluded.checksum, text: statement.excluded[text]},
            ),
            changed,
        )


projection = Projection("how do players stand", (standings, standings_tables, standings_lines), _project)


def head(championship: UUID) -> Select[Any]:
    """Select the last revision without its tables."""
    return select(standings).where(standings.c.championship == championship)


def of(championship: UUID, scope: str) -> Select[Any]:
    """Select the last revision with one table; `rows` NULL where there is no such table."""
    return (
        select(
            standings,
            standings_tables.c.rows,
            standings_tables.c.checksum.label("rows_checksum"),
        )
        .outerjoin(
            standings_tables,
            (standings_tables.c.championship == standings.c.championship)
            & (standings_tables.c.scope == scope),
        )
        .where(standings.c.championship == championship)
    )


def of_player(championship: UUID, player: UUID, scope: str) -> Select[Any]:
    """Select the last revision with one table and one player's lines; `lines` NULL: he has none."""
    return (
        of(championship, scope)
        .add_columns(standings_lines.c.lines)
        .outerjoin(
            standings_lines,
            (standings_lines.c.championship == standings.c.championship)
            & (standings_lines.c.player == player),
        )
    )


async def written(connection: AsyncConnection, championship: UUID) -> tuple[dict[str, str], dict[UUID, str]]:
    """Return all tables by scope, and all lines by player, of the last revision, in writing."""
    tables = await connection.execute(
        select(standings_tables.c.scope, standings_tables.c.rows).where(
            standings_tables.c.championship == championship
        )
    )
    lines = await connection.execute(
        select(standings_lines.c.player, standings_lines.c.lines).where(
            standings_lines.c.championship == championship
        )
    )
    return {row[0]: row[1] for row in tables}, {row[0]: row[1] for row in lines}


async def with_one_of(connection: AsyncConnection, players: Sequence[UUID]) -> list[UUID]:
    """Return the championships in which one of these players has lines."""
    query = (
        select(standings_lines.c.championship)
        .where(standings_lines.c.player.in_(players))
        .distinct()
        .order_by(standings_lines.c.championship)
    )
    return list((await connection.execute(query)).scalars())
