"""Ids of people that an import makes: the same file makes the same ones, so that it can be run again."""

import hashlib
from uuid import UUID


def digest_of(content: bytes) -> str:
    """Return what a file is known by: its SHA-256, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def identity(championship: UUID, digest: str, *place: object) -> UUID:
    """Return the UUIDv7 of something at a place of a file; its time is that of the championship's id."""
    text = "\n".join(map(str, (championship, digest, *place)))
    bits = int.from_bytes(hashlib.sha256(text.encode()).digest()[:10], "big") & (1 << 74) - 1
    return UUID(
        int=championship.int >> 80 << 80 | 0x7 << 76 | (bits >> 62) << 64 | 0x2 << 62 | bits & (1 << 62) - 1
    )
