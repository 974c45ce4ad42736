"""Filing a protest: after which games, until when, by whom, about what."""

from datetime import timedelta

import pytest

from services.appeals.domain.errors import (
    GameDoesNotCount,
    NobodyOfTheGame,
    NotSeatedAtTheGame,
    PointOfJudgement,
    ProtestDuringGame,
    ProtestWindowClosed,
    ProtocolNotSigned,
    RemedyOutsideGame,
    RuleNotNamed,
    SameFactsProtested,
    StepNotOpen,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import Act, Moment
from services.appeals.domain.protest.filing import facts_key
from shared.contracts.appeals import AdjustPoints
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    CHIEF,
    CHNU,
    FILER,
    JUDGE,
    ORGANIZER,
    OTHER,
    PROTEST,
    SIGNED,
    STRANGER,
    WAITING,
    file,
    filed,
    game,
    rules,
)


def test_a_player_protests_after_the_signature() -> None:
    """A player of the game files a protest once its protocol is signed."""
    scenario(decider).when(file()).then(filed())


@pytest.mark.parametrize("stranger", [JUDGE, CHIEF, ORGANIZER, STRANGER])
def test_only_players_of_the_game_protest(stranger: object) -> None:
    """Whoever did not play the game cannot protest against it."""
    scenario(decider).when(file(by=stranger)).then_refused(NotSeatedAtTheGame)


def test_no_protest_while_the_game_runs() -> None:
    """A protest during the game is refused with the clause of the regulations."""
    scenario(decider).when(file(game=game("running"))).then_refused(ProtestDuringGame, clause="O-PROT-1")


@pytest.mark.parametrize("status", ["scheduled", "ended"])
def test_no_protest_without_a_signed_protocol(status: str) -> None:
    """A game that has no signed protocol takes no protest yet."""
    scenario(decider).when(file(game=game(status))).then_refused(ProtocolNotSigned)  # type: ignore[arg-type]


def test_no_protest_against_an_annulled_game() -> None:
    """An annulled game has no result to protest against."""
    scenario(decider).when(file(game=game("annulled"))).then_refused(GameDoesNotCount)


@pytest.mark.parametrize(
    ("after", "in_time"),
    [
        (timedelta(0), True),
        (timedelta(minutes=30) - timedelta(seconds=1), True),
        (timedelta(minutes=30), True),
        (timedelta(minutes=30, milliseconds=749), True),
        (timedelta(minutes=30, milliseconds=750), False),
        (timedelta(minutes=30, seconds=1), False),
    ],
)
def test_the_window_is_judged_to_the_second(after: timedelta, in_time: bool) -> None:
    """What comes in the second in which the window closes is in time; a second later it is not."""
    outcome = scenario(decider).when(file(rules=rules(window_minutes=30), at=SIGNED + after))
    if in_time:
        closes = SIGNED.replace(microsecond=0) + timedelta(minutes=30)
        outcome.then(filed(window_closes_at=closes, filed_at=SIGNED + after))
    else:
        outcome.then_refused(ProtestWindowClosed)


def test_the_refusal_after_the_window_says_when_it_closed() -> None:
    """The refusal carries the signature, the closing second and the venue's zone."""
    refusal = (
        scenario(decider)
        .when(file(rules=rules(window_minutes=30), at=SIGNED + timedelta(hours=2)))
        .then_refused(ProtestWindowClosed)
    )
    assert refusal.facts == {
        "signed_at": SIGNED,
        "closed_at": SIGNED.replace(microsecond=0) + timedelta(minutes=30),
        "zone": "Asia/Omsk",
    }


@pytest.mark.parametrize("rule", [None, "", "  \n"])
def test_the_rule_is_named_where_the_document_says_so(rule: str | None) -> None:
    """Regulations that require the broken rule take no protest without one."""
    scenario(decider).when(file(rules=rules(CHNU), rule=rule)).then_refused(RuleNotNamed, clause="C-LAW-23")


def test_the_rule_may_be_left_open_elsewhere() -> None:
    """Regulations that do not require the rule take a protest without one."""
    scenario(decider).when(file(rule=" ")).then(filed(rule=None))


def test_a_point_of_judgement_is_refused_where_excluded() -> None:
    """Regulations that exclude points of judgement refuse them."""
    excluding = rules(points_of_judgement="excluded")
    scenario(decider).when(file(rules=excluding, ground="judgement")).then_refused(PointOfJudgement)


def test_a_point_of_judgement_is_taken_where_allowed() -> None:
    """Regulations that allow points of judgement take them."""
    scenario(decider).when(file(ground="judgement")).then(filed(ground="judgement"))


@pytest.mark.parametrize("accused", [JUDGE, OTHER, CHIEF, ORGANIZER])
def test_whose_act_it_was(accused: object) -> None:
    """The act complained of may be the judge's, another player's or an official's."""
    act = Act(by=accused, moment=None, text="It was wrong.")  # type: ignore[arg-type]
    scenario(decider).when(file(act=act)).then(filed(act=act))


@pytest.mark.parametrize("accused", [STRANGER, FILER])
def test_nobody_else_is_complained_of(accused: object) -> None:
    """A stranger, named to keep him off the commission, or oneself is refused."""
    act = Act(by=accused, moment=None, text="It was wrong.")  # type: ignore[arg-type]
    scenario(decider).when(file(act=act)).then_refused(NobodyOfTheGame)


def test_points_are_asked_for_players_of_the_game_only() -> None:
    """A remedy that gives points to somebody who did not play is refused."""
    remedy = AdjustPoints(player=STRANGER, points="1", reason="He helped.")
    scenario(decider).when(file(remedy=remedy)).then_refused(RemedyOutsideGame)


def test_the_same_facts_are_heard_once() -> None:
    """A second protest of the same person on the same facts is refused and names the first."""
    refusal = scenario(decider).when(file(earlier=STRANGER)).then_refused(SameFactsProtested)
    assert refusal.facts == {"protest": STRANGER}


def test_a_protest_is_filed_once() -> None:
    """A stream that holds a protest takes no other."""
    scenario(decider).given(*WAITING).when(file(protest=PROTEST)).then_refused(StepNotOpen)


def test_the_same_facts_in_other_words() -> None:
    """The same person, moment and rule are the same facts, however they are worded or written."""
    first = Act(by=JUDGE, moment=Moment(time="day", number=2), text="He miscounted.")
    second = Act(by=JUDGE, moment=Moment(time="day", number=2), text="The count was wrong!")
    assert facts_key(first, "§ 4.3.") == facts_key(second, "4.3")
    assert facts_key(first, "Rule  Four") == facts_key(first, "rule four")
    assert facts_key(first, None) == facts_key(first, " ")


@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (Act(by=OTHER, moment=Moment(time="day", number=2), text="x"), "4.3"),
        (Act(by=JUDGE, moment=Moment(time="day", number=3), text="x"), "4.3"),
        (Act(by=JUDGE, moment=Moment(time="night", number=2), text="x"), "4.3"),
        (Act(by=JUDGE, moment=None, text="x"), "4.3"),
        (Act(by=JUDGE, moment=Moment(time="day", number=2), text="x"), "4.4"),
        (Act(by=JUDGE, moment=Moment(time="day", number=2), text="x"), None),
    ],
)
def test_other_facts(act: Act, rule: str | None) -> None:
    """Another person, moment or rule makes other facts."""
    first = Act(by=JUDGE, moment=Moment(time="day", number=2), text="x")
    assert facts_key(first, "4.3") != facts_key(act, rule)
