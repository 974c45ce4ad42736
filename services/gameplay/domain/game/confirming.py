"""What a judge does to a player or to the whole game in one move is said twice, so that no slip does it.

The first time the move is refused with what would follow; sent again with that as `confirm` it is taken.
A correction undoes it all the same.
"""

import msgspec

from services.gameplay.domain.errors import ConfirmationNeeded
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.course import apply
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.table import Table
from shared.contracts.primitives import SeatNumber, Team

_BY_THE_JUDGE = (
    moves.FoulGiven,
    moves.TechnicalFoulGiven,
    moves.PlayerRemoved,
    moves.TeamDefeatCalled,
    moves.ProtestRaised,
    moves.GameStopped,
    moves.WinnerDeclared,
)


class Consequence(msgspec.Struct, frozen=True, kw_only=True):
    """What a move of the judge leads to."""

    out: tuple[SeatNumber, ...]
    silenced: tuple[SeatNumber, ...]
    """Whose last word is lost."""
    vote_lost: bool
    """Whether a vote is not held for it, today's or the next."""
    over: bool
    winner: Team | None

    @property
    def confirm(self) -> str:
        """The words in which the judge says that he means it."""
        said = [f"seat {seat} leaves" for seat in self.out]
        said += [f"seat {seat} loses the last word" for seat in self.silenced]
        if self.vote_lost:
            said.append("a vote is not held")
        if self.over:
            said.append("the game ends")
        return ", ".join(said)


def consequence(table: Table, move: moves.Move, rules: TableRules) -> Consequence:
    """Return what follows from a move."""
    after = apply(table, move, rules)
    still = {*after.alive, *after.queue}
    return Consequence(
        out=tuple(seat for seat in table.alive if seat not in after.alive),
        silenced=tuple(seat for seat in table.queue if seat not in {*still, *table.alive}),
        vote_lost=len(after.costs_vote) + len(after.costs_next_vote)
        > len(table.costs_vote) + len(table.costs_next_vote),
        over=after.finish is not None and table.finish is None,
        winner=after.finish.winner if after.finish is not None else None,
    )


def demand_confirmation(table: Table, move: moves.Move, rules: TableRules, said: str | None) -> None:
    """Raise ConfirmationNeeded where the judge removes somebody or ends the game, and has not said so."""
    if not isinstance(move, _BY_THE_JUDGE):
        return
    follows = consequence(table, move, rules)
    if follows.confirm == (said or ""):
        return
    raise ConfirmationNeeded(
        f"What follows: {follows.confirm or 'nothing'}. Send it again with that as `confirm` if it is meant.",
        confirm=follows.confirm,
        follows=msgspec.to_builtins(follows),
    )
