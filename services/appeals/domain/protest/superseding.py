"""A ruling of a higher body in the place of a commission's, where the document has such a body.

The protest itself stays closed (O-PROT-4): what supersedes is a stream of its own, under an id that follows
from the superseded ruling, so that a ruling is superseded once and exactly one of a chain is current.
"""

from uuid import UUID

from services.appeals.domain.errors import (
    AlreadySuperseded,
    GroundsMissing,
    RemedyOnRejection,
    RulingFinal,
    StakeInTheCase,
    StepNotOpen,
)
from services.appeals.domain.protest.application import until_settled
from services.appeals.domain.protest.commands import SupersedeRuling
from services.appeals.domain.protest.conflicts import stake
from services.appeals.domain.protest.events import HigherRulingMade, ProtestEvent
from services.appeals.domain.protest.review import whole
from services.appeals.domain.protest.standing import case_of, demanded, refuse_remedy, wrong_step
from services.appeals.domain.protest.state import Case, Closed, Protest, Ruled, Unfiled
from shared.contracts.appeals import NoChange


def place_of(ruling: UUID) -> UUID:
    """Return the id of the stream of what supersedes a ruling: the ruling's, with one bit turned."""
    return UUID(int=ruling.int ^ 2)


def supersede(command: SupersedeRuling, state: Protest) -> list[ProtestEvent]:
    """Rule in the place of a ruling that was applied, with reasons, within what the document lets grant."""
    case = case_of(command.before)
    body = _demanded_body(case)
    if isinstance(command.before, Ruled):
        raise StepNotOpen("The ruling is being applied; supersede it when all services have answered.")
    old = command.before.ending if isinstance(command.before, Closed) else None
    if not isinstance(old, Ruled):
        raise wrong_step(command.before, "ruled on by a higher body")
    if not isinstance(state, Unfiled):
        raise AlreadySuperseded(
            f"Another ruling stands in the place of {old.ruling.ruling} already; supersede that one.",
            ruling=old.ruling.ruling,
        )
    held = stake(command.by, case, None, command.people)
    if held is not None:
        raise StakeInTheCase(f"You have a stake in protest {case.protest} ({held}).", stake=held)
    if command.verdict == "reject" and (command.in_part or not isinstance(command.remedy, NoChange)):
        raise RemedyOnRejection("A rejected protest changes nothing: rule NoChange with it, and not in part.")
    refuse_remedy(command.remedy, case.players, case.act.by, case.rules, case.clause("remedies"), command.at)
    if command.grounds is None and case.rules.reasons_in_parts:
        raise GroundsMissing("A ruling of this championship gives the facts found, the rule, the conclusion.")
    reasons = demanded(
        command.reasons if command.grounds is None else whole(command.grounds),
        "A ruling needs its reasons: the facts found, the rule, the conclusion.",
    )
    made = HigherRulingMade(
        protest=command.protest,
        original=case.protest,
        championship=case.championship,
        game=case.game,
        judge=case.judge,
        players=case.players,
        filer=case.filer,
        act=case.act,
        rule=case.rule,
        clauses=case.clauses,
        rules=case.rules,
        body=body,
        ruling=command.ruling,
        supersedes=old.ruling.ruling,
        superseded=old.ruling.remedy,
        verdict=command.verdict,
        remedy=command.remedy,
        reasons=reasons,
        made_by=command.by,
        made_at=command.at,
        in_part=command.in_part,
        grounds=command.grounds,
    )
    return until_settled(state, made, command.at)


def _demanded_body(case: Case) -> str:
    if case.rules.higher_body is None:
        raise RulingFinal(
            f"The ruling on protest {case.protest} is final; the regulations name no higher body.",
            clause=case.clause("final"),
        )
    return case.rules.higher_body
