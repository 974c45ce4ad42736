"""The import of applications from a file: all of it, or nothing."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Controller, Request, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from services.registration import personal_data
from services.registration.api.acting import WRITERS, actor_of, bar_in, known_person, terms_in
from services.registration.api.entry_files import EntryLine, lines_of
from services.registration.api.schemas import Imported, ImportedLine
from services.registration.domain.account.commands import RegisterPerson
from services.registration.domain.account.decider import account
from services.registration.domain.errors import ImportRefused
from services.registration.domain.roster.attributes import asked_for
from services.registration.domain.roster.commands import ApplyForEntry, ImportApplications
from services.registration.domain.roster.decider import roster
from services.registration.domain.roster.terms import EntryTerms
from services.registration.domain.texts import printable
from shared.eventsourcing.handling import Unit
from shared.eventsourcing.refusal import Refusal
from shared.web.auth import requires
from shared.web.commands import Commands


class ImportController(Controller):
    """Import applications."""

    path = "/v1/championships/{championship_id:uuid}/entries/import"
    tags = ("entries",)

    @post(guards=[requires(*WRITERS)])
    async def take(
        self,
        championship_id: FromPath[UUID],
        request: Request[Any, Any, Any],
        commands: NamedDependency[Commands],
        late_reason: Annotated[str | None, QueryParameter(min_length=1, max_length=300)] = None,
    ) -> Response[Imported]:
        """Take applications from a CSV file (text/csv), all or none; every line that is wrong is named.

        UTF-8, UTF-16 or Windows-1251; semicolons, tabs or commas; the first line names the columns in
        English, Russian or Ukrainian. A line with an id is of a known person, one without registers him.
        """
        body = await request.body()

        async def work(unit: Unit) -> Imported:
            terms = await terms_in(unit, championship_id)
            lines, wrong = lines_of(body, asked_for(terms.rules))
            wrong += [problem for line in lines for problem in _unprintable(line)]
            players: dict[int, UUID] = {}
            applications: list[tuple[int, ApplyForEntry]] = []
            for line in lines:
                try:
                    players[line.number], application = await _application(
                        unit, line, terms, commands, late_reason
                    )
                    applications.append((line.number, application))
                except Refusal as refusal:
                    wrong.append({"line": line.number, "code": refusal.code, "message": refusal.message})
            actor = actor_of(commands.principal)
            command = ImportApplications(lines=tuple(applications), terms=terms, by=actor)
            try:
                handled = await unit.handle(roster, championship_id, command)
            except ImportRefused as refusal:
                raise _refused([*wrong, *lines_in(refusal)], len(lines)) from refusal
            if wrong:
                raise _refused(wrong, len(lines))
            for line in lines:
                if line.player is None:
                    await _register(unit, players[line.number], line, commands)
            told = [ImportedLine(line=line.number, player=players[line.number]) for line in lines]
            return Imported(id=championship_id, version=handled.version, lines=told)

        return await commands.run(work)


async def _application(
    unit: Unit, line: EntryLine, terms: EntryTerms, commands: Commands, late_reason: str | None
) -> tuple[UUID, ApplyForEntry]:
    player = line.player or commands.new_id()
    bar = None
    if line.player is not None:
        await known_person(unit, player)
        bar = await bar_in(unit, terms.championship, player, commands.now)
    return player, ApplyForEntry(
        player=player,
        nick=line.nick,
        club=line.club,
        city=line.city,
        attributes=line.attributes,
        terms=terms,
        by=actor_of(commands.principal),
        at=commands.now,
        late_reason=late_reason,
        bar=bar,
    )


async def _register(unit: Unit, player: UUID, line: EntryLine, commands: Commands) -> None:
    # Who organizes the championship may enter people, whatever the token says: the roster has checked it.
    actor = msgspec.structs.replace(actor_of(commands.principal), organizer=True)
    command = RegisterPerson(
        person=player,
        nick=line.nick,
        club=line.club,
        city=line.city,
        by=actor,
        at=commands.now,
    )
    await unit.handle(account, player, command)
    if line.real_name is not None or line.contacts:
        await personal_data.keep(unit.connection, player, line.real_name, line.contacts)


def _unprintable(line: EntryLine) -> list[dict[str, Any]]:
    """Return what no text may be, among that which goes into no event."""
    found = []
    texts = {"The real name": line.real_name} | {
        f"Contact {kind!r}": text for kind, text in line.contacts.items()
    }
    for name, text in texts.items():
        try:
            if text is not None:
                printable(text, name)
        except Refusal as refusal:
            found.append({"line": line.number, "code": refusal.code, "message": refusal.message})
    return found


def lines_in(refusal: ImportRefused) -> list[dict[str, Any]]:
    """Return the lines that a refusal names."""
    return msgspec.convert(refusal.facts["lines"], type=list[dict[str, Any]])


def _refused(wrong: list[dict[str, Any]], count: int) -> ImportRefused:
    ordered = sorted(wrong, key=lambda one: int(one["line"]))
    listed = "; ".join(f"line {one['line']}: {one['message']}" for one in ordered[:5])
    return ImportRefused(
        f"{len({one['line'] for one in ordered})} of {count} lines cannot be taken, so none is: {listed}",
        lines=ordered,
    )
