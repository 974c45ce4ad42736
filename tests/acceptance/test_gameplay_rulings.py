"""What rulings make of a game: applied once, in order, or recorded as not applicable."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
import pytest

from services.gameplay.domain import errors
from services.gameplay.domain.game.decider import EnterSummary, decider
from services.gameplay.domain.game.events import (
    GameAnnulled,
    GameEvent,
    GameReinstated,
    ReplayOrdered,
    ResultAmended,
    RulingNotApplicable,
)
from services.gameplay.domain.game.replaying import OrderReplay
from services.gameplay.domain.game.rulings import ApplyRuling, GameRemedy
from shared.contracts import appeals
from shared.contracts.appeals import AnnulGame, AwardWin, CorrectResult, SeatFacts
from shared.contracts.gameplay import Result
from tests.scenario import scenario
from tests.unit.gameplay.judging import taken
from tests.unit.gameplay.tables import (
    AT,
    CHAMPIONSHIP,
    GAME,
    award,
    ended,
    enter,
    move,
    result,
    running,
    scheduled,
    sign,
    signed,
    start,
)

RULING, LATER = UUID(int=0x801), UUID(int=0x802)
ANNUL = AnnulGame()
RED, BLACK = AwardWin(team="red"), AwardWin(team="black")


def ruling(remedy: GameRemedy, of: UUID = RULING, championship: UUID = CHAMPIONSHIP) -> ApplyRuling:
    """Return the command of a published ruling."""
    return ApplyRuling(
        game=GAME, championship=championship, ruling=of, remedy=remedy, reason="A vote was lost.", at=AT
    )


def annulled(of: UUID = RULING) -> GameAnnulled:
    """Return the event of an annulment."""
    return GameAnnulled(ruling=of, reason="A vote was lost.", annulled_at=AT)


def amended(result_now: Result, of: UUID = RULING) -> ResultAmended:
    """Return the event of an awarded win."""
    return ResultAmended(result=result_now, ruling=of, reason="A vote was lost.", amended_at=AT)


def conflict_of(events: Sequence[GameEvent]) -> str:
    """Return the conflict of the one event that says that a ruling was not applicable."""
    (event,) = events
    assert isinstance(event, RulingNotApplicable)
    return event.conflict


BLACK_WON = taken(result("black", best_move=move(5, 1, 2, 9), extra_points=(award(7, "1"),)))


@pytest.mark.case(68)
def test_an_annulled_game_is_played_again_once() -> None:
    """An official orders the replay once; a game that was played again stays annulled."""
    order = OrderReplay(replay=UUID(int=0xB0), reason="So ruled.", by=UUID(int=9), is_official=True, at=AT)
    game = scenario(decider).given(*signed(BLACK_WON))
    game.when(order).then_refused(errors.GameNotAnnulled)
    ordered = ReplayOrdered(replay=UUID(int=0xB0), reason="So ruled.", by=UUID(int=9), ordered_at=AT)
    after = game.given(annulled())
    after.when(order).then(ordered)
    after.when(msgspec.structs.replace(order, is_official=False)).then_refused(errors.NotAnOfficial)
    played = after.given(ordered)
    played.when(order).then_nothing()
    played.when(msgspec.structs.replace(order, replay=UUID(int=0xB1))).then_refused(errors.GameReplayed)
    played.when(ruling(RED, LATER)).then(
        RulingNotApplicable(
            game=GAME,
            championship=CHAMPIONSHIP,
            ruling=LATER,
            conflict="game_annulled",
            detail=f"The game is annulled, by ruling {RULING}.",
            found_at=AT,
        )
    )


def test_an_awarded_win_changes_the_winner_and_nothing_else() -> None:
    """Roles, best move and extra points stay as the judge signed them."""
    expected = msgspec.structs.replace(BLACK_WON, winner="red")
    scenario(decider).given(*signed(BLACK_WON)).when(ruling(RED)).then(amended(expected))


def test_a_replay_that_is_ordered_annuls_and_schedules_in_one_act() -> None:
    """The game counts no more by the ruling and is played as another; once, whatever comes twice."""
    game = scenario(decider).given(*signed(BLACK_WON))
    replay = ReplayOrdered(replay=UUID(int=0xB0), reason="A vote was lost.", by=UUID(int=9), ordered_at=AT)
    command = msgspec.structs.replace(ruling(appeals.OrderReplay()), by=UUID(int=9), replay=UUID(int=0xB0))
    game.when(command).then(annulled(), replay)
    done = game.given(annulled(), replay)
    done.when(command).then_nothing()
    assert conflict_of(done.when(ruling(appeals.OrderReplay(), LATER)).events) == "game_annulled"


def test_a_correction_changes_the_facts_it_names_in_the_result_as_it_is_by_then() -> None:
    """What judge and chief judge corrected since the signature stays; the winner stays who won."""
    meanwhile = msgspec.structs.replace(BLACK_WON, extra_points=(award(3, "0.5"),))
    game = scenario(decider).given(
        *signed(BLACK_WON), msgspec.structs.replace(amended(meanwhile), ruling=None)
    )
    fouls = CorrectResult(reason="A foul was lost.", seats=(SeatFacts(seat=4, fouls=2),))
    (event,) = game.when(ruling(fouls)).events
    assert isinstance(event, ResultAmended)
    assert event.ruling == RULING
    assert event.result.extra_points == meanwhile.extra_points
    assert [seat.fouls for seat in event.result.seats] == [0, 0, 0, 2, 0, 0, 0, 0, 0, 0]
    later = game.given(event)
    later.when(ruling(fouls)).then_nothing()
    assert conflict_of(later.when(ruling(fouls, LATER)).events) == "result_unchanged"
    (awarded,) = later.when(ruling(RED, LATER)).events
    assert isinstance(awarded, ResultAmended)
    won = CorrectResult(reason="Red won.", winner="black")
    third = later.given(awarded).when(ruling(won, UUID(int=0x803)))
    assert conflict_of(third.events) == "win_awarded_by_another_ruling"


def test_a_corrected_winner_is_the_commissions_decision_where_the_record_says_otherwise() -> None:
    """The ending names the reason; a fact that is struck is gone; the game can be awarded no more."""
    won = CorrectResult(reason="The last vote was lost.", winner="red", struck=("best_move",))
    game = scenario(decider).given(*signed(BLACK_WON))
    (event,) = game.when(ruling(won)).events
    assert isinstance(event, ResultAmended)
    assert (event.result.winner, event.result.best_move) == ("red", None)
    assert conflict_of(game.given(event).when(ruling(BLACK, LATER)).events) == "win_awarded_by_another_ruling"


def test_a_correction_that_breaks_the_rules_is_a_conflict_with_the_rule() -> None:
    """A protocol with two dons is none: the ruling comes back with what it breaks."""
    dons = CorrectResult(
        reason="Cards.", seats=tuple(SeatFacts(seat=seat, role="don") for seat in range(1, 11))
    )
    (event,) = scenario(decider).given(*signed(BLACK_WON)).when(ruling(dons)).events
    assert isinstance(event, RulingNotApplicable)
    assert event.conflict == "correction_breaks_rules"
    assert "don" in event.detail


def instead(remedy: GameRemedy | None, of: UUID = LATER) -> ApplyRuling:
    """Return the command of a ruling of a higher body in the place of RULING."""
    return msgspec.structs.replace(ruling(ANNUL, of), remedy=remedy, supersedes=RULING, by=UUID(int=9))


@pytest.mark.case(68)
def test_a_ruling_in_the_place_of_an_annulment_lets_the_game_count_again() -> None:
    """With what is ruled instead; a game that was played again stays out, whoever says so."""
    back = GameReinstated(ruling=LATER, reason="A vote was lost.", by=UUID(int=9), reinstated_at=AT)
    game = scenario(decider).given(*signed(BLACK_WON), annulled())
    game.when(instead(None)).then(back)
    game.given(back).when(instead(None)).then_nothing()
    red = msgspec.structs.replace(BLACK_WON, winner="red")
    game.when(instead(RED)).then(back, amended(red, LATER))
    game.when(instead(BLACK)).then(back)
    game.when(instead(ANNUL)).then(annulled(LATER))
    game.given(annulled(LATER)).when(instead(ANNUL)).then_nothing()
    replay = ReplayOrdered(replay=UUID(int=0xB0), reason="So.", by=UUID(int=9), ordered_at=AT)
    assert conflict_of(game.given(replay).when(instead(None)).events) == "game_replayed"


def test_a_ruling_in_the_place_of_an_amendment_puts_the_result_back() -> None:
    """As it was before, unless something else amended it since."""
    red = msgspec.structs.replace(BLACK_WON, winner="red")
    game = scenario(decider).given(*signed(BLACK_WON), amended(red))
    game.when(instead(None)).then(amended(BLACK_WON, LATER))
    game.when(instead(BLACK)).then(amended(BLACK_WON, LATER))
    game.when(instead(ANNUL)).then(annulled(LATER))
    since = msgspec.structs.replace(amended(red), ruling=None)
    assert conflict_of(game.given(since).when(instead(None)).events) == "nothing_to_undo"
    untouched = scenario(decider).given(*signed(BLACK_WON))
    assert conflict_of(untouched.when(instead(None)).events) == "nothing_to_undo"
    untouched.when(instead(RED)).then(amended(red, LATER))


@pytest.mark.parametrize("remedy", [ANNUL, RED, BLACK], ids=["annul", "red", "black"])
def test_a_ruling_is_applied_exactly_once(remedy: GameRemedy) -> None:
    """The same ruling again leads to nothing, whether it was applied or could not be."""
    game = scenario(decider).given(*signed(BLACK_WON))
    events = game.when(ruling(remedy)).events
    assert len(events) == 1
    game.given(*events).when(ruling(remedy)).then_nothing()


@pytest.mark.parametrize(
    ("history", "command", "conflict"),
    [
        ((), ruling(ANNUL), "game_unknown"),
        ((scheduled(),), ruling(ANNUL), "game_not_signed"),
        (running(), ruling(RED), "game_not_signed"),
        (ended(BLACK_WON), ruling(RED), "game_not_signed"),
        (signed(BLACK_WON), ruling(BLACK), "winner_unchanged"),
        ((*signed(BLACK_WON), annulled(LATER)), ruling(ANNUL), "game_annulled"),
        ((*signed(BLACK_WON), annulled(LATER)), ruling(RED), "game_annulled"),
        (signed(BLACK_WON), ruling(RED, championship=UUID(int=5)), "game_of_another_championship"),
        (
            (*signed(BLACK_WON), amended(msgspec.structs.replace(BLACK_WON, winner="red"), LATER)),
            ruling(BLACK),
            "win_awarded_by_another_ruling",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_applied_is_recorded(
    history: tuple[GameEvent, ...], command: ApplyRuling, conflict: str
) -> None:
    """A ruling is never refused: what stands against it is an event with a stable code."""
    assert conflict_of(scenario(decider).given(*history).when(command).events) == conflict


def test_a_game_may_be_drawn_after_a_ruling_named_it() -> None:
    """A ruling on an unknown game leaves the game to be scheduled and played as any other."""
    unknown = scenario(decider).when(ruling(ANNUL)).events
    game = scenario(decider).given(*unknown, scheduled())
    assert len(game.when(start()).events) == 1
    game.when(ruling(ANNUL)).then_nothing()


@pytest.mark.clause("C-LAW-36")
def test_a_signed_result_changes_by_ruling_only() -> None:
    """After the signature the judge can neither enter nor sign nor start again, annulled or not."""
    other: EnterSummary = enter(result("red"))
    game = scenario(decider).given(*signed(BLACK_WON))
    game.when(other).then_refused(errors.ProtocolAlreadySigned)
    game.when(start()).then_refused(errors.ProtocolAlreadySigned)
    game.when(sign()).then_nothing()
    for command in (other, start(), sign()):
        game.given(annulled()).when(command).then_refused(errors.GameIsAnnulled)
