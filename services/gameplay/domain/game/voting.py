"""The vote: who leads, and what a tie leads to under the switches of the document.

Pure arithmetic over seats; `course` says when a vote is held and what happens after it.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from shared.contracts.primitives import SeatNumber
from shared.contracts.regulations import PlayRules

FOUR, NINE, THREE = 4, 9, 3
Decision: TypeAlias = Literal["leave", "revote", "ask_all_leave", "ask_draw", "talk", "nobody"]
NOBODY = 0


class Candidacy(msgspec.Struct, frozen=True, kw_only=True):
    """Who put whom up."""

    by: SeatNumber
    seat: SeatNumber


class Voting(msgspec.Struct, frozen=True, kw_only=True):
    """A round of voting under way. `votes[0]` is the vote of seat 1, 0 for none so far."""

    round: int
    ballot: tuple[SeatNumber, ...]
    called: int = 0
    votes: tuple[int, ...] = (NOBODY,) * 10
    unsettled: bool = False
    """A candidate with votes left the table: the judge says what becomes of them."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """A round of voting that is over: every player alive has one vote in it."""

    day: int
    round: int
    ballot: tuple[SeatNumber, ...]
    votes: tuple[int, ...]
    """By seat; 0 for those who are out."""
    leaders: tuple[SeatNumber, ...]
    decision: Decision


def completed(voting: Voting, alive: Sequence[SeatNumber]) -> tuple[int, ...]:
    """Return the votes with those not given put to the candidate called last (O-VOTE-3, C-DAY-4)."""
    last = voting.ballot[-1]
    votes = [NOBODY] * 10
    for seat in alive:
        votes[seat - 1] = voting.votes[seat - 1] or last
    return tuple(votes)


def leaders_of(ballot: Sequence[SeatNumber], votes: Sequence[int]) -> tuple[SeatNumber, ...]:
    """Return the candidates with most votes, in the order of the ballot."""
    counts = [votes.count(seat) for seat in ballot]
    most = max(counts)
    return tuple(seat for seat, count in zip(ballot, counts, strict=True) if count == most)


def decided(
    play: PlayRules,
    *,
    day: int,
    voting: Voting,
    votes: tuple[int, ...],
    leaders: tuple[SeatNumber, ...],
    alive: int,
    missed: bool,
) -> Decision:
    """Say what a round of voting leads to. `missed`: the night before killed nobody."""
    if len(leaders) == 1:
        own = votes[leaders[0] - 1] == leaders[0]
        return "talk" if play.first_day_own_vote and day == 1 and not own else "leave"
    if alive == FOUR and play.four_alive_tie == "night":
        return "nobody"
    if _voted_again(play, voting, leaders):
        return "revote"
    return _last_tie(play, len(leaders), alive, missed=missed)


def _voted_again(play: PlayRules, voting: Voting, leaders: tuple[SeatNumber, ...]) -> bool:
    if voting.round == 1:
        return True
    return play.revotes == "until_repeated" and len(leaders) < len(voting.ballot)


def _last_tie(play: PlayRules, leaders: int, alive: int, *, missed: bool) -> Decision:
    """Say what a tie leads to that is not voted on again."""
    if alive == FOUR and play.four_alive_tie == "revote":
        return "nobody"
    if play.second_tie == "nobody_leaves":
        return "nobody"
    if leaders == alive and play.everyone_tied != "as_others":
        return "nobody" if play.everyone_tied == "night" else "ask_draw"
    if 2 * leaders > alive and play.more_leaders_than_half == "night":
        return "nobody"
    if (alive, leaders) == (NINE, THREE) and (
        play.nine_alive_three_tied == "night"
        or (play.nine_alive_three_tied == "as_others_after_miss" and not missed)
    ):
        return "nobody"
    return "ask_all_leave"


def revote_ballot(play: PlayRules, leaders: tuple[SeatNumber, ...]) -> tuple[SeatNumber, ...]:
    """Return the tied in the order in which they are called again."""
    return leaders[::-1] if play.revote_order == "reverse" else leaders


def carried(votes_for: int, alive: int) -> bool:
    """Tell whether a question has a majority of those alive; half is none (O-TIE-2)."""
    return 2 * votes_for > alive
