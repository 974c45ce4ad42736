"""What the API of schedules shows."""

from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.registration import LocalTime, Venue
from shared.contracts.regulations import Slug

Part: TypeAlias = Literal["player", "judge"]


class ScheduledGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a published draw. Of one person's schedule: as what he is there, and in which seat.

    `starts` and `ends` follow from the blocks of the plan; None where the plan has none for the stage.
    """

    game: UUID
    draw: UUID
    stage: Slug
    stage_title: str
    round: int
    table: int
    part: Part | None
    seat: int | None
    judge: UUID
    judge_nick: str
    venue: Venue
    starts: LocalTime | None
    ends: LocalTime | None
    group: Slug | None = None
    """The group that plays it; rounds and tables are numbered anew in each."""


class ScheduleView(msgspec.Struct, frozen=True, kw_only=True):
    """The games that are drawn, or one person's among them, in playing order.

    `revision` rises whenever a draw or the plan changes. `without_times`: stages among them for which the
    plan has no blocks of games; a calendar leaves their games out.
    """

    championship: UUID
    title: str
    person: UUID | None
    nick: str | None
    revision: int
    games: tuple[ScheduledGame, ...]
    without_times: tuple[Slug, ...]


class ParticipantView(msgspec.Struct, frozen=True, kw_only=True):
    """Who takes part, as everybody may know him."""

    player: UUID
    nick: str
    club: str | None
    city: str | None
    group: Slug | None
    """In which he plays the first stage; null: none."""
    substitute: bool
    """Accepted beyond the places, to play for others."""


class ParticipantsView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole list, by nick."""

    championship: UUID
    title: str
    participants: tuple[ParticipantView, ...]
