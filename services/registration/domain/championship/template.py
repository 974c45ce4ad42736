"""A championship laid out from its regulations: stages for so many players, rounds over days.

The plan is a proposal that works: who sets a championship up changes what he likes.
"""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

import msgspec

from services.registration.domain.draw.rounds import rounds_of
from services.registration.domain.errors import PlanCannotWork, ScheduleCannotWork
from shared.contracts.regulations import Regulations, Slug, StageKind

ROUNDS_IN_A_ROW = 4
"""So many games are played before everyone eats."""
PAUSE = timedelta(minutes=60)
"""For a meal, or for the results of a stage before the next begins (O-PLAN-2)."""
MOST_DAYS = 14


class LaidOut(msgspec.Struct, frozen=True, kw_only=True):
    """One stage: for whom, and in how many rounds."""

    key: Slug
    title: str
    kind: StageKind
    games: int
    players: int
    advance: int | None
    tables: int
    rounds: int
    groups: tuple[int, ...] = ()
    """How many play in each group; empty: all together."""

    def advance_of(self, group: int) -> int | None:
        """Return how many go on for certain from the n-th group: its share of those who do, rounded down."""
        return None if self.advance is None else self.advance * self.groups[group] // self.players


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds of one stage in a row, or the break before the next, on the clock of the venue."""

    stage: Slug
    title: str
    pause: bool
    start: datetime
    end: datetime


class Days(msgspec.Struct, frozen=True, kw_only=True):
    """When is played: from the first day on, from `opens` to `closes`, so many minutes a game."""

    first: date
    opens: time
    closes: time
    game: timedelta
    most: int = MOST_DAYS


def laid_out(
    regulations: Regulations, players: int, tables: int | None, groups: tuple[int, ...] = ()
) -> tuple[LaidOut, ...]:
    """Return the document's stages for so many players, with at most `tables` tables at once in one place.

    With `groups`, how many play in each, the stages that all play are played in them, up to the first cut.
    Raises PlanCannotWork where fewer enter than go on or the groups hold others, and what `rounds_of` raises.
    """
    clause = regulations.clause("plan.stages")
    if groups and sum(groups) != players:
        raise PlanCannotWork(
            f"The groups hold {sum(groups)} players, the championship {players}; let both be the same.",
            clause=clause,
            players=players,
        )
    found: list[LaidOut] = []
    for template in regulations.plan.stages:
        if template.advance is not None and template.advance > players:
            raise PlanCannotWork(
                f"{template.advance} go on from {template.key!r} by the template of {regulations.title}, but"
                f" there are {players} players; take {template.advance} or more, or set it up without one.",
                clause=clause,
                players=players,
            )
        apart = groups if template.kind == "qualification" and players == sum(groups) else ()
        most = max(_at_once(number, tables) for number in apart or (players,))
        rounds = max(
            len(rounds_of(number, template.games, at_once, stage=template.key, clause=clause))
            for number in apart or (players,)
            for at_once in [_at_once(number, tables)]
        )
        found.append(
            LaidOut(
                key=template.key,
                title=template.title,
                kind=template.kind,
                games=template.games,
                players=players,
                advance=template.advance,
                tables=most,
                rounds=rounds,
                groups=apart,
            )
        )
        players = players if template.advance is None else template.advance
    return tuple(found)


def _at_once(players: int, tables: int | None) -> int:
    return players // 10 if tables is None else min(tables, players // 10)


def sittings(stages: Sequence[LaidOut], days: Days, clause: str | None = None) -> tuple[Sitting, ...]:
    """Return when the rounds are played: in order, with breaks, a day after the other.

    Raises ScheduleCannotWork where a day is too short for a game, or the days do not suffice.
    """
    if _at(days.first, days.opens) + days.game > _at(days.first, days.closes):
        raise ScheduleCannotWork(
            f"A day from {days.opens:%H:%M} to {days.closes:%H:%M} is too short for a game of"
            f" {days.game // timedelta(minutes=1)} minutes.",
            clause=clause,
        )
    found: list[Sitting] = []
    now, in_a_row = _at(days.first, days.opens), 0
    for stage in stages:
        left = stage.rounds
        while left:
            if found and now + days.game > _at(now.date(), days.closes):
                now, in_a_row = _at(now.date() + timedelta(days=1), days.opens), 0
            if in_a_row and (in_a_row == ROUNDS_IN_A_ROW or found[-1].stage != stage.key):
                pause = Sitting(stage=stage.key, title="Break", pause=True, start=now, end=now + PAUSE)
                if pause.end + days.game > _at(now.date(), days.closes):
                    now, in_a_row = _at(now.date() + timedelta(days=1), days.opens), 0
                    continue
                found.append(pause)
                now, in_a_row = pause.end, 0
            count = min(left, ROUNDS_IN_A_ROW - in_a_row, (_at(now.date(), days.closes) - now) // days.game)
            end = now + count * days.game
            found.append(Sitting(stage=stage.key, title=stage.title, pause=False, start=now, end=end))
            now, in_a_row, left = end, in_a_row + count, left - count
    used = (found[-1].end.date() - days.first).days + 1
    if used > days.most:
        raise ScheduleCannotWork(
            f"The games take {used} days, but there are {days.most}; give more days, more tables or longer"
            " days.",
            clause=clause,
            days=used,
        )
    return tuple(found)


def _at(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock)
