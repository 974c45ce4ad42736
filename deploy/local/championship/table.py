"""A game played move by move by chance, as the rules of its document go.

The rates are those of 291 real games, see `games`. Every move is one that a judge could enter.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.course import apply
from services.gameplay.domain.game.night import is_black
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.table import ALL, Phase, Table
from services.gameplay.domain.game.votes import DAY_ONE
from shared.contracts.primitives import COMPOSITION, Role, Team

_DAY_ONE_VOTE = 0.5
_LATER_VOTE = 0.95
_BLACK_VOTED_OUT = 0.553
_HIT = 0.94
_MISSES_IN_A_ROW = 2
_FOUL_AT_A_SPEECH = 0.28
_FOUL_THAT_REMOVES = 0.1
_TIE = 0.08
_BEST_MOVE = 0.9
_BLACK_NAMED = 0.4
_CHECK = 0.97
_FOR_A_DRAW = 0.2


class PlayedGame(NamedTuple):
    """The moves of a game that is over, and its table."""

    moves: tuple[moves.Move, ...]
    table: Table


def played_game(rng: Random, rules: TableRules) -> PlayedGame:
    """Play a whole game."""
    game = _Game(rng, rules)
    while game.table.finish is None:
        _NEXT[game.table.phase](game)
    return PlayedGame(tuple(game.moves), game.table)


class _Game:
    """A game under way: what was played, and what the players have in mind for this day's vote."""

    def __init__(self, rng: Random, rules: TableRules) -> None:
        self.rng = rng
        self.rules = rules
        self.table = Table()
        self.moves: list[moves.Move] = []
        self.proposals: dict[int, int] = {}
        self.favorites: list[int] = []
        self.minds: dict[int, int] = {}
        self.misses = 0

    def play(self, move: moves.Move) -> None:
        self.moves.append(move)
        self.table = apply(self.table, move, self.rules)

    def of(self, team: Team) -> list[int]:
        blacks = self.table.blacks()
        return [seat for seat in self.table.alive if (seat in blacks) == (team == "black")]


def _deal(game: _Game) -> None:
    cards: list[Role] = [role for role, count in COMPOSITION.items() for _ in range(count)]
    game.rng.shuffle(cards)
    game.play(moves.RolesDealt(roles=tuple(cards)))


def _first_night(game: _Game) -> None:
    game.play(moves.ShootingOrdered(order=tuple(game.rng.sample(game.of("red"), 3))))
    game.play(moves.DayBegan())
    _plan(game)


def _plan(game: _Game) -> None:
    """Make up the players' minds: whom the day votes out, if anybody, and who puts up whom."""
    rng, alive = game.rng, list(game.table.alive)
    game.proposals, game.favorites = {}, []
    if rng.random() > (_DAY_ONE_VOTE if game.table.number == DAY_ONE else _LATER_VOTE):
        return
    team: Team = "black" if rng.random() < _BLACK_VOTED_OUT else "red"
    favorite = rng.choice(game.of(team))
    others = rng.sample([s for s in alive if s != favorite], rng.randint(1, min(3, len(alive) - 1)))
    proposers = rng.sample(alive, min(len(others) + 1, len(alive)))
    game.proposals = dict(zip(proposers, rng.sample([favorite, *others], len(proposers)), strict=True))
    game.favorites = [favorite, others[0]] if rng.random() < _TIE else [favorite]


def _speech(game: _Game) -> None:
    rng, table = game.rng, game.table
    seat = table.queue[0]
    if table.phase == "speeches" and rng.random() < _FOUL_AT_A_SPEECH:
        fouled = rng.choice(table.alive)
        last = table.foul_count(fouled) + 1 == game.rules.play.fouls_to_removal
        if not last or rng.random() < _FOUL_THAT_REMOVES:
            game.play(moves.FoulGiven(seat=fouled, note="spoke out of turn"))
            return
    if table.phase == "speeches" and (candidate := game.proposals.pop(seat, None)) is not None:
        up = {c.seat for c in table.candidates}
        silent = table.is_silent(seat, game.rules) and not game.rules.play.silenced_puts_up
        if candidate in table.alive and candidate not in up and not silent:
            game.play(moves.CandidatePutUp(by=seat, candidate=candidate))
    if table.is_silent(seat, game.rules):
        game.play(moves.SpeechSkipped(seat=seat))
    else:
        game.play(moves.SpeechGiven(seat=seat))


def _vote(game: _Game) -> None:
    rng, table = game.rng, game.table
    voting = table.voting
    if voting is None:
        return
    if voting.unsettled:
        game.play(moves.CastVotesSettled(treatment="may_vote_again", note="he left in the vote"))
        return
    if voting.called == 0:
        favorites = [seat for seat in game.favorites if seat in voting.ballot] or [voting.ballot[0]]
        half = (len(table.alive) + 1) // 2
        game.minds = {}
        for place, seat in enumerate(rng.sample(table.alive, len(table.alive))):
            sure = len(favorites) > 1 or place < half + 1
            game.minds[seat] = favorites[place % len(favorites)] if sure else rng.choice(voting.ballot)
    candidate = voting.ballot[voting.called]
    voters = tuple(
        seat for seat in table.alive if game.minds.get(seat) == candidate and not voting.votes[seat - 1]
    )
    game.play(moves.HandsCounted(candidate=candidate, voters=voters))


def _all_leave(game: _Game) -> None:
    game.play(moves.AllLeaveVoted(voters=tuple(s for s in game.table.alive if game.rng.getrandbits(1))))


def _draw(game: _Game) -> None:
    voters = tuple(s for s in game.table.alive if game.rng.random() < _FOR_A_DRAW)
    game.play(moves.DrawVoted(voters=voters))


def _dusk(game: _Game) -> None:
    game.play(moves.NightFell())


def _night(game: _Game) -> None:
    rng, table = game.rng, game.table
    blacks = table.blacks()
    target = rng.choice(game.of("red"))
    if game.misses < _MISSES_IN_A_ROW and rng.random() > _HIT:
        game.misses += 1
        shots = tuple(moves.Shot(by=seat, at=target) for seat in blacks[1:])
        faulty = moves.Shot(by=blacks[0], fault=rng.choice(("no_shot", "between_numbers", "twice")))
        game.play(moves.ShotsFired(shots=(faulty, *shots)))
    else:
        game.misses = 0
        game.play(moves.ShotsFired(shots=tuple(moves.Shot(by=seat, at=target) for seat in blacks)))
    if table.holder("don") is not None and rng.random() < _CHECK:
        game.play(moves.DonChecked(target=rng.choice(ALL)))
    if table.holder("sheriff") is not None and rng.random() < _CHECK:
        target = rng.choice(ALL)
        asks = game.rules.play.sheriff_second_question and is_black(table.role(target))
        game.play(moves.SheriffChecked(target=target, asks_don=asks))
    game.play(moves.MorningCame())


def _morning(game: _Game) -> None:
    rng, table = game.rng, game.table
    if table.entitled is not None and rng.random() < _BEST_MOVE:
        game.play(moves.BestMoveMade(by=table.entitled, named=_named(game, table.entitled)))
    if game.table.queue:
        game.play(moves.SpeechGiven(seat=game.table.queue[0]))
    game.play(moves.DayBegan())
    _plan(game)


def _named(game: _Game, by: int) -> tuple[int, ...]:
    """Name blacks, more or less."""
    others: dict[bool, list[int]] = {True: [], False: []}
    for seat in ALL:
        if seat != by:
            others[is_black(game.table.role(seat))].append(seat)
    named: list[int] = []
    for _ in range(game.rules.play.best_move_names):
        pool = others[bool(others[True]) and game.rng.random() < _BLACK_NAMED]
        named.append(pool.pop(game.rng.randrange(len(pool))))
    return tuple(named)


_NEXT: dict[Phase, Callable[[_Game], None]] = {
    "dealing": _deal,
    "first_night": _first_night,
    "speeches": _speech,
    "tie_speeches": _speech,
    "last_words": _speech,
    "vote": _vote,
    "all_leave": _all_leave,
    "draw": _draw,
    "dusk": _dusk,
    "night": _night,
    "morning": _morning,
}
