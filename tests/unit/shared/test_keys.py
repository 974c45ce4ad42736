"""Who signs tokens: keys that rotate under a running service, and an issuer of somebody else."""

import json
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from litestar.exceptions import NotAuthorizedException

from shared.settings import Settings
from shared.web.auth import AUDIENCE, ISSUER, LEEWAY_SECONDS, TokenVerifier
from shared.web.keys import STALE_AFTER, UNKNOWN_AFTER, KeySet

SUBJECT = UUID("00000000-0000-7000-8000-000000000001")


class Book:
    """A JWKS that changes, and how often it was read, on a clock that is moved by hand."""

    def __init__(self) -> None:
        self.keys: dict[str, Ed25519PrivateKey] = {}
        self.readings = 0
        self.now = 1000.0
        self.broken = False

    def add(self, kid: str) -> None:
        """Publish another key."""
        self.keys[kid] = Ed25519PrivateKey.generate()

    async def fetch(self) -> bytes:
        """Read it."""
        self.readings += 1
        if self.broken:
            raise OSError("no such file")
        return jwks(self.keys).encode()

    def verifier(self) -> TokenVerifier:
        """Return who verifies by it."""
        return TokenVerifier(KeySet(self.fetch, lambda: self.now))

    def token(self, kid: str, **changes: Any) -> str:
        """Sign by one of its keys."""
        return signed(self.keys[kid], "EdDSA", kid, **changes)


def jwks(keys: dict[str, Any]) -> str:
    """Return the public halves as a JWKS."""
    published = []
    for kid, key in keys.items():
        algorithms = jwt.algorithms
        kind = algorithms.OKPAlgorithm if isinstance(key, Ed25519PrivateKey) else algorithms.ECAlgorithm
        published.append(kind.to_jwk(key.public_key(), as_dict=True) | {"kid": kid})
    return json.dumps({"keys": published})


def signed(key: Any, algorithm: str, kid: str, **changes: Any) -> str:
    """Sign a token."""
    now = datetime.now(UTC)
    claims: dict[str, Any] = {
        "iss": ISSUER,
        "aud": AUDIENCE,
        "sub": str(SUBJECT),
        "iat": now,
        "exp": now + timedelta(minutes=5),
    }
    return jwt.encode(claims | changes, key, algorithm=algorithm, headers={"kid": kid})


async def refused(verifier: TokenVerifier, token: str) -> None:
    """Expect that a token is not good."""
    with pytest.raises(NotAuthorizedException):
        await verifier.verify(token)


async def test_several_keys_verify_and_a_new_one_without_a_restart() -> None:
    """Tokens of every published key are good; one of a new key too, as soon as it is published."""
    book = Book()
    book.add("may")
    book.add("june")
    verifier = book.verifier()
    for kid in ("may", "june"):
        assert (await verifier.verify(book.token(kid))).id == SUBJECT
    book.add("july")
    book.now += UNKNOWN_AFTER
    assert (await verifier.verify(book.token("july"))).id == SUBJECT
    assert (await verifier.verify(book.token("may"))).id == SUBJECT
    assert book.readings == 2


async def test_made_up_key_ids_cause_one_reading_in_a_while() -> None:
    """A thousand unknown ids within the pause read the keys once."""
    book = Book()
    book.add("may")
    verifier, stranger = book.verifier(), Ed25519PrivateKey.generate()
    for number in range(1000):
        await refused(verifier, signed(stranger, "EdDSA", f"kid-{number}"))
    assert book.readings == 1
    assert (await verifier.verify(book.token("may"))).id == SUBJECT


async def test_a_withdrawn_key_ends() -> None:
    """A key that is no longer published is good until it is looked up anew, and not after."""
    book = Book()
    book.add("may")
    book.add("june")
    verifier = book.verifier()
    token = book.token("may")
    assert (await verifier.verify(token)).id == SUBJECT
    del book.keys["may"]
    book.now += STALE_AFTER
    await refused(verifier, token)
    assert (await verifier.verify(book.token("june"))).id == SUBJECT


async def test_a_token_that_was_good_once_ends_with_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its signature is not verified again for every request; when it ends is looked at each time."""
    book = Book()
    book.add("may")
    verifier = book.verifier()
    token = book.token("may")
    assert await verifier.verify(token) == await verifier.verify(token)
    late = datetime.now(UTC) + timedelta(minutes=5, seconds=LEEWAY_SECONDS + 1)
    monkeypatch.setattr(time, "time", late.timestamp)
    with pytest.raises(NotAuthorizedException, match="expired"):
        await verifier.verify(token)


async def test_a_token_that_was_good_once_needs_the_key_that_signed_it() -> None:
    """Under its id another key is published: what the old one signed is good no more."""
    book = Book()
    book.add("may")
    verifier = book.verifier()
    token = book.token("may")
    await verifier.verify(token)
    book.add("may")
    book.now += STALE_AFTER
    await refused(verifier, token)
    assert (await verifier.verify(book.token("may"))).id == SUBJECT


async def test_unreadable_keys_leave_the_known_ones_good() -> None:
    """Whoever publishes the keys is away: known keys verify, unknown ones do not."""
    book = Book()
    book.add("may")
    verifier = book.verifier()
    assert (await verifier.verify(book.token("may"))).id == SUBJECT
    book.add("june")
    book.broken = True
    book.now += STALE_AFTER
    assert (await verifier.verify(book.token("may"))).id == SUBJECT
    await refused(verifier, book.token("june"))


@pytest.mark.parametrize("changes", [{"iss": "elsewhere"}, {"aud": "elsewhere"}, {"sub": "nobody"}])
async def test_tokens_for_others_are_refused(changes: dict[str, str]) -> None:
    """Issuer, audience and subject must be what they are here."""
    book = Book()
    book.add("may")
    await refused(book.verifier(), book.token("may", **changes))


# ------------------------------------------------------------------ somebody else's issuer


class Provider(ThreadingHTTPServer):
    """An OpenID Connect issuer on the loopback: its discovery document and its keys."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Discovering)
        self.keys: dict[str, Any] = {"ours": generate_private_key(SECP256R1())}
        self.issuer = f"http://127.0.0.1:{self.server_address[1]}/realms/mafia"
        self.named = self.issuer

    def token(self, **changes: Any) -> str:
        """Sign as the issuer."""
        kid, key = next(iter(self.keys.items()))
        return signed(key, "ES256", kid, **({"iss": self.issuer} | changes))

    def verifier(self, folder: Path, **settings: Any) -> TokenVerifier:
        """Return who trusts the issuer."""
        own = folder / "jwks.json"
        own.write_text(jwks({"may": Ed25519PrivateKey.generate()}), encoding="utf-8")
        verifier = TokenVerifier.from_settings(
            Settings(database_url="", jwks=own, oidc_issuer=self.issuer, **settings)
        )
        assert verifier is not None
        return verifier


class Discovering(BaseHTTPRequestHandler):
    """Answers as an issuer does."""

    server: Provider

    def do_GET(self) -> None:
        """Answer."""
        answers = {
            "/realms/mafia/.well-known/openid-configuration": json.dumps(
                {"issuer": self.server.named, "jwks_uri": f"{self.server.issuer}/keys"}
            ),
            "/realms/mafia/keys": jwks(self.server.keys),
        }
        answer = answers.get(self.path)
        self.send_response(404 if answer is None else 200)
        self.end_headers()
        self.wfile.write((answer or "").encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def provider() -> Iterator[Provider]:
    """Run an issuer that answers."""
    with Provider() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


async def test_a_trusted_issuer_says_who_asks(provider: Provider, tmp_path: Path) -> None:
    """Its subject is the id, its claims are mapped by the settings; what is not mapped gives nothing."""
    verifier = provider.verifier(
        tmp_path, oidc_name_claim="nickname", oidc_scope_claim="groups", oidc_scopes="hosts=organizer"
    )
    principal = await verifier.verify(provider.token(nickname="Лис", groups=["hosts", "admin", "root"]))
    assert (principal.id, principal.name) == (SUBJECT, "Лис")
    assert principal.scopes == {"organizer", "participant"}
    assert principal.championship is None


async def test_a_subject_that_is_no_uuid_becomes_one(provider: Provider, tmp_path: Path) -> None:
    """The same subject has the same id every time; without a mapping one is a participant."""
    principal = await provider.verifier(tmp_path).verify(provider.token(sub="auth0|17", scope="admin"))
    assert principal.id == uuid5(NAMESPACE_URL, f"{provider.issuer}\nauth0|17")
    assert principal.scopes == {"participant"}


async def test_nobody_signs_for_another(provider: Provider, tmp_path: Path) -> None:
    """The trusted issuer signs no token of ours, and a stranger none of its."""
    verifier = provider.verifier(tmp_path, oidc_audience="consigliere-site")
    await refused(verifier, provider.token(aud=AUDIENCE))
    await refused(verifier, provider.token(iss=ISSUER, aud="consigliere-site"))
    stranger = generate_private_key(SECP256R1())
    await refused(verifier, signed(stranger, "ES256", "ours", iss=provider.issuer, aud="consigliere-site"))
    assert (await verifier.verify(provider.token(aud=["else", "consigliere-site"]))).id == SUBJECT


async def test_a_discovery_document_of_another_issuer_is_not_believed(
    provider: Provider, tmp_path: Path
) -> None:
    """The document must be of the issuer that the settings name."""
    provider.named = "https://elsewhere.example"
    await refused(provider.verifier(tmp_path), provider.token())


async def test_a_wrong_scope_mapping_stops_the_start(tmp_path: Path) -> None:
    """A pair without its equals sign, or a scope that is none, is told when the service starts."""
    for wrong in ("hosts", "hosts=organiser"):
        settings = Settings(
            database_url="", jwks=tmp_path, oidc_issuer="https://id.example", oidc_scopes=wrong
        )
        with pytest.raises(ValueError, match="oidc_scopes"):
            TokenVerifier.from_settings(settings)
