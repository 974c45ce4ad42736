"""The only exit: what registration says of its private events. No receipt, no attribute, no secret."""

from typing import Any

from services.registration.domain.account import events as people
from services.registration.domain.championship import events as championships
from services.registration.domain.draw import events as draws
from services.registration.domain.draw.state import Published
from services.registration.domain.roster import events as entries
from services.registration.domain.roster.state import Disqualified, Roster, Withdrawn
from services.registration.domain.suspension import events as suspensions
from shared.contracts import registration as public
from shared.contracts.primitives import PublicEvent


def publication(event: Any, state: Any) -> PublicEvent | None:  # noqa: PLR0911 - a table of contents
    """Return the public event for a private one and the state after it, or None."""
    match event:
        case draws.SeedCommitted():
            return public.SeedCommitted(
                championship=event.championship,
                stage=event.stage,
                commitment=event.commitment,
                committed_at=event.committed_at,
                group=event.group,
            )
        case draws.DrawPublished():
            return _drawn(event)
        case draws.SeatingChanged() | draws.SeatingRestored():
            return _reseated(event, state)
        case entries.EntryAccepted():
            return _accepted(event, state)
        case entries.EntryWithdrawn():
            return _withdrawn(event, state)
        case entries.EntryDisqualified():
            return _disqualified(event, state)
        case entries.RulingNotCarriedOut():
            return public.RulingNotCarriedOut(
                championship=event.championship,
                player=event.player,
                ruling=event.ruling,
                conflict=event.conflict,
                detail=event.detail,
                found_at=event.found_at,
            )
        case _:
            return _of_championship(event) or _of_person(event)


def _of_championship(event: Any) -> PublicEvent | None:  # noqa: PLR0911 - a table of contents
    match event:
        case championships.ChampionshipAnnounced():
            return _announced(event)
        case championships.PlanChanged():
            return _plan_changed(event)
        case championships.RegulationsRebound():
            return public.RegulationsRebound(
                championship=event.championship,
                regulations=event.regulations,
                digest=event.digest,
                reason=event.reason,
                rebound_at=event.rebound_at,
            )
        case championships.PhaseEntered():
            return public.PhaseEntered(
                championship=event.championship,
                phase=event.phase,
                reason=event.reason,
                entered_at=event.entered_at,
            )
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
        case _:
            return None


def _of_person(event: Any) -> PublicEvent | None:
    match event:
        case suspensions.SuspendedFromChampionship() | suspensions.SuspendedUntil():
            return _suspended(event)
        case suspensions.SuspensionLifted():
            return public.PlayerSuspensionLifted(
                player=event.person,
                suspension=event.suspension,
                lifted_at=event.lifted_at,
                ruling=event.ruling,
            )
        case people.PersonMerged():
            return public.PlayersMerged(player=event.person, into=event.into, merged_at=event.merged_at)
        case people.PersonUnmerged():
            return public.PlayersUnmerged(player=event.person, into=event.into, unmerged_at=event.unmerged_at)
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
        capacity=event.capacity,
        waitlist=event.waitlist,
        phase=event.phase,
        partner_clubs=event.partner_clubs,
        fee=event.fee,
    )


def _plan_changed(event: championships.PlanChanged) -> public.PlanChanged:
    return public.PlanChanged(
        championship=event.championship,
        title=event.title,
        host_club=event.host_club,
        venues=event.venues,
        stages=event.stages,
        preliminary_deadline=event.preliminary_deadline,
        final_deadline=event.final_deadline,
        capacity=event.capacity,
        waitlist=event.waitlist,
        changed=event.changed,
        reason=event.reason,
        changed_at=event.changed_at,
        partner_clubs=event.partner_clubs,
        fee=event.fee,
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
        substitute=event.substitute,
    )


def _withdrawn(event: entries.EntryWithdrawn, state: Roster) -> public.EntryWithdrawn | None:
    """Say it of those who were on the public list; of others nobody was told that they applied."""
    entry = state.entries[event.player]
    if not (isinstance(entry, Withdrawn) and entry.was_accepted):
        return None
    return public.EntryWithdrawn(
        championship=event.championship, player=event.player, withdrawn_at=event.withdrawn_at
    )


def _disqualified(event: entries.EntryDisqualified, state: Roster) -> public.PlayerDisqualified | None:
    """Say it of those who were on the public list, as of those who withdrew."""
    entry = state.entries[event.player]
    if not (isinstance(entry, Disqualified) and entry.was_accepted):
        return None
    return public.PlayerDisqualified(
        championship=event.championship,
        player=event.player,
        clause=event.clause,
        disqualified_at=event.disqualified_at,
        ruling=event.ruling,
    )


def _suspended(
    event: suspensions.SuspendedFromChampionship | suspensions.SuspendedUntil,
) -> public.PlayerSuspended:
    ends = isinstance(event, suspensions.SuspendedUntil)
    return public.PlayerSuspended(
        player=event.person,
        suspension=event.suspension,
        capacity="player" if isinstance(event, suspensions.SuspendedUntil) else event.capacity,
        only_in=None if ends else event.championship,
        until=event.until if isinstance(event, suspensions.SuspendedUntil) else None,
        suspended_at=event.suspended_at,
        # What officials cite is not what they carry out: those of a ruling have its id.
        ruling=event.ruling if event.ruling == event.suspension else None,
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
        inputs_digest=event.inputs_digest,
        group=event.group,
        revealed=None
        if event.revealed is None
        else public.SeedRevealed(
            commitment=event.revealed.commitment,
            secret=event.revealed.secret,
            public_value=event.revealed.public_value,
            source=event.revealed.source,
        ),
    )


def _reseated(
    event: draws.SeatingChanged | draws.SeatingRestored, state: Published
) -> public.SeatingChanged | public.SeatingRestored:
    if isinstance(event, draws.SeatingChanged):
        return public.SeatingChanged(
            championship=event.championship,
            draw=event.draw,
            stage=event.stage,
            stage_kind=event.stage_kind,
            change=event.change,
            number=event.number,
            operation=event.operation,
            was=event.was,
            tables=event.tables,
            substitutes=event.substitutes,
            reason=event.reason,
            by=event.by,
            cost_before=event.cost_before,
            cost_after=event.cost_after,
            changed_at=event.changed_at,
            inputs_digest=event.inputs_digest,
            group=event.group,
        )
    taken_back = next(one.changed for one in state.changes if one.changed.change == event.change)
    return public.SeatingRestored(
        championship=taken_back.championship,
        draw=taken_back.draw,
        stage=taken_back.stage,
        change=event.change,
        conflict=event.conflict,
        detail=event.detail,
        tables=taken_back.was,
        restored_at=event.restored_at,
        group=taken_back.group,
    )
