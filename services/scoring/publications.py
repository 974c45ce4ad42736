"""The only exit: what scoring says of its private events in public."""

from typing import Any, TypeAlias

from services.scoring.domain.assessment import events as assessment
from services.scoring.domain.stage import events as stage
from services.scoring.domain.standings import events as standings
from shared.contracts import scoring as public
from shared.contracts.primitives import PublicEvent

Private: TypeAlias = stage.StageEvent | standings.StandingsEvent | assessment.AssessmentEvent


def publication(event: Private, _state: Any) -> PublicEvent | None:
    """Return the public event for a private one. All of scoring's are public; digests are its own affair."""
    match event:
        case standings.StandingsChanged():
            return public.StandingsChanged(
                championship=event.championship,
                revision=event.revision,
                checksum=event.checksum,
                inputs=event.inputs,
                ruling=event.ruling,
                changes=event.changes,
                changed_at=event.changed_at,
            )
        case stage.StageClosed():
            return public.StageClosed(
                championship=event.championship,
                stage=event.stage,
                closed_by=event.closed_by,
                closed_at=event.closed_at,
            )
        case stage.QualifiersNamed():
            return public.QualifiersNamed(
                championship=event.championship,
                stage=event.stage,
                next_stage=event.next_stage,
                qualifiers=event.qualifiers,
                reserves=event.reserves,
                named_at=event.named_at,
            )
        case stage.TieDecided():
            return public.TieDecided(
                championship=event.championship,
                stage=event.stage,
                order=event.order,
                decided_by=event.decided_by,
                reason=event.reason,
                decided_at=event.decided_at,
            )
        case assessment.ProtestAssessed():
            return public.ProtestAssessed(
                championship=event.championship,
                protest=event.protest,
                game=event.game,
                materiality=event.materiality,
                points=event.points,
                places=event.places,
                cuts=event.cuts,
                medals=event.medals,
                inputs=event.inputs,
                assessed_at=event.assessed_at,
            )
