"""The draw, by clause and case: by lot, reproducible by anyone, and never impossible."""

import hashlib
from typing import Any
from uuid import UUID, uuid5

import pytest

from services.registration.domain.championship.decider import championship
from services.registration.domain.draw.decider import draw
from services.registration.domain.draw.events import DrawPublished
from services.registration.domain.draw.qualification import Named, players_of, stage_of
from services.registration.domain.errors import (
    JudgeRepeated,
    NotYourDraw,
    PlayerRepeated,
    QualifiersNotNamed,
    TablesCannotBeFilled,
    TooFewJudges,
    TooFewPlayers,
)
from tests.scenario import scenario
from tests.unit.registration.drawing import FORTY, JUDGES, publish
from tests.unit.registration.samples import CHIEF, CLUB, STAGES, announce, stage


@pytest.mark.clause("C-DRAW-1")
def test_the_chief_host_draws_by_lot() -> None:
    """The chief judge holds the draw, nobody without that part does, and the seed decides the line-ups."""
    outcome = scenario(draw).when(publish(by=CHIEF))
    assert outcome.refusal is None
    refused = scenario(draw).when(publish(by=CLUB, clause="C-DRAW-1"))
    refused.then_refused(NotYourDraw, clause="C-DRAW-1")
    other = scenario(draw).when(publish(by=CHIEF, seed="another"))
    assert outcome.events[0].tables != other.events[0].tables


def redrawn(published: DrawPublished) -> list[tuple[int, int, UUID, tuple[UUID, ...]]]:
    """Draw again as the documentation says, with none of the product's code.

    For tables that seat everybody: shuffle for order, shuffle for seats, shuffle judges, take those
    with fewest games, shuffle onto tables.
    """
    inputs = published.inputs
    lines = ["plain-random-1", f"draw {inputs.draw}", f"stage {inputs.stage}", f"games {inputs.games}"]
    lines += [f"tables {inputs.tables or 'all'}"]
    lines += [f"player {player}" for player in sorted(inputs.players)]
    lines += [f"judge {judge}" for judge in sorted(inputs.judges)]
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    key = hashlib.sha256(f"{digest}\n{published.seed}".encode()).digest()
    numbers: list[int] = []
    for counter in range(1000):
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        numbers += [int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24)]

    def shuffled(items: list[UUID]) -> list[UUID]:
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            while (number := numbers.pop(0)) >= 2**64 // (last + 1) * (last + 1):
                pass
            other = number % (last + 1)
            items[last], items[other] = items[other], items[last]
        return items

    tables = len(inputs.players) // 10
    judged = dict.fromkeys(sorted(inputs.judges), 0)
    games = []
    for round_number in range(1, inputs.games + 1):
        seats = shuffled(shuffled(sorted(inputs.players)))
        free = sorted(shuffled(list(judged)), key=lambda judge: judged[judge])[:tables]
        for judge in free:
            judged[judge] += 1
        for table, judge in enumerate(shuffled(free), start=1):
            games.append((round_number, table, judge, tuple(seats[table * 10 - 10 : table * 10])))
    return games


@pytest.mark.clause("C-DRAW-1", "O-REG-4")
def test_anybody_can_draw_again() -> None:
    """A second program, written from the documentation, gives the published seating from its seed."""
    plainly = publish(judges=(*JUDGES,), seed="лотерея 17", algorithm="plain-random-1")
    [published] = scenario(draw).when(plainly).events
    drawn = [(t.round, t.table, t.judge, t.seats) for t in published.tables]
    assert drawn == redrawn(published)
    assert [t.game for t in published.tables] == [
        uuid5(published.inputs.draw, f"{t.round}/{t.table}") for t in published.tables
    ]


@pytest.mark.case(59)
def test_nobody_is_in_two_places() -> None:
    """A judge in the line-up of his own table, a player or a judge listed twice: refused."""
    scenario(draw).when(publish(judges=FORTY[:4], appointed_judges=set(FORTY))).then_refused(TooFewJudges)
    scenario(draw).when(publish(players=(*FORTY[1:], FORTY[1]))).then_refused(PlayerRepeated)
    scenario(draw).when(publish(judges=(*JUDGES, JUDGES[3]))).then_refused(JudgeRepeated)


@pytest.mark.case(60)
@pytest.mark.parametrize(
    ("impossible", "rule", "reason"),
    [
        (stage("tour", 10, 3, tables=7), TablesCannotBeFilled, "7 tables need 70 players, there are 10"),
        (stage("tour", 9, 10), TooFewPlayers, "9 players; a table needs ten"),
    ],
)
def test_an_impossible_seating_is_refused_at_once(impossible: Any, rule: Any, reason: str) -> None:
    """Ten players at seven tables, and nine, are refused when announced and when drawn, with the reason."""
    announced = scenario(championship).when(announce(stages=(impossible,)))
    assert reason in announced.then_refused(rule, clause="O-PLAN-1").message
    drawn = scenario(draw).when(publish(stage=impossible, players=FORTY[: impossible.players]))
    assert reason in drawn.then_refused(rule).message


@pytest.mark.case(63)
def test_an_unseeded_stage_is_empty() -> None:
    """Before its qualifiers are named a stage has no players, nameless or other: the draw is refused."""
    previous, semifinal = stage_of(STAGES, "semifinal")
    with pytest.raises(QualifiersNotNamed, match="20 best after 'tour-2', but that stage is not closed"):
        players_of(previous, semifinal, entrants=FORTY, drawn_before=FORTY, named=Named())
