"""The only exit: which private event becomes public, and what of it.

Never public: who filed, the act, the evidence, the hearing, a vote, a tally or a draft before the ruling is
published. Of the register of who may sit and of the windows of games nothing is said.
"""

from typing import Any

from services.appeals.domain.protest.events import (
    CommissionAppointed,
    EffectReleased,
    HigherRulingMade,
    MemberReplaced,
    ProtestAccepted,
    ProtestClosed,
    ProtestDeclined,
    ProtestEvent,
    ProtestFiled,
    RulingApplied,
    RulingPublished,
)
from services.appeals.domain.protest.state import Closed, Protest, Ruled, Unfiled
from services.appeals.domain.register.decider import Register
from services.appeals.domain.window.decider import Open, Shut, Unopened
from shared.contracts import appeals as public


def publication(event: Any, state: Any) -> public.AppealsEvent | None:
    """Return what is said in public of an event, given the situation after it; None: nothing."""
    if isinstance(state, Unfiled | Register | Unopened | Open | Shut):
        return None
    return _of_protest(event, state)


def _of_protest(  # noqa: C901, PLR0911 - the table
    event: ProtestEvent, state: Protest
) -> public.AppealsEvent | None:
    if isinstance(state, Unfiled):
        return None
    case = state.case
    match event:
        case HigherRulingMade():
            return public.RulingPublished(
                championship=case.championship,
                protest=case.protest,
                game=case.game,
                ruling=event.ruling,
                verdict=event.verdict,
                remedy=event.remedy,
                reasons=event.reasons,
                votes=(),
                published_at=event.made_at,
                in_part=event.in_part,
                grounds=event.grounds,
                supersedes=event.supersedes,
                superseded=event.superseded,
                body=event.body,
            )
        case ProtestFiled():
            return public.ProtestFiled(
                championship=case.championship,
                protest=case.protest,
                game=case.game,
                rule=event.rule,
                filed_at=event.filed_at,
            )
        case ProtestAccepted():
            return public.ProtestAccepted(
                championship=case.championship,
                protest=case.protest,
                game=case.game,
                accepted_by=event.accepted_by,
                accepted_at=event.accepted_at,
            )
        case ProtestDeclined():
            return public.ProtestDeclined(
                championship=case.championship,
                protest=case.protest,
                game=case.game,
                declined_by=event.declined_by,
                reason=event.reason,
                declined_at=event.declined_at,
                final=event.final,
            )
        case CommissionAppointed():
            return public.CommissionAppointed(
                championship=case.championship,
                protest=case.protest,
                members=event.members,
                appointed_by=event.appointed_by,
                appointed_at=event.appointed_at,
                reserves=event.reserves,
            )
        case MemberReplaced():
            return public.CommissionChanged(
                championship=case.championship,
                protest=case.protest,
                members=event.members,
                reserves=event.reserves,
                cause=event.cause,
                changed_at=event.replaced_at,
            )
        case RulingPublished():
            return public.RulingPublished(
                championship=case.championship,
                protest=case.protest,
                game=case.game,
                ruling=event.ruling,
                verdict=event.verdict,
                remedy=event.remedy,
                reasons=event.reasons,
                votes=event.votes,
                published_at=event.published_at,
                in_part=event.in_part,
                grounds=event.grounds,
                warned=event.warned,
                deposit=event.deposit,
            )
        case RulingApplied():
            return public.RulingApplied(
                championship=case.championship,
                protest=case.protest,
                ruling=event.ruling,
                revision=event.revision,
                changes=event.changes,
                cuts=event.cuts,
                medals=event.medals,
                conflict=event.conflict,
                applied_at=event.applied_at,
                withheld=event.withheld,
            )
        case EffectReleased() if isinstance(state, Closed) and isinstance(state.ending, Ruled):
            return public.RulingEffectReleased(
                championship=case.championship,
                protest=case.protest,
                ruling=state.ending.ruling.ruling,
                revision=event.revision,
                changes=event.changes,
                cuts=event.cuts,
                medals=event.medals,
                released_at=event.released_at,
            )
        case ProtestClosed():
            return public.ProtestClosed(
                championship=case.championship,
                protest=case.protest,
                outcome=event.outcome,
                closed_at=event.closed_at,
                deposit=event.deposit,
            )
        case _:
            return None
