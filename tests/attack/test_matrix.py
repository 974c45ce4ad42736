"""Everybody tries every route: who has no part in it changes nothing and learns nothing.

The routes are those of the OpenAPI documents, the parts those of the access table, and the requests are
well-formed, so that nothing but the part stands between the attacker and the deed.
"""

import base64
import hmac
from collections.abc import Awaitable, Callable, Iterator
from uuid import uuid4

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from services.registration.access.table import rows
from shared.web.auth import SCOPES
from tests.attack.requests import PLACES, SOME_UUID, Operation, operations
from tests.attack.situation import Situation
from tests.integration.rulings.four import NAMES
from tests.running import Keys, RunningService

Start = Callable[..., Awaitable[RunningService]]
OFFICE = frozenset({"organizer", "admin"})
BENCH = OFFICE | {"chief judge"}
JUDGE = "judge of the game"
EVERYBODY = None
"""Nobody is refused for who he is: what he gets may differ, which other tests hold."""

PARTS: dict[str, frozenset[str] | None] = {
    "everybody": EVERYBODY,
    "a host: the token says so": OFFICE | {"organizer elsewhere"},
    "the author of the draft": OFFICE,
    "who opened the series": OFFICE,
    "everybody; his own": EVERYBODY,
    "who registered it": frozenset({"admin", "federation"}),
    "officials; others see their own": EVERYBODY,
    "everybody; details to the player, organizer, chief judge, secretary": EVERYBODY,
    "the player, an organizer, or a club by its token": EVERYBODY,
    "organizer": OFFICE,
    "organizer, chief judge, secretary": BENCH,
    "the player, who applied for him, organizer": OFFICE | {"second filer"},
    "the judge, the player, organizer, chief judge, secretary": BENCH | {"second filer", JUDGE},
    "organizer, chief judge": BENCH,
    "everybody where the regulations publish them, else organizer, chief judge, secretary": EVERYBODY,
    "admin": frozenset({"admin"}),
    "who has the code of a reset": EVERYBODY,
    "any token; personal data to the person, who registered him, organizer, chief judge, secretary": None,
    "the person, who registered him": OFFICE | {"second filer"},
    "the person, organizers, federation": OFFICE | {"second filer", "organizer elsewhere", "federation"},
    "organizer, chief judge of its championship; admin where it is from all": BENCH,
    "who knows a secret, a code or a password": EVERYBODY,
    "the judge of the table": frozenset({JUDGE}),
    "chief judge": frozenset({"chief judge"}),
    "the chief judge who stepped in": frozenset({"chief judge", JUDGE}),
    "everybody once it is signed; before that the judge of the table, chief judge, organizer": BENCH
    | {JUDGE},
    "chief judge, organizer": frozenset({"chief judge", "organizer"}),
    "the judge of the table and the chief judge: one proposes, the other confirms": frozenset(
        {JUDGE, "chief judge"}
    ),
    "the judge of the table, chief judge, organizer": frozenset({JUDGE, "chief judge", "organizer"}),
    "the judge of the table, chief judge": frozenset({JUDGE, "chief judge"}),
    "organizer, chief judge, the commission": frozenset({"organizer", "chief judge", "chairman", "member"}),
    "the person himself": EVERYBODY,
    "a player of the game, or organizer for one": frozenset({"first filer", "second filer", "organizer"}),
    "what awaits the reader himself": EVERYBODY,
    "everybody; what it is about to those concerned": EVERYBODY,
    "the judge of the game; chief judge in his place": frozenset({JUDGE, "chief judge"}),
    "who was asked": frozenset({"filer", JUDGE}),
    "who appoints: chief judge; organizer where he has a stake": frozenset({"chief judge", "organizer"}),
    "a party": frozenset({"filer", JUDGE}),
    "the filer": frozenset({"filer"}),
    "a party, the judge of the game, a member": frozenset({"filer", JUDGE, "chairman", "member"}),
    "those concerned": frozenset({"filer", JUDGE, "chairman", "member", "chief judge", "organizer"}),
    "a member of the commission": frozenset({"chairman", "member"}),
    "the chairman of the commission": frozenset({"chairman"}),
}
"""Who has a part, of those in the situation; whoever is not named is refused."""
REFUSED = {401, 403, 404, 409}
"""409: the thing is in another state, which is public; whoever asks, nothing was changed."""
NOBODYS = {("appeals POST /v1/games/{game}/protests", "scheduled")}
"""Who files here plays at another table."""
TABLE = {f"{owner} {method} {path}": (scopes, part) for owner, method, path, scopes, part in rows()}


def places(situation: Situation, operation: Operation) -> list[dict[str, str]]:
    """Return the things a route is tried on: games and protests in each of their states."""
    if "{game}" in operation.path:
        return [{"game": game, "state": state} for state, game in situation.games.items()]
    if "{protest}" in operation.path:
        return [{"protest": one, "state": state} for state, one in situation.protests.items()]
    if "{webhook}" in operation.path:
        webhooks = situation.webhooks[operation.service]
        return [{"webhook": webhooks[operation.method == "DELETE"], "state": "registered"}]
    if operation.path.endswith(("/draft", "/announcement")):
        return [{"championship_id": situation.draft, "state": "draft"}]
    return [{"state": "at work"}]


def named(allowed: frozenset[str], state: str) -> frozenset[str]:
    """Return the actors behind the words, in the place at hand."""
    judge = f"judge of the {'scheduled' if state == 'scheduled' else 'signed'} game"
    filer = "first filer" if state == "filed" else "second filer"
    words = {JUDGE: judge, "filer": filer}
    return frozenset(words.get(one, one) for one in allowed)


async def version_of(situation: Situation, operation: Operation, place: dict[str, str]) -> int | None:
    """Return the version of what is to be changed, so that no stale one refuses in the place of the rule."""
    for name, who in (("game", "organizer"), ("protest", "organizer"), ("webhook", "federation")):
        if name in place:
            api, reader = situation[operation.service], situation.actors[who]
            found = await api.get(f"/v1/{name}s/{place[name]}", by=reader.id, scope=reader.scope)
            return int(found.json()["version"]) if found.is_success else None
    return None


def tried_on(situation: Situation, operation: Operation) -> Iterator[tuple[dict[str, str], frozenset[str]]]:
    """Yield the places that a route is tried on, each with who may; nothing where everybody may."""
    allowed = PARTS[TABLE[operation.name][1]]
    for place in places(situation, operation):
        public = operation.path.endswith("/protocol") and place["state"] == "signed"
        if allowed is not EVERYBODY and not public:
            yield place, named(allowed, place["state"])


async def test_who_has_no_part_changes_nothing_and_learns_nothing(service: Start) -> None:
    """Of everybody only those with the part come past it; of what the others tried, no event is kept.

    Those with the part do come past it with the same request, so it is the part that refused the others.
    """
    situation = await Situation.reached(service)
    wrong: list[str] = []
    tried = 0
    for operation in (one for name in NAMES for one in operations(name)):
        for place, may in tried_on(situation, operation):
            where = f"{operation.name} [{place['state']}]"
            path = operation.filled(situation.ids | place)
            version = await version_of(situation, operation, place)
            before = await situation.head(operation.service)
            for who in situation.actors.keys() - may:
                answer = await situation.send(operation, path, situation.actors[who], version=version)
                tried += 1
                if answer.status_code not in REFUSED:
                    wrong.append(f"{where} {who}: {answer.status_code} {answer.text[:200]}")
            if await situation.head(operation.service) != before:
                wrong.append(f"{where}: something was kept")
            if (operation.name, place["state"]) not in NOBODYS and not await opens(
                situation, operation, place, may
            ):
                wrong.append(f"{where}: not even {', '.join(sorted(may))} came past")
    assert not wrong, "\n".join(wrong)
    assert tried > 1500, "the matrix has shrunk"


async def opens(
    situation: Situation, operation: Operation, place: dict[str, str], may: frozenset[str]
) -> bool:
    """Tell whether somebody of those with the part comes past it: done, or refused by a rule of the game."""
    path = operation.filled(situation.ids | place)
    for who in sorted(may):
        version = await version_of(situation, operation, place)
        answer = await situation.send(operation, path, situation.actors[who], version=version)
        if answer.status_code not in {400, 401, 403}:
            return True
    return False


@pytest.mark.parametrize("name", NAMES)
async def test_a_token_that_is_not_good_opens_nothing(service: Start, keys: Keys, name: str) -> None:
    """Forged, expired, for others, unsigned, signed with the public key: 401 on all routes, public or not."""
    api = await service(name)
    for operation in operations(name):
        path = operation.filled(dict.fromkeys(PLACES, str(SOME_UUID)))
        for kind, token in bad_tokens(keys).items():
            headers = {"Authorization": token, "Idempotency-Key": str(uuid4()), "If-Match": '"v1"'}
            answer = await api.client.request(operation.method, path, headers=headers)
            assert answer.status_code == 401, (operation.name, kind, answer.text)


@pytest.mark.parametrize("name", NAMES)
async def test_a_scope_opens_what_its_row_says(service: Start, keys: Keys, name: str) -> None:
    """Without a token 401, with another scope 403, on every route that asks for one."""
    api = await service(name)
    for operation in operations(name):
        asked = TABLE[operation.name][0]
        path = operation.filled(dict.fromkeys(PLACES, str(SOME_UUID)))
        headers = {"Idempotency-Key": str(uuid4()), "If-Match": '"v1"'}
        answer = await api.client.request(operation.method, path, headers=headers)
        assert (answer.status_code == 401) == (asked != "all"), (operation.name, answer.text)
        if asked in {"all", "any token"}:
            continue
        for scope in SCOPES.keys() - set(asked.split()):
            bearer = {"Authorization": f"Bearer {keys.token(SOME_UUID, scope)}"}
            answer = await api.client.request(operation.method, path, headers=headers | bearer)
            assert answer.status_code == 403, (operation.name, scope, answer.text)


def bad_tokens(keys: Keys) -> dict[str, str]:
    """Return Authorization headers that must open nothing, by what is wrong with them."""
    good = keys.token(SOME_UUID, *SCOPES)
    head, claims, signature = good.split(".")
    everything = jwt.decode(good, options={"verify_signature": False})
    raw = keys.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    unsigned = b64(b'{"alg":"none","kid":"test"}')
    symmetric = b64(b'{"alg":"HS256","kid":"test"}') + f".{claims}"
    greedy = b64(b'{"scope":"admin"}')
    mac = b64(hmac.digest(raw, symmetric.encode(), "sha256"))
    stranger = Ed25519PrivateKey.generate()
    tokens = {
        "forged": jwt.encode(everything, stranger, algorithm="EdDSA", headers={"kid": "test"}),
        "of an unknown key": jwt.encode(everything, stranger, algorithm="EdDSA", headers={"kid": "mine"}),
        "bringing its own key": jwt.encode(
            everything,
            stranger,
            algorithm="EdDSA",
            headers={"jwk": jwt.algorithms.OKPAlgorithm.to_jwk(stranger.public_key(), as_dict=True)},
        ),
        "expired": keys.token(SOME_UUID, *SCOPES, exp=1_700_000_000),
        "not yet valid": keys.token(SOME_UUID, *SCOPES, nbf=4_000_000_000),
        "for another audience": keys.token(SOME_UUID, *SCOPES, aud="somebody"),
        "of another issuer": keys.token(SOME_UUID, *SCOPES, iss="somebody"),
        "of nobody": keys.token("", *SCOPES),
        "unsigned": f"{unsigned}.{claims}.",
        "unsigned, with the signature": f"{unsigned}.{claims}.{signature}",
        "signed with the public key": f"{symmetric}.{mac}",
        "changed": f"{head}.{greedy}.{signature}",
        "cut": good[:-10],
        "no token": "x",
        "empty": "",
    }
    return {kind: f"Bearer {token}" for kind, token in tokens.items()} | {"of another kind": "Basic eDp4"}


def b64(raw: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
