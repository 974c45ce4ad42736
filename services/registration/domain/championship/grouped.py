"""Whether the groups of a plan can work: numbers, cities, and who meets whom after them."""

from collections.abc import Sequence

from services.registration.domain.draw.rounds import rounds_of
from services.registration.domain.errors import GroupsCannotWork, KeyRepeated, VenueUnknown
from services.registration.domain.grouping import cities_of
from services.registration.domain.texts import comparable
from shared.contracts.registration import StagePlan, Venue


def check_groups(stage: StagePlan, venues: Sequence[Venue], clause: str | None) -> None:
    """Raise the refusal of the first thing in a stage's groups that cannot work."""
    if stage.kind == "final":
        raise GroupsCannotWork(f"Stage {stage.key!r} is a final: it has no groups.", clause=clause)
    if stage.tables is not None or stage.blocks:
        raise GroupsCannotWork(
            f"Stage {stage.key!r} has groups: each has tables and blocks of its own; leave out the stage's.",
            clause=clause,
        )
    _check_venues(stage, venues)
    _check_cities(stage, venues, clause)
    for group in stage.groups:
        rounds_of(group.players, stage.games, group.tables, stage=f"{stage.key}/{group.key}", clause=clause)
    _check_numbers(stage, clause)


def check_following(before: StagePlan, after: StagePlan, clause: str | None) -> None:
    """Raise GroupsCannotWork where groups are not those of the stage before, or their numbers do not fit."""
    earlier = {group.key: group for group in before.groups}
    if [(group.key, group.cities, group.venue) for group in after.groups] != [
        (group.key, group.cities, group.venue) for group in before.groups
    ]:
        raise GroupsCannotWork(
            f"Stage {after.key!r} has other groups than {before.key!r}: where stages in a row have groups,"
            " these are the same, with the same cities and venues.",
            clause=clause,
        )
    for group in after.groups:
        own = earlier[group.key]
        coming = own.players if before.advance is None else own.advance or 0
        if group.players != coming:
            raise GroupsCannotWork(
                f"Group {group.key!r} of stage {after.key!r} is planned for {group.players} players, but"
                f" {coming} come from that group of stage {before.key!r}; make the numbers equal.",
                clause=clause,
                group=group.key,
            )


def _check_venues(stage: StagePlan, venues: Sequence[Venue]) -> None:
    known = sorted(venue.key for venue in venues)
    seen: set[str] = set()
    for group in stage.groups:
        if group.key in seen:
            raise KeyRepeated(f"Two groups have the key {group.key!r}; give each its own.")
        seen.add(group.key)
        if group.venue not in known:
            raise VenueUnknown(
                f"Group {group.key!r} is at venue {group.venue!r}; the venues are {', '.join(known)}."
            )


def _check_cities(stage: StagePlan, venues: Sequence[Venue], clause: str | None) -> None:
    whose: dict[str, str] = {}
    for group in stage.groups:
        for city in cities_of(group, venues):
            other = whose.setdefault(comparable(city), group.key)
            if other != group.key:
                raise GroupsCannotWork(
                    f"The city {city!r} is of groups {other!r} and {group.key!r} of stage {stage.key!r}: its"
                    " players play in one; give each group its cities.",
                    clause=clause,
                    group=group.key,
                )


def _check_numbers(stage: StagePlan, clause: str | None) -> None:
    together = sum(group.players for group in stage.groups)
    if together != stage.players:
        raise GroupsCannotWork(
            f"The groups of stage {stage.key!r} have {together} players together, the stage has"
            f" {stage.players}; make the numbers equal.",
            clause=clause,
        )
    certain = sum(group.advance or 0 for group in stage.groups)
    for group in stage.groups:
        if (group.advance or 0) > group.players:
            raise GroupsCannotWork(
                f"{group.advance} go on for certain from group {group.key!r}, which has {group.players}"
                " players.",
                clause=clause,
                group=group.key,
            )
    if certain and stage.advance is None:
        raise GroupsCannotWork(
            f"Everyone goes on from stage {stage.key!r}; leave out the `advance` of its groups, or say how"
            " many go on from the stage.",
            clause=clause,
        )
    if stage.advance is not None and certain > stage.advance:
        raise GroupsCannotWork(
            f"{certain} go on for certain from the groups of stage {stage.key!r}, but {stage.advance} from"
            " the stage; make the numbers fit.",
            clause=clause,
        )
