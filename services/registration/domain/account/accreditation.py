"""What a federation lets a judge do, and until when."""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from services.registration.domain.errors import AccreditationMissing, AccreditationOutOfDate, RightMissing
from shared.contracts.registration import OfficialRole

Right: TypeAlias = Literal["table", "final", "chief"]
"""To judge a table, a table of the final, or to be chief judge."""
NEEDED: dict[OfficialRole, Right] = {"chief_judge": "chief", "table_judge": "table"}
"""The right that a role needs; the others need none."""


class Accreditation(msgspec.Struct, frozen=True, kw_only=True):
    """A judge's category with its rights, for a time."""

    category: str
    rights: tuple[Right, ...]
    valid_from: datetime
    valid_until: datetime


def check_accreditation(
    role: OfficialRole, accreditation: Accreditation | None, last_day: datetime, clause: str | None
) -> None:
    """Raise what keeps a person from a role until the last day of a championship."""
    right = NEEDED.get(role)
    if right is None:
        return
    if accreditation is None:
        raise AccreditationMissing(
            f"A {role} must be accredited here, and this person is not.", clause=clause
        )
    if right not in accreditation.rights:
        held = ", ".join(accreditation.rights) or "none"
        raise RightMissing(
            f"A {role} needs the right {right!r}; category {accreditation.category} has {held}.",
            clause=clause,
            right=right,
        )
    if not accreditation.valid_from <= last_day <= accreditation.valid_until:
        raise AccreditationOutOfDate(
            f"The accreditation holds from {accreditation.valid_from:%Y-%m-%d} to"
            f" {accreditation.valid_until:%Y-%m-%d}, and the championship lasts until {last_day:%Y-%m-%d}.",
            clause=clause,
            valid_until=accreditation.valid_until,
        )
