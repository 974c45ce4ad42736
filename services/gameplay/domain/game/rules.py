"""The part of a regulations document that a table is bound to.

It is stored with the game when the game is scheduled, not looked up when it is played: a decision
then needs nothing but its stream, a replay years later reads the very limits that were in force, and
a new version of the document cannot reach a game that is already drawn.
"""

from typing import Annotated

import msgspec

from shared.contracts.regulations import (
    BestPlayerRule,
    ExtraPointsRule,
    PlayRules,
    Regulations,
    SanctionRules,
    Slug,
)

_BOUND = ("play.", "sanctions.", "scoring.extra_points", "scoring.best_player", "scoring.best_move")


class TableRules(msgspec.Struct, frozen=True, kw_only=True):
    """What the table is played by. `digest` is the SHA-256 of the whole document, in hex."""

    document: Slug
    version: int
    digest: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
    play: PlayRules
    sanctions: SanctionRules
    extra_points: ExtraPointsRule | None
    best_player: BestPlayerRule | None
    clauses: dict[str, str]

    def clause(self, key: str) -> str | None:
        """Return the clause behind a key of the document, if the source has one."""
        return self.clauses.get(key)


def binding(regulations: Regulations, digest: str) -> TableRules:
    """Return what of a document binds a table. `digest` identifies the document's exact text."""
    return TableRules(
        document=regulations.id,
        version=regulations.version,
        digest=digest,
        play=regulations.play,
        sanctions=regulations.sanctions,
        extra_points=regulations.scoring.extra_points,
        best_player=regulations.scoring.best_player,
        clauses={key: clause for key, clause in regulations.clauses.items() if key.startswith(_BOUND)},
    )
