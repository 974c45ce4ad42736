"""Decisions about a draw: its publication, drawn or as it was given."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.actors import Actor, demand_organizer
from services.registration.domain.draw.algorithms import DEFAULT, drawn
from services.registration.domain.draw.changing import (
    CarryOutChange,
    ChangeCommand,
    ChangeSeating,
    TakeBackChange,
    carry_out,
    change_seating,
    take_back,
)
from services.registration.domain.draw.commitment import LIST_OF_PLAYERS, commitment_to, seed_of, value_of
from services.registration.domain.draw.even import ENDED
from services.registration.domain.draw.events import DrawEvent, DrawPublished, SeedCommitted, SeedRevealed
from services.registration.domain.draw.given import IMPORTED, GivenTable, seated
from services.registration.domain.draw.inputs import DrawInputs, Pair, inputs_of
from services.registration.domain.draw.state import Committed, DrawState, Published, draw_id, evolve, initial
from services.registration.domain.errors import (
    CommitmentTooLate,
    CommittedSecretMissing,
    DrawAlreadyPublished,
    JudgeNotAppointed,
    NoRightToJudgeFinal,
    NotYourDraw,
    PublicValueWithoutCommitment,
    SeedAlreadyCommitted,
    SeedIsCommitted,
    SeedMissing,
    TooManyPlayers,
)
from services.registration.domain.grouping import demand_free
from services.registration.domain.texts import printable
from shared.contracts.registration import DrawnTable, StagePlan
from shared.eventsourcing.decider import Decider

# ------------------------------------------------------------------ commands


class CommitSeed(msgspec.Struct, frozen=True, kw_only=True):
    """Fix the seed of a stage's draw: `secret`, which the service derived from `nonce`.

    `field_known`: who plays.
    """

    championship: UUID
    stage: StagePlan
    group: str | None = None
    secret: str
    nonce: UUID | None = None
    field_known: bool
    drawers: Collection[UUID]
    clause: str | None = None
    by: Actor
    at: datetime


class PublishDraw(msgspec.Struct, frozen=True, kw_only=True):
    """Draw a stage and publish the seating. `players` are those who may play it, as far as is known now.

    Where it has groups, `stage` is the part of it that `group` plays.
    """

    championship: UUID
    stage: StagePlan
    group: str | None = None
    busy: Mapping[UUID, str] = {}
    """Judges drawn to another group, by the plan at the same time, and which."""
    players: tuple[UUID, ...]
    judges: tuple[UUID, ...]
    seed: str | None
    """None where one was committed to."""
    secret: str | None = None
    """What was committed to, derived again."""
    public_value: str | None = None
    public_value_source: str | None = None
    """What the committed seed is mixed with, and where anybody may look it up."""
    drawers: Collection[UUID]
    """The organizers and the chief judge."""
    appointed_judges: Collection[UUID]
    accredited_judges: Collection[UUID] | None = None
    """Who has the right to judge a stage of this kind; None: the regulations ask for none."""
    accreditation_clause: str | None = None
    algorithm: str = DEFAULT
    separations: tuple[Pair, ...] = ()
    teams: tuple[tuple[UUID, ...], ...] = ()
    relations: tuple[Pair, ...] = ()
    """Judges, and players at whose tables they never are."""
    effort: int = 1
    clause: str | None = None
    searched: "Searched | None" = None
    """What was found already; None, or found for another field: it is drawn now."""
    by: Actor
    at: datetime


class PublishSeating(msgspec.Struct, frozen=True, kw_only=True):
    """Publish a seating that was made elsewhere, in place of a draw. `players` may play the stage."""

    championship: UUID
    stage: StagePlan
    group: str | None = None
    busy: Mapping[UUID, str] = {}
    players: Collection[UUID]
    tables: tuple[GivenTable, ...]
    organizers: Collection[UUID]
    appointed_judges: Collection[UUID]
    accredited_judges: Collection[UUID] | None = None
    accreditation_clause: str | None = None
    by: Actor
    at: datetime


DrawCommand: TypeAlias = CommitSeed | PublishDraw | PublishSeating | ChangeCommand

# ------------------------------------------------------------------ decide


def decide(command: DrawCommand, state: DrawState) -> list[DrawEvent]:
    """Return what a command leads to, or raise the rule that it breaks."""
    match command:
        case CommitSeed():
            return _commit(command, state)
        case PublishDraw():
            return _publish(command, state)
        case PublishSeating():
            return _publish_seating(command, state)
        case ChangeSeating():
            return change_seating(command, state)
        case CarryOutChange():
            return carry_out(command, state)
        case TakeBackChange():
            return take_back(command, state)


def demand_drawer(actor: Actor, drawers: Collection[UUID], clause: str | None) -> None:
    """Raise NotYourDraw unless the actor may hold this championship's draw."""
    if not (actor.admin or actor.id in drawers):
        raise NotYourDraw(
            "The draw is held by an organizer or the chief judge of this championship.", clause=clause
        )


def _commit(command: CommitSeed, state: DrawState) -> list[DrawEvent]:
    stage = command.stage
    demand_drawer(command.by, command.drawers, command.clause)
    _demand_not_drawn(stage, state)
    if isinstance(state, Committed):
        raise SeedAlreadyCommitted(
            f"The seed of stage {stage.key!r} was committed to at {state.committed.committed_at.isoformat()};"
            " there is one for each stage, so that nobody can try another.",
            clause=command.clause,
        )
    if command.field_known:
        raise CommitmentTooLate(
            f"It is known already who plays stage {stage.key!r}; a seed is committed to before. Draw without"
            " a commitment: the draw then says so.",
            clause=command.clause,
        )
    return [
        SeedCommitted(
            championship=command.championship,
            stage=stage.key,
            nonce=command.nonce,
            commitment=commitment_to(command.secret),
            by=command.by.id,
            committed_at=command.at,
            group=command.group,
        )
    ]


def _publish(command: PublishDraw, state: DrawState) -> list[DrawEvent]:
    drawing, found = drawing_of(command, state), command.searched
    if found is not None and found.drawing == drawing:
        drawing, tables = drawing.ended_after(found.moves), found.tables
    else:
        tables = drawing.tables()
    return [
        DrawPublished(
            championship=command.championship,
            stage_kind=command.stage.kind,
            algorithm=drawing.algorithm,
            inputs=drawing.inputs,
            inputs_digest=drawing.inputs.digest(drawing.algorithm),
            seed=drawing.seed,
            tables=tables,
            by=command.by.id,
            published_at=command.at,
            revealed=drawing.revealed,
            group=command.group,
        )
    ]


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be drawn: all that decides the seating."""

    algorithm: str
    inputs: DrawInputs
    seed: str
    revealed: SeedRevealed | None

    def tables(self) -> tuple[DrawnTable, ...]:
        """Return the seating: the first time by a search of seconds, then at once for a while."""
        return drawn(self.algorithm, self.inputs, self.seed)

    def ended_after(self, moves: int | None) -> "Drawing":
        """Return what the seating is drawn by that this search gave after so many moves; None: as it is."""
        if moves is None:
            return self
        return msgspec.structs.replace(
            self, algorithm=ENDED, inputs=msgspec.structs.replace(self.inputs, moves=moves)
        )


class Searched(msgspec.Struct, frozen=True, kw_only=True):
    """What was found beforehand. `moves`: after how many somebody ended the search; None: it ended itself."""

    drawing: Drawing
    moves: int | None
    tables: tuple[DrawnTable, ...]


def drawing_of(command: PublishDraw, state: DrawState) -> Drawing:
    """Return what the command would draw, or raise the rule that it breaks; nothing is searched yet."""
    stage = command.stage
    demand_drawer(command.by, command.drawers, command.clause)
    _demand_not_drawn(stage, state)
    if len(command.players) > stage.players:
        raise TooManyPlayers(
            f"Stage {stage.key!r} is planned for {stage.players} players; {len(command.players)} would play."
        )
    strangers = sorted(set(command.judges) - set(command.appointed_judges))
    if strangers:
        raise JudgeNotAppointed(
            f"{', '.join(map(str, strangers))}: not a table judge of this championship; appoint first."
        )
    demand_free(command.judges, command.busy)
    _demand_right(stage, command.judges, command.accredited_judges, command.accreditation_clause)
    seed, revealed = _seed(command, state)
    return Drawing(algorithm=command.algorithm, inputs=inputs_for(command), seed=seed, revealed=revealed)


def _seed(command: PublishDraw, state: DrawState) -> tuple[str, SeedRevealed | None]:
    """Return the seed, and of a committed one what it was made of."""
    if not isinstance(state, Committed):
        if command.public_value is not None:
            raise PublicValueWithoutCommitment(
                f"No seed of stage {command.stage.key!r} was committed to, so nothing is mixed with a public"
                " value; commit to one before the list is final, or give the value as the seed.",
                clause=command.clause,
            )
        if command.seed is None:
            raise SeedMissing(f"Stage {command.stage.key!r} has no committed seed; give one.")
        return printable(command.seed, "The seed"), None
    if command.seed is not None:
        raise SeedIsCommitted(
            f"The seed of stage {command.stage.key!r} is committed to; draw without giving one, with a public"
            " value of your choice if you like.",
            clause=command.clause,
        )
    secret = command.secret if state.committed.secret is None else state.committed.secret
    if secret is None or commitment_to(secret) != state.committed.commitment:
        raise CommittedSecretMissing(
            f"The secret that stage {command.stage.key!r} was committed to cannot be derived: the signing key"
            f" of {state.committed.committed_at.isoformat()} is missing. Put it back, and draw again.",
            clause=command.clause,
        )
    value, source = value_of(command.players), LIST_OF_PLAYERS
    if command.public_value is not None:
        value = printable(command.public_value, "The public value")
        source = printable(command.public_value_source or "", "The source of the public value")
    revealed = SeedRevealed(
        commitment=state.committed.commitment, secret=secret, public_value=value, source=source
    )
    return seed_of(secret, value), revealed


def inputs_for(command: PublishDraw) -> DrawInputs:
    """Return what the draw depends on. Raises what `inputs_of` raises."""
    return inputs_of(
        draw=draw_id(command.championship, command.stage.key, command.group),
        stage=command.stage.key,
        players=command.players,
        judges=command.judges,
        games=command.stage.games,
        tables=command.stage.tables,
        separations=command.separations,
        teams=command.teams,
        relations=command.relations,
        effort=command.effort,
    )


def _publish_seating(command: PublishSeating, state: DrawState) -> list[DrawEvent]:
    stage = command.stage
    demand_organizer(command.by, command.organizers, "publish a seating")
    _demand_not_drawn(stage, state)
    identity = draw_id(command.championship, stage.key, command.group)
    tables = seated(
        command.tables,
        draw=identity,
        stage=stage,
        players=command.players,
        judges=command.appointed_judges,
    )
    demand_free({table.judge for table in tables}, command.busy)
    _demand_right(
        stage, {table.judge for table in tables}, command.accredited_judges, command.accreditation_clause
    )
    players = {player for table in tables for player in table.seats}
    if len(players) > stage.players:
        raise TooManyPlayers(
            f"Stage {stage.key!r} is planned for {stage.players} players; {len(players)} are seated."
        )
    inputs = inputs_of(
        draw=identity,
        stage=stage.key,
        players=tuple(players),
        judges=tuple({table.judge for table in tables}),
        games=stage.games,
        tables=stage.tables,
    )
    return [
        DrawPublished(
            championship=command.championship,
            stage_kind=stage.kind,
            algorithm=IMPORTED,
            inputs=inputs,
            inputs_digest=inputs.digest(IMPORTED),
            seed="",
            tables=tables,
            by=command.by.id,
            published_at=command.at,
            group=command.group,
        )
    ]


def _demand_right(
    stage: StagePlan, judges: Collection[UUID], accredited: Collection[UUID] | None, clause: str | None
) -> None:
    lacking = [] if accredited is None else sorted(set(judges) - set(accredited))
    if lacking:
        raise NoRightToJudgeFinal(
            f"{', '.join(map(str, lacking))}: without a valid right to judge a final, and stage {stage.key!r}"
            " is one; name judges who hold it.",
            clause=clause,
            judges=[str(judge) for judge in lacking],
        )


def _demand_not_drawn(stage: StagePlan, state: DrawState) -> None:
    if isinstance(state, Published):
        raise DrawAlreadyPublished(
            f"Stage {stage.key!r} was drawn at {state.drawn.published_at.isoformat()}; read that draw."
        )


draw: Decider[DrawCommand, DrawState, DrawEvent] = Decider(
    category="draw", initial=initial, decide=decide, evolve=evolve
)
