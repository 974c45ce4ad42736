"""Standings computed anew from facts, inside a unit of work: by policies and by decisions of people.

Whatever reads facts to decide something takes the championship's lock first, so that recomputations
of one championship follow one another and none misses what another has just heard.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring.domain.canonical import read_rows
from services.scoring.domain.cut import Cut, cut_through
from services.scoring.domain.facts import Facts
from services.scoring.domain.hearing import gather
from services.scoring.domain.publishing.decider import PUBLISHING, NoteRevision
from services.scoring.domain.remedies import crossings, medals_changed
from services.scoring.domain.stage.decider import stage_id
from services.scoring.domain.standings.decider import STANDINGS, RecordStandings, Step
from services.scoring.domain.standings.state import Position
from services.scoring.domain.tables import OVERALL, scopes_of_cut
from services.scoring.domain.ties.decider import TIES, NoteTies
from services.scoring.inbox import heard_of, positions
from services.scoring.projections import (
    how_are_standings_published,
    how_do_players_stand,
    how_do_stages_stand,
    which_ties_stand_at_cuts,
)
from services.scoring.projections.how_do_players_stand import Computed, compute, handing_over
from shared.contracts.registration import StagePlan
from shared.contracts.scoring import TieAtCut
from shared.eventsourcing.handling import Unit


async def locked_facts(unit: Unit, championship: UUID) -> Facts:
    """Lock a championship until commit and return all that is known of it."""
    await unit.connection.exec_driver_sql(
        "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", (f"championship {championship}",)
    )
    return await facts_of(unit.connection, championship)


_recomputed: WeakKeyDictionary[Unit, Facts] = WeakKeyDictionary()
"""By unit of work, what its last recomputation stood on."""


async def facts_after_recomputation(unit: Unit, championship: UUID) -> Facts:
    """Return what the recomputation of this unit stood on; lock and read where there was none.

    For policies that follow it on the same event: nothing was decided in between.
    """
    facts = _recomputed.get(unit)
    if facts is None or facts.contest is None or facts.contest.championship != championship:
        return await locked_facts(unit, championship)
    return facts


async def facts_of(connection: AsyncConnection, championship: UUID) -> Facts:
    """Return all that is known of a championship, from what was heard and what people decided."""
    until = await positions(connection)
    return gather(
        await heard_of(connection, championship, until),
        await how_do_stages_stand.decisions(connection, championship),
        until,
    )


async def recompute_standings(unit: Unit, championship: UUID, *, signed: UUID | None = None) -> None:
    """Compute the championship's standings and record a revision where something changed.

    A championship that was not announced yet has none; its announcement leads here again. `signed`: the
    game whose protocol was just heard of; rulings may have come before it.
    """
    facts = await locked_facts(unit, championship)
    _recomputed[unit] = facts
    computed = compute(facts)
    if computed is None:
        return
    overall = computed.written.tables[OVERALL]
    command = RecordStandings(
        championship=championship,
        checksum=overall.checksum,
        digest=computed.written.digest,
        inputs=facts.inputs,
        decisions=facts.decisions,
        positions=_positions(overall.text),
        settled=facts.settled,
        withheld=await how_are_standings_published.is_frozen(unit.connection, championship),
        at=unit.context.at,
    )
    if facts.settled:
        command = replace(command, **await _consequences(unit.connection, computed))
        command = replace(command, steps=await _told_apart(unit.connection, facts, computed, signed))
    with handing_over(unit.connection, computed):
        recorded = await unit.handle(STANDINGS, championship, command)
    for revision in recorded.events:
        note = NoteRevision(
            championship=championship,
            revision=revision.revision,
            checksum=revision.checksum,
            ruling=revision.ruling,
            at=unit.context.at,
        )
        await unit.handle(PUBLISHING, championship, note)
    await _note_ties(unit, facts, computed)


async def _consequences(connection: AsyncConnection, computed: Computed) -> dict[str, Any]:
    """Return what differs at the cuts and in the medals from the last revision, as the tables say both."""
    held, _ = await how_do_players_stand.written(connection, computed.contest.championship)
    return _differing(computed.contest.stages[:-1], held, _texts(computed))


async def _told_apart(
    connection: AsyncConnection, facts: Facts, computed: Computed, game: UUID | None
) -> tuple[Step, ...]:
    """Return what a game brought, and then what each ruling on points did that had come before the game."""
    waiting = [one for one in facts.adjustments if one.game == game]
    if not waiting:
        return ()
    stages = computed.contest.stages[:-1]
    held, _ = await how_do_players_stand.written(connection, computed.contest.championship)
    counted = tuple(one for one in facts.adjustments if one.game != game)
    steps: list[Step] = []
    for ruling in (None, *(one.ruling for one in waiting)):
        counted += tuple(one for one in waiting if one.ruling == ruling)
        outcome = compute(replace(facts, adjustments=counted))
        assert outcome is not None  # noqa: S101 - the championship was computed already
        tables = _texts(outcome)
        differing = _differing(stages, held, tables) if ruling is not None else {}
        steps.append(Step(ruling=ruling, positions=_positions(tables[OVERALL]), **differing))
        held = tables
    return tuple(steps)


def _texts(computed: Computed) -> dict[str, str]:
    return {scope: table.text for scope, table in computed.written.tables.items()}


def _positions(text: str) -> dict[UUID, Position]:
    return {row.player: Position(row.total, row.place) for row in read_rows(text)}


def _differing(
    stages: Sequence[StagePlan], before: Mapping[str, str], after: Mapping[str, str]
) -> dict[str, Any]:
    old, new = (read_rows(one[OVERALL]) if OVERALL in one else () for one in (before, after))
    return {
        "cuts": crossings(stages, _cuts(before, stages), _cuts(after, stages)),
        "medals": medals_changed(old, new),
    }


def _cuts(tables: Mapping[str, str], stages: Sequence[StagePlan]) -> dict[str, Cut]:
    return {
        stage.key: cut_through(
            {group: read_rows(tables[scope]) for group, scope in scopes.items() if scope in tables}, stage
        )
        for stage in stages
        if (scopes := scopes_of_cut(stage))[None] in tables
    }


async def _note_ties(unit: Unit, facts: Facts, computed: Computed) -> None:
    """Say which ties stand across the lines of open stages whose games are all in, where that changed.

    Not while the public table is frozen: who is tied would tell what it hides.
    """
    contest = computed.contest
    said = await which_ties_stand_at_cuts.said(unit.connection, contest.championship)
    closed = await how_do_stages_stand.closed(unit.connection, contest.championship)
    notes = [
        NoteTies(championship=contest.championship, stage=stage.key, ties=ties, at=unit.context.at)
        for stage in contest.stages[:-1]
        if (ties := () if stage.key in closed else _ties(facts, computed, stage)) != said.get(stage.key, ())
    ]
    if notes and not await how_are_standings_published.is_frozen(unit.connection, contest.championship):
        for note in notes:
            await unit.handle(TIES, stage_id(note.championship, note.stage), note)


def _ties(facts: Facts, computed: Computed, stage: StagePlan) -> tuple[TieAtCut, ...]:
    played = any(game.stage == stage.key and game.counts for game in facts.games.values())
    if stage.advance is None or not played or facts.open_games(stage.key):
        return ()
    tables = computed.written.tables
    rows = {group: read_rows(tables[scope].text) for group, scope in scopes_of_cut(stage).items()}
    return cut_through(rows, stage).ties
