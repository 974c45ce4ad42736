"""Access: clients, personal links, tokens, and the keys that verify tokens."""

from typing import Annotated, Any, get_args
from uuid import UUID

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from services.registration.access.hashing import code_hash, hashed, matches
from services.registration.access.issuing import LIFETIME, Issuer
from services.registration.access.passwords import by_password, credentials_refused
from services.registration.access.qr import qr_svg
from services.registration.api.acting import WRITERS, actor_of, championship_of
from services.registration.api.schemas import (
    ClientBody,
    ClientOpened,
    GrantBody,
    LinkAccepted,
    LinkBody,
    LinkIssued,
    LinkIssueView,
    TokenView,
)
from services.registration.api.schemas_of_people import SecretAccepted, SecretReplaced
from services.registration.domain.account.commands import (
    CloseClient,
    IssuePersonalLink,
    OpenClient,
    ReplaceClientSecret,
    RevokePersonalLink,
)
from services.registration.domain.account.decider import account
from services.registration.domain.errors import (
    GrantMalformed,
    LinkNotForCommission,
    LinkUnknown,
    NotAnOrganizer,
)
from services.registration.projections import (
    who_is_known,
    who_may_come_in,
    who_officiates,
    who_was_given_a_link,
)
from shared.clock import Clock
from shared.contracts.registration import OfficialRole
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.problems import BadRequest
from shared.web.reads import Reads

NEVER_STORED = {"Cache-Control": "no-store"}
ORGANIZERS: tuple[OfficialRole, ...] = ("organizer",)
OFFICIALS: tuple[OfficialRole, ...] = get_args(OfficialRole)
DECIDING: tuple[OfficialRole, ...] = ("commission_member",)


class AccessController(Controller):
    """Open and close ways in; exchange what one comes in by for a token."""

    tags = ("access",)

    @post("/v1/clients", guards=[requires("admin")], opt={"makes": {"client": "id"}})
    async def open_client(
        self, data: JSONBody[ClientBody], commands: NamedDependency[Commands], state: State
    ) -> Response[ClientOpened]:
        """Open an account for an organizer or an integration, and tell its secret once."""
        issuer = issuer_of(state)
        client = commands.new_id()
        secret_hash = await hashed(issuer.derived("client secret", client))

        async def work(unit: Unit) -> Accepted:
            handled = await unit.handle(
                account,
                client,
                OpenClient(
                    client=client,
                    name=data.name,
                    scopes=frozenset(data.scopes),
                    secret_hash=secret_hash,
                    by=actor_of(commands.principal),
                    at=commands.now,
                ),
            )
            return Accepted(id=client, version=handled.version)

        response = await commands.run(work)
        told = msgspec.convert(msgspec.to_builtins(response.content), type=Accepted)
        opened = ClientOpened(
            id=told.id,
            version=told.version,
            position=told.position,
            client_secret=issuer.derived("client secret", told.id),
        )
        return Response(opened, status_code=response.status_code, headers=response.headers | NEVER_STORED)

    @delete("/v1/clients/{client:uuid}", guards=[requires("admin")], status_code=200)
    async def close_client(
        self, client: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Let a client come in no more; its tokens end by themselves within half an hour."""

        async def work(unit: Unit) -> Accepted:
            handled = await unit.handle(
                account, client, CloseClient(by=actor_of(commands.principal), at=commands.now)
            )
            return Accepted(id=client, version=handled.version)

        return await commands.run(work, status=200)

    @post("/v1/clients/{client:uuid}/secret", guards=[requires("admin")], status_code=200)
    async def replace_secret(
        self, client: FromPath[UUID], commands: NamedDependency[Commands], state: State
    ) -> Response[SecretReplaced]:
        """Give a client another secret, and tell it once; the one before is void at once."""
        issuer = issuer_of(state)

        async def work(unit: Unit) -> SecretAccepted:
            rotation = commands.new_id()
            secret_hash = await hashed(issuer.derived("client secret", rotation))
            command = ReplaceClientSecret(
                secret_hash=secret_hash, by=actor_of(commands.principal), at=commands.now
            )
            handled = await unit.handle(account, client, command)
            return SecretAccepted(id=client, version=handled.version, rotation=rotation)

        response = await commands.run(work, status=200)
        told = msgspec.convert(msgspec.to_builtins(response.content), type=SecretAccepted)
        replaced = SecretReplaced(
            id=told.id,
            version=told.version,
            position=told.position,
            rotation=told.rotation,
            client_secret=issuer.derived("client secret", told.rotation),
        )
        return Response(replaced, status_code=200, headers=response.headers | NEVER_STORED)

    @post("/v1/championships/{championship_id:uuid}/personal-links", guards=[requires(*WRITERS)])
    async def issue_link(
        self,
        championship_id: FromPath[UUID],
        data: JSONBody[LinkBody],
        commands: NamedDependency[Commands],
        state: State,
    ) -> Response[LinkIssued]:
        """Give a person a link into the championship, in place of the one he has, and tell its code once."""
        issuer = issuer_of(state)

        async def work(unit: Unit) -> LinkAccepted:
            link = commands.new_id()
            whole = await championship_of(unit, championship_id)
            handled = await unit.handle(
                account,
                data.person,
                IssuePersonalLink(
                    championship=championship_id,
                    link=link,
                    code_hash=code_hash(issuer.link_code(link)),
                    organizers=whole.organizers,
                    commission=whole.holding("commission_member"),
                    by=actor_of(commands.principal),
                    at=commands.now,
                ),
            )
            return LinkAccepted(id=data.person, version=handled.version, link=link)

        response = await commands.run(work)
        told = msgspec.convert(msgspec.to_builtins(response.content), type=LinkAccepted)
        issued = LinkIssued(
            id=told.id,
            version=told.version,
            position=told.position,
            link=told.link,
            code=issuer.link_code(told.link),
        )
        return Response(issued, status_code=response.status_code, headers=response.headers | NEVER_STORED)

    @get("/v1/championships/{championship_id:uuid}/personal-links")
    async def links(
        self, championship_id: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> list[LinkIssueView]:
        """Show who was given a link, by whom and when, void ones too: officials see all, others their own."""
        asker = reads.principal
        if asker is None:
            return []
        official = "admin" in asker.scopes or bool(
            await reads.all(who_officiates.holds(championship_id, asker.id, OFFICIALS))
        )
        found = who_was_given_a_link.of_championship(championship_id, None if official else asker.id)
        return [LinkIssueView(**row._asdict()) for row in await reads.all(found)]

    @delete(
        "/v1/championships/{championship_id:uuid}/personal-links/{person:uuid}",
        guards=[requires(*WRITERS)],
        status_code=200,
    )
    async def revoke_link(
        self, championship_id: FromPath[UUID], person: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Void a person's link into the championship."""

        async def work(unit: Unit) -> Accepted:
            whole = await championship_of(unit, championship_id)
            handled = await unit.handle(
                account,
                person,
                RevokePersonalLink(
                    championship=championship_id,
                    organizers=whole.organizers,
                    by=actor_of(commands.principal),
                    at=commands.now,
                ),
            )
            return Accepted(id=person, version=handled.version)

        return await commands.run(work, status=200)

    @get(
        "/v1/championships/{championship_id:uuid}/personal-links/{person:uuid}/qr.svg",
        guards=[requires(*WRITERS)],
        media_type="image/svg+xml",
    )
    async def qr_code(
        self,
        championship_id: FromPath[UUID],
        person: FromPath[UUID],
        reads: NamedDependency[Reads],
        state: State,
        target: Annotated[str | None, QueryParameter(pattern=r"^https://[!-~]{1,300}$")] = None,
    ) -> Response[str]:
        """Draw a person's link as a QR code, to organizers: `target` is the page that takes the code."""
        principal = reads.principal
        if principal is None or not (
            "admin" in principal.scopes
            or await reads.all(who_officiates.holds(championship_id, principal.id, ORGANIZERS))
        ):
            raise NotAnOrganizer("Only an organizer of this championship may hand out its links.")
        row = await reads.one(who_may_come_in.link_of(championship_id, person))
        codes = [] if row is None or row.link is None else issuer_of(state).link_codes(row.link)
        code = next((code for code in codes if row is not None and code_hash(code) == row.code_hash), None)
        if code is None:
            raise LinkUnknown(f"{person} has no valid personal link to this championship; issue one.")
        return Response(
            qr_svg(code if target is None else f"{target}#{code}"),
            media_type="image/svg+xml",
            headers=NEVER_STORED,
        )

    @post("/v1/tokens", opt={"public": True, "guessed": True}, status_code=200)
    async def token(
        self, data: JSONBody[GrantBody], reads: NamedDependency[Reads], state: State
    ) -> Response[TokenView]:
        """Exchange what one comes in by for an access token; no Idempotency-Key. Guessing is slowed (429)."""
        issuer = issuer_of(state)
        clock: Clock = state.clock
        if data.login is not None and data.password is not None and _only(data, "login", "password"):
            subject, name, scopes = await by_password(data.login, data.password, state.engine, clock())
            championship = None
        else:
            subject, name, scopes, championship = await _granted(data, reads)
        view = TokenView(
            access_token=issuer.token(subject, name, scopes, clock(), championship),
            expires_in=int(LIFETIME.total_seconds()),
            scope=" ".join(sorted(scopes)),
            subject=subject,
            name=name,
        )
        return Response(view, headers=NEVER_STORED)

    @get("/.well-known/jwks.json", opt={"public": True})
    async def jwks(self, request: Request[Any, Any, Any]) -> dict[str, list[dict[str, Any]]]:
        """Show the public keys that verify access tokens (RFC 7517)."""
        return issuer_of(request.app.state).jwks


def issuer_of(state: State) -> Issuer:
    """Return the issuer that the composition root made. Raises BadRequest (503) without a signing key."""
    issuer: Issuer | None = state.get("issuer")
    if issuer is None:
        raise BadRequest(503, "no_signing_key", "This service has no signing key; see its settings.")
    return issuer


async def _granted(data: GrantBody, reads: Reads) -> tuple[UUID, str, frozenset[str], UUID | None]:
    if data.code is not None and _only(data, "code"):
        return await _by_link(data.code, reads)
    if (
        data.client_id is not None
        and data.client_secret is not None
        and _only(data, "client_id", "client_secret")
    ):
        return (*await _by_secret(data.client_id, data.client_secret, reads), None)
    raise GrantMalformed(
        "Send either `client_id` with `client_secret`, or `code`, or `login` with `password`."
    )


def _only(data: GrantBody, *names: str) -> bool:
    given = {name for name in GrantBody.__struct_fields__ if getattr(data, name) is not None}
    return given == set(names)


async def _by_secret(client: UUID, secret: str, reads: Reads) -> tuple[UUID, str, frozenset[str]]:
    row = await reads.one(who_may_come_in.client(client))
    if not await matches(secret, None if row is None else row.secret_hash) or row is None:
        raise credentials_refused("No open client has this id and secret.")
    return client, row.name, frozenset(row.scopes)


async def _by_link(code: str, reads: Reads) -> tuple[UUID, str, frozenset[str], UUID]:
    """Return whom a link lets in, and the only championship where it is good: anybody may be given one."""
    link = await reads.one(who_may_come_in.link(code_hash(code)))
    if link is None:
        raise credentials_refused("This personal link is not valid; ask the organizer for a new one.")
    person = await reads.one(who_is_known.one(link.person))
    if person is None:
        raise credentials_refused("This personal link is not valid; ask the organizer for a new one.")
    subject = link.person if person.merged_into is None else person.merged_into
    issue = await reads.one(who_was_given_a_link.issue_of(link.link)) if link.link else None
    if issue is not None and not issue.by_admin:
        sits = await reads.all(who_officiates.holds(link.championship, subject, DECIDING))
        if sits:
            raise LinkNotForCommission(
                "You sit on the commission of this championship, and an organizer, who could come in by it as"
                " well, issued this link; ask an admin for a new one."
            )
    return subject, person.nick, frozenset({"participant"}), link.championship
