"""What the routes that change a protest have in common: the version, the facts, the reader's part."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias
from uuid import UUID

import msgspec
from litestar.di import NamedDependency
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.errors import UnknownGame, UnknownProtest
from services.appeals.domain.protest.commands import ProtestCommand
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.facts import Game
from services.appeals.domain.protest.state import Case, Unfiled, shown_version
from services.appeals.projections.which_games_were_played import game_facts
from services.appeals.projections.who_officiates import officials_of
from shared.contracts.regulations import ProtestRules
from shared.eventsourcing.handling import Unit
from shared.eventsourcing.refusal import ConcurrencyConflict
from shared.web.auth import Principal, requires
from shared.web.commands import Accepted, Commands

PUBLIC = {"public": True}
PER_READER = {"Vary": "Authorization", "Cache-Control": "private, no-cache"}
PARTICIPANT = requires("participant")
APPOINTER = requires("participant", "organizer")

Given: TypeAlias = NamedDependency[Commands]
Commanded: TypeAlias = Callable[[Unit, Case], Awaitable[Sequence[ProtestCommand]]]


def change(protest: UUID, commands: Commands, command: Commanded) -> Callable[[Unit], Awaitable[Accepted]]:
    """Return the work of changing a protest that is at the version in If-Match.

    Versions here are those that people see, which sealed votes do not move.
    """
    demanded = commands.demanded_version()

    async def work(unit: Unit) -> Accepted:
        version, state = await unit.state(decider, protest)
        if isinstance(state, Unfiled):
            raise UnknownProtest(f"There is no protest {protest}.")
        seen = shown_version(version, state)
        if seen != demanded:
            raise ConcurrencyConflict(f"protest-{protest}", demanded, seen)
        for each in await command(unit, state.case):
            handled = await unit.handle(decider, protest, each)
            seen = shown_version(handled.version, handled.state)
        return Accepted(id=protest, version=seen)

    return work


async def game_of(connection: AsyncConnection, game: UUID, *, alone: bool = False) -> Game:
    """Return a game as it was heard. Raises UnknownGame."""
    played = await game_facts(connection, game, alone=alone)
    if played is None:
        raise UnknownGame(f"No game {game} was heard of.")
    return played


async def concerned(connection: AsyncConnection, reader: Principal | None, row: Row[Any]) -> bool:
    """Tell whether the reader may know what was said: parties, commission, officials."""
    if reader is None:
        return False
    if reader.id in {row.filer, row.accused, row.judge, *(row.members or ()), *row.reserves}:
        return True
    officials = await officials_of(connection, row.championship)
    return reader.id in officials.chief_judges | officials.organizers


async def stake_shown_to(connection: AsyncConnection, reader: Principal | None, row: Row[Any]) -> bool:
    """Tell whether a reader is told what a ruling can change: who appoints, and the commission.

    Not the commission before its ruling where the document hides it, whatever else somebody of it is.
    """
    if reader is None:
        return False
    if reader.id in {*(row.members or ()), *row.reserves}:
        return row.ruling is not None or not msgspec.json.decode(row.rules, type=ProtestRules).effect_hidden
    officials = await officials_of(connection, row.championship)
    return reader.id in officials.chief_judges | officials.organizers


def filer_hidden_from(row: Row[Any], reader: UUID, *, hides: bool) -> bool:
    """Tell whether who filed is to stay unknown to a reader: to the commission, where the document says so.

    Until the ruling is published. Whoever is a party himself knows anyway.
    """
    on_it = reader in {*(row.members or ()), *row.reserves}
    return hides and on_it and row.ruling is None
