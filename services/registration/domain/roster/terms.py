"""On what terms one enters a championship: what it promised, as facts for the roster's decisions."""

from collections.abc import Collection, Mapping
from uuid import UUID

import msgspec

from services.registration.domain.championship.state import Announced
from shared.contracts.registration import LocalTime
from shared.contracts.regulations import RegistrationRules


class EntryTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms as they stand when a command is decided."""

    championship: UUID
    rules: RegistrationRules
    places: int
    deadline: LocalTime | None
    organizers: Collection[UUID]
    clauses: Mapping[str, str]

    def clause(self, key: str) -> str | None:
        """Return the clause behind a key of the regulations, if the source has one."""
        return self.clauses.get(key)


def terms_of(championship: Announced) -> EntryTerms:
    """Return the terms of a championship: as many places as its first stage has."""
    return EntryTerms(
        championship=championship.id,
        rules=championship.regulations.registration,
        places=championship.stages[0].players,
        deadline=championship.final_deadline,
        organizers=championship.organizers,
        clauses=championship.regulations.clauses,
    )
