"""People with two records, new names, and another version of the document."""

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.scoring.domain.canonical import write
from services.scoring.domain.facts import Facts
from services.scoring.domain.hearing import gather
from services.scoring.domain.tables import OVERALL, standings_of
from shared.contracts.primitives import PublicEvent
from shared.contracts.regulations import shipped
from tests.unit.scoring.games import (
    announced,
    championships,
    entered,
    facts,
    heard,
    merged,
    player,
    rebound,
    result,
    signed,
    standings,
    unmerged,
    withdrawn,
)


def digest(known: Facts) -> str:
    """Return what changes when anything of the standings does."""
    return write(standings_of(known)).digest


def renumbered(event: PublicEvent, number: int, into: int) -> PublicEvent:
    """Return an event as if one player had been another all along."""
    text = msgspec.json.encode(event).decode().replace(str(player(number)), str(player(into)))
    changed: PublicEvent = msgspec.json.decode(text, type=type(event))
    return changed


def test_a_merged_players_games_count_for_the_one_he_is() -> None:
    """Both games, one row, the entry of the first."""
    second = signed(result("red", (30, *range(11, 20))), round_number=2)
    rows = (
        standings(announced(), entered(1), entered(30), signed(), second, merged(30, 1)).tables[OVERALL].rows
    )
    own = {row.player: row for row in rows}
    assert player(30) not in own
    assert (own[player(1)].games, own[player(1)].nick) == (2, "player 01")


def test_who_withdrew_under_one_of_two_names_still_takes_part() -> None:
    """Only when every record is out is the person."""
    rows = standings(announced(), entered(1), entered(30), withdrawn(30), signed(), merged(30, 1)).tables
    assert [row.withdrawn for row in rows[OVERALL].rows if row.player == player(1)] == [False]


@settings(max_examples=20, deadline=None)
@given(championships(), st.integers(1, 14), st.randoms(use_true_random=False))
def test_a_merge_counts_as_if_there_had_been_one_record(
    events: list[PublicEvent], number: int, dice: Any
) -> None:
    """Whenever it is heard; and an entry under both names is one."""
    other = [renumbered(event, number, 50) for event in events]
    numbered = heard(*other, merged(50, number))
    dice.shuffle(numbered)
    assert digest(gather(numbered)) == digest(gather(heard(*events)))


@settings(max_examples=20, deadline=None)
@given(championships(), st.integers(1, 14), st.integers(1, 14))
def test_a_merge_that_is_undone_was_never_made(events: list[PublicEvent], number: int, into: int) -> None:
    """Merged and unmerged: the same bytes as before."""
    before = digest(facts(*events))
    assert digest(facts(*events, merged(number, into), unmerged(number, into))) == before


@settings(max_examples=20, deadline=None)
@given(championships(), st.integers(1, 14))
def test_a_new_name_moves_nobody(events: list[PublicEvent], number: int) -> None:
    """Places and points hang on no name; only the list of those who share a place does."""
    entry = next((one for one in events if getattr(one, "player", None) == player(number)), None)
    renamed = [replace(one, nick="zz") if one is entry else one for one in events]
    before, after = (
        {row.player: (row.place, row.total) for row in standings(*one).tables[OVERALL].rows}
        for one in (events, renamed)
    )
    assert before == after


@settings(max_examples=15, deadline=None)
@given(championships(), st.sampled_from(sorted(shipped())))
def test_another_version_of_the_document_counts_from_the_first_game_on(
    events: list[PublicEvent], name: str
) -> None:
    """Rebinding gives what the new version alone would have given."""
    first = events[0]
    assert hasattr(first, "regulations")
    other = replace(shipped()[name], version=2)
    from_the_start = [replace(first, regulations=other), *events[1:]]
    rebinding = facts(*events, rebound(other))
    assert standings_of(rebinding) == standings_of(facts(*from_the_start))
