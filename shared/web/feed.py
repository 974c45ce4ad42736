"""The public feed: every event a service ever said, in order. The same rows that the relay sends."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.params import QueryParameter

from shared.contracts.envelope import CloudEvent
from shared.eventsourcing.postgres import PostgresStore

PAGE = 200


class FedEvent(msgspec.Struct):
    """One event with its sequence, which equals its sequence in the JetStream stream."""

    seq: int
    event: CloudEvent


class Feed(msgspec.Struct):
    """A page of the feed. `head` is the newest sequence; ask again with `after` = the last one read."""

    events: list[FedEvent]
    head: int


@get("/v1/events", opt={"public": True}, tags=["feed"])
async def events(
    request: Request[Any, Any, Any],
    after: Annotated[
        int, QueryParameter(ge=0, le=2**53, description="The last sequence read; 0 from the beginning.")
    ] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
) -> Response[Feed]:
    """Read what the service said after a sequence, oldest first."""
    store = PostgresStore(request.app.state.engine)
    head = (await store.head()).outbox_seq
    messages = await store.read_outbox(after, limit)
    page = Feed(
        events=[FedEvent(m.seq, msgspec.json.decode(m.payload, type=CloudEvent)) for m in messages], head=head
    )
    headers = {}
    if messages and messages[-1].seq < head:
        headers["Link"] = f'<?after={messages[-1].seq}&limit={limit}>; rel="next"'
    return Response(page, headers=headers)
