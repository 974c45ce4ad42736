"""The hearing: statements, questions, answers, evidence, each with its time."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from services.appeals.api.schemas import (
    AnswerBody,
    EvidenceBody,
    HeardView,
    HearingView,
    QuestionBody,
    TextBody,
)
from services.appeals.api.steps import PARTICIPANT, PER_READER, Given, change, concerned, filer_hidden_from
from services.appeals.domain.errors import NotHeard, UnknownProtest
from services.appeals.domain.protest.commands import (
    AddEvidence,
    AnswerQuestion,
    AskQuestion,
    MakeStatement,
    ProtestCommand,
)
from services.appeals.domain.protest.state import Case
from services.appeals.projections import what_is_contested, what_was_heard
from shared.contracts.regulations import ProtestRules
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted
from shared.web.reads import Reads


class HearingController(Controller):
    """State, ask, answer, bring evidence; read what was heard."""

    path = "/v1/protests/{protest:uuid}"
    tags = ("hearing",)

    @post("/statements", guards=[PARTICIPANT], status_code=200)
    async def make_statement(
        self, protest: FromPath[UUID], data: JSONBody[TextBody], commands: Given
    ) -> Response[Accepted]:
        """State one's case, as a party; the other party speaks before the same one speaks again."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [MakeStatement(by=commands.principal.id, text=data.text, at=commands.now)]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/questions", guards=[PARTICIPANT], status_code=200)
    async def ask(
        self, protest: FromPath[UUID], data: JSONBody[QuestionBody], commands: Given
    ) -> Response[Accepted]:
        """Ask the filer, who is complained of, or the game's judge, as a member."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [AskQuestion(by=commands.principal.id, to=data.to, text=data.text, at=commands.now)]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/answers", guards=[PARTICIPANT], status_code=200)
    async def answer(
        self, protest: FromPath[UUID], data: JSONBody[AnswerBody], commands: Given
    ) -> Response[Accepted]:
        """Answer a question, as who was asked, once."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [
                AnswerQuestion(
                    by=commands.principal.id, question=data.question, text=data.text, at=commands.now
                )
            ]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/evidence", guards=[PARTICIPANT], status_code=200)
    async def add_evidence(
        self, protest: FromPath[UUID], data: JSONBody[EvidenceBody], commands: Given
    ) -> Response[Accepted]:
        """Bring evidence, as a party, the game's judge or a member."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [
                AddEvidence(
                    by=commands.principal.id, text=data.text, links=tuple(data.links), at=commands.now
                )
            ]

        return await commands.run(change(protest, commands, command), status=200)

    @get("/hearing", guards=[requires("participant", "organizer")])
    async def read(self, protest: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[HearingView]:
        """Show what was heard, and what became of the commission, to those concerned."""
        async with reads.connection() as connection:
            row = (await connection.execute(what_is_contested.one(protest))).one_or_none()
            if row is None:
                raise UnknownProtest(f"There is no protest {protest}.")
            reader = reads.principal
            if reader is None or not await concerned(connection, reader, row):
                raise NotHeard(f"The hearing of protest {protest} is for those concerned.")
            heard = (await connection.execute(what_was_heard.of_protest(protest))).all()
        hides = msgspec.json.decode(row.rules, type=ProtestRules).filer_hidden
        unnamed = row.filer if filer_hidden_from(row, reader.id, hides=hides) else None
        return reads.answer(
            HearingView(entries=[HeardView.of(entry, unnamed=unnamed) for entry in heard]),
            headers=PER_READER,
        )
