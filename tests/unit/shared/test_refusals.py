"""Refusals carry stable codes."""

import pytest

from shared.eventsourcing.refusal import Conflicting, Refusal


class NotAPlayerOfTheGame(Refusal):
    """A name with a one-letter word."""


class ProtestWindowClosed(Conflicting):
    """A plain name."""


@pytest.mark.parametrize(
    ("refusal", "code"),
    [(NotAPlayerOfTheGame, "not_a_player_of_the_game"), (ProtestWindowClosed, "protest_window_closed")],
)
def test_the_code_is_the_rule_in_snake_case(refusal: type[Refusal], code: str) -> None:
    """A client may rely on the code: it follows from the name and nothing else."""
    assert refusal.code == code
    assert refusal("said", clause="O-TIE-1", left=2).facts == {"left": 2}
