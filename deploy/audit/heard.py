"""I9: losing NATS loses nothing: what one service said, another heard, byte for byte, to the end."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncEngine

from shared.verify import Finding

BATCH = 1_000


async def heard_whole(
    service: str, sources: tuple[str, ...], engines: Mapping[str, AsyncEngine], *, to_the_end: bool
) -> Finding:
    """Compare what a service heard with the outboxes of its sources.

    Without `to_the_end` it may be behind, as when nobody was there to hear.
    """
    checked = 0
    for source in sources:
        async with engines[service].connect() as ears, engines[source].connect() as mouth:
            seq = 0
            while True:
                page = []
                for connection, table, of in (
                    (mouth, "es.outbox WHERE", ()),
                    (ears, "es.inbox WHERE source = $3 AND", (source,)),
                ):
                    rows = await connection.exec_driver_sql(
                        f"SELECT seq, event_id, payload FROM {table} seq > $1 ORDER BY seq LIMIT $2",  # noqa: S608
                        (seq, BATCH, *of),
                    )
                    page.append([tuple(row) for row in rows.all()])
                said, heard = page
                behind = not to_the_end and said[: len(heard)] == heard
                if said != heard and not behind:
                    return Finding(service, "I9", checked, _difference(source, said, heard))
                checked += len(heard)
                if len(said) < BATCH or behind:
                    break
                seq = said[-1][0]
    return Finding(service, "I9", checked)


def _difference(source: str, said: list[tuple[object, ...]], heard: list[tuple[object, ...]]) -> str:
    for one, other in zip(said, heard, strict=False):
        if one != other:
            return f"{source}:{one[0]} was heard otherwise than it was said"
    if len(said) > len(heard):
        return f"{source}:{said[len(heard)][0]} was said and not heard"
    return f"{source}:{heard[len(said)][0]} was heard, but {source} does not know that it said it"


async def settled(sources: Mapping[str, tuple[str, ...]], engines: Mapping[str, AsyncEngine]) -> bool:
    """Tell whether everybody has heard everything that was said by now."""
    heads: dict[str, int] = {}
    for service, engine in engines.items():
        async with engine.connect() as connection:
            head = await connection.exec_driver_sql("SELECT outbox_seq FROM es.head WHERE id = 1")
            heads[service] = head.scalar_one()
    for service, of in sources.items():
        async with engines[service].connect() as connection:
            rows = await connection.exec_driver_sql("SELECT source, seq FROM es.checkpoints")
            heard = {row.source: row.seq for row in rows.all()}
        if any(heard.get(source, 0) < heads[source] for source in of):
            return False
    return True
