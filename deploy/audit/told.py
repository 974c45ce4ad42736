"""Holds what clients were told against a service's store: missing, doubled, reordered, different."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from deploy.audit.journal import Told, without_secrets
from shared.eventsourcing.handling import Context

Kind: TypeAlias = Literal["missing", "doubled", "reordered", "different"]
BATCH = 5_000


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that a client was told, or that happened, and that does not hold."""

    kind: Kind
    service: str
    what: str


@dataclass(frozen=True, slots=True)
class Answer:
    """A row of es.idempotency: what the store says was answered."""

    fingerprint: str
    status: int
    body: dict[str, Any]
    outbox_seq: int | None


@dataclass(frozen=True, slots=True)
class Done:
    """An event of the store, as far as it tells on whose account it happened."""

    position: int
    type: str
    request: str | None
    cause: str | None
    spoken: int | None
    """Its sequence in the outbox, where it was said in public."""


@dataclass
class Stored:
    """What one service's store holds of answers and events."""

    outbox_seq: int = 0
    answers: dict[tuple[str, str], Answer] = field(default_factory=dict)
    events: list[Done] = field(default_factory=list)


async def stored_in(engine: AsyncEngine) -> Stored:
    """Read a store, in one snapshot."""
    stored = Stored()
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="REPEATABLE READ")
        head = await connection.exec_driver_sql("SELECT outbox_seq FROM es.head WHERE id = 1")
        stored.outbox_seq = head.scalar_one()
        rows = await connection.exec_driver_sql(
            "SELECT principal, key, fingerprint, status, body, outbox_seq FROM es.idempotency"
        )
        for row in rows.all():
            stored.answers[row.principal, row.key] = Answer(
                bytes(row.fingerprint).hex(), row.status, msgspec.json.decode(row.body), row.outbox_seq
            )
        position = 0
        while True:
            found = await connection.exec_driver_sql(
                "SELECT e.position, e.type, e.metadata, o.seq FROM es.events e"
                " LEFT JOIN es.outbox o ON o.event_id = e.event_id"
                " WHERE e.position > $1 ORDER BY e.position LIMIT $2",
                (position, BATCH),
            )
            batch = found.all()
            for row in batch:
                context = msgspec.json.decode(row.metadata, type=Context)
                stored.events.append(
                    Done(row.position, row.type, context.request_id, context.causation_id, row.seq)
                )
            if len(batch) < BATCH:
                return stored
            position = batch[-1].position


def compare(service: str, told: Sequence[Told], stored: Stored) -> list[Violation]:
    """Return everything that does not hold of what the clients of one service were told."""
    done = _by_attempt(stored.events)
    found = [wrong for one in told for wrong in _wrong(one, stored, done.get(one.key, {}))]
    found += [("doubled", f"what was heard as {cause} was acted on twice") for cause in _torn(stored.events)]
    first = {key: next(iter(attempts.values())) for key, attempts in done.items()}
    found += [("reordered", what) for what in _reordered(told, first)]
    return [Violation(kind, service, what) for kind, what in found]


def _by_attempt(events: Sequence[Done]) -> dict[str, dict[int, list[Done]]]:
    """Return the events of each command, by its key and by the attempt that did them."""
    done: dict[str, dict[int, list[Done]]] = defaultdict(dict)
    for event in events:
        key, _, attempt = (event.request or "").rpartition(".")
        if key and attempt.isdigit():
            done[key].setdefault(int(attempt), []).append(event)
    return done


def _wrong(told: Told, stored: Stored, attempts: dict[int, list[Done]]) -> Iterable[tuple[Kind, str]]:
    """Find what does not hold of one answer by itself."""
    name = f"{told.request}, key {told.key}"
    answer = stored.answers.get((told.principal, told.key))
    if answer is None:
        yield "missing", f"{name}: it was answered {told.status}, and the store knows nothing of it"
        return
    if told.position > stored.outbox_seq:
        yield "missing", f"{name}: position {told.position} was promised, the outbox has less"
    if len(attempts) > 1:
        yield "doubled", f"{name}: done in the attempts {', '.join(map(str, sorted(attempts)))}"
        return
    for difference in _differences(told, answer, [event for of in attempts.values() for event in of]):
        yield "different", f"{name}: {difference}"


def _differences(told: Told, answer: Answer, events: list[Done]) -> Iterable[str]:
    if answer.fingerprint != told.fingerprint:
        yield "another request is kept under the key"
    if answer.status != told.status:
        yield f"{told.status} was told, {answer.status} is kept"
    kept, said = without_secrets(answer.body), dict(told.answer)
    kept.pop("position", None)
    said.pop("position", None)
    if kept != said:
        yield f"{said} was told, {kept} is kept"
    if (answer.outbox_seq or 0) != told.position:
        yield f"position {told.position} was told, {answer.outbox_seq} is kept"
    spoken = [event.spoken for event in events if event.spoken is not None]
    if spoken and max(spoken) != told.position:
        yield f"position {told.position} was told, what it said ends at {max(spoken)}"
    if events and events[-1].position - events[0].position != len(events) - 1:
        yield f"its events lie apart, between {events[0].position} and {events[-1].position}"
    if not told.replayed and events and events[0].request != f"{told.key}.{told.attempts}":
        yield f"done in {events[0].request}, but attempt {told.attempts} was told that it did it"


def _torn(events: Sequence[Done]) -> list[str]:
    """Return the causes whose events do not lie together: one heard event is one transaction."""
    last: dict[str, int] = {}
    torn = []
    for event in events:
        if event.cause is None:
            continue
        if event.cause in last and last[event.cause] != event.position - 1:
            torn.append(event.cause)
        last[event.cause] = event.position
    return torn


def _reordered(told: Sequence[Told], done: dict[str, list[Done]]) -> Iterable[str]:
    """Find commands that were sent after another was answered, and yet lie before it."""
    moments = [(one.asked, 0, one) for one in told] + [(one.told, 1, one) for one in told]
    position, seq = 0, 0
    floors: dict[str, tuple[int, int]] = {}
    for _, answered, one in sorted(moments, key=lambda moment: moment[:2]):
        events = done.get(one.key, [])
        if not answered:
            floors[one.key] = position, seq
            continue
        after_position, after_seq = floors.pop(one.key, (0, 0))
        if one.position < after_seq:
            yield f"{one.request}, key {one.key}: told position {one.position}, after {after_seq} was told"
        if events and events[0].position <= after_position:
            yield (
                f"{one.request}, key {one.key}: lies at {events[0].position}, and was sent after"
                f" {after_position} was answered"
            )
        seq = max(seq, one.position)
        position = max([position, *(event.position for event in events)])
