"""How an organizer comes in by login and password."""

import math
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncEngine

from services.registration.access import guessing
from services.registration.access.hashing import matches
from services.registration.projections import who_may_come_in
from shared.web.problems import BadRequest


async def by_password(
    login: str, password: str, engine: AsyncEngine, now: datetime
) -> tuple[UUID, str, frozenset[str]]:
    """Return whose login and password these are, with his name and scopes.

    Raises BadRequest: 429 while the login must wait, 401 for anything that is not right, the same for an
    unknown login as for a wrong password.
    """
    async with engine.begin() as connection:
        wait = await guessing.attempt(connection, login, now)
    if wait:
        seconds = math.ceil(wait.total_seconds())
        raise BadRequest(
            429,
            "too_many_attempts",
            f"There were too many attempts with this login; try again in {seconds} seconds.",
            headers={"Retry-After": str(seconds)},
        )
    async with engine.connect() as connection:
        row = (await connection.execute(who_may_come_in.with_login(login))).one_or_none()
    right = await matches(password, None if row is None or not row.open else row.password_hash)
    if row is None or not right:
        raise credentials_refused("This login and password are not right.")
    async with engine.begin() as connection:
        await guessing.succeeded(connection, login)
    return row.organizer, row.name, frozenset({"organizer"})


def credentials_refused(detail: str) -> BadRequest:
    """Return the answer to credentials that are not right."""
    return BadRequest(401, "credentials_refused", detail, headers={"WWW-Authenticate": "Bearer"})
