"""Groups of a championship: who plays in which, and who is put into another than his city's."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import ColumnElement

from services.registration.api.acting import (
    WRITERS,
    actor_of,
    barred_waiting,
    championship_of,
)
from services.registration.api.schemas import GroupingBody
from services.registration.domain.championship.state import Announced
from services.registration.domain.draw.decider import draw
from services.registration.domain.draw.state import Published, draw_id
from services.registration.domain.errors import ChampionshipUnknown, GroupUnknown
from services.registration.domain.grouping import EntryGroup, cities_of, entry_groups, group_of
from services.registration.domain.roster.commands import PutIntoGroup
from services.registration.domain.roster.decider import roster
from services.registration.domain.roster.terms import terms_of
from services.registration.projections import which_championships_are_there, who_takes_part
from shared.contracts.regulations import Slug
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads


class GroupView(msgspec.Struct, kw_only=True):
    """A group of the first stage, and how full it is."""

    key: Slug
    title: str
    venue: Slug
    cities: tuple[str, ...]
    places: int
    accepted: int


class GroupsView(msgspec.Struct, kw_only=True):
    """The groups; `nowhere` are accepted players of no group, who are put into one before the draw."""

    groups: tuple[GroupView, ...]
    nowhere: tuple[UUID, ...]


class GroupController(Controller):
    """List the groups, put a player into one."""

    path = "/v1/championships/{championship_id:uuid}"
    tags = ("entries",)

    @get("/groups", opt={"public": True})
    async def listed(
        self, championship_id: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[GroupsView]:
        """List the groups of the first stage; none where all play together."""
        row = await reads.one(which_championships_are_there.one(championship_id))
        if row is None:
            raise ChampionshipUnknown(f"There is no championship {championship_id}.")
        promise = which_championships_are_there.announcement_of(row.announcement)
        first = promise.stages[0]
        groups = entry_groups(first, promise.venues)
        entrants = await reads.all(who_takes_part.accepted(championship_id))
        own = {entry.player: group_of(entry.city, entry.put_into, groups) for entry in entrants}
        keys = [None if group is None else group.key for group in own.values()]
        view = GroupsView(
            groups=tuple(
                GroupView(
                    key=group.key,
                    title=group.title,
                    venue=group.venue,
                    cities=cities_of(group, promise.venues),
                    places=group.players,
                    accepted=keys.count(group.key),
                )
                for group in first.groups
            ),
            nowhere=tuple(player for player, group in own.items() if group is None) if groups else (),
        )
        return reads.answer(view)

    @post("/entries/{player:uuid}/group", guards=[requires(*WRITERS)], status_code=200)
    async def put(
        self,
        championship_id: FromPath[UUID],
        player: FromPath[UUID],
        data: JSONBody[GroupingBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Put a player into a group, whatever city he is from, with a reason, as an organizer."""

        async def work(unit: Unit) -> Accepted:
            whole = await championship_of(unit, championship_id)
            command = PutIntoGroup(
                player=player,
                group=data.group,
                reason=data.reason,
                drawn=await _drawn_in(unit, whole, player),
                terms=terms_of(whole),
                by=actor_of(commands.principal),
                at=commands.now,
                barred=await barred_waiting(unit, championship_id, commands.now),
            )
            handled = await unit.handle(roster, championship_id, command)
            return Accepted(id=player, version=handled.version)

        return await commands.run(work, status=200)


async def groups_in(reads: Reads, championship_id: UUID) -> tuple[EntryGroup, ...]:
    """Return the groups of a championship. Raises ChampionshipUnknown."""
    row = await reads.one(which_championships_are_there.one(championship_id))
    if row is None:
        raise ChampionshipUnknown(f"There is no championship {championship_id}.")
    promise = which_championships_are_there.announcement_of(row.announcement)
    return entry_groups(promise.stages[0], promise.venues)


async def only_of(
    reads: Reads, championship_id: UUID, key: str, groups: Sequence[EntryGroup]
) -> ColumnElement[bool]:
    """Return what tells a group's entries from others. Raises GroupUnknown."""
    if key not in {group.key for group in groups}:
        known = ", ".join(group.key for group in groups) or "none"
        raise GroupUnknown(f"The championship has no group {key!r}; its groups: {known}.")
    named = [row.city for row in await reads.all(who_takes_part.cities(championship_id)) if row.city]
    own = [city for city in named if (of := group_of(city, None, groups)) is not None and of.key == key]
    return who_takes_part.in_group(key, own, [group.key for group in groups])


async def _drawn_in(unit: Unit, whole: Announced, player: UUID) -> str | None:
    """Return the group whose draw seats a player already."""
    parts = {
        draw_id(whole.id, stage.key, group.key): group.key for stage in whole.stages for group in stage.groups
    }
    for identity in sorted(parts):
        _, drawn = await unit.state(draw, identity)
        if isinstance(drawn, Published) and player in drawn.players:
            return parts[identity]
    return None
