"""Whether a published draw is what its inputs and its seed give: anyone may ask."""

from collections.abc import Sequence
from uuid import UUID

import msgspec

from services.registration.domain.draw.algorithms import ALGORITHMS
from services.registration.domain.draw.commitment import commitment_to, seed_of, seed_of_change
from services.registration.domain.draw.events import DrawPublished, SeatingChanged
from services.registration.domain.draw.given import IMPORTED
from services.registration.domain.draw.redrawing import redraw_of, redrawn
from services.registration.domain.draw.reseating import applied, differing
from services.registration.domain.errors import SeatingWasGiven
from shared.contracts.registration import PlayerAdded, RoundsRedrawn


class VerifiedChange(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a change is what was asked for, and no more. `differences` names games that are otherwise."""

    number: int
    reproduced: bool
    differences: tuple[str, ...]


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
    changes: tuple[VerifiedChange, ...] = ()
    """Of each change of the seating, in their order."""


def verify_change(drawn: DrawPublished, change: SeatingChanged) -> VerifiedChange:
    """Make a change again from what was before it, and compare.

    Of one player more it is told whether nothing but his ten seats differs.
    """
    wrong: tuple[UUID, ...]
    match change.operation:
        case RoundsRedrawn(rounds=rounds, seed=seed, effort=effort):
            inputs = redraw_of(
                drawn.inputs,
                (*change.was, *change.around),
                rounds,
                relations=change.relations,
                effort=effort,
            )
            wrong = differing(change.tables, redrawn(inputs, seed))
            digest_matches = inputs.digest() == change.inputs_digest
            digest_matches &= seed == seed_of_change(drawn.seed, change.draw, change.number)
        case PlayerAdded(player=player):
            wrong, digest_matches = _beyond_adding(change, player), True
        case operation:
            wrong = differing(change.tables, applied(operation, change.was, ()))
            digest_matches = True
    return VerifiedChange(
        number=change.number,
        reproduced=not wrong and digest_matches,
        differences=tuple(map(str, wrong)),
    )


def _beyond_adding(change: SeatingChanged, player: UUID) -> tuple[UUID, ...]:
    """Return the games in which more differs than one seat that the new player has."""
    was = {table.game: table for table in change.was}
    wrong = []
    for table in change.tables:
        before = was.get(table.game, table)
        changed = sum(one != other for one, other in zip(before.seats, table.seats, strict=True))
        expected = 1 if table.game in was else 0
        if player not in table.seats or changed != expected or before.judge != table.judge:
            wrong.append(table.game)
    return tuple(wrong)


def verify(published: DrawPublished, changes: Sequence[SeatingChanged] = ()) -> Verification:
    """Draw again from the published inputs and seed, make the changes again, and compare.

    Raises SeatingWasGiven.
    """
    if published.algorithm == IMPORTED:
        raise SeatingWasGiven(
            f"The seating of stage {published.inputs.stage!r} was published as it was given, without a draw;"
            " there is nothing to draw again."
        )
    again = ALGORITHMS[published.algorithm](published.inputs, published.seed)
    wrong = differing(published.tables, again)
    digest = published.inputs.digest(published.algorithm)
    revealed = published.revealed
    kept = (
        None
        if revealed is None
        else commitment_to(revealed.secret) == revealed.commitment
        and seed_of(revealed.secret, revealed.public_value) == published.seed
    )
    made_again = tuple(verify_change(published, change) for change in changes)
    same = not wrong and all(change.reproduced for change in made_again)
    return Verification(
        reproduced=same and digest == published.inputs_digest and kept is not False,
        algorithm=published.algorithm,
        seed=published.seed,
        inputs_digest=digest,
        digest_matches=digest == published.inputs_digest,
        differences=tuple(map(str, wrong)),
        changes=made_again,
        commitment=None if revealed is None else revealed.commitment,
        commitment_kept=kept,
    )
