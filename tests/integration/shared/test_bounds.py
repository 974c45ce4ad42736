"""A personal link's token is good in its own championship and nowhere else, in every service."""

from collections.abc import Awaitable, Callable
from uuid import UUID, uuid4

import pytest

from tests.running import RunningService

HERE, ELSEWHERE, JUDGE = (UUID(int=number) for number in (1, 2, 3))


def bound(api: RunningService, championship: UUID) -> dict[str, str]:
    """Return the header of a token bound to a championship."""
    token = api.keys.token(JUDGE, "participant", championship=str(championship))
    return {"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid4()), "If-Match": '"v1"'}


@pytest.mark.parametrize(
    ("name", "path", "body"),
    [
        ("registration", f"/v1/championships/{HERE}/entries", {}),
        ("registration", f"/v1/championships/{HERE}/stages/final/draw", {}),
        ("scoring", f"/v1/championships/{HERE}/stages/final/close", None),
        (
            "scoring",
            f"/v1/championships/{HERE}/stages/final/tie-decisions",
            {"order": [str(HERE), str(JUDGE)], "reason": "x"},
        ),
    ],
)
async def test_a_command_in_another_championship_is_refused(
    service: Callable[[str], Awaitable[RunningService]], name: str, path: str, body: object
) -> None:
    """Whoever got the link from another organizer is nobody here."""
    api = await service(name)
    answer = await api.client.post(path, json=body, headers=bound(api, ELSEWHERE))
    assert (answer.status_code, answer.json()["code"]) == (403, "token_of_another_championship")
    answer = await api.client.post(path, json=body, headers=bound(api, HERE))
    assert answer.json()["code"] != "token_of_another_championship"
