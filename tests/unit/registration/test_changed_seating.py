"""A published seating that changes: the smallest change, as previewed, and never a game that has started."""

from uuid import UUID

import pytest
from msgspec.structs import replace

from services.registration.domain.actors import Actor
from services.registration.domain.draw.changing import CarryOutChange, TakeBackChange, planned
from services.registration.domain.draw.decider import draw
from services.registration.domain.draw.events import DrawEvent, SeatingCarriedOut, SeatingRestored
from services.registration.domain.draw.measures import quality_of
from services.registration.domain.draw.verification import verify
from services.registration.domain.draw.wishes import (
    AddPlayer,
    RedrawRounds,
    ReplaceJudge,
    ReplacePlayer,
    SwapSeats,
    Wish,
)
from services.registration.domain.errors import (
    ChangeNotSettled,
    DrawUnknown,
    EntryNotAccepted,
    GamesHaveStarted,
    GamesWouldBeUneven,
    JudgeInOtherGroup,
    JudgeNotAppointed,
    JudgeRelated,
    JudgeRepeated,
    NoReserveLeft,
    NoRightToJudgeFinal,
    NoRoomByByes,
    NothingToChange,
    NotYourDraw,
    PlayerAlreadyInStage,
    PlayerNotInStage,
    PreviewOutdated,
    ReservesTied,
    SeparatedWouldMeet,
)
from shared.contracts.registration import PlayerReplaced, RoundsRedrawn
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.registration.drawing import FORTY, JUDGES, published
from tests.unit.registration.reseating import (
    SPARE,
    carried_out,
    change,
    changed,
    games_of,
    meanwhile,
    standing,
)
from tests.unit.registration.samples import CHIEF, NOW, person, stage

DRAWN = published()
GIVEN = scenario(draw).given(DRAWN)
STARTED = meanwhile(started=games_of(DRAWN.tables, 1))
BYES = published(stage=stage("tour-1", 40, 3, tables=3), players=FORTY)


def seats_that_differ(before: object, after: object) -> set[tuple[int, int, int]]:
    """Return round, table and seat of each place where somebody else sits."""
    was = {table.game: table for table in before}  # type: ignore[attr-defined]
    return {
        (table.round, table.table, seat)
        for table in after  # type: ignore[attr-defined]
        for seat, player in enumerate(table.seats)
        if was[table.game].seats[seat] != player
    }


def seats_of(player: UUID, tables: object) -> set[tuple[int, int, int]]:
    """Return where somebody sits."""
    return {
        (table.round, table.table, seat)
        for table in tables  # type: ignore[attr-defined]
        for seat, one in enumerate(table.seats)
        if one == player
    }


def test_a_substitute_takes_the_seats_that_are_left_and_no_others_change() -> None:
    """Who leaves after the first round is replaced in the two that are left; his game stays his."""
    leaver = FORTY[7]
    event = changed(ReplacePlayer(out=leaver, into=SPARE[0]), DRAWN, facts=STARTED)
    now = standing(DRAWN, event).tables
    theirs = seats_of(leaver, DRAWN.tables)
    assert seats_that_differ(DRAWN.tables, now) == {place for place in theirs if place[0] > 1}
    assert seats_of(SPARE[0], now) == seats_that_differ(DRAWN.tables, now)
    assert event.operation == PlayerReplaced(out=leaver, into=SPARE[0], as_substitute=True)
    assert event.substitutes == (SPARE[0],)
    assert len(event.was) == len(event.tables) == 2


def test_who_comes_before_the_first_game_has_the_place_and_is_no_substitute() -> None:
    """A late no-show who has not played is followed by somebody who plays all of his games."""
    event = changed(ReplacePlayer(out=FORTY[7], into=SPARE[0]), DRAWN)
    assert event.operation == PlayerReplaced(out=FORTY[7], into=SPARE[0])
    assert event.substitutes == ()
    assert len(event.tables) == 3


def test_who_follows_a_substitute_is_a_substitute() -> None:
    """Of a place that somebody has played in, everybody after him is marked, he himself when he is back."""
    facts = STARTED
    first = changed(ReplacePlayer(out=FORTY[7], into=SPARE[0]), DRAWN, facts=facts)
    history = (DRAWN, first, carried_out(first))
    second = changed(ReplacePlayer(out=SPARE[0], into=SPARE[1]), *history, facts=facts)
    assert second.substitutes == (SPARE[1],)
    back = changed(ReplacePlayer(out=SPARE[0], into=FORTY[7]), *history, facts=facts)
    assert back.substitutes == ()
    assert standing(*history, back, carried_out(back)).tables == standing(DRAWN).tables


def test_reserves_come_in_their_order() -> None:
    """Without a name the first reserve comes who takes part and had no place yet."""
    reserves = (FORTY[3], person(999), SPARE[2], SPARE[0])
    facts = meanwhile(reserves=reserves)
    event = changed(ReplacePlayer(out=FORTY[7]), DRAWN, facts=facts)
    assert event.operation == PlayerReplaced(out=FORTY[7], into=SPARE[2])
    history = (DRAWN, event, carried_out(event))
    assert changed(ReplacePlayer(out=SPARE[2]), *history, facts=facts).operation == PlayerReplaced(
        out=SPARE[2], into=SPARE[0]
    )
    tied = meanwhile(reserves=reserves, tied_reserves=((SPARE[2], SPARE[0]),))
    GIVEN.when(change(ReplacePlayer(out=FORTY[7]), DRAWN, facts=tied, seen="")).then_refused(ReservesTied)
    only = meanwhile(reserves=(FORTY[3], person(999)))
    GIVEN.when(change(ReplacePlayer(out=FORTY[7]), DRAWN, facts=only, seen="")).then_refused(NoReserveLeft)


def test_two_players_change_seats() -> None:
    """In the rounds that are named each sits where the other sat, and nobody else moves."""
    one, other = FORTY[1], FORTY[2]
    event = changed(SwapSeats(one=one, other=other, rounds=(2,)), DRAWN)
    now = standing(DRAWN, event).tables
    for player, instead in ((one, other), (other, one)):
        assert {place for place in seats_of(player, now) if place[0] == 2} == {
            place for place in seats_of(instead, DRAWN.tables) if place[0] == 2
        }
    assert len(seats_that_differ(DRAWN.tables, now)) == 2


def test_a_swap_that_names_no_round_takes_those_that_are_open_for_both() -> None:
    """A round in which the game of one of them has started stays as it is."""
    one = DRAWN.tables[0].seats[0]
    elsewhere = DRAWN.tables[1].seats[0]
    facts = meanwhile(started=frozenset({DRAWN.tables[0].game}))
    event = changed(SwapSeats(one=one, other=elsewhere), DRAWN, facts=facts)
    assert event.operation.rounds == (2, 3)  # type: ignore[union-attr]


def test_a_judge_is_replaced() -> None:
    """Another judges his tables from now on, where he is free, and no seat changes."""
    spare = person(150)
    facts = meanwhile(started=games_of(DRAWN.tables, 1), judges=frozenset((*JUDGES, spare)))
    event = changed(ReplaceJudge(out=JUDGES[0], into=spare), DRAWN, facts=facts)
    assert {(table.round, table.judge) for table in event.tables} == {(2, spare), (3, spare)}
    assert [table.seats for table in event.tables] == [table.seats for table in event.was]


def test_rounds_are_drawn_anew_around_those_that_have_started() -> None:
    """Everything of a round that has started stays; the seed is the draw's affair, and anybody checks it."""
    event = changed(RedrawRounds(), DRAWN, facts=STARTED)
    assert isinstance(event.operation, RoundsRedrawn)
    assert event.operation.rounds == (2, 3)
    assert {table.game for table in event.tables} == games_of(DRAWN.tables, 2, 3)
    assert {place[0] for place in seats_that_differ(event.was, event.tables)} == {2, 3}
    now = standing(DRAWN, event)
    assert quality_of(now.tables, FORTY).meetings.most <= 2
    assert verify(DRAWN, now.in_force).reproduced
    forged = (*event.tables[1:], event.tables[0])
    seats = (*forged[0].seats[1:], forged[0].seats[0])
    wrong = replace(event, tables=(replace(forged[0], seats=seats), *forged[1:]))
    found = verify(DRAWN, (wrong,))
    assert not found.reproduced
    assert found.changes[0].differences == (str(forged[0].game),)
    other_seed = replace(event, operation=replace(event.operation, seed="mine"))
    assert not verify(DRAWN, (other_seed,)).reproduced


def test_every_kind_of_change_is_verified_by_making_it_again() -> None:
    """Replacements, swaps and judges are derived from what was before; the draw itself stays verifiable."""
    replaced = changed(ReplacePlayer(out=FORTY[7], into=SPARE[0]), DRAWN, facts=STARTED)
    history: list[DrawEvent] = [DRAWN, replaced, carried_out(replaced)]
    swapped = changed(SwapSeats(one=FORTY[1], other=FORTY[2]), *history, facts=STARTED)
    history += [swapped, carried_out(swapped)]
    found = verify(DRAWN, standing(*history).in_force)
    assert [one.reproduced for one in found.changes] == [True, True]
    assert found.reproduced


def test_one_player_more_sits_with_nine_who_rest() -> None:
    """His ten games take nobody's: ten tables differ, by one seat each but for the new one."""
    drawn = published(stage=stage("tour-1", 30, 10, tables=2), players=FORTY[:29], judges=JUDGES)
    event = changed(AddPlayer(player=SPARE[0]), drawn, facts=meanwhile(judges=frozenset(JUDGES)))
    now = standing(drawn, event)
    assert len(event.tables) == 10
    assert len(event.was) == 9
    counts = {player: len(seats_of(player, now.tables)) for player in now.seated}
    assert set(counts.values()) == {10}
    assert len(counts) == 30
    assert verify(drawn, now.in_force).reproduced


@pytest.mark.parametrize(
    ("wish", "refusal"),
    [
        (ReplacePlayer(out=person(999), into=SPARE[0]), PlayerNotInStage),
        (ReplacePlayer(out=FORTY[0], into=person(999)), EntryNotAccepted),
        (ReplacePlayer(out=FORTY[0], into=FORTY[1]), PlayerAlreadyInStage),
        (SwapSeats(one=FORTY[0], other=person(999)), PlayerNotInStage),
        (SwapSeats(one=FORTY[0], other=FORTY[1], rounds=(1, 2)), GamesHaveStarted),
        (SwapSeats(one=FORTY[0], other=FORTY[1], rounds=(7,)), NothingToChange),
        (SwapSeats(one=FORTY[0], other=FORTY[0]), NothingToChange),
        (ReplaceJudge(out=JUDGES[0], into=person(999)), JudgeNotAppointed),
        (ReplaceJudge(out=JUDGES[0], into=JUDGES[1]), JudgeRepeated),
        (ReplaceJudge(out=person(999), into=JUDGES[1]), NothingToChange),
        (RedrawRounds(rounds=(1, 3)), GamesHaveStarted),
        (AddPlayer(player=SPARE[0]), NoRoomByByes),
        (AddPlayer(player=FORTY[0]), PlayerAlreadyInStage),
    ],
    ids=lambda one: type(one).__name__ if not isinstance(one, type) else one.__name__,
)
def test_what_cannot_be_is_refused_with_the_reason(wish: Wish, refusal: type[Refusal]) -> None:
    """Each wish that breaks a rule names it, after the first round has started."""
    GIVEN.when(change(wish, DRAWN, facts=STARTED, seen="")).then_refused(refusal)


def test_what_is_over_is_not_changed() -> None:
    """Where every game of somebody has started nothing is left to change."""
    facts = meanwhile(started=games_of(DRAWN.tables, 1, 2, 3))
    for wish in (
        ReplacePlayer(out=FORTY[0], into=SPARE[0]),
        RedrawRounds(),
        SwapSeats(one=FORTY[0], other=FORTY[1]),
    ):
        GIVEN.when(change(wish, DRAWN, facts=facts, seen="")).then_refused(NothingToChange)


def test_byes_are_exchanged_as_often_as_they_come() -> None:
    """A swap in a round in which one of two rests would leave them with other numbers of games."""
    [first] = [table for table in BYES.tables if (table.round, table.table) == (1, 1)]
    resting = next(p for p in FORTY if not any(p in t.seats for t in BYES.tables if t.round == 1))
    wish = SwapSeats(one=first.seats[0], other=resting, rounds=(1,))
    scenario(draw).given(BYES).when(change(wish, BYES, seen="")).then_refused(GamesWouldBeUneven)


def test_who_must_not_meet_is_kept_apart() -> None:
    """A swap that would seat two at one table who were separated is refused, a redraw keeps them apart."""
    pair = (FORTY[0], FORTY[1])
    drawn = published(separations=(pair,))
    table = next(t for t in drawn.tables if pair[0] in t.seats and t.round == 2)
    mate = next(player for player in table.seats if player != pair[0])
    wish = SwapSeats(one=mate, other=pair[1], rounds=(2,))
    scenario(draw).given(drawn).when(change(wish, drawn, seen="")).then_refused(SeparatedWouldMeet)
    event = changed(RedrawRounds(), drawn)
    assert not any(set(pair) <= set(table.seats) for table in event.tables)


def test_a_relation_declared_after_the_draw_counts() -> None:
    """A substitute does not sit at the table of a judge he is related to; a redraw gives him another."""
    table = DRAWN.tables[0]
    facts = meanwhile(relations=((table.judge, SPARE[0]),))
    wish = ReplacePlayer(out=table.seats[0], into=SPARE[0])
    GIVEN.when(change(wish, DRAWN, facts=facts, seen="")).then_refused(JudgeRelated)
    related = meanwhile(relations=((table.judge, table.seats[0]),))
    event = changed(RedrawRounds(), DRAWN, facts=related)
    assert not any(t.judge == table.judge and table.seats[0] in t.seats for t in event.tables)
    assert verify(DRAWN, (event,)).reproduced


def test_a_final_is_judged_by_who_may_judge_one() -> None:
    """A judge without the right does not come in for one who has it."""
    facts = meanwhile(judges=frozenset((*JUDGES, person(150))), accredited=frozenset(JUDGES))
    wish = ReplaceJudge(out=JUDGES[0], into=person(150))
    GIVEN.when(change(wish, DRAWN, facts=facts, seen="")).then_refused(NoRightToJudgeFinal)


def test_a_judge_of_a_group_that_plays_meanwhile_does_not_come_in() -> None:
    """Who leads tables in another hall at the same time is not to be had."""
    spare = person(150)
    facts = meanwhile(judges=frozenset((*JUDGES, spare)), busy={spare: "kyiv"})
    wish = ReplaceJudge(out=JUDGES[0], into=spare)
    GIVEN.when(change(wish, DRAWN, facts=facts, seen="")).then_refused(JudgeInOtherGroup)


def test_what_is_done_is_what_was_seen() -> None:
    """Where a game has started since the preview, the change is refused, and the preview asked for again."""
    wish = ReplacePlayer(out=FORTY[7], into=SPARE[0])
    seen = planned(wish, standing(DRAWN), meanwhile()).digest(DRAWN.inputs.draw)
    GIVEN.when(change(wish, DRAWN, facts=STARTED, seen=seen)).then_refused(PreviewOutdated)


def test_one_change_after_the_other() -> None:
    """Until the tables have answered to a change, no other is made; their later words change nothing."""
    event = changed(ReplacePlayer(out=FORTY[7], into=SPARE[0]), DRAWN)
    waiting = GIVEN.given(event)
    wish = SwapSeats(one=FORTY[1], other=FORTY[2])
    waiting.when(change(wish, DRAWN, event, seen="")).then_refused(ChangeNotSettled)
    waiting.when(CarryOutChange(change=event.change, at=NOW)).then(
        SeatingCarriedOut(change=event.change, carried_out_at=NOW)
    )
    settled = waiting.given(carried_out(event))
    settled.when(CarryOutChange(change=event.change, at=NOW)).then_nothing()
    late = TakeBackChange(change=event.change, conflict="game_already_started", detail="Late.", at=NOW)
    settled.when(late).then_nothing()


def test_a_change_that_came_too_late_is_taken_back_whole() -> None:
    """The seating is again as before, the history keeps what was tried, and numbers go on."""
    event = changed(ReplacePlayer(out=FORTY[7], into=SPARE[0]), DRAWN)
    late = TakeBackChange(change=event.change, conflict="game_already_started", detail="Late.", at=NOW)
    restored = SeatingRestored(
        change=event.change, conflict="game_already_started", detail="Late.", restored_at=NOW
    )
    GIVEN.given(event).when(late).then(restored)
    GIVEN.given(event, restored).when(late).then_nothing()
    now = standing(DRAWN, event, restored)
    assert now.tables == standing(DRAWN).tables
    assert now.players == DRAWN.inputs.players
    assert len(now.changes) == 1
    assert changed(ReplacePlayer(out=FORTY[7], into=SPARE[0]), DRAWN, event, restored).number == 2


def test_what_the_table_says_of_its_seats_comes_first() -> None:
    """Where the table's judge has named a substitute, a change begins from who sits there."""
    table = next(t for t in DRAWN.tables if t.round == 2 and t.table == 1)
    seats = (SPARE[3], *table.seats[1:])
    facts = meanwhile(seats={table.game: seats})
    event = changed(ReplacePlayer(out=table.seats[1], into=SPARE[0]), DRAWN, facts=facts)
    [after] = [one for one in event.tables if one.game == table.game]
    assert after.seats == (SPARE[3], SPARE[0], *table.seats[2:])


def test_who_may_change_a_seating() -> None:
    """Organizers, the chief judge and admins; nobody before there is a draw."""
    wish = ReplacePlayer(out=FORTY[7], into=SPARE[0])
    stranger = Actor(id=person(300))
    GIVEN.when(change(wish, DRAWN, by=stranger)).then_refused(NotYourDraw)
    assert GIVEN.when(change(wish, DRAWN, by=CHIEF)).refusal is None
    scenario(draw).when(change(wish, DRAWN)).then_refused(DrawUnknown)
