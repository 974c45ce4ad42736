"""Answers kept ready: a table, or a player's lines, as it was sent under an ETag.

One small question says which ETag holds now; all who ask at the same time share it. Under the same ETag the
answer is the same, so it is never computed, read or encoded twice, and never a moment old.
"""

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

import msgspec
from litestar import Litestar, MediaType, Response
from litestar.serialization import encode_json
from sqlalchemy.ext.asyncio import AsyncEngine

from shared.eventsourcing.statement import Statement
from shared.web.asking import Asking
from shared.web.reads import Reads

MOST_BYTES = 32 << 20
NOT_MODIFIED = 304
What: TypeAlias = tuple[str, str]
"""Which answer of a championship: its kind, and the table or the player."""
_STAMP = (
    "SELECT s.revision, coalesce(p.version, 0) AS version, p.frozen_revision,"
    " (SELECT jsonb_object_agg(source, frozen_at) FROM es.checkpoints WHERE frozen_at IS NOT NULL) AS halted"
    " FROM standings s LEFT JOIN publishing p USING (championship) WHERE s.championship = $1"
)


def etag_of(
    revision: int, publishing: int, halted: dict[str, int], frozen_revision: int | None = None
) -> str:
    """Change with the revision, with what is said of it, and with hearing that halts or goes on.

    `frozen_revision`: the one that who is asking sees, where that is not the last; nothing else moves it.
    """
    if frozen_revision is not None:
        return f"v{frozen_revision}-frozen"
    said = [f"p{publishing}"] if publishing else []
    return "-".join([f"v{revision}", *said, *(f"{source}.{seq}" for source, seq in sorted(halted.items()))])


class Stamp(NamedTuple):
    """What the answers of a championship stand on now; the fields of `_STAMP`."""

    revision: int
    version: int
    frozen_revision: int | None
    halted: str | None
    """Sources that are not heard, with the event at which hearing stands still, as JSON."""


class ReadyAnswers:
    """The answers of one process, those used last, up to 32 MB of them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._statement = Statement(engine, _STAMP)
        self._stamps = Asking(self._stamp)
        self._bodies: OrderedDict[tuple[UUID, What, str], bytes] = OrderedDict()
        self._bytes = 0

    async def answer(self, reads: Reads, championship: UUID, what: What) -> Response[Any] | None:
        """Answer at once, 304 where the client has it; None where it has to be read.

        That is where nothing is ready, where there is no championship, and where it depends on who is asking
        how much of a frozen table he sees.
        """
        stamp = await self._stamps(championship)
        if stamp is None or (stamp.frozen_revision is not None and reads.principal is not None):
            return None
        etag = etag_of(stamp.revision, stamp.version, _read(stamp.halted), stamp.frozen_revision)
        unchanged = reads.answer(None, etag=etag)
        if unchanged.status_code == NOT_MODIFIED:
            return unchanged
        body = self._bodies.get((championship, what, etag))
        if body is None:
            return None
        self._bodies.move_to_end((championship, what, etag))
        return _written(reads, body, etag)

    def keep(self, reads: Reads, championship: UUID, what: What, etag: str, view: Any) -> Response[Any]:
        """Answer with a view, and keep what is sent."""
        body = encode_json(view)
        self._bytes += len(body) - len(self._bodies.pop((championship, what, etag), b""))
        self._bodies[championship, what, etag] = body
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._bodies.popitem(last=False)[1])
        return _written(reads, body, etag)

    async def close(self) -> None:
        """Let go of what was opened."""
        await self._statement.close()

    async def _stamp(self, championship: UUID) -> Stamp | None:
        row = await self._statement.row(championship)
        return None if row is None else Stamp(*row)


@asynccontextmanager
async def ready_answers(app: Litestar) -> AsyncIterator[None]:
    """Keep answers ready while the application runs, as `ready` of its state."""
    app.state.ready = ReadyAnswers(app.state.engine)
    yield
    await app.state.ready.close()


def _read(halted: str | None) -> dict[str, int]:
    return msgspec.json.decode(halted, type=dict[str, int]) if halted else {}


def _written(reads: Reads, body: bytes, etag: str) -> Response[Any]:
    answer = reads.answer(body, etag=etag)
    answer.media_type = MediaType.JSON
    return answer
