"""The vote and the ruling.

Nothing here tells of sealed votes: until the ruling is published, a commission that has voted looks
like one that is voting, to its own members too. Only the chairman, who writes the ruling, can tell.
"""

from uuid import UUID

from services.appeals.domain.errors import (
    AlreadyVoted,
    CommissionIncomplete,
    ConsentMissing,
    GroundsMissing,
    NobodyToWarn,
    NotOnTheCommission,
    NotTheChairman,
    ObjectionOpen,
    RemedyOnRejection,
)
from services.appeals.domain.protest.application import until_settled
from services.appeals.domain.protest.commands import CastVote, PublishRuling, WriteReasons
from services.appeals.domain.protest.commission import COMMISSION_SIZE, missing_consents, refuse_conflicted
from services.appeals.domain.protest.conflicts import stake
from services.appeals.domain.protest.events import (
    ProtestEvent,
    ReasonsWritten,
    RulingPublished,
    VoteCast,
    VotesTallied,
)
from services.appeals.domain.protest.standing import (
    case_of,
    demanded,
    refuse_filer,
    refuse_remedy,
    wrong_step,
)
from services.appeals.domain.protest.state import Case, Decided, Protest, UnderReview
from services.appeals.domain.protest.tally import named, tally
from shared.contracts.appeals import DepositOutcome, Grounds, NoChange, Verdict


def vote(command: CastVote, state: Protest) -> list[ProtestEvent]:
    """Take one sealed vote of a commission of three; the last one brings the tally with it."""
    case = case_of(state)
    if not isinstance(state, UnderReview | Decided):
        refuse_filer(command.by, case)
        raise wrong_step(state, "voted on")
    if command.by not in state.members:
        refuse_filer(command.by, case)
        raise NotOnTheCommission(f"You are not on the commission of protest {case.protest}.")
    if isinstance(state, Decided) or any(vote.member == command.by for vote in state.votes):
        raise AlreadyVoted(f"You have voted on protest {case.protest}. A member votes once.")
    refuse_conflicted(command.by, case, command.game, command.people)
    _demand_whole_commission(command, state)
    _refuse_contradiction(command, case)
    ballot = VoteCast(
        member=command.by,
        verdict=command.verdict,
        remedy=command.remedy,
        cast_at=command.at,
        in_part=command.in_part,
        warn=command.warn,
    )
    votes = (*state.votes, ballot)
    if len(votes) < COMMISSION_SIZE:
        return [ballot]
    verdict, remedy = tally(votes, state.members)
    upheld = [vote for vote in votes if vote.verdict == "uphold"] if verdict == "uphold" else []
    tallied = VotesTallied(
        verdict=verdict,
        remedy=remedy,
        tallied_at=command.at,
        in_part=sum(vote.in_part for vote in upheld) * 2 >= max(len(upheld), 1),
        warn=sum(vote.warn for vote in upheld) * 2 > len(votes),
    )
    return [ballot, tallied]


def write_reasons(command: WriteReasons, state: Protest) -> list[ProtestEvent]:
    """Keep a draft of the reasons; it may be rewritten until it is published."""
    decided = _demand_chairman(command.by, state)
    grounds = command.grounds
    if grounds is None and decided.case.rules.reasons_in_parts:
        raise GroundsMissing("A ruling of this championship gives the facts found, the rule, the conclusion.")
    reasons = demanded(
        command.reasons if grounds is None else whole(grounds),
        "A ruling needs its reasons: the facts found, the rule, the conclusion.",
    )
    if (reasons, grounds) == (decided.reasons, decided.grounds):
        return []
    return [ReasonsWritten(reasons=reasons, written_by=command.by, written_at=command.at, grounds=grounds)]


def whole(grounds: Grounds) -> str:
    """Return the three parts as one text; empty where one of them is blank."""
    parts = (grounds.facts.strip(), grounds.rule.strip(), grounds.conclusion.strip())
    return "\n\n".join(parts) if all(parts) else ""


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
        in_part=decided.in_part,
        grounds=decided.grounds,
        warned=case.act.by if decided.warn else None,
        deposit=_deposit(case, decided.verdict),
    )
    return until_settled(decided, published, command.at)


def _deposit(case: Case, verdict: Verdict) -> DepositOutcome | None:
    """Return the deposit unless the protest is rejected."""
    if case.deposit is None:
        return None
    return "kept" if verdict == "reject" else "returned"


def _demand_whole_commission(command: CastVote, state: UnderReview) -> None:
    """Nobody votes while a seat is empty, a member has a stake, an objection or a consent is open."""
    case = state.case
    fit = [p for p in state.members if stake(p, case, command.game, command.people) is None]
    if len(fit) < COMMISSION_SIZE:
        raise CommissionIncomplete(
            f"{len(fit)} can vote on protest {case.protest}, and fewer than three do not: whoever appointed"
            " the commission must fill it first.",
            clause=case.clause("commission"),
        )
    if state.undecided & set(state.members):
        raise ObjectionOpen(
            f"An objection to a member is open in protest {case.protest}; it is decided first."
        )
    if missing_consents(command.by, state, command.people):
        raise ConsentMissing(
            f"You share club or city with a party of protest {case.protest}: you vote when both parties have"
            " consented."
        )


def _refuse_contradiction(command: CastVote, case: Case) -> None:
    """Refuse a vote that takes back with one hand what it gives with the other."""
    if command.verdict == "reject" and (command.in_part or not isinstance(command.remedy, NoChange)):
        raise RemedyOnRejection("A rejected protest changes nothing: vote NoChange with it, and not in part.")
    if command.warn and (command.verdict == "reject" or case.act.by in case.players):
        raise NobodyToWarn(
            "A warning is for the judge or official complained of, in a protest that is upheld."
        )
    refuse_remedy(command.remedy, case.players, case.act.by, case.rules, case.clause("remedies"), command.at)


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
