"""Whether a plan can work: stages fit one another, the venues and the regulations (O-PLAN-1, C-PLAN-1)."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from services.registration.domain.championship.grouped import check_following, check_groups
from services.registration.domain.draw.rounds import rounds_of
from services.registration.domain.errors import (
    GroupsCannotWork,
    KeyRepeated,
    PlanBreaksRegulations,
    PlanCannotWork,
    VenueUnknown,
)
from shared.contracts.registration import StagePlan, Venue
from shared.contracts.regulations import Regulations

CLAUSE = "plan.stages"


def check_plan(stages: Sequence[StagePlan], venues: Sequence[Venue], regulations: Regulations) -> None:
    """Raise the refusal of the first thing in the plan that cannot work."""
    clause = regulations.clause(CLAUSE)
    if not venues:
        raise PlanCannotWork("A championship needs a venue; name at least one.", clause=clause)
    if not stages:
        raise PlanCannotWork("A championship needs a stage; plan at least one.", clause=clause)
    _unique("venue", (venue.key for venue in venues))
    _unique("stage", (stage.key for stage in stages))
    known = sorted(venue.key for venue in venues)
    for stage in stages:
        if stage.venue not in known:
            raise VenueUnknown(
                f"Stage {stage.key!r} is at venue {stage.venue!r}; the venues are {', '.join(known)}."
            )
        if stage.groups:
            check_groups(stage, venues, clause)
        else:
            rounds_of(stage.players, stage.games, stage.tables, stage=stage.key, clause=clause)
    for before, after in pairwise(stages):
        _follows(before, after, clause)
    if stages[-1].advance is not None:
        raise PlanCannotWork(
            f"Stage {stages[-1].key!r} is the last: nobody advances from it; leave out its `advance`.",
            clause=clause,
        )
    if stages[-1].groups:
        raise GroupsCannotWork(
            f"Stage {stages[-1].key!r} is the last and has groups: plan a stage after it, without groups, in"
            " which their players meet.",
            clause=clause,
        )
    if regulations.plan.binding:
        _keeps(stages, regulations, clause)


def check_places(stages: Sequence[StagePlan], capacity: int | None, regulations: Regulations) -> None:
    """Raise PlanCannotWork where more may enter than the first stage has places."""
    if capacity is not None and capacity > stages[0].players:
        raise PlanCannotWork(
            f"{capacity} may enter, but stage {stages[0].key!r} is planned for {stages[0].players} players.",
            clause=regulations.clause(CLAUSE),
        )


def _unique(what: str, keys: Iterable[str]) -> None:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            raise KeyRepeated(f"Two {what}s have the key {key!r}; give each its own.")
        seen.add(key)


def _follows(before: StagePlan, after: StagePlan, clause: str | None) -> None:
    if before.advance is not None and before.advance > before.players:
        raise PlanCannotWork(
            f"{before.advance} advance from stage {before.key!r}, which has {before.players} players.",
            clause=clause,
        )
    coming = before.players if before.advance is None else before.advance
    if after.players != coming:
        raise PlanCannotWork(
            f"Stage {after.key!r} is planned for {after.players} players, but {coming} come from stage"
            f" {before.key!r}; make the numbers equal.",
            clause=clause,
        )
    if after.groups:
        check_following(before, after, clause)


def _keeps(stages: Sequence[StagePlan], regulations: Regulations, clause: str | None) -> None:
    bound = {template.key: template for template in regulations.plan.stages}
    for stage in stages:
        template = bound.get(stage.key)
        if template is not None and (stage.games, stage.kind) != (template.games, template.kind):
            raise PlanBreaksRegulations(
                f"{regulations.title} sets {template.games} games of kind {template.kind} for stage"
                f" {stage.key!r}; the plan has {stage.games} of kind {stage.kind}.",
                clause=clause,
            )
