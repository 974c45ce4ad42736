"""People with two records: what the second one did counts for the first, for as long as they are merged."""

from collections.abc import Callable, Mapping
from uuid import UUID

from msgspec.structs import replace

from services.scoring.domain.facts import Entrant, Facts, Game
from shared.contracts.gameplay import Result


def as_one(facts: Facts, merged: Mapping[UUID, UUID]) -> Facts:
    """Return facts in which every merged record is the one it was merged into."""

    def one(player: UUID) -> UUID:
        seen = {player}
        while player in merged and merged[player] not in seen:
            player = merged[player]
            seen.add(player)
        return player

    def result(of: Result) -> Result:
        return replace(of, seats=tuple(replace(seat, player=one(seat.player)) for seat in of.seats))

    def game(of: Game) -> Game:
        touched = of.result is not None and any(seat.player in merged for seat in of.result.seats)
        return replace(of, result=result(of.result)) if of.result is not None and touched else of

    return replace(
        facts,
        entrants=_entrants(facts.entrants, {player: one(player) for player in facts.entrants}),
        games={name: game(of) for name, of in facts.games.items()},
        groups={
            stage: {one(player): group for player, group in sorted(of.items(), key=_own_last(merged))}
            for stage, of in facts.groups.items()
        },
        adjustments=tuple(replace(of, player=one(of.player)) for of in facts.adjustments),
        decisions=tuple(
            replace(of, order=tuple(dict.fromkeys(map(one, of.order)))) for of in facts.decisions
        ),
    )


def _own_last(merged: Mapping[UUID, UUID]) -> Callable[[tuple[UUID, str]], tuple[bool, UUID]]:
    """Order records so that what is said of a person's own record stays."""
    return lambda said: (said[0] not in merged, said[0])


def _entrants(entrants: Mapping[UUID, Entrant], names: Mapping[UUID, UUID]) -> dict[UUID, Entrant]:
    """Give each person one entry: the own one, else a merged one; withdrawn where every one of them is."""
    kept: dict[UUID, Entrant] = {}
    for player, entrant in entrants.items():
        name = names[player]
        other = kept.get(name)
        own = entrant if player == name or other is None else other
        withdrawn = entrant.withdrawn and (other is None or other.withdrawn)
        kept[name] = replace(own, player=name, withdrawn=withdrawn)
    return kept
