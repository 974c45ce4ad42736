"""A stage as it is now: its cut, made or provisional, and what has become of one that was made."""

from typing import Any

from sqlalchemy import Row

from services.scoring.api.schemas import GroupView, StageView, TieDecisionView
from services.scoring.domain.cascade import cascade_of
from services.scoring.domain.facts import Contest, Facts
from services.scoring.domain.tables import cut_of, standings_of
from services.scoring.projections.how_do_stages_stand import named_of
from shared.contracts.registration import Group, StagePlan
from shared.contracts.regulations import Slug


class StageNow:
    """One stage by the facts that who is asking may see, and what was decided about it."""

    def __init__(
        self, facts: Facts, contest: Contest, plan: StagePlan, decided: Row[Any] | None, *, hidden: bool
    ) -> None:
        self._facts = facts
        self._contest = contest
        self._plan = plan
        self._decided = decided
        self._named = named_of(decided)
        self._hidden = hidden
        """Whether the facts are those before a freeze, by which nobody can say what has become of a cut."""

    def view(self) -> StageView:
        """Return what is shown of it."""
        plan, decided, named = self._plan, self._decided, self._named
        tables = standings_of(self._facts).tables
        line = cut_of(tables, plan)
        closed = decided is not None and decided.closed_at is not None
        outcome = None
        if named is not None and not self._hidden:
            outcome = cascade_of(self._facts, self._contest.regulations, tables, plan, named)
        return StageView(
            championship=self._contest.championship,
            stage=plan.key,
            title=plan.title,
            kind=plan.kind,
            state="closed" if closed else "open",
            version=decided.version if decided else 0,
            advance=plan.advance,
            next_stage=next_stage(self._contest, plan.key),
            open_games=self._facts.open_games(plan.key),
            tied=(outcome.tied if outcome else ()) if named else line.tied,
            provisional=not closed,
            qualifiers=(named or line).qualifiers,
            reserves=(named or line).reserves,
            decisions=self._decisions(),
            closed_by=decided.closed_by if decided else None,
            closed_at=decided.closed_at if decided else None,
            groups=tuple(self._group(group) for group in plan.groups),
            ties=() if named else line.ties,
            ways=(named or line).ways,
            tied_reserves=(named or line).tied_reserves,
            cascade=outcome,
        )

    def _decisions(self) -> tuple[TieDecisionView, ...]:
        return tuple(
            TieDecisionView(
                order=one.order,
                decided_by=one.decided_by,
                reason=one.reason,
                event=one.event,
                seed=one.seed,
            )
            for one in self._facts.decisions
            if one.stage == self._plan.key
        )

    def _group(self, group: Group) -> GroupView:
        return GroupView(
            group=group.key,
            title=group.title,
            advance=group.advance or 0,
            open_games=tuple(
                game
                for game in self._facts.open_games(self._plan.key)
                if self._facts.game_groups.get(game) == group.key
            ),
            players=sum(one == group.key for one in self._facts.groups.get(self._plan.key, {}).values()),
        )


def next_stage(contest: Contest, stage: str) -> Slug | None:
    """Return the stage after one; None for the last."""
    keys = [one.key for one in contest.stages]
    after = keys[keys.index(stage) + 1 :]
    return after[0] if after else None
