"""Registration under test."""

from collections.abc import Awaitable, Callable

import pytest

from tests.running import RunningService


@pytest.fixture
async def registration(service: Callable[..., Awaitable[RunningService]]) -> RunningService:
    """Give a running registration service."""
    return await service("registration")
