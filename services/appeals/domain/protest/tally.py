"""From three votes to one decision.

The verdict is the majority's. The remedy is the one that most of those who upheld chose; where that is a
tie (each for another), the least intrusive of theirs: NoChange, then AdjustPoints (fewer points first), then
CorrectResult, AwardWin, AnnulGame, OrderReplay, SuspendPlayer (the earlier day first) and RemovePlayer; and
between equally intrusive ones the chairman's, then the second member's.
Two remedies are the same where they do the same: "0.5" points and "1/2" points are, whatever the reason says.
Upheld in part is what at least half of those who uphold uphold in part; a judge is warned where a majority of
the commission says so.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias
from uuid import UUID

import msgspec
from msgspec.structs import replace

from services.appeals.domain.protest.events import VoteCast
from shared.contracts.appeals import (
    AdjustPoints,
    AnnulGame,
    AwardWin,
    CorrectResult,
    MemberVote,
    NoChange,
    OrderReplay,
    Remedy,
    RemovePlayer,
    SeatFacts,
    SuspendPlayer,
    Verdict,
)
from shared.contracts.primitives import exact

Effect: TypeAlias = tuple[int, Fraction, str]
"""How intrusive a remedy is, in order, and what tells it from its equals."""


def effect(remedy: Remedy) -> Effect:  # noqa: PLR0911 - the table
    """Return what a remedy does, least intrusive first when sorted."""
    match remedy:
        case NoChange():
            return 0, Fraction(0), ""
        case AdjustPoints(player=player, points=points):
            amount = exact(points)
            return 1, abs(amount), f"{player} {'-' if amount < 0 else '+'}"
        case CorrectResult():
            facts = replace(remedy, reason="", seats=tuple(sorted(remedy.seats, key=_by_seat)))
            return 2, Fraction(0), msgspec.json.encode(facts, order="sorted").decode()
        case AwardWin(team=team):
            return 3, Fraction(0), team
        case AnnulGame():
            return 4, Fraction(0), ""
        case OrderReplay():
            return 5, Fraction(0), ""
        case SuspendPlayer(player=player, until=until):
            return 6, Fraction(until.toordinal()), f"{player}"
        case RemovePlayer(player=player):
            return 7, Fraction(0), f"{player}"


def _by_seat(facts: SeatFacts) -> int:
    return facts.seat


def tally(votes: Sequence[VoteCast], members: Sequence[UUID]) -> tuple[Verdict, Remedy]:
    """Return verdict and remedy of a full, odd number of votes; `members` begins with the chairman."""
    upheld = [vote for vote in votes if vote.verdict == "uphold"]
    if len(upheld) * 2 < len(votes):
        return "reject", NoChange()
    by_rank = sorted(upheld, key=lambda vote: members.index(vote.member))
    counted = Counter(effect(vote.remedy) for vote in by_rank)
    most = max(counted.values())
    leading = [vote.remedy for vote in by_rank if counted[effect(vote.remedy)] == most]
    return "uphold", min(leading, key=lambda remedy: effect(remedy)[:2])


def named(
    votes: Sequence[VoteCast], members: Sequence[UUID], verdict: Verdict, remedy: Remedy
) -> tuple[MemberVote, ...]:
    """Return the votes as published, chairman first; who voted otherwise than the ruling dissents."""
    by_rank = sorted(votes, key=lambda vote: members.index(vote.member))
    return tuple(
        MemberVote(
            member=vote.member,
            verdict=vote.verdict,
            remedy=vote.remedy,
            dissent=(vote.verdict, effect(vote.remedy)) != (verdict, effect(remedy)),
            in_part=vote.in_part,
            warn=vote.warn,
        )
        for vote in by_rank
    )
