"""Who may act on a protest, and when: the rules that several decisions share.

Who is asked first, then the step: a stranger learns nothing of how far a protest is.
"""

from datetime import datetime
from uuid import UUID

from services.appeals.domain.errors import (
    NothingCorrected,
    NotTheGamesJudge,
    ProtestOver,
    ReasonMissing,
    RemedyNotAllowed,
    RemedyOutsideGame,
    RulingFinal,
    StakeInTheCase,
    StepNotOpen,
    SuspensionInThePast,
    UnknownProtest,
)
from services.appeals.domain.protest.commands import AcceptProtest, DeclineProtest
from services.appeals.domain.protest.conflicts import appointers
from services.appeals.domain.protest.state import Case, Closed, Contested, Filed, Protest, Ruled, Unfiled
from shared.contracts.appeals import (
    AdjustPoints,
    CorrectResult,
    DepositOutcome,
    NoChange,
    Remedy,
    RemovePlayer,
    SuspendPlayer,
)
from shared.contracts.regulations import ProtestRules
from shared.eventsourcing.refusal import Refusal


def case_of(state: Protest) -> Case:
    """Return the case of a protest that exists."""
    if isinstance(state, Unfiled):
        raise UnknownProtest("There is no such protest.")
    return state.case


def wrong_step(state: Protest, asked: str) -> Refusal:
    """Return the refusal of a command for which the protest is not at the right step."""
    case = case_of(state)
    match state:
        case Ruled() | Closed(ending=Ruled()):
            return RulingFinal(
                f"The ruling on protest {case.protest} is final; the protest cannot be {asked}.",
                clause=case.clause("final"),
            )
        case Closed() as closed:
            ending = type(closed.ending).__name__.lower()
            return ProtestOver(f"Protest {case.protest} was {ending} and stays so; it cannot be {asked}.")
        case _:
            # Decided is told as a review that goes on.
            now = {
                "Filed": "waits for the game's judge",
                "Declined": "was declined",
                "Contested": "waits for the chief judge",
                "Accepted": "waits for its commission",
            }
            step = now.get(type(state).__name__, "is under review")
            return StepNotOpen(f"Protest {case.protest} {step}; it cannot be {asked} now.")


def refuse_filer(person: UUID, case: Case) -> None:
    """Nobody decides in a case of their own, at any step."""
    if person == case.filer:
        raise StakeInTheCase(f"You filed protest {case.protest}; nobody decides in a case of their own.")


def demand_answerer(command: AcceptProtest | DeclineProtest, state: Protest) -> None:
    """Only the game's judge takes a protest up or does not (O-PROT-2).

    A chief judge without a stake does when the judge was silent for too long, and instead of him when
    his decline was contested.
    """
    case = case_of(state)
    refuse_filer(command.by, case)
    late = isinstance(state, Filed) and "acceptance" in case.overdue
    if (late or isinstance(state, Contested)) and command.by in appointers(
        command.officials, case, command.game, command.people
    ):
        return
    if command.by != case.judge or isinstance(state, Contested):
        who = "chief judge" if isinstance(state, Contested) else f"judge of game {case.game}"
        raise NotTheGamesJudge(
            f"Protest {case.protest} is accepted or declined by the {who}, nobody else.",
            clause=case.clause("acceptance"),
        )


def returned(case: Case) -> DepositOutcome | None:
    """Return what becomes of the deposit of a protest that was not decided: the filer has it back."""
    return None if case.deposit is None else "returned"


def refuse_remedy(
    remedy: Remedy,
    players: tuple[UUID, ...],
    accused: UUID,
    rules: ProtestRules,
    clause: str | None,
    at: datetime,
) -> None:
    """Refuse a remedy that the document does not have, that reaches beyond those concerned, or does nothing.

    Points are for players of the game; out of the championship, or suspended, may also be who is complained
    of, whatever he is.
    """
    kind = type(remedy).__name__
    if not isinstance(remedy, NoChange) and kind not in rules.remedies:
        raise RemedyNotAllowed(
            f"The regulations of this championship have no {kind}; they have NoChange"
            f" {' '.join(rules.remedies)}.",
            clause=clause,
        )
    if isinstance(remedy, AdjustPoints) and remedy.player not in players:
        raise RemedyOutsideGame(
            f"{remedy.player} did not play the game; points are for its players only.",
            person=remedy.player,
        )
    if isinstance(remedy, SuspendPlayer | RemovePlayer) and remedy.player not in {*players, accused}:
        raise RemedyOutsideGame(
            f"{remedy.player} neither played the game nor is complained of; a ruling reaches nobody else.",
            person=remedy.player,
        )
    if isinstance(remedy, SuspendPlayer) and remedy.until <= at.date():
        raise SuspensionInThePast(f"A suspension until {remedy.until} would be over; name a later day.")
    if isinstance(remedy, CorrectResult) and remedy == CorrectResult(reason=remedy.reason):
        raise NothingCorrected("A correction names at least one fact of the protocol.")


def text(given: str | None) -> str | None:
    """Return a text without blanks at its ends; None where nothing is left."""
    return (given or "").strip() or None


def demanded(given: str, message: str) -> str:
    """Return a text that must be there. Raises ReasonMissing with the message where it is not."""
    said = text(given)
    if said is None:
        raise ReasonMissing(message)
    return said
