"""What the API of changed seatings takes and shows."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Meta

from services.registration.api.schemas import Body
from services.registration.domain.draw.state import Change
from services.registration.domain.draw.wishes import Wish
from shared.contracts.registration import DrawnTable, SeatingCost, SeatingOperation
from shared.web.commands import Accepted

State: TypeAlias = Literal["waiting", "in_force", "taken_back"]


class PreviewBody(Body, frozen=True, kw_only=True):
    """What is wished of the seating; nothing changes yet."""

    wish: Wish


class ChangeBody(Body, frozen=True, kw_only=True):
    """What was previewed, why it is done, and the digest that the preview showed."""

    wish: Wish
    reason: Annotated[str, Meta(min_length=1, max_length=1000)]
    digest: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Preview(Accepted, kw_only=True):
    """What a change would do, and what the seating costs before and after; `id` is the draw.

    Send `digest` with the same wish, and it is done exactly so, or refused. Of `operation` nothing is open:
    the next reserve, the rounds and the seed stand in it.
    """

    digest: str
    number: int
    operation: SeatingOperation
    was: tuple[DrawnTable, ...]
    tables: tuple[DrawnTable, ...]
    substitutes: tuple[UUID, ...]
    cost_before: SeatingCost
    cost_after: SeatingCost


class ChangeView(msgspec.Struct, kw_only=True):
    """A change of a published seating. Until the tables have answered it is `waiting`."""

    change: UUID
    number: int
    state: State
    operation: SeatingOperation
    was: tuple[DrawnTable, ...]
    tables: tuple[DrawnTable, ...]
    substitutes: tuple[UUID, ...]
    reason: str
    by: UUID
    changed_at: datetime
    cost_before: SeatingCost
    cost_after: SeatingCost
    conflict: str | None
    """Why it was taken back: the code of the reason."""
    detail: str | None

    @classmethod
    def of(cls, change: Change) -> "ChangeView":
        """Return the view of a change."""
        made, restored = change.changed, change.restored
        state: State = "waiting" if change.waits else "taken_back" if restored else "in_force"
        return cls(
            change=made.change,
            number=made.number,
            state=state,
            operation=made.operation,
            was=made.was,
            tables=made.tables,
            substitutes=made.substitutes,
            reason=made.reason,
            by=made.by,
            changed_at=made.changed_at,
            cost_before=made.cost_before,
            cost_after=made.cost_after,
            conflict=None if restored is None else restored.conflict,
            detail=None if restored is None else restored.detail,
        )
