"""The commission: who appoints it, who sits on it, who leaves it, and who comes in.

A seat is left for a cause only, which is said: the member stands down, a party's objection is upheld, a
stake comes up, a consent is not given, the time for the vote has passed. Who comes in sits last, so that
after a chairman the second member chairs. After the last vote nothing changes any more.
"""

from datetime import datetime
from uuid import UUID

from services.appeals.domain.errors import (
    AlreadyVoted,
    CommissionHasVoted,
    CommissionIncomplete,
    MemberConflicted,
    MemberStands,
    NoObjection,
    NoSuchMember,
    NotAParty,
    NotOnTheCommission,
    NotTheAppointer,
    ObjectedBefore,
    PersonUnknown,
    SeatNotEmpty,
    StakeInTheCase,
)
from services.appeals.domain.protest.commands import (
    AppointCommission,
    DecideObjection,
    GiveConsent,
    ObjectToMember,
    RecuseMember,
    ReplaceConflicted,
    ReplaceMember,
)
from services.appeals.domain.protest.conflicts import appointers, needs_consent, stake
from services.appeals.domain.protest.deadlines import deadline
from services.appeals.domain.protest.events import (
    CommissionAppointed,
    ConsentGiven,
    MemberRecused,
    MemberReplaced,
    ObjectionDecided,
    ObjectionRaised,
    ProtestEvent,
)
from services.appeals.domain.protest.facts import Game, People
from services.appeals.domain.protest.standing import case_of, demanded, refuse_filer, wrong_step
from services.appeals.domain.protest.state import Accepted, Case, Decided, Protest, UnderReview, evolve
from shared.contracts.appeals import ChangeCause

COMMISSION_SIZE = 3


def appoint(command: AppointCommission, state: Protest) -> list[ProtestEvent]:
    """Name three people without a stake, and reserves (O-PROT-3)."""
    case = case_of(state)
    _demand_appointer(command, case)
    if not isinstance(state, Accepted):
        raise wrong_step(state, "given a commission")
    members, reserves = command.members, command.reserves
    if command.standing:
        fit = [p for p in (*members, *reserves) if stake(p, case, command.game, command.people) is None]
        members, reserves = tuple(fit[:COMMISSION_SIZE]), tuple(fit[COMMISSION_SIZE:])
    named = (*members, *reserves)
    if len(members) != COMMISSION_SIZE or len(command.people.all_as_one(*named)) != len(named):
        raise CommissionIncomplete(
            f"A commission is {COMMISSION_SIZE} different people, and others in reserve;"
            f" {len(set(members))} were named.",
            clause=case.clause("commission"),
        )
    for person in named:
        _refuse_unknown(person, command.people)
        refuse_conflicted(person, case, command.game, command.people)
    appointed = CommissionAppointed(
        members=members,
        appointed_by=command.by,
        appointed_at=command.at,
        reserves=reserves,
        soft=_soft(named, case, command.people),
        standing=command.standing,
    )
    return [appointed, *deadline("vote", case.rules.vote_minutes, command.at)]


def give_consent(command: GiveConsent, state: Protest) -> list[ProtestEvent]:
    """Let a member sit who shares club or city with a party: both parties must say so."""
    review = _open_to_party(command.by, state, "consented to")
    _demand_member(command.member, review)
    if (command.by, command.member) in review.consents:
        return []
    return [ConsentGiven(party=command.by, member=command.member, given_at=command.at)]


def object_to(command: ObjectToMember, state: Protest) -> list[ProtestEvent]:
    """Object to a member, once, with a reason; nobody votes until it is decided."""
    review = _open_to_party(command.by, state, "objected to")
    _demand_member(command.member, review)
    reason = demanded(command.reason, "Say what speaks against the member.")
    if any((one.party, one.member) == (command.by, command.member) for one in review.objections):
        raise ObjectedBefore(f"You have objected to {command.member} before; that is heard once.")
    return [ObjectionRaised(party=command.by, member=command.member, reason=reason, raised_at=command.at)]


def decide_objection(command: DecideObjection, state: Protest) -> list[ProtestEvent]:
    """Decide all objections to a member; where they are upheld, he makes room."""
    case = case_of(state)
    _demand_appointer(command, case)
    review = _under_review(state, "changed")
    if command.member not in review.undecided:
        raise NoObjection(f"No objection to {command.member} is open.")
    reason = demanded(command.reason, "Say why the objection is upheld or not.")
    events: list[ProtestEvent] = [
        ObjectionDecided(
            member=command.member,
            upheld=command.upheld,
            reason=reason,
            decided_by=command.by,
            decided_at=command.at,
        )
    ]
    if command.upheld:
        change = _Change(command.game, command.people, command.by, command.at)
        events.append(change.of(review, command.member, "objection", reason))
    return events


def recuse(command: RecuseMember, state: Protest) -> list[ProtestEvent]:
    """Stand down before one's own vote; the first reserve without a stake comes in."""
    case = case_of(state)
    if not isinstance(state, UnderReview | Decided):
        refuse_filer(command.by, case)
        raise wrong_step(state, "left by a member")
    on_it = {*state.members, *(state.reserves if isinstance(state, UnderReview) else ())}
    if command.by not in on_it:
        refuse_filer(command.by, case)
        raise NotOnTheCommission(f"You are not on the commission of protest {case.protest}.")
    if isinstance(state, Decided) or any(vote.member == command.by for vote in state.votes):
        raise AlreadyVoted(f"You have voted on protest {case.protest}, and your vote stands.")
    reason = demanded(command.reason, "Say why you stand down.")
    change = _Change(command.game, command.people, None, command.at)
    return [
        MemberRecused(member=command.by, reason=reason, recused_at=command.at),
        change.of(state, command.by, "recusal", reason),
    ]


def replace_member(command: ReplaceMember, state: Protest) -> list[ProtestEvent]:
    """Replace a member for a cause, or fill an empty seat."""
    case = case_of(state)
    _demand_appointer(command, case)
    review = _under_review(state, "changed")
    reason = demanded(command.reason, "Say why the commission changes.")
    cause = _cause(command, review)
    if command.successor is not None:
        sitting = command.people.all_as_one(*review.members, *([command.member] if command.member else []))
        if command.people.one(command.successor) in sitting:
            raise CommissionIncomplete(f"{command.successor} sits already; name somebody else.")
        if command.people.one(command.successor) in command.people.all_as_one(*review.left):
            raise MemberConflicted(
                f"{command.successor} has left this commission and does not come back; name somebody else.",
                clause=case.clause("commission"),
                person=command.successor,
                stake="left",
            )
        _refuse_unknown(command.successor, command.people)
        refuse_conflicted(command.successor, case, command.game, command.people)
    change = _Change(command.game, command.people, command.by, command.at)
    replaced = change.of(review, command.member, cause, reason, command.successor)
    if replaced.successor is None:
        raise CommissionIncomplete(
            "Nobody in reserve can come in; name who does.", clause=case.clause("commission")
        )
    return [replaced, *deadline("vote", case.rules.vote_minutes, command.at)]


def replace_conflicted(command: ReplaceConflicted, state: Protest) -> list[ProtestEvent]:
    """Let everybody make room who has a stake by the game as it is now."""
    events: list[ProtestEvent] = []
    change = _Change(command.game, command.people, None, command.at)
    while isinstance(state, UnderReview):
        held = ((p, stake(p, state.case, command.game, command.people)) for p in state.members)
        found = next(((person, why) for person, why in held if why is not None), None)
        if found is None:
            break
        events.append(change.of(state, found[0], "conflict", found[1]))
        state = evolve(state, events[-1])
    return events


def refuse_conflicted(person: UUID, case: Case, game: Game, people: People) -> None:
    """Refuse a person with a stake, with the reason."""
    held = stake(person, case, game, people)
    if held is not None:
        raise MemberConflicted(
            f"{person} cannot sit on the commission of protest {case.protest} ({held}); name somebody else.",
            clause=case.clause("commission"),
            person=person,
            stake=held,
        )


def _refuse_unknown(person: UUID, people: People) -> None:
    """Refuse an id that nobody answers to: a commission with a ghost never votes."""
    if people.known is not None and people.one(person) not in people.all_as_one(*people.known):
        raise PersonUnknown(
            f"Nobody is known under {person} in this championship; let the organizer appoint a"
            " commission_member first.",
            person=person,
        )


class _Change:
    """One change of a commission, by the facts of a command; `by` None: it follows from the rules."""

    def __init__(self, game: Game, people: People, by: UUID | None, at: datetime) -> None:
        self._game, self._people, self._by, self._at = game, people, by, at

    def of(
        self,
        review: UnderReview,
        leaving: UUID | None,
        cause: ChangeCause,
        reason: str,
        successor: UUID | None = None,
    ) -> MemberReplaced:
        """Return who leaves and who comes in: the successor, else the first reserve without a stake."""
        case = review.case
        waiting = [person for person in review.reserves if person != leaving]
        staying = tuple(person for person in review.members if person != leaving)
        if successor is None and len(staying) < COMMISSION_SIZE:
            fit = (p for p in waiting if stake(p, case, self._game, self._people) is None)
            successor = next((person for person in fit if person not in review.undecided), None)
        members = staying if successor is None else (*staying, successor)
        reserves = tuple(person for person in waiting if person != successor)
        return MemberReplaced(
            member=leaving,
            successor=successor,
            cause=cause,
            reason=reason,
            members=members,
            reserves=reserves,
            soft=_soft((*members, *reserves), case, self._people),
            replaced_by=self._by,
            replaced_at=self._at,
        )


def _cause(command: ReplaceMember, review: UnderReview) -> ChangeCause:
    """Return the cause for which a member may be replaced now, or an empty seat be filled."""
    case, member = review.case, command.member
    if member is None:
        if len(review.members) == COMMISSION_SIZE:
            raise SeatNotEmpty(f"The commission of protest {case.protest} is complete; say who leaves.")
        return "vacancy"
    if member not in review.members:
        raise NoSuchMember(f"{member} is no member of the commission of protest {case.protest}.")
    if stake(member, case, command.game, command.people) is not None:
        return "conflict"
    if missing_consents(member, review, command.people):
        return "conflict"
    if "vote" in case.overdue:
        return "overdue"
    raise MemberStands(
        f"{member} stays on the commission of protest {case.protest}: no stake, no missing consent, no upheld"
        " objection and no missed deadline speaks against it."
    )


def missing_consents(member: UUID, review: UnderReview, people: People) -> tuple[UUID, ...]:
    """Return the parties whose consent to a member is needed and not given."""
    if not needs_consent(member, review.case, people):
        return ()
    return tuple(party for party in review.case.parties if (party, member) not in review.consents)


def _soft(named: tuple[UUID, ...], case: Case, people: People) -> tuple[UUID, ...]:
    return tuple(person for person in named if needs_consent(person, case, people))


def _under_review(state: Protest, asked: str) -> UnderReview:
    if isinstance(state, Decided):
        raise CommissionHasVoted(f"The commission has voted on protest {state.case.protest}.")
    if not isinstance(state, UnderReview):
        raise wrong_step(state, asked)
    return state


def _open_to_party(person: UUID, state: Protest, asked: str) -> UnderReview:
    case = case_of(state)
    if person not in case.parties:
        raise NotAParty(f"Only who filed protest {case.protest} and who is complained of may do this.")
    return _under_review(state, asked)


def _demand_member(person: UUID, review: UnderReview) -> None:
    if person not in {*review.members, *review.reserves}:
        raise NoSuchMember(
            f"{person} is neither member nor reserve of the commission of protest {review.case.protest}."
        )


def _demand_appointer(command: AppointCommission | DecideObjection | ReplaceMember, case: Case) -> None:
    officials = command.officials
    allowed = appointers(officials, case, command.game, command.people)
    if command.by in allowed:
        return
    clause = case.clause("commission")
    held = stake(command.by, case, command.game, command.people)
    if held is not None:
        raise StakeInTheCase(
            f"You have a stake in protest {case.protest} ({held}); a chief judge without one appoints its"
            " commission, or else an organizer.",
            clause=clause,
            stake=held,
        )
    who = "chief judge" if allowed & officials.chief_judges else "organizer"
    hint = "" if allowed else " All of them have a stake: the organizer must name another chief judge first."
    raise NotTheAppointer(
        f"The commission of protest {case.protest} is appointed by the championship's {who}.{hint}",
        clause=clause,
    )
