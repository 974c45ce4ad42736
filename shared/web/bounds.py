"""Tokens that are good for one championship: what a personal link gives counts there and nowhere else.

Any organizer may issue a link into a championship of his own to any person. So a link's token names
that championship, and everywhere else its holder is nobody: a command is refused, a read is answered
as to an anonymous reader.
"""

from typing import Any
from uuid import UUID

from litestar import Request
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from shared.eventsourcing.postgres import alone
from shared.eventsourcing.refusal import Forbidden
from shared.service import ServiceDefinition
from shared.web.auth import Principal

_NAMES = ("championship", "championship_id")


class TokenOfAnotherChampionship(Forbidden):
    """A personal link's token is good for its own championship only."""


async def demand_own_championship(
    request: Request[Any, Any, Any], definition: ServiceDefinition, engine: AsyncEngine
) -> None:
    """Raise TokenOfAnotherChampionship for a command outside the championship of a bound token."""
    principal: Principal | None = request.scope.get("user")
    if principal is None or principal.championship is None:
        return
    here, known = await _championship(request, definition, engine)
    if known and here != principal.championship:
        raise TokenOfAnotherChampionship(
            f"This token came from a personal link into championship {principal.championship} and is good"
            " there only; come in by your link into this one."
        )


async def known_here(
    request: Request[Any, Any, Any], definition: ServiceDefinition, engine: AsyncEngine
) -> Principal | None:
    """Return who is reading, or None where a bound token is no good."""
    principal: Principal | None = request.scope.get("user")
    if principal is None or principal.championship is None:
        return principal
    here, _ = await _championship(request, definition, engine)
    return principal if here == principal.championship else None


async def _championship(
    request: Request[Any, Any, Any], definition: ServiceDefinition, engine: AsyncEngine
) -> tuple[UUID | None, bool]:
    """Return the championship of the thing in the path, and False where that thing does not exist."""
    for name in _NAMES:
        if name in request.path_params:
            return UUID(str(request.path_params[name])), True
    for name, (key, championship) in definition.places.items():
        if name in request.path_params:
            query = select(championship).where(key == UUID(str(request.path_params[name])))
            async with alone(engine).connect() as connection:
                found: UUID | None = await connection.scalar(query)
            return found, found is not None
    return None, True
