"""The signing key: access tokens, the JWKS that verifies them, and secrets that can be derived again.

Links and client secrets are derived from the key and an id, so that a request that is repeated gives
the same one although only its hash is kept. Whoever has the key could sign tokens anyway.
"""

import base64
import hashlib
import hmac
import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from shared.web.auth import AUDIENCE, ISSUER

LIFETIME = timedelta(minutes=30)
"""How long an access token is valid: a revoked link or closed client ends within it."""


class Issuer:
    """Signs with one Ed25519 key. `published` are the keys of the JWKS file, older ones included."""

    def __init__(self, key: Ed25519PrivateKey, published: list[dict[str, Any]] | None = None) -> None:
        self._key = key
        own = jwt.algorithms.OKPAlgorithm.to_jwk(key.public_key(), as_dict=True)
        known = [jwk for jwk in published or [] if jwk.get("x") == own["x"]]
        self._kid: str = known[0]["kid"] if known else _thumbprint(own)
        others = published or []
        self.jwks: dict[str, list[dict[str, Any]]] = {
            "keys": others if known else [*others, own | {"kid": self._kid, "alg": "EdDSA", "use": "sig"}]
        }

    @classmethod
    def from_files(cls, signing_key: Path, jwks: Path | None) -> "Issuer":
        """Read a PEM private key, and the JWKS file that names it, if there is one.

        Raises ValueError for a key of another kind than Ed25519.
        """
        key = load_pem_private_key(signing_key.read_bytes(), password=None)
        if not isinstance(key, Ed25519PrivateKey):
            raise ValueError(f"{signing_key}: expected an Ed25519 private key in PEM")  # noqa: TRY004
        published = json.loads(jwks.read_bytes())["keys"] if jwks is not None and jwks.exists() else None
        return cls(key, published)

    def token(self, subject: UUID, name: str, scopes: frozenset[str], now: datetime) -> str:
        """Sign an access token that is valid for `LIFETIME`."""
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": str(subject),
            "name": name,
            "scope": " ".join(sorted(scopes)),
            "iat": int(now.timestamp()),
            "exp": int((now + LIFETIME).timestamp()),
        }
        return jwt.encode(claims, self._key, algorithm="EdDSA", headers={"kid": self._kid})

    def derived(self, purpose: str, identity: UUID) -> str:
        """Return the secret of 256 bits that belongs to an id for a purpose, as URL-safe text."""
        digest = hmac.digest(self._key.private_bytes_raw(), f"{purpose}\n{identity}".encode(), "sha256")
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    def link_code(self, link: UUID) -> str:
        """Return the code of a personal link: its id, signed."""
        return f"{link.hex}.{self.derived('personal link', link)}"


def _thumbprint(jwk: dict[str, Any]) -> str:
    """Return the RFC 7638 thumbprint of a public key."""
    members = {name: jwk[name] for name in ("crv", "kty", "x")}
    digest = hashlib.sha256(json.dumps(members, sort_keys=True, separators=(",", ":")).encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
