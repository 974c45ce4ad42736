"""One command on one game, from a request."""

from typing import Any
from uuid import UUID

from services.gameplay.domain.errors import GameUnknown
from services.gameplay.domain.game.decider import GameCommand, decider
from shared.eventsourcing.handling import Handled, Unit
from shared.eventsourcing.refusal import ConcurrencyConflict
from shared.web.commands import Accepted


async def handled(
    unit: Unit, game: UUID, command: GameCommand, version: int | None = None
) -> Handled[Any, Any]:
    """Decide a command. Raises GameUnknown for a stream that does not exist, whatever version it names."""
    try:
        return await unit.handle(decider, game, command, expected_version=version)
    except ConcurrencyConflict as conflict:
        if conflict.actual == 0:
            raise GameUnknown(f"No published draw holds game {game}.") from conflict
        raise


async def handle(unit: Unit, game: UUID, command: GameCommand, version: int | None = None) -> Accepted:
    """Decide a command and return the version it led to."""
    done = await handled(unit, game, command, version)
    return Accepted(id=game, version=done.version)
