"""The secrets of a data folder."""

from pathlib import Path

import jwt

from deploy.local.keys import keys_in


def test_keys_are_made_once_and_are_the_owners_alone(tmp_path: Path) -> None:
    """A second start finds the same keys; nobody else may read them."""
    first, second = keys_in(tmp_path / "keys"), keys_in(tmp_path / "keys")
    assert first == second
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "keys").iterdir()} == {0}


def test_the_jwks_verifies_what_the_signing_key_signs(tmp_path: Path) -> None:
    """A token signed with the PEM is verified with the JWKS, found by its key id."""
    keys = keys_in(tmp_path / "keys")
    published = jwt.PyJWKSet.from_json(keys.jwks.read_text())
    token = jwt.encode({"sub": "a judge"}, keys.signing_key.read_bytes(), algorithm="EdDSA")
    key = published[published.keys[0].key_id or ""]
    assert jwt.decode(token, key, algorithms=["EdDSA"]) == {"sub": "a judge"}
