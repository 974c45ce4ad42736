"""Read models built once more from the events, in temporary tables beside the live ones.

A temporary table hides the live one of its name, so projections write into it and know nothing of that. What
checks (`shared.verify`) and what mends (`shared.rebuild`) stand on this alike.
"""

from collections.abc import Iterator

from sqlalchemy import Table
from sqlalchemy.ext.asyncio import AsyncConnection

from shared.contracts.envelope import unseal
from shared.eventsourcing.postgres import read_events
from shared.messaging.subscription import Heard
from shared.service import ServiceDefinition

BATCH = 500


class Replay:
    """All of a service's read models on their way through its events and its inbox, on one connection."""

    def __init__(self, definition: ServiceDefinition, connection: AsyncConnection) -> None:
        self._definition = definition
        self._connection = connection
        self.position = 0
        """How far it is in the service's own events."""
        self.heard = dict.fromkeys(definition.subscriptions.sources, 0)
        """How far it is in what was heard, by source."""

    @property
    def tables(self) -> Iterator[Table]:
        """Every table of every read model."""
        for own in self._definition.kernel.projections:
            yield from own.tables
        for hearing in self._definition.subscriptions.projections:
            yield from hearing.tables

    async def begin(self, *, keep: bool) -> None:
        """Make the temporary tables, for this transaction or, where they are to be kept, for this session."""
        rows = "PRESERVE ROWS" if keep else "DROP"
        for table in self.tables:
            await self._connection.exec_driver_sql(
                f"CREATE TEMP TABLE {table.name} (LIKE public.{table.name} INCLUDING ALL) ON COMMIT {rows}"
            )
        # What this session prepared still leads to the live tables: that a new one hides them is not noticed.
        await self._connection.exec_driver_sql("DISCARD PLANS")

    async def advance(self) -> bool:
        """Apply the next batch of each; tell whether there was any."""
        moved = await self._own()
        for source in self.heard:
            moved |= await self._of(source)
        return moved

    async def _own(self) -> bool:
        stored = await read_events(self._connection, self.position, BATCH)
        for one in stored:
            recorded = self._definition.kernel.recorded(one)
            for projection in self._definition.kernel.projections:
                await projection.project(self._connection, recorded)
            self.position = one.position
        return bool(stored)

    async def _of(self, source: str) -> bool:
        result = await self._connection.exec_driver_sql(
            "SELECT seq, payload FROM es.inbox WHERE source = $1 AND seq > $2 ORDER BY seq LIMIT $3",
            (source, self.heard[source], BATCH),
        )
        rows = result.all()
        for seq, payload in [tuple(row) for row in rows]:
            self.heard[source] = seq
            envelope, event = unseal(payload)
            if event is None:
                continue
            heard = Heard(source, seq, envelope.id, envelope.time, event)
            for projection in self._definition.subscriptions.projections:
                await projection.project(self._connection, heard)
        return bool(rows)


async def checksum(connection: AsyncConnection, table: Table, schema: str = "public") -> str:
    """Return an MD5 over all rows of a table, whatever their order on disk."""
    result = await connection.exec_driver_sql(
        f"SELECT coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '')"  # noqa: S608 - our own names
        f" FROM {schema}.{table.name} t"
    )
    value: str = result.scalar_one()
    return value
