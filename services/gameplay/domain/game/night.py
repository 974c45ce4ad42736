"""The night: whom the shots hit, and what the checks answer."""

from collections.abc import Sequence

import msgspec

from services.gameplay.domain.game.moves import Shot
from shared.contracts.primitives import TEAM_OF, Role, SeatNumber

MISSES_IN_A_ROW = 3


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A check and its answer; `don` is the answer to the sheriff's second question."""

    night: int
    by: SeatNumber
    target: SeatNumber
    yes: bool
    don: bool | None = None


def aimed(shots: Sequence[Shot], blacks: Sequence[SeatNumber]) -> SeatNumber | None:
    """Return at whom all blacks alive shot, once each and at the called number; None: a miss (O-NIGHT-2).

    Shots of others do not count.
    """
    by_seat = {shot.by: shot for shot in shots if shot.by in blacks}
    targets = {shot.at for shot in by_seat.values() if shot.fault is None}
    if len(by_seat) != len(blacks) or len(targets) != 1 or any(s.fault for s in by_seat.values()):
        return None
    return targets.pop()


def anybody_shot(shots: Sequence[Shot]) -> bool:
    """Tell whether a shot fell at all, a faulty one included."""
    return any(shot.at is not None or shot.fault in {"between_numbers", "twice"} for shot in shots)


def why_missed(shots: Sequence[Shot], blacks: Sequence[SeatNumber], hit: SeatNumber | None) -> str | None:
    """Say why nobody was hurt, for the protocol."""
    if hit is not None:
        return None
    faults = [shot.fault for shot in shots if shot.fault is not None]
    if not anybody_shot(shots):
        return "no_shot"
    if faults:
        return faults[0]
    if {shot.by for shot in shots} < set(blacks):
        return "no_shot"
    targets = {shot.at for shot in shots}
    return "different_targets" if len(targets) > 1 else "target_is_out"


def is_black(role: Role) -> bool:
    """Tell whether a card is black."""
    return TEAM_OF[role] == "black"
