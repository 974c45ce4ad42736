"""What the table's routes take and give."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from services.gameplay.domain.game.events import Doubt
from services.gameplay.domain.game.judges_view import TableView
from services.gameplay.domain.game.live import Logged
from services.gameplay.domain.game.moves import Move, Note
from services.gameplay.domain.game.night import Check
from services.gameplay.projections.which_games_are_there import Status
from shared.contracts.gameplay import Award, BestPlayerVotes, PlayerOut, Result
from shared.contracts.primitives import SeatNumber
from shared.web.commands import Accepted


class MoveBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A move; `number` is the entry it becomes, `override` why it stands against a rule.

    A move that removes somebody or ends the game is refused at first (409 `confirmation_needed`), with what
    follows; it is taken when `confirm` repeats that.
    """

    move: Move
    number: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None
    override: Note | None = None
    confirm: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class LogBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A written log: all of it or nothing."""

    log: Annotated[tuple[Logged, ...], msgspec.Meta(min_length=1, max_length=1000)]


class CorrectionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What stands in place of an entry from now on; no moves: nothing happened."""

    number: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    moves: Annotated[tuple[Move, ...], msgspec.Meta(max_length=20)]
    reason: Note
    override: Note | None = None


class CloseBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the judge adds to a game that is over."""

    best_players: tuple[Award, ...] = ()
    extra_points: tuple[Award, ...] = ()
    penalties: tuple[Award, ...] = ()
    best_player_votes: BestPlayerVotes | None = None
    override: Note | None = None


class ReasonBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why."""

    reason: Note


class SubstitutionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who plays at a seat instead."""

    seat: SeatNumber
    player: UUID
    reason: Note


class SeatsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the ten really sit; the first sits at seat 1."""

    seats: Annotated[tuple[UUID, ...], msgspec.Meta(min_length=10, max_length=10)]
    reason: Note


class ResultCorrectionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a signed result should have been."""

    result: Result
    reason: Note


class ReplayAccepted(Accepted, kw_only=True):
    """The game that is played instead."""

    replay: UUID


class MoveAccepted(Accepted, kw_only=True):
    """The entry that was made, the answer to a check, and what no longer holds after a correction."""

    number: int
    check: Check | None = None
    doubts: tuple[Doubt, ...] = ()


class JudgesTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table for its judge; `table` is there from the start on."""

    game: UUID
    version: int
    status: Status
    seats: list[UUID]
    judged_by: UUID
    table: TableView | None


class HallView(msgspec.Struct, frozen=True, kw_only=True):
    """A table for hall screens and streams: no role, no shot, no check, no reason."""

    game: UUID
    status: Status
    seats: list[UUID]
    phase: str | None
    number: int
    out: tuple[PlayerOut, ...]
    started_at: datetime | None
    ended_at: datetime | None
    progressed_at: datetime | None
