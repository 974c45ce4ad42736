"""The stage: closing, naming who goes on, and decisions of ties."""

from typing import Any
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.scoring.domain import errors
from services.scoring.domain.cascade import Departure, Outcome
from services.scoring.domain.cut import Cut
from services.scoring.domain.stage.decider import (
    STAGE,
    CloseStage,
    DecideTie,
    RenameQualifiers,
    StageCommand,
)
from services.scoring.domain.stage.events import (
    QualifiersNamed,
    QualifiersRenamed,
    StageClosed,
    StageEvent,
    TieDecided,
)
from shared.contracts.scoring import TieAtCut, Way
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.scoring.games import CHAMPIONSHIP, CHIEF_JUDGE, NOW, ORGANIZER, game_id, player

AUTHORITIES = frozenset({ORGANIZER, CHIEF_JUDGE})
CUT = Cut(qualifiers=(player(1), player(2)), reserves=(player(3),))
TIED = Cut(
    qualifiers=(player(1), player(2)),
    reserves=(player(3),),
    ties=(TieAtCut(group=None, players=(player(2), player(3))),),
)
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


def test_groups_that_did_not_play_keep_a_stage_open() -> None:
    """A draw that is still to come has no open games, and yet the stage is not over."""
    refusal = scenario(STAGE).when(close(unplayed_groups=("omsk",))).then_refused(errors.StageNotPlayed)
    assert refusal.facts["groups"] == ["omsk"]


def test_ties_across_the_lines_of_groups_are_named_by_line() -> None:
    """The refusal says which line each tie stands across."""
    ties = (
        TieAtCut(group="omsk", players=(player(2), player(3))),
        TieAtCut(group="tomsk", players=(player(7), player(8))),
    )
    refusal = scenario(STAGE).when(close(cut=replace(CUT, ties=ties))).then_refused(errors.TieAcrossTheCut)
    assert refusal.facts["ties"] == [
        {"group": "omsk", "players": [player(2), player(3)]},
        {"group": "tomsk", "players": [player(7), player(8)]},
    ]
    assert "of group omsk, of group tomsk" in str(refusal)


def test_the_named_say_by_which_place_and_with_which_points() -> None:
    """And which reserves are tied."""
    line = Cut(
        qualifiers=(player(1),),
        reserves=(player(2), player(3)),
        ways=(Way(player=player(1), group="omsk", place=1),),
        tied_reserves=((player(2), player(3)),),
    )
    totals = {str(player(1)): "4"}
    named = replace(
        NAMED,
        qualifiers=line.qualifiers,
        reserves=line.reserves,
        ways=line.ways,
        tied_reserves=line.tied_reserves,
        totals=totals,
    )
    scenario(STAGE).when(close(cut=line, totals=totals)).then(CLOSED, named)


RESERVES_TIED = replace(
    NAMED, reserves=tuple(map(player, (3, 4, 5, 6))), tied_reserves=((player(4), player(5)),)
)


def renamed(**changes: Any) -> QualifiersRenamed:
    """Return the event of naming anew, of the tied reserves unless said otherwise."""
    event = QualifiersRenamed(
        championship=CHAMPIONSHIP,
        stage="tour-2",
        next_stage="semifinal",
        qualifiers=RESERVES_TIED.qualifiers,
        reserves=tuple(map(player, (3, 5, 4, 6))),
        left=(),
        entered=(),
        ways=(),
        tied_reserves=(),
        totals={},
        reason="the better play of the last round",
        renamed_by=CHIEF_JUDGE,
        renamed_at=NOW,
    )
    return replace(event, **changes)


def test_a_tie_of_reserves_is_decided_after_the_cut_too() -> None:
    """They are named anew in the order that was decided; a tie of others is past."""
    ties = ((4, 5), (1, 2))
    given = scenario(STAGE).given(CLOSED, RESERVES_TIED)
    given.when(decide(5, 4, ties=ties)).then(decided(5, 4), renamed())
    given.when(decide(2, 1, ties=ties)).then_refused(errors.StageAlreadyClosed)
    again = scenario(STAGE).given(CLOSED, RESERVES_TIED, decided(5, 4), renamed())
    again.when(decide(4, 5, ties=ties)).then_refused(errors.StageAlreadyClosed)


def test_a_tie_that_a_ruling_brought_across_the_line_is_decided_after_the_cut() -> None:
    """The qualifiers stay until they are named anew."""
    command = replace(decide(3, 2), across=frozenset({player(2), player(3)}))
    scenario(STAGE).given(CLOSED, NAMED).when(command).then(decided(3, 2))


def outcome(**changes: Any) -> Outcome:
    """Return a cut that player 2 has lost by his own result."""
    found = Outcome(
        next_stage_is="open",
        departures=(Departure(player=player(2), because="own_result", rule="replace_unplayed", stays=False),),
        left=(player(2),),
        entered=(player(3),),
        qualifiers=(player(1), player(3)),
        reserves=(player(2),),
        ways=(),
        tied_reserves=(),
        tied=(),
        clause=None,
    )
    return replace(found, **changes)


def rename(**changes: Any) -> RenameQualifiers:
    """Name anew by that outcome."""
    command = RenameQualifiers(
        championship=CHAMPIONSHIP,
        stage="tour-2",
        reason="the ruling on game 5",
        by=ORGANIZER,
        at=NOW,
        authorities=AUTHORITIES,
        open_games=(),
        outcome=outcome(),
        totals={},
    )
    return replace(command, **changes)


def test_qualifiers_are_named_anew_with_author_and_reason() -> None:
    """By what the regulations let become of the changed cut."""
    expected = renamed(
        qualifiers=(player(1), player(3)),
        reserves=(player(2),),
        left=(player(2),),
        entered=(player(3),),
        reason="the ruling on game 5",
        renamed_by=ORGANIZER,
    )
    scenario(STAGE).given(CLOSED, NAMED).when(rename()).then(expected)


def test_who_is_not_named_is_not_named_anew() -> None:
    """An open stage, an unchanged cut, a cut that stands, a game that is open again, a tie, a stranger."""
    stays = outcome(
        left=(),
        entered=(),
        departures=(Departure(player=player(2), because="others_results", rule="keep", stays=True),),
    )
    scenario(STAGE).when(rename()).then_refused(errors.StageNotNamed)
    named = scenario(STAGE).given(CLOSED, NAMED)
    named.when(rename(outcome=None)).then_refused(errors.CutUnchanged)
    refusal = named.when(rename(outcome=stays)).then_refused(errors.CutUnchanged)
    assert refusal.facts["stay"] == [player(2)]
    assert "cascade.others_results: keep" in str(refusal)
    named.when(rename(open_games=(game_id("tour-2", 1, 1),))).then_refused(errors.StageHasOpenGames)
    named.when(rename(outcome=outcome(tied=TIED.tied))).then_refused(errors.TieAcrossTheCut)
    named.when(rename(by=player(1))).then_refused(errors.OnlyOrganizerOrChiefJudge)


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
    st.builds(rename, outcome=st.sampled_from([None, outcome(), outcome(left=(), entered=())])),
    st.permutations([1, 2, 3, 4]).flatmap(
        lambda players: st.sampled_from([decide(*players[:2]), decide(*players)])
    ),
)


@given(st.lists(COMMANDS, max_size=12))
@settings(deadline=None)
def test_any_course_closes_once_and_names_last(commands: list[StageCommand]) -> None:
    """Whatever is asked for, there is at most one closing, and no decision after qualifiers are named."""
    history: list[StageEvent] = []
    for command in commands:
        try:
            history += STAGE.decide(command, STAGE.fold(history))
        except Refusal:
            continue
    assert sum(isinstance(event, StageClosed) for event in history) <= 1
    named = next((n for n, event in enumerate(history) if isinstance(event, QualifiersNamed)), None)
    if named is not None:
        assert isinstance(history[named - 1], StageClosed)
        assert all(isinstance(event, QualifiersRenamed) for event in history[named + 1 :])
    else:
        assert not any(isinstance(event, QualifiersRenamed) for event in history)
