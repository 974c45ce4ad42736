"""Checks a service's store, stream and read models against the promises I1 to I8.

Everything is read in one snapshot as the service's own role; nothing is changed. Read models are
rebuilt beside the live ones, in temporary tables that take their names, and compared by checksum.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from shared.eventsourcing.postgres import read_events, read_head
from shared.eventsourcing.store import GENESIS, chained
from shared.replay import BATCH, Replay, checksum
from shared.service import ServiceDefinition

INVARIANTS = {
    "I1": "an event is durable before its command is answered",
    "I2": "versions of each stream are dense from 1",
    "I3": "positions are dense from 1 up to the head",
    "I4": "outbox sequences are dense and equal the JetStream stream's",
    "I5": "what was heard, its checkpoint and its rows changed together",
    "I6": "read models rebuilt from the events equal the live ones",
    "I7": "the hash chain holds from the first event",
    "I8": "a rebuild changes nothing but the read models it builds",
    "I9": "what was said is heard byte for byte, whatever becomes of NATS",
}
"""I9 takes two stores and is the auditor's: `deploy.audit`."""

ReadStream = Callable[[str, int], Awaitable[bytes | None]]
"""Returns the payload at a sequence of a service's JetStream stream, or None where there is none."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One invariant of one service: how much was checked, and the first thing that is wrong, if any."""

    service: str
    invariant: str
    checked: int
    wrong: str | None = None


async def verify(
    definition: ServiceDefinition, engine: AsyncEngine, read_stream: ReadStream | None = None
) -> list[Finding]:
    """Check I1 to I8 of one service. Without `read_stream` the JetStream half of I4 is left out."""
    name = definition.name
    async with _snapshot(engine) as connection:
        findings = [await _durable(name, connection), *await _events(name, connection)]
        findings.append(await _outbox(name, connection, engine, read_stream))
        findings.append(await _inbox(name, connection, read_stream))
        before = await _written(connection)
        findings.append(await _rebuilt(definition, connection))
        findings.append(_without_effect(definition, before, await _written(connection)))
    return sorted(findings, key=lambda finding: finding.invariant)


@asynccontextmanager
async def _snapshot(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="REPEATABLE READ")
        await connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield connection
        await connection.rollback()


async def _durable(name: str, connection: AsyncConnection) -> Finding:
    """I1: commits reach the disk, and no answer names a position that the store does not have."""
    settings = await connection.exec_driver_sql(
        "SELECT current_setting('synchronous_commit'), current_setting('fsync')"
    )
    synchronous, fsync = tuple(settings.one())
    rows = await connection.exec_driver_sql(
        "SELECT count(*), coalesce(max(outbox_seq), 0) FROM es.idempotency"
    )
    answers, furthest = tuple(rows.one())
    head = await read_head(connection)
    wrong = None
    if synchronous == "off" or fsync == "off":
        wrong = f"PostgreSQL runs with synchronous_commit={synchronous}, fsync={fsync}"
    elif furthest > head.outbox_seq:
        wrong = f"an answer promised position {furthest}, the outbox ends at {head.outbox_seq}"
    return Finding(name, "I1", answers, wrong)


async def _events(name: str, connection: AsyncConnection) -> list[Finding]:
    """I2, I3 and I7 in one pass over the events."""
    head = await read_head(connection)
    versions: dict[str, int] = {}
    previous, position = GENESIS, 0
    wrong: dict[str, str | None] = {"I2": None, "I3": None, "I7": None}
    while events := await read_events(connection, position, BATCH):
        for event in events:
            expected = versions.get(event.stream, 0) + 1
            if event.version != expected:
                wrong["I2"] = (
                    wrong["I2"] or f"{event.stream} has version {event.version} where {expected} belongs"
                )
            if event.position != position + 1:
                wrong["I3"] = wrong["I3"] or f"position {position + 1} is missing"
            if chained(previous, event) != event.hash:
                wrong["I7"] = wrong["I7"] or (
                    f"the event at position {event.position} ({event.stream}, version {event.version},"
                    f" {event.type}) is not what was written"
                )
            versions[event.stream] = event.version
            previous, position = event.hash, event.position
    streams = {
        row.stream: row.version for row in await connection.exec_driver_sql("SELECT * FROM es.streams")
    }
    if wrong["I2"] is None and streams != versions:
        stream = min(set(streams.items()) ^ set(versions.items()))[0]
        wrong["I2"] = f"{stream}: the stream says {streams.get(stream)}, its events {versions.get(stream)}"
    if wrong["I3"] is None and head.position != position:
        wrong["I3"] = f"the head says {head.position}, the last event is at {position}"
    if wrong["I7"] is None and head.hash != previous:
        wrong["I7"] = "the head's hash is not the last event's"
    return [Finding(name, invariant, position, text) for invariant, text in wrong.items()]


async def _outbox(
    name: str, connection: AsyncConnection, engine: AsyncEngine, read_stream: ReadStream | None
) -> Finding:
    """I4: dense, in the order of positions, each of its own event, and the same bytes in the stream.

    The stream may have gone on since the snapshot, but no further than the outbox has by then.
    """
    head = await read_head(connection)
    seq, position = 0, 0
    rows = await connection.exec_driver_sql(
        "SELECT o.seq, o.position, o.payload, o.event_id = e.event_id AS own FROM es.outbox o"
        " LEFT JOIN es.events e ON e.position = o.position ORDER BY o.seq"
    )
    for row in rows.all():
        if row.seq != seq + 1:
            return Finding(name, "I4", seq, f"outbox sequence {seq + 1} is missing")
        if row.position <= position or not row.own:
            return Finding(
                name, "I4", seq, f"outbox row {row.seq} does not belong to position {row.position}"
            )
        if read_stream is not None:
            sent = await read_stream(name, row.seq)
            if sent != row.payload.encode():
                state = "lacks" if sent is None else "differs at"
                return Finding(name, "I4", seq, f"the stream {state} sequence {row.seq}")
        seq, position = row.seq, row.position
    if seq != head.outbox_seq:
        return Finding(name, "I4", seq, f"the head says {head.outbox_seq}, the outbox ends at {seq}")
    if read_stream is not None and await read_stream(name, seq + 1) is not None:
        async with engine.connect() as later:
            if (await read_head(later)).outbox_seq == seq:
                return Finding(name, "I4", seq, f"the stream goes on after the outbox's last sequence {seq}")
    return Finding(name, "I4", seq)


async def _inbox(name: str, connection: AsyncConnection, read_stream: ReadStream | None) -> Finding:
    """I5: each source's inbox is dense up to its checkpoint and holds what the source's stream holds."""
    checked = 0
    checkpoints = await connection.exec_driver_sql("SELECT source, seq FROM es.checkpoints ORDER BY source")
    for source, checkpoint in [tuple(row) for row in checkpoints.all()]:
        seq = 0
        rows = await connection.exec_driver_sql(
            "SELECT seq, payload FROM es.inbox WHERE source = $1 ORDER BY seq", (source,)
        )
        for row in rows.all():
            if row.seq != seq + 1:
                return Finding(name, "I5", checked, f"{source}:{seq + 1} is missing in the inbox")
            if read_stream is not None and await read_stream(source, row.seq) != row.payload.encode():
                return Finding(
                    name, "I5", checked, f"{source}:{row.seq} was heard otherwise than it was said"
                )
            seq = row.seq
            checked += 1
        if seq != checkpoint:
            return Finding(
                name, "I5", checked, f"{source}: the checkpoint says {checkpoint}, the inbox {seq}"
            )
    return Finding(name, "I5", checked)


async def _rebuilt(definition: ServiceDefinition, connection: AsyncConnection) -> Finding:
    """I6: replay into temporary tables, which hide the live ones of the same name, and compare."""
    replay = Replay(definition, connection)
    tables = list(replay.tables)
    await replay.begin(keep=False)
    while await replay.advance():
        pass
    for table in tables:
        live, rebuilt = [await checksum(connection, table, schema) for schema in ("public", "pg_temp")]
        if live != rebuilt:
            return Finding(
                definition.name, "I6", len(tables), f"the read model {table.name} differs from its replay"
            )
    return Finding(definition.name, "I6", len(tables))


async def _written(connection: AsyncConnection) -> dict[str, int]:
    """Return how many rows this session has written, by table; temporary tables left out."""
    rows = await connection.exec_driver_sql(
        "SELECT schemaname || '.' || relname, n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_xact_user_tables"
        " WHERE schemaname !~ '^pg_temp'"
    )
    return dict(tuple(row) for row in rows.all())


def _without_effect(definition: ServiceDefinition, before: dict[str, int], after: dict[str, int]) -> Finding:
    """I8: the replay just done has written to no table but the temporary ones it built."""
    touched = sorted(name for name, rows in after.items() if rows != before.get(name, 0))
    wrong = f"the rebuild wrote to {', '.join(touched)}" if touched else None
    return Finding(definition.name, "I8", len(definition.metadata.tables), wrong)
