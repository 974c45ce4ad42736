"""How far a championship is, and what may follow what."""

from shared.contracts.registration import Phase

FOLLOWS: dict[Phase, frozenset[Phase]] = {
    "announced": frozenset({"registration_open"}),
    "registration_open": frozenset({"registration_closed", "list_final"}),
    "registration_closed": frozenset({"registration_open", "list_final"}),
    "list_final": frozenset({"registration_closed", "running"}),
    "running": frozenset({"finished"}),
    "finished": frozenset(),
    "cancelled": frozenset(),
}
"""What may come after a phase. Whatever is not finished may be cancelled."""
BACK: frozenset[tuple[Phase, Phase]] = frozenset(
    {("registration_closed", "registration_open"), ("list_final", "registration_closed")}
)
"""Steps that take back what was said."""


def following(phase: Phase) -> frozenset[Phase]:
    """Return the phases that may come next."""
    ends = phase in {"finished", "cancelled"}
    return FOLLOWS[phase] if ends else FOLLOWS[phase] | {"cancelled"}


def needs_reason(before: Phase, after: Phase) -> bool:
    """Tell whether the step breaks a promise."""
    return after == "cancelled" or (before, after) in BACK
