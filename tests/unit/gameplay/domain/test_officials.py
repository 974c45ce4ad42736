"""Who judges, who plays, who corrects: each event to the last field, and what is missing for a signature."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec

from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.amending import ConfirmCorrection, ProposeCorrection
from services.gameplay.domain.game.arranging import CorrectSeats, GiveBack, StepIn, SubstitutePlayer
from services.gameplay.domain.game.dealing import dealt_from
from services.gameplay.domain.game.decider import EnterSummary, again, decider
from services.gameplay.domain.game.events import (
    ChiefJudgeSteppedIn,
    CorrectionProposed,
    GameAnnulled,
    GameEnded,
    GameEvent,
    GameReinstated,
    JudgeReturned,
    MoveRecorded,
    PlayerSubstituted,
    ResultAmended,
    SeatsCorrected,
)
from services.gameplay.domain.game.protocol import missing_before_signature
from services.gameplay.domain.game.state import Annulled, Signed
from tests.scenario import scenario
from tests.unit.gameplay.judging import taken
from tests.unit.gameplay.tables import (
    AT,
    CHAMPIONSHIP,
    DRAW,
    GAME,
    JUDGE,
    PLAYERS,
    ROLES,
    STRANGER,
    ended,
    ending,
    enter,
    out,
    result,
    running,
    schedule,
    scheduled,
    seats,
    sign,
    signed,
    start,
)

CHIEF = UUID(int=0xC41EF)
LATER = AT + timedelta(minutes=5)
STEPPED_IN = ChiefJudgeSteppedIn(by=CHIEF, reason="ill", stepped_in_at=AT)


def annulled() -> tuple[GameEvent, ...]:
    """Return the history of an annulled game."""
    ruled = GameAnnulled(ruling=UUID(int=0x801), reason="So ruled.", annulled_at=AT)
    return *signed(taken(result())), ruled


def live(*played: moves.Move) -> tuple[GameEvent, ...]:
    """Return the history of a game played move by move."""
    entries = (
        MoveRecorded(number=number, move=move, by=JUDGE, recorded_at=AT)
        for number, move in enumerate(played, start=1)
    )
    return *running(), *entries


DEALT = moves.RolesDealt(roles=ROLES)
STOPPED = moves.GameStopped(note="no light")


def test_the_chief_judge_comes_and_goes() -> None:
    """Each with who and when; in a game that is signed or annulled, neither."""
    step_in = StepIn(reason="ill", by=CHIEF, is_chief_judge=True, at=LATER)
    game = scenario(decider).given(scheduled())
    game.when(step_in).then(ChiefJudgeSteppedIn(by=CHIEF, reason="ill", stepped_in_at=LATER))
    there = game.given(STEPPED_IN)
    there.when(GiveBack(by=CHIEF, at=LATER)).then(JudgeReturned(by=CHIEF, returned_at=LATER))
    gone = scenario(decider).given(*annulled())
    gone.when(step_in).then_refused(errors.GameIsAnnulled)
    gone.when(GiveBack(by=JUDGE, at=LATER)).then_refused(errors.GameIsAnnulled)
    other = StepIn(reason="ill", by=STRANGER, is_chief_judge=True, at=LATER)
    there.when(other).then(ChiefJudgeSteppedIn(by=STRANGER, reason="ill", stepped_in_at=LATER))


def substitution(**changed: Any) -> SubstitutePlayer:
    """Return a substitution at seat 3."""
    given: dict[str, Any] = {
        "seat": 3,
        "player": STRANGER,
        "reason": "He left.",
        "is_entered": True,
        "by": JUDGE,
        "is_official": False,
        "at": LATER,
    }
    return SubstitutePlayer(**(given | changed))


def test_a_substitute_is_named_with_his_seat() -> None:
    """Refused, the seat or the other game is named; who was drawn may come back without an entry."""
    game = scenario(decider).given(scheduled())
    event = PlayerSubstituted(seat=3, player=STRANGER, reason="He left.", by=JUDGE, substituted_at=LATER)
    game.when(substitution()).then(event)
    stranger = game.when(substitution(is_entered=False)).then_refused(errors.SubstituteNotEntered)
    assert stranger.facts == {"seat": 3}
    busy = game.when(substitution(elsewhere=UUID(int=7))).then_refused(errors.PlayerAtTwoTables)
    assert busy.facts == {"game": UUID(int=7)}
    back = substitution(player=PLAYERS[2], is_entered=False)
    (returned,) = game.given(event).when(back).events
    assert returned == msgspec.structs.replace(event, player=PLAYERS[2])
    acting = game.given(STEPPED_IN)
    acting.when(substitution(player=CHIEF, by=CHIEF)).then_refused(errors.JudgeAtOwnTable)
    acting.when(substitution(player=JUDGE, by=CHIEF)).then_refused(errors.JudgeAtOwnTable)


def test_a_substituted_seat_leaves_the_draw_as_it_was() -> None:
    """The same draw again changes nothing, whoever plays and judges by now; another draw conflicts."""
    event = PlayerSubstituted(seat=3, player=STRANGER, reason="He left.", by=JUDGE, substituted_at=AT)
    arranged = scenario(decider).given(scheduled(), event, STEPPED_IN)
    arranged.when(schedule()).then_nothing()
    arranged.when(schedule(draw=UUID(int=0xD2))).then_nothing()
    now = (*PLAYERS[:2], STRANGER, *PLAYERS[3:])
    arranged.when(schedule(seats=now)).then_refused(errors.GameAlreadyScheduled)
    reseated = SeatsCorrected(seats=PLAYERS[::-1], reason="x", by=JUDGE, corrected_at=AT)
    scenario(decider).given(scheduled(), reseated).when(schedule()).then_nothing()


def test_seats_are_corrected_until_there_is_a_result() -> None:
    """In a live game that has ended without one, too; with a result, or after the signature, no more."""
    really = (PLAYERS[1], PLAYERS[0], *PLAYERS[2:])
    command = CorrectSeats(seats=really, reason="swapped", by=JUDGE, at=LATER)
    event = SeatsCorrected(seats=really, reason="swapped", by=JUDGE, corrected_at=LATER)
    open_end = (*live(DEALT, STOPPED), GameEnded(by=JUDGE, ended_at=AT))
    for history in ((scheduled(),), running(), live(DEALT), open_end):
        scenario(decider).given(*history).when(command).then(event)
    closed = ended(taken(result()))
    scenario(decider).given(*closed).when(command).then_refused(errors.GameAlreadyStarted)
    unkept = (*running(), GameEnded(by=JUDGE, ended_at=AT))
    scenario(decider).given(*unkept).when(command).then_refused(errors.GameAlreadyStarted)
    stopped = taken(result(None, eliminations=(), features=(), ending=ending("stopped")))
    with_result = (*open_end, *ended(stopped)[-1:])
    scenario(decider).given(*with_result).when(command).then_refused(errors.GameAlreadyStarted)
    scenario(decider).given(*signed(taken(result()))).when(command).then_refused(errors.ProtocolAlreadySigned)
    scenario(decider).given(*annulled()).when(command).then_refused(errors.GameIsAnnulled)


def test_a_correction_of_a_signed_result_is_proposed_whole() -> None:
    """By whom and when; a substitute must have an entry; an annulled game is corrected no more."""
    before, after = taken(result("black")), taken(result("red"))
    game = scenario(decider).given(*signed(before))
    propose = ProposeCorrection(result=after, reason="a slip", by=JUDGE, is_chief_judge=False, at=LATER)
    event = CorrectionProposed(result=after, reason="a slip", by=JUDGE, proposed_at=LATER)
    game.when(propose).then(event)
    with_stranger = msgspec.structs.replace(after, seats=seats(s4={"player": STRANGER, "substitute": True}))
    strange = msgspec.structs.replace(propose, result=with_stranger)
    game.when(strange).then_refused(errors.SubstituteNotEntered)
    entered = msgspec.structs.replace(strange, entrants=frozenset({STRANGER}))
    assert len(game.when(entered).events) == 1
    waiting = game.given(event)
    other = msgspec.structs.replace(propose, by=CHIEF, is_chief_judge=True)
    assert len(waiting.when(other).events) == 1
    agree = ConfirmCorrection(by=CHIEF, is_chief_judge=True, at=LATER)
    waiting.when(agree).then(ResultAmended(result=after, ruling=None, reason="a slip", amended_at=LATER))
    gone = scenario(decider).given(*annulled())
    gone.when(propose).then_refused(errors.GameIsAnnulled)
    gone.when(agree).then_refused(errors.GameIsAnnulled)
    scenario(decider).given(scheduled()).when(propose).then_refused(errors.ProtocolNotSigned)


def test_a_game_is_scheduled_again_as_it_was() -> None:
    """As another game: same draw, stage, round, table, judge, rules, and who plays by now."""
    other = UUID(int=0xB0)
    event = PlayerSubstituted(seat=3, player=STRANGER, reason="He left.", by=JUDGE, substituted_at=AT)
    state = decider.fold((scheduled(), event))
    now = (*PLAYERS[:2], STRANGER, *PLAYERS[3:])
    assert again(other, state, at=LATER) == schedule(game=other, seats=now, at=LATER)
    undrawn = decider.fold((msgspec.structs.replace(scheduled(), draw=None),))
    assert again(other, undrawn, at=LATER) == schedule(game=other, draw=GAME, at=LATER)
    assert schedule().draw == DRAW
    assert schedule().championship == CHAMPIONSHIP


def test_what_is_missing_before_the_signature() -> None:
    """All of it, in order, in every situation; nothing once the result is there, or signed."""
    expected: list[tuple[tuple[GameEvent, ...], list[str]]] = [
        ((scheduled(),), ["start", "protocol", "end", "result"]),
        (running(), ["protocol", "end", "result"]),
        (live(DEALT), ["end", "result"]),
        (live(DEALT, STOPPED), ["result"]),
        ((*live(DEALT, STOPPED), GameEnded(by=JUDGE, ended_at=AT)), ["result"]),
        ((*running(), GameEnded(by=JUDGE, ended_at=AT)), ["result"]),
        (ended(taken(result())), []),
        (signed(taken(result())), []),
    ]
    for history, missing in expected:
        assert missing_before_signature(decider.fold(history)) == missing


def test_a_seed_stays_with_the_cards_it_gave() -> None:
    """So that everybody can deal them again."""
    dealt = dealt_from("0123456789")
    assert dealt.seed == "0123456789"
    assert dealt == moves.RolesDealt(roles=dealt.roles, seed="0123456789")


def test_a_summary_after_moves_keeps_their_cards_and_their_dead() -> None:
    """Who left otherwise than recorded is named; with everything kept it is taken."""
    shots = tuple(moves.Shot(by=seat, at=5) for seat in (1, 2, 3))
    night: tuple[moves.Move, ...] = (
        moves.DayBegan(),
        *(moves.SpeechGiven(seat=s) for s in range(1, 11)),
        moves.NightFell(),
    )
    history = live(DEALT, *night, moves.ShotsFired(shots=shots), moves.MorningCame())
    game = scenario(decider).given(*history)
    assert len(game.when(enter(result("black"))).events) == 2
    gone = result("black").eliminations
    for other in (out(5, "night 1", "removal"), out(5, "day 1"), out(5, "night 3", "removal")):
        refusal = game.when(enter(result("black", eliminations=(other, *gone[1:])))).then_refused(
            errors.SummaryContradictsProtocol
        )
        assert refusal.facts == {"seat": 5}
    swapped = result(seats=seats(s4={"role": "civilian"}, s6={"role": "sheriff"}))
    game.when(enter(swapped)).then_refused(errors.SummaryContradictsProtocol)


def test_a_substitute_in_a_summary_has_an_entry() -> None:
    """Without it he is refused; the judge cannot be one."""
    marked = result(seats=seats(s4={"player": STRANGER, "substitute": True}))
    game = scenario(decider).given(*running())
    stranger = game.when(enter(marked)).then_refused(errors.SubstituteNotEntered)
    assert stranger.facts == {"seat": 4}
    command: EnterSummary = enter(marked, entrants=frozenset({STRANGER}))
    assert len(game.when(command).events) == 2
    unmarked = result(seats=seats(s4={"player": STRANGER}))
    refusal = game.when(enter(unmarked)).then_refused(errors.StrangerAtTheTable)
    assert refusal.facts == {"seat": 4, "expected": PLAYERS[3]}
    judge = result(seats=seats(s4={"player": JUDGE, "substitute": True}))
    game.when(enter(judge, entrants=frozenset({JUDGE}))).then_refused(errors.JudgeAtOwnTable)


def test_events_lead_from_situation_to_situation() -> None:
    """What a ruling did is remembered with the situation; an annulled game returns to what it was."""
    before = decider.fold(signed(taken(result())))
    assert isinstance(before, Signed)
    gone = decider.fold(annulled())
    ruling = UUID(int=0x801)
    assert gone == Annulled(before=before, ruling=ruling, heeded=(ruling,))
    back = GameReinstated(ruling=UUID(int=0x802), reason="x", by=CHIEF, reinstated_at=AT)
    assert decider.fold((back,), gone) == msgspec.structs.replace(before, heeded=(ruling, UUID(int=0x802)))
    unruled = msgspec.structs.replace(annulled()[-1], ruling=None)
    assert decider.fold((*annulled()[:-1], unruled)) == Annulled(before=before, ruling=None)
    for command in (start(), sign()):
        assert scenario(decider).given(*annulled()).when(command).refusal is not None
