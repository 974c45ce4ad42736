"""Decisions that change what was promised: the plan, the regulations, how far it is."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import msgspec

from services.registration.domain.actors import demand_organizer
from services.registration.domain.championship.commands import ChangePlan, EnterPhase, RebindRegulations
from services.registration.domain.championship.events import (
    ChampionshipEvent,
    PhaseEntered,
    PlanChanged,
    RegulationsRebound,
)
from services.registration.domain.championship.lifecycle import following, needs_reason
from services.registration.domain.championship.pinning import digest_of
from services.registration.domain.championship.plan import check_places, check_plan
from services.registration.domain.championship.promise import clubs_of, printable_stage, printable_venue
from services.registration.domain.championship.schedule import check_deadlines, check_schedule
from services.registration.domain.championship.state import Announced
from services.registration.domain.errors import (
    ChampionshipIsOver,
    PhaseOutOfOrder,
    PlacesBelowEntries,
    ReasonMissing,
    RegulationsAreBound,
    StageAlreadyDrawn,
)
from services.registration.domain.grouping import entry_groups, group_of
from services.registration.domain.texts import printable
from shared.contracts.registration import StagePlan, Venue

PROMISED = frozenset({"venues", "stages", "preliminary_deadline", "final_deadline", "capacity", "fee"})
"""Whoever changes one of these says why."""


def change_plan(command: ChangePlan, state: Announced) -> list[ChampionshipEvent]:
    """Return what the change of a plan leads to."""
    demand_organizer(command.by, state.organizers, "change its plan")
    _demand_not_over(state, "its plan stays")
    venues = tuple(printable_venue(venue) for venue in command.venues)
    stages = tuple(printable_stage(stage) for stage in command.stages)
    wanted: dict[str, Any] = {
        "title": printable(command.title, "The title"),
        "host_club": printable(command.host_club, "The host club"),
        "venues": venues,
        "stages": stages,
        "preliminary_deadline": command.preliminary_deadline,
        "final_deadline": command.final_deadline,
        "capacity": command.capacity,
        "waitlist": command.waitlist,
        "partner_clubs": clubs_of(command.host_club, command.partner_clubs),
        "fee": command.fee,
    }
    changed = tuple(name for name, value in wanted.items() if value != getattr(state, name))
    if not changed:
        return []
    reason = _reason(command.reason, promised=bool(PROMISED & set(changed)))
    _keep_drawn(state.stages, stages, command.drawn)
    check_plan(stages, venues, state.regulations)
    check_places(stages, command.capacity, state.regulations)
    check_schedule(stages, venues, state.regulations)
    # A deadline that stays was kept or missed already; only a new one must lie ahead.
    asked: datetime = command.at if "final_deadline" in changed else state.announced_at
    check_deadlines(
        command.preliminary_deadline, command.final_deadline, stages, venues, state.regulations, asked
    )
    places = stages[0].players if command.capacity is None else command.capacity
    if command.entrants > places:
        raise PlacesBelowEntries(
            f"{command.entrants} take part; there cannot be only {places} places.", entrants=command.entrants
        )
    _keep_entrants(stages[0], venues, command)
    return [
        PlanChanged(
            championship=state.id,
            **wanted,
            changed=changed,
            reason=reason,
            by=command.by.id,
            changed_at=command.at,
        )
    ]


def rebind(command: RebindRegulations, state: Announced) -> list[ChampionshipEvent]:
    """Return what the rebinding of the regulations leads to."""
    demand_organizer(command.by, state.organizers, "change its regulations")
    if state.phase == "cancelled":
        raise ChampionshipIsOver("The championship is cancelled: its regulations stay.")
    previous, digest = digest_of(state.regulations), digest_of(command.regulations)
    if digest == previous:
        return []
    begun = state.phase in {"running", "finished"}
    newer = (
        command.regulations.id == state.regulations.id
        and command.regulations.version > state.regulations.version
    )
    if begun and not newer:
        raise RegulationsAreBound(
            f"The championship has begun under {state.regulations.id} version {state.regulations.version}:"
            " only a newer version of that document may take its place."
        )
    check_plan(state.stages, state.venues, command.regulations)
    return [
        RegulationsRebound(
            championship=state.id,
            regulations=command.regulations,
            digest=digest,
            previous_digest=previous,
            reason=printable(command.reason, "The reason", limit=1000),
            by=command.by.id,
            rebound_at=command.at,
        )
    ]


def enter_phase(command: EnterPhase, state: Announced) -> list[ChampionshipEvent]:
    """Return what a step to another phase leads to."""
    demand_organizer(command.by, state.organizers, "say how far it is")
    if command.phase == state.phase:
        return []
    possible = following(state.phase)
    if command.phase not in possible:
        raise PhaseOutOfOrder(
            f"The championship is {state.phase}; next it may be {', '.join(sorted(possible)) or 'nothing'},"
            f" not {command.phase}.",
            phase=state.phase,
        )
    reason = _reason(command.reason, promised=needs_reason(state.phase, command.phase))
    return [
        PhaseEntered(
            championship=state.id,
            phase=command.phase,
            reason=reason,
            by=command.by.id,
            entered_at=command.at,
        )
    ]


def _reason(reason: str | None, *, promised: bool) -> str | None:
    if reason is not None:
        return printable(reason, "The reason", limit=1000)
    if promised:
        raise ReasonMissing("This changes what was promised: give the reason, which everybody will see.")
    return None


def _keep_drawn(before: Collection[StagePlan], after: Collection[StagePlan], drawn: Collection[str]) -> None:
    """Raise StageAlreadyDrawn where a drawn stage would be played otherwise; its times may change."""
    held = {stage.key: _core(stage) for stage in after}
    for stage in before:
        if stage.key in drawn and held.get(stage.key) != _core(stage):
            raise StageAlreadyDrawn(
                f"Stage {stage.key!r} is drawn: its players, games, tables and venue stay as they are.",
                stage=stage.key,
            )


def _keep_entrants(first: StagePlan, venues: Sequence[Venue], command: ChangePlan) -> None:
    """Raise PlacesBelowEntries where more take part from a group's cities than it has places."""
    groups = entry_groups(first, venues)
    own = Counter(
        group.key
        for city, put_into in command.places_of
        if (group := group_of(city, put_into, groups)) is not None
    )
    for group in groups:
        if own[group.key] > group.places:
            raise PlacesBelowEntries(
                f"{own[group.key]} take part in group {group.key!r}; there cannot be only"
                f" {group.places} places.",
                entrants=own[group.key],
                group=group.key,
            )


def _core(stage: StagePlan) -> StagePlan:
    groups = tuple(
        msgspec.structs.replace(group, title="", blocks=(), advance=None) for group in stage.groups
    )
    return msgspec.structs.replace(stage, title="", blocks=(), advance=None, groups=groups)


def _demand_not_over(state: Announced, what: str) -> None:
    if state.phase in {"finished", "cancelled"}:
        raise ChampionshipIsOver(f"The championship is {state.phase}: {what}.")
