"""A seed that nobody can choose: committed to before the field is known, mixed with a public value after.

The service makes the secret and publishes its SHA-256. At the draw a public value joins it, which nobody
knew at the commitment: a lottery's number, or, without one, the digest of the list of players. Whoever
knows the secret cannot choose the value any more, and who chooses the value does not know the secret.
"""

import hashlib
from collections.abc import Iterable
from uuid import UUID

LIST_OF_PLAYERS = "the digest of the list of players"
"""The source of a public value that nobody gave."""


def commitment_to(secret: str) -> str:
    """Return the SHA-256, in hexadecimal, of a secret: what is published of it before the draw."""
    return hashlib.sha256(secret.encode()).hexdigest()


def value_of(players: Iterable[UUID]) -> str:
    """Return the SHA-256, in hexadecimal, of the players' ids in their order, one a line."""
    return hashlib.sha256("\n".join(map(str, sorted(players))).encode()).hexdigest()


def seed_of(secret: str, public_value: str) -> str:
    """Return the seed: the SHA-256, in hexadecimal, of secret and public value, one a line."""
    return hashlib.sha256(f"{secret}\n{public_value}".encode()).hexdigest()


def seed_of_change(seed: str, draw: UUID, number: int) -> str:
    """Return the seed of rounds drawn anew by a draw's number-th change: nobody chooses it.

    The SHA-256, in hexadecimal, of the draw's seed, the draw and "change <number>", one a line.
    """
    return hashlib.sha256(f"{seed}\n{draw}\nchange {number}".encode()).hexdigest()
