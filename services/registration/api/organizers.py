"""Organizers: accounts that are entered by login and password, and how a password is set."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from litestar import Controller, Request, Response, delete, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from services.registration.access import guessing
from services.registration.access.hashing import code_hash, hashed
from services.registration.access.issuing import Issuer
from services.registration.api.access import NEVER_STORED, issuer_of
from services.registration.api.acting import actor_of
from services.registration.api.schemas_of_people import (
    OrganizerBody,
    PasswordBody,
    ResetAccepted,
    ResetIssued,
)
from services.registration.domain.account.access import check_password
from services.registration.domain.account.commands import (
    CloseOrganizer,
    IssuePasswordReset,
    OpenOrganizer,
    SetPassword,
)
from services.registration.domain.account.decider import account
from services.registration.domain.errors import ResetCodeInvalid
from services.registration.projections import who_may_come_in
from shared.clock import Clock
from shared.eventsourcing.handling import CommandLoop, Context, Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands

RESET_LASTS = timedelta(hours=24)


class OrganizerController(Controller):
    """Open, reset, close; and set a password."""

    tags = ("access",)

    @post("/v1/organizers", guards=[requires("admin")], opt={"makes": {"organizer": "id"}})
    async def open_organizer(
        self, data: JSONBody[OrganizerBody], commands: NamedDependency[Commands], state: State
    ) -> Response[ResetIssued]:
        """Open an organizer's account, and tell once the code with which he sets his password."""
        issuer = issuer_of(state)

        async def work(unit: Unit) -> ResetAccepted:
            organizer = commands.new_id()
            await unit.connection.exec_driver_sql(
                "SELECT pg_advisory_xact_lock(hashtextextended($1, 2))", (data.login,)
            )
            taken = (await unit.connection.execute(who_may_come_in.with_login(data.login))).one_or_none()
            command = OpenOrganizer(
                organizer=organizer,
                login=data.login,
                login_taken=taken is not None,
                name=data.name,
                by=actor_of(commands.principal),
                at=commands.now,
            )
            await unit.handle(account, organizer, command)
            return await _issue(unit, organizer, issuer, commands)

        return _told(await commands.run(work), issuer)

    @post("/v1/organizers/{organizer:uuid}/password-reset", guards=[requires("admin")])
    async def reset(
        self, organizer: FromPath[UUID], commands: NamedDependency[Commands], state: State
    ) -> Response[ResetIssued]:
        """Tell once a code with which an organizer sets his password anew; an earlier code is void."""
        issuer = issuer_of(state)

        async def work(unit: Unit) -> ResetAccepted:
            return await _issue(unit, organizer, issuer, commands)

        return _told(await commands.run(work), issuer)

    @delete("/v1/organizers/{organizer:uuid}", guards=[requires("admin")], status_code=200)
    async def close(
        self, organizer: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Let an organizer come in no more; his tokens end by themselves within half an hour."""

        async def work(unit: Unit) -> Accepted:
            command = CloseOrganizer(by=actor_of(commands.principal), at=commands.now)
            handled = await unit.handle(account, organizer, command)
            return Accepted(id=organizer, version=handled.version)

        return await commands.run(work, status=200)

    @post("/v1/passwords", opt={"public": True, "guessed": True}, status_code=204)
    async def set_password(
        self, data: JSONBody[PasswordBody], request: Request[Any, Any, Any], state: State
    ) -> None:
        """Set a password by the code of a reset, which is used up by it; no Idempotency-Key."""
        clock: Clock = state.clock
        loop: CommandLoop = state.loop
        digest = code_hash(data.reset_code)
        async with state.engine.connect() as connection:
            row = (await connection.execute(who_may_come_in.with_reset(digest))).one_or_none()
        if row is None:
            raise ResetCodeInvalid("This code was used, replaced or is too old; ask an admin for a new one.")
        check_password(data.password, row.login)
        password_hash = await hashed(data.password)
        now = clock()

        async def work(unit: Unit) -> None:
            command = SetPassword(code_hash=digest, password_hash=password_hash, at=now)
            await unit.handle(account, row.organizer, command)
            await guessing.succeeded(unit.connection, row.login)

        context = Context(actor=str(row.organizer), at=now, request_id=request.state.request_id)
        await loop.run(context, work)


async def _issue(unit: Unit, organizer: UUID, issuer: Issuer, commands: Commands) -> ResetAccepted:
    reset = commands.new_id()
    expires_at = commands.now + RESET_LASTS
    command = IssuePasswordReset(
        reset=reset,
        code_hash=code_hash(issuer.derived("password reset", reset)),
        expires_at=expires_at,
        by=actor_of(commands.principal),
        at=commands.now,
    )
    handled = await unit.handle(account, organizer, command)
    return ResetAccepted(id=organizer, version=handled.version, reset=reset, expires_at=expires_at)


def _told(response: Response[ResetAccepted], issuer: Issuer) -> Response[ResetIssued]:
    told = msgspec.convert(msgspec.to_builtins(response.content), type=ResetAccepted)
    issued = ResetIssued(
        id=told.id,
        version=told.version,
        position=told.position,
        reset=told.reset,
        expires_at=told.expires_at,
        reset_code=issuer.derived("password reset", told.reset),
    )
    return Response(issued, status_code=response.status_code, headers=response.headers | NEVER_STORED)
