"""The clauses of the two regulations that appeals owns, through its API and its decider."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from litestar.routes import HTTPRoute

from services.appeals.domain.errors import RulingFinal
from services.appeals.domain.protest.commands import (
    ProtestCommand,
    RecordConflict,
    RecordGameChanged,
    RecordStandingsChanged,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import ConflictFound
from services.appeals.domain.protest.state import Closed
from shared.contracts.gameplay import GameEnded
from tests.integration.appeals.championship import (
    FILING,
    REJECT,
    UPHOLD,
    Court,
    announced,
    official,
    scheduled,
    signed,
    started,
    up_to_the_signature,
)
from tests.running import RunningService
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    AT,
    CHAIRMAN,
    CHAMPIONSHIP,
    CHIEF,
    CHNU,
    CLOSED,
    DECLINED,
    FILER,
    GAME,
    JUDGE,
    MEMBERS,
    ONORE,
    ORGANIZER,
    OTHER,
    PLAYERS,
    STRANGER,
    WITHDRAWN,
    accept,
    add_evidence,
    answer,
    appoint,
    ask,
    consent,
    contest,
    decide_objection,
    decline,
    file,
    game,
    make_statement,
    object_to,
    pass_deadline,
    publish,
    record_conflict,
    record_game,
    record_release,
    record_roster,
    record_standings,
    recuse,
    replace_conflicted,
    replace_member,
    ruled,
    supersede,
    vote,
    withdraw,
    write_reasons,
)

PROTESTS = f"/v1/games/{GAME}/protests"
PEOPLE = (FILER, OTHER, JUDGE, CHIEF, ORGANIZER, STRANGER, *MEMBERS)
COMMISSION = {"members": [str(member) for member in MEMBERS]}


@pytest.fixture
async def appeals(service: Callable[..., Awaitable[RunningService]]) -> RunningService:
    """Give the API of appeals, which has heard nothing."""
    return await service("appeals", now=AT)


@pytest.fixture
async def court(appeals: RunningService) -> Court:
    """Give the steps of a protest under the rules of Omsk."""
    await appeals.hear(*up_to_the_signature(ONORE))
    return Court(appeals)


def refused(answer: Any) -> tuple[int, str, str | None]:
    """Return status, code and clause of a refusal."""
    problem = answer.json()
    return answer.status_code, problem["code"], problem.get("clause")


@pytest.mark.clause("O-PROT-1")
@pytest.mark.case(71)
async def test_a_protest_only_after_the_game(appeals: RunningService) -> None:
    """Before, during and at the end of the game a protest is refused; after the signature it is taken."""
    await appeals.hear(announced(ONORE), official(CHIEF, "chief_judge"), scheduled())
    assert refused(await appeals.post(PROTESTS, FILING, by=FILER)) == (409, "protocol_not_signed", "O-PROT-1")
    await appeals.hear(started())
    assert refused(await appeals.post(PROTESTS, FILING, by=FILER)) == (409, "protest_during_game", "O-PROT-1")
    await appeals.hear(GameEnded(championship=CHAMPIONSHIP, game=GAME, ended_at=AT))
    assert refused(await appeals.post(PROTESTS, FILING, by=FILER)) == (409, "protocol_not_signed", "O-PROT-1")
    await appeals.hear(signed())
    assert (await appeals.post(PROTESTS, FILING, by=FILER)).status_code == 201


@pytest.mark.clause("C-LAW-23")
@pytest.mark.case(71)
async def test_a_protest_after_the_game_names_the_rule(appeals: RunningService) -> None:
    """In Chernivtsi a protest comes after the game and names the rule of play that was broken."""
    await appeals.hear(announced(CHNU), official(CHIEF, "chief_judge"), scheduled(), started())
    assert refused(await appeals.post(PROTESTS, FILING, by=FILER)) == (409, "protest_during_game", "C-LAW-23")
    await appeals.hear(signed())
    for nameless in (None, "   "):
        answer = await appeals.post(PROTESTS, FILING | {"rule": nameless}, by=FILER)
        assert refused(answer) == (422, "rule_not_named", "C-LAW-23")
    court = Court(appeals)
    await court.file(rule="C-LAW-6")
    assert (await court.read())["rule"] == "C-LAW-6"


@pytest.mark.clause("O-PROT-2")
async def test_the_games_judge_accepts_and_passes_on(court: Court) -> None:
    """Nobody but the game's judge accepts; the chief judge is awaited only then, and not before."""
    await court.file()
    path = f"/v1/protests/{court.protest}"
    for person in PEOPLE:
        if person in {JUDGE, FILER}:
            continue
        answer = await court.api.post(f"{path}/acceptance", by=person, version=1)
        assert refused(answer) == (403, "not_the_games_judge", "O-PROT-2")
    early = await court.api.post(f"{path}/commission", COMMISSION, by=CHIEF, version=1)
    assert early.status_code == 409
    await court.step("acceptance", by=JUDGE)
    inbox = (await court.api.get("/v1/inbox", by=CHIEF)).json()["items"]
    assert [(item["awaits"], item["protest"]) for item in inbox] == [("commission", court.protest)]


@pytest.mark.clause("O-PROT-2")
async def test_the_games_judge_declines_with_a_reason(court: Court) -> None:
    """A protest that the game's judge does not accept goes no further."""
    await court.file()
    await court.step("decline", {"reason": "No rule was broken."}, by=JUDGE)
    for step, body, by in (
        ("acceptance", None, JUDGE),
        ("commission", COMMISSION, CHIEF),
        ("votes", UPHOLD, MEMBERS[0]),
        ("withdrawal", None, FILER),
    ):
        path = f"/v1/protests/{court.protest}/{step}"
        answer = await court.api.post(path, body, by=by, version=court.version)
        assert refused(answer)[:2] == (409, "protest_over")


@pytest.mark.clause("O-PROT-3")
async def test_the_chief_judge_chooses_three_people(court: Court) -> None:
    """The chief judge names three different people at will, and nobody else does."""
    await court.accepted()
    path = f"/v1/protests/{court.protest}/commission"
    for person in (ORGANIZER, STRANGER, MEMBERS[0]):
        answer = await court.api.post(path, COMMISSION, by=person, version=court.version)
        assert refused(answer) == (403, "not_the_appointer", "O-PROT-3")
    for members in (COMMISSION["members"][:2], [*COMMISSION["members"][:2], str(MEMBERS[0])]):
        answer = await court.api.post(path, {"members": members}, by=CHIEF, version=court.version)
        assert refused(answer) == (422, "commission_incomplete", "O-PROT-3")
    await court.step("commission", COMMISSION, by=CHIEF)
    assert (await court.read())["members"] == COMMISSION["members"]


@pytest.mark.clause("O-PROT-3")
async def test_whose_act_is_appealed_is_not_on_the_commission(court: Court) -> None:
    """The judge complained of is refused, and so are the filer and everybody of that table."""
    await court.accepted()
    path = f"/v1/protests/{court.protest}/commission"
    for conflicted in (JUDGE, *PLAYERS):
        members = [str(MEMBERS[0]), str(conflicted), str(MEMBERS[1])]
        answer = await court.api.post(path, {"members": members}, by=CHIEF, version=court.version)
        assert refused(answer) == (422, "member_conflicted", "O-PROT-3")
        assert answer.json()["facts"]["person"] == str(conflicted)


@pytest.mark.clause("O-PROT-3")
async def test_a_chief_judge_complained_of_does_not_choose(court: Court) -> None:
    """Where the chief judge's act is appealed, he neither appoints nor sits; the organizer appoints."""
    await court.accepted(against=str(CHIEF))
    path = f"/v1/protests/{court.protest}/commission"
    own = await court.api.post(path, COMMISSION, by=CHIEF, version=court.version)
    assert refused(own) == (403, "stake_in_the_case", "O-PROT-3")
    with_him = {"members": [str(CHIEF), *COMMISSION["members"][:2]]}
    answer = await court.api.post(path, with_him, by=ORGANIZER, scope="organizer", version=court.version)
    assert refused(answer) == (422, "member_conflicted", "O-PROT-3")
    await court.step("commission", COMMISSION, by=ORGANIZER, scope="organizer")


EVERY_COMMAND: tuple[Callable[[Any], ProtestCommand], ...] = (
    lambda by: file(by=by),
    withdraw,
    accept,
    decline,
    lambda by: appoint(by=by),
    vote,
    lambda by: vote(by, "reject"),
    write_reasons,
    publish,
    lambda by: supersede(by=by),
    record_game,
    record_standings,
    record_release,
    record_roster,
    record_conflict,
    lambda _: record_game(),
    lambda _: record_standings(),
    lambda _: record_conflict(),
    contest,
    lambda _: pass_deadline("vote", AT),
    consent,
    object_to,
    decide_objection,
    recuse,
    replace_member,
    lambda _: replace_conflicted(game(judge=MEMBERS[0])),
    make_statement,
    ask,
    answer,
    add_evidence,
)


@pytest.mark.clause("O-PROT-4")
def test_no_command_is_missing_from_the_next_test() -> None:
    """Every command of the aggregate is tried on an ended protest."""
    tried = {type(make(FILER)).__name__ for make in EVERY_COMMAND}
    assert tried == {kind.__name__ for kind in ProtestCommand.__args__}


@pytest.mark.clause("O-PROT-4")
@pytest.mark.parametrize("history", [CLOSED, DECLINED, WITHDRAWN], ids=["ruled", "declined", "withdrawn"])
@pytest.mark.parametrize("by", PEOPLE)
def test_no_command_reopens_a_protest(history: Any, by: Any) -> None:
    """Whoever commands whatever, a closed protest stays closed as it is; only a late conflict is noted."""
    before = decider.fold(history)
    assert isinstance(before, Closed)
    for make in EVERY_COMMAND:
        outcome = scenario(decider).given(*history).when(make(by))
        assert all(isinstance(event, ConflictFound) for event in outcome.events)
        after = decider.fold(outcome.events, before)
        assert isinstance(after, Closed)
        assert type(after.ending) is type(before.ending)


@pytest.mark.clause("O-PROT-4")
@pytest.mark.parametrize("by", PEOPLE)
def test_no_command_changes_a_published_ruling(by: Any) -> None:
    """Between publication and application nothing but the answers of other services moves a protest."""
    history = ruled()
    for make in EVERY_COMMAND:
        command = make(by)
        if isinstance(command, RecordGameChanged | RecordStandingsChanged | RecordConflict):
            continue
        outcome = scenario(decider).given(*history).when(command)
        assert outcome.events == () if outcome.refusal else outcome.events == []
    for command in (withdraw(), accept(), appoint(), vote(CHAIRMAN), write_reasons(), publish()):
        scenario(decider).given(*history).when(command).then_refused(RulingFinal, clause="O-PROT-4")


BODIES: dict[str, Any] = {
    "withdrawal": None,
    "acceptance": None,
    "decline": {"reason": "No."},
    "commission": COMMISSION,
    "votes": REJECT,
    "reasons": {"reasons": "Otherwise."},
    "ruling": {"reasons": "Otherwise."},
    "contest": {"reason": "No."},
    "consents": {"member": str(MEMBERS[1])},
    "objections": {"member": str(MEMBERS[1]), "reason": "No."},
    "objections/decision": {"member": str(MEMBERS[1]), "upheld": True, "reason": "No."},
    "recusal": {"reason": "No."},
    "replacement": {"member": str(MEMBERS[1]), "successor": str(STRANGER), "reason": "No."},
    "statements": {"text": "No."},
    "questions": {"to": "filer", "text": "No?"},
    "answers": {"question": 1, "text": "No."},
    "evidence": {"text": "No."},
    "evidence/files": {"no": "file"},
}
QUERY = {"evidence/files": "?name=no.pdf&text=No."}
PROTEST_ROUTES = "/v1/protests/{protest:uuid}/"


@pytest.mark.clause("O-PROT-4")
async def test_no_route_reopens_a_ruling(court: Court) -> None:
    """Every route that changes a protest, called by everybody, leaves a ruling as it was published."""
    await court.ruled(REJECT)
    before = await court.read(by=CHAIRMAN)
    said = await court.api.said()
    routes = [
        route
        for route in court.api.app.routes
        if isinstance(route, HTTPRoute) and not route.path.startswith("/v1/webhooks")
    ]
    assert {method for route in routes for method in route.methods} <= {"GET", "HEAD", "OPTIONS", "POST"}
    changing = [r.path for r in routes if "POST" in r.methods and r.path.startswith("/v1/protests/")]
    assert {path.removeprefix(PROTEST_ROUTES) for path in changing} == set(BODIES)
    for step, body in BODIES.items():
        for person in PEOPLE:
            answer = await court.api.post(
                f"/v1/protests/{court.protest}/{step}{QUERY.get(step, '')}",
                body,
                by=person,
                version=court.version,
            )
            assert answer.status_code in {403, 409}, answer.text
    for step, by in (("withdrawal", FILER), ("votes", CHAIRMAN), ("ruling", CHAIRMAN), ("acceptance", JUDGE)):
        path = f"/v1/protests/{court.protest}/{step}"
        answer = await court.api.post(path, BODIES[step], by=by, version=court.version)
        assert refused(answer) == (409, "ruling_final", "O-PROT-4")
    again = await court.api.post(PROTESTS, FILING, by=FILER)
    assert refused(again)[:2] == (409, "same_facts_protested")
    assert await court.read(by=CHAIRMAN) == before
    assert await court.api.said() == said
