"""Standings: says what changed since the last revision, and answers every ruling with one revision.

It computes nothing: `tables.py` does, and the result comes in on the command.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.scoring.domain.facts import Decision
from services.scoring.domain.standings.events import StandingsChanged, StandingsEvent
from services.scoring.domain.standings.state import Position, StandingsState, evolve, initial
from shared.contracts.scoring import Crossing, Medal, PlaceChange
from shared.eventsourcing.decider import Decider


class RecordStandings(msgspec.Struct, frozen=True, kw_only=True):
    """Record what the facts come to now."""

    championship: UUID
    checksum: str
    digest: str
    inputs: dict[str, int]
    decisions: tuple[Decision, ...]
    positions: dict[UUID, Position]
    """The overall table."""
    settled: tuple[UUID, ...]
    """Every ruling whose effect on the games is in."""
    withheld: bool = False
    """Whether the public table is frozen."""
    at: datetime
    cuts: tuple[Crossing, ...] = ()
    """What differs at the cuts from the last revision; looked at where a ruling is settled."""
    medals: tuple[Medal, ...] = ()


StandingsCommand: TypeAlias = RecordStandings


def decide(command: StandingsCommand, state: StandingsState) -> list[StandingsEvent]:
    """Return one revision for a change, and one for each ruling that has none yet.

    Where several rulings are settled at once, the first has all changes.
    """
    changes = _changes(state.positions, command.positions)
    rulings: list[UUID | None] = [ruling for ruling in command.settled if ruling not in state.answered]
    if not rulings:
        if command.digest == state.digest:
            return []
        rulings = [None]
    return [
        StandingsChanged(
            championship=command.championship,
            revision=state.revision + number,
            checksum=command.checksum,
            digest=command.digest,
            inputs=command.inputs,
            decisions=command.decisions,
            ruling=ruling,
            changes=changes if number == 1 else (),
            changed_at=command.at,
            withheld=command.withheld,
            cuts=command.cuts if ruling and number == 1 else (),
            medals=command.medals if ruling and number == 1 else (),
        )
        for number, ruling in enumerate(rulings, start=1)
    ]


def _changes(before: Mapping[UUID, Position], after: Mapping[UUID, Position]) -> tuple[PlaceChange, ...]:
    """Return the rows that differ: those of the new table in its order, then those that are gone."""
    players = [*after, *sorted(before.keys() - after.keys())]
    return tuple(
        PlaceChange(
            player=player,
            points_before=before[player].points if player in before else None,
            points_after=after[player].points if player in after else None,
            place_before=before[player].place if player in before else None,
            place_after=after[player].place if player in after else None,
        )
        for player in players
        if before.get(player) != after.get(player)
    )


STANDINGS: Decider[StandingsCommand, StandingsState, StandingsEvent] = Decider(
    "standings", initial, decide, evolve
)
