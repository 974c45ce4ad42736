"""Known bugs of event stores, brought back by a switch: a pytest plugin that breaks what BUG names.

`BUG=... pytest -p tests.bugs.switches TESTS`. Nothing here is ever loaded by the product; each bug is a
patch of the product's own code, and fails where that code has become another.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection

from shared.eventsourcing import migrate
from shared.messaging import relay
from shared.messaging.consumer import Arrived, Consumer
from shared.messaging.streams import ensure_stream
from shared.web import commands

Patch = Callable[[], None]


def replaced(text: str, old: str, new: str) -> str:
    """Return the text with a part replaced, which must be there."""
    if old not in text:
        raise AssertionError(f"the bug no longer fits the code, which has no {old!r}")
    return text.replace(old, new)


def changed_schema(*changes: tuple[str, str]) -> None:
    """Let databases be made with another `schema.sql`."""
    original = migrate.store_schema

    def store_schema(service_role: str) -> Iterable[str]:
        whole = "\0".join(original(service_role))
        for old, new in changes:
            whole = replaced(whole, old, new)
        return whole.split("\0")

    migrate.store_schema = store_schema


def bigserial_cursor() -> None:
    """Count events by sequences, as bigserial does: drawn early, seen late, and never given back."""
    locked = """SELECT position, outbox_seq, hash INTO reached_position, reached_seq, v_hash
        FROM es.head WHERE id = 1 FOR UPDATE;"""
    drawn = """SELECT nextval('es.positions') - 1, nextval('es.seqs') - 1, hash
        INTO reached_position, reached_seq, v_hash FROM es.head WHERE id = 1;
        PERFORM pg_sleep(random() * 0.05);"""
    table = "CREATE TABLE es.head ("
    sequences = f"CREATE SEQUENCE es.positions\0CREATE SEQUENCE es.seqs\0{table}"
    changed_schema((table, sequences), (locked, drawn))


def no_expected_version() -> None:
    """Append without asking at which version the stream is."""
    changed_schema(
        ("WHERE stream = p_streams[i] AND version = p_expected[i];", "WHERE stream = p_streams[i];")
    )


def no_expected_sequence() -> None:
    """Publish without saying which sequence comes before."""
    original = relay.Relay._headers  # noqa: SLF001

    def headers(self: relay.Relay, message: Any, carried: Any) -> dict[str, str]:
        given = original(self, message, carried)
        del given["Nats-Expected-Last-Sequence"]
        del given["Nats-Msg-Id"]
        return given

    relay.Relay._headers = headers  # type: ignore[method-assign]  # noqa: SLF001


def checkpoint_before_commit() -> None:
    """Acknowledge what was heard before its rows are committed: the checkpoint first, and by itself."""
    original = Consumer._apply_next  # noqa: SLF001

    async def apply_next(self: Consumer, source: str, arrived: Arrived) -> None:
        async with self._store.engine.begin() as connection:
            await connection.exec_driver_sql(
                "UPDATE es.checkpoints SET seq = $2 WHERE source = $1", (source, arrived.seq)
            )
        await original(self, source, arrived)

    Consumer._apply_next = apply_next  # type: ignore[method-assign]  # noqa: SLF001


def skipped_gaps() -> None:
    """Apply what arrives, whatever should have come before it."""

    async def apply(self: Consumer, source: str, arrived: Arrived) -> None:
        if arrived.seq > await self.checkpoint(source):
            async with self._store.engine.begin() as connection:
                await connection.exec_driver_sql(
                    "UPDATE es.checkpoints SET seq = $2 WHERE source = $1", (source, arrived.seq - 1)
                )
            await self._apply_next(source, arrived)

    Consumer.apply = apply  # type: ignore[method-assign]


def skipped_poison() -> None:
    """Leave out what cannot be applied, and go on."""

    async def until_applied(self: Consumer, source: str, arrived: Arrived, _stop: Any) -> bool:
        try:
            await self.apply(source, arrived)
        except Exception:  # noqa: BLE001 - the bug
            async with self._store.engine.begin() as connection:
                await connection.exec_driver_sql(
                    "UPDATE es.checkpoints SET seq = $2 WHERE source = $1", (source, arrived.seq)
                )
        return True

    Consumer._until_applied = until_applied  # type: ignore[method-assign, assignment]  # noqa: SLF001


def followed_surplus() -> None:
    """Go on behind a stream that is ahead of the outbox, as if it were one's own."""

    async def resume(self: relay.Relay) -> int:
        info = await ensure_stream(self._js, self._service, replicas=self._replicas)
        return int(info.state.last_seq)

    relay.Relay._resume = resume  # type: ignore[method-assign]  # noqa: SLF001


def forgotten_keys() -> None:
    """Look no key up before the work: who sends twice does twice."""

    async def claim(self: Any, unit: Any, principal: str, key: str, fingerprint: bytes) -> None:
        return None

    commands.Commands._claim = claim  # type: ignore[method-assign]  # noqa: SLF001


def returned_mid_transaction() -> None:
    """Give a connection whose command was cancelled back to the pool, with its transaction open."""

    def terminate(_driver: Any) -> None:
        """Leave it as it is."""

    asyncpg.Connection.terminate = terminate
    AsyncConnection.invalidate = _nothing  # type: ignore[method-assign, assignment]


async def _nothing(_connection: Any, _error: Any = None) -> None:
    """Do nothing."""


SWITCHES: dict[str, Patch] = {
    patch.__name__: patch
    for patch in (
        bigserial_cursor,
        no_expected_version,
        no_expected_sequence,
        checkpoint_before_commit,
        skipped_gaps,
        skipped_poison,
        followed_surplus,
        forgotten_keys,
        returned_mid_transaction,
    )
}


def pytest_configure() -> None:
    """Break what BUG names."""
    SWITCHES[os.environ["BUG"]]()
