"""Appeals over real PostgreSQL, with one signed game heard of."""

from collections.abc import Awaitable, Callable

import pytest

from tests.integration.appeals.championship import Court, up_to_the_signature
from tests.running import RunningService
from tests.unit.appeals.protests import AT


@pytest.fixture
async def appeals(service: Callable[..., Awaitable[RunningService]]) -> RunningService:
    """Give the API of appeals, which has heard nothing."""
    return await service("appeals", now=AT)


@pytest.fixture
async def court(appeals: RunningService) -> Court:
    """Give the steps of a protest on a signed game."""
    await appeals.hear(*up_to_the_signature())
    return Court(appeals)
