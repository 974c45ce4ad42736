"""What may be asked of a published seating, and which change it is: whom and which rounds it names."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.draw.commitment import seed_of_change
from services.registration.domain.draw.inputs import Pair
from services.registration.domain.draw.redrawing import ALGORITHM
from services.registration.domain.draw.state import Published
from services.registration.domain.errors import (
    EntryNotAccepted,
    GamesHaveStarted,
    GamesWouldBeUneven,
    JudgeNotAppointed,
    NoReserveLeft,
    NoRightToJudgeFinal,
    NothingToChange,
    PlayerAlreadyInStage,
    PlayerNotInStage,
    ReservesTied,
)
from services.registration.domain.grouping import demand_free
from shared.contracts.registration import (
    DrawnTable,
    JudgeReplaced,
    PlayerAdded,
    PlayerReplaced,
    RoundsRedrawn,
    SeatingOperation,
    SeatsSwapped,
)

Rounds: TypeAlias = Annotated[
    tuple[Annotated[int, msgspec.Meta(ge=1, le=10_000)], ...], msgspec.Meta(max_length=500)
]


class ReplacePlayer(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Let `into` play from now on where `out` is seated; None: the next of the reserves who can."""

    out: UUID
    into: UUID | None = None


class SwapSeats(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Let two players change places in these rounds; none: in all where neither's game has started."""

    one: UUID
    other: UUID
    rounds: Rounds = ()


class ReplaceJudge(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Let `into` judge where `out` would in these rounds; none: in every game not started."""

    out: UUID
    into: UUID
    rounds: Rounds = ()


class AddPlayer(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Let one more play, where byes leave room."""

    player: UUID


class RedrawRounds(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Draw rounds of which nothing has started anew; none named: all of them."""

    rounds: Rounds = ()
    effort: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


Wish: TypeAlias = ReplacePlayer | SwapSeats | ReplaceJudge | AddPlayer | RedrawRounds


class Meanwhile(msgspec.Struct, frozen=True, kw_only=True):
    """What a change needs to know beside the draw: facts of now, looked up by who asks."""

    started: frozenset[UUID] = frozenset()
    """Games that have started."""
    seats: Mapping[UUID, tuple[UUID, ...]] = {}
    """Who really sits at a game, where the table said so last."""
    entrants: Collection[UUID] = ()
    """Who takes part and is not barred."""
    elsewhere: Collection[UUID] = ()
    """Who plays in other groups of the stage."""
    reserves: Sequence[UUID] = ()
    tied_reserves: Sequence[Sequence[UUID]] = ()
    judges: Collection[UUID] = ()
    """Who may judge: table judges and the chief judge."""
    relations: Collection[Pair] = ()
    """Judges, and players at whose tables they never are."""
    busy: Mapping[UUID, str] = {}
    """Judges of another group that plays at the same time, and which."""
    accredited: Collection[UUID] | None = None
    accreditation_clause: str | None = None

    def seated(self, tables: Sequence[DrawnTable]) -> tuple[DrawnTable, ...]:
        """Return a seating as the tables know it."""
        return tuple(
            msgspec.structs.replace(table, seats=self.seats.get(table.game, table.seats)) for table in tables
        )


def operation_for(
    wish: Wish, published: Published, tables: Sequence[DrawnTable], meanwhile: Meanwhile
) -> SeatingOperation:
    """Return the change that is asked for, with everybody and every round that it names."""
    match wish:
        case ReplacePlayer():
            return _replacing(wish, published, tables, meanwhile)
        case SwapSeats():
            return _swapping(wish, tables, meanwhile)
        case ReplaceJudge():
            return _judging(wish, tables, meanwhile)
        case AddPlayer():
            _demand_able(wish.player, published, meanwhile)
            return PlayerAdded(player=wish.player)
        case RedrawRounds():
            return redraw_for(wish, published, tables, meanwhile)


def _replacing(
    wish: ReplacePlayer, published: Published, tables: Sequence[DrawnTable], meanwhile: Meanwhile
) -> PlayerReplaced:
    playing = [table for table in tables if wish.out in table.seats]
    if not playing:
        raise PlayerNotInStage(f"{wish.out} has no seat in stage {published.drawn.inputs.stage!r}.")
    open_ones = [table for table in playing if table.game not in meanwhile.started]
    if not open_ones:
        raise NothingToChange(f"All {len(playing)} games of {wish.out} in this stage have started.")
    into = _next_reserve(published, meanwhile) if wish.into is None else wish.into
    _demand_able(into, published, meanwhile)
    began = wish.out in published.substitutes or len(open_ones) < len(playing)
    return PlayerReplaced(
        out=wish.out, into=into, as_substitute=began and into not in published.drawn.inputs.players
    )


def _next_reserve(published: Published, meanwhile: Meanwhile) -> UUID:
    """Return the first reserve who takes part and had no place in the stage yet."""
    had = {*published.players, *published.drawn.inputs.players} | {
        change.operation.out for change in published.in_force if isinstance(change.operation, PlayerReplaced)
    }
    able = [
        player
        for player in meanwhile.reserves
        if player in meanwhile.entrants and player not in had and player not in meanwhile.elsewhere
    ]
    for tie in meanwhile.tied_reserves:
        equal = [player for player in able if player in tie]
        if len(equal) > 1 and able[0] in equal:
            raise ReservesTied(
                f"{len(equal)} reserves are equal and come next: let their order be decided in the standings,"
                " or name the one who steps in.",
                players=[str(player) for player in equal],
            )
    if able:
        return able[0]
    raise NoReserveLeft(
        f"Of {len(meanwhile.reserves)} reserves nobody is left who takes part and has no place yet; name"
        " somebody with an accepted entry."
    )


def _demand_able(player: UUID, published: Published, meanwhile: Meanwhile) -> None:
    if player not in meanwhile.entrants:
        raise EntryNotAccepted(
            f"{player} has no accepted entry in this championship, or is suspended; have it accepted first,"
            " as a substitute where all places are taken."
        )
    if player in published.players or player in meanwhile.elsewhere:
        raise PlayerAlreadyInStage(f"{player} plays stage {published.drawn.inputs.stage!r} already.")


def _swapping(wish: SwapSeats, tables: Sequence[DrawnTable], meanwhile: Meanwhile) -> SeatsSwapped:
    theirs = [table for table in tables if wish.one in table.seats or wish.other in table.seats]
    for player in (wish.one, wish.other):
        if not any(player in table.seats for table in theirs):
            raise PlayerNotInStage(f"{player} has no seat in this stage.")
    begun = {table.round for table in theirs if table.game in meanwhile.started}
    rounds = _rounds(wish.rounds, theirs, meanwhile) or {table.round for table in theirs} - begun
    counts = [
        sum(player in table.seats for table in theirs if table.round in rounds)
        for player in (wish.one, wish.other)
    ]
    if counts[0] != counts[1]:
        raise GamesWouldBeUneven(
            f"In these rounds {wish.one} plays {counts[0]} games and {wish.other} {counts[1]}, so afterwards"
            " they would play other numbers of games than everybody; name rounds in which both play or in"
            " which each rests as often.",
            rounds=sorted(rounds),
        )
    return SeatsSwapped(one=wish.one, other=wish.other, rounds=_demand_some(rounds))


def _judging(wish: ReplaceJudge, tables: Sequence[DrawnTable], meanwhile: Meanwhile) -> JudgeReplaced:
    theirs = [table for table in tables if table.judge == wish.out]
    if wish.into not in meanwhile.judges:
        raise JudgeNotAppointed(f"{wish.into} is not a table judge of this championship; appoint first.")
    if meanwhile.accredited is not None and wish.into not in meanwhile.accredited:
        raise NoRightToJudgeFinal(
            f"{wish.into} has no valid right to judge a final, and this stage is one; name a judge who has.",
            clause=meanwhile.accreditation_clause,
            judges=[str(wish.into)],
        )
    demand_free((wish.into,), meanwhile.busy)
    rounds = _rounds(wish.rounds, theirs, meanwhile) or {
        table.round for table in theirs if table.game not in meanwhile.started
    }
    return JudgeReplaced(out=wish.out, into=wish.into, rounds=_demand_some(rounds))


def redraw_for(
    wish: RedrawRounds, published: Published, tables: Sequence[DrawnTable], meanwhile: Meanwhile
) -> RoundsRedrawn:
    """Return which rounds are drawn anew, and from which seed: it follows, nobody chooses it."""
    drawn = published.drawn
    begun = {table.round for table in tables if table.game in meanwhile.started}
    rounds = _rounds(wish.rounds, tables, meanwhile) or {table.round for table in tables} - begun
    return RoundsRedrawn(
        rounds=_demand_some(rounds),
        algorithm=ALGORITHM,
        seed=seed_of_change(drawn.seed, drawn.inputs.draw, len(published.changes) + 1),
        effort=wish.effort,
    )


def _rounds(named: Sequence[int], tables: Sequence[DrawnTable], meanwhile: Meanwhile) -> set[int]:
    """Return the rounds that are named, if any. Raises where a game that is concerned has started."""
    here = {table.round for table in tables}
    strange = sorted(set(named) - here)
    if strange:
        raise NothingToChange(
            f"In round {', '.join(map(str, strange))} there is nothing of what is named; leave it out.",
            rounds=strange,
        )
    begun = [table for table in tables if table.round in named and table.game in meanwhile.started]
    if begun:
        listed = ", ".join(f"round {table.round} table {table.table}" for table in begun)
        raise GamesHaveStarted(
            f"These have started and are not touched: {listed}; name rounds that have not.",
            games=[str(table.game) for table in begun],
        )
    return set(named)


def _demand_some(rounds: Collection[int]) -> tuple[int, ...]:
    if not rounds:
        raise NothingToChange("Every game that it concerns has started, or there is none.")
    return tuple(sorted(rounds))
