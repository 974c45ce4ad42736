"""Who must not meet: separations, teams, and what follows before anything is searched for."""

from collections.abc import Sequence
from itertools import combinations
from uuid import UUID

from services.registration.domain.draw.inputs import DrawInputs
from services.registration.domain.draw.rounds import SEATS
from services.registration.domain.errors import SeparationsCannotBeKept

Pairs = frozenset[tuple[UUID, UUID]]
"""Pairs that must not meet, the smaller id first."""


def separated(inputs: DrawInputs) -> Pairs:
    """Return every pair of players that must not sit at one table."""
    pairs = set(inputs.separations)
    for team in inputs.teams:
        pairs.update(combinations(sorted(team), 2))
    return frozenset(pairs)


def demand_possible(inputs: DrawInputs, rounds: Sequence[int]) -> None:
    """Raise SeparationsCannotBeKept where counting shows that no seating keeps all of them apart.

    Of players who all must not meet, each table takes one: a round takes as many of them as it has tables.
    """
    pairs = separated(inputs)
    apart: dict[UUID, set[UUID]] = {}
    for one, other in pairs:
        apart.setdefault(one, set()).add(other)
        apart.setdefault(other, set()).add(one)
    for player in sorted(apart):
        company = len(inputs.players) - 1 - len(apart[player])
        if company < SEATS - 1:
            raise SeparationsCannotBeKept(
                f"Stage {inputs.stage!r}: player {player} may meet {company} others, a table needs"
                f" {SEATS - 1}; drop some of his separations.",
                player=str(player),
            )
        clique = _clique(player, apart)
        places = sum(min(len(clique), tables) for tables in rounds)
        if len(clique) * inputs.games > places:
            raise SeparationsCannotBeKept(
                f"Stage {inputs.stage!r}: {len(clique)} players who must not meet one another need"
                f" {len(clique) * inputs.games} tables of their own, the stage has {places} for them with"
                f" {max(rounds)} tables at once ({', '.join(map(str, clique))}); separate fewer.",
                players=[str(one) for one in clique],
            )


def _clique(player: UUID, apart: dict[UUID, set[UUID]]) -> list[UUID]:
    """Return players who all must not meet, this one among them; the most separated are tried first."""
    clique = [player]
    for other in sorted(apart[player], key=lambda one: (-len(apart[one] & apart[player]), one)):
        if all(other in apart[one] for one in clique):
            clique.append(other)
    return clique
