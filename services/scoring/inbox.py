"""What was heard of a championship, read back from where the consumer keeps it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring.domain.hearing import FACTS, OF_PEOPLE, HeardEvent
from shared.contracts.envelope import unseal
from shared.contracts.primitives import PublicEvent

EVENTS_REMEMBERED = 8192

_TYPES = [fact.__name__ for fact in FACTS]
TYPES_OF_PEOPLE = [fact.__name__ for fact in OF_PEOPLE]


async def positions(connection: AsyncConnection) -> dict[str, int]:
    """Return how far each source was heard."""
    rows = await connection.exec_driver_sql("SELECT source, seq FROM es.checkpoints ORDER BY source")
    return {row.source: row.seq for row in rows}


async def heard_of(
    connection: AsyncConnection, championship: UUID, until: Mapping[str, int]
) -> list[HeardEvent]:
    """Return the facts that were heard of a championship, up to a position in each source."""
    rows = await connection.exec_driver_sql(
        "SELECT i.source, i.seq, i.payload FROM es.inbox i"
        " JOIN unnest($2::text[], $3::bigint[]) AS u (source, seq) ON u.source = i.source AND i.seq <= u.seq"
        " WHERE i.subject = $1 AND i.type = ANY($4) OR i.subject = 'all' AND i.type = ANY($5)"
        " ORDER BY i.source, i.seq",
        (str(championship), list(until), list(until.values()), _TYPES, TYPES_OF_PEOPLE),
    )
    return [HeardEvent(row.source, row.seq, *_read(row.payload)) for row in rows]


@lru_cache(EVENTS_REMEMBERED)
def _read(payload: str) -> tuple[UUID, PublicEvent | None]:
    """Return id and event of a published text: the very same event for the same text, while it is in use."""
    envelope, event = unseal(payload)
    return envelope.id, event


async def titles(connection: AsyncConnection, championships: Sequence[UUID]) -> dict[UUID, str]:
    """Return what championships are called, as it was last said."""
    rows = await connection.exec_driver_sql(
        "SELECT DISTINCT ON (subject) subject, payload::jsonb -> 'data' ->> 'title' AS title FROM es.inbox"
        " WHERE subject = ANY($1) AND type IN ('ChampionshipAnnounced', 'PlanChanged')"
        " ORDER BY subject, seq DESC",
        ([str(one) for one in championships],),
    )
    return {UUID(row.subject): row.title for row in rows}


async def frozen(connection: AsyncConnection) -> dict[str, int]:
    """Return by source the event at which hearing stands still, where it does."""
    rows = await connection.exec_driver_sql(
        "SELECT source, frozen_at FROM es.checkpoints WHERE frozen_at IS NOT NULL"
    )
    return {row.source: row.frozen_at for row in rows}
