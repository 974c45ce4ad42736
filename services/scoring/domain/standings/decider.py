"""Standings: says what changed since the last revision, and answers every ruling with one revision.

It computes nothing: `tables.py` does, and the result comes in on the command.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.scoring.domain.facts import Decision
from services.scoring.domain.standings.events import StandingsChanged, StandingsEvent
from services.scoring.domain.standings.state import Position, StandingsState, evolve, initial
from shared.contracts.scoring import Crossing, Medal, PlaceChange
from shared.eventsourcing.decider import Decider


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """Where everybody stands once one more ruling counts; `ruling` None: before any of them."""

    ruling: UUID | None
    positions: dict[UUID, Position]
    cuts: tuple[Crossing, ...] = ()
    """What differs at the cuts from the step before."""
    medals: tuple[Medal, ...] = ()


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
    steps: tuple[Step, ...] = ()
    """Where rulings on points were waiting for their game: what the game brought, and then each ruling."""


StandingsCommand: TypeAlias = RecordStandings


def decide(command: StandingsCommand, state: StandingsState) -> list[StandingsEvent]:
    """Return one revision for a change, and one for each ruling that has none yet.

    Each ruling has the changes that it made itself. All that are recorded at once have the checksum of the
    table that they lead to together: it is the one that their inputs come to.
    """
    answering = [ruling for ruling in command.settled if ruling not in state.answered]
    steps = _steps(command, answering)
    if not answering and command.digest == state.digest:
        return []
    events: list[StandingsEvent] = []
    standing = state.positions
    for step in steps:
        changes = _changes(standing, step.positions)
        standing = step.positions
        if step.ruling is not None or changes or len(steps) == 1:
            events.append(_revision(command, state.revision + len(events) + 1, step, changes))
    return events


def _steps(command: RecordStandings, answering: Sequence[UUID]) -> list[Step]:
    """Return the steps to be said: those that were told apart, else the first ruling has all changes."""
    named = {step.ruling for step in command.steps} - {None}
    if named and named <= set(answering):
        others = [ruling for ruling in answering if ruling not in named]
        return [*command.steps, *(Step(ruling=ruling, positions=command.positions) for ruling in others)]
    first = Step(
        ruling=answering[0] if answering else None,
        positions=command.positions,
        cuts=command.cuts if answering else (),
        medals=command.medals if answering else (),
    )
    return [first, *(Step(ruling=ruling, positions=command.positions) for ruling in answering[1:])]


def _revision(
    command: RecordStandings, number: int, step: Step, changes: tuple[PlaceChange, ...]
) -> StandingsChanged:
    return StandingsChanged(
        championship=command.championship,
        revision=number,
        checksum=command.checksum,
        digest=command.digest,
        inputs=command.inputs,
        decisions=command.decisions,
        ruling=step.ruling,
        changes=changes,
        changed_at=command.at,
        withheld=command.withheld,
        cuts=step.cuts,
        medals=step.medals,
    )


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
