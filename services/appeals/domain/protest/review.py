"""The commission: who appoints it, who sits on it, how it votes, and how its ruling is published.

Nothing here tells of sealed votes: until the ruling is published, a commission that has voted looks
like one that is voting, to its own members too. Only the chairman, who writes the ruling, can tell.
"""

from uuid import UUID

from services.appeals.domain.errors import (
    AlreadyVoted,
    CommissionIncomplete,
    MemberConflicted,
    NotOnTheCommission,
    NotTheAppointer,
    NotTheChairman,
    RemedyOnRejection,
    StakeInTheCase,
)
from services.appeals.domain.protest.application import until_settled
from services.appeals.domain.protest.commands import AppointCommission, CastVote, PublishRuling, WriteReasons
from services.appeals.domain.protest.conflicts import appointers, stake
from services.appeals.domain.protest.events import (
    CommissionAppointed,
    ProtestEvent,
    ReasonsWritten,
    RulingPublished,
    VoteCast,
    VotesTallied,
)
from services.appeals.domain.protest.facts import Game
from services.appeals.domain.protest.standing import (
    case_of,
    demanded,
    refuse_filer,
    refuse_outside_the_game,
    wrong_step,
)
from services.appeals.domain.protest.state import Accepted, Case, Decided, Protest, UnderReview
from services.appeals.domain.protest.tally import named, tally
from shared.contracts.appeals import NoChange

COMMISSION_SIZE = 3


def appoint(command: AppointCommission, state: Protest) -> list[ProtestEvent]:
    """Name three people without a stake (O-PROT-3)."""
    case = case_of(state)
    _demand_appointer(command, case)
    if not isinstance(state, Accepted):
        raise wrong_step(state, "given a commission")
    if len(command.members) != COMMISSION_SIZE or len(set(command.members)) != COMMISSION_SIZE:
        raise CommissionIncomplete(
            f"A commission is {COMMISSION_SIZE} different people; {len(set(command.members))} were named.",
            clause=case.clause("commission"),
        )
    for person in command.members:
        _refuse_conflicted(person, case, command.game)
    return [CommissionAppointed(members=command.members, appointed_by=command.by, appointed_at=command.at)]


def vote(command: CastVote, state: Protest) -> list[ProtestEvent]:
    """Take one sealed vote; the last one brings the tally with it."""
    case = case_of(state)
    if not isinstance(state, UnderReview | Decided):
        refuse_filer(command.by, case)
        raise wrong_step(state, "voted on")
    if command.by not in state.members:
        refuse_filer(command.by, case)
        raise NotOnTheCommission(f"You are not on the commission of protest {case.protest}.")
    if isinstance(state, Decided) or any(vote.member == command.by for vote in state.votes):
        raise AlreadyVoted(f"You have voted on protest {case.protest}. A member votes once.")
    _refuse_conflicted(command.by, case, command.game)
    if command.verdict == "reject" and not isinstance(command.remedy, NoChange):
        raise RemedyOnRejection("A rejected protest changes nothing: vote NoChange with it.")
    refuse_outside_the_game(command.remedy, case.players)
    ballot = VoteCast(member=command.by, verdict=command.verdict, remedy=command.remedy, cast_at=command.at)
    votes = (*state.votes, ballot)
    if len(votes) < len(state.members):
        return [ballot]
    verdict, remedy = tally(votes, state.members)
    return [ballot, VotesTallied(verdict=verdict, remedy=remedy, tallied_at=command.at)]


def write_reasons(command: WriteReasons, state: Protest) -> list[ProtestEvent]:
    """Keep a draft of the reasons; it may be rewritten until it is published."""
    decided = _demand_chairman(command.by, state)
    reasons = demanded(
        command.reasons, "A ruling needs its reasons: the facts found, the rule, the conclusion."
    )
    if reasons == decided.reasons:
        return []
    return [ReasonsWritten(reasons=reasons, written_by=command.by, written_at=command.at)]


def publish(command: PublishRuling, state: Protest) -> list[ProtestEvent]:
    """Publish the ruling with reasons, named votes and dissents; final from now on (O-PROT-4)."""
    decided = _demand_chairman(command.by, state)
    case = decided.case
    reasons = demanded(
        decided.reasons or "", "A ruling is published with its reasons: write them before, or with it."
    )
    published = RulingPublished(
        ruling=command.ruling,
        championship=case.championship,
        game=case.game,
        rule=case.rule,
        verdict=decided.verdict,
        remedy=decided.remedy,
        reasons=reasons,
        votes=named(decided.votes, decided.members, decided.verdict, decided.remedy),
        published_by=command.by,
        published_at=command.at,
    )
    return until_settled(decided, published, command.at)


def _demand_appointer(command: AppointCommission, case: Case) -> None:
    allowed = appointers(command.officials, case, command.game)
    if command.by in allowed:
        return
    clause = case.clause("commission")
    held = stake(command.by, case, command.game)
    if held is not None:
        raise StakeInTheCase(
            f"You have a stake in protest {case.protest} ({held}); a chief judge without one appoints its"
            " commission, or else an organizer.",
            clause=clause,
            stake=held,
        )
    who = "chief judge" if allowed & command.officials.chief_judges else "organizer"
    hint = "" if allowed else " All of them have a stake: the organizer must name another chief judge first."
    raise NotTheAppointer(
        f"The commission of protest {case.protest} is appointed by the championship's {who}.{hint}",
        clause=clause,
    )


def _demand_chairman(person: UUID, state: Protest) -> Decided:
    """Return the decided protest of its chairman. Others, and he before the last vote, hear nothing of it."""
    case = case_of(state)
    refuse_filer(person, case)
    if not isinstance(state, UnderReview | Decided):
        raise wrong_step(state, "ruled on")
    if person != state.members[0]:
        raise NotTheChairman(
            f"The ruling on protest {case.protest} is written and published by the commission's chairman,"
            " its first member."
        )
    if isinstance(state, UnderReview):
        raise wrong_step(state, "ruled on")
    return state


def _refuse_conflicted(person: UUID, case: Case, game: Game) -> None:
    held = stake(person, case, game)
    if held is not None:
        raise MemberConflicted(
            f"{person} cannot sit on the commission of protest {case.protest} ({held}); name somebody else.",
            clause=case.clause("commission"),
            person=person,
            stake=held,
        )
