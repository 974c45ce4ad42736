"""The table as the rules know it: what follows from the moves so far. Never stored; see `course`."""

from typing import Literal, TypeAlias

import msgspec

from services.gameplay.domain.game.days import Speech, silent
from services.gameplay.domain.game.moves import Shot
from services.gameplay.domain.game.night import Check, is_black
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.voting import Candidacy, Tally, Voting
from shared.contracts.gameplay import BestMove, DayTime, Elimination, Ending
from shared.contracts.primitives import Role, SeatNumber, Team

Phase: TypeAlias = Literal[
    "dealing",
    "first_night",
    "speeches",
    "vote",
    "tie_speeches",
    "all_leave",
    "draw",
    "last_words",
    "dusk",
    "night",
    "morning",
    "over",
]
UNDECIDED: frozenset[Phase] = frozenset({"speeches", "vote", "tie_speeches", "all_leave", "draw"})
"""The phases of a day in which its vote is still to come or not decided."""
BY_DAY: frozenset[Phase] = UNDECIDED | {"last_words", "dusk"}
SPEAKING: dict[Phase, Speech] = {
    "speeches": "speech",
    "tie_speeches": "tie",
    "last_words": "last_word",
    "morning": "last_word",
}
ALL = tuple(range(1, 11))


class Silence(msgspec.Struct, frozen=True):
    """A seat has no word on a day."""

    seat: SeatNumber
    day: int


class Finish(msgspec.Struct, frozen=True, kw_only=True):
    """How the game ended, and who won."""

    winner: Team | None
    ending: Ending
    offender: SeatNumber | None = None


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Where the game stands.

    `number` counts days; night n follows day n. `queue` is who has the word next, in order. A player
    who is voted out is out of `alive` at once, and in the queue for his last word.
    """

    phase: Phase = "dealing"
    number: int = 0
    roles: tuple[Role, ...] = ()
    alive: tuple[SeatNumber, ...] = ALL
    gone: tuple[Elimination, ...] = ()
    opener: int = 0
    queue: tuple[SeatNumber, ...] = ()
    candidates: tuple[Candidacy, ...] = ()
    voting: Voting | None = None
    tied: tuple[SeatNumber, ...] = ()
    """Of whom the table is asked whether they all leave."""
    tallies: tuple[Tally, ...] = ()
    then: Phase = "dusk"
    """What follows the speeches of a tie: the vote again, or dusk."""
    ordered: tuple[SeatNumber, ...] = ()
    shots: tuple[Shot, ...] | None = None
    aimed: SeatNumber | None = None
    missed: str | None = None
    """Why last night's shots hit nobody."""
    don_checked: bool = False
    sheriff_checked: bool = False
    checks: tuple[Check, ...] = ()
    removed_tonight: tuple[SeatNumber, ...] = ()
    costs_vote: tuple[SeatNumber, ...] = ()
    """Whose removal costs the vote of this day, or by night of the next."""
    costs_next_vote: tuple[SeatNumber, ...] = ()
    quiet: int = 0
    """Nights in a row that count for an ending without kills."""
    entitled: SeatNumber | None = None
    """Who may make the best move this morning."""
    best_move: BestMove | None = None
    fouls: tuple[int, ...] = (0,) * 10
    technical_fouls: tuple[int, ...] = (0,) * 10
    silences: tuple[Silence, ...] = ()
    leaving: tuple[SeatNumber, ...] = ()
    """Who left by this day's vote."""
    finish: Finish | None = None
    news: bool = False
    """Whether the last move is for the hall: a day, a night, somebody out, the end."""

    @property
    def moment(self) -> DayTime:
        """Whether it is day or night."""
        return "day" if self.phase in BY_DAY else "night"

    def role(self, seat: SeatNumber) -> Role:
        """Return a dealt card."""
        return self.roles[seat - 1]

    def blacks(self) -> tuple[SeatNumber, ...]:
        """Return the blacks alive; none before the cards are dealt."""
        return tuple(seat for seat in self.alive if is_black(self.roles[seat - 1])) if self.roles else ()

    def holder(self, role: Role) -> SeatNumber | None:
        """Return who is alive with a card that exists once."""
        return next((s for s in self.alive if self.roles[s - 1] == role), None) if self.roles else None

    def foul_count(self, seat: SeatNumber) -> int:
        """Return how many fouls a seat has."""
        return self.fouls[seat - 1]

    def is_costly(self, seat: SeatNumber, day: int) -> bool:
        """Tell whether a third foul costs a seat its speech on a day."""
        return Silence(seat, day) in self.silences

    def is_silent(self, seat: SeatNumber, rules: TableRules) -> bool:
        """Tell whether who has the word may not use it."""
        return bool(self.silences) and silent(
            rules.play,
            SPEAKING.get(self.phase, "speech"),
            costs_speech=self.is_costly(seat, self.number),
            costs_later=self.is_costly(seat, self.number + 1),
            alive=len(self.alive),
        )
