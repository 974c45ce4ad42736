"""What an announcement promises, what it may not promise, and who officiates."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from services.registration.domain.championship.commands import AppointOfficial, DismissOfficial
from services.registration.domain.championship.decider import championship
from services.registration.domain.championship.events import (
    ChampionshipAnnounced,
    OfficialAppointed,
    OfficialDismissed,
)
from services.registration.domain.errors import (
    ChampionshipAlreadyAnnounced,
    ChampionshipUnknown,
    ChiefJudgeAlreadyAppointed,
    DeadlineCannotWork,
    GamesDoNotDivide,
    KeyRepeated,
    LastOrganizer,
    NotAnOrganizer,
    OfficialNotAppointed,
    PlanBreaksRegulations,
    PlanCannotWork,
    ScheduleCannotWork,
    TablesCannotBeFilled,
    TextUnacceptable,
    TooFewPlayers,
    VenueUnknown,
)
from shared.contracts.registration import Block, OfficialRole
from shared.contracts.regulations import shipped
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.registration.samples import (
    ADMIN,
    CHAMPIONSHIP,
    CHIEF,
    CLUB,
    DEADLINE,
    NOW,
    OMSK,
    ORGANIZER,
    STAGES,
    announce,
    announcement,
    block,
    local,
    person,
    regulations,
    stage,
)


def appoint(number: int, role: OfficialRole, **changes: Any) -> AppointOfficial:
    """Appoint the n-th person."""
    given: dict[str, Any] = {"person": person(number), "role": role, "by": ORGANIZER, "at": NOW}
    return AppointOfficial(**(given | changes))


def appointed(number: int, role: OfficialRole) -> OfficialAppointed:
    """Tell that the n-th person was appointed."""
    return OfficialAppointed(
        championship=CHAMPIONSHIP, person=person(number), role=role, by=ORGANIZER.id, appointed_at=NOW
    )


def dismiss(number: int, role: OfficialRole, **changes: Any) -> DismissOfficial:
    """Dismiss the n-th person."""
    given: dict[str, Any] = {"person": person(number), "role": role, "by": ORGANIZER, "at": NOW}
    return DismissOfficial(**(given | changes))


def test_an_announcement_keeps_what_it_promised_and_makes_its_author_the_organizer() -> None:
    """A championship is announced whole, and whoever announces it organizes it."""
    scenario(championship).when(announce()).then(
        ChampionshipAnnounced(
            championship=CHAMPIONSHIP,
            title="ONORE Spring Cup",
            host_club="ONORE",
            regulations=regulations(),
            venues=(OMSK,),
            stages=STAGES,
            preliminary_deadline=None,
            final_deadline=DEADLINE,
            organizer=ORGANIZER.id,
            announced_at=NOW,
        ),
        OfficialAppointed(
            championship=CHAMPIONSHIP,
            person=ORGANIZER.id,
            role="organizer",
            by=ORGANIZER.id,
            appointed_at=NOW,
        ),
    )


def test_a_championship_is_announced_once() -> None:
    """A second announcement of the same championship is refused."""
    scenario(championship).given(*announcement()).when(announce()).then_refused(ChampionshipAlreadyAnnounced)


def test_a_player_announces_no_championship() -> None:
    """Announcing needs an organizer's account."""
    scenario(championship).when(announce(by=CHIEF)).then_refused(NotAnOrganizer)


@pytest.mark.parametrize(
    ("stages", "rule"),
    [
        ((), PlanCannotWork),
        ((stage("tour", 9, 10),), TooFewPlayers),
        ((stage("tour", 10, 3, tables=7),), TablesCannotBeFilled),
        ((stage("tour", 40, 3, tables=0),), TablesCannotBeFilled),
        ((stage("tour", 23, 3),), GamesDoNotDivide),
        ((stage("tour", 10, 0),), GamesDoNotDivide),
        ((stage("tour", 40, 3), stage("tour", 40, 3)), KeyRepeated),
        ((stage("tour", 40, 3, venue="elsewhere"),), VenueUnknown),
        ((stage("tour", 40, 3, 10),), PlanCannotWork),
        ((stage("tour", 40, 3, 10), stage("last", 20, 3)), PlanCannotWork),
        ((stage("tour", 40, 3), stage("last", 10, 3)), PlanCannotWork),
        ((stage("tour", 10, 3, 20), stage("last", 20, 3)), PlanCannotWork),
    ],
)
def test_a_plan_whose_numbers_cannot_work_is_refused(stages: tuple[Any, ...], rule: type[Refusal]) -> None:
    """Stages fit one another, the venues, and tables of ten."""
    scenario(championship).when(announce(stages=stages)).then_refused(rule)


def test_a_refused_plan_names_its_clause_and_what_would_work() -> None:
    """The refusal says which rule it is and which number of games would do."""
    outcome = scenario(championship).when(announce(stages=(stage("tour", 25, 3),)))
    refusal = outcome.then_refused(GamesDoNotDivide, clause="O-PLAN-1")
    assert "25 players with 3 games each are 75 seats" in refusal.message
    assert "play 2 games each or a multiple" in refusal.message


def test_a_championship_needs_a_venue() -> None:
    """Without a venue nothing takes place."""
    scenario(championship).when(announce(venues=())).then_refused(PlanCannotWork)


def test_venues_have_keys_of_their_own() -> None:
    """Two venues with one key are refused."""
    scenario(championship).when(announce(venues=(OMSK, OMSK))).then_refused(KeyRepeated)


def test_a_binding_document_sets_the_games_of_its_stages() -> None:
    """Where the regulations bind the plan, another number of games is refused with the clause."""
    document = shipped()["chnu-2016"]
    stages = (stage("qualification", 30, 4, 10), stage("final", 10, 1, kind="final"))
    outcome = scenario(championship).when(announce(regulations=document, stages=stages))
    outcome.then_refused(PlanBreaksRegulations, clause="C-PLAN-1")


@pytest.mark.parametrize(
    "blocks",
    [
        (block("backwards", local(24, 15), local(24, 12)),),
        (block("nothing", local(24, 15), local(24, 15)),),
        (block("games", local(24, 12), local(24, 15)), block("lunch", local(24, 14, 59), local(24, 16))),
        (block("a day", local(24, 9), local(24, 20)), block("in it", local(24, 10), local(24, 11))),
        (
            msgspec.structs.replace(
                block("elsewhere", local(24, 12), local(24, 15)),
                start=msgspec.structs.replace(local(24, 12), zone="Europe/Kyiv"),
            ),
        ),
    ],
)
def test_a_schedule_that_cannot_be_kept_is_refused(blocks: tuple[Block, ...]) -> None:
    """Blocks of one venue end after they start, do not overlap, and are in the venue's zone."""
    outcome = scenario(championship).when(announce(stages=(stage("tour", 40, 3, blocks=blocks),)))
    outcome.then_refused(ScheduleCannotWork, clause="O-PLAN-2")


def test_a_break_may_begin_when_the_games_end() -> None:
    """Blocks that touch do not overlap."""
    blocks = (
        block("Tour 1", local(24, 12, 30), local(24, 15, 30)),
        msgspec.structs.replace(block("Lunch", local(24, 15, 30), local(24, 16)), kind="break"),
    )
    outcome = scenario(championship).when(announce(stages=(stage("tour", 40, 3, blocks=blocks),)))
    assert outcome.refusal is None


@pytest.mark.parametrize(
    "changes",
    [
        {"preliminary_deadline": local(24, 10)},
        {"final_deadline": msgspec.structs.replace(DEADLINE, zone="Europe/Kyiv")},
        {"at": DEADLINE.instant},
        {"stages": (stage("tour", 40, 3, blocks=(block("early", local(23, 15), local(23, 18)),)),)},
    ],
)
def test_deadlines_that_cannot_be_kept_are_refused(changes: dict[str, Any]) -> None:
    """The final deadline lies ahead, after the preliminary one, before the first game, in a venue's zone."""
    outcome = scenario(championship).when(announce(**changes))
    outcome.then_refused(DeadlineCannotWork, clause="O-REG-2")


def test_a_preliminary_deadline_in_the_past_binds_nobody() -> None:
    """ONORE's own preliminary date lies before its document's date: it is taken."""
    past = msgspec.structs.replace(DEADLINE, instant=NOW - timedelta(days=80))
    assert scenario(championship).when(announce(preliminary_deadline=past)).refusal is None


@pytest.mark.parametrize("title", ["", "  ", "Cup\n2014", "Cup \u202e4102", "x" * 201])
def test_a_title_that_cannot_be_read_is_refused(title: str) -> None:
    """Titles are visible text of one line."""
    scenario(championship).when(announce(title=title)).then_refused(TextUnacceptable)


def test_an_official_is_appointed_by_an_organizer() -> None:
    """The organizer appoints; the same appointment again changes nothing."""
    given = scenario(championship).given(*announcement())
    given.when(appoint(1, "table_judge")).then(appointed(1, "table_judge"))
    given.given(appointed(1, "table_judge")).when(appoint(1, "table_judge")).then_nothing()


@pytest.mark.parametrize("by", [CLUB, CHIEF])
def test_nobody_else_appoints_or_dismisses(by: Any) -> None:
    """Another championship's organizer has no say here."""
    given = scenario(championship).given(*announcement(), appointed(1, "table_judge"))
    given.when(appoint(2, "table_judge", by=by)).then_refused(NotAnOrganizer)
    given.when(dismiss(1, "table_judge", by=by)).then_refused(NotAnOrganizer)


def test_an_admin_appoints() -> None:
    """An admin stands above championships."""
    given = scenario(championship).given(*announcement())
    assert given.when(appoint(1, "organizer", by=ADMIN)).refusal is None


def test_there_is_one_chief_judge() -> None:
    """A second chief judge is refused until the first is dismissed."""
    given = scenario(championship).given(*announcement(), appointed(1, "chief_judge"))
    given.when(appoint(2, "chief_judge")).then_refused(ChiefJudgeAlreadyAppointed)


def test_an_official_is_dismissed() -> None:
    """A dismissal ends the role, and only what exists is dismissed."""
    given = scenario(championship).given(*announcement(), appointed(1, "table_judge"))
    gone = OfficialDismissed(
        championship=CHAMPIONSHIP,
        person=person(1),
        role="table_judge",
        by=ORGANIZER.id,
        dismissed_at=NOW,
    )
    given.when(dismiss(1, "table_judge")).then(gone)
    given.given(gone).when(dismiss(1, "table_judge")).then_refused(OfficialNotAppointed)


def test_the_last_organizer_stays() -> None:
    """A championship always has an organizer."""
    given = scenario(championship).given(*announcement())
    given.when(dismiss(-1, "organizer")).then_refused(LastOrganizer)


def test_what_is_not_announced_has_no_officials() -> None:
    """Officials of an unknown championship are refused."""
    scenario(championship).when(appoint(1, "table_judge")).then_refused(ChampionshipUnknown)
