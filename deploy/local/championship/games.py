"""Plausible games: whole results, played out move by move from a generator of chance that is given.

The rates are those of 291 real games: blacks win about six of ten, the first night misses in six of
a hundred, a judge gives extra points to five seats or so. What a document allows, a game keeps.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple
from uuid import UUID

import msgspec

from deploy.local.championship.table import played_game
from services.gameplay.domain.game.moves import Move
from services.gameplay.domain.game.protocol import Awards, told_by
from services.gameplay.domain.game.rules import binding
from shared.contracts.gameplay import Award, BestPlayerVote, BestPlayerVotes, Result
from shared.contracts.primitives import exact, points_text
from shared.contracts.regulations import BestPlayerRule, ExtraPointsRule, Regulations

_DIGEST = "0" * 64
FEATURES = ("eliminations", "first_killed", "fouls")
_PENALTY = 0.03
_EXTRA_TENTHS = (0.20, 0.34, 0.24, 0.16, 0.05, 0.01)
_VOTE_FOR_THE_STAR = 0.5


class PlausibleGame(NamedTuple):
    """A game with everything its judge may enter: the moves and his awards, or the result they make."""

    moves: tuple[Move, ...]
    awards: Awards
    result: Result


def plausible_protocol(rng: Random, seats: Sequence[UUID], regulations: Regulations) -> PlausibleGame:
    """Return one game of the ten players, `seats[0]` at seat 1; the result is a summary's."""
    game = played_game(rng, binding(regulations, _DIGEST))
    best_player = regulations.scoring.best_player
    awards = Awards(
        best_players=_best_players(rng, best_player),
        best_player_votes=_best_player_votes(rng, best_player),
        extra_points=_extra_points(rng, regulations.scoring.extra_points),
        penalties=_penalties(rng, regulations.sanctions.penalties_down_to),
    )
    told = told_by(game.table, seats, awards)
    return PlausibleGame(game.moves, awards, msgspec.structs.replace(told, features=FEATURES))


def plausible_game(rng: Random, seats: Sequence[UUID], regulations: Regulations) -> Result:
    """Return the result of one game, as a judge would enter it."""
    return plausible_protocol(rng, seats, regulations).result


def _extra_points(rng: Random, rule: ExtraPointsRule | None) -> tuple[Award, ...]:
    """Give some seats what the document allows, and no more than it allows in all."""
    if rule is None:
        return ()
    awards: list[Award] = []
    left = exact(rule.max_total) if rule.max_total is not None else Fraction(10)
    few = rng.choices((3, 4, 5, 6), (1, 3, 4, 3))[0]
    if rule.max_players is not None:
        few = rng.randint(0, rule.max_players)
    for seat in rng.sample(range(1, 11), few):
        if rule.allowed is not None:
            points = exact(rng.choice(rule.allowed))
        else:
            tenths = rng.choices(range(1, len(_EXTRA_TENTHS) + 1), _EXTRA_TENTHS)[0]
            points = min(max(Fraction(tenths, 10), exact(rule.minimum)), exact(rule.maximum))
        if points <= left:
            left -= points
            awards.append(Award(seat=seat, points=points_text(points)))
    return tuple(awards)


def _penalties(rng: Random, lowest: str | None) -> tuple[Award, ...]:
    if lowest is None:
        return ()
    return tuple(
        Award(
            seat=seat,
            points=points_text(max(exact(lowest), Fraction(-rng.randint(2, 5), 10))),
            reason="conduct",
        )
        for seat in range(1, 11)
        if rng.random() < _PENALTY
    )


def _best_players(rng: Random, rule: BestPlayerRule | None) -> tuple[Award, ...]:
    """Name some, where the judge names them."""
    if rule is None or rule.decided_by != "judge":
        return ()
    count = rng.randint(1, rule.max_players)
    return tuple(Award(seat=seat, points=rng.choice(rule.points)) for seat in rng.sample(range(1, 11), count))


def _best_player_votes(rng: Random, rule: BestPlayerRule | None) -> BestPlayerVotes | None:
    """Let the table vote, where votes decide. The host does not leave two with equal votes."""
    if rule is None or rule.decided_by != "vote":
        return None
    star = rng.randint(1, 10)
    cast = tuple(
        BestPlayerVote(voter=voter, choice=star if rng.random() < _VOTE_FOR_THE_STAR else rng.randint(1, 10))
        for voter in range(1, 11)
    )
    ((first, most), *others) = Counter(vote.choice for vote in cast).most_common()
    tied = [first, *(seat for seat, count in others if count == most)]
    return BestPlayerVotes(seats=cast, host=rng.choice(tied))
