"""The signing keys: access tokens, the JWKS that verifies them, and secrets that can be derived again.

Links and client secrets are derived from the key and an id, so that a request that is repeated gives
the same one although only its hash is kept. Whoever has the key could sign tokens anyway.
"""

import base64
import hashlib
import hmac
import json
from collections.abc import Sequence
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
    """Signs with the newest of its Ed25519 keys; what older ones signed or derived stays valid.

    `published` are the keys of the JWKS file, to which those of this issuer are added.
    """

    def __init__(
        self,
        key: Ed25519PrivateKey,
        published: list[dict[str, Any]] | None = None,
        older: Sequence[Ed25519PrivateKey] = (),
    ) -> None:
        self._key = key
        self._keys = (key, *older)
        keys = list(published or [])
        for one in self._keys:
            own = _public(one)
            if not any(jwk.get("x") == own["x"] for jwk in keys):
                keys.append(own | {"kid": _thumbprint(own), "alg": "EdDSA", "use": "sig"})
        self._kid: str = next(jwk["kid"] for jwk in keys if jwk.get("x") == _public(key)["x"])
        self.jwks: dict[str, list[dict[str, Any]]] = {"keys": keys}

    @classmethod
    def from_files(cls, signing_key: Path, jwks: Path | None) -> "Issuer":
        """Read a PEM private key, or a folder of them, and the JWKS file that names them, if there is one.

        In a folder the last name signs: name the keys by the day they were made. Raises ValueError for a
        key of another kind than Ed25519, and for a folder without one.
        """
        files = sorted(signing_key.glob("*.pem"), reverse=True) if signing_key.is_dir() else [signing_key]
        if not files:
            raise ValueError(f"{signing_key}: expected at least one Ed25519 private key in *.pem")
        newest, *older = [_private(file) for file in files]
        published = json.loads(jwks.read_bytes())["keys"] if jwks is not None and jwks.exists() else None
        return cls(newest, published, older)

    def token(
        self,
        subject: UUID,
        name: str,
        scopes: frozenset[str],
        now: datetime,
        championship: UUID | None = None,
    ) -> str:
        """Sign an access token that is valid for `LIFETIME`, and only in `championship` if one is given."""
        claims: dict[str, Any] = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": str(subject),
            "name": name,
            "scope": " ".join(sorted(scopes)),
            "iat": int(now.timestamp()),
            "exp": int((now + LIFETIME).timestamp()),
        }
        if championship is not None:
            claims["championship"] = str(championship)
        return jwt.encode(claims, self._key, algorithm="EdDSA", headers={"kid": self._kid})

    def derived(self, purpose: str, identity: UUID) -> str:
        """Return the secret of 256 bits that belongs to an id for a purpose, as URL-safe text."""
        return _derived(self._key, purpose, identity)

    def all_derived(self, purpose: str, identity: UUID) -> list[str]:
        """Return what may have been derived for an id by the key of its day, the newest first."""
        return [_derived(key, purpose, identity) for key in self._keys]

    def link_code(self, link: UUID) -> str:
        """Return the code of a personal link: its id, signed."""
        return f"{link.hex}.{self.derived('personal link', link)}"

    def link_codes(self, link: UUID) -> list[str]:
        """Return the codes that a link may have been issued with, by the key of its day, the newest first."""
        return [f"{link.hex}.{_derived(key, 'personal link', link)}" for key in self._keys]


def _derived(key: Ed25519PrivateKey, purpose: str, identity: UUID) -> str:
    digest = hmac.digest(key.private_bytes_raw(), f"{purpose}\n{identity}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _private(file: Path) -> Ed25519PrivateKey:
    key = load_pem_private_key(file.read_bytes(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(f"{file}: expected an Ed25519 private key in PEM")  # noqa: TRY004
    return key


def _public(key: Ed25519PrivateKey) -> dict[str, Any]:
    return jwt.algorithms.OKPAlgorithm.to_jwk(key.public_key(), as_dict=True)


def _thumbprint(jwk: dict[str, Any]) -> str:
    """Return the RFC 7638 thumbprint of a public key."""
    members = {name: jwk[name] for name in ("crv", "kty", "x")}
    digest = hashlib.sha256(json.dumps(members, sort_keys=True, separators=(",", ":")).encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
