"""From three votes to one decision, by a rule that leaves nothing open."""

from datetime import date
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.appeals.domain.protest.tally import effect, named, tally
from shared.contracts.appeals import (
    AdjustPoints,
    AnnulGame,
    AwardWin,
    CorrectResult,
    NoChange,
    OrderReplay,
    Remedy,
    RemovePlayer,
    SeatFacts,
    SuspendPlayer,
    Verdict,
)
from tests.unit.appeals.protests import MEMBERS, OTHER, PLAYERS, ballot

GIVE = AdjustPoints(player=OTHER, points="0.5", reason="The foul was none.")
GIVE_AGAIN = AdjustPoints(player=OTHER, points="1/2", reason="In other words.")
TAKE = AdjustPoints(player=OTHER, points="-0.5", reason="He looked.")
MORE = AdjustPoints(player=PLAYERS[4], points="2", reason="He was right.")
FOULS = CorrectResult(reason="Two were lost.", seats=(SeatFacts(seat=4, fouls=2), SeatFacts(seat=7, fouls=1)))
FOULS_AGAIN = CorrectResult(reason="So it was.", seats=FOULS.seats[::-1])
SHORT, LONG = (SuspendPlayer(OTHER, date(year, 1, 1), "He shouted.") for year in (2030, 2031))
OUT = RemovePlayer(OTHER, "He shouted.")
RED, BLACK = AwardWin("red"), AwardWin("black")


def decide(*remedies: Remedy | None) -> tuple[Verdict, Remedy]:
    """Tally votes in the order of the members; None rejects."""
    return tally(
        [ballot(m, "uphold" if r else "reject", r) for m, r in zip(MEMBERS, remedies, strict=True)], MEMBERS
    )


@pytest.mark.parametrize(
    ("remedies", "expected"),
    [
        ((None, None, None), ("reject", NoChange())),
        ((AnnulGame(), None, None), ("reject", NoChange())),
        ((AnnulGame(), AnnulGame(), None), ("uphold", AnnulGame())),
        ((None, RED, RED), ("uphold", RED)),
        ((AnnulGame(), NoChange(), AnnulGame()), ("uphold", AnnulGame())),
        ((GIVE, AnnulGame(), GIVE_AGAIN), ("uphold", GIVE)),
        ((NoChange(), NoChange(), NoChange()), ("uphold", NoChange())),
    ],
)
def test_the_majority_decides(remedies: tuple[Remedy | None, ...], expected: object) -> None:
    """Two of three decide the verdict, and most of those who uphold the remedy."""
    assert decide(*remedies) == expected


@pytest.mark.parametrize(
    ("remedies", "expected"),
    [
        ((AnnulGame(), RED, GIVE), GIVE),
        ((AnnulGame(), RED, NoChange()), NoChange()),
        ((AnnulGame(), None, RED), RED),
        ((None, MORE, GIVE), GIVE),
        ((AnnulGame(), MORE, RED), MORE),
        ((RED, FOULS, AnnulGame()), FOULS),
        ((OrderReplay(), AnnulGame(), OUT), AnnulGame()),
        ((OUT, LONG, OrderReplay()), OrderReplay()),
        ((OUT, LONG, SHORT), SHORT),
    ],
)
def test_a_split_takes_the_least_intrusive(remedies: tuple[Remedy | None, ...], expected: Remedy) -> None:
    """Each for another: nothing, points (fewer first), corrections, the win, the game, then people."""
    assert decide(*remedies) == ("uphold", expected)


@pytest.mark.parametrize(
    ("remedies", "expected"),
    [((RED, BLACK, None), RED), ((BLACK, RED, None), BLACK), ((AnnulGame(), TAKE, GIVE), TAKE)],
)
def test_between_equals_the_chairman_decides(remedies: tuple[Remedy | None, ...], expected: Remedy) -> None:
    """Between equally intrusive remedies the one of the member named first stands."""
    assert decide(*remedies) == ("uphold", expected)


def test_dissents_are_named() -> None:
    """Who voted otherwise than the ruling, on the verdict or on the remedy, dissents; others do not."""
    votes = [
        ballot(MEMBERS[2], "reject"),
        ballot(MEMBERS[0], remedy=GIVE),
        ballot(MEMBERS[1], remedy=AnnulGame()),
    ]
    verdict, remedy = tally(votes, MEMBERS)
    published = named(votes, MEMBERS, verdict, remedy)
    assert [(vote.member, vote.dissent) for vote in published] == [
        (MEMBERS[0], False),
        (MEMBERS[1], True),
        (MEMBERS[2], True),
    ]


def test_the_same_correction_in_other_words_is_one() -> None:
    """The order in which the facts are named, and why, make no other correction."""
    assert decide(FOULS, AnnulGame(), FOULS_AGAIN) == ("uphold", FOULS)


def test_the_same_remedy_in_other_words_is_no_dissent() -> None:
    """Half a point is half a point, however it is written and reasoned."""
    votes = [
        ballot(MEMBERS[0], remedy=GIVE),
        ballot(MEMBERS[1], remedy=GIVE_AGAIN),
        ballot(MEMBERS[2], remedy=GIVE),
    ]
    assert not any(vote.dissent for vote in named(votes, MEMBERS, *tally(votes, MEMBERS)))


REMEDIES = st.sampled_from(
    [None, NoChange(), AnnulGame(), RED, BLACK, GIVE, GIVE_AGAIN, TAKE, MORE, OUT, LONG, FOULS]
)


@given(st.tuples(REMEDIES, REMEDIES, REMEDIES))
def test_the_order_of_the_votes_does_not_matter(remedies: tuple[Remedy | None, ...]) -> None:
    """The same votes in any order give the same decision, and it is one that somebody voted for."""
    votes = [ballot(m, "uphold" if r else "reject", r) for m, r in zip(MEMBERS, remedies, strict=True)]
    verdict, remedy = tally(votes, MEMBERS)
    assert {tally(order, MEMBERS) for order in permutations(votes)} == {(verdict, remedy)}
    assert sum(vote.verdict == verdict for vote in votes) >= 2
    assert verdict == "reject" or any(effect(vote.remedy) == effect(remedy) for vote in votes)
