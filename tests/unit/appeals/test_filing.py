"""Filing a protest: after which games, until when, by whom, about what."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from services.appeals.domain.errors import (
    DepositMissing,
    GameDoesNotCount,
    NobodyOfTheGame,
    NotForAnother,
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
from services.appeals.domain.protest.filing import facts_key, plain_rule
from shared.contracts.appeals import AdjustPoints
from shared.contracts.regulations import Fee
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    AT,
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
        given = rules(window_minutes=30).protests
        outcome.then(filed(window_closes_at=closes, filed_at=SIGNED + after, rules=given))
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


def test_an_organizer_files_for_a_player() -> None:
    """The player is the filer, and who lodged it is kept; others file for nobody."""
    expected = filed(lodged_by=ORGANIZER)
    scenario(decider).when(file(lodged_by=ORGANIZER)).then(expected)
    scenario(decider).when(file(lodged_by=OTHER)).then_refused(NotForAnother)
    scenario(decider).when(file(lodged_by=ORGANIZER, by=STRANGER)).then_refused(NotSeatedAtTheGame)


def test_a_deposit_is_left_where_the_document_wants_one() -> None:
    """Without it, or with another amount, nothing is filed."""
    fee = Fee(amount="500", currency="RUB")
    wanted = rules(deposit=fee)
    scenario(decider).when(file(rules=wanted)).then_refused(DepositMissing)
    scenario(decider).when(file(rules=wanted, deposit=Fee(amount="5", currency="RUB"))).then_refused(
        DepositMissing
    )
    expected = filed(rules=wanted.protests, deposit=fee)
    scenario(decider).when(file(rules=wanted, deposit=fee)).then(expected)


@pytest.mark.clause("C-LAW-25")
@pytest.mark.case(71)
def test_a_protest_during_the_game_costs_the_seat_where_the_document_says_so() -> None:
    """It is not taken here either way; the refusal names the clause and says what it costs at the table."""
    clauses = {"protests.after_game": "C-LAW-23", "play.protest_in_game": "C-LAW-25"}
    leaving = replace(rules(CHNU), in_game="filer_leaves", clauses=clauses)
    refusal = (
        scenario(decider)
        .when(file(rules=leaving, game=game("running")))
        .then_refused(ProtestDuringGame, clause="C-LAW-23")
    )
    assert "costs the seat" in refusal.message
    assert refusal.facts == {"in_game": "filer_leaves", "in_game_clause": "C-LAW-25"}


def test_the_next_stages_draw_closes_the_window() -> None:
    """A document may close the window with the next draw, whatever minutes are left."""
    drawn = replace(rules(window_until_next_draw=True, window_minutes=60), next_drawn_at=AT)
    closes = AT.replace(microsecond=0)
    in_time = scenario(decider).when(file(rules=drawn, at=AT))
    in_time.then(filed(rules=drawn.protests, window_closes_at=closes))
    late = file(rules=drawn, at=AT + timedelta(seconds=1))
    scenario(decider).when(late).then_refused(ProtestWindowClosed)


@pytest.mark.parametrize(
    "spelling",
    ["4.3", "№ 4.3", "№4.3", "§ 4.3.", "п. 4.3", "Пункт 4.3", "Rule 4.3", "No. 4.3", "４.３", " 4.3; "],  # noqa: RUF001
)
def test_a_rule_is_one_however_it_is_spelled(spelling: str) -> None:
    """Signs, words and widths before and after a rule's number make no other rule; other rules stay apart."""
    assert plain_rule(spelling) == "4.3"


@pytest.mark.parametrize("rule", ["O-VOTE-1", "Protocol 4", "no mercy", "п.4.3.1"])
def test_other_rules_are_others(rule: str) -> None:
    """What only looks like a word for a rule is part of it."""
    assert plain_rule(rule) not in {"4.3", "-", ""}
    assert plain_rule(rule) == plain_rule(rule.upper())
