"""From public events to facts: what each event means, and that no interleaving matters."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.scoring.domain.hearing import HeardEvent, gather
from shared.contracts.appeals import AdjustPoints, AnnulGame, AwardWin, NoChange, RemovePlayer
from shared.contracts.primitives import PublicEvent
from shared.contracts.registration import OfficialDismissed, PlayerDisqualified, RulingNotCarriedOut
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    CHIEF_JUDGE,
    NOW,
    ORGANIZER,
    amended,
    announced,
    annulled,
    appointed,
    championships,
    drawn,
    entered,
    facts,
    game_id,
    heard,
    not_applicable,
    player,
    reinstated,
    result,
    ruled,
    ruling_id,
    scheduled,
    signed,
    withdrawn,
)

POINTS = AdjustPoints(player=player(1), points="-1", reason="so")


def test_organizer_and_chief_judge_may_act_until_dismissed() -> None:
    """Other officials close no stage."""
    dismissed = OfficialDismissed(
        championship=CHAMPIONSHIP, person=CHIEF_JUDGE, role="chief_judge", dismissed_at=NOW
    )
    assert facts(announced(), appointed()).organizers == {ORGANIZER, CHIEF_JUDGE}
    assert facts(announced(), appointed(), dismissed).organizers == {ORGANIZER}


def test_a_player_who_withdrew_is_an_entrant_again_after_a_new_entry() -> None:
    """The last word about a player counts."""
    assert facts(entered(1), withdrawn(1)).entrants[player(1)].withdrawn
    assert not facts(entered(1), withdrawn(1), entered(1)).entrants[player(1)].withdrawn


def test_games_of_a_draw_are_open_before_gameplay_speaks_of_them() -> None:
    """Drawn, scheduled, signed: open, open, closed; an annulled one is closed too."""
    draw = drawn("tour-1", (1, 1), (1, 2), (1, 3))
    second = signed(table=2)
    known = facts(draw, scheduled(table=1), second, annulled(signed(table=3)))
    assert set(known.open_games("tour-1")) == {game_id("tour-1", 1, 1), game_id("tour-1", 1, 3)}
    assert facts(scheduled()).open_games("tour-2") == ()


def test_an_amended_result_replaces_the_signed_one_and_names_its_event() -> None:
    """Lines point at the event that last said the result."""
    game = signed(result("red"))
    known = facts(game, amended(game, result("black"))).games[game.game]
    assert known.result is not None
    assert known.result.winner == "black"
    assert known.event == heard(game, game)[1].id


def test_an_annulled_game_counts_again_when_it_is_reinstated() -> None:
    """Nothing is lost by annulling."""
    game = signed()
    assert not facts(game, annulled(game)).games[game.game].counts
    assert facts(game, annulled(game), reinstated(game)).games[game.game].counts


def test_a_scheduled_game_does_not_count() -> None:
    """No result, no points."""
    assert not facts(scheduled()).games[game_id("tour-1", 1, 1)].counts


def test_a_ruling_without_effect_is_settled_at_once() -> None:
    """Rejections and rulings that change nothing wait for nobody."""
    game = signed()
    known = facts(ruled(game, NoChange(), 1), ruled(game, AnnulGame(), 2, "reject"))
    assert known.settled == (ruling_id(1), ruling_id(2))
    assert known.adjustments == ()


def test_a_ruling_on_points_is_settled_once_its_game_is_heard_of() -> None:
    """Appeals may be heard before gameplay."""
    game = signed()
    assert facts(ruled(game, POINTS)).settled == ()
    assert facts(ruled(game, POINTS), game).settled == (ruling_id(1),)


def test_a_ruling_on_a_game_is_settled_when_gameplay_answers() -> None:
    """Applied or not applicable, before or after the ruling itself is heard."""
    game = signed()
    assert facts(game, ruled(game, AnnulGame())).settled == ()
    assert facts(game, annulled(game, ruling_id(1))).settled == (ruling_id(1),)
    assert facts(game, amended(game, result("black"), ruling_id(1))).settled == (ruling_id(1),)
    answered = facts(game, ruled(game, AwardWin(team="red")), not_applicable(game, ruling_id(1)))
    assert answered.settled == (ruling_id(1),)


def test_a_removal_is_settled_when_registration_has_answered() -> None:
    """Out by a ruling, or a ruling that could not be carried out; officials' own decisions settle nothing."""
    game = signed()
    removal = ruled(game, RemovePlayer(player(1), "so"))
    assert facts(entered(1), game, removal).settled == ()
    out = PlayerDisqualified(
        championship=CHAMPIONSHIP, player=player(1), clause=None, disqualified_at=NOW, ruling=ruling_id(1)
    )
    known = facts(entered(1), game, removal, out)
    assert known.settled == (ruling_id(1),)
    assert known.entrants[player(1)].withdrawn
    assert known.games[game.game].counts
    assert facts(entered(1), game, removal, replace(out, ruling=None)).settled == ()
    vain = RulingNotCarriedOut(
        championship=CHAMPIONSHIP,
        player=player(1),
        ruling=ruling_id(1),
        conflict="no_entry",
        detail="so",
        found_at=NOW,
    )
    assert facts(game, removal, vain).settled == (ruling_id(1),)


def test_a_superseded_ruling_gives_and_takes_nothing() -> None:
    """Its points are gone; where a game has to change for it, that is waited for."""
    game = signed()
    first = ruled(game, POINTS)
    instead = replace(
        ruled(game, NoChange(), number=2), supersedes=first.ruling, superseded=POINTS, verdict="reject"
    )
    assert facts(game, first).adjustments
    known = facts(game, first, instead)
    assert known.adjustments == ()
    assert set(known.settled) == {ruling_id(1), ruling_id(2)}
    back = replace(instead, superseded=AnnulGame())
    assert facts(game, annulled(game, ruling_id(1)), back).settled == (ruling_id(1),)
    again = replace(reinstated(game), ruling=ruling_id(2))
    assert facts(game, annulled(game, ruling_id(1)), back, again).settled == (ruling_id(1), ruling_id(2))


def test_an_unknown_event_changes_nothing() -> None:
    """A publisher may say more than this code knows."""
    known = heard(announced())
    assert gather([*known, HeardEvent("appeals", 1, ruling_id(1), None)]) == gather(known)


@settings(max_examples=30, deadline=None)
@given(championships(), st.randoms(use_true_random=False))
def test_any_interleaving_and_duplication_gives_the_same_facts(
    events: list[PublicEvent], random: Random
) -> None:
    """Sources may arrive in any order among one another, and each event any number of times."""
    arrived = heard(*events)
    shuffled = [one for one in arrived for _ in range(random.randint(1, 2))]
    random.shuffle(shuffled)
    assert gather(shuffled) == gather(arrived)
