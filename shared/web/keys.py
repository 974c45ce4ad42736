"""The public keys behind access tokens: read again when a token names one that nobody knows yet.

So a signing key rotates without any service restarting. Reading again is limited: who sends made-up
key ids causes one look every few seconds, not one a request.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import httpx
import jwt
import msgspec
import structlog

log = structlog.get_logger(__name__)

FETCH: TypeAlias = Callable[[], Awaitable[bytes]]
UNKNOWN_AFTER = 5.0
"""Seconds that must have passed since the last reading before an unknown key causes another."""
STALE_AFTER = 300.0
"""Seconds after which a known key is looked up anew, so that a withdrawn one ends."""
_TIMEOUT = 5.0


class KeySet:
    """The keys of one issuer, wherever they are read from."""

    def __init__(self, fetch: FETCH, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._fetch = fetch
        self._monotonic = monotonic
        self._keys: dict[str, jwt.PyJWK] = {}
        self._read_at = -STALE_AFTER
        self._lock = asyncio.Lock()

    async def key(self, kid: str) -> jwt.PyJWK:
        """Return the key of an id. Raises KeyError where the issuer has none of that id now."""
        if self._due(kid) and not (kid in self._keys and self._lock.locked()):
            async with self._lock:
                if self._due(kid):
                    await self._read()
        return self._keys[kid]

    def _due(self, kid: str) -> bool:
        wait = STALE_AFTER if kid in self._keys else UNKNOWN_AFTER
        return self._monotonic() - self._read_at >= wait

    async def _read(self) -> None:
        """Read the keys. While they cannot be read, those known before stay good, and the log says why."""
        try:
            keys = jwt.PyJWKSet.from_json((await self._fetch()).decode()).keys
        except (httpx.HTTPError, jwt.PyJWTError, msgspec.DecodeError, ValueError, OSError) as error:
            log.warning("keys not read", error=repr(error))
        else:
            self._keys = {key.key_id: key for key in keys if key.key_id is not None}
        finally:
            self._read_at = self._monotonic()


def from_file(path: Path) -> FETCH:
    """Return how to read a JWKS file."""

    async def fetch() -> bytes:
        return await asyncio.to_thread(path.read_bytes)

    return fetch


def from_url(url: str) -> FETCH:
    """Return how to read a JWKS from its address."""

    async def fetch() -> bytes:
        async with httpx.AsyncClient(timeout=_TIMEOUT) as client:
            return await _got(client, url)

    return fetch


def from_issuer(issuer: str) -> FETCH:
    """Return how to read the keys of an OpenID Connect issuer: where its discovery document says."""

    async def fetch() -> bytes:
        async with httpx.AsyncClient(timeout=_TIMEOUT) as client:
            document = await _got(client, f"{issuer.rstrip('/')}/.well-known/openid-configuration")
            found = msgspec.json.decode(document, type=_Discovery)
            if found.issuer != issuer:
                raise ValueError(f"the document of issuer {issuer} is of {found.issuer}")
            return await _got(client, found.jwks_uri)

    return fetch


class _Discovery(msgspec.Struct):
    """What is read of a discovery document (OpenID Connect Discovery 1.0, section 3)."""

    issuer: str
    jwks_uri: str


async def _got(client: httpx.AsyncClient, url: str) -> bytes:
    answer = await client.get(url)
    answer.raise_for_status()
    return answer.content
