"""What may be done to a protest: the table of contents of its decisions, and the first of them.

A closed protest takes no command (O-PROT-4); only answers to its ruling are still noted.
"""

from services.appeals.domain.errors import DeclineFinal, NotTheFiler, WithdrawalTooLate
from services.appeals.domain.protest import application, commission, filing, hearing, review, superseding
from services.appeals.domain.protest.commands import (
    AcceptProtest,
    AddEvidence,
    AnswerQuestion,
    AppointCommission,
    AskQuestion,
    CastVote,
    ContestDecline,
    DecideObjection,
    DeclineProtest,
    FileProtest,
    GiveConsent,
    MakeStatement,
    ObjectToMember,
    PassDeadline,
    ProtestCommand,
    PublishRuling,
    RecordConflict,
    RecordEffectReleased,
    RecordGameChanged,
    RecordRosterChanged,
    RecordStandingsChanged,
    RecuseMember,
    ReplaceConflicted,
    ReplaceMember,
    SupersedeRuling,
    WithdrawProtest,
    WriteReasons,
)
from services.appeals.domain.protest.deadlines import deadline, pass_deadline
from services.appeals.domain.protest.events import (
    DeclineContested,
    ProtestAccepted,
    ProtestClosed,
    ProtestDeclined,
    ProtestEvent,
    ProtestWithdrawn,
)
from services.appeals.domain.protest.standing import case_of, demand_answerer, demanded, returned, wrong_step
from services.appeals.domain.protest.state import (
    Accepted,
    Closed,
    Contested,
    Decided,
    Declined,
    Filed,
    Protest,
    UnderReview,
    evolve,
    initial,
)
from shared.eventsourcing.decider import Decider


def decide(command: ProtestCommand, state: Protest) -> list[ProtestEvent]:  # noqa: C901, PLR0911, PLR0912 - the table
    """Return what a command leads to, or raise the rule that it breaks."""
    match command:
        case FileProtest():
            return filing.file(command, state)
        case WithdrawProtest():
            return _withdraw(command, state)
        case AcceptProtest():
            return _accept(command, state)
        case DeclineProtest():
            return _decline(command, state)
        case ContestDecline():
            return _contest(command, state)
        case PassDeadline():
            return pass_deadline(command, state)
        case AppointCommission():
            return commission.appoint(command, state)
        case GiveConsent():
            return commission.give_consent(command, state)
        case ObjectToMember():
            return commission.object_to(command, state)
        case DecideObjection():
            return commission.decide_objection(command, state)
        case RecuseMember():
            return commission.recuse(command, state)
        case ReplaceMember():
            return commission.replace_member(command, state)
        case ReplaceConflicted():
            return commission.replace_conflicted(command, state)
        case MakeStatement():
            return hearing.state_case(command, state)
        case AskQuestion():
            return hearing.ask(command, state)
        case AnswerQuestion():
            return hearing.answer(command, state)
        case AddEvidence():
            return hearing.add_evidence(command, state)
        case CastVote():
            return review.vote(command, state)
        case WriteReasons():
            return review.write_reasons(command, state)
        case PublishRuling():
            return review.publish(command, state)
        case SupersedeRuling():
            return superseding.supersede(command, state)
        case RecordGameChanged():
            return application.record_game(command, state)
        case RecordRosterChanged():
            return application.record_roster(command, state)
        case RecordStandingsChanged():
            return application.record_standings(command, state)
        case RecordEffectReleased():
            return application.record_release(command, state)
        case RecordConflict():
            return application.record_conflict(command, state)


def _withdraw(command: WithdrawProtest, state: Protest) -> list[ProtestEvent]:
    """Take a protest back, until the commission has voted: that is, until the last vote is in.

    A refusal at the first vote would tell the filer that there is one.
    """
    case = case_of(state)
    if command.by != case.filer:
        raise NotTheFiler(f"Only who filed protest {case.protest} may withdraw it.")
    if isinstance(state, Decided):
        raise WithdrawalTooLate(f"The commission has voted on protest {case.protest}; its ruling follows.")
    if not isinstance(state, Filed | Contested | Accepted | UnderReview):
        raise wrong_step(state, "withdrawn")
    return [
        ProtestWithdrawn(withdrawn_at=command.at),
        ProtestClosed(outcome="withdrawn", closed_at=command.at, deposit=returned(case)),
    ]


def _accept(command: AcceptProtest, state: Protest) -> list[ProtestEvent]:
    demand_answerer(command, state)
    if not isinstance(state, Filed | Contested):
        raise wrong_step(state, "accepted")
    accepted = ProtestAccepted(accepted_by=command.by, accepted_at=command.at)
    return [accepted, *deadline("appointment", state.case.rules.appointment_minutes, command.at)]


def _decline(command: DeclineProtest, state: Protest) -> list[ProtestEvent]:
    """Decline for good, or, where the document allows, until the filer takes it to the chief judge."""
    demand_answerer(command, state)
    if not isinstance(state, Filed | Contested):
        raise wrong_step(state, "declined")
    case = state.case
    reason = demanded(command.reason, "Say why the protest is not taken up.")
    minutes = case.rules.decline_review_minutes
    final = minutes is None or command.by != case.judge or isinstance(state, Contested)
    declined = ProtestDeclined(declined_by=command.by, reason=reason, declined_at=command.at, final=final)
    if not final:
        return [declined, *deadline("review", minutes, command.at)]
    return [declined, ProtestClosed(outcome="declined", closed_at=command.at, deposit=returned(case))]


def _contest(command: ContestDecline, state: Protest) -> list[ProtestEvent]:
    """Take a decline to the chief judge, once, where and as long as the document allows it."""
    case = case_of(state)
    if command.by != case.filer:
        raise NotTheFiler(f"Only who filed protest {case.protest} may contest its decline.")
    if isinstance(state, Closed) and isinstance(state.ending, Declined):
        raise DeclineFinal(
            f"The decline of protest {case.protest} is final.", clause=case.clause("acceptance")
        )
    if not isinstance(state, Declined):
        raise wrong_step(state, "contested")
    if any(due < command.at for name, due in case.due if name == "review"):
        raise DeclineFinal(f"The time to contest the decline of protest {case.protest} is over.")
    reason = demanded(command.reason, "Say why the protest should be taken up.")
    return [DeclineContested(reason=reason, contested_at=command.at)]


decider = Decider(category="protest", initial=initial, decide=decide, evolve=evolve)
