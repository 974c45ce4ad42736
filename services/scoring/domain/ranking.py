"""Ranking: measured players in the order of a document, with what decided every place.

Equal in every metric means a shared place, unless people decided the tie. Neither input order nor
a player's id ever decides a place.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec
from msgspec.structs import replace

from services.scoring.domain.facts import Decision
from shared.contracts.regulations import Metric

Decisive: TypeAlias = Metric | Literal["panel"]


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """What set a place apart from its neighbor: the metric with both values, or a recorded decision.

    The neighbor is the row above; for the first row, the one below.
    """

    by: Decisive
    neighbor: UUID
    own: Fraction
    theirs: Fraction
    decision: UUID | None = None
    """The event of the decision, where `by` is "panel"; `own` and `theirs` are the ranks it gave."""


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """A player's place. `shared`: others have the same. `decided` None: shared with the neighbor."""

    player: UUID
    place: int | None
    """None: outside the ranking, by the document's flags."""
    shared: bool
    decided: Decided | None
    above: Decided | None = None
    """What set the player apart from the row above; None: nothing did, or there is no such row."""
    below: Decided | None = None


def rank(
    measured: Mapping[UUID, Mapping[Metric, Fraction]],
    order: Sequence[Metric],
    decisions: Sequence[Decision],
    names: Mapping[UUID, str],
    fewer_first: Collection[Metric] = (),
) -> list[Placed]:
    """Place players, best first. Those who share a place are listed by name, then by id.

    More is better in every metric but those of `fewer_first`.

    A decision holds for a tie when it orders every player of it; the last such one counts.
    """
    values = {player: tuple(own[metric] for metric in order) for player, own in measured.items()}
    signs = [-1 if metric in fewer_first else 1 for metric in order]
    groups: dict[tuple[Fraction, ...], list[UUID]] = {}
    for player, own in values.items():
        key = own if not fewer_first else tuple(sign * one for sign, one in zip(signs, own, strict=True))
        groups.setdefault(key, []).append(player)
    placed: list[Placed] = []
    for _, group in sorted(groups.items(), reverse=True):
        decision = _decision_on(group, decisions)
        listed = sorted(group, key=lambda player: (names.get(player, "").casefold(), player))
        if decision is not None:
            listed.sort(key=decision.order.index)
        first = len(placed) + 1
        for index, player in enumerate(listed):
            neighbor = placed[-1].player if placed else None
            above = _decided(player, neighbor, values, order, decision)
            placed.append(
                Placed(
                    player=player,
                    place=first + index if decision else first,
                    shared=decision is None and len(group) > 1,
                    decided=above,
                    above=above,
                )
            )
    return _with_rows_below(placed)


def _with_rows_below(placed: Sequence[Placed]) -> list[Placed]:
    """Say of each row what set it apart from the next one; the first row has no other neighbor."""
    said: list[Placed] = []
    for one, after in zip_longest(placed, placed[1:]):
        below = _turned(after.above, after.player) if after is not None and after.above is not None else None
        said.append(replace(one, below=below, decided=one.decided if said else below))
    return said


def _decision_on(group: Sequence[UUID], decisions: Sequence[Decision]) -> Decision | None:
    if len(group) == 1:
        return None
    return next((one for one in reversed(decisions) if set(group) <= set(one.order)), None)


def _decided(
    player: UUID,
    neighbor: UUID | None,
    values: Mapping[UUID, tuple[Fraction, ...]],
    order: Sequence[Metric],
    decision: Decision | None,
) -> Decided | None:
    if neighbor is None:
        return None
    for metric, own, theirs in zip(order, values[player], values[neighbor], strict=True):
        if own != theirs:
            return Decided(by=metric, neighbor=neighbor, own=own, theirs=theirs)
    if decision is None:
        return None
    return Decided(
        by="panel",
        neighbor=neighbor,
        own=Fraction(decision.order.index(player) + 1),
        theirs=Fraction(decision.order.index(neighbor) + 1),
        decision=decision.event,
    )


def _turned(decided: Decided, neighbor: UUID) -> Decided:
    """Say what set two neighbors apart from the side of the better one."""
    return replace(decided, neighbor=neighbor, own=decided.theirs, theirs=decided.own)
