"""Nominations: awards beside the places, computed from the same lines as the tables.

An exact tie for the first rank gives nobody the award, unless the document lets it be shared.
"""

from uuid import UUID

import msgspec

from services.scoring.domain.facts import Contest, Facts
from services.scoring.domain.metrics import Tally, measure
from services.scoring.domain.ranking import rank
from services.scoring.domain.tables import Standings
from shared.contracts.primitives import Points, Role, points_text
from shared.contracts.regulations import Metric, Nomination, Slug

ROLES: tuple[Role, ...] = ("civilian", "sheriff", "mafia", "don")
STANDARD: tuple[Nomination, ...] = (
    *(Nomination(key=f"best-{role}", title=f"Best {role}", roles=(role,)) for role in ROLES),
    Nomination(key="mvp", title="Most valuable player", order=("additional_points", "points")),
)
"""Those of a document that names none."""


class Nominee(msgspec.Struct, frozen=True, kw_only=True):
    """A player at the head of a nomination, with the values that put him there."""

    player: UUID
    nick: str | None
    metrics: dict[Metric, Points]


class Nominated(msgspec.Struct, frozen=True, kw_only=True):
    """What a nomination comes to. `tied`: who is first with the same values, so that nobody is awarded."""

    key: Slug
    title: str
    roles: tuple[Role, ...]
    order: tuple[Metric, ...]
    awarded: tuple[Nominee, ...]
    tied: tuple[Nominee, ...]


def nominations_of(facts: Facts, contest: Contest, standings: Standings) -> tuple[Nominated, ...]:
    """Return every nomination of the document, or the usual ones."""
    chosen = contest.regulations.nominations or STANDARD
    return tuple(_nominated(facts, standings, nomination) for nomination in chosen)


def _nominated(facts: Facts, standings: Standings, nomination: Nomination) -> Nominated:
    tallies = _tallies(facts, standings, nomination)
    measured = {
        player: measure(tally)
        for player, tally in tallies.items()
        if _is_in(facts, nomination, player, tally)
    }
    ranked = rank(measured, nomination.order, (), {})
    first = [
        Nominee(
            player=one.player,
            nick=facts.entrants[one.player].nick if one.player in facts.entrants else None,
            metrics={metric: points_text(measured[one.player][metric]) for metric in nomination.order},
        )
        for one in ranked
        if one.place == 1
    ]
    alone = len(first) == 1 or nomination.tie == "shared"
    return Nominated(
        key=nomination.key,
        title=nomination.title,
        roles=nomination.roles,
        order=nomination.order,
        awarded=tuple(first) if alone else (),
        tied=() if alone else tuple(first),
    )


def _tallies(facts: Facts, standings: Standings, nomination: Nomination) -> dict[UUID, Tally]:
    """Count the games in the nomination's roles, with all their lines."""
    roles = nomination.roles or ROLES
    tallies: dict[UUID, Tally] = {}
    counted: set[tuple[UUID, UUID]] = set()
    for game in facts.games.values():
        if game.result is None or not game.counts:
            continue
        for seat in game.result.seats:
            if seat.role in roles:
                tallies.setdefault(seat.player, Tally()).play(game, game.result, seat)
                counted.add((game.id, seat.player))
    for player, lines in standings.lines.items():
        for line in lines:
            if (line.game, player) in counted:
                tallies[player].add(line.component, line.worth)
    return tallies


def _is_in(facts: Facts, nomination: Nomination, player: UUID, tally: Tally) -> bool:
    if tally.games < nomination.minimum_games:
        return False
    if not nomination.substitutes and tally.substituted == tally.games:
        return False
    entrant = facts.entrants.get(player)
    return not nomination.entry_required or (entrant is not None and not entrant.withdrawn)
