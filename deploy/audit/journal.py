"""What clients were told: a line for each command that was answered with 2xx, written by the client itself.

The journal is the client's word against the stores': it is kept outside of them and shares no code with
what wrote them. Secrets of requests and answers are left out.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jwt
import msgspec

SECRETS = frozenset({"access_token", "client_secret", "code", "new_password", "password", "secret"})
"""Fields that no journal keeps."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One command and its answer, as the client saw them."""

    service: str
    principal: str
    key: str
    """The Idempotency-Key. The n-th attempt carried the X-Request-ID "<key>.<n>"."""
    request: str
    """Method, path and query as the service sees them."""
    body: dict[str, Any]
    fingerprint: str
    """SHA-256 over method, path, query, If-Match and body, as hex."""
    attempts: int
    asked: int
    """When it was sent first, on the journal's own clock, which counts sendings and answers."""
    told: int
    """When the answer came, on the same clock."""
    status: int
    position: int
    """The sequence in the service's public feed that the answer named."""
    etag: str
    replayed: bool
    answer: dict[str, Any]


class Journal:
    """A file of such lines. Each is on its way to the disk before the client goes on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written = 0
        self._moment = 0
        self._file = path.open("ab", buffering=0)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def moment(self) -> int:
        """Return the next moment of the journal's clock."""
        self._moment += 1
        return self._moment

    def write(self, told: Told) -> None:
        """Add a line."""
        self._file.write(msgspec.json.encode(told) + b"\n")
        self.written += 1


def read_journal(path: Path) -> Iterator[Told]:
    """Give the lines of a journal; a last one that was cut off by a crash is left out."""
    decoder = msgspec.json.Decoder(Told)
    with path.open("rb") as lines:
        for line in lines:
            if line.endswith(b"\n"):
                yield decoder.decode(line)


def fingerprint(method: str, path: str, query: bytes, if_match: str, body: bytes) -> str:
    """Return what makes a request another."""
    parts = (method.encode(), path.encode(), query, if_match.encode(), body)
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def subject(token: str) -> str:
    """Return whom a token speaks for, unverified: the client knows where it has it from."""
    claims = jwt.decode(token, options={"verify_signature": False})
    return str(claims["sub"])


def without_secrets(fields: Any) -> dict[str, Any]:
    """Return the fields of an object that may be kept; nothing of what is no object."""
    if not isinstance(fields, dict):
        return {}
    return {name: value for name, value in fields.items() if name not in SECRETS}
