"""The generator of plausible games keeps every rule of the table under every shipped document."""

from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from deploy.local.championship.games import plausible_game, plausible_protocol
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.events import SummaryEntered
from services.gameplay.domain.game.live import CloseProtocol, EnterLog, Logged
from services.gameplay.domain.game.rules import TableRules, binding
from services.gameplay.domain.game.state import Setting
from services.gameplay.domain.game.summary import checked
from shared.contracts.primitives import exact
from shared.contracts.regulations import Regulations
from tests.unit.gameplay.tables import (
    AT,
    CHAMPIONSHIP,
    DIGEST,
    DOCUMENTS,
    GAME,
    JUDGE,
    PLAYERS,
    chance,
    running,
)

SHIPPED = pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)


def setting(rules: TableRules) -> Setting:
    """Return a table under rules."""
    return Setting(
        game=GAME,
        championship=CHAMPIONSHIP,
        stage="final",
        stage_kind="final",
        round=1,
        table=1,
        judge=JUDGE,
        seats=PLAYERS,
        rules=rules,
    )


@SHIPPED
def test_five_hundred_games_are_taken_as_they_are(document: Regulations) -> None:
    """Each is a summary that the judge could enter; what the rules derive agrees with what it says."""
    rng = chance(20140524)
    table = setting(binding(document, DIGEST))
    for _ in range(500):
        game = plausible_game(rng, PLAYERS, document)
        recorded = checked(game, table, ())
        assert recorded.winner == game.winner
        assert recorded.first_killed == game.first_killed
        assert recorded.ending is not None


@SHIPPED
def test_log_and_summary_of_a_game_are_one_result(document: Regulations) -> None:
    """However deep its protocol is, a game ends the same; a log only knows more of it."""
    rng = chance(11)
    table_rules = binding(document, DIGEST)
    for _ in range(10):
        game = plausible_protocol(rng, PLAYERS, document)
        log = EnterLog(log=tuple(Logged(move=move) for move in game.moves), by=JUDGE, at=AT)
        events = list(running(table_rules))
        events += decider.decide(log, decider.fold(events))
        close = CloseProtocol(awards=game.awards, by=JUDGE, at=AT)
        closed = decider.decide(close, decider.fold(events))[-1]
        assert isinstance(closed, SummaryEntered)
        summary = checked(game.result, setting(table_rules), ())
        assert msgspec.structs.replace(closed.result, features=summary.features) == summary


@SHIPPED
def test_the_same_seed_gives_the_same_games(document: Regulations) -> None:
    """A championship can be played again from its printed seed."""
    first, second = ([plausible_game(chance(7), PLAYERS, document)] for _ in range(2))
    assert first == second


def test_the_rates_are_those_of_real_games() -> None:
    """Blacks win about six of ten, first nights miss in six of a hundred, extras sum up to about 1.2."""
    rng = chance(1)
    document = DOCUMENTS["mafgame-2026"]
    games = [plausible_game(rng, PLAYERS, document) for _ in range(2000)]
    wins = Counter(game.winner for game in games)
    assert 0.57 < wins["black"] / len(games) < 0.66
    assert 0.03 < sum(game.first_killed is None for game in games) / len(games) < 0.09
    extras = sum((exact(a.points) for game in games for a in game.extra_points), Fraction(0)) / len(games)
    assert Fraction(11, 10) < extras < Fraction(13, 10)
    assert 0.02 < sum(len(game.penalties) for game in games) / (10 * len(games)) < 0.04


def test_best_players_by_vote_are_found_often() -> None:
    """Where votes decide, many games have a best player and some have none."""
    rng = chance(3)
    document = DOCUMENTS["chnu-2016"]
    table = setting(binding(document, DIGEST))
    found = [
        bool(checked(plausible_game(rng, PLAYERS, document), table, ()).best_players) for _ in range(300)
    ]
    assert 0.3 < sum(found) / len(found) < 0.95
