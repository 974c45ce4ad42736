"""Freezing, releasing, finalizing, and what becomes of a final result that changes."""

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.scoring.domain.errors import (
    NotReadyToBeFinal,
    OnlyOrganizerOrChiefJudge,
    ScorersDisagree,
    StandingsAlreadyFrozen,
    StandingsNotFrozen,
)
from services.scoring.domain.publishing.decider import (
    PUBLISHING,
    Disagreement,
    FinalizeStandings,
    FreezeStandings,
    NoteRevision,
    Obstacles,
    PublishingCommand,
    ReleaseStandings,
    Withheld,
)
from services.scoring.domain.publishing.events import (
    ChangesReleased,
    StandingsFinalized,
    StandingsFrozen,
    StandingsReleased,
    StandingsRevised,
)
from services.scoring.domain.publishing.state import Final
from shared.contracts.scoring import PlaceChange
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.scoring.games import CHAMPIONSHIP, CHIEF_JUDGE, NOW, game_id, player, protest_id, ruling_id

BY: dict[str, Any] = {
    "championship": CHAMPIONSHIP,
    "by": CHIEF_JUDGE,
    "at": NOW,
    "authorities": frozenset({CHIEF_JUDGE}),
}
FREEZE = FreezeStandings(revision=7, positions={"gameplay": 4}, reason="the final", **BY)
RELEASE = ReleaseStandings(**BY)
FINALIZE = FinalizeStandings(revision=9, checksum="a", obstacles=Obstacles(), **BY)
FROZEN = StandingsFrozen(
    championship=CHAMPIONSHIP,
    revision=7,
    positions={"gameplay": 4},
    reason="the final",
    frozen_by=CHIEF_JUDGE,
    frozen_at=NOW,
)
RELEASED = StandingsReleased(championship=CHAMPIONSHIP, released_by=CHIEF_JUDGE, released_at=NOW)
FINAL = StandingsFinalized(
    championship=CHAMPIONSHIP, edition=1, revision=9, checksum="a", finalized_by=CHIEF_JUDGE, finalized_at=NOW
)
NOTE = NoteRevision(championship=CHAMPIONSHIP, revision=10, checksum="b", ruling=ruling_id(1), at=NOW)
REVISED = StandingsRevised(
    championship=CHAMPIONSHIP, edition=1, revision=10, checksum="b", ruling=ruling_id(1), revised_at=NOW
)


def test_standings_are_frozen_and_released() -> None:
    """Once at a time, with the revision that everybody still sees."""
    scenario(PUBLISHING).given().when(FREEZE).then(FROZEN)
    scenario(PUBLISHING).given(FROZEN).when(FREEZE).then_refused(StandingsAlreadyFrozen)
    scenario(PUBLISHING).given(FROZEN).when(RELEASE).then(RELEASED)
    scenario(PUBLISHING).given().when(RELEASE).then_refused(StandingsNotFrozen)


def test_the_release_says_what_was_withheld() -> None:
    """Revision by revision, after the release itself."""
    changes = (
        PlaceChange(player=player(1), points_before="1", points_after="2", place_before=2, place_after=1),
    )
    held = [
        Withheld(revision=8, checksum="b", ruling=None, changes=changes, changed_at=NOW),
        Withheld(revision=9, checksum="b", ruling=ruling_id(1), changes=(), changed_at=NOW),
    ]
    told = [
        ChangesReleased(championship=CHAMPIONSHIP, released_at=NOW, **msgspec.structs.asdict(one))
        for one in held
    ]
    scenario(PUBLISHING).given(FROZEN).when(replace(RELEASE, withheld=tuple(held))).then(RELEASED, *told)
    scenario(PUBLISHING).given(FROZEN, RELEASED, *told).when(FREEZE).then(FROZEN)


def test_only_organizer_and_chief_judge_publish() -> None:
    """Whatever the state."""
    for command in (FREEZE, RELEASE, FINALIZE):
        scenario(PUBLISHING).given().when(replace(command, by=player(1))).then_refused(
            OnlyOrganizerOrChiefJudge
        )


def test_a_result_is_final_when_nothing_is_in_its_way() -> None:
    """And saying so twice says it once."""
    scenario(PUBLISHING).given().when(FINALIZE).then(FINAL)
    scenario(PUBLISHING).given(FINAL).when(FINALIZE).then()


def test_everything_in_the_way_is_named_at_once() -> None:
    """An open game, an undecided protest, a tied cut, a service that is not heard."""
    obstacles = Obstacles(
        open_games=(game_id("final", 1, 1),),
        protests=(protest_id(1),),
        tied_cuts=("tour-2",),
        open_stages=("final",),
        halted=("gameplay",),
    )
    scenario(PUBLISHING).given().when(replace(FINALIZE, obstacles=obstacles)).then_refused(NotReadyToBeFinal)
    for name in msgspec.structs.asdict(obstacles):
        alone = replace(Obstacles(), **{name: getattr(obstacles, name)})
        scenario(PUBLISHING).given().when(replace(FINALIZE, obstacles=alone)).then_refused(NotReadyToBeFinal)


def test_a_result_on_which_the_second_scorer_differs_is_not_final() -> None:
    """The refusal counts what differs, and shows the first of it with both values."""
    other = Disagreement("overall", str(player(3)), "points", "4", "4.5")
    refused = (
        scenario(PUBLISHING)
        .when(replace(FINALIZE, disagreements=(other,) * 30))
        .then_refused(ScorersDisagree)
    )
    assert refused.facts["number"] == 30
    shown = refused.facts["disagreements"]
    assert isinstance(shown, list)
    assert len(shown) == 20
    assert "points of player" in str(refused)


def test_a_final_result_that_changes_is_revised_and_finalized_again() -> None:
    """The revision names the ruling; the next final result is the second edition."""
    scenario(PUBLISHING).given(FINAL).when(NOTE).then(REVISED)
    again = replace(FINALIZE, revision=10, checksum="b")
    scenario(PUBLISHING).given(FINAL, REVISED).when(again).then(
        replace(FINAL, edition=2, revision=10, checksum="b")
    )


def test_a_revision_before_the_final_result_is_no_news_of_it() -> None:
    """Nor is one that leaves the overall table as it was."""
    scenario(PUBLISHING).given().when(NOTE).then()
    scenario(PUBLISHING).given(FINAL).when(replace(NOTE, checksum="a")).then()
    scenario(PUBLISHING).given(FINAL, REVISED).when(replace(NOTE, revision=11, checksum="c")).then()


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from([FREEZE, RELEASE, FINALIZE, NOTE, replace(FINALIZE, checksum="b")])))
def test_any_sequence_of_commands_keeps_what_is_promised(commands: list[PublishingCommand]) -> None:
    """Refused or decided, never broken; final means that the last revision noted is the one announced."""
    state = PUBLISHING.initial()
    for command in commands:
        try:
            events = PUBLISHING.decide(command, state)
        except Refusal:
            continue
        for event in events:
            state = PUBLISHING.evolve(state, event)
        if isinstance(command, NoteRevision) and isinstance(state, Final):
            assert state.checksum == command.checksum
