"""What gameplay says in public of each private event, and what it keeps to itself."""

from typing import get_args
from uuid import UUID

import msgspec
import pytest

from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.events import (
    GameAnnulled,
    GameEvent,
    GameReinstated,
    ResultAmended,
    RulingNotApplicable,
    SummaryEntered,
)
from services.gameplay.publications import publication
from shared.contracts import gameplay as public
from shared.contracts.envelope import PUBLISHERS
from tests.unit.gameplay.judging import taken
from tests.unit.gameplay.tables import AT, CHAMPIONSHIP, GAME, JUDGE, result, scheduled, signed

BLACK_WON = taken(result("black"))
SECRETS = ("civilian", "sheriff", "mafia", "don", "winner", "elimination", "best", "first_killed", "black")
WHOLE_COURSE: tuple[GameEvent, ...] = (
    *signed(BLACK_WON),
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
)


def said() -> list[object]:
    """Return what is said of a whole course, in order; None where nothing is."""
    spoken: list[object] = []
    state = decider.initial()
    for event in WHOLE_COURSE:
        state = decider.evolve(state, event)
        spoken.append(publication(event, state))
    return spoken


def test_every_event_but_the_summary_has_a_public_face() -> None:
    """A course through all private events says every public event of gameplay, of this game."""
    assert {type(event) for event in WHOLE_COURSE} == set(get_args(GameEvent))
    silent = [event for event, spoken in zip(WHOLE_COURSE, said(), strict=True) if spoken is None]
    assert [type(event) for event in silent] == [SummaryEntered]
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
