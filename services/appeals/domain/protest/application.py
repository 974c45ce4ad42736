"""What became of a published ruling: each answer of another service is noted once, whatever comes twice.

A ruling that changes the game awaits gameplay and scoring, one that changes points awaits scoring, one that
removes a player awaits registration and scoring, one that suspends him registration, and one that changes
nothing awaits nobody (`state.appliers`). When all have answered the protest closes. Under a freeze scoring
answers at once but withholds what changed; that is noted when it is said, and holds nobody up.
"""

from datetime import datetime
from uuid import UUID

from services.appeals.domain.errors import UnknownRuling
from services.appeals.domain.protest.commands import (
    RecordConflict,
    RecordEffectReleased,
    RecordGameChanged,
    RecordRosterChanged,
    RecordStandingsChanged,
)
from services.appeals.domain.protest.events import (
    AppliedToGame,
    AppliedToRoster,
    AppliedToStandings,
    ConflictFound,
    EffectReleased,
    ProtestClosed,
    ProtestEvent,
    RulingApplied,
)
from services.appeals.domain.protest.state import Closed, Protest, Ruled, evolve


def record_game(command: RecordGameChanged, state: Protest) -> list[ProtestEvent]:
    """Note that gameplay has carried the ruling out."""
    ruled = _ruled(command.ruling, state)
    if isinstance(state, Closed) or "game" not in ruled.awaiting:
        return []
    return until_settled(ruled, AppliedToGame(applied_at=command.at), command.at)


def record_roster(command: RecordRosterChanged, state: Protest) -> list[ProtestEvent]:
    """Note that registration has carried the ruling out."""
    ruled = _ruled(command.ruling, state)
    if isinstance(state, Closed) or "roster" not in ruled.awaiting:
        return []
    return until_settled(ruled, AppliedToRoster(applied_at=command.at), command.at)


def record_standings(command: RecordStandingsChanged, state: Protest) -> list[ProtestEvent]:
    """Note what the ruling did to the standings."""
    ruled = _ruled(command.ruling, state)
    if isinstance(state, Closed) or "standings" not in ruled.awaiting:
        return []
    applied = AppliedToStandings(
        revision=command.revision,
        changes=command.changes,
        applied_at=command.at,
        withheld=command.withheld,
        cuts=command.cuts,
        medals=command.medals,
    )
    return until_settled(ruled, applied, command.at)


def record_release(command: RecordEffectReleased, state: Protest) -> list[ProtestEvent]:
    """Note what the ruling did, where it was withheld; the protest may be closed long since."""
    ruled = _ruled(command.ruling, state)
    if not ruled.withheld or ruled.revision != command.revision:
        return []
    return [
        EffectReleased(
            revision=command.revision,
            changes=command.changes,
            cuts=command.cuts,
            medals=command.medals,
            released_at=command.at,
        ),
    ]


def record_conflict(command: RecordConflict, state: Protest) -> list[ProtestEvent]:
    """Keep a conflict whenever it comes; the first one stands."""
    ruled = _ruled(command.ruling, state)
    if ruled.conflict is not None:
        return []
    found = ConflictFound(
        conflict=command.conflict, detail=command.detail, found_at=command.at, found_in=command.found_in
    )
    return [found] if isinstance(state, Closed) else until_settled(ruled, found, command.at)


def until_settled(state: Protest, event: ProtestEvent, at: datetime) -> list[ProtestEvent]:
    """Return the event, and the end of the protest where nobody's answer is awaited after it."""
    after = evolve(state, event)
    if not isinstance(after, Ruled) or after.awaiting:
        return [event]
    return [
        event,
        RulingApplied(
            ruling=after.ruling.ruling,
            revision=after.revision,
            changes=after.changes,
            cuts=after.cuts,
            medals=after.medals,
            conflict=after.conflict,
            applied_at=at,
            withheld=after.withheld,
        ),
        ProtestClosed(outcome="ruled", closed_at=at),
    ]


def _ruled(ruling: UUID, state: Protest) -> Ruled:
    match state:
        case Ruled() as ruled if ruled.ruling.ruling == ruling:
            return ruled
        case Closed(ending=Ruled() as ruled) if ruled.ruling.ruling == ruling:
            return ruled
        case _:
            raise UnknownRuling(f"Ruling {ruling} was not published on this protest.", ruling=ruling)
