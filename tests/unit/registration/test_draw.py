"""The publication of a draw, who plays in it, and the arithmetic and random numbers behind it."""

import hashlib
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.registration.domain.actors import Actor
from services.registration.domain.draw.commitment import LIST_OF_PLAYERS
from services.registration.domain.draw.decider import CommitSeed, draw
from services.registration.domain.draw.events import DrawPublished, SeedCommitted
from services.registration.domain.draw.inputs import DrawInputs, inputs_of
from services.registration.domain.draw.qualification import Named, players_of, stage_of
from services.registration.domain.draw.randomness import Randomness
from services.registration.domain.draw.rounds import rounds_of
from services.registration.domain.draw.seating import plain_random
from services.registration.domain.draw.state import draw_id
from services.registration.domain.draw.verification import verify
from services.registration.domain.errors import (
    CommitmentTooLate,
    CommittedSecretMissing,
    CutDisputed,
    DrawAlreadyPublished,
    GamesDoNotDivide,
    JudgeNotAppointed,
    JudgeRepeated,
    NoRightToJudgeFinal,
    NotYourDraw,
    PlayerRepeated,
    PreviousStageNotDrawn,
    PublicValueWithoutCommitment,
    QualifiersNotNamed,
    ReservesTied,
    SeedAlreadyCommitted,
    SeedIsCommitted,
    SeedMissing,
    StageUnknown,
    TablesCannotBeFilled,
    TextUnacceptable,
    TooFewJudges,
    TooFewPlayers,
    TooManyPlayers,
)
from shared.contracts.registration import DrawnTable
from shared.contracts.scoring import TieAtCut
from tests.scenario import scenario
from tests.unit.registration.drawing import FORTY, JUDGES, publish, published
from tests.unit.registration.samples import (
    CHAMPIONSHIP,
    CHIEF,
    CLUB,
    NOW,
    ORGANIZER,
    STAGES,
    person,
    stage,
)

GOLDEN_PLAIN = "1f915e7e4691c5c3aaf7232b45bafc3feb5c9ca1a296988facb6930bbb2ad772"
"""SHA-256 of the plain random seating of `publish()`, one game a line."""


GOLDEN_EVEN = "5835e5c36c2356e7c104c972ec4c1af65d648ab1747c5d94cca0a721ab83842f"
"""The same of the even one."""


def digest_of(event: DrawPublished) -> str:
    """Return the SHA-256 of a seating, one game a line."""
    lines = "\n".join(
        f"{t.round} {t.table} {t.game} {t.judge} {' '.join(map(str, t.seats))}" for t in event.tables
    )
    return hashlib.sha256(lines.encode()).hexdigest()


def tables_by_round(tables: tuple[DrawnTable, ...]) -> dict[int, list[DrawnTable]]:
    """Group the games of a draw."""
    rounds: dict[int, list[DrawnTable]] = {}
    for table in tables:
        rounds.setdefault(table.round, []).append(table)
    return rounds


# ------------------------------------------------------------------ publication


def test_a_draw_keeps_seed_inputs_and_result() -> None:
    """All that reproduces the seating is in the event."""
    event = published()
    assert event.seed == "lottery 4-8-15-16-23-42"
    assert event.inputs.players == tuple(sorted(FORTY))
    assert event.inputs_digest == event.inputs.digest("even-1")
    assert len(event.tables) == 12
    assert verify(event).reproduced


def test_the_order_of_players_and_judges_is_no_input() -> None:
    """Whoever lists the same people in another order gets the same seating."""
    assert published(players=FORTY[::-1], judges=JUDGES[::-1]).tables == published().tables


def test_the_seating_of_a_seed_never_changes() -> None:
    """A known seed gives a known seating: the algorithm's name stands for exactly this one."""
    assert digest_of(published(algorithm="plain-random-1")) == GOLDEN_PLAIN
    assert digest_of(published()) == GOLDEN_EVEN


def test_a_tampered_seating_is_found() -> None:
    """Verification names the games that differ."""
    event = published()
    first, *others = event.tables
    swapped = msgspec.structs.replace(first, seats=(first.seats[1], first.seats[0], *first.seats[2:]))
    found = verify(msgspec.structs.replace(event, tables=(swapped, *others)))
    assert not found.reproduced
    assert found.differences == (str(first.game),)
    other = verify(msgspec.structs.replace(event, inputs_digest="0" * 64))
    assert not other.reproduced
    assert not other.digest_matches


def test_the_chief_judge_may_draw_and_nobody_else() -> None:
    """Organizers and the chief judge hold the draw."""
    assert scenario(draw).when(publish(by=CHIEF)).refusal is None
    scenario(draw).when(publish(by=CLUB)).then_refused(NotYourDraw)
    scenario(draw).when(publish(by=Actor(id=person(1)), clause="C-DRAW-1")).then_refused(
        NotYourDraw, clause="C-DRAW-1"
    )


def test_a_stage_is_drawn_once() -> None:
    """A second draw is refused, even with the same seed: nobody draws until he likes it."""
    scenario(draw).given(published()).when(publish()).then_refused(DrawAlreadyPublished)


def test_more_players_than_planned_are_refused() -> None:
    """The plan's places are the most that play."""
    forty_and_ten = tuple(person(number) for number in range(50))
    scenario(draw).when(publish(players=forty_and_ten)).then_refused(TooManyPlayers)


def test_only_appointed_judges_lead_tables() -> None:
    """A stranger is not put at a table."""
    scenario(draw).when(publish(judges=(*JUDGES, person(999)))).then_refused(JudgeNotAppointed)


def test_a_seed_is_text_that_can_be_read_out() -> None:
    """A seed of control characters is refused."""
    scenario(draw).when(publish(seed="\x07")).then_refused(TextUnacceptable)


@pytest.mark.case(59)
def test_a_judge_never_judges_where_he_plays() -> None:
    """A judge who plays every round cannot judge: with only such judges the draw is refused."""
    playing = FORTY[:4]
    scenario(draw).when(publish(judges=playing, appointed_judges=set(playing))).then_refused(TooFewJudges)


@pytest.mark.case(59)
def test_nobody_is_listed_twice() -> None:
    """A player or judge who is listed twice would be in two places at once."""
    scenario(draw).when(publish(players=(*FORTY[:39], FORTY[0]))).then_refused(PlayerRepeated)
    scenario(draw).when(publish(judges=(*JUDGES, JUDGES[0]))).then_refused(JudgeRepeated)


def test_each_table_has_its_own_judge() -> None:
    """Three judges for four tables are too few, and the answer says how many are missing."""
    refusal = scenario(draw).when(publish(judges=JUDGES[:3])).then_refused(TooFewJudges)
    assert "appoint 1 more" in refusal.message


@pytest.mark.case(60)
@pytest.mark.parametrize(
    ("stage_plan", "players", "rule"),
    [
        (stage("tour", 10, 3, tables=7), 10, TablesCannotBeFilled),
        (stage("tour", 10, 10), 9, TooFewPlayers),
        (stage("tour", 40, 3), 39, GamesDoNotDivide),
    ],
)
def test_an_impossible_seating_is_refused_with_its_reason(stage_plan: Any, players: int, rule: Any) -> None:
    """Nothing is searched for: the arithmetic is checked first."""
    scenario(draw).when(publish(stage=stage_plan, players=FORTY[:players])).then_refused(rule)


# ------------------------------------------------------------------ who plays


def test_the_first_stage_is_for_the_entrants() -> None:
    """Whoever is accepted plays the first stage."""
    previous, first = stage_of(STAGES, "tour-1")
    assert previous is None
    assert players_of(None, first, entrants=FORTY, drawn_before=None, named=Named()) == FORTY


def test_without_a_cut_the_same_players_go_on() -> None:
    """The second tour is for those of the first, without who withdrew in between."""
    previous, second = stage_of(STAGES, "tour-2")
    players = players_of(previous, second, entrants=FORTY[1:], drawn_before=FORTY, named=Named())
    assert players == FORTY[1:]


def test_after_a_cut_the_qualifiers_play() -> None:
    """Qualifiers play in their order; a reserve steps in for who withdrew."""
    previous, semifinal = stage_of(STAGES, "semifinal")
    named = Named(closed=True, qualifiers=FORTY[:20], reserves=FORTY[20:])
    players = players_of(previous, semifinal, entrants=FORTY, drawn_before=FORTY, named=named)
    assert players == FORTY[:20]
    players = players_of(previous, semifinal, entrants=FORTY[1:], drawn_before=FORTY, named=named)
    assert players == FORTY[1:21]


@pytest.mark.case(63)
@pytest.mark.parametrize(("closed", "reason"), [(False, "not closed"), (True, "not named")])
def test_a_stage_whose_players_are_unknown_is_not_drawn(closed: bool, reason: str) -> None:
    """An unseeded stage stays empty, and the refusal names what is missing."""
    previous, semifinal = stage_of(STAGES, "semifinal")
    with pytest.raises(QualifiersNotNamed, match=reason) as refused:
        players_of(previous, semifinal, entrants=FORTY, drawn_before=FORTY, named=Named(closed=closed))
    assert refused.value.facts["missing"] == "tour-2"


@pytest.mark.case(48)
@pytest.mark.clause("O-CUT-1")
def test_a_tie_across_the_cut_is_listed_where_the_next_stage_waits_for_it() -> None:
    """With the line that it stands across, and what is to be done."""
    previous, semifinal = stage_of(STAGES, "semifinal")
    ties = (TieAtCut(group="omsk", players=FORTY[19:21]), TieAtCut(group=None, players=FORTY[30:32]))
    with pytest.raises(QualifiersNotNamed, match=r"line of omsk; .* the table over all") as refused:
        players_of(previous, semifinal, entrants=FORTY, drawn_before=FORTY, named=Named(ties=ties))
    assert refused.value.facts["ties"] == [
        {"group": "omsk", "players": list(map(str, FORTY[19:21]))},
        {"group": None, "players": list(map(str, FORTY[30:32]))},
    ]


def test_equal_reserves_step_in_together_or_after_a_decision() -> None:
    """One of two equal ones is chosen by people, never by the order of a list."""
    previous, semifinal = stage_of(STAGES, "semifinal")
    named = Named(
        closed=True, qualifiers=FORTY[:20], reserves=FORTY[20:], tied_reserves=(FORTY[20:22], FORTY[22:24])
    )
    assert players_of(previous, semifinal, entrants=FORTY, drawn_before=FORTY, named=named) == FORTY[:20]
    both = players_of(previous, semifinal, entrants=FORTY[2:], drawn_before=FORTY, named=named)
    assert both == FORTY[2:22]
    for gone in (1, 3):
        with pytest.raises(ReservesTied) as refused:
            players_of(previous, semifinal, entrants=FORTY[gone:], drawn_before=FORTY, named=named)
        assert refused.value.facts["stage"] == "tour-2"


def test_a_final_is_judged_by_who_has_the_right() -> None:
    """Where judges are accredited, one without the right to a final is named; else nobody is asked."""
    lacking = scenario(draw).when(publish(accredited_judges=JUDGES[1:])).then_refused(NoRightToJudgeFinal)
    assert lacking.facts == {"judges": [str(JUDGES[0])]}
    assert published(accredited_judges=JUDGES).tables == published().tables


def test_a_cut_that_a_protest_can_change_is_not_drawn_on() -> None:
    """Whoever draws a stage while a ruling can change its players is told of the protests."""
    previous, semifinal = stage_of(STAGES, "semifinal")
    named = Named(closed=True, qualifiers=FORTY[:20], reserves=FORTY[20:])
    with pytest.raises(CutDisputed, match="open protests") as refused:
        players_of(previous, semifinal, entrants=FORTY, drawn_before=FORTY, named=named, protests=(FORTY[0],))
    assert refused.value.facts == {"stage": "tour-2", "protests": [str(FORTY[0])]}


def test_stages_are_drawn_in_their_order() -> None:
    """The second tour waits for the draw of the first."""
    previous, second = stage_of(STAGES, "tour-2")
    with pytest.raises(PreviousStageNotDrawn, match="tour-1"):
        players_of(previous, second, entrants=FORTY, drawn_before=None, named=Named())


def test_an_unknown_stage_is_refused_with_those_that_exist() -> None:
    """The refusal lists the stages."""
    with pytest.raises(StageUnknown, match="tour-1, tour-2, semifinal, final"):
        stage_of(STAGES, "tour-3")


# ------------------------------------------------------------------ seating


@pytest.mark.parametrize(
    ("players", "games", "tables", "rounds"),
    [
        (40, 3, None, (4, 4, 4)),
        (40, 3, 3, (3, 3, 3, 3)),
        (15, 2, None, (1, 1, 1)),
        (25, 4, None, (2, 2, 2, 2, 2)),
        (25, 2, None, (2, 2, 1)),
        (11, 10, None, (1,) * 11),
        (10, 1, 1, (1,)),
    ],
)
def test_rounds_hold_as_many_tables_as_players_and_halls_allow(
    players: int, games: int, tables: int | None, rounds: tuple[int, ...]
) -> None:
    """Full rounds first; the last one may be smaller."""
    assert rounds_of(players, games, tables, stage="tour") == rounds


def test_random_numbers_are_those_of_the_definition() -> None:
    """The first number is the first eight bytes of SHA-256(key | 0), reduced."""
    key = hashlib.sha256(b"seed").digest()
    block = hashlib.sha256(key + bytes(8)).digest()
    random = Randomness("seed")
    for start in range(0, 32, 8):
        assert random.below(1000) == int.from_bytes(block[start : start + 8], "big") % 1000
    following = hashlib.sha256(key + (1).to_bytes(8, "big")).digest()
    assert random.below(1000) == int.from_bytes(following[:8], "big") % 1000


def test_a_shuffle_is_fair() -> None:
    """Each of the six orders of three comes about as often as any other."""
    random = Randomness("fair")
    counts: dict[str, int] = {}
    for _ in range(6000):
        order = "".join(random.shuffled(["a", "b", "c"]))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


@st.composite
def inputs(drawing: st.DrawFn) -> DrawInputs:
    """Draw inputs that can be seated, with byes and with judges who play elsewhere."""
    players = drawing(st.integers(10, 64))
    games = drawing(st.sampled_from([n for n in range(1, 21) if players * n % 10 == 0]))
    tables = drawing(st.none() | st.integers(1, players // 10))
    judges = drawing(st.integers(players // 10, players // 10 + 3))
    return inputs_of(
        draw=draw_id(CHAMPIONSHIP, "tour"),
        stage="tour",
        players=[person(number) for number in range(players)],
        judges=[person(number) for number in range(1000, 1000 + judges)],
        games=games,
        tables=tables,
    )


@settings(max_examples=60, deadline=None)
@given(inputs(), st.text(min_size=1, max_size=20))
def test_every_draw_keeps_the_hard_rules(drawn: DrawInputs, seed: str) -> None:
    """Everyone plays exactly his games, nobody is twice in a round, and judges are free and evenly used."""
    tables = plain_random(drawn, seed)
    games: dict[UUID, int] = dict.fromkeys(drawn.players, 0)
    judged: dict[UUID, int] = dict.fromkeys(drawn.judges, 0)
    byes: dict[UUID, int] = dict.fromkeys(drawn.players, 0)
    for number, round_tables in tables_by_round(tables).items():
        seated = [player for table in round_tables for player in table.seats]
        judges = [table.judge for table in round_tables]
        assert len(set(seated)) == len(seated) == 10 * len(round_tables)
        assert len(set(judges)) == len(judges)
        assert not set(judges) & set(seated)
        assert [table.table for table in round_tables] == list(range(1, len(round_tables) + 1))
        for player in seated:
            games[player] += 1
        for judge in judges:
            judged[judge] += 1
        for player in set(drawn.players) - set(seated):
            byes[player] += 1
        assert max(games.values()) - min(games.values()) <= 1, f"byes are uneven after round {number}"
    assert set(games.values()) == {drawn.games}
    assert max(judged.values()) - min(judged.values()) <= 1
    assert len({table.game for table in tables}) == len(tables)
    assert plain_random(drawn, seed) == tables


@settings(max_examples=20, deadline=None)
@given(inputs())
def test_another_seed_gives_another_seating(drawn: DrawInputs) -> None:
    """The seed decides."""
    assert plain_random(drawn, "one") != plain_random(drawn, "two")


def test_a_judge_may_lead_a_table_in_the_round_of_his_bye() -> None:
    """With byes a player may judge while he does not play, and only then."""
    players = [person(number) for number in range(20)]
    drawn = inputs_of(
        draw=draw_id(CHAMPIONSHIP, "tour"), stage="tour", players=players, judges=players, games=2, tables=1
    )
    for table in plain_random(drawn, "seed"):
        assert table.judge not in table.seats


# ------------------------------------------------------------------ committed seeds


def committed(secret: str = "s" * 64) -> SeedCommitted:
    """Return the event of a commitment."""
    [event] = draw.decide(commit(secret=secret), draw.initial())
    assert isinstance(event, SeedCommitted)
    return event


def commit(**changes: Any) -> CommitSeed:
    """Commit to a seed of the first tour."""
    fields: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "stage": STAGES[0],
        "secret": "s" * 64,
        "field_known": False,
        "drawers": {ORGANIZER.id, CHIEF.id},
        "by": ORGANIZER,
        "at": NOW,
    }
    return CommitSeed(**(fields | changes))


def test_a_seed_is_committed_to_once_and_before_the_field_is_known() -> None:
    """A second commitment would be a second try; a late one would know who plays."""
    scenario(draw).when(commit(by=CLUB)).then_refused(NotYourDraw)
    scenario(draw).when(commit(field_known=True)).then_refused(CommitmentTooLate)
    scenario(draw).given(committed()).when(commit(secret="t" * 64)).then_refused(SeedAlreadyCommitted)
    scenario(draw).given(published()).when(commit()).then_refused(DrawAlreadyPublished)


def test_a_committed_seed_is_the_seed() -> None:
    """Nobody chooses another any more; without a commitment there is nothing to mix."""
    scenario(draw).given(committed()).when(publish(seed="mine")).then_refused(SeedIsCommitted)
    scenario(draw).when(publish(public_value="42", public_value_source="x")).then_refused(
        PublicValueWithoutCommitment
    )
    scenario(draw).when(publish(seed=None)).then_refused(SeedMissing)
    sealed = publish(seed=None, secret="s" * 64, public_value="42")
    scenario(draw).given(committed()).when(sealed).then_refused(TextUnacceptable)


def test_no_event_keeps_the_secret_and_only_the_one_committed_to_is_taken() -> None:
    """It comes with the draw: where its key is missing, or another one derives it, nothing is drawn."""
    event = committed()
    assert event.secret is None
    for other in (None, "t" * 64):
        scenario(draw).given(event).when(publish(seed=None, secret=other)).then_refused(
            CommittedSecretMissing
        )


def test_a_secret_that_an_event_of_before_kept_is_still_revealed() -> None:
    """What was committed to before secrets were derived is drawn as it was promised."""
    kept = msgspec.structs.replace(committed(), secret="s" * 64, nonce=None)
    [event] = draw.decide(publish(seed=None), draw.evolve(draw.initial(), kept))
    assert isinstance(event, DrawPublished)
    assert event.revealed is not None
    assert event.revealed.secret == "s" * 64
    assert verify(event).commitment_kept


@pytest.mark.parametrize(
    ("value", "source"), [(None, None), ("4 8 15", "State lottery, draw 1815 of 23 May")]
)
def test_the_draw_reveals_what_was_committed_to(value: str | None, source: str | None) -> None:
    """Secret and public value are in the event; anyone finds the commitment kept, and a lie about it."""
    before = draw.evolve(draw.initial(), committed())
    [event] = draw.decide(
        publish(seed=None, secret="s" * 64, public_value=value, public_value_source=source), before
    )
    assert isinstance(event, DrawPublished)
    revealed = event.revealed
    assert revealed is not None
    joined = f"{'s' * 64}\n{revealed.public_value}"
    assert event.seed == hashlib.sha256(joined.encode()).hexdigest()
    assert revealed.commitment == hashlib.sha256(b"s" * 64).hexdigest()
    assert (revealed.public_value, revealed.source) == (
        value or revealed.public_value,
        source or LIST_OF_PLAYERS,
    )
    found = verify(event)
    assert found.reproduced
    assert found.commitment_kept
    lie = msgspec.structs.replace(revealed, commitment="0" * 64)
    assert not verify(msgspec.structs.replace(event, revealed=lie)).reproduced
