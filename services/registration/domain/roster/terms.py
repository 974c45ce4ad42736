"""On what terms one enters a championship: what it promised, as facts for the roster's decisions."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

import msgspec

from services.registration.domain.championship.state import Announced
from services.registration.domain.grouping import EntryGroup, entry_groups
from shared.contracts.registration import LocalTime, Phase
from shared.contracts.regulations import RegistrationRules


class EntryTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms as they stand when a command is decided.

    `officials` are those who may confirm and check in: organizers, the chief judge, secretaries.
    """

    championship: UUID
    rules: RegistrationRules
    places: int
    deadline: LocalTime | None
    organizers: Collection[UUID]
    clauses: Mapping[str, str]
    preliminary_deadline: LocalTime | None = None
    waitlist: int = 0
    officials: Collection[UUID] = ()
    phase: Phase = "registration_open"
    groups: Sequence[EntryGroup] = ()
    """The groups in which the first stage is played; none where all play together."""

    def clause(self, key: str) -> str | None:
        """Return the clause behind a key of the regulations, if the source has one."""
        return self.clauses.get(key)

    @property
    def list_is_final(self) -> bool:
        """Whether the list of participants no longer changes by itself."""
        return self.phase in {"list_final", "running", "finished", "cancelled"}


def terms_of(championship: Announced) -> EntryTerms:
    """Return the terms of a championship: its capacity, or as many places as its first stage has."""
    return EntryTerms(
        championship=championship.id,
        rules=msgspec.structs.replace(championship.regulations.registration, fee=championship.due),
        places=championship.places,
        deadline=championship.final_deadline,
        organizers=championship.organizers,
        clauses=championship.regulations.clauses,
        preliminary_deadline=championship.preliminary_deadline,
        waitlist=championship.waitlist,
        officials=championship.holding("organizer", "chief_judge", "secretary"),
        phase=championship.phase,
        groups=entry_groups(championship.stages[0], championship.venues),
    )
