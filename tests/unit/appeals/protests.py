"""A protest to tell scenarios about: who is who, what was heard, and each event and command with defaults.

Ten players sit at one table under JUDGE; PLAYERS[0] files. Nothing here decides anything.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from msgspec.structs import replace

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
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import (
    Act,
    AppliedToGame,
    AppliedToStandings,
    CommissionAppointed,
    Deadline,
    DeadlinePassed,
    DeadlineSet,
    DeclineContested,
    MemberReplaced,
    ObjectionRaised,
    Party,
    ProtestAccepted,
    ProtestClosed,
    ProtestDeclined,
    ProtestEvent,
    ProtestFiled,
    ProtestWithdrawn,
    QuestionAsked,
    ReasonsWritten,
    RulingApplied,
    RulingPublished,
    StatementMade,
    VoteCast,
    VotesTallied,
)
from services.appeals.domain.protest.facts import Game, GameStatus, Officials, People, Rules
from services.appeals.domain.protest.tally import named, tally
from shared.contracts.appeals import AnnulGame, NoChange, Remedy, Verdict
from shared.contracts.regulations import ProtestRules, Regulations, shipped
from shared.contracts.scoring import PlaceChange


def person(number: int) -> UUID:
    """Return the id of a person of these scenarios."""
    return UUID(int=number, version=4)


PLAYERS = tuple(person(n) for n in range(1, 11))
FILER, OTHER = PLAYERS[0], PLAYERS[1]
JUDGE, CHIEF, ORGANIZER, STRANGER = person(21), person(22), person(23), person(24)
MEMBERS = (person(31), person(32), person(33))
CHAIRMAN = MEMBERS[0]
RESERVES = (person(34), person(35))
CHAMPIONSHIP, GAME, PROTEST, RULING = person(41), person(42), person(43), person(44)

SIGNED = datetime(2026, 5, 24, 9, 0, 0, 250_000, tzinfo=UTC)
AT = SIGNED + timedelta(minutes=5)


def without_times(document: Regulations) -> Regulations:
    """Return a document without window and deadlines for protests, so that a test names its own."""
    times = dict.fromkeys(
        (
            "window_minutes",
            "acceptance_minutes",
            "decline_review_minutes",
            "appointment_minutes",
            "vote_minutes",
        )
    )
    return replace(document, protests=replace(document.protests, **times, window_until_next_draw=False))


ONORE = without_times(shipped()["onore-2014"])
CHNU = without_times(shipped()["chnu-2016"])
CLAUSES = {key: clause for key, clause in ONORE.clauses.items() if key.startswith("protests.")}


def game(status: GameStatus = "signed", **changes: Any) -> Game:
    """Return the game as gameplay told it."""
    facts: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "game": GAME,
        "stage": "tour-1",
        "judge": JUDGE,
        "players": PLAYERS,
        "status": status,
        "signed_at": SIGNED if status in {"signed", "annulled"} else None,
    }
    return Game(**facts | changes)


def rules(document: Any = ONORE, **changes: Any) -> Rules:
    """Return what a document says of protests, with some settings changed."""
    given = {name: getattr(document.protests, name) for name in ProtestRules.__struct_fields__}
    clauses = {key: clause for key, clause in document.clauses.items() if key.startswith("protests.")}
    return Rules(protests=ProtestRules(**given | changes), clauses=clauses, zone="Asia/Omsk")


OFFICIALS = Officials(chief_judges=frozenset({CHIEF}), organizers=frozenset({ORGANIZER}))
ACT = Act(by=JUDGE, moment=None, text="The judge counted a vote for a candidate who was not put up.")


# ------------------------------------------------------------------------------ commands


def file(**changes: Any) -> FileProtest:
    """File a protest, as FILER, five minutes after the signature."""
    given: dict[str, Any] = {
        "protest": PROTEST,
        "game": game(),
        "rules": rules(),
        "officials": OFFICIALS,
        "earlier": None,
        "by": FILER,
        "act": ACT,
        "ground": "rule",
        "rule": "O-VOTE-1",
        "remedy": AnnulGame(),
        "evidence": "Seats 3 and 7 saw it.",
        "at": AT,
    }
    return FileProtest(**given | changes)


def withdraw(by: UUID = FILER) -> WithdrawProtest:
    """Withdraw the protest."""
    return WithdrawProtest(by=by, at=AT)


def accept(by: UUID = JUDGE, people: People | None = None) -> AcceptProtest:
    """Accept the protest."""
    return AcceptProtest(by=by, at=AT, officials=OFFICIALS, game=game(), people=people or People())


def decline(by: UUID = JUDGE, reason: str = "No rule was broken.") -> DeclineProtest:
    """Decline the protest."""
    return DeclineProtest(by=by, reason=reason, at=AT, officials=OFFICIALS, game=game())


def contest(by: UUID = FILER, at: datetime = AT) -> ContestDecline:
    """Take the decline to the chief judge."""
    return ContestDecline(by=by, reason="The rule was named.", at=at)


def pass_deadline(deadline: Deadline, due_at: datetime, at: datetime | None = None) -> PassDeadline:
    """Let a deadline pass, when it is due."""
    return PassDeadline(deadline=deadline, due_at=due_at, at=at or due_at)


def appoint(
    *members: UUID,
    by: UUID = CHIEF,
    officials: Officials = OFFICIALS,
    on: Game | None = None,
    **more: Any,
) -> AppointCommission:
    """Appoint a commission, MEMBERS unless others are named."""
    return AppointCommission(
        by=by, members=members or MEMBERS, officials=officials, game=on or game(), at=AT, **more
    )


def consent(by: UUID, member: UUID = MEMBERS[1]) -> GiveConsent:
    """Consent to a member."""
    return GiveConsent(by=by, member=member, at=AT)


def object_to(by: UUID, member: UUID = MEMBERS[2], reason: str = "They share a flat.") -> ObjectToMember:
    """Object to a member."""
    return ObjectToMember(by=by, member=member, reason=reason, at=AT)


def decide_objection(
    by: UUID = CHIEF, member: UUID = MEMBERS[1], *, upheld: bool = True, people: People | None = None
) -> DecideObjection:
    """Decide the objections to a member."""
    return DecideObjection(
        by=by,
        member=member,
        upheld=upheld,
        reason="It is so.",
        officials=OFFICIALS,
        game=game(),
        people=people or People(),
        at=AT,
    )


def recuse(by: UUID, people: People | None = None) -> RecuseMember:
    """Stand down."""
    return RecuseMember(by=by, reason="My pupil.", game=game(), people=people or People(), at=AT)


def replace_member(
    by: UUID = CHIEF,
    member: UUID | None = MEMBERS[2],
    successor: UUID | None = None,
    on: Game | None = None,
    people: People | None = None,
) -> ReplaceMember:
    """Replace a member, or fill an empty seat."""
    return ReplaceMember(
        by=by,
        member=member,
        successor=successor,
        reason="He must.",
        officials=OFFICIALS,
        game=on or game(),
        people=people or People(),
        at=AT,
    )


def replace_conflicted(on: Game | None = None, people: People | None = None) -> ReplaceConflicted:
    """Look for stakes by the game as it is now."""
    return ReplaceConflicted(game=on or game(), people=people or People(), at=AT)


def make_statement(by: UUID) -> MakeStatement:
    """State one's case."""
    return MakeStatement(by=by, text="It was so.", at=AT)


def ask(by: UUID, to: Party = "accused") -> AskQuestion:
    """Ask a party."""
    return AskQuestion(by=by, to=to, text="Was it so?", at=AT)


def answer(by: UUID, question: int = 1) -> AnswerQuestion:
    """Answer a question."""
    return AnswerQuestion(by=by, question=question, text="It was.", at=AT)


def add_evidence(by: UUID) -> AddEvidence:
    """Bring evidence."""
    return AddEvidence(by=by, text="A recording.", links=("https://example.org/41",), at=AT)


def vote(
    by: UUID,
    verdict: Verdict = "uphold",
    remedy: Remedy | None = None,
    on: Game | None = None,
    **more: Any,
) -> CastVote:
    """Vote; to uphold and annul the game unless told otherwise."""
    chosen = remedy or (AnnulGame() if verdict == "uphold" else NoChange())
    return CastVote(by=by, verdict=verdict, remedy=chosen, game=on or game(), at=AT, **more)


def write_reasons(by: UUID = CHAIRMAN, reasons: str = "The vote did not count.") -> WriteReasons:
    """Write the reasons."""
    return WriteReasons(by=by, reasons=reasons, at=AT)


def publish(by: UUID = CHAIRMAN) -> PublishRuling:
    """Publish the ruling."""
    return PublishRuling(by=by, ruling=RULING, at=AT)


def supersede(
    before: Sequence[ProtestEvent] | None = None, by: UUID | None = None, **changes: Any
) -> SupersedeRuling:
    """Rule in the place of a closed ruling, as somebody of the higher body: nothing changes."""
    given: dict[str, Any] = {
        "protest": person(45),
        "before": decider.fold(list(HIGHER if before is None else before)),
        "ruling": person(46),
        "verdict": "reject",
        "remedy": NoChange(),
        "reasons": "The commission erred.",
        "by": by or STRANGER,
        "at": AT,
    }
    return SupersedeRuling(**given | changes)


def record_game(ruling: UUID = RULING) -> RecordGameChanged:
    """Note that the game is changed."""
    return RecordGameChanged(ruling=ruling, at=AT)


CHANGE = PlaceChange(player=OTHER, points_before="4", points_after="0", place_before=1, place_after=9)


def record_standings(
    ruling: UUID = RULING, changes: tuple[PlaceChange, ...] = (CHANGE,)
) -> RecordStandingsChanged:
    """Note what it did to the standings."""
    return RecordStandingsChanged(ruling=ruling, revision=17, changes=changes, at=AT)


def record_release(ruling: UUID = RULING, revision: int = 17) -> RecordEffectReleased:
    """Note what it did to the standings, after the freeze that withheld it."""
    return RecordEffectReleased(ruling=ruling, revision=revision, changes=(CHANGE,), at=AT)


def record_roster(ruling: UUID = RULING) -> RecordRosterChanged:
    """Note that registration put the player out, or suspended him."""
    return RecordRosterChanged(ruling=ruling, at=AT)


def record_conflict(ruling: UUID = RULING, found_in: Literal["game", "roster"] = "game") -> RecordConflict:
    """Note that the game, or the roster, could not be changed."""
    return RecordConflict(
        ruling=ruling, conflict="game_annulled", detail="By ruling 7.", at=AT, found_in=found_in
    )


# ------------------------------------------------------------------------------ histories


def filed(**changes: Any) -> ProtestFiled:
    """Return the filing that `file()` leads to."""
    given: dict[str, Any] = {
        "protest": PROTEST,
        "championship": CHAMPIONSHIP,
        "game": GAME,
        "stage": "tour-1",
        "judge": JUDGE,
        "players": PLAYERS,
        "filer": FILER,
        "act": ACT,
        "ground": "rule",
        "rule": "O-VOTE-1",
        "remedy": AnnulGame(),
        "evidence": "Seats 3 and 7 saw it.",
        "signed_at": SIGNED,
        "window_closes_at": None,
        "zone": "Asia/Omsk",
        "clauses": CLAUSES,
        "filed_at": AT,
    }
    return ProtestFiled(**given | changes)


ACCEPTED = ProtestAccepted(accepted_by=JUDGE, accepted_at=AT)
APPOINTED = CommissionAppointed(members=MEMBERS, appointed_by=CHIEF, appointed_at=AT)
RESERVED = CommissionAppointed(members=MEMBERS, appointed_by=CHIEF, appointed_at=AT, reserves=RESERVES)
DECLINED = (
    filed(),
    ProtestDeclined(declined_by=JUDGE, reason="No rule was broken.", declined_at=AT),
    ProtestClosed(outcome="declined", closed_at=AT),
)
WITHDRAWN = (filed(), ProtestWithdrawn(withdrawn_at=AT), ProtestClosed(outcome="withdrawn", closed_at=AT))
WAITING = (filed(),)
PASSED_ON = (filed(), ACCEPTED)
UNDER_REVIEW = (filed(), ACCEPTED, APPOINTED)
REVIEWED = (filed(), ACCEPTED, RESERVED)
"""Under review, with reserves."""
CONTESTABLE = (
    filed(),
    ProtestDeclined(declined_by=JUDGE, reason="No rule was broken.", declined_at=AT, final=False),
)
CONTESTED = (*CONTESTABLE, DeclineContested(reason="The rule was named.", contested_at=AT))
OBJECTION = ObjectionRaised(party=FILER, member=MEMBERS[1], reason="They share a flat.", raised_at=AT)
QUESTION = QuestionAsked(question=1, by=MEMBERS[1], to="accused", text="Was it so?", asked_at=AT)
STATEMENT = StatementMade(party="filer", by=FILER, text="It was so.", made_at=AT)


def late(deadline: Deadline) -> tuple[ProtestEvent, ...]:
    """Return a deadline that was set and passed."""
    return (
        DeadlineSet(deadline=deadline, due_at=AT),
        DeadlinePassed(deadline=deadline, due_at=AT, passed_at=AT),
    )


def replaced(
    member: UUID | None,
    successor: UUID | None = None,
    *,
    members: tuple[UUID, ...],
    reserves: tuple[UUID, ...] = (),
    **changes: Any,
) -> MemberReplaced:
    """Return a change of the commission; by a recusal unless told otherwise."""
    given: dict[str, Any] = {
        "cause": "recusal",
        "reason": "My pupil.",
        "soft": (),
        "replaced_by": None,
        "replaced_at": AT,
    }
    return MemberReplaced(
        member=member, successor=successor, members=members, reserves=reserves, **given | changes
    )


BROKEN = (*UNDER_REVIEW, replaced(MEMBERS[2], members=MEMBERS[:2]))
"""Under review, with an empty seat and nobody in reserve."""


def ballot(member: UUID, verdict: Verdict = "uphold", remedy: Remedy | None = None) -> VoteCast:
    """Return a vote cast."""
    chosen = remedy or (AnnulGame() if verdict == "uphold" else NoChange())
    return VoteCast(member=member, verdict=verdict, remedy=chosen, cast_at=AT)


def votes(remedy: Remedy | None = None) -> tuple[VoteCast, ...]:
    """Return three votes, of which the last dissents."""
    return (
        ballot(MEMBERS[0], remedy=remedy),
        ballot(MEMBERS[1], remedy=remedy),
        ballot(MEMBERS[2], "reject"),
    )


def decided(remedy: Remedy | None = None) -> tuple[ProtestEvent, ...]:
    """Return a history up to the tally."""
    cast = votes(remedy)
    verdict, outcome = tally(cast, MEMBERS)
    return (*UNDER_REVIEW, *cast, VotesTallied(verdict=verdict, remedy=outcome, tallied_at=AT))


def written(remedy: Remedy | None = None) -> tuple[ProtestEvent, ...]:
    """Return a history up to the written reasons."""
    draft = ReasonsWritten(reasons="The vote did not count.", written_by=CHAIRMAN, written_at=AT)
    return (*decided(remedy), draft)


def published(remedy: Remedy | None = None) -> RulingPublished:
    """Return the ruling that follows from `written`."""
    cast = votes(remedy)
    verdict, outcome = tally(cast, MEMBERS)
    return RulingPublished(
        ruling=RULING,
        championship=CHAMPIONSHIP,
        game=GAME,
        rule="O-VOTE-1",
        verdict=verdict,
        remedy=outcome,
        reasons="The vote did not count.",
        votes=named(cast, MEMBERS, verdict, outcome),
        published_by=CHAIRMAN,
        published_at=AT,
    )


def ruled(remedy: Remedy | None = None) -> tuple[ProtestEvent, ...]:
    """Return a history up to a published ruling that awaits its application."""
    return (*written(remedy), published(remedy))


def applied(
    revision: int | None = 17, changes: tuple[PlaceChange, ...] = (CHANGE,), conflict: str | None = None
) -> RulingApplied:
    """Return the summary of what a ruling did."""
    return RulingApplied(ruling=RULING, revision=revision, changes=changes, conflict=conflict, applied_at=AT)


ENDED = ProtestClosed(outcome="ruled", closed_at=AT)
CLOSED: tuple[ProtestEvent, ...] = (*ruled(NoChange()), applied(None, ()), ENDED)


def higher(remedy: Remedy | None = None, **changes: Any) -> tuple[ProtestEvent, ...]:
    """Return a history up to an applied ruling, by a document that names a higher body."""
    body = rules(higher_body="Board of the federation", **changes).protests
    _, *rest = ruled(remedy)
    return (filed(rules=body), *rest, AppliedToGame(applied_at=AT), TO_STANDINGS, applied(), ENDED)


TO_STANDINGS = AppliedToStandings(revision=17, changes=(CHANGE,), applied_at=AT)
HIGHER = higher()
