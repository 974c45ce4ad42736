"""The hearing: the parties state their case in turn, members ask, those asked answer, all bring evidence."""

from uuid import UUID

from services.appeals.domain.errors import (
    CommissionHasVoted,
    FileSizeNotTaken,
    FileTypeNotTaken,
    NotAParty,
    NotAsked,
    NotHeard,
    NotOnTheCommission,
    NotYourTurn,
    TooManyFiles,
    UnknownQuestion,
)
from services.appeals.domain.protest.commands import AddEvidence, AnswerQuestion, AskQuestion, MakeStatement
from services.appeals.domain.protest.events import (
    EvidenceAdded,
    EvidenceFile,
    Party,
    ProtestEvent,
    QuestionAnswered,
    QuestionAsked,
    StatementMade,
)
from services.appeals.domain.protest.standing import case_of, demanded, refuse_filer, wrong_step
from services.appeals.domain.protest.state import Case, Decided, Protest, UnderReview

MEDIA_TYPES = ("application/pdf", "image/jpeg", "image/png", "image/webp", "text/plain", "audio/mpeg")
"""What is taken: nothing that a browser would run."""
FILE_BYTES = 1_000_000
FILES = 20
"""For one protest."""


def state_case(command: MakeStatement, state: Protest) -> list[ProtestEvent]:
    """Take a statement of a party; the other one speaks before the same one speaks again."""
    case = case_of(state)
    party = party_of(command.by, case)
    if party is None or command.by not in case.parties:
        raise NotAParty(f"The parties of protest {case.protest} state their case, nobody else.")
    review = _hearing(state)
    if review.speaker == command.by:
        raise NotYourTurn(f"You spoke last on protest {case.protest}; it is the other party's turn.")
    words = demanded(command.text, "A statement has words.")
    return [StatementMade(party=party, by=command.by, text=words, made_at=command.at)]


def ask(command: AskQuestion, state: Protest) -> list[ProtestEvent]:
    """Take a question of a member."""
    case = case_of(state)
    if not isinstance(state, UnderReview | Decided):
        refuse_filer(command.by, case)
        raise wrong_step(state, "heard")
    if command.by not in state.members:
        refuse_filer(command.by, case)
        raise NotOnTheCommission(f"Members of the commission of protest {case.protest} ask, nobody else.")
    review = _hearing(state)
    words = demanded(command.text, "A question has words.")
    number = review.asked + 1
    return [QuestionAsked(question=number, by=command.by, to=command.to, text=words, asked_at=command.at)]


def answer(command: AnswerQuestion, state: Protest) -> list[ProtestEvent]:
    """Take the one answer to a question, from who was asked."""
    case = case_of(state)
    if party_of(command.by, case) is None:
        raise NotAsked(f"Nobody asks you in protest {case.protest}.")
    review = _hearing(state)
    asked = next((one for one in review.questions if one.question == command.question), None)
    if asked is None:
        raise UnknownQuestion(f"No question {command.question} waits for an answer.")
    if command.by != person_of(asked.to, case):
        raise NotAsked(f"Question {command.question} is for somebody else.")
    words = demanded(command.text, "An answer has words.")
    return [
        QuestionAnswered(
            question=asked.question, party=asked.to, by=command.by, text=words, answered_at=command.at
        )
    ]


def add_evidence(command: AddEvidence, state: Protest) -> list[ProtestEvent]:
    """Take evidence from who is heard, and from members."""
    case = case_of(state)
    party = party_of(command.by, case)
    members = state.members if isinstance(state, UnderReview | Decided) else ()
    if party is None and command.by not in members:
        raise NotHeard("The parties, the game's judge and the commission bring evidence, nobody else.")
    review = _hearing(state)
    words = demanded(command.text, "Say what the evidence shows.")
    if command.file is not None:
        _refuse_file(command.file, review)
    added = EvidenceAdded(
        party=party,
        by=command.by,
        text=words,
        links=command.links,
        added_at=command.at,
        file=command.file,
    )
    return [added]


def _refuse_file(file: EvidenceFile, review: UnderReview) -> None:
    if file.media_type not in MEDIA_TYPES:
        raise FileTypeNotTaken(f"{file.media_type} is not taken; taken are {', '.join(MEDIA_TYPES)}.")
    if not 0 < file.size <= FILE_BYTES:
        raise FileSizeNotTaken(f"A file has 1 to {FILE_BYTES} bytes; link to what is larger.")
    if review.files >= FILES:
        raise TooManyFiles(f"Protest {review.case.protest} has {FILES} files already; link to others.")


def party_of(person: UUID, case: Case) -> Party | None:
    """Return as whom a person is heard."""
    for party in ("filer", "accused", "judge"):
        if person == person_of(party, case):
            return party
    return None


def person_of(party: Party, case: Case) -> UUID:
    """Return who is heard as a party."""
    return {"filer": case.filer, "accused": case.act.by, "judge": case.judge}[party]


def _hearing(state: Protest) -> UnderReview:
    if isinstance(state, Decided):
        raise CommissionHasVoted(f"The commission has voted on protest {state.case.protest}.")
    if not isinstance(state, UnderReview):
        raise wrong_step(state, "heard")
    return state
