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
from services.appeals.domain.register.decider import RegisterCommand
from services.appeals.domain.register.events import RegisterEvent
from services.appeals.domain.window.decider import WindowCommand
from services.appeals.domain.window.events import WindowEvent
from shared.contracts.appeals import NoChange
from shared.eventsourcing.refusal import Conflicting, Forbidden, Missing, Refusal
from shared.settings import Settings
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    ACCEPTED,
    BROKEN,
    CHAIRMAN,
    CHIEF,
    CLOSED,
    CONTESTABLE,
    CONTESTED,
    DECLINED,
    FILER,
    JUDGE,
    MEMBERS,
    OBJECTION,
    ORGANIZER,
    OTHER,
    PASSED_ON,
    QUESTION,
    RESERVES,
    REVIEWED,
    STATEMENT,
    STRANGER,
    WAITING,
    WITHDRAWN,
    accept,
    add_evidence,
    answer,
    appoint,
    ask,
    ballot,
    consent,
    contest,
    decide_objection,
    decided,
    decline,
    file,
    filed,
    late,
    make_statement,
    object_to,
    person,
    publish,
    recuse,
    replace_member,
    ruled,
    vote,
    withdraw,
    write_reasons,
    written,
)

HEARD = ("heard:", "due:")
README = Path(__file__).parents[3] / "services" / "appeals" / "README.md"
PEOPLE: dict[str, UUID] = {
    "filer": FILER,
    "other player": OTHER,
    "judge": JUDGE,
    "chief judge": CHIEF,
    "organizer": ORGANIZER,
    "chairman": CHAIRMAN,
    "member": MEMBERS[1],
    "reserve": RESERVES[0],
    "stranger": STRANGER,
}
SITUATIONS: dict[str, Sequence[ProtestEvent]] = {
    "Unfiled": (),
    "Filed": WAITING,
    "Filed, the judge is silent": (*WAITING, *late("acceptance")),
    "Declined, not for good": CONTESTABLE,
    "Contested": CONTESTED,
    "Accepted": PASSED_ON,
    "Accepted, the appointment is late": (*PASSED_ON, *late("appointment")),
    "Accepted, against the chief judge": (filed(act=Act(by=CHIEF, moment=None, text="x")), ACCEPTED),
    "UnderReview": REVIEWED,
    "UnderReview, the filer has spoken": (*REVIEWED, STATEMENT),
    "UnderReview, the accused is asked": (*REVIEWED, QUESTION),
    "UnderReview, the chairman has voted": (*REVIEWED, ballot(CHAIRMAN, "uphold", NoChange())),
    "UnderReview, the member is objected to": (*REVIEWED, OBJECTION),
    "UnderReview, a seat is empty": BROKEN,
    "UnderReview, the vote is late": (*REVIEWED, *late("vote")),
    "Decided": decided(),
    "Decided, with reasons": written(),
    "Ruled": ruled(),
    "Closed, declined": DECLINED,
    "Closed, withdrawn": WITHDRAWN,
    "Closed, ruled": CLOSED,
}


def table(first: str) -> list[list[str]]:
    """Return the rows of the first table whose first heading is `first`, the headings among them."""
    return tables(first)[0]


def tables(first: str) -> list[list[list[str]]]:
    """Return all such tables."""
    lines = README.read_text(encoding="utf-8").splitlines()
    starts = [n for n, line in enumerate(lines) if line.startswith(f"| {first} |")]
    return [_rows(lines, start) for start in starts]


def _rows(lines: Sequence[str], start: int) -> list[list[str]]:
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return [rows[0], *rows[2:]]


def command(name: str, by: UUID, situation: str = "") -> ProtestCommand:
    """Return a command of that name by a person."""
    made: dict[str, ProtestCommand] = {
        "FileProtest": file(by=by),
        "WithdrawProtest": withdraw(by),
        "AcceptProtest": accept(by),
        "DeclineProtest": decline(by),
        "ContestDecline": contest(by),
        "AppointCommission": appoint(by=by),
        "GiveConsent": consent(by),
        "ObjectToMember": object_to(by),
        "DecideObjection": decide_objection(by),
        "RecuseMember": recuse(by),
        "ReplaceMember": replace_member(
            by, member=None if situation.endswith("a seat is empty") else MEMBERS[1], successor=person(36)
        ),
        "MakeStatement": make_statement(by),
        "AskQuestion": ask(by),
        "AnswerQuestion": answer(by),
        "AddEvidence": add_evidence(by),
        "CastVote": vote(by),
        "WriteReasons": write_reasons(by, "Other reasons."),
        "PublishRuling": publish(by),
    }
    return made[name]


CELLS = [
    (row[0], name, cell)
    for headings, *body in tables("situation")
    for row in body
    for name, cell in zip(headings[1:], row[1:], strict=True)
]


@pytest.mark.parametrize(("situation", "name", "cell"), CELLS, ids=[f"{s}: {c}" for s, c, _ in CELLS])
def test_who_may_do_what_and_when(situation: str, name: str, cell: str) -> None:
    """Each cell is tried by everybody: who is in it may, and nobody else."""
    allowed = {named.strip() for named in cell.split(",") if named.strip()}
    assert allowed <= set(PEOPLE)
    for who, one in PEOPLE.items():
        outcome = scenario(decider).given(*SITUATIONS[situation]).when(command(name, one, situation))
        assert (outcome.refusal is None) == (who in allowed), f"{who}: {outcome}"
        assert outcome.refusal is not None or outcome.events


def test_the_table_is_whole() -> None:
    """Every situation is a row, and every command that people give a column."""
    for _, *body in tables("situation"):
        assert [row[0] for row in body] == list(SITUATIONS)
    given = {kind.__name__ for kind in get_args(ProtestCommand)}
    heard = {row[0] for row in table("command")[1:] if row[1].startswith(HEARD)}
    columns = {name for headings, *_ in tables("situation") for name in headings[1:]}
    assert columns == given - heard - {"SupersedeRuling"}, "a higher body begins a stream of its own"


def test_every_command_is_in_the_slice_index() -> None:
    """Each command has its row, with events that exist and a test file that exists."""
    rows = table("command")[1:]
    assert {row[0] for row in rows} == {
        kind.__name__
        for union in (ProtestCommand, RegisterCommand, WindowCommand)
        for kind in get_args(union)
    }
    events = {
        kind.__name__ for union in (ProtestEvent, RegisterEvent, WindowEvent) for kind in get_args(union)
    }
    for _, _, named, test in rows:
        assert set(re.findall(r"\b[A-Z]\w+[a-z][A-Z]\w+\b", named)) <= events
        assert (README.parents[2] / test.strip("`")).is_file()
    assert events == {e for row in rows for e in re.findall(r"\b[A-Z]\w+\b", row[2])}


def test_every_route_is_in_the_slice_index() -> None:
    """The routes that change something are those of the index and webhooks; none deletes or replaces."""
    app = create_app(settings=Settings(database_url="postgresql://nowhere/appeals"))
    changing = {
        f"{method} {re.sub(r':uuid}', '}', route.path)}"
        for route in app.routes
        if isinstance(route, HTTPRoute) and not route.path.startswith("/v1/webhooks")
        for method in route.methods - {"GET", "HEAD", "OPTIONS"}
    }
    assert {row[1].strip("`") for row in table("command")[1:] if not row[1].startswith(HEARD)} == changing


def test_every_refusal_is_listed_with_its_status() -> None:
    """The list of refusals is that of the code, each with the status its kind has over HTTP."""
    statuses: dict[type, str] = {Missing: "404", Forbidden: "403", Conflicting: "409", Refusal: "422"}
    known = {
        name: statuses[kind.__bases__[0]]
        for name, kind in inspect.getmembers(errors, inspect.isclass)
        if kind.__module__ == errors.__name__
    }
    assert {row[0]: row[1] for row in table("refusal")[1:]} == known
