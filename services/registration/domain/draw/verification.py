"""Whether a published draw is what its inputs and its seed give: anyone may ask."""

import msgspec

from services.registration.domain.draw.algorithms import ALGORITHMS
from services.registration.domain.draw.commitment import commitment_to, seed_of
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
    commitment: str | None = None
    """What was published of the seed before the draw; None: the seed was chosen freely."""
    commitment_kept: bool | None = None
    """Whether the revealed secret is what was committed to, and the seed is made of it as it must be."""


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
    revealed = published.revealed
    kept = (
        None
        if revealed is None
        else commitment_to(revealed.secret) == revealed.commitment
        and seed_of(revealed.secret, revealed.public_value) == published.seed
    )
    return Verification(
        reproduced=not differing and digest == published.inputs_digest and kept is not False,
        algorithm=published.algorithm,
        seed=published.seed,
        inputs_digest=digest,
        digest_matches=digest == published.inputs_digest,
        differences=tuple(map(str, differing)),
        commitment=None if revealed is None else revealed.commitment,
        commitment_kept=kept,
    )
