"""All that a draw depends on but its seed, checked, and its digest."""

import hashlib
from collections.abc import Sequence
from uuid import UUID

import msgspec

from services.registration.domain.errors import (
    JudgeRepeated,
    PlayerNotInStage,
    PlayerRepeated,
    SeparationsCannotBeKept,
)

Pair = tuple[UUID, UUID]


class DrawInputs(msgspec.Struct, frozen=True, kw_only=True):
    """All that a draw depends on but its seed. Everything is sorted: no order is an input."""

    draw: UUID
    stage: str
    players: tuple[UUID, ...]
    judges: tuple[UUID, ...]
    games: int
    tables: int | None
    separations: tuple[Pair, ...] = ()
    """Pairs who never meet."""
    teams: tuple[tuple[UUID, ...], ...] = ()
    """Of each, no two ever meet."""
    relations: tuple[Pair, ...] = ()
    """A judge, and a player at whose table he never is."""
    effort: int = 1
    """How long is searched: a number of moves, never a time."""
    moves: int | None = None
    """After how many moves somebody ended the search; None: it ended by itself."""

    def digest(self, algorithm: str) -> str:
        """Return the SHA-256, in hexadecimal, of the inputs written as one line each.

        What a draw does not have, has no line.
        """
        lines = (
            algorithm,
            f"draw {self.draw}",
            f"stage {self.stage}",
            f"games {self.games}",
            f"tables {self.tables or 'all'}",
            *(f"player {player}" for player in self.players),
            *(f"judge {judge}" for judge in self.judges),
            *(f"separate {one} {other}" for one, other in self.separations),
            *(f"team {' '.join(map(str, team))}" for team in self.teams),
            *(f"relation {judge} {player}" for judge, player in self.relations),
            *([] if self.effort == 1 else [f"effort {self.effort}"]),
            *([] if self.moves is None else [f"moves {self.moves}"]),
        )
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def inputs_of(
    *,
    draw: UUID,
    stage: str,
    players: Sequence[UUID],
    judges: Sequence[UUID],
    games: int,
    tables: int | None,
    separations: Sequence[Pair] = (),
    teams: Sequence[Sequence[UUID]] = (),
    relations: Sequence[Pair] = (),
    effort: int = 1,
) -> DrawInputs:
    """Return checked inputs.

    Raises PlayerRepeated or JudgeRepeated for one who is listed twice, PlayerNotInStage for a
    constraint on a stranger. Relations of people who have no part in the stage are left out.
    """
    for listed, refusal, what in ((players, PlayerRepeated, "Player"), (judges, JudgeRepeated, "Judge")):
        twice = _first_repeated(listed)
        if twice is not None:
            raise refusal(f"{what} {twice} is listed twice in stage {stage!r}; list each once.")
    playing = set(players)
    for one in (one for group in (*separations, *teams) for one in group):
        if one not in playing:
            raise PlayerNotInStage(f"{one} is to be kept apart, but does not play stage {stage!r}.")
    for group in (*separations, *teams):
        if len(set(group)) != len(group):
            raise SeparationsCannotBeKept(
                f"{_first_repeated(group)} cannot be kept apart from himself; list each once."
            )
    return DrawInputs(
        draw=draw,
        stage=stage,
        players=tuple(sorted(players)),
        judges=tuple(sorted(judges)),
        games=games,
        tables=tables,
        separations=tuple(sorted({(min(pair), max(pair)) for pair in separations})),
        teams=tuple(sorted({tuple(sorted(team)) for team in teams})),
        relations=tuple(sorted({(j, p) for j, p in relations if j in judges and p in playing and j != p})),
        effort=effort,
    )


def _first_repeated(ids: Sequence[UUID]) -> UUID | None:
    seen: set[UUID] = set()
    for identity in ids:
        if identity in seen:
            return identity
        seen.add(identity)
    return None
