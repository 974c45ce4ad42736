"""Secrets that draws are committed to: derived from the signing key, so that no event or table keeps one.

Each has a nonce of its own, made when it is committed to: nobody knows a secret before, the keeper of the
key included. After a rotation the key of that day must be there until the draw.
"""

from uuid import UUID

from services.registration.access.issuing import Issuer
from services.registration.domain.draw.commitment import commitment_to
from services.registration.domain.draw.events import SeedCommitted

_PURPOSE = "committed seed"


def secret_of(issuer: Issuer, nonce: UUID) -> str:
    """Return the secret that belongs to a nonce."""
    return issuer.derived(_PURPOSE, nonce)


def opened(committed: SeedCommitted, issuer: Issuer | None) -> str | None:
    """Return what was committed to; None where the key that it was derived from is not there."""
    if committed.secret is not None or committed.nonce is None or issuer is None:
        return committed.secret
    derived = issuer.all_derived(_PURPOSE, committed.nonce)
    return next((secret for secret in derived if commitment_to(secret) == committed.commitment), None)
