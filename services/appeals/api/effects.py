"""What a ruling changed in the standings, as its document tells it."""

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Row

from services.appeals.api.naming import Names
from shared.contracts.primitives import Points
from shared.contracts.regulations import Slug
from shared.contracts.scoring import Crossing, Medal, PlaceChange


class ChangedRow(msgspec.Struct, frozen=True, kw_only=True):
    """One player's points and place before and after."""

    player: str
    points_before: Points | None
    points_after: Points | None
    place_before: int | None
    place_after: int | None


class ChangedCut(msgspec.Struct, frozen=True, kw_only=True):
    """Who came in at a cut, who fell out, who shares its line then."""

    stage: Slug
    enter: list[str]
    leave: list[str]
    tied: list[str]


class ChangedMedal(msgspec.Struct, frozen=True, kw_only=True):
    """A player's medal before and after."""

    player: str
    before: int | None
    after: int | None


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """What a ruling changed in the overall standings, with people named or numbered."""

    applied_at: datetime
    revision: int | None
    changes: list[ChangedRow]
    cuts: list[ChangedCut]
    medals: list[ChangedMedal]


def effect_of(row: Row[Any], names: Names) -> Effect:
    """Return what a ruling changed. The content is made before: numbers of others come after the seats."""
    changes = msgspec.json.decode(row.changes, type=list[PlaceChange])
    cuts = msgspec.json.decode(row.cuts, type=list[Crossing])
    medals = msgspec.json.decode(row.medals, type=list[Medal])
    names.also(change.player for change in changes)
    names.also(player for cut in cuts for player in (*cut.enter, *cut.leave, *cut.tied))
    names.also(medal.player for medal in medals)
    return Effect(
        applied_at=row.applied_at,
        revision=row.revision,
        changes=[
            ChangedRow(**msgspec.structs.asdict(change) | {"player": names.of(change.player)})
            for change in changes
        ],
        cuts=[
            ChangedCut(
                stage=cut.stage,
                enter=list(map(names.of, cut.enter)),
                leave=list(map(names.of, cut.leave)),
                tied=list(map(names.of, cut.tied)),
            )
            for cut in cuts
        ],
        medals=[
            ChangedMedal(player=names.of(medal.player), before=medal.before, after=medal.after)
            for medal in medals
        ],
    )


def told(effect: Effect, words: dict[str, str]) -> list[str]:
    """Return the lines of an effect in the words of a language."""
    lines = [
        f"{row.player}: {words['AdjustPoints']} {_moved(row.points_before, row.points_after)},"
        f" {words['place']} {_moved(row.place_before, row.place_after)}"
        for row in effect.changes
    ]
    lines += [
        f"{words['cut']} {cut.stage}: {words[side]} {', '.join(people)}"
        for cut in effect.cuts
        for side, people in (("enter", cut.enter), ("leave", cut.leave), ("tied", cut.tied))
        if people
    ]
    lines += [
        f"{medal.player}: {words['medal']} {_moved(medal.before, medal.after)}" for medal in effect.medals
    ]
    return lines or [words["nothing"]]


def _moved(before: str | int | None, after: str | int | None) -> str:
    old, new = ("—" if one is None else one for one in (before, after))
    return f"{old}" if old == new else f"{old} → {new}"
