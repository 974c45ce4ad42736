"""The cards drawn from a secret seed: the same seed gives the same cards, for ever."""

from hashlib import sha256

from services.gameplay.domain.game.moves import RolesDealt
from shared.contracts.primitives import COMPOSITION, Role


def dealt_from(seed: str) -> RolesDealt:
    """Return the cards that a seed gives.

    Cards are ordered by SHA-256 of the seed and their place in the pack: each order is as likely.
    """
    pack: list[Role] = [role for role, count in COMPOSITION.items() for _ in range(count)]
    order = sorted(range(len(pack)), key=lambda place: sha256(f"{seed}:{place}".encode()).digest())
    return RolesDealt(roles=tuple(pack[place] for place in order), seed=seed)
