"""Who sees what while the public table is frozen: everybody else sees what was known at the freeze.

Organizer and chief judge see everything. What the others see is a function of the events before the
freeze alone; nothing in it moves until the release.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring.projections import how_are_standings_published
from services.scoring.recomputation import facts_of
from shared.web.reads import Reads


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """How standings are published, and how much of them who is asking may see."""

    state: Any = "provisional"
    edition: int = 0
    version: int = 0
    frozen: bool = False
    limit_revision: int | None = None
    """The last revision that may be seen; None: all of them."""
    limit: Mapping[str, int] | None = None
    """The positions it stands on."""


async def seen_by(connection: AsyncConnection, championship: UUID, reads: Reads) -> Published:
    """Return how much of a championship who is asking may see."""
    row = (await connection.execute(how_are_standings_published.of(championship))).one_or_none()
    if row is None:
        return Published()
    frozen = row.frozen_revision is not None
    hidden = frozen and not await _decides(connection, championship, reads)
    return Published(
        state=row.state,
        edition=row.edition,
        version=row.version,
        frozen=frozen,
        limit_revision=row.frozen_revision if hidden else None,
        limit=row.frozen_positions if hidden else None,
    )


async def _decides(connection: AsyncConnection, championship: UUID, reads: Reads) -> bool:
    if reads.principal is None:
        return False
    return reads.principal.id in (await facts_of(connection, championship)).organizers
