"""What is kept of a secret: argon2 of a client's, SHA-256 of a link's code, which nobody can guess."""

import asyncio
import hashlib

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

_hasher = PasswordHasher()
_ABSENT = _hasher.hash("nobody has this secret")


async def hashed(secret: str) -> str:
    """Return the argon2id hash of a secret, computed beside the event loop."""
    return await asyncio.to_thread(_hasher.hash, secret)


async def matches(secret: str, secret_hash: str | None) -> bool:
    """Tell whether a secret is the one behind a hash; None takes as long and is never matched."""
    return await asyncio.to_thread(_matches, secret, secret_hash)


def code_hash(code: str) -> str:
    """Return the SHA-256 of a link's code, in hexadecimal."""
    return hashlib.sha256(code.encode()).hexdigest()


def _matches(secret: str, secret_hash: str | None) -> bool:
    try:
        _hasher.verify(secret_hash or _ABSENT, secret)
    except (Argon2Error, InvalidHashError):
        return False
    return secret_hash is not None
