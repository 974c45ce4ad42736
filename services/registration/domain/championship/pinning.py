"""The digest by which a regulations document is pinned."""

import hashlib

import msgspec

from shared.contracts.regulations import Regulations

_encoder = msgspec.json.Encoder(order="deterministic")


def digest_of(regulations: Regulations) -> str:
    """Return the SHA-256 of the document's deterministic JSON, in hexadecimal."""
    return hashlib.sha256(_encoder.encode(regulations)).hexdigest()
