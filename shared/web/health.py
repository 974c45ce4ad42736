"""Whether a service lives, is ready, and how far it has come."""

from typing import Any

import msgspec
from litestar import Request, Response, get
from sqlalchemy import Row
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from shared.eventsourcing.postgres import DRIVER_ERRORS, reading
from shared.web.auth import Principal
from shared.web.problems import BadRequest


class Liveness(msgspec.Struct):
    """The process answers."""

    status: str
    service: str


class Heard(msgspec.Struct):
    """How far one source was heard; `frozen_at` is the event that cannot be applied, if one cannot.

    `error` says why, to administrators: it may quote what the event holds.
    """

    seq: int
    frozen_at: int | None
    error: str | None


class Readiness(msgspec.Struct):
    """The service can answer and take commands. NATS may be away: the outbox keeps what is said.

    `position` counts private events too, and so would tell how many votes of a commission are in:
    it is for administrators.
    """

    status: str
    service: str
    position: int | None
    outbox_seq: int
    nats: str
    heard: dict[str, Heard]


@get("/livez", opt={"public": True}, tags=["health"])
async def livez(request: Request[Any, Any, Any]) -> Liveness:
    """Tell that the process answers."""
    return Liveness(status="ok", service=request.app.state.definition.name)


@get("/readyz", opt={"public": True}, tags=["health"])
async def readyz(request: Request[Any, Any, Any]) -> Response[Readiness]:
    """Tell where the store stands and how far each source was heard. A frozen source is named."""
    state = request.app.state
    principal: Principal | None = request.scope.get("user")
    trusted = principal is not None and "admin" in principal.scopes

    async def read(connection: AsyncConnection) -> tuple[Row[Any], dict[str, Heard]]:
        head = (await connection.exec_driver_sql("SELECT position, outbox_seq FROM es.head")).one()
        rows = await connection.exec_driver_sql(
            "SELECT source, seq, frozen_at, error FROM es.checkpoints ORDER BY source"
        )
        heard = {
            row.source: Heard(row.seq, row.frozen_at, row.error if trusted else None) for row in rows.all()
        }
        return head, heard

    try:
        head, heard = await reading(state.engine, read)
    except (SQLAlchemyError, OSError, *DRIVER_ERRORS) as error:
        raise BadRequest(503, "store_unavailable", "The database does not answer.") from error
    frozen = any(source.frozen_at is not None for source in heard.values())
    nats = state.get("nats")
    return Response(
        Readiness(
            status="frozen" if frozen else "ready",
            service=state.definition.name,
            position=head.position if trusted else None,
            outbox_seq=head.outbox_seq,
            nats="connected" if nats is not None and nats.is_connected else "disconnected",
            heard=heard,
        )
    )
