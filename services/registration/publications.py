"""The only exit: what registration says of its private events. No receipt, no attribute, no secret."""

from typing import Any

from services.registration.domain.championship import events as championships
from services.registration.domain.draw import events as draws
from services.registration.domain.roster import events as entries
from services.registration.domain.roster.state import Roster, Withdrawn
from shared.contracts import registration as public
from shared.contracts.primitives import PublicEvent


def publication(event: Any, state: Any) -> PublicEvent | None:  # noqa: PLR0911 - a table of contents
    """Return the public event for a private one and the state after it, or None."""
    match event:
        case championships.ChampionshipAnnounced():
            return _announced(event)
        case championships.OfficialAppointed():
            return public.OfficialAppointed(
                championship=event.championship,
                person=event.person,
                role=event.role,
                appointed_at=event.appointed_at,
            )
        case championships.OfficialDismissed():
            return public.OfficialDismissed(
                championship=event.championship,
                person=event.person,
                role=event.role,
                dismissed_at=event.dismissed_at,
            )
        case entries.EntryAccepted():
            return _accepted(event, state)
        case entries.EntryWithdrawn():
            return _withdrawn(event, state)
        case draws.DrawPublished():
            return _drawn(event)
        case _:
            return None


def _announced(event: championships.ChampionshipAnnounced) -> public.ChampionshipAnnounced:
    return public.ChampionshipAnnounced(
        championship=event.championship,
        title=event.title,
        host_club=event.host_club,
        regulations=event.regulations,
        venues=event.venues,
        stages=event.stages,
        organizer=event.organizer,
        announced_at=event.announced_at,
        preliminary_deadline=event.preliminary_deadline,
        final_deadline=event.final_deadline,
    )


def _accepted(event: entries.EntryAccepted, state: Roster) -> public.EntryAccepted:
    application = state.entries[event.player].application
    return public.EntryAccepted(
        championship=event.championship,
        player=event.player,
        nick=application.nick,
        club=application.club,
        city=application.city,
        accepted_at=event.accepted_at,
    )


def _withdrawn(event: entries.EntryWithdrawn, state: Roster) -> public.EntryWithdrawn | None:
    """Say it of those who were on the public list; of others nobody was told that they applied."""
    entry = state.entries[event.player]
    if not (isinstance(entry, Withdrawn) and entry.was_accepted):
        return None
    return public.EntryWithdrawn(
        championship=event.championship, player=event.player, withdrawn_at=event.withdrawn_at
    )


def _drawn(event: draws.DrawPublished) -> public.DrawPublished:
    return public.DrawPublished(
        championship=event.championship,
        draw=event.inputs.draw,
        stage=event.inputs.stage,
        stage_kind=event.stage_kind,
        algorithm=event.algorithm,
        seed=event.seed,
        tables=event.tables,
        published_at=event.published_at,
    )
