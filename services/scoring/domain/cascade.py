"""The cascade: what a ruling that changes a cut does to the qualifiers who were named by it.

The regulations say it, apart for those whose own result changed and for those whom others have passed.
Nothing of it happens by itself: it is shown, and named anew by a person.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from services.scoring.domain.cut import Cut
from services.scoring.domain.facts import Facts
from services.scoring.domain.rulebook import points
from services.scoring.domain.stage.events import QualifiersNamed, QualifiersRenamed
from services.scoring.domain.tables import Table, cut_of, scopes_of_cut
from shared.contracts.primitives import Points, points_text
from shared.contracts.registration import StagePlan
from shared.contracts.regulations import Cascade, CascadeRules, Regulations
from shared.contracts.scoring import Way

Progress: TypeAlias = Literal["open", "drawn", "played"]
"""How far the next stage is: `played` once a game of it has a result."""
Named: TypeAlias = QualifiersNamed | QualifiersRenamed


class Departure(msgspec.Struct, frozen=True, kw_only=True):
    """A qualifier whom the cut of now would not name. `stays`: the regulations keep the place for him."""

    player: UUID
    because: Literal["own_result", "others_results"]
    rule: Cascade
    stays: bool


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """Who goes on when the regulations are applied to the cut of now.

    `departures`: each who would be cut, and what the regulations say of it. `tied`: who shares the place
    across the line, so that somebody has to decide first.
    """

    next_stage_is: Progress
    departures: tuple[Departure, ...]
    left: tuple[UUID, ...]
    entered: tuple[UUID, ...]
    qualifiers: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    ways: tuple[Way, ...]
    tied_reserves: tuple[tuple[UUID, ...], ...]
    tied: tuple[UUID, ...]
    clause: str | None


def cascade_of(
    facts: Facts,
    document: Regulations,
    tables: Mapping[str, Table],
    stage: StagePlan,
    named: Named,
) -> Outcome | None:
    """Return what has become of a named cut; None where the cut of now is the one that was named."""
    now = cut_of(tables, stage)
    totals = totals_of(tables, stage)
    progress = _progress(facts, named.next_stage)
    departures = tuple(
        _departure(document.cascade, named, player, totals, progress, gone=_is_gone(facts, player))
        for player in named.qualifiers
        if player not in now.qualifiers
    )
    left = tuple(one.player for one in departures if not one.stays)
    kept = [player for player in named.qualifiers if player not in left]
    free = max(0, len(now.qualifiers) - len(kept))
    entered = tuple(one for one in now.qualifiers if one not in named.qualifiers)[:free]
    if not departures and not entered and not now.ties:
        return None
    qualifiers, reserves = _listed(now, {*kept, *entered}, kept)
    way_of = {way.player: way for way in (*named.ways, *now.ways)}
    return Outcome(
        next_stage_is=progress,
        departures=departures,
        left=left,
        entered=entered,
        qualifiers=qualifiers,
        reserves=reserves,
        ways=tuple(way_of[player] for player in qualifiers if player in way_of),
        tied_reserves=tuple(tie for tie in now.tied_reserves if not set(tie) & set(qualifiers)),
        tied=now.tied if any(_replaces(rule, progress) for rule in _rules(document.cascade)) else (),
        clause=document.clause("cascade"),
    )


def totals_of(tables: Mapping[str, Table], stage: StagePlan) -> dict[str, Points]:
    """Return the points of everybody in the table over all of a stage's cut."""
    return {str(row.player): points_text(row.total) for row in tables[scopes_of_cut(stage)[None]].rows}


def _departure(
    rules: CascadeRules,
    named: Named,
    player: UUID,
    totals: Mapping[str, Points],
    progress: Progress,
    *,
    gone: bool,
) -> Departure:
    then, now = named.totals.get(str(player)), totals.get(str(player))
    fell = now is None or (then is not None and points(now) < points(then))
    rule = rules.own_result if gone or fell else rules.others_results
    return Departure(
        player=player,
        because="own_result" if gone or fell else "others_results",
        rule=rule,
        stays=not _replaces(rule, progress),
    )


def _rules(rules: CascadeRules) -> tuple[Cascade, Cascade]:
    return rules.own_result, rules.others_results


def _replaces(rule: Cascade, progress: Progress) -> bool:
    if rule == "keep" or progress == "played":
        return False
    return progress == "open" or rule == "replace_unplayed"


def _listed(now: Cut, on: set[UUID], kept: Sequence[UUID]) -> tuple[tuple[UUID, ...], tuple[UUID, ...]]:
    """Return who goes on and who would be next, in the order of now; who is in no table any more, last."""
    order = list(dict.fromkeys([*now.qualifiers, *now.reserves, *kept]))
    return tuple(one for one in order if one in on), tuple(one for one in order if one not in on)


def _is_gone(facts: Facts, player: UUID) -> bool:
    entrant = facts.entrants.get(player)
    return entrant is not None and entrant.withdrawn


def _progress(facts: Facts, stage: str) -> Progress:
    if any(game.stage == stage and game.result is not None for game in facts.games.values()):
        return "played"
    return "drawn" if facts.drawn.get(stage) else "open"
