"""Schemathesis against all four documents: no 5xx, and no answer outside the document."""

import asyncio
import itertools
from typing import Any
from uuid import UUID

import jwt
import pytest
import schemathesis
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from deploy.local.stack import SERVICES, Stack
from tests.contracts.make_openapi import document
from tests.e2e.conftest import Played

pytestmark = pytest.mark.asyncio(loop_scope="session")

EXAMPLES = 12
SCENARIOS, STEPS = 40, 12
FOLLOWED = {"registration": 40, "gameplay": 2, "scoring": 12, "appeals": 12}
"""At least so many operations are reached along links; gameplay makes nothing that a client names."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def token(stack: Stack, subject: UUID) -> str:
    """Sign a token that may do anything, so that the fuzzer comes past the guards."""
    key: Any = load_pem_private_key(stack.keys.signing_key.read_bytes(), None)
    jwks = jwt.PyJWKSet.from_json(stack.keys.jwks.read_text())
    claims = {
        "iss": "consigliere",
        "aud": "consigliere",
        "sub": str(subject),
        "name": "fuzzer",
        "scope": "admin organizer participant federation",
        "iat": 1,
        "exp": 2**31,
    }
    return jwt.encode(claims, key, algorithm="EdDSA", headers={"kid": jwks.keys[0].key_id})


async def known(played: Played) -> dict[str, list[str]]:
    """Return ids that exist, by the names that path parameters have."""
    games = (await played.front.get(f"/gameplay/{played.path}/games", limit=5))["games"]
    players = [seat for game in games for seat in game["seats"]]
    championship = [str(played.going.championship)]
    return {
        "championship": championship,
        "championship_id": championship,
        "game": [game["game"] for game in games],
        "protest": [str(protest) for protest in played.going.protests],
        "player": players,
        "person": players,
        "stage": ["tour-1", "final"],
        "stage_key": ["tour-1", "final"],
        "role": ["table_judge"],
        "regulations_id": ["onore-2014"],
        "sheet": ["standings", "lines", "protocols"],
    }


@pytest.mark.parametrize("service", SERVICES)
async def test_nothing_a_client_sends_breaks_a_service(played: Played, service: str) -> None:
    """Generated requests, half of them about things that exist, get answers that the document promises."""
    ids = await known(played)
    bearer = token(played.stack, played.going.organizer.id)
    base_url = f"{played.stack.base_url}/{service}"
    described = document(service) | {"servers": [{"url": "/"}]}
    schema = schemathesis.openapi.from_dict(described)

    def fuzz() -> int:
        operations = 0
        for result in schema.get_all_operations():
            operation = result.ok()  # type: ignore[union-attr]
            operations += 1

            @seed(826)
            @settings(
                max_examples=EXAMPLES,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(), pick=st.integers(0, 7))
            def call(case: Any, pick: int) -> None:
                for name in case.path_parameters or {}:
                    if pick % 2 and name in ids:
                        case.path_parameters[name] = ids[name][pick % len(ids[name])]
                response = case.call(
                    base_url=base_url, headers={"Authorization": f"Bearer {bearer}"}, timeout=30
                )
                case.validate_response(response, checks=CHECKS)

            call()
        return operations

    assert await asyncio.to_thread(fuzz) >= 8


@pytest.mark.parametrize("service", SERVICES)
async def test_nothing_that_follows_from_something_breaks_a_service(played: Played, service: str) -> None:
    """Along the links of the document: what was just made is changed, read, and changed again."""
    described = document(service) | {"servers": [{"url": "/"}]}
    schema = schemathesis.openapi.from_dict(described)
    bearer = token(played.stack, played.going.organizer.id)
    base_url = f"{played.stack.base_url}/{service}"
    followed: set[str] = set()
    ids, turn = await known(played), itertools.count()

    class Following(schema.as_state_machine()):  # type: ignore[misc]
        """Goes on with what came back."""

        def get_call_kwargs(self, _case: Any) -> dict[str, Any]:
            return {"base_url": base_url, "headers": {"Authorization": f"Bearer {bearer}"}, "timeout": 30}

        def before_call(self, case: Any) -> None:
            """Go to something that exists every other time, where no link leads anywhere."""
            number = next(turn)
            for name in (case.path_parameters or {}) if number % 2 else ():
                if name in ids:
                    case.path_parameters[name] = ids[name][number % len(ids[name])]

        def validate_response(self, response: Any, case: Any, *_: Any, **__: Any) -> None:
            followed.add(f"{case.method} {case.path}")
            case.validate_response(response, checks=CHECKS)

    def follow() -> None:
        """One scenario after the other: what they made stays, so none can be compared with another."""
        for number in range(SCENARIOS):
            seed(number)(Following).run(
                settings=settings(
                    max_examples=1,
                    stateful_step_count=STEPS,
                    phases=[Phase.generate],
                    deadline=None,
                    database=None,
                    suppress_health_check=list(HealthCheck),
                )
            )

    await asyncio.to_thread(follow)
    assert len(followed) >= FOLLOWED[service]
