"""The official tables of real tournaments, recomputed row by row."""

from fractions import Fraction
from uuid import NAMESPACE_URL, UUID, uuid5

import pytest

from services.scoring.domain.facts import Contest, Entrant, Facts, Game
from services.scoring.domain.tables import OVERALL, Row, Table, stage_scope, standings_of
from shared.contracts.registration import StagePlan
from shared.contracts.regulations import Component, Metric, shipped
from tests.official_results import FOLDER, TOLERANCE, OfficialTournament, load, player_id

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"the official results lie outside the repository, in {FOLDER}"
)
CHAMPIONSHIP = UUID("0190a000-0000-7000-8000-000000000702")
SCOPES = {"qualification": stage_scope("main"), "final": stage_scope("final"), "total": OVERALL}
COMPONENTS: dict[str, tuple[Component, ...]] = {
    "plus": ("extra_points",),
    "minus": ("penalty",),
    "bm": ("best_move",),
    "ci": ("compensation",),
}
METRICS: dict[str, Metric] = {
    "sigma": "points",
    "sigma_ap": "additional_points",
    "w": "wins",
    "d": "wins_as_don",
    "s": "wins_as_sheriff",
    "k": "times_first_killed",
}


def facts_of(tournament: OfficialTournament) -> Facts:
    """Return the facts that the tournament's games are."""
    players = {seat.player for game in tournament.games for seat in game.seats}
    games = [
        Game(
            id=uuid5(NAMESPACE_URL, f"game:{tournament.number}:{game.round}:{game.table}"),
            stage=game.stage,
            stage_kind=game.kind,
            round=game.round,
            table=game.table,
            result=game.result(),
            event=uuid5(NAMESPACE_URL, f"event:{tournament.number}:{game.round}:{game.table}"),
        )
        for game in tournament.games
    ]
    return Facts(
        contest=Contest(
            championship=CHAMPIONSHIP,
            title=f"Tournament {tournament.number}",
            regulations=shipped()["mafgame-2026"],
            stages=tuple(
                StagePlan(
                    key=stage,
                    title=stage,
                    kind="final" if stage == "final" else "qualification",
                    games=4 if stage == "final" else 12,
                    players=tournament.players,
                    venue="hall",
                )
                for stage in tournament.stages
            ),
            organizer=player_id("organizer"),
        ),
        entrants={player_id(code): Entrant(player=player_id(code), nick=code) for code in players},
        games={game.id: game for game in games},
    )


def value(row: Row, column: str) -> Fraction:
    """Return what a row says in an official column."""
    if column == "games":
        return Fraction(row.games)
    if column in COMPONENTS:
        return abs(sum((row.components.get(part, Fraction(0)) for part in COMPONENTS[column]), Fraction(0)))
    return row.metrics[METRICS[column]]


def tables_of(number: int) -> list[tuple[str, Table, OfficialTournament]]:
    """Return our table for each official one."""
    tournament = load(number)
    tables = standings_of(facts_of(tournament)).tables
    return [(name, tables[SCOPES[name]], tournament) for name in tournament.tables]


@pytest.mark.parametrize("number", [702, 826])
@pytest.mark.clause("O-SCORE-8")
@pytest.mark.case(41)
@pytest.mark.case(42)
@pytest.mark.case(43)
def test_every_official_row_is_met(number: int) -> None:
    """Places are met exactly, and every column of the table to a hundredth."""
    differences: list[tuple[object, ...]] = []
    for name, table, tournament in tables_of(number):
        ours = {row.nick: row for row in table.rows}
        assert len(ours) == len(tournament.tables[name])
        for official in tournament.tables[name]:
            row = ours[official.player]
            if str(row.place) != official.place:
                differences.append((name, official.player, "place", official.place, row.place))
            differences += [
                (name, official.player, column, float(expected), float(value(row, column)))
                for column, expected in official.values.items()
                if abs(value(row, column) - expected) > TOLERANCE
            ]
    assert differences == []


def test_the_substitute_of_826_has_a_row_and_games_of_his_own() -> None:
    """A substitute keeps his own game, and whom he stood in for has one game less."""
    tournament = load(826)
    substitutes = {seat.player for game in tournament.games for seat in game.seats if seat.substitute}
    (_, table, _) = tables_of(826)[0]
    games = {row.nick: row.games for row in table.rows}
    assert [games[player] for player in substitutes] == [1]
    assert sorted(games.values())[:3] == [1, 14, 15]


def test_the_game_without_a_winner_of_702_pays_no_win_and_no_compensation() -> None:
    """A game without a winner keeps its best move and brings nothing else."""
    tournament = load(702)
    facts = facts_of(tournament)
    (undecided,) = (game.id for game in facts.games.values() if game.result and game.result.winner is None)
    lines = [line for own in standings_of(facts).lines.values() for line in own if line.game == undecided]
    assert {line.component for line in lines if line.worth} == {"best_move"}


def test_the_three_way_tie_of_826_needs_exact_arithmetic() -> None:
    """Three players have the very same points; additional points part them."""
    (_, table, _) = tables_of(826)[0]
    tied = [row for row in table.rows if row.place in {25, 26, 27}]
    assert len({row.total for row in tied}) == 1
    assert [row.decided.by for row in tied[1:] if row.decided] == ["additional_points"] * 2
