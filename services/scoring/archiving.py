"""Archives: all that a championship's standings stand on and came to, in one file (docs/archive.md).

Whoever holds it can count everything again without asking anyone; `second_scorer` does.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, TypeAlias
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring import moments
from services.scoring.domain.canonical import write
from services.scoring.domain.facts import Facts
from services.scoring.domain.hearing import COUNTED
from services.scoring.domain.tables import standings_of
from services.scoring.inbox import TYPES_OF_PEOPLE
from services.scoring.projections import how_do_players_stand
from shared.contracts.primitives import PublicEvent
from shared.contracts.scoring import (
    QualifiersNamed,
    QualifiersRenamed,
    StageClosed,
    StandingsFinalized,
    StandingsRevised,
    TieDecided,
)

FORMAT = "consigliere-archive/1"
OWN: tuple[type[PublicEvent], ...] = (
    TieDecided,
    StageClosed,
    QualifiersNamed,
    QualifiersRenamed,
    StandingsFinalized,
    StandingsRevised,
)
"""What scoring itself said that belongs into an archive, beside the revision it is of."""
Plain: TypeAlias = dict[str, Any]
_encoder = msgspec.json.Encoder(order="sorted")


class Collected(msgspec.Struct, frozen=True, kw_only=True):
    """What was read for an archive: one moment, and the revision that was published of it."""

    facts: Facts
    moment: Mapping[str, int]
    revision: int
    chain: Plain
    payloads: tuple[tuple[str, int, str], ...]
    """Source, place and published text of each event."""
    tables: Mapping[str, str] | None = None
    """As they are published: by scope, the rows in writing; None: to be computed."""
    lines: Mapping[UUID, str] | None = None


async def collected(connection: AsyncConnection, championship: UUID) -> Collected:
    """Read what is known now, with the tables as they are published."""
    row = (await connection.execute(how_do_players_stand.head(championship))).one()
    moment = await moments.now(connection, championship)
    found = await collected_at(connection, championship, row.revision, moment, frozen=False)
    tables, lines = await how_do_players_stand.written(connection, championship)
    return msgspec.structs.replace(found, tables=tables, lines=lines)


async def collected_at(
    connection: AsyncConnection,
    championship: UUID,
    revision: int,
    moment: Mapping[str, int],
    *,
    frozen: bool = True,
) -> Collected:
    """Read what was known at the moment of a revision; `frozen`: nothing that was said after it."""
    _, seq = await moments.published(connection, championship, revision)
    rows = await connection.exec_driver_sql(
        "SELECT i.source, i.seq, i.payload FROM es.inbox i"
        " JOIN unnest($2::text[], $3::bigint[]) AS u (source, seq) ON u.source = i.source AND i.seq <= u.seq"
        " WHERE i.subject = $1 AND i.type = ANY($4) OR i.subject = 'all' AND i.type = ANY($5)"
        " UNION ALL SELECT $6, seq, payload FROM es.outbox"
        " WHERE seq = $7 OR subject = ANY($8) AND (NOT $9 OR seq <= $7)"
        " ORDER BY source, seq",
        (
            str(championship),
            list(moment),
            list(moment.values()),
            [kind.__name__ for kind in COUNTED],
            TYPES_OF_PEOPLE,
            moments.OWN,
            seq,
            [f"evt.{moments.OWN}.{championship}.{kind.__name__}" for kind in OWN],
            frozen,
        ),
    )
    payloads = tuple((row.source, row.seq, row.payload) for row in rows)
    chain = await connection.exec_driver_sql(
        "SELECT o.position, encode(e.hash, 'hex') AS hash FROM es.outbox o JOIN es.events e USING (position)"
        " WHERE o.seq = $1",
        (seq,),
    )
    return Collected(
        facts=await moments.facts_at(connection, championship, moment),
        moment=moment,
        revision=revision,
        chain=dict(chain.mappings().one()),
        payloads=payloads,
    )


def archive_of(found: Collected) -> bytes:
    """Return the file: JSON with its keys sorted. Takes seconds where there are a thousand games."""
    assert found.facts.contest is not None  # noqa: S101 - a revision was published of it
    computed = standings_of(found.facts)
    written = write(computed)
    tables = found.tables or {scope: part.text for scope, part in written.tables.items()}
    lines = found.lines or {player: part.text for player, part in written.lines.items()}
    shelves = [_part("scope", scope, "rows", text) for scope, text in sorted(tables.items())]
    for shelf in shelves:
        table = computed.tables.get(shelf["scope"])
        shelf["order"] = list(table.order) if table is not None else []
    owners = [_part("player", str(player), "lines", text) for player, text in sorted(lines.items())]
    parts = [f"{one['scope']} {one['checksum']}" for one in shelves]
    parts += [f"{one['player']} {one['checksum']}" for one in owners]
    events = [_event(*one) for one in found.payloads]
    last = max(seq for source, seq, _ in found.payloads if source == moments.OWN)
    content: Plain = {
        "format": FORMAT,
        "championship": str(found.facts.contest.championship),
        "title": found.facts.contest.title,
        "revision": found.revision,
        "positions": {**found.moment, moments.OWN: last},
        "chain": found.chain,
        "regulations": _regulations(events),
        "events": events,
        "tables": shelves,
        "lines": owners,
        "digest": _sha256("\n".join(parts).encode()),
    }
    return _encoder.encode(content | {"seal": _sha256(_encoder.encode(content))})


def _regulations(events: list[Plain]) -> Plain:
    """Return the document in force, as it was said."""
    data = (one["event"]["data"] for one in reversed(events) if one["source"] == "registration")
    document: Plain = next(one["regulations"] for one in data if "regulations" in one)
    return document


def _event(source: str, seq: int, payload: str) -> Plain:
    event = msgspec.json.decode(payload)
    return {"source": source, "seq": seq, "sha256": _sha256(_encoder.encode(event)), "event": event}


def _part(key: str, name: str, field: str, text: str) -> Plain:
    return {key: name, "checksum": _sha256(text.encode()), field: msgspec.json.decode(text)}


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
