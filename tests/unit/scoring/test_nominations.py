"""Nominations: the best of each role, the most valuable player, and exact ties."""

import pytest
from msgspec.structs import replace

from services.scoring.domain.nominations import Nominated, nominations_of
from services.scoring.domain.tables import standings_of
from shared.contracts.primitives import PublicEvent
from shared.contracts.regulations import Nomination
from tests.unit.scoring.games import (
    announced,
    document,
    entered,
    facts,
    numbers,
    player,
    result,
    signed,
    withdrawn,
)

ENTRIES = [entered(number) for number in range(1, 11)]
GAME = signed(result("black", extra={2: "1", 5: "0.5"}))


def found(*events: PublicEvent) -> dict[str, Nominated]:
    """Return nominations by key."""
    known = facts(*events)
    assert known.contest is not None
    return {one.key: one for one in nominations_of(known, known.contest, standings_of(known))}


def awarded(one: Nominated) -> list[int]:
    """Return the numbers of who is awarded."""
    return numbers(nominee.player for nominee in one.awarded)


def test_the_best_of_each_role_is_counted_over_the_games_in_that_role() -> None:
    """Points of other games do not help."""
    other = signed(result("red", (5, *range(11, 20)), extra={1: "1"}), round_number=2)
    awards = found(announced(), *ENTRIES, GAME, other)
    assert awarded(awards["best-mafia"]) == [2]
    assert awarded(awards["best-civilian"]) == [5]
    assert awarded(awards["best-don"]) == [1]
    assert awards["best-civilian"].awarded[0].metrics == {"points": "0.5", "wins": "0"}
    assert awarded(awards["mvp"]) == [5]


@pytest.mark.case(53)
def test_an_exact_tie_gives_nobody_the_award_unless_the_document_shares_it() -> None:
    """Who is tied is named all the same."""
    game = signed(result("black", extra={2: "1", 3: "1"}))
    tied = found(announced(), *ENTRIES, game)["best-mafia"]
    assert (awarded(tied), numbers(one.player for one in tied.tied)) == ([], [2, 3])
    shared = Nomination(key="best-mafia", title="Best mafia", roles=("mafia",), tie="shared")
    rules = announced(replace(document(), nominations=(shared,)))
    assert awarded(found(rules, *ENTRIES, game)["best-mafia"]) == [2, 3]


@pytest.mark.case(52)
def test_players_without_an_entry_or_with_few_games_are_out_by_flag() -> None:
    """Exhibition players, those who left, those who played less than the document asks for."""
    entries = [entry for entry in ENTRIES if entry.player != player(2)]
    assert awarded(found(announced(), *entries, GAME)["best-mafia"]) == [3]
    assert awarded(found(announced(), *ENTRIES, withdrawn(2), GAME)["best-mafia"]) == [3]
    flags = Nomination(key="best-mafia", title="x", roles=("mafia",), entry_required=False)
    assert awarded(found(announced(replace(document(), nominations=(flags,))), GAME)["best-mafia"]) == [2]
    twice = replace(flags, minimum_games=2)
    nobody = found(announced(replace(document(), nominations=(twice,))), GAME)["best-mafia"]
    assert (nobody.awarded, nobody.tied) == ((), ())
