"""Secrets of a data folder: made once, the owner's alone, and kept as long as the data."""

import base64
import hashlib
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from uuid_utils.compat import uuid7


class Admin(msgspec.Struct, frozen=True, kw_only=True):
    """The client credentials that everything else is set up with."""

    id: UUID
    secret: str


@dataclass(frozen=True, kw_only=True)
class Keys:
    """Where the keys of a data folder lie."""

    signing_key: Path
    """Ed25519, PEM (PKCS #8): signs access tokens."""
    jwks: Path
    """Its public half, for whoever verifies them."""
    admin: Admin
    bootstrapped: Path
    """Exists when registration knows the admin client."""


def keys_in(folder: Path) -> Keys:
    """Return the keys of a folder, making those that are missing."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    signing_key = folder / "signing-key.pem"
    if not signing_key.exists():
        _write(
            signing_key,
            Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        )
    jwks = folder / "jwks.json"
    _write(jwks, json.dumps({"keys": [public_jwk(signing_key)]}, indent=2).encode())
    admin = folder / "admin.json"
    if not admin.exists():
        _write(admin, msgspec.json.encode(Admin(id=uuid7(), secret=secrets.token_urlsafe(32))))
    return Keys(
        signing_key=signing_key,
        jwks=jwks,
        admin=msgspec.json.decode(admin.read_bytes(), type=Admin),
        bootstrapped=folder / "bootstrapped",
    )


def public_jwk(signing_key: Path) -> dict[str, str]:
    """Return the public half of a signing key as a JWK, named by its thumbprint (RFC 7638)."""
    key = load_pem_private_key(signing_key.read_bytes(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise TypeError(f"{signing_key} holds no Ed25519 key")
    x = _base64(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))
    required = {"crv": "Ed25519", "kty": "OKP", "x": x}
    thumbprint = hashlib.sha256(json.dumps(required, sort_keys=True, separators=(",", ":")).encode())
    return required | {"kid": _base64(thumbprint.digest()), "alg": "EdDSA", "use": "sig"}


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _write(path: Path, content: bytes) -> None:
    """Write a file that nobody else may read, whole or not at all."""
    new = path.with_suffix(".new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    new.replace(path)
