"""Tables: the scopes, and what holds for every championship."""

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.scoring.domain.canonical import write
from services.scoring.domain.facts import Facts
from services.scoring.domain.hearing import gather
from services.scoring.domain.tables import (
    OVERALL,
    Standings,
    Table,
    stage_scope,
    standings_of,
    through_scope,
)
from shared.contracts.appeals import AdjustPoints
from shared.contracts.gameplay import ProtocolSigned, Result
from shared.contracts.primitives import PublicEvent
from shared.contracts.regulations import RankedRules, Regulations
from tests.unit.scoring.games import (
    amended,
    announced,
    annulled,
    championships,
    decided,
    document,
    entered,
    facts,
    heard,
    numbers,
    player,
    reinstated,
    result,
    results,
    ruled,
    scheduled,
    signed,
    standings,
    withdrawn,
)


def total(table: Table, number: int) -> Fraction:
    """Return a player's total."""
    return next(row.total for row in table.rows if row.player == player(number))


def ranked(rules: RankedRules, *events: PublicEvent) -> dict[int, int | None]:
    """Return the overall place by player under flags of the document."""
    given_rules: Regulations = document(ranked=rules)
    table = standings(announced(given_rules), *events).tables[OVERALL]
    return {numbers([row.player])[0]: row.place for row in table.rows}


def test_a_championship_not_announced_has_no_standings() -> None:
    """Games heard of before the rules that count them wait."""
    assert standings(signed()) == Standings()


def test_every_stage_has_a_table_of_its_own_and_one_through_it() -> None:
    """Through a stage counts what came before; a stage alone does not."""
    tables = standings(
        announced(),
        signed(result("black")),
        signed(result("black"), "tour-2"),
        signed(result("black"), "final"),
    ).tables
    assert total(tables[stage_scope("tour-1")], 1) == 4
    assert total(tables[stage_scope("tour-2")], 1) == 4
    assert total(tables[through_scope("tour-1")], 1) == 4
    assert total(tables[through_scope("tour-2")], 1) == 8
    assert total(tables[through_scope("semifinal")], 1) == 8
    assert total(tables[OVERALL], 1) == total(tables[through_scope("final")], 1) == 14


def test_a_table_through_a_stage_knows_nothing_of_later_games() -> None:
    """Compensation in the cut's table is that of the games before the cut."""
    regulations = document("mafgame-2026")
    kinds = {stage.key: replace(stage, kind="qualification") for stage in regulations.plan.stages}
    plan = replace(regulations.plan, stages=tuple(kinds.values()))
    first = signed(result("black", first_killed=5), "main")
    later = replace(signed(result("black", first_killed=5), "final"), stage_kind="qualification")
    opening = announced(replace(regulations, plan=plan))
    before = standings(opening, first).tables[through_scope("main")]
    after = standings(opening, first, later)
    assert after.tables[through_scope("main")] == before
    assert total(after.tables[OVERALL], 5) == Fraction(8, 10)


def test_a_stage_table_may_have_an_order_of_its_own() -> None:
    """Where the document says so, equal points of a stage go by the points of earlier stages."""
    games = [
        signed(result("black", extra={5: "0.5"}), "main"),
        signed(result("red"), "final"),
    ]
    tables = standings(announced("mafgame-2026"), *map(entered, range(1, 11)), *games).tables
    rows = tables[stage_scope("final")].rows
    assert numbers([rows[0].player]) == [5]
    assert rows[1].decided is not None
    assert rows[1].decided.by == "points_in_earlier_stages"


def test_a_game_of_a_stage_outside_the_plan_counts_overall() -> None:
    """No result is lost because the plan does not know its stage."""
    tables = standings(announced(), signed(result("black"), "extra-tour")).tables
    assert total(tables[OVERALL], 1) == 4
    assert tables[through_scope("final")].rows == ()


def test_points_of_a_ruling_count_in_their_game_while_it_counts() -> None:
    """An annulled game takes the ruling's points with it."""
    game = signed(result("black"))
    ruling = ruled(game, AdjustPoints(player=player(1), points="-1", reason="so"))
    assert total(standings(announced(), game, ruling).tables[OVERALL], 1) == 3
    assert standings(announced(), game, ruling, annulled(game)).tables[OVERALL].rows == ()


def test_a_player_who_withdrew_keeps_his_row() -> None:
    """What was played was played; the row says that he is gone."""
    rows = standings(announced(), entered(1), signed(), withdrawn(1)).tables[OVERALL].rows
    assert [row.withdrawn for row in rows if row.player == player(1)] == [True]
    assert len(rows) == 10


def test_flags_of_the_document_take_players_out_of_the_ranking() -> None:
    """Few games, substitutes, no entry: no place, and no place left out for them."""
    entries = [entered(number) for number in range(1, 11)]
    one, two = signed(result("red")), signed(result("red", (11, *range(2, 11))), round_number=2)
    assert ranked(RankedRules(minimum_games=2), *entries, one, two)[11] is None
    assert ranked(RankedRules(entry_required=True), *entries, one, two)[11] is None
    sitting_in = tuple(replace(seat, substitute=seat.player == player(11)) for seat in two.result.seats)
    substituted = replace(two, result=replace(two.result, seats=sitting_in))
    assert ranked(RankedRules(substitutes=False), *entries, one, substituted)[11] is None
    assert ranked(RankedRules(), *entries, one, two)[11] is not None


def test_decisions_belong_to_the_table_through_their_stage() -> None:
    """A decision in the first tour says nothing about the overall table after the final."""
    decision = decided("tour-1", 2, 3)
    tables = standings(announced(), signed(result("black")), decisions=[decision]).tables
    first = tables[through_scope("tour-1")].rows
    assert [(numbers([row.player])[0], row.place) for row in first[:3]] == [(1, 1), (2, 2), (3, 3)]
    assert [row.place for row in tables[OVERALL].rows[:3]] == [1, 2, 2]


def assert_sums(computed: Standings) -> None:
    """Check the overall table against its lines, and every row against its components."""
    for table in computed.tables.values():
        for row in table.rows:
            assert row.total == sum(row.components.values())
    for row in computed.tables[OVERALL].rows:
        lines = computed.lines[row.player]
        assert row.total == sum(line.worth for line in lines)
        for component, subtotal in row.components.items():
            assert subtotal == sum(line.worth for line in lines if line.component == component)


@settings(max_examples=50, deadline=None)
@given(championships())
def test_every_total_is_the_sum_of_its_lines(events: list[PublicEvent]) -> None:
    """For each player and component, under every document, after any corrections and rulings."""
    assert_sums(standings(*events))


@settings(max_examples=25, deadline=None)
@given(championships(), st.randoms(use_true_random=False))
def test_any_interleaving_and_duplication_gives_the_same_bytes(
    events: list[PublicEvent], random: Random
) -> None:
    """The same facts come to the same written standings, whatever the order in which they were heard."""
    arrived = heard(*events)
    shuffled = [one for one in arrived for _ in range(random.randint(1, 3))]
    random.shuffle(shuffled)
    assert write(standings_of(gather(shuffled))) == write(standings_of(gather(arrived)))


@settings(max_examples=25, deadline=None)
@given(championships(), results())
def test_an_annulled_game_was_never_played(events: list[PublicEvent], played: Result) -> None:
    """Playing and annulling leaves the standings as they were; so does a game only scheduled."""
    game = signed(played, table=7)
    before = written(facts(*events))
    assert written(facts(*events, game, annulled(game))) == before
    assert written(facts(*events, scheduled(table=7))) == before
    assert written(facts(*events, game, annulled(game), reinstated(game))) == written(facts(*events, game))


@settings(max_examples=25, deadline=None)
@given(championships(), st.integers(1, 10))
def test_a_penalty_that_is_taken_back_was_never_given(events: list[PublicEvent], seat: int) -> None:
    """A correction and its correction leave every number as it was."""
    games = [event for event in events if isinstance(event, ProtocolSigned)]
    if not games:
        return
    game, others = games[0], [event for event in events if not _about(event, games[0])]
    penalty = result(penalties={seat: "-0.5"}).penalties
    punished = amended(game, replace(game.result, penalties=penalty))
    revoked = amended(game, game.result)
    numbers_before = _without_events(standings(*others, game))
    assert _without_events(standings(*others, game, punished, revoked)) == numbers_before


def written(known: Facts) -> str:
    """Return the digest of the standings."""
    return write(standings_of(known)).digest


def _about(event: PublicEvent, game: ProtocolSigned) -> bool:
    return getattr(event, "game", None) == game.game


def _without_events(computed: Standings) -> object:
    lines = {who: [replace(line, event=player(1)) for line in own] for who, own in computed.lines.items()}
    return computed.tables, lines
