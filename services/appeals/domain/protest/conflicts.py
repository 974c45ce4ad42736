"""Who has a stake in a protest and decides nothing in it (O-PROT-3): the one place that says so."""

from typing import Literal, TypeAlias
from uuid import UUID

from services.appeals.domain.protest.facts import Game, Officials
from services.appeals.domain.protest.state import Case

Stake: TypeAlias = Literal["filer", "complained_of", "game_judge", "seated"]


def stake(person: UUID, case: Case, game: Game) -> Stake | None:
    """Return why a person has a stake, by the game as it was at the filing and as it is now."""
    if person == case.filer:
        return "filer"
    if person == case.act.by:
        return "complained_of"
    if person in {case.judge, game.judge}:
        return "game_judge"
    if person in case.players or person in game.players:
        return "seated"
    return None


def appointers(officials: Officials, case: Case, game: Game) -> frozenset[UUID]:
    """Return who may appoint the commission: a chief judge without a stake, else an organizer without one.

    Nobody, where all of them have one: then the organizer names another chief judge.
    """
    for office in (officials.chief_judges, officials.organizers):
        free = frozenset(person for person in office if stake(person, case, game) is None)
        if free:
            return free
    return frozenset()
