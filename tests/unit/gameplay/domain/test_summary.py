"""The rules of a summary at their edges, and what their refusals name, so that a form can mark the field."""

from typing import Any

import msgspec
import pytest

from services.gameplay.domain import errors
from services.gameplay.domain.game.awards import check_awards
from services.gameplay.domain.game.best_move import check_best_move
from services.gameplay.domain.game.best_player import best_players_of
from services.gameplay.domain.game.eliminations import check_eliminations, departures
from services.gameplay.domain.game.rules import TableRules, binding
from shared.contracts.gameplay import Award, EndingKind, HostDecision, Result
from shared.contracts.primitives import Team
from shared.contracts.regulations import BestPlayerRule, shipped
from tests.unit.gameplay.judging import refused, taken
from tests.unit.gameplay.playing import FIIM, FSM
from tests.unit.gameplay.tables import (
    CHNU,
    DIGEST,
    MAFGAME,
    ONORE,
    award,
    ending,
    move,
    out,
    result,
    roles_only,
    rules,
    sanctions,
    seats,
    votes,
)

# --- endings ---


def test_a_leaver_after_the_end_is_named() -> None:
    """The refusal names the seat, and how the game was over before."""
    late = (*result("black").eliminations, out(9, "night 3"))
    refusal = refused(result("black", eliminations=late), errors.EliminatedAfterTheEnd, clause="O-END-2")
    assert refusal.facts == {"seat": 9}
    assert "Seat 9 leaves on night 3" in refusal.message


def test_an_ending_that_the_eliminations_contradict_names_both() -> None:
    """Parity was entered where all blacks are out, and the other way round."""
    for entered, clause in (
        (result("red", winner="black", ending=ending("parity", None)), "O-END-1"),
        (result("black", winner="red", ending=ending("blacks_out", None)), "O-END-2"),
    ):
        refusal = refused(entered, errors.WinnerContradictsEliminations, clause=clause)
        assert "won, not" in refusal.message
    for winner in ("red", "black"):
        stopped = result(winner, winner=None, ending=ending("stopped"))
        clause = "O-END-1" if winner == "red" else "O-END-2"
        refused(stopped, errors.WinnerContradictsEliminations, clause=clause)


def test_an_ending_by_the_table_needs_eliminations_that_lead_to_it() -> None:
    """With all of them known; where only some are, the judge is believed."""
    gone = (out(5, "night 1"),)
    ends: tuple[tuple[Team, EndingKind, str], ...] = (
        ("black", "parity", "O-END-2"),
        ("red", "blacks_out", "O-END-1"),
    )
    for winner, kind, clause in ends:
        entered = result(winner, winner=winner, eliminations=gone, ending=ending(kind, None))
        refusal = refused(entered, errors.WinnerContradictsEliminations, clause=clause)
        assert "leave 9 players" in refusal.message
        some = msgspec.structs.replace(entered, features=())
        assert taken(some).ending == ending(kind, None)


def test_the_ending_says_who_won() -> None:
    """A stopped game has no winner, the ends of the table have one; the refusal names the clause there is."""
    refused(roles_only("red", ending=ending("stopped")), errors.WinnerContradictsEnding)
    refused(
        roles_only("red", ending=ending("parity", None)), errors.WinnerContradictsEnding, clause="O-END-2"
    )
    refused(
        roles_only("black", ending=ending("blacks_out", None)),
        errors.WinnerContradictsEnding,
        clause="O-END-1",
    )
    refused(
        roles_only(None, ending=ending("no_kills", None)), errors.WinnerContradictsEnding, clause="O-END-3"
    )
    drawn = rules(MAFGAME, no_kills="draw")
    assert taken(roles_only(None, ending=ending("no_kills", None)), drawn).winner is None
    whole = result(None, eliminations=(out(5, "night 1"),), ending=ending("no_kills", None))
    assert taken(whole, drawn).winner is None


@pytest.mark.parametrize("kind", ["team_defeat", "stopped", "judge_decision"])
def test_what_the_judge_decides_needs_his_reason(kind: EndingKind) -> None:
    """Each of the three, and no other ending."""
    more: dict[str, Any] = {"team_defeat": 4} if kind == "team_defeat" else {}
    winner: Team | None = None if kind == "stopped" else "black"
    without = roles_only(winner, ending=ending(kind, None, "oath" if more else None), **more)
    refused(without, errors.EndingReasonMissing)
    taken(msgspec.structs.replace(without, ending=ending(kind, "I saw it", "oath" if more else None)))


def test_a_team_defeat_without_listed_offenses_needs_the_judges_words_alone() -> None:
    """Where the document lists none, any offense or none will do."""
    for offense in (None, "whistling"):
        entered = roles_only("black", team_defeat=4, ending=ending("team_defeat", "seen", offense))
        assert taken(entered, FSM).team_defeat == 4
    nothing = roles_only("black", team_defeat=4, ending=ending("team_defeat", "seen"))
    refusal = refused(nothing, errors.OffenseNotInRegulations, clause="O-WIN-1")
    assert refusal.message.startswith("No offense is not what onore-2014")


# --- eliminations ---


def test_who_left_twice_or_at_an_impossible_time_is_named() -> None:
    """Nobody leaves on day 0; a removal in night 0 is possible, a kill is not."""
    twice = refused(result(eliminations=(out(5, "night 1"), out(5, "day 2"))), errors.EliminatedTwice)
    assert twice.facts == {"seat": 5}
    for gone in (out(5, "day 0"), out(5, "day 0", "removal"), out(5, "night 0"), out(5, "night 1", "vote")):
        refusal = refused(result(eliminations=(gone,)), errors.EliminatedAtWrongTime)
        assert refusal.facts == {"seat": 5}
    before_day_one = (out(5, "night 0", "removal"), *result("black").eliminations[1:])
    assert taken(result(eliminations=before_day_one)).eliminations == before_day_one


def test_who_left_by_one_vote_left_together() -> None:
    """Everybody else left alone, also in the same night or on the same day."""
    gone = (
        *(out(6, "day 1"), out(7, "day 1"), out(8, "day 1", "removal"), out(9, "day 1", "removal")),
        *(out(5, "night 1"), out(4, "night 1", "removal")),
        *(out(10, "day 2"), out(1, "day 2", "removal")),
    )
    groups = [[e.seat for e in group] for group in departures(result(eliminations=gone))]
    assert groups == [[6, 7], [8], [9], [5], [4], [10], [1]]


def test_one_is_killed_in_a_night_and_one_voted_out_where_none_leave_together() -> None:
    """One each is fine; nobody at all is fine too."""
    one = result(eliminations=(out(6, "day 1"), out(5, "night 1"), out(7, "day 2"), out(8, "night 2")))
    for entered in (one, result(eliminations=())):
        check_eliminations(entered, CHNU)


# --- awards ---


def test_a_seat_has_one_award_of_a_kind() -> None:
    """The refusal names the seat and the list in which it stands twice."""
    for name, table_rules, points in (
        ("extra_points", ONORE, "0.5"),
        ("best_players", ONORE, "0.5"),
        ("penalties", FIIM, "-0.5"),
    ):
        entered = roles_only(**{name: (award(4, points), award(4, points))})
        refusal = refused(entered, errors.AwardedTwice, table_rules)
        assert refusal.facts == {"seat": 4}
        assert f"2 times in {name};" in refusal.message


def test_extra_points_are_those_of_the_list_or_within_the_limits() -> None:
    """At the limits they are allowed, beyond them not; the refusal says what one may get."""
    listed = refused(
        roles_only(extra_points=(award(4, "0.7"),)), errors.ExtraPointsNotAllowed, clause="O-SCORE-4"
    )
    assert listed.facts == {"seat": 4}
    assert listed.message.endswith("one player may get 0.5 or 1.")
    for points in ("0", "0.3", "1"):
        taken(roles_only(extra_points=(award(4, points),)), FIIM)
    for points in ("-0.1", "1.1"):
        refusal = refused(roles_only(extra_points=(award(4, points),)), errors.ExtraPointsNotAllowed, FIIM)
        assert refusal.message.endswith("one player may get 0 to 1.")
    refused(roles_only(extra_points=(award(4, "1"),)), errors.ExtraPointsNotInRegulations, CHNU)
    assert ONORE.extra_points is not None
    signed = msgspec.structs.replace(ONORE.extra_points, allowed=("-1", "1"), max_players=None)
    both = msgspec.structs.replace(ONORE, extra_points=signed)
    taken(roles_only(extra_points=(award(4, "1"), award(5, "1"), award(6, "-1"))), both)
    three = (award(4, "1"), award(5, "1"), award(6, "1"))
    sums = refused(roles_only(extra_points=three), errors.ExtraPointsTotalExceeded, both, clause="O-SCORE-4")
    assert "sum up to 3;" in sums.message


def test_penalties_go_down_to_a_limit() -> None:
    """To the limit itself, below zero; where the document has none, none are given."""
    low = msgspec.structs.replace(
        FIIM, clauses={"sanctions.penalties_down_to": "F-1"}, sanctions=FIIM.sanctions
    )
    for points in ("-1", "-0.1"):
        taken(roles_only(penalties=(award(4, points),)), low)
    for points in ("-1.1", "0", "0.5"):
        refusal = refused(
            roles_only(penalties=(award(4, points),)), errors.PenaltyNotAllowed, low, clause="F-1"
        )
        assert refusal.facts == {"seat": 4}
        assert "allows penalties below 0, down to -1." in refusal.message
    none = refused(roles_only(penalties=(award(4, "-1"),)), errors.PenaltyNotAllowed, ONORE)
    assert none.message.endswith("onore-2014 allows none.")


def test_a_best_player_gets_the_points_of_the_document() -> None:
    """The refusal names the seat, and what a best player gets."""
    wrong = refused(
        roles_only(best_players=(award(4, "0.7"),)), errors.BestPlayerPointsNotAllowed, clause="O-SCORE-2"
    )
    assert wrong.facts == {"seat": 4}
    assert wrong.message.endswith("a best player gets 0.5 or 1.")
    four = tuple(award(seat, "0.5") for seat in (4, 5, 6, 7))
    refused(roles_only(best_players=four), errors.TooManyBestPlayers, clause="O-SCORE-2")
    assert taken(roles_only(best_players=four[:3])).best_players == four[:3]
    refused(roles_only(best_players=four[:1]), errors.BestPlayersNotInRegulations, FIIM)


def test_the_offender_of_a_team_defeat_is_named() -> None:
    """With whatever he was given."""
    defeat = {"team_defeat": 5, "ending": ending("team_defeat", "A bet.", "bet")}
    refusal = refused(
        result("black", **defeat, extra_points=(award(5, "1"),)), errors.OffenderAwarded, clause="O-WIN-1"
    )
    assert refusal.facts == {"seat": 5}
    check_awards(result("black", extra_points=(award(5, "1"),)), ONORE)


# --- the best player by vote ---

FIVE = dict.fromkeys((1, 2, 3, 5, 6), 4)


def voting(min_votes: int | None) -> TableRules:
    """Return the rules of Chernivtsi where a best player needs another number of votes."""
    rule = BestPlayerRule(decided_by="vote", points=("3",), max_players=1, min_votes=min_votes)
    return msgspec.structs.replace(CHNU, best_player=rule)


def test_without_a_least_number_one_vote_makes_a_best_player_and_none_makes_none() -> None:
    """One is enough where the document asks for one, or for none in particular."""
    for least in (None, 1):
        assert best_players_of(roles_only(best_player_votes=votes({1: 4})), voting(least)) == (award(4, "3"),)
        assert best_players_of(roles_only(best_player_votes=votes({})), voting(least)) == ()
    assert best_players_of(roles_only(best_player_votes=votes({1: 4})), voting(2)) == ()


def test_the_host_has_one_vote() -> None:
    """Three and his are four, and four are not five."""
    three = dict.fromkeys((1, 2, 3), 4)
    assert best_players_of(roles_only(best_player_votes=votes(three, 4)), voting(5)) == ()
    assert best_players_of(roles_only(best_player_votes=votes(three, 4)), voting(4)) == (award(4, "3"),)


def test_votes_that_decide_nothing_say_who_leads_and_who_voted_twice() -> None:
    """The refusal holds the leaders; that of a second vote holds the voter."""
    tied = FIVE | dict.fromkeys((4, 7, 8, 9, 10), 7)
    undecided = refused(
        roles_only(best_player_votes=votes(tied, 1)), errors.BestPlayerUndecided, CHNU, clause="C-SCORE-5"
    )
    assert undecided.facts == {"leaders": [4, 7]}
    nobody = refused(
        roles_only(best_player_votes=votes(tied)), errors.BestPlayerUndecided, CHNU, clause="C-SCORE-5"
    )
    assert "the host voted for nobody." in nobody.message
    cast = votes({1: 4})
    twice = msgspec.structs.replace(cast, seats=(*cast.seats, *votes({1: 5}).seats))
    voted = refused(
        roles_only(best_player_votes=twice), errors.BestPlayerVotedTwice, CHNU, clause="C-SCORE-5"
    )
    assert voted.facts == {"seat": 1}
    decision = HostDecision(choice=4, reason="He saw it all.")
    few = votes({1: 4}, 1, decision=decision)
    refused(roles_only(best_player_votes=few), errors.HostDecisionNotNeeded, CHNU, clause="C-SCORE-5")


def test_votes_are_refused_where_the_judge_names_the_best_player() -> None:
    """Or where there is none; the clause is that of the vote, where the document has it."""
    by_judge = msgspec.structs.replace(ONORE, clauses={"scoring.best_player.min_votes": "O-X"})
    refused(roles_only(best_player_votes=votes({1: 4})), errors.BestPlayerNotByVote, by_judge, clause="O-X")
    refused(roles_only(best_player_votes=votes({1: 4})), errors.BestPlayerNotByVote, FIIM)
    named = roles_only(best_players=(award(4, "0.5"), award(5, "1")))
    assert best_players_of(named, ONORE) == (award(4, "0.5"), award(5, "1"))


def test_a_best_player_named_against_the_votes_is_refused_with_both() -> None:
    """The refusal says who was elected, or that nobody was."""
    against = roles_only(best_players=(award(7, "3"),), best_player_votes=votes(FIVE))
    refusal = refused(against, errors.BestPlayerContradictsVotes, CHNU, clause="C-SCORE-5")
    assert refusal.message == "Best player by the votes is 4, not 7."
    none = roles_only(best_players=(award(7, "3"),), best_player_votes=votes({1: 7}))
    refusal = refused(none, errors.BestPlayerContradictsVotes, CHNU, clause="C-SCORE-5")
    assert refusal.message == "Best player by the votes is nobody, not 7."
    remarked = Award(seat=4, points="3", reason="the table's choice")
    kept = roles_only(best_players=(remarked,), best_player_votes=votes(FIVE))
    assert best_players_of(kept, CHNU) == (remarked,)


# --- the best move ---


def test_the_best_move_is_of_the_first_kill_where_the_document_says_so() -> None:
    """Whichever night it was, and whatever order the kills are entered in; else of the first night only."""
    later = (out(8, "night 3"), out(6, "day 1"), out(5, "night 2"), out(7, "day 3"))
    entered = result(eliminations=later, best_move=move(5, 1, 2, 3))
    first_kill = rules(ONORE, best_move="first_kill")
    assert taken(entered, first_kill).best_move == move(5, 1, 2, 3)
    refused(entered, errors.BestMoveNotEntitled, clause="O-NIGHT-5")
    other = result(eliminations=later, best_move=move(8, 1, 2, 3))
    refusal = refused(other, errors.BestMoveNotEntitled, first_kill, clause="O-NIGHT-5")
    assert refusal.facts == {"seat": 8, "entitled": 5}
    assert refusal.message.endswith("who was killed first: 5.")
    tonight = result(best_move=move(5, 1, 2, 3))
    assert taken(tonight, first_kill).best_move == move(5, 1, 2, 3)
    nobody = result(
        eliminations=(*(out(s, f"day {d}") for d, s in enumerate((5, 6, 7, 8), start=1)),),
        best_move=move(5, 1, 2, 3),
    )
    refusal = refused(nobody, errors.BestMoveNotEntitled, first_kill, clause="O-NIGHT-5")
    assert refusal.facts == {"seat": 5, "entitled": None}
    assert refusal.message.endswith("who was killed first: nobody.")


def test_where_there_is_no_best_move_none_is_taken() -> None:
    """It is refused before anything else about it is."""
    none = rules(ONORE, best_move="none")
    refused(result(best_move=move(6, 6, 6)), errors.BestMoveNotInRegulations, none)
    check_best_move(result(), None, none)


def test_who_was_killed_first_is_told_by_the_eliminations() -> None:
    """Where they do not tell, the judge is believed, unless that player left in another way."""
    refusal = refused(result(first_killed=6), errors.FirstKilledContradictsEliminations, clause="O-NIGHT-5")
    assert refusal.facts == {"seat": 6}
    assert "it is 5 (" in refusal.message
    assert taken(roles_only(first_killed=6)).first_killed == 6
    elsewhere = roles_only(first_killed=6, eliminations=(out(6, "day 1"),))
    told = refused(elsewhere, errors.FirstKilledContradictsEliminations, clause="O-NIGHT-5")
    assert "it is nobody (" in told.message
    quiet = (out(6, "day 1"), *(out(s, f"day {d}") for d, s in enumerate((7, 8, 9), start=2)))
    assert taken(result(eliminations=quiet)).first_killed is None
    refused(
        result(eliminations=quiet, first_killed=5),
        errors.FirstKilledContradictsEliminations,
        clause="O-NIGHT-5",
    )
    some: Result = roles_only(first_killed=5, eliminations=(out(5, "night 1"),))
    assert taken(some).first_killed == 5


# --- fouls, seats, cards, and what of a document binds ---


def test_a_foul_too_many_and_a_removal_too_few_name_the_seat() -> None:
    """The seats that are in order are not named."""
    many = refused(result(seats=seats(s8={"fouls": 5})), errors.TooManyFouls, clause="O-FOUL-3")
    assert many.facts == {"seat": 8}
    missing = refused(result(seats=seats(s9={"fouls": 4})), errors.RemovalMissing, clause="O-FOUL-3")
    assert missing.facts == {"seat": 9}
    taken(result(seats=seats(s9={"fouls": 3}, s5={"fouls": 4})))


def test_wrong_cards_are_counted_in_the_refusal() -> None:
    """So that the judge sees which are too many."""
    dealt = seats(s4={"role": "civilian"})
    refusal = refused(result(seats=dealt), errors.WrongComposition, clause="O-GAME-2")
    assert "7 civilian" in refusal.message
    assert "0 sheriff" in refusal.message


def test_what_binds_a_table_is_the_documents_and_no_more() -> None:
    """Play, sanctions, extra points, best player, and the clauses of these."""
    for name in ("onore-2014", "chnu-2016", "fiim"):
        document = shipped()[name]
        bound = binding(document, DIGEST)
        clauses = {
            key: clause
            for key, clause in document.clauses.items()
            if key.split(".")[0] in {"play", "sanctions"}
            or ".".join(key.split(".")[:2])
            in {"scoring.extra_points", "scoring.best_player", "scoring.best_move"}
        }
        assert bound == TableRules(
            document=document.id,
            version=document.version,
            digest=DIGEST,
            play=document.play,
            sanctions=document.sanctions,
            extra_points=document.scoring.extra_points,
            best_player=document.scoring.best_player,
            clauses=clauses,
        )
        assert len(clauses) < len(document.clauses) or not clauses
    assert sanctions(ONORE).clause("play.vote") == "O-DAY-3"
