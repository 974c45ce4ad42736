"""Games and public events for tests of scoring: short to write, valid by default.

At a default table seat 1 is the don, 2 and 3 mafia, 4 the sheriff, 5 to 10 civilians, and player n
sits at seat n. Ids follow from numbers, so that two runs say the same.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

import msgspec
from hypothesis import strategies as st

from services.scoring.domain.facts import Decision, Facts
from services.scoring.domain.hearing import HeardEvent, gather
from services.scoring.domain.tables import Standings, standings_of
from shared.contracts.appeals import (
    AdjustPoints,
    ProtestClosed,
    ProtestFiled,
    Remedy,
    RulingPublished,
    Verdict,
)
from shared.contracts.gameplay import (
    Award,
    BestMove,
    Elimination,
    GameAnnulled,
    GameReinstated,
    GameScheduled,
    ProtocolSigned,
    Result,
    ResultAmended,
    RulingNotApplicable,
    SeatResult,
)
from shared.contracts.primitives import PublicEvent, Role, Team
from shared.contracts.registration import (
    ChampionshipAnnounced,
    DrawnTable,
    DrawPublished,
    EntryAccepted,
    EntryWithdrawn,
    Group,
    OfficialAppointed,
    PlayersMerged,
    PlayersUnmerged,
    RegulationsRebound,
    StagePlan,
)
from shared.contracts.regulations import Regulations, StageKind, shipped

CHAMPIONSHIP = UUID("0190c000-0000-7000-8000-00000000beef")
ORGANIZER = UUID("0190c000-0000-7000-8000-0000000000aa")
CHIEF_JUDGE = UUID("0190c000-0000-7000-8000-0000000000bb")
NOW = datetime(2026, 5, 23, 8, 0, tzinfo=UTC)
ROLES: tuple[Role, ...] = ("don", "mafia", "mafia", "sheriff", *("civilian",) * 6)
KINDS: dict[str, StageKind] = {"semifinal": "semifinal", "final": "final"}
TEN = tuple(range(1, 11))


def player(number: int) -> UUID:
    """Return the id of player n."""
    return UUID(int=(0x0190D000 << 96) | (7 << 76) | (2 << 62) | number)


def numbers(players: Iterable[UUID]) -> list[int]:
    """Return the numbers of players."""
    return [one.int & 0xFFFF for one in players]


def game_id(stage: str, round_number: int, table: int) -> UUID:
    """Return the id of the game at a table of a round."""
    return uuid5(CHAMPIONSHIP, f"{stage}/{round_number}/{table}")


def ruling_id(number: int) -> UUID:
    """Return the id of ruling n."""
    return uuid5(CHAMPIONSHIP, f"ruling/{number}")


def result(
    winner: Team | None = "red",
    players: Sequence[int] = TEN,
    *,
    roles: Sequence[Role] = ROLES,
    best_move: tuple[int, Sequence[int]] | None = None,
    best: dict[int, str] | None = None,
    extra: dict[int, str] | None = None,
    penalties: dict[int, str] | None = None,
    out: Sequence[Elimination] | None = None,
    **fields: Any,
) -> Result:
    """Return a result; awards map a seat to points. `out` given: all eliminations are known."""
    return Result(
        winner=winner,
        seats=tuple(
            SeatResult(seat=seat, player=player(number), role=role)
            for seat, (number, role) in enumerate(zip(players, roles, strict=True), start=1)
        ),
        best_move=BestMove(seat=best_move[0], named=tuple(best_move[1])) if best_move else None,
        best_players=_awards(best),
        extra_points=_awards(extra),
        penalties=_awards(penalties),
        eliminations=tuple(out or ()),
        features=("eliminations",) if out is not None else (),
        **fields,
    )


def _awards(points: dict[int, str] | None) -> tuple[Award, ...]:
    return tuple(Award(seat=seat, points=value) for seat, value in (points or {}).items())


def document(name: str = "onore-2014", **scoring: Any) -> Regulations:
    """Return a shipped document, with other scoring rules where given."""
    shipped_one = shipped()[name]
    rules = msgspec.structs.replace(shipped_one.scoring, **scoring)
    return msgspec.structs.replace(shipped_one, scoring=rules)


def announced(regulations: Regulations | str = "onore-2014", **advance: int | None) -> ChampionshipAnnounced:
    """Announce the document's own stages; `advance` by stage, with "_" for "-"."""
    chosen = shipped()[regulations] if isinstance(regulations, str) else regulations
    return ChampionshipAnnounced(
        championship=CHAMPIONSHIP,
        title="Cup",
        host_club="Club",
        regulations=chosen,
        venues=(),
        stages=tuple(
            StagePlan(
                key=stage.key,
                title=stage.title,
                kind=stage.kind,
                games=stage.games,
                players=40,
                advance=advance.get(stage.key.replace("-", "_"), stage.advance),
                venue="hall",
            )
            for stage in chosen.plan.stages
        ),
        organizer=ORGANIZER,
        announced_at=NOW,
    )


def entered(number: int, nick: str | None = None) -> EntryAccepted:
    """Accept the entry of player n."""
    return EntryAccepted(
        championship=CHAMPIONSHIP,
        player=player(number),
        nick=nick or f"player {number:02}",
        club=None,
        city=None,
        accepted_at=NOW,
    )


def withdrawn(number: int) -> EntryWithdrawn:
    """Take player n out."""
    return EntryWithdrawn(championship=CHAMPIONSHIP, player=player(number), withdrawn_at=NOW)


def appointed(person: UUID = CHIEF_JUDGE) -> OfficialAppointed:
    """Appoint a chief judge."""
    return OfficialAppointed(championship=CHAMPIONSHIP, person=person, role="chief_judge", appointed_at=NOW)


def in_groups(opening: ChampionshipAnnounced, stage: str, **advance: int | None) -> ChampionshipAnnounced:
    """Let a stage play in groups, each with the places that it has for certain."""
    groups = tuple(
        Group(key=key, title=key.title(), players=20, venue="hall", advance=own)
        for key, own in advance.items()
    )
    stages = tuple(
        msgspec.structs.replace(one, groups=groups) if one.key == stage else one for one in opening.stages
    )
    return msgspec.structs.replace(opening, stages=stages)


def drawn(
    stage: str, *tables: tuple[int, int], group: str | None = None, seats: Sequence[int] = TEN
) -> DrawPublished:
    """Publish a draw of games by round and table; a group numbers its tables after those of others."""
    return DrawPublished(
        championship=CHAMPIONSHIP,
        group=group,
        draw=uuid5(CHAMPIONSHIP, f"draw/{stage}/{group}" if group else f"draw/{stage}"),
        stage=stage,
        stage_kind=KINDS.get(stage, "qualification"),
        algorithm="plain",
        seed="seed",
        tables=tuple(
            DrawnTable(
                game=game_id(stage, number, table),
                round=number,
                table=table,
                judge=CHIEF_JUDGE,
                seats=tuple(map(player, seats)),
            )
            for number, table in tables
        ),
        published_at=NOW,
    )


def scheduled(stage: str = "tour-1", round_number: int = 1, table: int = 1) -> GameScheduled:
    """Schedule a game."""
    return GameScheduled(**_game(stage, round_number, table), seats=tuple(map(player, TEN)), scheduled_at=NOW)


def signed(
    what: Result | None = None, stage: str = "tour-1", round_number: int = 1, table: int = 1
) -> ProtocolSigned:
    """Sign a result."""
    return ProtocolSigned(**_game(stage, round_number, table), result=what or result(), signed_at=NOW)


def _game(stage: str, round_number: int, table: int) -> dict[str, Any]:
    return {
        "championship": CHAMPIONSHIP,
        "game": game_id(stage, round_number, table),
        "stage": stage,
        "stage_kind": KINDS.get(stage, "qualification"),
        "round": round_number,
        "table": table,
        "judge": CHIEF_JUDGE,
    }


def amended(game: ProtocolSigned, what: Result, ruling: UUID | None = None) -> ResultAmended:
    """Amend the result of a signed game."""
    return ResultAmended(
        championship=CHAMPIONSHIP, game=game.game, result=what, reason="so", ruling=ruling, amended_at=NOW
    )


def annulled(game: ProtocolSigned, ruling: UUID | None = None) -> GameAnnulled:
    """Annul a signed game."""
    return GameAnnulled(
        championship=CHAMPIONSHIP, game=game.game, reason="so", ruling=ruling, annulled_at=NOW
    )


def reinstated(game: ProtocolSigned) -> GameReinstated:
    """Let an annulled game count again."""
    return GameReinstated(
        championship=CHAMPIONSHIP, game=game.game, reason="so", ruling=None, reinstated_at=NOW
    )


def not_applicable(game: ProtocolSigned, ruling: UUID) -> RulingNotApplicable:
    """Say that a ruling could not be carried out."""
    return RulingNotApplicable(
        championship=CHAMPIONSHIP,
        game=game.game,
        ruling=ruling,
        conflict="game_annulled",
        detail="so",
        found_at=NOW,
    )


def ruled(
    game: ProtocolSigned, remedy: Remedy, number: int = 1, verdict: Verdict = "uphold"
) -> RulingPublished:
    """Publish ruling n on a game."""
    return RulingPublished(
        championship=CHAMPIONSHIP,
        protest=protest_id(number),
        game=game.game,
        ruling=ruling_id(number),
        verdict=verdict,
        remedy=remedy,
        reasons="so",
        votes=(),
        published_at=NOW,
    )


def filed(game: ProtocolSigned, number: int = 1) -> ProtestFiled:
    """File protest n about a game."""
    return ProtestFiled(
        championship=CHAMPIONSHIP, protest=protest_id(number), game=game.game, rule=None, filed_at=NOW
    )


def closed(number: int = 1) -> ProtestClosed:
    """Close protest n."""
    return ProtestClosed(championship=CHAMPIONSHIP, protest=protest_id(number), closed_at=NOW)


def protest_id(number: int) -> UUID:
    """Return the id of protest n."""
    return uuid5(CHAMPIONSHIP, f"protest/{number}")


def merged(number: int, into: int) -> PlayersMerged:
    """Say that player n is another record of a player."""
    return PlayersMerged(player=player(number), into=player(into), merged_at=NOW)


def unmerged(number: int, into: int) -> PlayersUnmerged:
    """Say that it is not."""
    return PlayersUnmerged(player=player(number), into=player(into), unmerged_at=NOW)


def rebound(regulations: Regulations) -> RegulationsRebound:
    """Bind the championship to another version of its document."""
    return RegulationsRebound(
        championship=CHAMPIONSHIP, regulations=regulations, digest="0" * 64, reason="so", rebound_at=NOW
    )


def heard(*events: PublicEvent) -> list[HeardEvent]:
    """Return events with their places in their sources, in the order given."""
    counts: dict[str, int] = {}
    numbered = []
    for event in events:
        source = type(event).__module__.rpartition(".")[2]
        counts[source] = counts.get(source, 0) + 1
        name = uuid5(CHAMPIONSHIP, f"{source}/{counts[source]}")
        numbered.append(HeardEvent(source, counts[source], name, event))
    return numbered


def facts(*events: PublicEvent, decisions: Iterable[Decision] = ()) -> Facts:
    """Return the facts that events come to."""
    return gather(heard(*events), decisions)


def standings(*events: PublicEvent, decisions: Iterable[Decision] = ()) -> Standings:
    """Return the standings that events come to."""
    return standings_of(facts(*events, decisions=decisions))


def decided(stage: str, *order: int) -> Decision:
    """Decide a tie, best first."""
    return Decision(
        stage=stage,
        order=tuple(map(player, order)),
        decided_by=CHIEF_JUDGE,
        reason="the panel saw it so",
        event=uuid5(CHAMPIONSHIP, f"decision/{stage}/{order}"),
    )


HALVES = st.sampled_from(["0.5", "1"])


@st.composite
def results(draw: st.DrawFn, players: int = 14) -> Result:
    """Draw any plausible result among so many players."""
    seated = draw(st.permutations(range(1, players + 1)))[:10]
    killed = draw(st.none() | st.integers(1, 10))
    blacks = draw(st.lists(st.sampled_from([s for s in TEN if s != killed]), max_size=3, unique=True))
    return result(
        draw(st.sampled_from(["red", "black", "black", None])),
        seated,
        roles=draw(st.permutations(ROLES)),
        first_killed=killed,
        best_move=(killed, blacks) if killed and blacks else None,
        best=draw(st.dictionaries(st.integers(1, 10), HALVES, max_size=3)),
        extra=draw(st.dictionaries(st.integers(1, 10), HALVES, max_size=2)),
        penalties=draw(st.dictionaries(st.integers(1, 10), st.sampled_from(["-0.5", "-0.3"]), max_size=2)),
        out=() if draw(st.booleans()) else None,
    )


@st.composite
def championships(draw: st.DrawFn) -> list[PublicEvent]:
    """Draw a championship under any shipped document, with corrections and rulings, in a plausible order."""
    chosen = shipped()[draw(st.sampled_from(sorted(shipped())))]
    events: list[PublicEvent] = [announced(chosen), *map(entered, draw(st.sets(st.integers(1, 14))))]
    for stage in chosen.plan.stages:
        for number in range(1, draw(st.integers(0, 3)) + 1):
            game = signed(draw(results()), stage.key, number)
            events.append(game)
            events += draw(st.sampled_from([_nothing, _annulment, _reversal, _correction, _adjustment]))(game)
    return events


def _nothing(_game: ProtocolSigned) -> list[PublicEvent]:
    return []


def _annulment(game: ProtocolSigned) -> list[PublicEvent]:
    return [annulled(game)]


def _reversal(game: ProtocolSigned) -> list[PublicEvent]:
    return [annulled(game), reinstated(game)]


def _correction(game: ProtocolSigned) -> list[PublicEvent]:
    return [amended(game, msgspec.structs.replace(game.result, winner="red"))]


def _adjustment(game: ProtocolSigned) -> list[PublicEvent]:
    seat = game.result.seats[0]
    return [ruled(game, AdjustPoints(player=seat.player, points="-1", reason="so"), seat.player.int & 0xFF)]
