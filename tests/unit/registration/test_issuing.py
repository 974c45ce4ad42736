"""The signing key: tokens that verify, keys that rotate, secrets that can be derived again."""

import json
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from litestar.exceptions import NotAuthorizedException

from services.registration.access.hashing import code_hash, hashed, matches
from services.registration.access.issuing import LIFETIME, Issuer
from services.registration.access.sealing import opened, secret_of
from services.registration.domain.draw.commitment import commitment_to
from services.registration.domain.draw.events import SeedCommitted
from shared.web.auth import TokenVerifier
from shared.web.keys import KeySet

SUBJECT = UUID("00000000-0000-7000-8000-000000000001")


def written(folder: Path, key: Ed25519PrivateKey | X25519PrivateKey) -> Path:
    """Write a private key as PEM."""
    path = folder / "key.pem"
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return path


def verifying(issuer: Issuer) -> TokenVerifier:
    """Return who verifies by what an issuer publishes."""

    async def published() -> bytes:
        return json.dumps(issuer.jwks).encode()

    return TokenVerifier(KeySet(published))


async def test_a_token_verifies_by_the_published_keys(tmp_path: Path) -> None:
    """Without a JWKS file the key is named by its thumbprint, and tokens verify by what is published."""
    issuer = Issuer.from_files(written(tmp_path, Ed25519PrivateKey.generate()), tmp_path / "absent.json")
    token = issuer.token(SUBJECT, "Лис", frozenset({"participant"}), datetime.now(UTC))
    principal = await verifying(issuer).verify(token)
    assert (principal.id, principal.name) == (SUBJECT, "Лис")
    assert principal.scopes == frozenset({"participant"})
    claims = jwt.decode(token, options={"verify_signature": False})
    assert claims["exp"] - claims["iat"] == LIFETIME.total_seconds()


def test_the_thumbprint_is_that_of_rfc_8037() -> None:
    """The key of RFC 8037 has the thumbprint that RFC 8037 gives it."""
    raw = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    issuer = Issuer(Ed25519PrivateKey.from_private_bytes(raw))
    assert issuer.jwks["keys"][0]["kid"] == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"


async def test_older_keys_stay_published(tmp_path: Path) -> None:
    """After a rotation tokens of the old key still verify, and the new key joins the old one."""
    old, new = Issuer(Ed25519PrivateKey.generate()), Ed25519PrivateKey.generate()
    jwks = tmp_path / "jwks.json"
    jwks.write_text(json.dumps(old.jwks), encoding="utf-8")
    rotated = Issuer.from_files(written(tmp_path, new), jwks)
    verifier = verifying(rotated)
    for issuer in (old, rotated):
        token = issuer.token(SUBJECT, "Fox", frozenset(), datetime.now(UTC))
        assert (await verifier.verify(token)).id == SUBJECT
    with pytest.raises(NotAuthorizedException):
        await verifying(old).verify(token)


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    """Only Ed25519 signs."""
    with pytest.raises(ValueError, match="expected an Ed25519 private key"):
        Issuer.from_files(written(tmp_path, X25519PrivateKey.generate()), None)


def test_secrets_are_derived_by_purpose_and_id() -> None:
    """The same key gives the same secret again; another purpose, id or key gives another."""
    key = Ed25519PrivateKey.generate()
    one = Issuer(key).derived("client secret", SUBJECT)
    assert one == Issuer(key).derived("client secret", SUBJECT)
    assert (
        len(
            {
                one,
                Issuer(key).derived("personal link", SUBJECT),
                Issuer(key).derived("client secret", UUID(int=2)),
                Issuer(Ed25519PrivateKey.generate()).derived("client secret", SUBJECT),
            }
        )
        == 4
    )
    assert len(one) == 43


async def test_a_hash_tells_a_secret_from_another() -> None:
    """Argon2 matches the secret, nothing else, and nothing where there is no hash."""
    kept = await hashed("a secret of some length")
    assert kept.startswith("$argon2id$")
    assert await matches("a secret of some length", kept)
    assert not await matches("another", kept)
    assert not await matches("nobody has this secret", None)
    assert not await matches("anything", "no hash at all")
    assert code_hash("a") != code_hash("b")


def test_a_commitment_is_opened_by_the_key_of_its_day() -> None:
    """After a rotation the older key still derives what was committed to; without it nobody can."""
    old, new = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    nonce = UUID(int=7)
    committed = SeedCommitted(
        championship=UUID(int=1),
        stage="tour",
        commitment=commitment_to(secret_of(Issuer(old), nonce)),
        by=UUID(int=2),
        committed_at=datetime(2026, 5, 1, tzinfo=UTC),
        nonce=nonce,
    )
    assert opened(committed, Issuer(new, older=[old])) == secret_of(Issuer(old), nonce)
    assert opened(committed, Issuer(new)) is None
    assert opened(committed, None) is None
    assert secret_of(Issuer(old), UUID(int=8)) != secret_of(Issuer(old), nonce)
