"""Plausible games: whole results, played out night by night from a generator of chance that is given.

The rates are those of 291 real games: blacks win about six of ten, the first night misses in six of
a hundred, a judge gives extra points to five seats or so. What a document allows, a game keeps.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from uuid import UUID

from shared.contracts.gameplay import (
    Award,
    BestMove,
    BestPlayerVote,
    BestPlayerVotes,
    Elimination,
    Result,
    SeatResult,
)
from shared.contracts.primitives import COMPOSITION, TEAM_OF, Role, Team, exact, points_text
from shared.contracts.regulations import BestPlayerRule, ExtraPointsRule, Regulations

FEATURES = ("eliminations", "first_killed", "fouls")
_DAY_ONE_VOTE = 0.5
_LATER_VOTE = 0.95
_BLACK_VOTED_OUT = 0.535
_HIT = 0.94
_MISSES_IN_A_ROW = 2
_REMOVAL = 0.01
_BEST_MOVE = 0.9
_BLACK_NAMED = 0.4
_PENALTY = 0.03
_FOULS = (0.35, 0.35, 0.2, 0.1)
_EXTRA_TENTHS = (0.20, 0.34, 0.24, 0.16, 0.05, 0.01)
_VOTE_FOR_THE_STAR = 0.5


def plausible_game(rng: Random, seats: Sequence[UUID], regulations: Regulations) -> Result:
    """Return the result of one game of the ten players, `seats[0]` at seat 1, as a judge would enter it."""
    cards: list[Role] = [role for role, count in COMPOSITION.items() for _ in range(count)]
    rng.shuffle(cards)
    roles = dict(enumerate(cards, start=1))
    winner, eliminations = _played(rng, roles)
    removed = {e.seat for e in eliminations if e.cause == "removal"}
    first_killed = next((e.seat for e in eliminations if (e.cause, e.number) == ("kill", 1)), None)
    best_player = regulations.scoring.best_player
    return Result(
        winner=winner,
        seats=tuple(
            SeatResult(
                seat=seat,
                player=player,
                role=roles[seat],
                fouls=regulations.play.fouls_to_removal
                if seat in removed
                else min(rng.choices(range(len(_FOULS)), _FOULS)[0], regulations.play.fouls_to_removal - 1),
            )
            for seat, player in enumerate(seats, start=1)
        ),
        eliminations=tuple(eliminations),
        first_killed=first_killed,
        best_move=_best_move(rng, roles, first_killed, eliminations, regulations),
        best_players=_best_players(rng, best_player),
        best_player_votes=_best_player_votes(rng, best_player),
        extra_points=_extra_points(rng, regulations.scoring.extra_points),
        penalties=_penalties(rng, regulations.sanctions.penalties_down_to),
        features=FEATURES,
    )


def _played(rng: Random, roles: dict[int, Role]) -> tuple[Team, list[Elimination]]:
    """Play days and nights until a team has won."""
    alive = dict(roles)
    gone: list[Elimination] = []
    misses = 0
    number = 0
    while True:
        number += 1
        day = _day(rng, alive, number)
        if day is not None:
            gone.append(day)
            del alive[day.seat]
            if (winner := _winner(alive)) is not None:
                return winner, gone
        if misses < _MISSES_IN_A_ROW and rng.random() > _HIT:
            misses += 1
            continue
        misses = 0
        seat = rng.choice(_of(alive, "red"))
        gone.append(Elimination(seat=seat, cause="kill", time="night", number=number))
        del alive[seat]
        if (winner := _winner(alive)) is not None:
            return winner, gone


def _day(rng: Random, alive: dict[int, Role], number: int) -> Elimination | None:
    """Return who leaves on a day, if somebody does."""
    if rng.random() < _REMOVAL:
        seat = rng.choice(sorted(alive))
        return Elimination(seat=seat, cause="removal", time="day", number=number, reason="fourth foul")
    if rng.random() > (_DAY_ONE_VOTE if number == 1 else _LATER_VOTE):
        return None
    team: Team = "black" if rng.random() < _BLACK_VOTED_OUT else "red"
    return Elimination(seat=rng.choice(_of(alive, team)), cause="vote", time="day", number=number)


def _of(alive: dict[int, Role], team: Team) -> list[int]:
    return sorted(seat for seat, role in alive.items() if TEAM_OF[role] == team)


def _winner(alive: dict[int, Role]) -> Team | None:
    reds, blacks = len(_of(alive, "red")), len(_of(alive, "black"))
    if blacks == 0:
        return "red"
    return "black" if blacks >= reds else None


def _best_move(
    rng: Random,
    roles: dict[int, Role],
    first_killed: int | None,
    eliminations: Sequence[Elimination],
    regulations: Regulations,
) -> BestMove | None:
    play = regulations.play
    left_first_day = sum(e.time == "day" and e.number == 1 for e in eliminations)
    lost = play.best_move_lost_with is not None and left_first_day >= play.best_move_lost_with
    if first_killed is None or play.best_move == "none" or lost or rng.random() > _BEST_MOVE:
        return None
    others = {team: [s for s in _of(roles, team) if s != first_killed] for team in ("red", "black")}
    named: list[int] = []
    for _ in range(play.best_move_names):
        pool = others["black" if others["black"] and rng.random() < _BLACK_NAMED else "red"]
        named.append(pool.pop(rng.randrange(len(pool))))
    return BestMove(seat=first_killed, named=tuple(named))


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
