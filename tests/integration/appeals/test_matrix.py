"""Every role, in every situation of the README's tables, tries every command over HTTP."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from services.appeals.domain.protest.events import ProtestEvent, ProtestFiled, RulingApplied, RulingPublished
from services.appeals.domain.protest.state import evolve, initial
from shared.eventsourcing.decider import Decider
from shared.eventsourcing.handling import CommandLoop, Context
from tests.integration.appeals.championship import FILING, UPHOLD, Court
from tests.running import RunningService
from tests.unit.appeals.protests import AT, GAME, MEMBERS, person
from tests.unit.appeals.test_readme import PEOPLE, SITUATIONS, table, tables

told: Decider[Any, Any, ProtestEvent] = Decider(
    category="protest", initial=initial, decide=lambda events, _: list(events), evolve=evolve
)
"""Says what happened: a history becomes stored events and read models as it stands."""

ROUTES = {
    row[0]: row[1].strip("`").removeprefix("POST ")
    for row in table("command")[1:]
    if row[1].startswith("`POST")
}
TOGETHER = 6
"""So many situations are tried on one database."""
OUTSIDERS: dict[str, tuple[UUID | None, str]] = {
    "organizer of another championship": (person(90), "organizer"),
    "federation reader": (person(91), "federation"),
    "admin": (person(92), "admin"),
    "nobody": (None, ""),
}
ROLES: dict[str, tuple[UUID | None, str]] = {
    **{who: (one, "organizer" if who == "organizer" else "participant") for who, one in PEOPLE.items()},
    **OUTSIDERS,
}
BODIES: dict[str, Any] = {
    "FileProtest": FILING,
    "DeclineProtest": {"reason": "No rule was broken."},
    "ContestDecline": {"reason": "The rule was named."},
    "AppointCommission": {"members": [str(member) for member in MEMBERS]},
    "CastVote": UPHOLD,
    "WriteReasons": {"reasons": "Other reasons."},
    "PublishRuling": {},
    "GiveConsent": {"member": str(MEMBERS[1])},
    "ObjectToMember": {"member": str(MEMBERS[2]), "reason": "They share a flat."},
    "DecideObjection": {"member": str(MEMBERS[1]), "upheld": True, "reason": "It is so."},
    "RecuseMember": {"reason": "My pupil."},
    "ReplaceMember": {"member": str(MEMBERS[1]), "successor": str(person(36)), "reason": "He must."},
    "MakeStatement": {"text": "It was so."},
    "AskQuestion": {"to": "accused", "text": "Was it so?"},
    "AnswerQuestion": {"question": 1, "text": "It was."},
    "AddEvidence": {"text": "A recording."},
}


def cells(situation: str) -> dict[str, set[str]]:
    """Return who may do what in a situation, as the README has it."""
    return {
        name: {who.strip() for who in cell.split(",") if who.strip()}
        for headings, *body in tables("situation")
        for row in body
        if row[0] == situation
        for name, cell in zip(headings[1:], row[1:], strict=True)
    }


async def happened(api: RunningService, situation: str) -> tuple[UUID, int]:
    """Make a protest of its own that is in the situation; return its id and the version people see."""
    protest, ruling = uuid4(), uuid4()
    history = [
        replace(event, protest=protest, rule=f"Rule {protest}")
        if isinstance(event, ProtestFiled)
        else replace(event, ruling=ruling)
        if isinstance(event, RulingPublished | RulingApplied)
        else event
        for event in SITUATIONS[situation]
    ]
    if not history:
        return protest, 0

    async def work(unit: Any) -> None:
        await unit.handle(told, protest, history)

    await CommandLoop(api.definition.kernel, api.store).run(Context(actor="test", at=AT), work)
    return protest, (await api.get(f"/v1/protests/{protest}")).json()["version"]


async def tried(
    api: RunningService, name: str, role: str, situation: str, protest: UUID, version: int
) -> int:
    """Try a command over HTTP and return the status."""
    one, scope = ROLES[role]
    body = BODIES.get(name)
    if name == "ReplaceMember" and situation.endswith("a seat is empty"):
        body = {key: value for key, value in BODIES[name].items() if key != "member"}
    path = re.sub(r"\{protest\}", str(protest), re.sub(r"\{game\}", str(GAME), ROUTES[name]))
    headers = {"Idempotency-Key": str(uuid4()), "If-Match": f'"v{version}"'}
    if one is not None:
        headers |= api.bearer(one, scope)
    return (await api.client.post(path, json=body, headers=headers)).status_code


@pytest.mark.parametrize("first", range(0, len(SITUATIONS), TOGETHER))
async def test_each_role_may_do_what_the_table_says(court: Court, first: int) -> None:
    """Who is not in a cell is refused and changes nothing; who is in it succeeds, each on a fresh protest."""
    for situation in list(SITUATIONS)[first : first + TOGETHER]:
        await every_cell(court.api, situation)


async def every_cell(api: RunningService, situation: str) -> None:
    """Try every command as every role in one situation."""
    allowed = cells(situation)
    protest, version = await happened(api, situation)
    # A protest that is filed is another one for everybody else: filing is tried where there is none.
    names = ["FileProtest"] if situation == "Unfiled" else [name for name in allowed if name != "FileProtest"]
    for name in names:
        for role in ROLES:
            if role in allowed[name]:
                continue
            status = await tried(api, name, role, situation, protest, version)
            expected = {401} if role == "nobody" else {403, 404, 409, 422}
            assert status in expected, f"{name} by {role}: {status}"
            if role in {"federation reader", "admin"}:
                assert status == 403
    if situation != "Unfiled":
        assert (await api.get(f"/v1/protests/{protest}")).json()["version"] == version
    for name in names:
        for role in sorted(allowed[name]):
            fresh, at = await happened(api, situation)
            status = await tried(api, name, role, situation, fresh, at)
            assert status in {200, 201}, f"{name} by {role}: {status}"
