"""Recorded real games, replayed move by move: the same players leave, and the same team wins.

`FOLLOWED` says under which documents and switch settings each game can be followed.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.primitives import Role, Team
from shared.eventsourcing.refusal import Refusal
from tests.unit.gameplay.playing import FIIM, FSM, Judge
from tests.unit.gameplay.tables import CHNU, ONORE, rules

LOGS = Path(__file__).resolve().parents[3] / "shared" / "data" / "game-logs"
OWN_VOTE = rules(FIIM, first_day_own_vote=True)
DOCUMENTS: dict[str, TableRules] = {
    "onore": ONORE,
    "chnu": CHNU,
    "fiim": FIIM,
    "fsm": FSM,
    "fiim with a leader's own vote on day 1": OWN_VOTE,
}
ALL = set(DOCUMENTS)
FOLLOWED: dict[str, set[str]] = {
    "328635": ALL,
    "328635_with_shot": ALL,
    "328635_with_voted_black": ALL,
    "333915": ALL,
    # On day 1 the leader voted for somebody else and stayed, with thirty seconds.
    "334187": {"fiim with a leader's own vote on day 1"},
    "1": ALL,
    "4842": ALL,
    "4868": ALL,
    # On day 1 both tied players left.
    "4870": ALL - {"chnu"},
    # With four left both tied players left.
    "4871": {"fsm"},
    "4873": ALL,
    "4874": ALL,
    # A kill in a night in which one black has no shot: under no setting.
    "4877": set(),
}
"""Under which settings each game can be followed, and why not under the others."""
ROLES: dict[Any, Role] = {
    0: "don", 1: "mafia", 2: "civilian", 3: "sheriff",
    "don": "don", "maf": "mafia", None: "civilian", "sheriff": "sheriff",
}  # fmt: skip


class Recorded:
    """A game as it was noted, in one form for both notations. Days and nights count from 1."""

    def __init__(self, name: str, roles: tuple[Role, ...]) -> None:
        self.name = name
        self.roles = roles
        self.put_up: dict[int, dict[int, int]] = {}
        self.rounds: dict[int, list[dict[int, int]]] = {}
        self.all_leave: dict[int, set[int]] = {}
        self.shots: dict[int, dict[int, int]] = {}
        self.checks: dict[int, dict[str, int]] = {}
        self.fouls: dict[tuple[str, int, int], list[int]] = {}
        """By "speech", "dusk" or "morning", number, and who had the word (0: nobody)."""
        self.order: tuple[int, ...] = ()
        self.left: set[tuple[int, str, int]] | None = None
        self.winner: Team | None = None
        self.best_move: tuple[int, tuple[int, ...]] | None = None


def notation_a(game: dict[str, Any]) -> Recorded:
    """Read the notation of lists of votes, shots and checks."""
    players = sorted(game["players"], key=lambda player: int(player["position"]))
    recorded = Recorded(game["_source_file"].removesuffix(".json"), tuple(ROLES[p["role"]] for p in players))
    for vote in game["votes"]:
        if vote.get("num") == 0:
            recorded.put_up.setdefault(vote["day"], {})[vote["voter"]] = vote["candidate"]
        elif vote.get("num") is None:
            recorded.all_leave.setdefault(vote["day"], set()).add(vote["voter"])
        else:
            rounds = recorded.rounds.setdefault(vote["day"], [])
            rounds.extend({} for _ in range(vote["num"] - len(rounds)))
            rounds[vote["num"] - 1][vote["voter"]] = vote["candidate"]
    for shot in game["shots"]:
        recorded.shots.setdefault(shot["night"], {})[shot["shooter"]] = shot["victim"]
    for check in game["checks"]:
        recorded.checks.setdefault(check["night"], {})[ROLES[check["role"]]] = check["player"]
    for player in players:
        for foul in player["fouls"]:
            stage = foul["stage"]
            key = {"speech": ("speech", stage["day"], stage["player"])}.get(
                stage["type"], ("dusk", stage["day"], 0)
            )
            recorded.fouls.setdefault(key, []).append(player["position"])
    if game["result"] is not None:
        recorded.winner = "red" if game["result"] == 0 else "black"
    return recorded


def notation_b(game: dict[str, Any]) -> Recorded:
    """Read the notation of lists by player: day 0 is the first."""
    players = sorted(game["players"], key=lambda player: int(player["number"]))
    recorded = Recorded(str(game["id"]), tuple(ROLES[player.get("role")] for player in players))
    recorded.winner = "red" if game["winner"] == "civ" else "black"
    recorded.left = set()
    for player in players:
        seat = player["number"]
        for day, candidate in enumerate(player.get("nominating", []), start=1):
            if candidate is not None:
                recorded.put_up.setdefault(day, {})[seat] = candidate
        _read_votes(recorded, seat, player.get("voting", []))
        for night, target in enumerate(player.get("shooting", []), start=1):
            recorded.shots.setdefault(night, {})[seat] = target
        for checker in ("don", "sheriff"):
            if checker in player:
                recorded.checks.setdefault(player[checker], {})[checker] = seat
        for warning in player.get("warnings", []):
            recorded.fouls.setdefault(_moment(warning), []).append(seat)
        if "death" in player:
            death = player["death"]
            number = death["round"] + (death["type"] == "day")
            recorded.left.add((seat, death["type"], number))
        if "legacy" in player:
            recorded.best_move = seat, tuple(player["legacy"])
    return recorded


def _read_votes(recorded: Recorded, seat: int, voting: list[Any]) -> None:
    """Read whom a player voted for, by day: a number, or one for each round and a truth at the end."""
    for day, cast in enumerate(voting, start=1):
        for number, vote in enumerate(cast if isinstance(cast, list) else [cast]):
            if isinstance(vote, bool):
                recorded.all_leave.setdefault(day, set()).update({seat} if vote else ())
            elif vote is not None:
                rounds = recorded.rounds.setdefault(day, [])
                rounds.extend({} for _ in range(number + 1 - len(rounds)))
                rounds[number][seat] = vote


def _moment(warning: dict[str, Any]) -> tuple[str, int, int]:
    """Return when a warning was given, as far as the rules ask."""
    if warning["time"] == "speaking":
        return "speech", warning["round"] + 1, warning["speaker"]
    if warning["time"].startswith("night"):
        return "morning", warning["round"], 0
    return "dusk", warning["round"] + 1, 0


def follow(recorded: Recorded, table_rules: TableRules) -> Judge:
    """Play what was recorded. Raises the refusal of the first rule it breaks."""
    judge = Judge(table_rules, recorded.roles)
    for number in range(1, 12):
        judge.day()
        _follow_speeches(judge, recorded, number)
        _follow_vote(judge, recorded, number)
        if judge.phase == "over" or number not in recorded.shots:
            break
        for seat in recorded.fouls.get(("dusk", number, 0), []):
            judge.play(moves.FoulGiven(seat=seat, note="recorded"))
        judge.hear_out().play(moves.NightFell())
        _follow_night(judge, recorded, number)
        if judge.phase == "over" or (number + 1 not in recorded.rounds and recorded.winner is None):
            break
    return judge


def _follow_speeches(judge: Judge, recorded: Recorded, day: int) -> None:
    put_up = recorded.put_up.get(day, {})
    while judge.phase == "speeches":
        seat = judge.table.queue[0]
        for fouled in recorded.fouls.get(("speech", day, seat), []):
            judge.play(moves.FoulGiven(seat=fouled, note="recorded"))
        if seat in put_up:
            judge.play(moves.CandidatePutUp(by=seat, candidate=put_up[seat]))
        judge.speak()


def _follow_vote(judge: Judge, recorded: Recorded, day: int) -> None:
    rounds = iter(recorded.rounds.get(day, []))
    while judge.phase in {"vote", "tie_speeches", "all_leave"}:
        if judge.phase == "tie_speeches":
            judge.hear_out()
            continue
        if judge.phase == "all_leave":
            judge.play(moves.AllLeaveVoted(voters=tuple(sorted(_for_it(judge, recorded, day)))))
            continue
        votes = next(rounds, {})
        voting = judge.table.voting
        assert voting is not None
        stray = set(votes.values()) - set(voting.ballot)
        for candidate in (*voting.ballot, *stray):
            voters = tuple(voter for voter, vote in votes.items() if vote == candidate)
            judge.play(moves.HandsCounted(candidate=candidate, voters=voters))


def _for_it(judge: Judge, recorded: Recorded, day: int) -> set[int]:
    """Return who wanted all to leave; where only the outcome is known, everybody or nobody."""
    if recorded.left is None or day in recorded.all_leave:
        return recorded.all_leave.get(day, set())
    left = {seat for seat, time, number in recorded.left if (time, number) == ("day", day)}
    return set(judge.table.alive) if set(judge.table.tied) <= left else set()


def _follow_night(judge: Judge, recorded: Recorded, night: int) -> None:
    fired = recorded.shots[night]
    judge.play(moves.ShotsFired(shots=tuple(moves.Shot(by=by, at=at) for by, at in sorted(fired.items()))))
    checks = recorded.checks.get(night, {})
    if "don" in checks:
        judge.play(moves.DonChecked(target=checks["don"]))
    if "sheriff" in checks:
        judge.play(moves.SheriffChecked(target=checks["sheriff"]))
    if night + 1 not in recorded.rounds and recorded.winner is None and night > 1:
        return
    judge.play(moves.MorningCame())
    if recorded.best_move is not None and judge.table.entitled == recorded.best_move[0]:
        judge.play(moves.BestMoveMade(by=recorded.best_move[0], named=recorded.best_move[1]))
    for seat in recorded.fouls.get(("morning", night, 0), []):
        judge.play(moves.FoulGiven(seat=seat, note="recorded"))
    judge.hear_out()


def agrees(judge: Judge, recorded: Recorded) -> bool:
    """Tell whether the same players left, and the same team won."""
    left = {(e.seat, e.time, e.number) for e in judge.table.gone}
    if recorded.left is not None and left != recorded.left:
        return False
    winner = judge.table.finish.winner if judge.table.finish is not None else None
    return winner == recorded.winner


def games() -> Iterator[Recorded]:
    """Yield every recorded game; none where the folder is absent."""
    for name, read in (("full-logs-a.json", notation_a), ("full-logs-b.json", notation_b)):
        if (LOGS / name).exists():
            yield from map(read, json.loads((LOGS / name).read_text(encoding="utf-8")))


def followed(recorded: Recorded) -> set[str]:
    """Return under which settings a game goes as it was recorded."""
    found = set()
    for name, table_rules in DOCUMENTS.items():
        try:
            if agrees(follow(recorded, table_rules), recorded):
                found.add(name)
        except Refusal:
            continue
    return found


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_recorded_game_goes_as_it_was_recorded(name: str) -> None:
    """The recorded players leave and the recorded team wins, under exactly the settings that allow it."""
    recorded = {game.name: game for game in games()}
    if not recorded:
        pytest.skip(f"the recorded games are not at {LOGS}")
    assert set(recorded) == set(FOLLOWED)
    assert followed(recorded[name]) == FOLLOWED[name]


@pytest.mark.case(10)
def test_the_recorded_triple_tie_lets_nobody_leave() -> None:
    """In 333915 three tie 3-3-3 twice, two of nine want them out, and all stay."""
    recorded = next((game for game in games() if game.name == "333915"), None)
    if recorded is None:
        pytest.skip(f"the recorded games are not at {LOGS}")
    judge = follow(recorded, FIIM)
    assert [tally.leaders for tally in judge.table.tallies] == [(4, 5, 6), (4, 5, 6)]
    assert judge.out == [10]


@pytest.mark.clause("O-NIGHT-1", "C-NIGHT-1")
def test_a_recorded_kill_without_a_shot_breaks_the_rule_of_shots() -> None:
    """In 4877 two of three blacks shot the third, who has no shot: a miss, until his shot is entered."""
    recorded = next((game for game in games() if game.name == "4877"), None)
    if recorded is None:
        pytest.skip(f"the recorded games are not at {LOGS}")
    assert recorded.shots[2] == {5: 3, 10: 3}
    judge = follow(recorded, FSM)
    assert (3, "night", 2) in (recorded.left or set())
    assert 3 not in judge.out
    recorded.shots[2][3] = 3
    for table_rules in (ONORE, CHNU, FIIM, FSM):
        assert agrees(follow(recorded, table_rules), recorded)
