"""The course of a day by both source regulations: speeches, candidates, the vote, last words."""

import pytest

from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.days import opener_after
from services.gameplay.domain.game.rules import TableRules
from tests.unit.gameplay.playing import Judge, at_day_two
from tests.unit.gameplay.tables import CHNU, ONORE, ROLES

BOTH = pytest.mark.parametrize("table_rules", [ONORE, CHNU], ids=["onore", "chnu"])


@BOTH
@pytest.mark.clause("O-GAME-2", "C-GAME-1")
def test_the_cards_are_dealt_once_and_are_the_ten(table_rules: TableRules) -> None:
    """Another composition is refused, and nobody is dealt a second card."""
    judge = Judge(table_rules)
    again = moves.RolesDealt(roles=ROLES)
    judge.refused(again, errors.MoveOutOfPlace)
    judge.table = type(judge.table)()
    wrong = moves.RolesDealt(roles=("mafia", *ROLES[1:]))
    judge.refused(wrong, errors.WrongComposition, table_rules.clause("play.composition"))
    judge.refused(moves.DayBegan(), errors.MoveOutOfPlace)
    judge.play(again)


@BOTH
@pytest.mark.clause("O-DAY-1", "C-DAY-1")
def test_the_first_day_goes_around_from_player_one(table_rules: TableRules) -> None:
    """Everybody has the word for a minute, from seat 1 on, and nobody out of turn."""
    judge = Judge(table_rules).day()
    clause = table_rules.clause("play.first_speeches")
    for seat in range(1, 11):
        assert (judge.table.queue[0], judge.allowed("SpeechGiven").seconds) == (seat, 60)
        if seat < 10:
            judge.refused(moves.SpeechGiven(seat=seat + 1), errors.OutOfTurn, clause)
        judge.play(moves.SpeechGiven(seat=seat, seconds=55))
    assert judge.phase == "dusk"


@BOTH
@pytest.mark.clause("O-DAY-6", "C-DAY-1")
def test_the_next_day_begins_with_the_next_player(table_rules: TableRules) -> None:
    """Day 2 begins with seat 2; where 3 is out, day 3 begins with 4."""
    judge = at_day_two(table_rules)
    assert judge.table.queue == (2, 3, 4, 5, 6, 7, 8, 9, 1)
    clause = table_rules.clause("play.opener")
    judge.refused(moves.SpeechGiven(seat=1), errors.OutOfTurn, clause)
    judge.speeches({2: 3}).vote(()).hear_out().night(9).hear_out().day()
    assert list(judge.table.queue) == [4, 5, 6, 7, 8, 1, 2]


def test_the_order_goes_around_the_table() -> None:
    """After seat 10 comes seat 1, or the next who is alive."""
    assert opener_after(10, (1, 2, 3)) == 1
    assert opener_after(9, (2, 5, 9)) == 2
    assert opener_after(0, (1, 2)) == 1


@BOTH
@pytest.mark.clause("O-DAY-2", "C-DAY-3")
def test_candidates_are_put_up_by_who_speaks(table_rules: TableRules) -> None:
    """Nobody else, nobody at another time, and nobody who is out."""
    judge = at_day_two(table_rules)
    clause = table_rules.clause("play.candidates")
    judge.refused(moves.CandidatePutUp(by=3, candidate=5), errors.OutOfTurn, clause)
    judge.refused(moves.CandidatePutUp(by=2, candidate=10), errors.PlayerIsOut)
    judge.speeches({2: 5, 3: 6})
    judge.refused(moves.CandidatePutUp(by=2, candidate=7), errors.MoveOutOfPlace)


@BOTH
@pytest.mark.clause("O-DAY-3", "C-DAY-3", "O-DAY-5", "C-DAY-6")
def test_who_has_most_votes_leaves_with_a_last_minute(table_rules: TableRules) -> None:
    """He is out at once and has the word once more, for a minute."""
    judge = Judge(table_rules).day().speeches({1: 5, 2: 6, 3: 7})
    judge.vote((1, 2, 3), (4, 5, 6, 8), (7, 9, 10))
    assert (judge.out, judge.phase, judge.table.queue) == ([6], "last_words", (6,))
    assert judge.allowed("SpeechGiven").seconds == 60
    judge.refused(moves.NightFell(), errors.MoveOutOfPlace)
    assert judge.play(moves.SpeechGiven(seat=6, seconds=60)).phase == "dusk"


@BOTH
@pytest.mark.clause("O-TIE-1", "C-TIE-1")
def test_the_tied_have_thirty_seconds_and_are_voted_on_again(table_rules: TableRules) -> None:
    """In the order in which they were put up; the vote is among them alone."""
    judge = Judge(table_rules).day().speeches({1: 6, 2: 5, 3: 7})
    judge.vote((1, 2, 3, 4), (5, 6, 7, 8), (9, 10))
    assert (judge.phase, judge.table.queue) == ("tie_speeches", (6, 5))
    assert judge.allowed("SpeechGiven").seconds == 30
    clause = table_rules.clause("play.tie")
    judge.refused(moves.SpeechGiven(seat=5), errors.OutOfTurn, clause)
    judge.hear_out()
    judge.refused(moves.HandsCounted(candidate=7), errors.NotACandidate)
    judge.vote((1, 2, 3), (4, 5, 6, 7, 8, 9, 10))
    assert judge.out == [5]


@BOTH
@pytest.mark.clause("O-OUT-2", "C-LAW-27")
def test_a_removed_player_leaves_at_once_without_a_word(table_rules: TableRules) -> None:
    """In the middle of the speeches he is out of the queue and out of the game."""
    judge = Judge(table_rules).day().speeches(until=3)
    judge.play(moves.PlayerRemoved(seat=3, note="stood up"))
    assert judge.table.queue[0] == 4
    judge.refused(moves.SpeechGiven(seat=3), errors.OutOfTurn)
    assert 3 not in judge.table.alive


ONORE_FOULS: dict[str, tuple[str, ...]] = {
    "O-FOUL-1": (
        "unethical-conduct",
        "night-rules",
        "out-of-turn",
        "excess-gestures",
        "hand-withdrawn-early",
    ),
    "O-RULE-1": ("form-of-address", "religion", "knocking", "touching", "arguing"),
}
CHNU_FOULS = {
    "C-DAY-2": ("overtime",),
    "C-LAW-1": ("oath",),
    "C-LAW-2": ("percent", "bribe"),
    "C-LAW-7": ("hand-withdrawn-early",),
    "C-LAW-10": ("night-hint",),
    "C-LAW-11": ("noise-at-night",),
    "C-LAW-14": ("out-of-turn",),
    "C-LAW-18": ("eyes-open",),
    "C-LAW-19": ("unethical-conduct", "knocking", "gestures", "crying", "provoking-the-host"),
    "C-LAW-20": ("touching",),
    "C-LAW-30": ("phone",),
    "C-LAW-31": ("card-reaction",),
    "C-LAW-33": ("insult",),
}
ALSO_REMOVES = {"oath", "phone", "insult"}
REMOVALS = {
    "O-OUT-1": (ONORE, ("insult", "night-hint", "peeking", "standing-up", "touching-at-night")),
    "C-LAW-3": (CHNU, ("peeking",)),
    "C-LAW-30": (CHNU, ("phone",)),
    "C-LAW-33": (CHNU, ("insult",)),
    "C-LAW-1": (CHNU, ("oath",)),
}


def _each(table_rules: TableRules, fouls: dict[str, tuple[str, ...]]) -> list[object]:
    return [
        pytest.param(table_rules, clause, offense, marks=pytest.mark.clause(clause), id=f"{clause}-{offense}")
        for clause, offenses in fouls.items()
        for offense in offenses
    ]


@pytest.mark.parametrize(
    ("table_rules", "clause", "offense"), [*_each(ONORE, ONORE_FOULS), *_each(CHNU, CHNU_FOULS)]
)
def test_a_named_offense_is_a_foul_with_its_clause(
    table_rules: TableRules, clause: str, offense: str
) -> None:
    """It is taken as a foul and counted; a consequence that the text does not give is refused."""
    judge = Judge(table_rules).day().play(moves.FoulGiven(seat=5, offense=offense))
    assert (judge.table.foul_count(5), judge.out) == (1, [])
    assert table_rules.clause(f"sanctions.consequences.{offense}") == clause
    if offense not in ALSO_REMOVES:
        removal = moves.PlayerRemoved(seat=5, offense=offense)
        judge.refused(removal, errors.OffenseHasOtherConsequence, clause)


@pytest.mark.parametrize(
    ("table_rules", "offense"),
    [
        pytest.param(table_rules, offense, marks=pytest.mark.clause(clause), id=f"{clause}-{offense}")
        for clause, (table_rules, offenses) in REMOVALS.items()
        for offense in offenses
    ],
)
def test_a_named_offense_removes(table_rules: TableRules, offense: str) -> None:
    """It is a removal with that name as its reason."""
    judge = Judge(table_rules).day().play(moves.PlayerRemoved(seat=5, offense=offense))
    assert [(e.seat, e.reason) for e in judge.table.gone] == [(5, offense)]


@pytest.mark.clause("O-OUT-1")
def test_a_removal_names_its_reason() -> None:
    """Without an offense or a note it is refused."""
    Judge(ONORE).day().refused(moves.PlayerRemoved(seat=5), errors.ReasonMissing)


@pytest.mark.clause("O-RULE-1", "O-RULE-3", "C-LAW-32")
def test_conduct_and_spectators_are_noted_without_consequence() -> None:
    """By day and by night, whenever the judge sees it; the game is as it was."""
    judge = (
        Judge(ONORE).play(moves.ConductNoted(note="sang with the mask on", seat=7)).day().speeches(until=2)
    )
    before = judge.table
    judge.play(
        moves.SpectatorSentOut(note="he prompted seat 3"), moves.ConductNoted(note="bet a coin", seat=2)
    )
    assert judge.table == before
    assert len(judge.moves) == 6


@BOTH
@pytest.mark.clause("C-HOST-1", "O-RULE-3")
def test_by_day_a_warning_says_why_and_by_night_it_may_not(table_rules: TableRules) -> None:
    """Between speeches with its reason; for the night before its result is told, with or without."""
    bare = moves.FoulGiven(seat=5)
    judge = Judge(table_rules).day().speeches(until=3)
    judge.refused(bare, errors.ReasonMissing, table_rules.clause("play.warnings"))
    judge.play(moves.FoulGiven(seat=5, note="spoke with seat 6")).speeches()
    judge.play(moves.NightFell(), moves.ShotsFired(), bare, moves.MorningCame())
    assert judge.table.foul_count(5) == 2
