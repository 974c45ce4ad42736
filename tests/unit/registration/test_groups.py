"""Groups of a stage: whether they can work, who belongs to which, places in them, a draw for each."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.registration.domain.actors import Actor
from services.registration.domain.championship.commands import ChangePlan
from services.registration.domain.championship.decider import championship
from services.registration.domain.championship.state import Announced
from services.registration.domain.draw.decider import CommitSeed, draw
from services.registration.domain.draw.events import DrawPublished, SeedCommitted
from services.registration.domain.draw.qualification import Named, players_of
from services.registration.domain.draw.state import draw_id
from services.registration.domain.draw.verification import verify
from services.registration.domain.errors import (
    ChampionshipIsOver,
    EntrantsWithoutGroup,
    GamesDoNotDivide,
    GroupFull,
    GroupNotSaid,
    GroupsCannotWork,
    GroupUnknown,
    KeyRepeated,
    NotAnOrganizer,
    PlacesBelowEntries,
    PlanCannotWork,
    PlayerAlreadyDrawn,
    PreviousStageNotDrawn,
    ReasonMissing,
    ScheduleCannotWork,
    StageAlreadyDrawn,
    StageHasNoGroups,
    TablesCannotBeFilled,
    TextUnacceptable,
    VenueUnknown,
)
from services.registration.domain.grouping import entry_groups, group_of, members_of, part_of
from services.registration.domain.roster.commands import PutIntoGroup
from services.registration.domain.roster.decider import roster
from services.registration.domain.roster.events import (
    EntryAccepted,
    EntryPutIntoGroup,
    EntryWaitlisted,
    RosterEvent,
)
from services.registration.domain.roster.terms import EntryTerms, terms_of
from shared.contracts.registration import Group, StagePlan, Venue
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.registration.drawing import publish
from tests.unit.registration.samples import (
    CHAMPIONSHIP,
    CLUB,
    NOW,
    OMSK,
    ORGANIZER,
    accept,
    accepted,
    announce,
    applied,
    block,
    local,
    person,
    regulations,
    stage,
    withdraw,
    withdrawn,
)

KYIV = Venue(key="kyiv", name="Maidan", city="Kyiv", address="Khreshchatyk 1", zone="Europe/Kyiv")
TOMSK = Venue(key="tomsk", name="Tower", city="Tomsk", address="Lenin 1", zone="Asia/Tomsk")
VENUES = (OMSK, KYIV, TOMSK)


def group(key: str, players: int, **changes: Any) -> Group:
    """Return a group at the venue of its name."""
    given: dict[str, Any] = {"title": key.title(), "venue": "onore" if key == "omsk" else key}
    return Group(key=key, players=players, **(given | changes))


GROUPS = (group("omsk", 20, advance=2), group("kyiv", 10, advance=1), group("tomsk", 10, advance=1))
TOUR = stage("tour", 40, 2, 10, groups=GROUPS)
FINAL = stage("final", 10, 3, kind="final")
UNCUT = tuple(msgspec.structs.replace(one, advance=None) for one in GROUPS)
PROMISED = ("title", "host_club", "venues", "preliminary_deadline", "final_deadline", "capacity", "waitlist")
STAGES = (TOUR, FINAL)


def asked(stages: Sequence[StagePlan] = STAGES, **changes: Any) -> Any:
    """Announce a championship of three cities."""
    free = regulations(plan=msgspec.structs.replace(regulations().plan, binding=False))
    return announce(stages=tuple(stages), venues=VENUES, regulations=free, final_deadline=None, **changes)


def with_groups(*groups: Group, **changes: Any) -> tuple[StagePlan, ...]:
    """Return the stages with other groups."""
    return (msgspec.structs.replace(TOUR, groups=groups or GROUPS, **changes), FINAL)


def state(stages: Sequence[StagePlan] = STAGES, **changes: Any) -> Announced:
    """Return the championship as announced."""
    folded = championship.fold(championship.decide(asked(stages, **changes), championship.initial()))
    assert isinstance(folded, Announced)
    return folded


def few(*places: tuple[str, int], waitlist: int = 0) -> EntryTerms:
    """Return terms with so many places in groups: a plan needs ten in each, the rule does not."""
    whole = terms_of(state())
    rules = msgspec.structs.replace(
        whole.rules, fee=None, required_attributes=(), allowed_values={}, quotas=()
    )
    own = {one.key: one for one in whole.groups}
    return msgspec.structs.replace(
        whole,
        rules=rules,
        groups=tuple(msgspec.structs.replace(own[key], places=count) for key, count in places),
        places=sum(count for _, count in places),
        waitlist=waitlist,
        deadline=None,
    )


# ------------------------------------------------------------------ the plan


def test_groups_are_announced_and_say_what_each_plays() -> None:
    """The plan keeps them; the part of a group has its players, venue, tables and blocks."""
    kept = state().stages[0]
    assert kept.groups == GROUPS
    part = kept.part("kyiv")
    assert (part.players, part.venue, part.games, part.groups) == (10, "kyiv", 2, ())
    assert kept.part(None) == kept


@pytest.mark.parametrize(
    ("stages", "rule"),
    [
        pytest.param(with_groups(*GROUPS[:2]), GroupsCannotWork, id="sum"),
        pytest.param(with_groups(*GROUPS[:2], group("omsk", 10)), KeyRepeated, id="keys"),
        pytest.param(with_groups(*GROUPS[:2], group("tver", 10)), VenueUnknown, id="venue"),
        pytest.param(
            with_groups(*GROUPS[:2], group("tomsk", 10, cities=("TOMSK", " kyiv "))),
            GroupsCannotWork,
            id="cities",
        ),
        pytest.param(with_groups(group("omsk", 20, advance=9), *GROUPS[1:]), GroupsCannotWork, id="certain"),
        pytest.param(
            with_groups(group("omsk", 20), group("kyiv", 10, advance=11), group("tomsk", 10), advance=20),
            GroupsCannotWork,
            id="more-than-play",
        ),
        pytest.param(with_groups(tables=2), GroupsCannotWork, id="tables"),
        pytest.param(
            with_groups(group("omsk", 19), group("kyiv", 11), group("tomsk", 10)),
            GamesDoNotDivide,
            id="games",
        ),
        pytest.param(
            with_groups(group("omsk", 20, tables=3), *GROUPS[1:]), TablesCannotBeFilled, id="group-tables"
        ),
        pytest.param((TOUR,), PlanCannotWork, id="advance-from-last"),
        pytest.param(
            (
                msgspec.structs.replace(
                    TOUR,
                    advance=None,
                    groups=tuple(msgspec.structs.replace(one, advance=None) for one in GROUPS),
                ),
            ),
            GroupsCannotWork,
            id="no-stage-after",
        ),
        pytest.param(
            (with_groups(advance=None)[0], stage("final", 40, 3, kind="final")),
            GroupsCannotWork,
            id="certain-without-cut",
        ),
        pytest.param(
            (stage("tour", 40, 2), msgspec.structs.replace(TOUR, key="second"), FINAL),
            GroupsCannotWork,
            id="groups-after-none",
        ),
        pytest.param(
            (TOUR, msgspec.structs.replace(FINAL, groups=(group("omsk", 10),))), GroupsCannotWork, id="final"
        ),
    ],
)
def test_groups_that_cannot_work_are_refused(stages: Sequence[StagePlan], rule: type[Refusal]) -> None:
    """Each number, city, venue and key is looked at, and what follows."""
    scenario(championship).when(asked(stages)).then_refused(rule)


def test_stages_in_a_row_have_the_same_groups() -> None:
    """Without a cut, or with one of each group for certain, the next tour is played in the same groups."""
    first = msgspec.structs.replace(TOUR, key="first", advance=None, groups=UNCUT)
    assert state((first, TOUR, FINAL)).stages[1] == TOUR
    certain = (group("omsk", 20, advance=10), group("kyiv", 10, advance=10), group("tomsk", 10, advance=10))
    cut = msgspec.structs.replace(TOUR, key="first", advance=30, groups=certain)
    after = msgspec.structs.replace(
        TOUR, players=30, groups=(group("omsk", 10), group("kyiv", 10), group("tomsk", 10))
    )
    assert len(state((cut, after, FINAL)).stages) == 3
    open_cut = msgspec.structs.replace(cut, groups=GROUPS)
    scenario(championship).when(asked((open_cut, after, FINAL))).then_refused(GroupsCannotWork)


def test_blocks_of_a_group_are_in_its_own_zone() -> None:
    """A block in the zone of another group's venue is refused, and two at one venue that overlap are."""
    games = block("Games", local(24, 11), local(24, 15))
    timed = with_groups(msgspec.structs.replace(GROUPS[0], blocks=(games,)), *GROUPS[1:])
    assert state(timed).stages == timed
    elsewhere = (GROUPS[0], msgspec.structs.replace(GROUPS[1], blocks=(games,)), GROUPS[2])
    scenario(championship).when(asked(with_groups(*elsewhere))).then_refused(ScheduleCannotWork)
    twice = msgspec.structs.replace(GROUPS[0], blocks=(games, games))
    scenario(championship).when(asked(with_groups(twice, *GROUPS[1:]))).then_refused(ScheduleCannotWork)
    typed = with_groups(msgspec.structs.replace(GROUPS[0], title="\x07"), *GROUPS[1:])
    scenario(championship).when(asked(typed)).then_refused(TextUnacceptable)


def changed(stages: Sequence[StagePlan], **changes: Any) -> ChangePlan:
    """Change the stages of the plan."""
    whole = state()
    given: dict[str, Any] = {
        "drawn": (),
        "entrants": 0,
        "reason": "Another hall",
        **{
            name: getattr(whole, name)
            for name in (
                "title",
                "host_club",
                "venues",
                "preliminary_deadline",
                "final_deadline",
                "capacity",
                "waitlist",
            )
        },
    }
    return ChangePlan(stages=tuple(stages), by=ORGANIZER, at=NOW, **(given | changes))


def test_a_drawn_group_holds_its_numbers_and_not_its_times() -> None:
    """Once a draw is public, titles, times and cuts may change; players, venues and cities may not."""
    announced = scenario(championship).given(*championship.decide(asked(), championship.initial()))
    games = block("Games", local(24, 11), local(24, 15))
    times = with_groups(msgspec.structs.replace(GROUPS[0], blocks=(games,), advance=3), *GROUPS[1:])
    assert championship.decide(changed(times, drawn={"tour"}), state())
    moved = with_groups(msgspec.structs.replace(GROUPS[0], cities=("Omsk", "Tara")), *GROUPS[1:])
    announced.when(changed(moved, drawn={"tour"})).then_refused(StageAlreadyDrawn)
    announced.when(changed(moved, reason=None)).then_refused(ReasonMissing)


def test_a_group_cannot_lose_places_that_are_taken() -> None:
    """Eleven from Omsk take part: its group cannot be for ten."""
    fewer = with_groups(group("omsk", 10), group("kyiv", 20), group("tomsk", 10))
    taken = [("omsk", None)] * 10 + [("Kyiv", "omsk")]
    announced = scenario(championship).given(*championship.decide(asked(), championship.initial()))
    announced.when(changed(fewer, entrants=11, places_of=taken)).then_refused(PlacesBelowEntries)
    assert championship.decide(changed(fewer, entrants=10, places_of=taken[:10]), state())


# ------------------------------------------------------------------ who belongs to which


def test_a_city_is_compared_as_people_read_it() -> None:
    """Case, width and spaces do not count; who was put into a group plays there whatever his city."""
    both = group("tomsk", 10, cities=("Томськ", "Tomsk"))
    groups = entry_groups(with_groups(*GROUPS[:2], both)[0], VENUES)
    cities = (" OMSK", "kyiv", "томськ", "tomsk", "Tver", None)
    found = [group_of(city, None, groups) for city in cities]
    assert [own and own.key for own in found] == ["omsk", "kyiv", "tomsk", "tomsk", None, None]
    moved = group_of("Omsk", "kyiv", groups)
    assert moved is not None
    assert moved.key == "kyiv"


def test_who_is_of_no_group_is_named_before_the_draw() -> None:
    """The draw of any group is refused with the list, since he may belong to it."""
    groups = entry_groups(TOUR, VENUES)
    placed = {person(1): groups[0], person(2): None, person(3): groups[1]}
    nicks = {person(2): "Wanderer"}
    with pytest.raises(EntrantsWithoutGroup, match="Wanderer") as refused:
        members_of(placed, "omsk", placed, nicks)
    assert refused.value.facts["players"] == [str(person(2))]
    known = {player: own for player, own in placed.items() if own}
    assert members_of(known, "omsk", placed, nicks) == (person(1),)


def test_a_stage_is_drawn_as_it_is_planned() -> None:
    """With groups a group must be named, one of them; without none may."""
    with pytest.raises(GroupNotSaid):
        part_of(TOUR, None)
    with pytest.raises(GroupUnknown):
        part_of(TOUR, "tver")
    with pytest.raises(StageHasNoGroups):
        part_of(FINAL, "omsk")
    assert part_of(FINAL, None) == FINAL


# ------------------------------------------------------------------ entries


def came(number: int, city: str | None) -> list[RosterEvent]:
    """Tell that the n-th person applied from a city and takes part."""
    return [applied(number, city=city), accepted(number)]


def put(number: int, key: str | None, terms: EntryTerms, **changes: Any) -> PutIntoGroup:
    """Put the n-th person into a group."""
    given: dict[str, Any] = {"reason": "Moved", "drawn": None, "by": ORGANIZER, "at": NOW}
    return PutIntoGroup(player=person(number), group=key, terms=terms, **(given | changes))


def was_put(number: int, key: str | None) -> EntryPutIntoGroup:
    """Tell that he was."""
    return EntryPutIntoGroup(
        championship=CHAMPIONSHIP,
        player=person(number),
        group=key,
        reason="Moved",
        by=ORGANIZER.id,
        put_at=NOW,
    )


def promoted(number: int) -> EntryAccepted:
    """Tell that who waited got a place."""
    return msgspec.structs.replace(accepted(number), from_waitlist=True)


def waits(number: int) -> EntryWaitlisted:
    """Tell that the n-th person waits."""
    return EntryWaitlisted(
        championship=CHAMPIONSHIP, player=person(number), by=ORGANIZER.id, waitlisted_at=NOW
    )


def test_who_is_of_no_group_is_put_into_one_before_he_is_accepted() -> None:
    """From elsewhere, or from nowhere, he applies like all others; the organizer decides, with a reason."""
    terms = few(("omsk", 2), ("kyiv", 2))
    there = scenario(roster).given(applied(1, city="Tver"), applied(2))
    there.when(accept(1, terms=terms)).then_refused(EntrantsWithoutGroup)
    there.when(accept(2, terms=terms)).then_refused(EntrantsWithoutGroup)
    there.when(put(1, "kyiv", terms)).then(was_put(1, "kyiv"))
    there.given(was_put(1, "kyiv")).when(accept(1, terms=terms)).then(accepted(1))
    there.given(was_put(1, "kyiv")).when(put(1, "kyiv", terms)).then_nothing()
    there.given(was_put(1, "kyiv")).when(put(1, None, terms)).then(was_put(1, None))
    there.given(was_put(1, "kyiv"), accepted(1)).when(put(1, None, terms)).then_refused(EntrantsWithoutGroup)


def test_what_is_asked_of_a_group_is_checked() -> None:
    """A stranger's hand, an unknown group, an empty reason, a drawn player, a championship that is over."""
    terms = few(("omsk", 2), ("kyiv", 1))
    there = scenario(roster).given(*came(1, "Omsk"), *came(2, "Kyiv"))
    there.when(put(1, "kyiv", terms, by=CLUB)).then_refused(NotAnOrganizer)
    there.when(put(1, "tver", terms)).then_refused(GroupUnknown)
    there.when(put(1, "kyiv", terms)).then_refused(GroupFull)
    there.when(put(2, "omsk", terms, reason=" ")).then_refused(TextUnacceptable)
    there.when(put(2, "omsk", terms, drawn="kyiv")).then_refused(PlayerAlreadyDrawn)
    there.when(put(2, "kyiv", terms, drawn="kyiv")).then(was_put(2, "kyiv"))
    there.when(put(2, "omsk", msgspec.structs.replace(terms, phase="finished"))).then_refused(
        ChampionshipIsOver
    )
    whole = msgspec.structs.replace(terms, groups=())
    there.when(put(2, "omsk", whole)).then_refused(StageHasNoGroups)


def test_a_group_has_its_own_places_and_who_waits_for_one_gets_it() -> None:
    """The second from Kyiv waits while Omsk has places; a place in Omsk is none for him, one in Kyiv is."""
    terms = few(("omsk", 2), ("kyiv", 1), waitlist=3)
    full = scenario(roster).given(
        *came(1, "Omsk"), *came(2, "Kyiv"), applied(3, city="Kyiv"), applied(4, city="Omsk")
    )
    full.when(accept(3, terms=few(("omsk", 2), ("kyiv", 1)))).then_refused(GroupFull)
    full.when(accept(3, terms=terms)).then(waits(3))
    waiting = full.given(waits(3))
    waiting.when(accept(4, terms=terms)).then(accepted(4))
    waiting.when(withdraw(1, terms=terms)).then(withdrawn(1))
    waiting.when(withdraw(2, terms=terms)).then(
        withdrawn(2), msgspec.structs.replace(promoted(3), by=person(2))
    )
    waiting.when(put(2, "omsk", terms)).then(was_put(2, "omsk"), promoted(3))


def test_who_applies_anew_is_of_his_city_again() -> None:
    """Where an organizer put him is forgotten with the entry that he withdrew."""
    terms = few(("omsk", 2), ("kyiv", 2))
    again = scenario(roster).given(
        *came(1, "Tver"), was_put(1, "omsk"), withdrawn(1), applied(1, city="Tver")
    )
    again.when(accept(1, terms=terms)).then_refused(EntrantsWithoutGroup)


@settings(max_examples=60, deadline=None)
@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(["apply", "accept", "put", "withdraw"]),
            st.integers(1, 7),
            st.sampled_from(["Omsk", "KYIV", "Tver"]),
        ),
        max_size=40,
    )
)
def test_no_group_ever_has_more_players_than_places(steps: list[tuple[str, int, str]]) -> None:
    """Whatever comes in whatever order: places hold, who takes part is in a group, replay is state."""
    terms = few(("omsk", 2), ("kyiv", 1), waitlist=3)
    history: list[RosterEvent] = []
    now = roster.initial()
    for deed, number, city in steps:
        key = {"Omsk": "omsk", "KYIV": "kyiv"}.get(city)
        commands: dict[str, Any] = {
            "apply": applied(number, city=city),
            "accept": accept(number, terms=terms),
            "put": put(number, key, terms),
            "withdraw": withdraw(number, terms=terms),
        }
        try:
            if deed == "apply" and person(number) in now.entries:
                continue
            events = [commands[deed]] if deed == "apply" else roster.decide(commands[deed], now)
        except Refusal:
            continue
        history += events
        now = roster.fold(events, now)
    own = now.placed(terms.groups)
    homes = [own[player] for player in now.entrants()]
    assert all(homes.count(one) <= one.places for one in terms.groups)
    assert None not in homes
    assert roster.fold(history) == now


# ------------------------------------------------------------------ draws


PLAYERS = tuple(person(number) for number in range(100, 110))
JUDGE = person(90)


def of_group(key: str) -> Any:
    """Draw ten of a group."""
    return publish(
        stage=TOUR.part(key),
        group=key,
        players=PLAYERS,
        judges=(JUDGE,),
        appointed_judges={JUDGE},
        seed="seed",
    )


def test_each_group_has_a_draw_of_its_own() -> None:
    """Ids, digests and games differ although players, judges and seed are the same; each verifies."""
    [kyiv] = draw.decide(of_group("kyiv"), draw.initial())
    [tomsk] = draw.decide(of_group("tomsk"), draw.initial())
    assert isinstance(kyiv, DrawPublished)
    assert isinstance(tomsk, DrawPublished)
    assert kyiv.group == "kyiv"
    assert kyiv.inputs.draw == draw_id(CHAMPIONSHIP, "tour", "kyiv") != draw_id(CHAMPIONSHIP, "tour")
    assert kyiv.inputs_digest != tomsk.inputs_digest
    assert not {table.game for table in kyiv.tables} & {table.game for table in tomsk.tables}
    assert verify(kyiv).reproduced
    assert verify(tomsk).reproduced


def test_a_seed_is_committed_to_for_a_group() -> None:
    """The commitment says whose draw it is."""
    command = CommitSeed(
        championship=CHAMPIONSHIP,
        stage=TOUR.part("kyiv"),
        group="kyiv",
        secret="s" * 64,
        field_known=False,
        drawers={ORGANIZER.id},
        by=ORGANIZER,
        at=NOW,
    )
    [committed] = draw.decide(command, draw.initial())
    assert isinstance(committed, SeedCommitted)
    assert committed.group == "kyiv"


def test_the_stage_after_waits_for_every_group() -> None:
    """While a group is not drawn the final is not, and the refusal names it; then the qualifiers play."""
    with pytest.raises(PreviousStageNotDrawn, match="tomsk") as refused:
        players_of(TOUR, FINAL, entrants=PLAYERS, drawn_before=None, named=Named(), undrawn=("tomsk",))
    assert refused.value.facts["groups"] == ["tomsk"]
    named = Named(closed=True, qualifiers=PLAYERS)
    assert players_of(TOUR, FINAL, entrants=PLAYERS, drawn_before=PLAYERS, named=named) == PLAYERS


def test_nobody_acts_for_a_stranger() -> None:
    """A player does not put himself into a group."""
    terms = few(("omsk", 2), ("kyiv", 2))
    own = put(1, "kyiv", terms, by=Actor(id=person(1)))
    scenario(roster).given(*came(1, "Omsk")).when(own).then_refused(NotAnOrganizer)
