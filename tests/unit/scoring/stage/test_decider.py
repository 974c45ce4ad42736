"""The stage: closing, naming who goes on, and decisions of ties."""

from typing import Any
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from services.scoring.domain import errors
from services.scoring.domain.cut import Cut
from services.scoring.domain.stage.decider import STAGE, CloseStage, DecideTie, StageCommand
from services.scoring.domain.stage.events import QualifiersNamed, StageClosed, StageEvent, TieDecided
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.scoring.games import CHAMPIONSHIP, CHIEF_JUDGE, NOW, ORGANIZER, game_id, player

AUTHORITIES = frozenset({ORGANIZER, CHIEF_JUDGE})
CUT = Cut(qualifiers=(player(1), player(2)), reserves=(player(3),))
TIED = Cut(qualifiers=(player(1), player(2)), reserves=(player(3),), tied=(player(2), player(3)))
CLOSED = StageClosed(championship=CHAMPIONSHIP, stage="tour-2", closed_by=ORGANIZER, closed_at=NOW)
NAMED = QualifiersNamed(
    championship=CHAMPIONSHIP,
    stage="tour-2",
    next_stage="semifinal",
    qualifiers=CUT.qualifiers,
    reserves=CUT.reserves,
    named_at=NOW,
)


def close(**changes: Any) -> CloseStage:
    """Close a stage with nothing in the way."""
    command = CloseStage(
        championship=CHAMPIONSHIP,
        stage="tour-2",
        next_stage="semifinal",
        by=ORGANIZER,
        at=NOW,
        authorities=AUTHORITIES,
        open_games=(),
        open_earlier=(),
        played=True,
        cut=CUT,
        clause="O-CUT-1",
    )
    return replace(command, **changes)


def decide(*order: int, ties: tuple[tuple[int, ...], ...] = ((2, 3),), by: UUID = CHIEF_JUDGE) -> DecideTie:
    """Decide a tie, best first."""
    return DecideTie(
        championship=CHAMPIONSHIP,
        stage="tour-2",
        order=tuple(map(player, order)),
        reason="the better play of the last round",
        by=by,
        at=NOW,
        authorities=AUTHORITIES,
        ties=tuple(tuple(map(player, tie)) for tie in ties),
        clause="O-SCORE-6",
    )


def decided(*order: int) -> TieDecided:
    """Return the event of a decision."""
    return TieDecided(
        championship=CHAMPIONSHIP,
        stage="tour-2",
        order=tuple(map(player, order)),
        decided_by=CHIEF_JUDGE,
        reason="the better play of the last round",
        decided_at=NOW,
    )


def test_a_played_stage_closes_and_names_who_goes_on() -> None:
    """Qualifiers and reserves are those of the cut."""
    scenario(STAGE).when(close()).then(CLOSED, NAMED)


def test_the_last_stage_names_nobody() -> None:
    """There is nowhere to go on to, and a tie blocks nothing."""
    scenario(STAGE).when(close(next_stage=None, cut=TIED)).then(CLOSED)


def test_a_closed_stage_is_closed_once() -> None:
    """Closing again asks for what is already so."""
    scenario(STAGE).given(CLOSED, NAMED).when(close(open_games=(game_id("tour-2", 1, 1),))).then_nothing()


def test_open_games_are_listed() -> None:
    """The refusal names the games that are neither signed nor annulled."""
    games = (game_id("tour-2", 1, 1),)
    refusal = scenario(STAGE).when(close(open_games=games)).then_refused(errors.StageHasOpenGames)
    assert refusal.facts["games"] == list(games)


def test_a_stage_without_games_is_not_closed() -> None:
    """An unplayed stage has no cut."""
    scenario(STAGE).when(close(played=False)).then_refused(errors.StageNotPlayed)


def test_stages_close_in_the_order_of_the_plan() -> None:
    """The refusal names the stages before it."""
    scenario(STAGE).when(close(open_earlier=("tour-1",))).then_refused(errors.EarlierStageOpen)


def test_a_tie_across_the_cut_names_its_players() -> None:
    """Nobody goes on silently."""
    refusal = scenario(STAGE).when(close(cut=TIED)).then_refused(errors.TieAcrossTheCut, clause="O-CUT-1")
    assert refusal.facts["players"] == list(TIED.tied)


def test_only_organizer_and_chief_judge_act() -> None:
    """Any other person is forbidden to close and to decide."""
    scenario(STAGE).when(close(by=player(1))).then_refused(errors.OnlyOrganizerOrChiefJudge)
    scenario(STAGE).when(decide(2, 3, by=player(1))).then_refused(errors.OnlyOrganizerOrChiefJudge)


def test_a_decision_is_recorded_with_author_and_reason() -> None:
    """The order of equal players, by the panel."""
    scenario(STAGE).when(decide(3, 2)).then(decided(3, 2))


def test_a_decision_may_be_taken_again_until_the_cut() -> None:
    """The same order again is nothing new."""
    scenario(STAGE).given(decided(3, 2)).when(decide(2, 3)).then(decided(2, 3))
    scenario(STAGE).given(decided(3, 2)).when(decide(3, 2)).then_nothing()


def test_a_decision_names_each_player_of_one_tie_once() -> None:
    """Too few, too many, not equal, twice: refused with the tie in question."""
    ties = ((2, 3, 4), (7, 8))
    for order in [(2, 3), (2, 3, 4, 7), (5, 6), (2, 3, 4, 4), (2, 3, 9)]:
        refusal = (
            scenario(STAGE).when(decide(*order, ties=ties)).then_refused(errors.NotTied, clause="O-SCORE-6")
        )
        expected = [player(2), player(3), player(4)] if 2 in order else []
        assert refusal.facts["tie"] == expected


def test_after_the_cut_its_ties_are_past() -> None:
    """A decision can move no qualifier any more; in a stage without a cut it still can be taken."""
    scenario(STAGE).given(CLOSED, NAMED).when(decide(3, 2)).then_refused(errors.StageAlreadyClosed)
    scenario(STAGE).given(CLOSED).when(decide(3, 2)).then(decided(3, 2))


COMMANDS: st.SearchStrategy[StageCommand] = st.one_of(
    st.builds(
        close,
        by=st.sampled_from([ORGANIZER, CHIEF_JUDGE, player(1)]),
        open_games=st.sampled_from([(), (game_id("tour-2", 1, 1),)]),
        open_earlier=st.sampled_from([(), ("tour-1",)]),
        played=st.booleans(),
        next_stage=st.sampled_from([None, "semifinal"]),
        cut=st.sampled_from([CUT, TIED]),
    ),
    st.permutations([1, 2, 3, 4]).flatmap(
        lambda players: st.sampled_from([decide(*players[:2]), decide(*players)])
    ),
)


@given(st.lists(COMMANDS, max_size=12))
def test_any_course_closes_once_and_names_last(commands: list[StageCommand]) -> None:
    """Whatever is asked for, there is at most one closing, and no decision after qualifiers are named."""
    history: list[StageEvent] = []
    for command in commands:
        try:
            history += STAGE.decide(command, STAGE.fold(history))
        except Refusal:
            continue
    assert sum(isinstance(event, StageClosed) for event in history) <= 1
    if any(isinstance(event, QualifiersNamed) for event in history):
        assert isinstance(history[-1], QualifiersNamed)
        assert isinstance(history[-2], StageClosed)
