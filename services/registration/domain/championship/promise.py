"""What an announcement promises, as it is kept: readable names everywhere."""

import msgspec

from services.registration.domain.texts import printable
from shared.contracts.registration import StagePlan, Venue


def printable_venue(venue: Venue) -> Venue:
    """Return a venue as it is kept. Raises TextUnacceptable."""
    return msgspec.structs.replace(
        venue,
        name=printable(venue.name, f"The name of venue {venue.key!r}"),
        city=printable(venue.city, f"The city of venue {venue.key!r}"),
        address=printable(venue.address, f"The address of venue {venue.key!r}", limit=300),
    )


def printable_stage(stage: StagePlan) -> StagePlan:
    """Return a stage as it is kept. Raises TextUnacceptable."""
    blocks = tuple(
        msgspec.structs.replace(
            block, title=printable(block.title, f"A block's title in stage {stage.key!r}")
        )
        for block in stage.blocks
    )
    title = printable(stage.title, f"The title of stage {stage.key!r}")
    return msgspec.structs.replace(stage, title=title, blocks=blocks)
