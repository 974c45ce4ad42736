"""A client of the public API, as any site or program would be one: tokens, keys, versions, patience.

Every command carries an Idempotency-Key, so that it can be sent again when the answer did not come:
a process may be restarted at any moment.
"""

import asyncio
import hashlib
import itertools
import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import httpx

from deploy.audit.journal import Journal, Told, fingerprint, subject, without_secrets

PATIENCE_SECONDS = 60.0
_AGAIN = frozenset({502, 503, 504})


class Refused(Exception):  # noqa: N818 - what happened
    """The API refused: the problem document tells why."""

    def __init__(self, what: str, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(f"{what}: {status} {problem.get('code')}: {problem.get('detail')}")
        self.status = status
        self.code = str(problem.get("code"))
        self.problem = problem


class Unanswered(Exception):  # noqa: N818 - what happened
    """Nobody answered for a minute."""


class Front:
    """The front door, with the positions that commands have reached.

    With a journal, every command that was answered with 2xx is written down there, for the auditor.
    """

    def __init__(self, base_url: str, keyed: str, journal: Journal | None = None) -> None:
        self._client = httpx.AsyncClient(base_url=base_url, timeout=30, trust_env=False)
        self._keyed = keyed
        self._journal = journal
        self.commands = 0
        self.positions: dict[str, int] = {}

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def sign_in(self, **grant: str) -> "Member":
        """Exchange client_id and client_secret, or a personal link's code, for a token."""
        answer = await self._send("POST", "/registration/v1/tokens", json=grant)
        return Member(self, UUID(answer["subject"]), answer["name"], answer["access_token"], grant)

    async def get(self, path: str, token: str | None = None, **query: Any) -> Any:
        """Read, after everything that was commanded through this front door so far has arrived."""
        service = path.split("/")[1]
        heard = {k: v for k, v in self.positions.items() if k == service or k in HEARS[service]}
        if heard and "min" not in query:
            query["min"] = ",".join(f"{source}:{seq}" for source, seq in sorted(heard.items()))
        return await self._send("GET", path, token, params=query)

    async def command(self, path: str, body: Any, token: str, *, key: str, version: int | None = None) -> Any:
        """Send a command; `key` is unique within this front door, and makes sending twice harmless."""
        digest = hashlib.sha256(f"{self._keyed} {path} {key}".encode()).hexdigest()[:40]
        headers = {"Idempotency-Key": digest}
        if version is not None:
            headers["If-Match"] = f'"v{version}"'
        asked = self._journal.moment() if self._journal else 0
        answer, response, attempts = await self._exchange("POST", path, token, json=body, headers=headers)
        if self._journal is not None:
            self._journal.write(_told(self._journal, response, answer, asked, attempts))
        self.commands += 1
        source, _, seq = str(answer.get("position", "")).partition(":")
        if seq:
            self.positions[source] = max(self.positions.get(source, 0), int(seq))
        return answer

    async def _send(
        self,
        method: str,
        path: str,
        token: str | None = None,
        *,
        headers: dict[str, str] | None = None,
        **more: Any,
    ) -> Any:
        return (await self._exchange(method, path, token, headers=headers, **more))[0]

    async def _exchange(
        self,
        method: str,
        path: str,
        token: str | None = None,
        *,
        headers: dict[str, str] | None = None,
        **more: Any,
    ) -> tuple[Any, httpx.Response, int]:
        """Send until it is answered; return what was said, the answer, and how often it was sent."""
        given = dict(headers or {})
        if token is not None:
            given["Authorization"] = f"Bearer {token}"
        end = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        pause = 0.05
        for attempt in itertools.count(1):
            if "Idempotency-Key" in given:
                given["X-Request-ID"] = f"{given['Idempotency-Key']}.{attempt}"
            try:
                answer = await self._client.request(method, path, headers=given, **more)
            except httpx.TransportError as error:
                trouble: str = repr(error)
            else:
                in_progress = (
                    answer.status_code == httpx.codes.CONFLICT and "request_in_progress" in answer.text
                )
                if answer.status_code not in _AGAIN and not in_progress:
                    return self._read(f"{method} {path}", answer), answer, attempt
                trouble = f"{answer.status_code} {answer.text[:200]}"
            if asyncio.get_running_loop().time() > end:
                raise Unanswered(f"{method} {path}: {trouble}")
            await asyncio.sleep(pause)
            pause = min(pause * 2, 1.0)
        raise AssertionError("unreachable: the loop returns or raises")

    @staticmethod
    def _read(what: str, answer: httpx.Response) -> Any:
        if answer.is_success:
            return answer.json() if answer.content else {}
        try:
            problem = answer.json()
        except ValueError:
            problem = {"code": "no_problem_document", "detail": answer.text[:300]}
        raise Refused(what, answer.status_code, problem)


def _told(journal: Journal, response: httpx.Response, answer: Any, asked: int, attempts: int) -> Told:
    """Put down what a command was and what it was told."""
    request = response.request
    _, service, path = request.url.path.split("/", 2)
    query, headers = request.url.query, request.headers
    match = headers.get("If-Match", "")
    return Told(
        service=service,
        principal=subject(headers["Authorization"].removeprefix("Bearer ")),
        key=headers["Idempotency-Key"],
        request=f"{request.method} /{path}" + (f"?{query.decode()}" if query else ""),
        body=without_secrets(json.loads(request.content or b"null")),
        fingerprint=fingerprint(request.method, f"/{path}", query, match, request.content),
        attempts=attempts,
        asked=asked,
        told=journal.moment(),
        status=response.status_code,
        position=int(str(answer.get("position", "")).rpartition(":")[2] or 0),
        etag=response.headers.get("ETag", ""),
        replayed="Idempotency-Replayed" in response.headers,
        answer=without_secrets(answer),
    )


HEARS = {
    "registration": frozenset({"scoring", "appeals", "gameplay"}),
    "gameplay": frozenset({"registration", "appeals"}),
    "scoring": frozenset({"registration", "gameplay", "appeals"}),
    "appeals": frozenset({"registration", "gameplay", "scoring"}),
}
"""Whose positions a read of each service can wait for."""


class Member:
    """Somebody who is signed in."""

    def __init__(self, front: Front, identity: UUID, name: str, token: str, grant: Mapping[str, str]) -> None:
        self._front = front
        self.id = identity
        self.name = name
        self.token = token
        self.grant = grant

    async def get(self, path: str, **query: Any) -> Any:
        """Read as this member."""
        return await self._front.get(path, self.token, **query)

    async def command(self, path: str, body: Any = None, *, key: str = "", version: int | None = None) -> Any:
        """Send a command as this member."""
        return await self._front.command(path, body, self.token, key=f"{self.id} {key}", version=version)
