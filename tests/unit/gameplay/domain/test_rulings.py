"""Rulings to the last field: what is recorded of one that cannot be carried out, and what facts lead to."""

from typing import Any, Literal
from uuid import UUID

import msgspec

from services.gameplay.domain.game.corrections import corrected
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.events import (
    GameAnnulled,
    GameReinstated,
    ReplayOrdered,
    ResultAmended,
    RulingNotApplicable,
)
from services.gameplay.domain.game.rulings import ApplyRuling, GameRemedy
from services.gameplay.domain.game.state import Signed
from shared.contracts.appeals import AwardWin, CorrectResult, OrderReplay, SeatFacts
from shared.contracts.gameplay import Result
from tests.scenario import Scenario, scenario
from tests.unit.gameplay.judging import taken
from tests.unit.gameplay.playing import FSM
from tests.unit.gameplay.tables import (
    AT,
    CHAMPIONSHIP,
    GAME,
    ONORE,
    STRANGER,
    award,
    ending,
    move,
    out,
    result,
    roles_only,
    running,
    seats,
    signed,
)

FIRST, SECOND, CHAIR, REPLAY = UUID(int=0x801), UUID(int=0x802), UUID(int=9), UUID(int=0xB0)
WON: Result = taken(result("black", best_move=move(5, 1, 2, 9), extra_points=(award(7, "1"),)))
RED = AwardWin(team="red")


def ruling(remedy: GameRemedy | None, of: UUID = FIRST, **more: Any) -> ApplyRuling:
    """Return the command of a published ruling."""
    given: dict[str, Any] = {
        "game": GAME,
        "championship": CHAMPIONSHIP,
        "ruling": of,
        "remedy": remedy,
        "reason": "A vote was lost.",
        "at": AT,
        "by": CHAIR,
        "replay": REPLAY,
    }
    return ApplyRuling(**(given | more))


def conflict(name: str, detail: str, of: UUID = FIRST) -> RulingNotApplicable:
    """Return the event of a ruling that cannot be carried out."""
    return RulingNotApplicable(
        game=GAME, championship=CHAMPIONSHIP, ruling=of, conflict=name, detail=detail, found_at=AT
    )


def amended(now: Result, of: UUID = FIRST) -> ResultAmended:
    """Return the event of an amended result."""
    return ResultAmended(result=now, ruling=of, reason="A vote was lost.", amended_at=AT)


def annulled(of: UUID = FIRST) -> GameAnnulled:
    """Return the event of an annulment."""
    return GameAnnulled(ruling=of, reason="A vote was lost.", annulled_at=AT)


def played(of: Result = WON) -> Scenario:
    """Return a signed game."""
    return scenario(decider).given(*signed(of))


def test_what_stands_against_a_ruling_is_said_in_words() -> None:
    """With the ruling, the game, the championship and the time."""
    elsewhere = conflict("game_of_another_championship", "The game belongs elsewhere.")
    other = UUID(int=5)
    scenario(decider).when(ruling(RED)).then(conflict("game_unknown", "No published draw holds this game."))
    scenario(decider).given(*running()).when(ruling(RED)).then(
        conflict("game_not_signed", "The protocol is not signed yet.")
    )
    played().when(ruling(RED, championship=other)).then(
        msgspec.structs.replace(elsewhere, championship=other)
    )
    played().when(ruling(AwardWin(team="black"))).then(
        conflict("winner_unchanged", "The win is black's already.")
    )
    red = msgspec.structs.replace(WON, winner="red")
    played().given(amended(red)).when(ruling(AwardWin(team="black"), SECOND)).then(
        conflict("win_awarded_by_another_ruling", f"Ruling {FIRST} gave the win to red.", SECOND)
    )
    same = CorrectResult(reason="Nothing.", seats=(SeatFacts(seat=4, fouls=0),))
    played().when(ruling(same)).then(conflict("result_unchanged", "The result says this already."))
    played().when(ruling(None, SECOND, supersedes=FIRST)).then(
        conflict("nothing_to_undo", f"Ruling {FIRST} changed nothing in it, or was not the last to.", SECOND)
    )
    dons = CorrectResult(reason="Cards.", seats=(SeatFacts(seat=5, role="don"),))
    (event,) = played().when(ruling(dons)).events
    assert event.conflict == "correction_breaks_rules"
    assert event.detail.startswith("wrong_composition: The cards are ")


def test_an_annulled_game_is_changed_by_what_supersedes_its_annulment_only() -> None:
    """Another ruling, and one that supersedes another, is recorded as not applicable."""
    game = played().given(annulled())
    not_now = conflict("game_annulled", f"The game is annulled, by ruling {FIRST}.", SECOND)
    game.when(ruling(RED, SECOND)).then(not_now)
    game.when(ruling(RED, SECOND, supersedes=UUID(int=7))).then(not_now)
    unruled = played().given(msgspec.structs.replace(annulled(), ruling=None))
    unruled.when(ruling(RED, SECOND)).then(
        conflict("game_annulled", "The game is annulled, by ruling None.", SECOND)
    )


def test_a_replay_in_the_place_of_an_annulment_is_ordered() -> None:
    """The game stays annulled, by the new ruling, and is played as another, once."""
    replay = ReplayOrdered(replay=REPLAY, reason="A vote was lost.", by=CHAIR, ordered_at=AT)
    game = played().given(annulled())
    game.when(ruling(OrderReplay(), SECOND, supersedes=FIRST)).then(annulled(SECOND), replay)
    again = game.given(replay)
    again.when(ruling(RED, SECOND, supersedes=FIRST)).then(
        conflict("game_replayed", f"Game {REPLAY} is played instead.", SECOND)
    )


def test_a_correction_in_the_place_of_an_annulment_lets_the_corrected_game_count() -> None:
    """First it counts again, then its facts are put right, both by the same ruling."""
    back = GameReinstated(ruling=SECOND, reason="A vote was lost.", by=CHAIR, reinstated_at=AT)
    fouls = CorrectResult(reason="A foul was lost.", seats=(SeatFacts(seat=4, fouls=2),))
    right = msgspec.structs.replace(
        WON, seats=tuple(msgspec.structs.replace(s, fouls=2 if s.seat == 4 else 0) for s in WON.seats)
    )
    game = played().given(annulled())
    game.when(ruling(fouls, SECOND, supersedes=FIRST)).then(back, amended(right, SECOND))


def test_another_win_in_the_place_of_an_awarded_one_is_of_the_result_before() -> None:
    """What a first ruling gave is put back first, so that the second may give anew."""
    red = msgspec.structs.replace(WON, winner="red")
    game = played().given(amended(red))
    game.when(ruling(RED, SECOND, supersedes=FIRST)).then(amended(red, SECOND))
    fouls = CorrectResult(reason="A foul was lost.", winner="nobody", seats=(SeatFacts(seat=4, fouls=2),))
    (event,) = game.when(ruling(fouls, SECOND, supersedes=FIRST)).events
    assert isinstance(event, ResultAmended)
    assert event.result.winner is None
    assert event.result.seats[3].fouls == 2
    assert event.result.ending == ending("judge_decision", "A foul was lost.")


# --- what follows from facts ---


def setting_of(history: Any = None) -> Any:
    """Return the setting of a signed game."""
    state = decider.fold(history or signed(WON))
    assert isinstance(state, Signed)
    return state.setting


def test_the_ending_stays_where_it_can() -> None:
    """A judge's decision stays one, where facts beside the ending change."""
    decided = taken(result("black", winner="red", ending=ending("judge_decision", "The last vote was void.")))
    fouls = CorrectResult(reason="A foul.", seats=(SeatFacts(seat=4, fouls=2), SeatFacts(seat=9, fouls=1)))
    now = corrected(decided, fouls, setting_of())
    assert now.ending == decided.ending
    assert [seat.fouls for seat in now.seats] == [0, 0, 0, 2, 0, 0, 0, 0, 1, 0]
    assert [seat.role for seat in now.seats] == [seat.role for seat in decided.seats]


def test_the_ending_follows_from_the_facts_where_it_cannot_stay() -> None:
    """Other eliminations end the game another way."""
    gone = result("red").eliminations
    facts = CorrectResult(reason="Lost votes.", winner="red", eliminations=gone, struck=("best_move",))
    won = msgspec.structs.replace(WON, extra_points=())
    now = corrected(won, facts, setting_of())
    assert (now.winner, now.ending, now.first_killed) == ("red", ending("blacks_out", None), 5)
    assert now.eliminations == gone
    assert now.best_move is None


def test_a_team_defeat_by_ruling_has_the_rulings_reason() -> None:
    """Where the document takes any offense; else it is the commission's decision, with the same reason."""
    facts = CorrectResult(reason="He swore.", winner="black", team_defeat=4)
    lost = roles_only("red")
    setting = msgspec.structs.replace(setting_of(), rules=FSM)
    now = corrected(lost, facts, setting)
    assert (now.winner, now.team_defeat, now.ending) == ("black", 4, ending("team_defeat", "He swore."))


def test_a_winner_is_a_team_or_nobody() -> None:
    """Nobody means a game without winner; without a word of it the winner stays."""
    words: tuple[tuple[Literal["red", "nobody"] | None, str | None], ...] = (
        ("nobody", None),
        ("red", "red"),
        (None, "black"),
    )
    for said, winner in words:
        facts = CorrectResult(reason="So ruled.", winner=said, extra_points=(award(4, "1"),))
        now = corrected(WON, facts, setting_of())
        assert now.winner == winner
        assert now.extra_points == (award(4, "1"),)


def test_every_fact_of_a_result_can_be_put_right() -> None:
    """Each that the ruling names, and no other."""
    facts = CorrectResult(
        reason="The protocol was wrong.",
        eliminations=(out(6, "night 1"), out(5, "day 2"), out(7, "night 2"), out(8, "day 3")),
        first_killed=6,
        best_move=move(6, 1, 2, 3),
        best_players=(award(4, "0.5"),),
        extra_points=(award(9, "1"),),
        seats=(SeatFacts(seat=4, role="civilian"), SeatFacts(seat=5, role="sheriff")),
    )
    now = corrected(WON, facts, setting_of())
    dealt = {"s4": {"role": "civilian"}, "s5": {"role": "sheriff"}}
    assert now == msgspec.structs.replace(
        WON,
        eliminations=facts.eliminations or (),
        first_killed=6,
        best_move=move(6, 1, 2, 3),
        best_players=(award(4, "0.5"),),
        extra_points=(award(9, "1"),),
        seats=seats(**dealt),
    )
    assert ONORE.clause("play.best_move") == "O-NIGHT-5"


def test_a_substitute_stays_in_a_corrected_result() -> None:
    """Who played is an entrant of it, whoever was drawn."""
    marked = seats(s4={"player": STRANGER, "substitute": True})
    played_so = msgspec.structs.replace(WON, seats=marked)
    for facts in (
        CorrectResult(reason="A foul.", seats=(SeatFacts(seat=9, fouls=1),)),
        CorrectResult(reason="Won.", winner="red"),
    ):
        assert corrected(played_so, facts, setting_of()).seats[3].player == STRANGER
