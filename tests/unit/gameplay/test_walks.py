"""What followed from a game's moves once follows for ever; what was refused is refused by the same rule."""

from typing import get_args

import msgspec
import pytest

from services.gameplay.domain.game.moves import Move
from services.gameplay.domain.game.table import Phase, Table
from tests.unit.gameplay.playing import FOUR_DOCUMENTS
from tests.unit.gameplay.walking import rules_of, tried, walks


@pytest.mark.parametrize("document", FOUR_DOCUMENTS)
def test_every_walk_leads_where_it_led(document: str) -> None:
    """Move by move: the table, what is allowed on it, and each refusal with its clause and facts."""
    for number, (head, *lines) in enumerate(walks(document), start=1):
        rules = rules_of(document, head)
        table = Table()
        for step, line in enumerate(lines, start=1):
            move = msgspec.convert(line["move"], Move)
            table, now = tried(table, move, rules, overruled="overruled" in line)
            assert now == line, f"walk {number}, step {step}"


def test_the_walks_go_everywhere() -> None:
    """Nearly every move is made somewhere and most are refused; every phase but the vote on a draw is met."""
    made: set[str] = set()
    refused: set[str] = set()
    phases: set[str] = set()
    for document in FOUR_DOCUMENTS:
        for head, *lines in walks(document):
            rules = rules_of(document, head)
            table = Table()
            for line in lines:
                move = msgspec.convert(line["move"], Move)
                (refused if "refused" in line else made).add(type(move).__name__)
                table, _ = tried(table, move, rules, overruled="overruled" in line)
                phases.add(table.phase)
    names = {kind.__name__ for kind in get_args(Move)}
    rare = {"CastVotesSettled", "DrawVoted"}
    assert made >= names - rare
    assert len(refused) > len(names) / 2
    assert phases >= set(get_args(Phase)) - {"draw"}
