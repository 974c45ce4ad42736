"""What may be done to a protest: the table of contents of its decisions, and the first of them.

A closed protest takes no command (O-PROT-4); only answers to its ruling are still noted.
"""

from services.appeals.domain.errors import NotTheFiler, WithdrawalTooLate
from services.appeals.domain.protest import application, filing, review
from services.appeals.domain.protest.commands import (
    AcceptProtest,
    AppointCommission,
    CastVote,
    DeclineProtest,
    FileProtest,
    ProtestCommand,
    PublishRuling,
    RecordConflict,
    RecordGameChanged,
    RecordStandingsChanged,
    WithdrawProtest,
    WriteReasons,
)
from services.appeals.domain.protest.events import (
    ProtestAccepted,
    ProtestClosed,
    ProtestDeclined,
    ProtestEvent,
    ProtestWithdrawn,
)
from services.appeals.domain.protest.standing import case_of, demand_games_judge, demanded, wrong_step
from services.appeals.domain.protest.state import (
    Accepted,
    Decided,
    Filed,
    Protest,
    UnderReview,
    evolve,
    initial,
)
from shared.eventsourcing.decider import Decider


def decide(command: ProtestCommand, state: Protest) -> list[ProtestEvent]:  # noqa: C901, PLR0911 - the table
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
        case AppointCommission():
            return review.appoint(command, state)
        case CastVote():
            return review.vote(command, state)
        case WriteReasons():
            return review.write_reasons(command, state)
        case PublishRuling():
            return review.publish(command, state)
        case RecordGameChanged():
            return application.record_game(command, state)
        case RecordStandingsChanged():
            return application.record_standings(command, state)
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
    if not isinstance(state, Filed | Accepted | UnderReview):
        raise wrong_step(state, "withdrawn")
    return [
        ProtestWithdrawn(withdrawn_at=command.at),
        ProtestClosed(outcome="withdrawn", closed_at=command.at),
    ]


def _accept(command: AcceptProtest, state: Protest) -> list[ProtestEvent]:
    demand_games_judge(command.by, state)
    if not isinstance(state, Filed):
        raise wrong_step(state, "accepted")
    return [ProtestAccepted(accepted_by=command.by, accepted_at=command.at)]


def _decline(command: DeclineProtest, state: Protest) -> list[ProtestEvent]:
    demand_games_judge(command.by, state)
    if not isinstance(state, Filed):
        raise wrong_step(state, "declined")
    reason = demanded(command.reason, "Say why the protest is not taken up.")
    return [
        ProtestDeclined(declined_by=command.by, reason=reason, declined_at=command.at),
        ProtestClosed(outcome="declined", closed_at=command.at),
    ]


decider = Decider(category="protest", initial=initial, decide=decide, evolve=evolve)
