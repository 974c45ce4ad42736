"""The README of appeals tells what the code does: its tables are read and tried."""

import inspect
import re
from collections.abc import Sequence
from pathlib import Path
from typing import get_args
from uuid import UUID

import pytest
from litestar.routes import HTTPRoute

from services.appeals.app import create_app
from services.appeals.domain import errors
from services.appeals.domain.protest.commands import ProtestCommand
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import Act, ProtestEvent
from shared.contracts.appeals import NoChange
from shared.eventsourcing.refusal import Conflicting, Forbidden, Missing, Refusal
from shared.settings import Settings
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    ACCEPTED,
    CHAIRMAN,
    CHIEF,
    CLOSED,
    DECLINED,
    FILER,
    JUDGE,
    MEMBERS,
    ORGANIZER,
    OTHER,
    PASSED_ON,
    STRANGER,
    UNDER_REVIEW,
    WAITING,
    WITHDRAWN,
    accept,
    appoint,
    ballot,
    decided,
    decline,
    file,
    filed,
    publish,
    ruled,
    vote,
    withdraw,
    write_reasons,
    written,
)

README = Path(__file__).parents[3] / "services" / "appeals" / "README.md"
PEOPLE: dict[str, UUID] = {
    "filer": FILER,
    "other player": OTHER,
    "judge": JUDGE,
    "chief judge": CHIEF,
    "organizer": ORGANIZER,
    "chairman": CHAIRMAN,
    "member": MEMBERS[1],
    "stranger": STRANGER,
}
SITUATIONS: dict[str, Sequence[ProtestEvent]] = {
    "Unfiled": (),
    "Filed": WAITING,
    "Accepted": PASSED_ON,
    "Accepted, against the chief judge": (filed(act=Act(by=CHIEF, moment=None, text="x")), ACCEPTED),
    "UnderReview": UNDER_REVIEW,
    "UnderReview, the chairman has voted": (*UNDER_REVIEW, ballot(CHAIRMAN, "uphold", NoChange())),
    "Decided": decided(),
    "Decided, with reasons": written(),
    "Ruled": ruled(),
    "Closed, declined": DECLINED,
    "Closed, withdrawn": WITHDRAWN,
    "Closed, ruled": CLOSED,
}


def table(first: str) -> list[list[str]]:
    """Return the rows of the table whose first heading is `first`, the headings among them."""
    lines = README.read_text(encoding="utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return [rows[0], *rows[2:]]


def command(name: str, by: UUID) -> ProtestCommand:
    """Return a command of that name by a person."""
    made: dict[str, ProtestCommand] = {
        "FileProtest": file(by=by),
        "WithdrawProtest": withdraw(by),
        "AcceptProtest": accept(by),
        "DeclineProtest": decline(by),
        "AppointCommission": appoint(by=by),
        "CastVote": vote(by),
        "WriteReasons": write_reasons(by, "Other reasons."),
        "PublishRuling": publish(by),
    }
    return made[name]


CELLS = [
    (row[0], name, cell)
    for headings, *body in [table("situation")]
    for row in body
    for name, cell in zip(headings[1:], row[1:], strict=True)
]


@pytest.mark.parametrize(("situation", "name", "cell"), CELLS, ids=[f"{s}: {c}" for s, c, _ in CELLS])
def test_who_may_do_what_and_when(situation: str, name: str, cell: str) -> None:
    """Each cell is tried by everybody: who is in it may, and nobody else."""
    allowed = {one.strip() for one in cell.split(",") if one.strip()}
    assert allowed <= set(PEOPLE)
    for who, person in PEOPLE.items():
        outcome = scenario(decider).given(*SITUATIONS[situation]).when(command(name, person))
        assert (outcome.refusal is None) == (who in allowed), f"{who}: {outcome}"
        assert outcome.refusal is not None or outcome.events


def test_the_table_is_whole() -> None:
    """Every situation is a row, and every command that people give a column."""
    headings, *body = table("situation")
    assert [row[0] for row in body] == list(SITUATIONS)
    given = {kind.__name__ for kind in get_args(ProtestCommand)}
    heard = {row[0] for row in table("command")[1:] if row[1].startswith("heard:")}
    assert set(headings[1:]) == given - heard


def test_every_command_is_in_the_slice_index() -> None:
    """Each command has its row, with events that exist and a test file that exists."""
    rows = table("command")[1:]
    assert {row[0] for row in rows} == {kind.__name__ for kind in get_args(ProtestCommand)}
    events = {kind.__name__ for kind in get_args(ProtestEvent)}
    for _, _, named, test in rows:
        assert set(re.findall(r"\b[A-Z]\w+[a-z][A-Z]\w+\b", named)) <= events
        assert (README.parents[2] / test.strip("`")).is_file()
    assert events == {e for row in rows for e in re.findall(r"\b[A-Z]\w+\b", row[2])}


def test_every_route_is_in_the_slice_index() -> None:
    """The routes that change something are those of the index, and none deletes or replaces."""
    app = create_app(settings=Settings(database_url="postgresql://nowhere/appeals"))
    changing = {
        f"{method} {re.sub(r':uuid}', '}', route.path)}"
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods - {"GET", "HEAD", "OPTIONS"}
    }
    assert {row[1].strip("`") for row in table("command")[1:] if not row[1].startswith("heard:")} == changing


def test_every_refusal_is_listed_with_its_status() -> None:
    """The list of refusals is that of the code, each with the status its kind has over HTTP."""
    statuses: dict[type, str] = {Missing: "404", Forbidden: "403", Conflicting: "409", Refusal: "422"}
    known = {
        name: statuses[kind.__bases__[0]]
        for name, kind in inspect.getmembers(errors, inspect.isclass)
        if kind.__module__ == errors.__name__
    }
    assert {row[0]: row[1] for row in table("refusal")[1:]} == known
