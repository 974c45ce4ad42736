"""Moments: how a time, a game or a revision becomes positions, and the facts that were known there.

A moment is one position in each of the four streams, brought down to the last event that standings of
the championship can depend on; so two ways of naming a moment at which the same was known name the same
moment. Of scoring's own events those are decisions of ties: its revisions say what others come to.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring.domain.errors import (
    GameNotPlayed,
    GroupNotNamed,
    MomentNotReached,
    RevisionUnknown,
)
from services.scoring.domain.facts import Decision, Facts
from services.scoring.domain.hearing import gather
from services.scoring.domain.stage.decider import stage_id
from services.scoring.domain.stage.events import StageEvent, TieDecided
from services.scoring.domain.standings.events import StandingsChanged, StandingsEvent
from services.scoring.inbox import TYPES_OF_PEOPLE, heard_of, positions
from services.scoring.subscriptions import SUBSCRIPTIONS
from shared.eventsourcing.codec import EventCodec

OWN = "scoring"
Moment = dict[str, int]
"""By service, the last event that is known."""

_stages: EventCodec[StageEvent] = EventCodec(StageEvent)
_standings: EventCodec[StandingsEvent] = EventCodec(StandingsEvent)
_TIME = "(payload::jsonb ->> 'time')::timestamptz"


async def now(connection: AsyncConnection, championship: UUID) -> Moment:
    """Return the moment of all that is known."""
    return await _brought_down(connection, championship, await _reached(connection))


async def at_positions(connection: AsyncConnection, championship: UUID, asked: Mapping[str, int]) -> Moment:
    """Return the moment at which the streams stood so; those that are not named stand where they are now.

    Raises MomentNotReached where a stream has not come that far.
    """
    reached = await _reached(connection)
    beyond = {source: seq for source, seq in asked.items() if seq > reached.get(source, 0)}
    if beyond:
        raise MomentNotReached(
            "Not heard that far yet: "
            + ", ".join(f"{name} is at {reached.get(name, 0)}, not {seq}" for name, seq in beyond.items())
            + "; ask for an earlier moment, or again later.",
            reached=reached,
        )
    return await _brought_down(connection, championship, reached | dict(asked))


async def at_time(connection: AsyncConnection, championship: UUID, time: datetime) -> Moment:
    """Return the moment before the first event of each stream that came later than a time."""
    reached = await _reached(connection)
    rows = await connection.exec_driver_sql(
        f"SELECT source, min(seq) - 1 AS seq FROM es.inbox WHERE subject IN ($1, 'all') AND {_TIME} > $2"  # noqa: S608
        " GROUP BY source UNION ALL"
        f" SELECT $3, min(seq) - 1 FROM es.outbox WHERE subject = $4 AND {_TIME} > $2",
        (str(championship), time, OWN, f"evt.{OWN}.{championship}.TieDecided"),
    )
    later = {row.source: row.seq for row in rows if row.seq is not None}
    return await _brought_down(connection, championship, reached | later)


async def before_game(
    connection: AsyncConnection,
    championship: UUID,
    stage: str,
    group: str | None,
    round_number: int,
    table: int,
) -> Moment:
    """Return the last moment at which a game had no result.

    Raises GameNotPlayed where it still has none, GroupNotNamed where several groups have such a game.
    """
    rows = await connection.exec_driver_sql(
        f"SELECT seq, {_TIME} AS time, payload::jsonb -> 'data' ->> 'game' AS game FROM es.inbox"  # noqa: S608 - a constant
        " WHERE subject = $1 AND source = 'gameplay' AND type = 'ProtocolSigned'"
        " AND payload::jsonb -> 'data' ->> 'stage' = $2"
        " AND (payload::jsonb -> 'data' ->> 'round')::int = $3"
        " AND (payload::jsonb -> 'data' ->> 'table')::int = $4 ORDER BY seq",
        (str(championship), stage, round_number, table),
    )
    played = {row.game: row for row in reversed(rows.all())}
    groups = await _groups(connection, championship, stage) if group is not None or len(played) > 1 else {}
    if group is None and len(played) > 1:
        known = sorted({groups.get(name) or "" for name in played})
        raise GroupNotNamed(
            f"Stage {stage} has {len(played)} games at table {table} of round {round_number}: name the group,"
            f" as {stage}/{known[-1]}/{round_number}/{table}.",
            groups=known,
        )
    game = next((row for name, row in played.items() if group is None or groups.get(name) == group), None)
    if game is None:
        raise GameNotPlayed(
            f"No protocol of table {table} in round {round_number} of stage {stage}"
            f"{f', group {group},' if group is not None else ''} was signed;"
            " standings before it are the standings of now."
        )
    moment = await at_time(connection, championship, game.time)
    return await _brought_down(connection, championship, moment | {"gameplay": game.seq - 1})


async def _groups(connection: AsyncConnection, championship: UUID, stage: str) -> dict[str, str]:
    """Return the group of each game of a stage, as draws and gameplay say it."""
    heard = await heard_of(connection, championship, await positions(connection))
    return {
        str(name): game.group
        for name, game in gather(heard).games.items()
        if game.stage == stage and game.group is not None
    }


async def of_revision(connection: AsyncConnection, championship: UUID, revision: int) -> Moment:
    """Return the moment a published revision stands on. Raises RevisionUnknown."""
    event, seq = await published(connection, championship, revision)
    nothing = dict.fromkeys(await _reached(connection), 0)
    return await _brought_down(connection, championship, nothing | event.inputs | {OWN: seq})


async def published(
    connection: AsyncConnection, championship: UUID, revision: int
) -> tuple[StandingsChanged, int]:
    """Return a revision as it was published, with its place in the feed. Raises RevisionUnknown."""
    rows = await connection.exec_driver_sql(
        "SELECT e.type, e.schema_version, e.data, o.seq FROM es.events e JOIN es.outbox o USING (position)"
        " WHERE e.stream = $1 AND e.version = $2",
        (f"standings-{championship}", revision),
    )
    row = rows.one_or_none()
    if row is None:
        raise RevisionUnknown(f"Championship {championship} has no revision {revision} of its standings.")
    event = _standings.decode(row.type, row.schema_version, row.data)
    assert isinstance(event, StandingsChanged)  # noqa: S101 - the only event of that stream
    return event, row.seq


async def facts_at(connection: AsyncConnection, championship: UUID, moment: Mapping[str, int]) -> Facts:
    """Return what was known at a moment: of others, and of own decisions of ties."""
    heard = {source: seq for source, seq in moment.items() if source != OWN}
    facts = gather(await heard_of(connection, championship, heard), (), heard)
    if facts.contest is None:
        return facts
    stages = [stage.key for stage in facts.contest.stages]
    decisions = await _decisions(connection, championship, stages, moment.get(OWN, 0))
    return replace(facts, decisions=decisions)


async def _decisions(
    connection: AsyncConnection, championship: UUID, stages: list[str], until: int
) -> tuple[Decision, ...]:
    """Return decisions in the order in which the live ones are kept: by stage, then as they were made."""
    streams = {f"stage-{stage_id(championship, stage)}": stage for stage in stages}
    rows = await connection.exec_driver_sql(
        "SELECT e.stream, e.event_id, e.type, e.schema_version, e.data FROM es.events e"
        " JOIN es.outbox o USING (position)"
        " WHERE e.stream = ANY($1) AND e.type = 'TieDecided' AND o.seq <= $2 ORDER BY e.stream, e.version",
        (list(streams), until),
    )
    found = []
    for row in rows:
        event = _stages.decode(row.type, row.schema_version, row.data)
        assert isinstance(event, TieDecided)  # noqa: S101 - selected so
        found.append(
            Decision(
                stage=event.stage,
                order=event.order,
                decided_by=event.decided_by,
                reason=event.reason,
                event=row.event_id,
                seed=event.seed,
            )
        )
    return tuple(sorted(found, key=lambda decision: decision.stage))


async def _reached(connection: AsyncConnection) -> dict[str, int]:
    own = (await connection.exec_driver_sql("SELECT outbox_seq FROM es.head")).scalar_one()
    return dict.fromkeys(SUBSCRIPTIONS.sources, 0) | await positions(connection) | {OWN: own}


async def _brought_down(connection: AsyncConnection, championship: UUID, limits: Mapping[str, int]) -> Moment:
    """Return for each stream the last event of the championship up to a limit; 0: there is none."""
    heard = {source: seq for source, seq in limits.items() if source != OWN}
    rows = await connection.exec_driver_sql(
        "SELECT u.source, coalesce((SELECT max(i.seq) FROM es.inbox i"
        " WHERE i.source = u.source AND i.seq <= u.seq"
        " AND (i.subject = $1 OR i.subject = 'all' AND i.type = ANY($4))), 0) AS seq"
        " FROM unnest($2::text[], $3::bigint[]) AS u (source, seq)",
        (str(championship), list(heard), list(heard.values()), TYPES_OF_PEOPLE),
    )
    moment = {row.source: row.seq for row in rows}
    own = await connection.exec_driver_sql(
        "SELECT coalesce(max(seq), 0) FROM es.outbox WHERE subject = $1 AND seq <= $2",
        (f"evt.{OWN}.{championship}.TieDecided", limits.get(OWN, 0)),
    )
    return dict(sorted((moment | {OWN: own.scalar_one()}).items()))


def name_of(moment: Mapping[str, int], *of: Any) -> str:
    """Return a text that is the same for the same moment and questions, and differs for others."""
    return hashlib.sha256(msgspec.json.encode([moment, *map(str, of)], order="sorted")).hexdigest()[:32]
