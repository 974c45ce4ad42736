"""The day: who speaks, in which order, how long, and who is silent."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from shared.contracts.primitives import SeatNumber
from shared.contracts.regulations import PlayRules

Speech: TypeAlias = Literal["speech", "tie", "last_word"]
TEN = 10


def opener_after(before: SeatNumber, alive: Sequence[SeatNumber]) -> SeatNumber:
    """Return who begins a day: the next player alive after who began the day before; `before` 0 on day 1."""
    return min(alive, key=lambda seat: (seat - before - 1) % TEN)


def order_from(opener: SeatNumber, alive: Sequence[SeatNumber]) -> tuple[SeatNumber, ...]:
    """Return the order of the speeches, around the table."""
    return tuple(sorted(alive, key=lambda seat: (seat - opener) % TEN))


def silent(play: PlayRules, speech: Speech, *, costs_speech: bool, costs_later: bool, alive: int) -> bool:
    """Tell whether a player has no word.

    `costs_speech`: a third foul costs him today's speech; `costs_later`: that of the next day.
    """
    if speech == "last_word":
        return False
    if speech == "tie":
        return play.silenced_in_tie == "silent" and (costs_speech or costs_later)
    lifted = play.silence_lifted_at
    return costs_speech and (lifted is None or alive > lifted)


def seconds(play: PlayRules, speech: Speech, *, costs_speech: bool) -> int:
    """Return how long a speech may be."""
    if speech == "last_word":
        return play.last_word_seconds
    if speech == "tie":
        return play.tie_speech_seconds
    return play.silenced_seconds if costs_speech else play.speech_seconds
