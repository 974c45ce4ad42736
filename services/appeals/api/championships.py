"""What lists of a championship have in common: it must be known, and they come in pages."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.errors import UnknownChampionship
from services.appeals.projections.which_rules_hold import known

PAGE = 200


async def demand_championship(connection: AsyncConnection, championship: UUID) -> None:
    """Raise UnknownChampionship where none was announced under this id."""
    if (await connection.execute(known(championship))).one_or_none() is None:
        raise UnknownChampionship(f"No championship {championship} was announced.")
