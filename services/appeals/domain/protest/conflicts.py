"""Who has a stake in a protest and decides nothing in it (O-PROT-3): the one place that says so."""

from typing import Literal, TypeAlias
from uuid import UUID

from services.appeals.domain.protest.facts import Game, Officials, People
from services.appeals.domain.protest.state import Case

Stake: TypeAlias = Literal["filer", "complained_of", "game_judge", "seated", "related", "barred", "own_place"]
UNKNOWN = People()


def stake(person: UUID, case: Case, game: Game | None, people: People = UNKNOWN) -> Stake | None:  # noqa: PLR0911
    """Return why a person has a stake, by the game as it was at the filing and as it is now.

    Whatever record of a person is named, all of them are meant.
    """
    me = people.one(person)
    if me == people.one(case.filer):
        return "filer"
    if me == people.one(case.act.by):
        return "complained_of"
    if me in people.all_as_one(case.judge, *((game.judge,) if game else ())):
        return "game_judge"
    if me in people.all_as_one(*case.players, *(game.players if game else ())):
        return "seated"
    parties = people.all_as_one(*case.parties, *case.players, case.judge)
    if people.relations_of(person) & parties:
        return "related"
    if me in people.all_as_one(*people.barred):
        return "barred"
    return "own_place" if me in people.all_as_one(*people.placed) else None


def needs_consent(person: UUID, case: Case, people: People) -> bool:
    """Tell whether a person shares with a party what the document wants consent for."""
    return any(
        people.homes_of(person, what) & people.homes_of(party, what)
        for what in case.rules.consent_for
        for party in case.parties
    )


def appointers(
    officials: Officials, case: Case, game: Game | None, people: People = UNKNOWN
) -> frozenset[UUID]:
    """Return who may appoint the commission: a chief judge without a stake, else an organizer without one.

    Nobody, where all of them have one: then the organizer names another chief judge. Once the time for
    the appointment has passed, organizers without a stake appoint beside the chief judges.
    """
    late = "appointment" in case.overdue
    found = frozenset[UUID]()
    for office in (officials.chief_judges, officials.organizers):
        found |= frozenset(person for person in office if stake(person, case, game, people) is None)
        if found and not late:
            break
    return found
