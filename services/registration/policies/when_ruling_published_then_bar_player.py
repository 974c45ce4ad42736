"""When a ruling removes or suspends a player, then he is put out, or barred until its day."""

import zoneinfo
from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

from services.registration.domain.actors import Actor
from services.registration.domain.championship.decider import championship
from services.registration.domain.championship.state import Announced
from services.registration.domain.roster.commands import NoteNotCarriedOut, RemoveByRuling
from services.registration.domain.roster.decider import roster
from services.registration.domain.roster.terms import terms_of
from services.registration.domain.suspension.decider import LiftByRuling, SuspendByRuling, suspension
from services.registration.projections.who_is_known import records_of
from services.registration.projections.who_is_suspended import barred_waiting
from shared.contracts.appeals import RemovePlayer, RulingPublished, SuspendPlayer
from shared.contracts.registration import LocalTime
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_ruling_published_then_bar_player(unit: Unit, heard: Heard[Any]) -> None:
    """Carry out what concerns who takes part; games and points are for others."""
    published: RulingPublished = heard.event
    await _undo(unit, published)
    match published.remedy:
        case SuspendPlayer(player=player, until=until, reason=reason):
            _, state = await unit.state(championship, published.championship)
            zone = state.venues[0].zone if isinstance(state, Announced) else "UTC"
            await _suspend(unit, published, player, _beginning(until, zone), reason)
        case RemovePlayer(player=player, reason=reason):
            await _suspend(unit, published, player, None, reason)
            await _remove(unit, published, await records_of(unit.connection, player), reason)
        case _:
            pass


async def _undo(unit: Unit, published: RulingPublished) -> None:
    """Lift what a superseded ruling imposed. A lost entry does not come back: others may have the place."""
    old = published.superseded
    if published.supersedes is None or not isinstance(old, SuspendPlayer | RemovePlayer):
        return
    lifting = LiftByRuling(
        suspension=published.supersedes,
        ruling=published.ruling,
        reason=published.reasons[:1000],
        by=_by(published),
        at=unit.context.at,
    )
    lifted = (await unit.handle(suspension, old.player, lifting)).events
    if lifted and isinstance(old, SuspendPlayer):
        return
    conflict, detail = (
        ("player_may_enter_again", "The suspension is lifted; the lost entry is to be made anew.")
        if isinstance(old, RemovePlayer)
        else ("nothing_to_undo", "The suspension was lifted before.")
    )
    note = NoteNotCarriedOut(
        championship=published.championship,
        player=old.player,
        ruling=published.ruling,
        conflict=conflict,
        detail=detail,
        at=unit.context.at,
    )
    await unit.handle(roster, published.championship, note)


async def _suspend(
    unit: Unit, published: RulingPublished, player: UUID, until: LocalTime | None, reason: str
) -> None:
    command = SuspendByRuling(
        person=player,
        ruling=published.ruling,
        championship=published.championship,
        until=until,
        reason=reason,
        by=_by(published),
        at=unit.context.at,
    )
    await unit.handle(suspension, player, command)


async def _remove(unit: Unit, published: RulingPublished, records: tuple[UUID, ...], reason: str) -> None:
    _, state = await unit.state(championship, published.championship)
    command = RemoveByRuling(
        championship=published.championship,
        records=records,
        ruling=published.ruling,
        reason=reason,
        terms=terms_of(state) if isinstance(state, Announced) else None,
        by=Actor(id=_by(published), admin=True),
        at=unit.context.at,
        barred=await barred_waiting(unit.connection, published.championship, unit.context.at),
    )
    await unit.handle(roster, published.championship, command)


def _beginning(day: date, zone: str) -> LocalTime:
    """Return the beginning of a day by the clock of a zone."""
    local = datetime.combine(day, time())
    return LocalTime(
        local=local, zone=zone, instant=local.replace(tzinfo=zoneinfo.ZoneInfo(zone)).astimezone(UTC)
    )


def _by(published: RulingPublished) -> UUID:
    """Return who is said to have done it: the commission's chairman."""
    return published.votes[0].member if published.votes else published.ruling
