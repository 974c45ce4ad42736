"""Whether a published draw is what its inputs and its seed give: anyone may ask."""

import msgspec

from services.registration.domain.draw.algorithms import ALGORITHMS
from services.registration.domain.draw.events import DrawPublished
from services.registration.domain.draw.given import IMPORTED
from services.registration.domain.errors import SeatingWasGiven


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """The answer, with what was compared. `differences` names games whose seating differs."""

    reproduced: bool
    algorithm: str
    seed: str
    inputs_digest: str
    digest_matches: bool
    differences: tuple[str, ...]


def verify(published: DrawPublished) -> Verification:
    """Draw again from the published inputs and seed, and compare. Raises SeatingWasGiven."""
    if published.algorithm == IMPORTED:
        raise SeatingWasGiven(
            f"The seating of stage {published.inputs.stage!r} was published as it was given, without a draw;"
            " there is nothing to draw again."
        )
    again = {table.game: table for table in ALGORITHMS[published.algorithm](published.inputs, published.seed)}
    said = {table.game: table for table in published.tables}
    differing = sorted(
        (game for game in again.keys() | said.keys() if again.get(game) != said.get(game)), key=str
    )
    digest = published.inputs.digest(published.algorithm)
    return Verification(
        reproduced=not differing and digest == published.inputs_digest,
        algorithm=published.algorithm,
        seed=published.seed,
        inputs_digest=digest,
        digest_matches=digest == published.inputs_digest,
        differences=tuple(map(str, differing)),
    )
