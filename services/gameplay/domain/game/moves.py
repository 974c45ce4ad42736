"""What can happen at a table, one struct for each thing. Names here are the storage format.

A protocol is a list of moves. They are what the judge saw; who leaves, what a check answers and who
has won follows from them, see `course`.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec

from shared.contracts.primitives import Role, SeatNumber, Team
from shared.contracts.regulations import Slug

Note: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Seats: TypeAlias = Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=10)]
Fault: TypeAlias = Literal["no_shot", "between_numbers", "twice"]
Treatment: TypeAlias = Literal["may_vote_again", "restart_round"]


class Happened(msgspec.Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """The base of every move."""


class RolesDealt(Happened, frozen=True, kw_only=True):
    """The cards; `roles[0]` is at seat 1. `seed` is what the server drew them from, if it did."""

    roles: Annotated[tuple[Role, ...], msgspec.Meta(min_length=10, max_length=10)]
    seed: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class ShootingOrdered(Happened, frozen=True, kw_only=True):
    """In the first night the don named the victims of the next three."""

    order: Seats


class DayBegan(Happened, frozen=True, kw_only=True):
    """The table woke up and the speeches begin."""


class CandidatePutUp(Happened, frozen=True, kw_only=True):
    """The speaker put somebody up for the vote."""

    by: SeatNumber
    candidate: SeatNumber


class CandidateWithdrawn(Happened, frozen=True, kw_only=True):
    """The speaker took his candidate back."""

    by: SeatNumber


class SpeechGiven(Happened, frozen=True, kw_only=True):
    """A speech is over: of the day, in a tie, or a last word. `seconds` is how long it took."""

    seat: SeatNumber
    seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] | None = None


class SpeechSkipped(Happened, frozen=True, kw_only=True):
    """Whose turn it was did not speak: he is silent, or did not want to."""

    seat: SeatNumber


class HandsCounted(Happened, frozen=True, kw_only=True):
    """A candidate was called: whose hands counted, and whose came too late or were put down early."""

    candidate: SeatNumber
    voters: Seats = ()
    late: Seats = ()
    withdrawn: Seats = ()


class CastVotesSettled(Happened, frozen=True, kw_only=True):
    """What the judge decided of votes for a candidate who left in the middle of the vote."""

    treatment: Treatment
    note: Note


class AllLeaveVoted(Happened, frozen=True, kw_only=True):
    """Who was for it that all tied players leave."""

    voters: Seats = ()


class DrawVoted(Happened, frozen=True, kw_only=True):
    """Who was for a draw, when everybody was tied."""

    voters: Seats = ()


class NightFell(Happened, frozen=True, kw_only=True):
    """The day is over."""


class Shot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one black did: at whom he shot, and what was wrong with it."""

    by: SeatNumber
    at: SeatNumber | None = None
    fault: Fault | None = None


class ShotsFired(Happened, frozen=True, kw_only=True):
    """The blacks' shots of a night; a black without one did not shoot."""

    shots: Annotated[tuple[Shot, ...], msgspec.Meta(max_length=10)] = ()


class DonChecked(Happened, frozen=True, kw_only=True):
    """The don asked whether it is the sheriff."""

    target: SeatNumber


class SheriffChecked(Happened, frozen=True, kw_only=True):
    """The sheriff asked whether it is a black, and after a yes, where he may, whether it is the don."""

    target: SeatNumber
    asks_don: bool = False


class MorningCame(Happened, frozen=True, kw_only=True):
    """The judge announced what the night brought."""


class BestMoveMade(Happened, frozen=True, kw_only=True):
    """Whom the first killed holds for blacks."""

    by: SeatNumber
    named: Seats


class FoulGiven(Happened, frozen=True, kw_only=True):
    """A foul, or warning; `offense` is a name that the regulations know, `note` the judge's words."""

    seat: SeatNumber
    offense: Slug | None = None
    note: Note | None = None


class TechnicalFoulGiven(Happened, frozen=True, kw_only=True):
    """A technical foul, counted apart."""

    seat: SeatNumber
    offense: Slug | None = None
    note: Note | None = None


class PlayerRemoved(Happened, frozen=True, kw_only=True):
    """The judge removed a player."""

    seat: SeatNumber
    offense: Slug | None = None
    note: Note | None = None


class TeamDefeatCalled(Happened, frozen=True, kw_only=True):
    """A player's offense gives the win to the other team."""

    seat: SeatNumber
    offense: Slug | None = None
    note: Note | None = None


class ProtestRaised(Happened, frozen=True, kw_only=True):
    """A player protested during the game, and leaves it (C-LAW-25)."""

    seat: SeatNumber
    note: Note | None = None


class ConductNoted(Happened, frozen=True, kw_only=True):
    """The judge noted a breach of conduct without a foul (O-RULE-1, O-RULE-3)."""

    note: Note
    seat: SeatNumber | None = None


class SpectatorSentOut(Happened, frozen=True, kw_only=True):
    """A disturbing spectator was asked to leave (C-LAW-32)."""

    note: Note


class GameStopped(Happened, frozen=True, kw_only=True):
    """The game was stopped and has no winner."""

    note: Note


class WinnerDeclared(Happened, frozen=True, kw_only=True):
    """The judge named the winner of a game that the table did not end."""

    team: Team
    note: Note


Move: TypeAlias = (
    RolesDealt
    | ShootingOrdered
    | DayBegan
    | CandidatePutUp
    | CandidateWithdrawn
    | SpeechGiven
    | SpeechSkipped
    | HandsCounted
    | CastVotesSettled
    | AllLeaveVoted
    | DrawVoted
    | NightFell
    | ShotsFired
    | DonChecked
    | SheriffChecked
    | MorningCame
    | BestMoveMade
    | FoulGiven
    | TechnicalFoulGiven
    | PlayerRemoved
    | TeamDefeatCalled
    | ProtestRaised
    | ConductNoted
    | SpectatorSentOut
    | GameStopped
    | WinnerDeclared
)
