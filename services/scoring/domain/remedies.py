"""What if: remedies tried on facts, and what they would change in the tables, the cuts and the medals.

Nothing is changed by trying. A remedy that a commission grants changes the same facts through the
events that carry it, so that the tables come out as they were tried.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias
from uuid import UUID

import msgspec
from msgspec.structs import replace

from services.scoring.domain.cut import Cut, Ranked
from services.scoring.domain.errors import GameNotCounted, NotAtTheTable, PlayerUnknown
from services.scoring.domain.facts import Adjustment, Contest, Facts, Game
from services.scoring.domain.tables import OVERALL, Row, Standings, cut_of, standings_of
from shared.contracts.gameplay import Result
from shared.contracts.primitives import Points, Team, points_text
from shared.contracts.registration import StagePlan
from shared.contracts.scoring import Crossing, Medal, PlaceChange

NOBODY = UUID(int=0)
MEDALS = 3


class GameAnnulled(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="remedy",
    tag="annul_game",
    forbid_unknown_fields=True,
):
    """The game no longer counts."""

    game: UUID


class WinAwarded(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="remedy", tag="award_win", forbid_unknown_fields=True
):
    """The win goes to that team."""

    game: UUID
    team: Team


class PointsAdjusted(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="remedy",
    tag="adjust_points",
    forbid_unknown_fields=True,
):
    """Points are given to or taken from one player of the game."""

    game: UUID
    player: UUID
    points: Points


class PlayerOut(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="remedy",
    tag="player_out",
    forbid_unknown_fields=True,
):
    """The player takes part no longer; the games played stay."""

    player: UUID


Remedy: TypeAlias = GameAnnulled | WinAwarded | PointsAdjusted | PlayerOut


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """All that differs between two computations."""

    changes: tuple[PlaceChange, ...]
    """Rows of the overall table."""
    cuts: tuple[Crossing, ...]
    medals: tuple[Medal, ...]


def tried(facts: Facts, remedies: Iterable[Remedy]) -> Facts:
    """Return facts as they would be. Raises GameNotCounted, NotAtTheTable, PlayerUnknown."""
    for remedy in remedies:
        match remedy:
            case GameAnnulled():
                game, _ = _counted(facts, remedy.game)
                facts = _with_game(facts, replace(game, annulled=True))
            case WinAwarded():
                game, result = _counted(facts, remedy.game)
                facts = _with_game(facts, replace(game, result=replace(result, winner=remedy.team)))
            case PointsAdjusted():
                facts = _adjusted(facts, remedy)
            case PlayerOut():
                facts = _without(facts, remedy.player)
    return facts


def difference(contest: Contest, before: Standings, after: Standings) -> Difference:
    """Return what differs in the overall table, at the cuts and in the medals."""
    old, new = before.tables[OVERALL].rows, after.tables[OVERALL].rows
    return Difference(
        changes=tuple(_changes(old, new)),
        cuts=crossings(
            contest.stages[:-1],
            {stage.key: cut_of(before.tables, stage) for stage in contest.stages[:-1]},
            {stage.key: cut_of(after.tables, stage) for stage in contest.stages[:-1]},
        ),
        medals=medals_changed(old, new),
    )


def what_if(facts: Facts, contest: Contest, remedies: Iterable[Remedy]) -> Difference:
    """Return what remedies would change."""
    return difference(contest, standings_of(facts), standings_of(tried(facts, remedies)))


def _counted(facts: Facts, name: UUID) -> tuple[Game, Result]:
    game = facts.games.get(name)
    if game is None or game.result is None or game.annulled:
        raise GameNotCounted(f"Game {name} has no result that counts; remedies are tried on games that do.")
    return game, game.result


def _with_game(facts: Facts, game: Game) -> Facts:
    return replace(facts, games=facts.games | {game.id: game})


def _adjusted(facts: Facts, remedy: PointsAdjusted) -> Facts:
    game, result = _counted(facts, remedy.game)
    if all(seat.player != remedy.player for seat in result.seats):
        raise NotAtTheTable(f"Player {remedy.player} did not play game {game.id}.")
    adjustment = Adjustment(
        game=game.id, player=remedy.player, points=remedy.points, ruling=NOBODY, event=NOBODY
    )
    return replace(facts, adjustments=(*facts.adjustments, adjustment))


def _without(facts: Facts, player: UUID) -> Facts:
    entrant = facts.entrants.get(player)
    if entrant is None:
        raise PlayerUnknown(f"Player {player} has no accepted entry in the championship.")
    return replace(facts, entrants=facts.entrants | {player: replace(entrant, withdrawn=True)})


def _changes(before: Sequence[Row], after: Sequence[Row]) -> Iterable[PlaceChange]:
    old, new = ({row.player: row for row in rows} for rows in (before, after))
    for player in [*new, *(one for one in old if one not in new)]:
        was, is_now = old.get(player), new.get(player)
        change = PlaceChange(
            player=player,
            points_before=points_text(was.total) if was else None,
            points_after=points_text(is_now.total) if is_now else None,
            place_before=was.place if was else None,
            place_after=is_now.place if is_now else None,
        )
        if (change.points_before, change.place_before) != (change.points_after, change.place_after):
            yield change


def crossings(
    stages: Iterable[StagePlan], before: Mapping[str, Cut], after: Mapping[str, Cut]
) -> tuple[Crossing, ...]:
    """Return the cuts that come out otherwise, in the order of the plan; none of a stage without one."""
    found = []
    for stage in stages:
        old, new = before.get(stage.key), after.get(stage.key)
        if old is None or new is None:
            continue
        crossing = Crossing(
            stage=stage.key,
            enter=tuple(one for one in new.qualifiers if one not in old.qualifiers),
            leave=tuple(one for one in old.qualifiers if one not in new.qualifiers),
            tied=new.tied if set(new.tied) != set(old.tied) else (),
        )
        if crossing.enter or crossing.leave or crossing.tied:
            found.append(crossing)
    return tuple(found)


def medals_changed(before: Sequence[Ranked], after: Sequence[Ranked]) -> tuple[Medal, ...]:
    """Return whose medal differs between two overall tables."""
    old, new = medals(before), medals(after)
    return tuple(
        Medal(player=player, before=old.get(player), after=new.get(player))
        for player in [*old, *(one for one in new if one not in old)]
        if old.get(player) != new.get(player)
    )


def medals(rows: Sequence[Ranked]) -> dict[UUID, int]:
    """Return who has which medal: the three best places of those who take part, shared where they are."""
    eligible = [row for row in rows if row.place is not None and not row.withdrawn]
    ranks: Mapping[UUID, int] = {
        row.player: 1 + sum((other.place or 0) < (row.place or 0) for other in eligible)
        for row in eligible[: MEDALS * 10]
    }
    return {player: medal for player, medal in ranks.items() if medal <= MEDALS}
