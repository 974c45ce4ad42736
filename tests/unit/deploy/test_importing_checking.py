"""A file against its championship: what it makes of it, or everything for which it is refused."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from deploy.local.importing.championship import Championship, Entry, Played
from deploy.local.importing.wrong import FileRefused
from services.registration.domain.texts import comparable
from shared.contracts.regulations import Fee, Quota, RegistrationRules
from tests.unit.deploy.results import (
    HEADER,
    NOW,
    Rows,
    championship,
    changed,
    imported,
    line_of,
    regulations,
    rows,
    seat,
)

FINAL = 20
"""The index of the final's first row."""


def refused(
    of: Rows, into: Championship | None = None, header: tuple[str, ...] = HEADER
) -> list[tuple[int, str]]:
    """Return the bad lines of a file."""
    with pytest.raises(FileRefused) as wrong:
        imported(of, into, header)
    return [(bad.line, bad.reason) for bad in wrong.value.lines]


def entered(*numbers: int, **more: str) -> dict[str, Entry]:
    """Return the entries of players of the file."""
    ids = {comparable(player.nick): player.id for player in imported(rows()).players}
    nicks = [f"P{number}" for number in numbers]
    return {
        comparable(nick): Entry(player=ids[comparable(nick)], nick=nick, status="accepted") for nick in nicks
    } | {comparable(nick): Entry(player=ids["p1"], nick=nick, status=status) for nick, status in more.items()}


# ------------------------------------------------------------------ what a file makes


def test_a_file_becomes_players_judges_and_games() -> None:
    """Each stage has its games by round and table, and each table its own judge."""
    whole = imported(rows())
    assert [player.nick for player in whole.players] == [f"P{number}" for number in range(1, 21)]
    assert sorted(whole.judges.values()) == ["Judge of table 1", "Judge of table 2"]
    main, final = whole.stages
    assert [(one.drawn.round, one.drawn.table) for one in main.games] == [(1, 1), (1, 2)]
    assert [(one.drawn.round, one.drawn.table) for one in final.games] == [(2, 1)]
    assert [award.points for award in main.games[0].result.extra_points] == ["0.1"] * 10


def test_the_same_file_makes_the_same_ids_and_another_file_others() -> None:
    """So an import can be run again, and two files share nobody by accident."""
    assert imported(rows()) == imported(rows())
    other = imported(changed({0: {"fouls": "1"}}))
    assert not {p.id for p in other.players} & {p.id for p in imported(rows()).players}
    assert len({player.id for player in other.players}) == 20
    assert {player.id.version for player in other.players} == {7}


def test_nicks_that_read_the_same_are_one_player() -> None:
    """Capitals and spaces make no second player."""
    assert len(imported(changed({FINAL: {"player": " p1 "}})).players) == 20


def test_who_has_entered_already_keeps_his_id() -> None:
    """An entry under the same nick is the player's."""
    there = championship(entries=entered(1, 2))
    assert {p.id for p in imported(rows(), there).players} >= {e.player for e in there.entries.values()}


def test_a_substitute_stands_in_the_protocol_and_the_seating_keeps_whom_he_sat_in_for() -> None:
    """The seating holds the player of the draw."""
    whole = imported(changed({10: {"player": "Stand-in", "substitute_for": "P11"}}), championship(places=21))
    game = whole.stages[0].games[1]
    ids = {player.nick: player.id for player in whole.players}
    assert game.drawn.seats[0] == ids["P11"]
    assert (game.result.seats[0].player, game.result.seats[0].substitute) == (ids["Stand-in"], True)


@pytest.mark.parametrize(
    ("cells", "named", "feature"),
    [
        ({"best_move": "8 9 2"}, (8, 9, 2), "best_move"),
        ({"blacks_named": "3"}, (8, 9, 10), "best_move_count"),
        ({"blacks_named": "2"}, (2, 8, 9), "best_move_count"),
        ({"blacks_named": "0"}, (2, 3, 4), "best_move_count"),
    ],
)
def test_a_best_move_keeps_its_numbers_or_gets_some_that_fit_the_count(
    cells: Mapping[str, str], named: tuple[int, ...], feature: str
) -> None:
    """What is known of it is in the features."""
    game = imported(changed({0: {"first_killed": "yes", **cells}})).stages[0].games[0]
    assert game.result.best_move is not None
    assert game.result.best_move.named == named
    assert game.result.features == ("first_killed", feature)


def test_fouls_are_known_where_every_seat_has_them() -> None:
    """A missing cell leaves them unknown; a removal stands with its day."""
    whole = imported(changed({index: {"fouls": "1"} for index in range(10)} | {12: {"removed": "day 2"}}))
    first, second = (one.result for one in whole.stages[0].games)
    assert "fouls" in first.features
    assert "fouls" not in second.features
    assert [(e.seat, e.cause, e.time, e.number) for e in second.eliminations] == [(3, "removal", "day", 2)]


def test_a_tie_across_the_cut_is_the_files_to_decide() -> None:
    """All twenty are equal: whoever plays the final went on."""
    equal = [row | {"extra": ""} for row in rows()]
    for index, number in enumerate(range(11, 21)):
        equal[FINAL + index]["player"] = f"P{number}"
    assert len(imported(equal).stages[1].games[0].drawn.seats) == 10


# ------------------------------------------------------------------ bad files


@pytest.mark.parametrize(
    ("changes", "line", "reason"),
    [
        ({9: {"seat": "9"}}, 9, "Seat 9 .* is taken by line 10"),
        ({9: {"seat": "9"}}, 0, "no row for seat 10"),
        ({1: {"player": "P1"}}, 1, "'P1' sits at .* already"),
        ({3: {"winner": "black"}}, 3, "winner differs"),
        ({3: {"judge": "A"}, 5: {"judge": "B"}}, 5, "judge differs"),
        ({3: {"first_killed": "yes"}, 5: {"first_killed": "yes"}}, 5, "two rows with first_killed"),
        ({3: {"team_defeat": "yes"}, 5: {"team_defeat": "yes"}}, 5, "two rows with team_defeat"),
        ({i: {"winner": ""} for i in range(10)}, 0, "names a winner"),
        ({0: {"stage": "semifinal"}}, 0, "no row for seat 2"),
        ({10: {"player": "P1"}}, 10, "'P1' is in two places of round 1"),
        ({10: {"player": "P1"}}, 10, "'P1' plays 2 games"),
        ({10: {"substitute_for": "P1"}}, 10, "'P1' is in two places"),
        ({0: {"judge": "X"}, 10: {"judge": "X"}}, 10, "two tables in round 1"),
        ({0: {"judge": "P12"}}, 0, "'P12' plays in round 1"),
        ({0: {"role": "don"}}, 0, "wrong_composition"),
        ({0: {"best_move": "8 9 10"}}, 0, "best_move_not_entitled"),
        ({0: {"first_killed": "yes", "best_move": "1 2 3"}}, 0, "best_move_names_itself"),
        ({9: {"first_killed": "yes", "blacks_named": "3"}}, 9, "could be named at most"),
        ({4: {"extra": "1.5"}}, 4, "extra_points_not_allowed"),
        ({4: {"penalty": "2"}}, 4, "penalty_not_allowed"),
        ({4: {"fouls": "5"}}, 4, "too_many_fouls"),
        ({4: {"best_player": "yes"}}, 4, "knows no best player"),
        ({4: {"best_player_vote": "2"}}, 0, "best_player_not_by_vote"),
        ({4: {"removed": "day 0"}}, 4, "eliminated_at_wrong_time"),
    ],
)
def test_a_bad_line_is_named(changes: Mapping[int, Mapping[str, str]], line: int, reason: str) -> None:
    """Each kind of mistake is found at its line, whatever else follows from it."""
    found = refused(changed(changes))
    assert any(at == line_of(line) and re.search(reason, told) for at, told in found), found


def test_several_bad_lines_are_told_at_once() -> None:
    """Mistakes of three games are three findings, in the order of the lines."""
    found = refused(changed({FINAL + 2: {"penalty": "3"}, 4: {"extra": "2"}, 15: {"fouls": "7"}}))
    assert [line for line, _ in found] == [line_of(4), line_of(15), line_of(FINAL + 2)]


def test_a_row_for_an_eleventh_at_a_table_is_refused() -> None:
    """Two sit in one seat then."""
    [(line, reason)] = refused([*rows(), seat("main", 1, 10, "P99")])
    assert (line, "taken" in reason) == (line_of(30), True)


def test_an_unknown_stage_is_refused_with_those_that_exist() -> None:
    """The refusal lists the keys."""
    found = refused([row | {"stage": "Cup"} if row["stage"] == "main" else row for row in rows()])
    assert any("no stage 'Cup'; it has main, final" in reason for _, reason in found)


def test_a_file_begins_with_the_first_stage() -> None:
    """Without the games before it a final has no qualifiers."""
    [(line, reason)] = refused(rows()[FINAL:])
    assert line == line_of(0)
    assert "follows 'main'" in reason


def test_a_missing_game_is_found() -> None:
    """Who should have sat in it plays a game too few."""
    twice = tuple(
        msgspec.structs.replace(stage, games=2) if stage.key == "main" else stage
        for stage in championship().stages
    )
    second = [row | {"round": "2"} for row in rows()[:10]]
    found = refused([*rows()[:20], *second], championship(stages=twice))
    assert [line for line, _ in found] == [line_of(index) for index in range(10, 20)]
    assert all("plays 1 games of stage 'main', the plan has 2" in reason for _, reason in found)


def test_who_did_not_qualify_does_not_play_on() -> None:
    """By the file's own results P11 is behind the ten of table 1."""
    [(line, reason)] = refused(changed({FINAL + 4: {"player": "P11"}}))
    assert line == line_of(FINAL + 4)
    assert "'P11'" in reason
    assert "did not qualify" in reason


# ------------------------------------------------------------------ the championship's terms


def with_rules(**rules: Any) -> Championship:
    """Return the championship under other terms of entry."""
    return championship(regulations=regulations(registration=RegistrationRules(**rules)))


def test_a_fee_is_no_obstacle() -> None:
    """It is recorded when the entries are made."""
    assert imported(rows(), with_rules(fee=Fee(amount="500", currency="RUB"))).players


def test_what_an_applicant_must_declare_stands_in_columns() -> None:
    """A required attribute is asked for at each player's first line; given in any row of his, it is there."""
    asks = with_rules(required_attributes=("faculty",))
    found = refused(rows(), asks)
    assert [line for line, _ in found] == [line_of(index) for index in range(20)]
    header = (*HEADER, "attribute:faculty")
    declared = [row | {"attribute:faculty": "Law"} for row in rows()]
    assert imported(declared, asks, header).players[0].attributes == {"faculty": "Law"}
    assert "not asked for" in refused(declared, None, header)[0][1]


def test_a_quota_is_kept() -> None:
    """The third of a club is one too many where two may be."""
    clubs = with_rules(quotas=(Quota(attribute="club", limit=2),))
    found = refused(changed({index: {"club": "Irtysh"} for index in range(3)}), clubs)
    assert [line for line, _ in found] == [line_of(2)]


def test_places_are_counted_with_those_who_have_entered() -> None:
    """Twenty of the file and a stranger who is accepted need 21 places; one who only applied needs none."""
    [(line, reason)] = refused(rows(), championship(entries=entered(1, Stranger="accepted")))
    assert line == 0
    assert "20 places" in reason
    assert len(imported(rows(), championship(entries=entered(1, Stranger="applied"))).players) == 20


def test_who_is_disqualified_is_not_brought_back() -> None:
    """His first line is named."""
    out = {"p3": Entry(player=imported(rows()).players[2].id, nick="P3", status="disqualified")}
    [(line, reason)] = refused(rows(), championship(entries=out))
    assert line == line_of(2)
    assert "disqualified" in reason


def test_after_the_deadline_nobody_enters() -> None:
    """Only a file whose players have all entered is taken then."""
    late = {"deadline": NOW - timedelta(days=1)}
    assert "took applications until" in refused(rows(), championship(**late))[0][1]
    whole = imported(rows(), championship(entries=entered(*range(1, 21)), **late))
    assert len(whole.players) == 20


# ------------------------------------------------------------------ what is there already


def test_what_was_imported_can_be_imported_again() -> None:
    """The same tables and results are no obstacle, and an unsigned game is not either."""
    whole = imported(rows())
    draws = {stage.plan.key: tuple(one.drawn for one in stage.games) for stage in whole.stages}
    first, *others = (one for stage in whole.stages for one in stage.games)
    games = {one.drawn.game: Played(status="signed", version=4, result=one.recorded) for one in others}
    games[first.drawn.game] = Played(status="running", version=2, result=None)
    assert imported(rows(), championship(draws=draws, games=games)).stages == whole.stages


def test_another_draw_or_another_result_refuses_the_file() -> None:
    """What was published elsewhere is never overwritten."""
    whole = imported(rows())
    draws = {stage.plan.key: tuple(one.drawn for one in stage.games) for stage in whole.stages}
    [(line, reason)] = refused(rows(), championship(draws=draws | {"main": draws["final"]}))
    assert (line, "drawn already" in reason) == (line_of(0), True)
    final = whole.stages[1].games[0]
    other = msgspec.structs.replace(final.recorded, winner="red", ending=None)
    signed = {final.drawn.game: Played(status="signed", version=4, result=other)}
    [(line, reason)] = refused(rows(), championship(draws=draws, games=signed))
    assert (line, "another result" in reason) == (line_of(FINAL), True)
