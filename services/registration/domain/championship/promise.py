"""What an announcement promises, as it is kept: readable names everywhere."""

from collections.abc import Sequence

import msgspec

from services.registration.domain.errors import ClubRepeated
from services.registration.domain.texts import comparable, printable
from shared.contracts.registration import Block, StagePlan, Venue


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
    groups = tuple(
        msgspec.structs.replace(
            group,
            title=printable(group.title, f"The title of group {group.key!r}"),
            cities=tuple(printable(city, f"A city of group {group.key!r}") for city in group.cities),
            blocks=_printable_blocks(group.blocks, f"group {group.key!r}"),
        )
        for group in stage.groups
    )
    title = printable(stage.title, f"The title of stage {stage.key!r}")
    blocks = _printable_blocks(stage.blocks, f"stage {stage.key!r}")
    return msgspec.structs.replace(stage, title=title, blocks=blocks, groups=groups)


def _printable_blocks(blocks: Sequence[Block], where: str) -> tuple[Block, ...]:
    return tuple(
        msgspec.structs.replace(block, title=printable(block.title, f"A block's title in {where}"))
        for block in blocks
    )


def clubs_of(host: str, partners: Sequence[str]) -> tuple[str, ...]:
    """Return the partner clubs as they are kept. Raises TextUnacceptable, ClubRepeated."""
    seen = {comparable(host)}
    kept = tuple(printable(name, "The name of a partner club") for name in partners)
    for name in kept:
        if comparable(name) in seen:
            raise ClubRepeated(f"The club {name!r} hosts and partners, or is named twice; name it once.")
        seen.add(comparable(name))
    return kept
