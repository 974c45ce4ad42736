"""What gameplay's API takes and gives."""

import base64
import binascii
from datetime import UTC, datetime
from typing import Any, Self
from uuid import UUID

import msgspec
from sqlalchemy import Row

from services.gameplay.projections.which_games_are_there import Place, Status
from shared.contracts.gameplay import Result
from shared.contracts.regulations import Slug, StageKind
from shared.web.problems import BadRequest


class SummaryBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The summary protocol: the whole result. What it lists in `features` it knows completely."""

    result: Result


class GameListed(msgspec.Struct, frozen=True, kw_only=True):
    """A game without anything of its result. `seats[0]` sits at seat 1."""

    game: UUID
    championship: UUID
    stage: Slug
    stage_kind: StageKind
    round: int
    table: int
    judge: UUID
    seats: list[UUID]
    regulations: Slug
    regulations_version: int
    status: Status
    scheduled_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    signed_at: datetime | None
    annulled_at: datetime | None
    version: int
    group: Slug | None = None
    """The group of the stage that plays it; rounds and tables are numbered anew in each."""

    @classmethod
    def of(cls, row: Row[Any], **more: Any) -> Self:
        """Read a row of the list of games."""
        return cls(
            game=row.game,
            championship=row.championship,
            stage=row.stage,
            stage_kind=row.stage_kind,
            round=row.round,
            table=row.table_number,
            judge=row.judge,
            seats=row.seats,
            regulations=row.document,
            regulations_version=row.document_version,
            status=row.status,
            scheduled_at=row.scheduled_at,
            started_at=row.started_at,
            ended_at=row.ended_at,
            signed_at=row.signed_at,
            annulled_at=row.annulled_at,
            version=row.version,
            group=row.group,
            **more,
        )


class GameView(GameListed, frozen=True, kw_only=True):
    """A game as everybody may see it: `result` is there from the signature on."""

    result: Result | None


class GamesPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of games. `next` is the cursor of the page after it."""

    games: list[GameListed]
    next: str | None


class ProtocolView(msgspec.Struct, frozen=True, kw_only=True):
    """A protocol: the result as it stands, public if `signed_at` is set."""

    game: UUID
    result: Result
    entered_by: UUID
    entered_at: datetime
    signed_at: datetime | None
    amended_at: datetime | None
    amended_by_ruling: UUID | None
    version: int


def cursor_of(row: Row[Any]) -> str:
    """Return the cursor that goes on after a row."""
    place = Place(row.scheduled_at, row.round, row.table_number, row.game)
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode()


def place_of(cursor: str) -> Place:
    """Return the place behind a cursor. Raises BadRequest (400) for one that was not given out."""
    try:
        place = msgspec.json.decode(base64.b64decode(cursor, altchars=b"-_", validate=True), type=Place)
        return place._replace(scheduled_at=place.scheduled_at.astimezone(UTC))
    except (binascii.Error, msgspec.MsgspecError, ValueError, OverflowError) as error:
        raise BadRequest(400, "malformed_cursor", "Take the cursor as the page before gave it.") from error
