"""Files of evidence: brought whole, kept with their hash, given to those concerned as a download."""

import hashlib
from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import quote
from uuid import UUID

from litestar import Controller, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from services.appeals import evidence_files
from services.appeals.api.schemas import FileAccepted
from services.appeals.api.steps import PARTICIPANT, Given, change, concerned
from services.appeals.domain.errors import NotHeard, UnknownProtest
from services.appeals.domain.protest.commands import AddEvidence, ProtestCommand
from services.appeals.domain.protest.events import EvidenceFile
from services.appeals.domain.protest.state import Case
from services.appeals.projections import what_is_contested
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.reads import Reads


class FileController(Controller):
    """Bring a file, read it."""

    path = "/v1/protests/{protest:uuid}"
    tags = ("hearing",)

    @post("/evidence/files", guards=[PARTICIPANT], opt={"makes": {"file": "file"}})
    async def bring(
        self,
        protest: FromPath[UUID],
        request: Request[Any, Any, Any],
        commands: Given,
        name: Annotated[str, QueryParameter(min_length=1, max_length=200)],
        text: Annotated[str, QueryParameter(min_length=1, max_length=1000)],
    ) -> Response[FileAccepted]:
        """Bring the body as a file, of the type in Content-Type; `text` says what it shows."""
        content = await request.body()
        media_type = request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        digest = hashlib.sha256(content).hexdigest()

        async def work(unit: Unit) -> FileAccepted:
            file = EvidenceFile(
                file=commands.new_id(), name=name, media_type=media_type, size=len(content), sha256=digest
            )

            async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
                by = commands.principal.id
                return [AddEvidence(by=by, text=text, links=(), at=commands.now, file=file)]

            accepted = await change(protest, commands, command)(unit)
            await evidence_files.keep(unit.connection, protest, file, content)
            return FileAccepted(id=accepted.id, version=accepted.version, file=file.file, sha256=digest)

        return await commands.run(work)

    @get("/evidence/files/{file:uuid}", guards=[requires("participant", "organizer")])
    async def read(
        self, protest: FromPath[UUID], file: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[bytes]:
        """Give a file to those concerned, with its hash; no browser shows it in place."""
        async with reads.connection() as connection:
            row = (await connection.execute(what_is_contested.one(protest))).one_or_none()
            if row is None:
                raise UnknownProtest(f"There is no protest {protest}.")
            if not await concerned(connection, reads.principal, row):
                raise NotHeard(f"The evidence of protest {protest} is for those concerned.")
            kept = (await connection.execute(evidence_files.one(protest, file))).one_or_none()
            if kept is None:
                raise UnknownProtest(f"Protest {protest} has no file {file}.")
        return Response(
            kept.content,
            media_type=kept.media_type,
            headers={
                "Content-Disposition": f"attachment; filename*=UTF-8''{quote(kept.name, safe='')}",
                "Content-Security-Policy": "sandbox",
                "X-Content-Type-Options": "nosniff",
                "Repr-Digest": f"sha-256={kept.sha256}",
                "Cache-Control": "private, no-store",
            },
        )
