"""Shots, as they are entered: whether any fell, whom they hit, and why they missed."""

import pytest

from services.gameplay.domain.game.moves import Fault, Shot
from services.gameplay.domain.game.night import aimed, anybody_shot, why_missed

BLACKS = (1, 2, 3)


def shots(*at: int | None, fault: Fault | None = None) -> tuple[Shot, ...]:
    """Return the shots of seats 1, 2 and so on; the last one with a fault."""
    fired = [Shot(by=by, at=target) for by, target in enumerate(at, start=1)]
    if fault is not None:
        fired[-1] = Shot(by=len(at), at=at[-1], fault=fault)
    return tuple(fired)


def test_a_faulty_shot_is_a_shot_and_a_missing_one_is_none() -> None:
    """Between the numbers or twice, he shot; for an ending without shots it matters who did not."""
    assert not anybody_shot(())
    assert not anybody_shot(shots(None))
    assert not anybody_shot(shots(None, fault="no_shot"))
    assert anybody_shot(shots(None, fault="between_numbers"))
    assert anybody_shot(shots(None, fault="twice"))
    assert anybody_shot(shots(5))


@pytest.mark.parametrize(
    ("fired", "at", "why"),
    [
        (shots(5, 5, 5), 5, None),
        (shots(5, 5, 6), None, "different_targets"),
        (shots(5, 5), None, "no_shot"),
        (shots(5, 5, 5, fault="between_numbers"), None, "between_numbers"),
        (shots(5, 5, 5, fault="twice"), None, "twice"),
        (shots(5, 5, None, fault="no_shot"), None, "no_shot"),
        ((), None, "no_shot"),
    ],
)
def test_all_blacks_shoot_once_at_one_number(
    fired: tuple[Shot, ...], at: int | None, why: str | None
) -> None:
    """Or they miss, for the first reason there is."""
    assert aimed(fired, BLACKS) == at
    assert why_missed(fired, BLACKS, at) == why


def test_a_shot_at_who_is_out_is_a_miss() -> None:
    """All shot at him, and nobody is hit."""
    assert why_missed(shots(5, 5, 5), BLACKS, None) == "target_is_out"


def test_the_shots_of_others_do_not_count() -> None:
    """A red's shot changes nothing."""
    assert aimed((*shots(5, 5, 5), Shot(by=9, at=6)), BLACKS) == 5
