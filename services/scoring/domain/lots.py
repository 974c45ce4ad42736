"""Lots: an order of equal players that anybody can work out again from a seed.

Players stand in the order of the SHA-256 of "<seed>:<player>". Neither their names, nor when they came,
nor who draws decides anything.
"""

import hashlib
from collections.abc import Iterable
from uuid import UUID


def drawn_by_lot(players: Iterable[UUID], seed: str) -> tuple[UUID, ...]:
    """Return players in the order that a seed gives them."""
    return tuple(sorted(players, key=lambda player: hashlib.sha256(f"{seed}:{player}".encode()).digest()))
