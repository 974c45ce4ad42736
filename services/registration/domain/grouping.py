"""Who plays in which group of a stage: by the city of his entry, or as an organizer put him.

Where stages in a row have groups, they are the same groups: a championship has one set of them.
"""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

import msgspec

from services.registration.domain.errors import (
    EntrantsWithoutGroup,
    GroupNotSaid,
    GroupUnknown,
    JudgeInOtherGroup,
    StageHasNoGroups,
)
from services.registration.domain.texts import comparable
from shared.contracts.registration import Group, StagePlan, Venue

MOST_NAMED = 10


class EntryGroup(msgspec.Struct, frozen=True, kw_only=True):
    """A group as entries see it: `cities` in their comparable form, and how many may play in it."""

    key: str
    title: str
    cities: frozenset[str]
    places: int


def cities_of(group: Group, venues: Sequence[Venue]) -> tuple[str, ...]:
    """Return the cities whose players play in a group, as they were typed: its own, else its venue's."""
    if group.cities:
        return group.cities
    return tuple(venue.city for venue in venues if venue.key == group.venue)


def entry_groups(stage: StagePlan, venues: Sequence[Venue]) -> tuple[EntryGroup, ...]:
    """Return the groups of a stage; none where all play together."""
    return tuple(
        EntryGroup(
            key=group.key,
            title=group.title,
            cities=frozenset(map(comparable, cities_of(group, venues))),
            places=group.players,
        )
        for group in stage.groups
    )


def group_of(city: str | None, put_into: str | None, groups: Sequence[EntryGroup]) -> EntryGroup | None:
    """Return the group of an entry: where an organizer put it, else by its city; None: of no group."""
    for group in groups:
        if put_into == group.key:
            return group
    if city is None:
        return None
    return next((group for group in groups if comparable(city) in group.cities), None)


def part_of(stage: StagePlan, group: str | None) -> StagePlan:
    """Return the stage as what is drawn at once: itself, or one of its groups.

    Raises GroupNotSaid, StageHasNoGroups or GroupUnknown.
    """
    known = ", ".join(one.key for one in stage.groups)
    if group is None and stage.groups:
        raise GroupNotSaid(
            f"Stage {stage.key!r} is drawn by groups: name one of {known} as `group`.",
            groups=known.split(", "),
        )
    if group is not None and not stage.groups:
        raise StageHasNoGroups(f"Stage {stage.key!r} has no groups: it is drawn whole; leave out `group`.")
    if group is not None and group not in {one.key for one in stage.groups}:
        raise GroupUnknown(f"Stage {stage.key!r} has no group {group!r}; it has {known}.")
    return stage.part(group)


def at_once(one: StagePlan, other: StagePlan) -> bool:
    """Tell whether two parts of a stage play at the same time by the plan; without times nobody knows."""
    return any(
        mine.start.instant < theirs.end.instant and theirs.start.instant < mine.end.instant
        for mine in one.blocks
        for theirs in other.blocks
    )


def demand_free(judges: Collection[UUID], busy: Mapping[UUID, str]) -> None:
    """Raise JudgeInOtherGroup for who leads tables of a group, by `busy`, that is played at the same time."""
    there = sorted(judge for judge in judges if judge in busy)
    if there:
        groups = ", ".join(sorted({busy[judge] for judge in there}))
        raise JudgeInOtherGroup(
            f"{', '.join(map(str, there))}: drawn to tables of {groups}, which plays at the same time; name"
            " other judges, or give the groups other times.",
            judges=[str(judge) for judge in there],
        )


def members_of(
    players: Collection[UUID], group: str, placed: Mapping[UUID, EntryGroup | None], nicks: Mapping[UUID, str]
) -> tuple[UUID, ...]:
    """Return who of a stage's players plays in a group. Raises EntrantsWithoutGroup."""
    nowhere = sorted((player for player in players if placed.get(player) is None), key=str)
    if nowhere:
        named = ", ".join(nicks.get(player, str(player)) for player in nowhere[:MOST_NAMED])
        more = f" and {len(nowhere) - MOST_NAMED} more" if len(nowhere) > MOST_NAMED else ""
        raise EntrantsWithoutGroup(
            f"{named}{more}: from no city of any group. Put each into a group first, with a reason"
            " (POST .../entries/{player}/group), or name the city in the plan.",
            players=[str(player) for player in nowhere],
        )
    return tuple(player for player in players if (own := placed[player]) is not None and own.key == group)
