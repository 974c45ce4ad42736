"""What gameplay says in public of each private event, and what it keeps to itself."""

from typing import get_args
from uuid import UUID

import msgspec
import pytest

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.events import (
    ChiefJudgeSteppedIn,
    CorrectionProposed,
    GameAnnulled,
    GameEnded,
    GameEvent,
    GameReinstated,
    GameReseated,
    GameStarted,
    JudgeReturned,
    MoveCorrected,
    MoveRecorded,
    PlayerSubstituted,
    ProtocolSigned,
    ReplayOrdered,
    ReseatingDeclined,
    ResultAmended,
    RuleOverridden,
    RulingNotApplicable,
    SeatsCorrected,
    SummaryEntered,
)
from services.gameplay.publications import publication
from shared.contracts import gameplay as public
from shared.contracts.envelope import PUBLISHERS
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
    entered,
    result,
    scheduled,
)

BLACK_WON = taken(result("black"))
SECRETS = ("civilian", "sheriff", "mafia", "don", "winner", "elimination", "best", "first_killed", "black")


def recorded(number: int, move: moves.Move) -> MoveRecorded:
    """Return an entry of the protocol."""
    return MoveRecorded(number=number, move=move, by=JUDGE, recorded_at=AT)


WHOLE_COURSE: tuple[GameEvent, ...] = (
    scheduled(),
    ReseatingDeclined(
        championship=CHAMPIONSHIP,
        game=GAME,
        change=UUID(int=6),
        draw=DRAW,
        conflict="seats_changed_meanwhile",
        detail="They had.",
        declined_at=AT,
    ),
    GameReseated(change=UUID(int=7), judge=JUDGE, seats=PLAYERS, substitutes=(), reseated_at=AT),
    ChiefJudgeSteppedIn(by=STRANGER, reason="The judge is late.", stepped_in_at=AT),
    JudgeReturned(by=STRANGER, returned_at=AT),
    PlayerSubstituted(seat=3, player=STRANGER, reason="He left.", by=JUDGE, substituted_at=AT),
    SeatsCorrected(seats=PLAYERS, reason="He came back.", by=JUDGE, corrected_at=AT),
    GameStarted(by=JUDGE, started_at=AT),
    recorded(1, moves.RolesDealt(roles=ROLES)),
    recorded(2, moves.DayBegan()),
    RuleOverridden(
        number=3,
        rule="out_of_turn",
        clause="O-DAY-1",
        detail="No.",
        reason="Seen.",
        by=JUDGE,
        overridden_at=AT,
    ),
    recorded(3, moves.SpeechGiven(seat=4)),
    MoveCorrected(number=3, moves=(), reason="Not so.", doubts=(), by=JUDGE, corrected_at=AT),
    GameEnded(by=JUDGE, ended_at=AT),
    entered(BLACK_WON),
    ProtocolSigned(by=JUDGE, signed_at=AT),
    CorrectionProposed(result=BLACK_WON, reason="A slip.", by=JUDGE, proposed_at=AT),
    ResultAmended(result=BLACK_WON, ruling=UUID(int=1), reason="So ruled.", amended_at=AT),
    GameAnnulled(ruling=UUID(int=2), reason="So ruled.", annulled_at=AT),
    RulingNotApplicable(
        game=GAME,
        championship=CHAMPIONSHIP,
        ruling=UUID(int=3),
        conflict="game_annulled",
        detail="It is.",
        found_at=AT,
    ),
    GameReinstated(ruling=None, reason="Withdrawn.", by=JUDGE, reinstated_at=AT),
    GameAnnulled(ruling=UUID(int=4), reason="So ruled.", annulled_at=AT),
    ReplayOrdered(replay=UUID(int=5), reason="So ruled.", by=JUDGE, ordered_at=AT),
)


def said() -> list[object]:
    """Return what is said of a whole course, in order; None where nothing is."""
    spoken: list[object] = []
    state = decider.initial()
    for event in WHOLE_COURSE:
        state = decider.evolve(state, event)
        spoken.append(publication(event, state))
    return spoken


KEPT = {SummaryEntered, RuleOverridden, ChiefJudgeSteppedIn, JudgeReturned, CorrectionProposed}
"""What is never said: results before their signature, and how the judges share the work."""


def test_every_event_but_the_judges_own_has_a_public_face() -> None:
    """A course through all private events says every public event of gameplay, of this game."""
    assert {type(event) for event in WHOLE_COURSE} == set(get_args(GameEvent))
    silent = [event for event, spoken in zip(WHOLE_COURSE, said(), strict=True) if spoken is None]
    assert {type(event) for event in silent} == KEPT | {MoveRecorded}
    assert [event.number for event in silent if isinstance(event, MoveRecorded)] == [1, 3]
    spoken = [event for event in said() if event is not None]
    assert {type(event) for event in spoken} == set(get_args(PUBLISHERS["gameplay"]))
    for event in spoken:
        assert (event.game, event.championship) == (GAME, CHAMPIONSHIP)  # type: ignore[attr-defined]


def test_nothing_said_before_the_signature_is_a_secret() -> None:
    """No word of the result is in anything that is said before ProtocolSigned."""
    for spoken in said():
        if isinstance(spoken, public.ProtocolSigned):
            break
        text = msgspec.json.encode(spoken).decode().lower()
        assert not [word for word in SECRETS if word in text], text
    else:
        pytest.fail("the protocol was never signed")


def test_the_signature_says_the_whole_result() -> None:
    """The public event carries the result as recorded, and where it was played."""
    spoken = next(event for event in said() if isinstance(event, public.ProtocolSigned))
    drawn = scheduled()
    assert spoken.result == BLACK_WON
    assert (spoken.stage, spoken.round, spoken.table, spoken.judge) == (
        drawn.stage,
        drawn.round,
        drawn.table,
        drawn.judge,
    )
