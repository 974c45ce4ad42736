"""Webhooks over HTTP: register an address, see how far it was told, pause, resume, test, change its secret.

What is told and how is `shared.webhooks`. A webhook is seen and changed by who registered it and by an admin;
for everybody else there is none.
"""

import base64
import secrets
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy import Row, insert, update
from sqlalchemy import delete as delete_from

from shared.contracts.envelope import PUBLISHERS
from shared.eventsourcing.handling import Unit
from shared.eventsourcing.refusal import ConcurrencyConflict, Conflicting, Missing, Refusal
from shared.web.auth import Principal, requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads
from shared.webhooks import book
from shared.webhooks.reaching import MAX_URL, wrong_with

KEEPERS = [requires("admin", "federation", "organizer")]
MOST = 20
FORMER_SECRET_GOOD = timedelta(days=1)
SECRET_BYTES = 32


class WebhookUnknown(Missing):
    """There is no such webhook, or it is somebody else's."""


class WebhookLimitReached(Conflicting):
    """Somebody has as many webhooks as one may."""


class WebhookAddressNotAllowed(Refusal):
    """The address is none that may be called."""


class WebhookTypesUnknown(Refusal):
    """The service says nothing of these types."""


class SequenceNotReached(Refusal):
    """The service never said so much."""


class WebhookBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An address, and what it asks for; without `types` and `championship` everything that is public."""

    url: Annotated[str, msgspec.Meta(max_length=MAX_URL, pattern=r"^https?://[!-~]+$")]
    types: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=100)] | None = None
    """Names of public events, as `StandingsChanged`."""
    championship: UUID | None = None


class NewWebhookBody(WebhookBody, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A webhook to register. `after`: tell what was said after this; null: from now on; 0: everything."""

    after: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None


class ResumeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Go on, where `after` says so from that sequence on, forward or back."""

    after: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None


class SecretGiven(Accepted, kw_only=True):
    """A webhook and the secret that its calls are signed with: shown now and never again."""

    secret: str = ""


class TestAccepted(Accepted, kw_only=True):
    """A test is on its way: `test` is its `webhook-id`; what came of it the webhook says in `last_try`."""

    test: UUID


class TryView(msgspec.Struct, frozen=True, kw_only=True):
    """What came of the last call. `status`: what the address answered; null: it did not."""

    at: datetime
    status: int | None
    error: str | None


class WebhookView(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook and how far it was told; `told` and `head` are sequences of the service's feed."""

    webhook: UUID
    version: int
    url: str
    types: tuple[str, ...] | None
    championship: UUID | None
    state: Literal["telling", "retrying", "paused"]
    paused_because: book.Pause | None
    told: int
    head: int
    failures: int
    """In a row."""
    failing_since: datetime | None
    next_try_at: datetime | None
    last_try: TryView | None
    created_at: datetime

    @classmethod
    def of(cls, row: Row[Any]) -> "WebhookView":
        """Return the view of a row."""
        paused = row.paused_because is not None
        return cls(
            webhook=row.id,
            version=row.version,
            url=row.url,
            types=None if row.types is None else tuple(row.types),
            championship=row.championship,
            state="paused" if paused else "retrying" if row.attempts else "telling",
            paused_because=row.paused_because,
            told=row.seq,
            head=row.head,
            failures=row.attempts,
            failing_since=row.failing_since,
            next_try_at=row.due_at if row.attempts and not paused else None,
            last_try=None
            if row.tried_at is None
            else TryView(at=row.tried_at, status=row.status, error=row.error),
            created_at=row.created_at,
        )


class WebhooksView(msgspec.Struct, frozen=True, kw_only=True):
    """Webhooks by age. `next`: ask again with `after` = this; null: that was all."""

    webhooks: tuple[WebhookView, ...]
    next: UUID | None


class WebhookController(Controller):
    """Register webhooks and look after them."""

    path = "/v1/webhooks"
    tags = ("webhooks",)

    @post(guards=KEEPERS, opt={"makes": {"webhook": "id"}})
    async def register(
        self, data: JSONBody[NewWebhookBody], commands: NamedDependency[Commands], state: State
    ) -> Response[SecretGiven]:
        """Register an address that is told what this service says; the answer has the secret, once."""
        _demand_callable(data, state)
        owner = commands.principal.id

        async def work(unit: Unit) -> SecretGiven:
            if await book.count(unit.connection, owner) >= MOST:
                raise WebhookLimitReached(
                    f"You have {MOST} webhooks here, and nobody may have more; delete one."
                )
            head = await book.head(unit.connection)
            secret = secrets.token_bytes(SECRET_BYTES)
            webhook = commands.new_id()
            await unit.connection.execute(
                insert(book.webhooks).values(
                    id=webhook,
                    owner=owner,
                    version=1,
                    url=data.url,
                    types=None if data.types is None else list(data.types),
                    championship=data.championship,
                    secret=secret,
                    created_at=commands.now,
                    due_at=commands.now,
                    seq=head if data.after is None else _reached(data.after, head),
                )
            )
            return SecretGiven(id=webhook, version=1, secret=_written(secret))

        return await commands.run(work)

    @get(guards=KEEPERS)
    async def all(
        self,
        reads: NamedDependency[Reads],
        after: Annotated[UUID | None, QueryParameter(description="`next` of the page before.")] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    ) -> Response[WebhooksView]:
        """List one's own webhooks; an admin's list has everybody's."""
        async with reads.connection() as connection:
            rows = await book.owned(connection, _owner(reads.holder), after, limit)
        following = rows[-1].id if len(rows) == limit else None
        return reads.answer(WebhooksView(webhooks=tuple(map(WebhookView.of, rows)), next=following))

    @get("/{webhook:uuid}", guards=KEEPERS)
    async def read(self, webhook: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[WebhookView]:
        """Show a webhook: how far it was told, and what came of the last try."""
        async with reads.connection() as connection:
            row = _own(await book.one(connection, webhook), webhook, reads.holder)
        return reads.answer(WebhookView.of(row), headers={"ETag": f'"v{row.version}"'})

    @put("/{webhook:uuid}", guards=KEEPERS)
    async def change(
        self,
        webhook: FromPath[UUID],
        data: JSONBody[WebhookBody],
        commands: NamedDependency[Commands],
        state: State,
    ) -> Response[Accepted]:
        """Change the address and what it asks for; it goes on from where it was."""
        _demand_callable(data, state)

        async def work(unit: Unit) -> Accepted:
            row = await _locked(unit, commands, webhook)
            types = None if data.types is None else list(data.types)
            return await _write(unit, row, url=data.url, types=types, championship=data.championship)

        return await commands.run(work, status=200)

    @post("/{webhook:uuid}/pause", guards=KEEPERS, status_code=200)
    async def pause(self, webhook: FromPath[UUID], commands: NamedDependency[Commands]) -> Response[Accepted]:
        """Tell it nothing until it is resumed; nothing is lost meanwhile."""

        async def work(unit: Unit) -> Accepted:
            return await _write(unit, await _locked(unit, commands, webhook), paused_because="asked")

        return await commands.run(work, status=200)

    @post("/{webhook:uuid}/resume", guards=KEEPERS, status_code=200)
    async def resume(
        self, webhook: FromPath[UUID], data: JSONBody[ResumeBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Go on at once; with `after` from that sequence on, so that events are told again, or left out."""

        async def work(unit: Unit) -> Accepted:
            row = await _locked(unit, commands, webhook)
            seq = row.seq if data.after is None else _reached(data.after, row.head)
            return await _write(unit, row, seq=seq, due_at=commands.now, **book.NO_FAILURE)

        return await commands.run(work, status=200)

    @post("/{webhook:uuid}/test", guards=KEEPERS, status_code=202)
    async def test(
        self, webhook: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[TestAccepted]:
        """Call the address with a `WebhookTested`, paused or not; read the webhook to see what came of it."""

        async def work(unit: Unit) -> TestAccepted:
            row = _own(await book.one(unit.connection, webhook, lock=True), webhook, commands.principal)
            test = commands.new_id()
            await unit.connection.execute(
                update(book.webhooks).where(book.webhooks.c.id == webhook).values(test=test)
            )
            return TestAccepted(id=webhook, version=row.version, test=test)

        return await commands.run(work, status=202)

    @post("/{webhook:uuid}/secret", guards=KEEPERS, status_code=200)
    async def new_secret(
        self, webhook: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[SecretGiven]:
        """Give it another secret; for a day calls are signed with both."""

        async def work(unit: Unit) -> SecretGiven:
            row = await _locked(unit, commands, webhook)
            secret = secrets.token_bytes(SECRET_BYTES)
            accepted = await _write(
                unit,
                row,
                secret=secret,
                former_secret=row.secret,
                former_until=commands.now + FORMER_SECRET_GOOD,
            )
            return SecretGiven(id=webhook, version=accepted.version, secret=_written(secret))

        return await commands.run(work, status=200)

    @delete("/{webhook:uuid}", guards=KEEPERS, status_code=200)
    async def remove(
        self, webhook: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Forget a webhook; it is told nothing more."""

        async def work(unit: Unit) -> Accepted:
            row = _own(await book.one(unit.connection, webhook, lock=True), webhook, commands.principal)
            await unit.connection.execute(delete_from(book.webhooks).where(book.webhooks.c.id == webhook))
            return Accepted(id=webhook, version=row.version + 1)

        return await commands.run(work, status=200)


def _demand_callable(asked: WebhookBody, state: State) -> None:
    """Raise a refusal for an address that may not be called, and for types that are never said here."""
    wrong = wrong_with(asked.url, state.reach)
    if wrong is not None:
        raise WebhookAddressNotAllowed(f"{asked.url[:100]!r} cannot be called: {wrong}.")
    service = state.definition.name
    known = sorted(kind.__name__ for kind in PUBLISHERS[service].__args__)
    unknown = sorted(set(asked.types or ()) - set(known))
    if unknown:
        raise WebhookTypesUnknown(
            f"{service} never says {', '.join(map(repr, unknown))[:300]}; it says {', '.join(known)}.",
            known=known,
        )


def _reached(after: int, head: int) -> int:
    if after > head:
        raise SequenceNotReached(f"This service has said {head} events so far, not yet {after}.", head=head)
    return after


def _owner(reader: Principal | None) -> UUID | None:
    """Return whose webhooks somebody sees; None: everybody's."""
    return None if reader is None or "admin" in reader.scopes else reader.id


def _own(row: Row[Any] | None, webhook: UUID, who: Principal | None) -> Row[Any]:
    if row is None or _owner(who) not in {None, row.owner}:
        raise WebhookUnknown(f"You have no webhook {webhook} here; GET /v1/webhooks lists yours.")
    return row


async def _locked(unit: Unit, commands: Commands, webhook: UUID) -> Row[Any]:
    """Return a webhook that is to be changed, locked, at the version demanded."""
    demanded = commands.demanded_version()
    row = _own(await book.one(unit.connection, webhook, lock=True), webhook, commands.principal)
    if row.version != demanded:
        raise ConcurrencyConflict(f"webhook-{webhook}", demanded, row.version)
    return row


async def _write(unit: Unit, row: Row[Any], **values: Any) -> Accepted:
    """Change a webhook, and end its lease: what was under way may not overwrite it."""
    version = row.version + 1
    await unit.connection.execute(
        update(book.webhooks)
        .where(book.webhooks.c.id == row.id)
        .values({"version": version} | book.NO_LEASE | values)
    )
    return Accepted(id=row.id, version=version)


def _written(secret: bytes) -> str:
    """Return a secret as the Standard Webhooks specification writes it."""
    return "whsec_" + base64.b64encode(secret).decode()
