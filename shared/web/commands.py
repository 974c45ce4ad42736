"""How a request becomes a unit of work: once, under its Idempotency-Key, with the position it reached."""

import hashlib
import re
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from litestar import Request, Response
from litestar.exceptions import NotAuthorizedException
from uuid_utils.compat import uuid7

from shared.eventsourcing.handling import CommandLoop, Context, Unit
from shared.eventsourcing.store import Reached
from shared.web.auth import Principal
from shared.web.problems import BadRequest

KEY_HEADER = "Idempotency-Key"
POSITION_HEADER = "Position"
_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_MATCH = re.compile(r'"v([0-9]{1,9})"')


class Accepted(msgspec.Struct, kw_only=True):
    """The answer to a command: what it touched, the version after it, and the position it reached.

    `position` is "<service>:<sequence>" in the service's public feed; a read of any service waits
    for it with `?min=`. Subclasses add fields.
    """

    id: UUID
    version: int
    position: str = ""


AcceptedT = TypeVar("AcceptedT", bound=Accepted)


class _Replay(Exception):  # noqa: N818
    """The key was seen with the same request: its answer."""

    def __init__(
        self, status: int, headers: dict[str, str], body: dict[str, Any], outbox_seq: int | None
    ) -> None:
        super().__init__()
        self.status = status
        self.headers = headers
        self.body = body
        self.outbox_seq = outbox_seq


class Commands:
    """Injected into handlers that change something."""

    def __init__(
        self, request: Request[Any, Any, Any], loop: CommandLoop, now: datetime, body: bytes
    ) -> None:
        self._request = request
        self._loop = loop
        self._body = body
        self._ids: list[UUID] = []
        self._next_id = 0
        self.now = now

    @property
    def principal(self) -> Principal:
        """Who is asking. Raises NotAuthorizedException for an anonymous request."""
        principal: Principal | None = self._request.scope.get("user")
        if principal is None:
            raise NotAuthorizedException("This needs an access token.")
        return principal

    @property
    def expected_version(self) -> int | None:
        """The version in If-Match, or None without the header. Raises BadRequest (400) for another form."""
        header = self._request.headers.get("If-Match")
        if header is None:
            return None
        match = _MATCH.fullmatch(header.strip())
        if match is None:
            raise BadRequest(400, "malformed_if_match", f'If-Match must look like "v3", not {header[:40]!r}.')
        return int(match[1])

    def demanded_version(self) -> int:
        """Return the version in If-Match. Raises BadRequest (428) without the header."""
        version = self.expected_version
        if version is None:
            raise BadRequest(
                428,
                "version_required",
                "This changes something that exists: send its ETag, as read last, in If-Match.",
            )
        return version

    def new_id(self) -> UUID:
        """Return a UUIDv7; the n-th of a request is the same when the work is tried again."""
        if self._next_id == len(self._ids):
            self._ids.append(uuid7())
        self._next_id += 1
        return self._ids[self._next_id - 1]

    def context(self) -> Context:
        """Return the metadata of the events that this request leads to."""
        state = self._request.state
        return Context(
            actor=str(self._request.scope["user"].id) if self._request.scope.get("user") else "anonymous",
            at=self.now,
            request_id=state.request_id,
            correlation_id=state.correlation_id,
        )

    async def run(
        self, work: Callable[[Unit], Awaitable[AcceptedT]], *, status: int = 201
    ) -> Response[AcceptedT]:
        """Do `work` in one transaction and answer with what it returns.

        The same key with the same request gives the same answer and does nothing again. Raises
        BadRequest for a missing (400) or reused (422) key, or one still at work (409); and whatever
        the work raises, in which case nothing is kept.
        """
        key = self._key()
        principal = str(self.principal.id)
        fingerprint = self._fingerprint()

        async def once(unit: Unit) -> AcceptedT:
            self._next_id = 0
            if key is not None:
                await self._claim(unit, principal, key, fingerprint)
            accepted = await work(unit)
            if key is not None:
                await unit.connection.exec_driver_sql(
                    "INSERT INTO es.idempotency (principal, key, fingerprint, status, headers, body)"
                    " VALUES ($1, $2, $3, $4, $5, $6)",
                    (
                        principal,
                        key,
                        fingerprint,
                        status,
                        msgspec.json.encode({"ETag": f'"v{accepted.version}"'}).decode(),
                        msgspec.json.encode(accepted).decode(),
                    ),
                )
                unit.transaction.idempotency = (principal, key)
            return accepted

        try:
            accepted, reached = await self._loop.run(self.context(), once)
        except _Replay as replay:
            return self._replayed(replay)
        self._nudge(reached)
        accepted.position = self._position(reached.outbox_seq)
        return Response(
            accepted,
            status_code=status,
            headers={"ETag": f'"v{accepted.version}"', POSITION_HEADER: accepted.position},
        )

    def _fingerprint(self) -> bytes:
        """Return what makes this request another: method, path, query, If-Match and body."""
        request = self._request
        parts = (
            request.method.encode(),
            request.url.path.encode(),
            request.scope["query_string"],
            request.headers.get("If-Match", "").encode(),
        )
        return hashlib.sha256(b"\0".join(parts) + b"\0" + self._body).digest()

    def _key(self) -> str | None:
        key = self._request.headers.get(KEY_HEADER)
        if key is None:
            if self._request.method == "POST":
                raise BadRequest(
                    400,
                    "idempotency_key_required",
                    f"Every POST carries an {KEY_HEADER}: any text of your own, as a UUID.",
                )
            return None
        if _KEY.fullmatch(key) is None:
            raise BadRequest(
                400, "malformed_idempotency_key", f"{KEY_HEADER} is 1 to 200 printable ASCII characters."
            )
        return key

    async def _claim(self, unit: Unit, principal: str, key: str, fingerprint: bytes) -> None:
        claimed = await unit.connection.exec_driver_sql(
            "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))", (f"{principal} {key}",)
        )
        if not claimed.scalar_one():
            raise BadRequest(
                409,
                "request_in_progress",
                f"A request with this {KEY_HEADER} is still at work; repeat it in a moment.",
                headers={"Retry-After": "1"},
            )
        rows = await unit.connection.exec_driver_sql(
            "SELECT fingerprint, status, headers, body, outbox_seq FROM es.idempotency"
            " WHERE principal = $1 AND key = $2",
            (principal, key),
        )
        row = rows.one_or_none()
        if row is None:
            return
        if bytes(row.fingerprint) != fingerprint:
            raise BadRequest(
                422,
                "idempotency_key_reused",
                f"This {KEY_HEADER} was used for another request; take a new one.",
            )
        raise _Replay(
            row.status, msgspec.json.decode(row.headers), msgspec.json.decode(row.body), row.outbox_seq
        )

    def _replayed(self, replay: _Replay) -> Response[Any]:
        position = self._position(replay.outbox_seq or 0)
        return Response(
            replay.body | {"position": position},
            status_code=replay.status,
            headers=replay.headers | {POSITION_HEADER: position, "Idempotency-Replayed": "true"},
        )

    def _position(self, outbox_seq: int) -> str:
        return f"{self._loop.kernel.service}:{outbox_seq}"

    def _nudge(self, reached: Reached) -> None:
        nudge = self._request.app.state.get("nudge")
        if nudge is not None and reached.appended:
            nudge()
