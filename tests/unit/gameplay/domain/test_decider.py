"""The draw of a game and its replay, to the last field; what binds a table of a document; dealt cards."""

from typing import Any
from uuid import UUID

import msgspec
import pytest

from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.dealing import dealt_from
from services.gameplay.domain.game.decider import ScheduleGame, StartGame, again, decider
from services.gameplay.domain.game.events import (
    ChiefJudgeSteppedIn,
    GameStarted,
    MoveRecorded,
    PlayerSubstituted,
    SeatsCorrected,
)
from services.gameplay.domain.game.rules import binding
from shared.contracts.primitives import COMPOSITION
from tests.scenario import scenario
from tests.unit.gameplay.tables import (
    AT,
    CHAMPIONSHIP,
    CHNU,
    DIGEST,
    DOCUMENTS,
    DRAW,
    GAME,
    JUDGE,
    ONORE,
    PLAYERS,
    ROLES,
    STRANGER,
    enter,
    out,
    result,
    running,
    schedule,
    scheduled,
)

REPLAY = UUID(int=0xB0)


def test_a_replay_has_the_same_table_players_judge_and_rules() -> None:
    """Only the game is another; a game of before draws had names is its own draw."""
    state = decider.fold((scheduled(),))
    assert again(REPLAY, state, at=AT) == ScheduleGame(
        game=REPLAY,
        championship=CHAMPIONSHIP,
        draw=DRAW,
        stage="tour-1",
        stage_kind="qualification",
        round=1,
        table=2,
        judge=JUDGE,
        seats=PLAYERS,
        rules=ONORE,
        at=AT,
    )
    nameless = decider.fold((msgspec.structs.replace(scheduled(), draw=None),))
    assert again(REPLAY, nameless, at=AT).draw == GAME


def test_a_draw_that_is_heard_again_changes_nothing_whatever_was_arranged_since() -> None:
    """A substitute, other seats, the chief judge in place of the judge: the draw is as it was."""
    substituted = PlayerSubstituted(seat=3, player=STRANGER, reason="He left.", by=JUDGE, substituted_at=AT)
    seats = (PLAYERS[1], PLAYERS[0], *PLAYERS[2:])
    swapped = SeatsCorrected(seats=seats, reason="Swapped.", by=JUDGE, corrected_at=AT)
    stepped = ChiefJudgeSteppedIn(by=STRANGER, reason="Ill.", stepped_in_at=AT)
    for since in (substituted, swapped, stepped):
        scenario(decider).given(scheduled(), since).when(schedule()).then_nothing()
        other = schedule(seats=(PLAYERS[1], PLAYERS[0], *PLAYERS[2:]))
        scenario(decider).given(scheduled(), since).when(other).then_refused(errors.GameAlreadyScheduled)
    for changed in ({"judge": STRANGER}, {"round": 2}, {"table": 1}, {"rules": CHNU}, {"stage": "final"}):
        named: dict[str, Any] = dict(changed)
        refused = scenario(decider).given(scheduled()).when(schedule(**named))
        refused.then_refused(errors.GameAlreadyScheduled)
    other_draw = schedule(draw=UUID(int=0xD2))
    scenario(decider).given(scheduled()).when(other_draw).then_nothing()


def test_a_summary_may_not_lose_who_left_by_the_protocol() -> None:
    """The refusal names the seat."""
    entries: tuple[moves.Move, ...] = (
        moves.RolesDealt(roles=ROLES),
        moves.DayBegan(),
        moves.PlayerRemoved(seat=9, note="left the hall"),
    )
    recorded = [
        MoveRecorded(number=number, move=move, by=JUDGE, recorded_at=AT)
        for number, move in enumerate(entries, start=1)
    ]
    given = scenario(decider).given(*running(), *recorded)
    refusal = given.when(enter(result())).then_refused(errors.SummaryContradictsProtocol)
    assert refusal.facts == {"seat": 9}
    nine = (out(9, "day 1", "removal"), out(5, "night 1"), out(6, "day 2"), out(7, "night 2"))
    assert given.when(enter(result(eliminations=nine))).refusal is None


def test_who_sits_there_by_right_may_start() -> None:
    """Nobody of this table is out or elsewhere, whoever else is."""
    start = StartGame(by=JUDGE, at=AT, left=frozenset({STRANGER}), elsewhere=frozenset({STRANGER}))
    scenario(decider).given(scheduled()).when(start).then(GameStarted(by=JUDGE, started_at=AT))


@pytest.mark.parametrize("name", ["onore-2014", "chnu-2016", "mafgame-2026"])
def test_a_document_binds_a_table_by_what_a_table_needs_of_it(name: str) -> None:
    """Play, sanctions, extra points, best player, and the clauses of these; nothing of fees or stages."""
    document = DOCUMENTS[name]
    rules = binding(document, DIGEST)
    assert (rules.document, rules.version, rules.digest) == (document.id, document.version, DIGEST)
    assert (rules.play, rules.sanctions) == (document.play, document.sanctions)
    assert (rules.extra_points, rules.best_player) == (
        document.scoring.extra_points,
        document.scoring.best_player,
    )
    bound = ("play.", "sanctions.", "scoring.")
    assert set(rules.clauses) <= {key for key in document.clauses if key.startswith(bound)}
    wanted = {key for key in document.clauses if key.startswith(("play.", "sanctions."))}
    assert wanted <= set(rules.clauses)
    assert rules.clauses == {key: document.clauses[key] for key in rules.clauses}


def test_cards_from_a_seed_keep_the_seed() -> None:
    """So that the deal can be done again by whoever reads the protocol."""
    dealt = dealt_from("a seed")
    assert dealt.seed == "a seed"
    assert dealt == dealt_from("a seed")
    assert dealt != dealt_from("another")
    assert {role: dealt.roles.count(role) for role in COMPOSITION} == COMPOSITION
