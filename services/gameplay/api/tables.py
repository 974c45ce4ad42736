"""The table while it is played: moves, corrections, the close; the judge's view and the hall's."""

import secrets
from typing import Any
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy.ext.asyncio import AsyncConnection

from services.gameplay.api.handling import handle, handled
from services.gameplay.api.table_schemas import (
    CloseBody,
    CorrectionBody,
    HallView,
    JudgesTable,
    LogBody,
    MoveAccepted,
    MoveBody,
    ReasonBody,
    ReplayAccepted,
    ResultCorrectionBody,
    SeatsBody,
    SubstitutionBody,
)
from services.gameplay.domain.errors import GameUnknown, NotTheTableJudge
from services.gameplay.domain.game.amending import ConfirmCorrection, ProposeCorrection
from services.gameplay.domain.game.arranging import CorrectSeats, GiveBack, StepIn, SubstitutePlayer
from services.gameplay.domain.game.dealing import dealt_from
from services.gameplay.domain.game.decider import GameCommand, again, decider
from services.gameplay.domain.game.judges_view import judges_view, last_check
from services.gameplay.domain.game.live import CloseProtocol, CorrectMove, EnterLog, RecordMove
from services.gameplay.domain.game.moves import DonChecked, SheriffChecked
from services.gameplay.domain.game.protocol import Awards
from services.gameplay.domain.game.replaying import OrderReplay
from services.gameplay.domain.game.state import Ended, Running, Signed, Unscheduled
from services.gameplay.projections import how_does_a_table_stand, which_games_are_there, who_officiates
from services.gameplay.projections.who_takes_part import entrants_of_game
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads

PUBLIC = {"public": True}
JUDGES = [requires("participant")]
OFFICIALS = [requires("participant", "organizer")]
ARRANGES_PLAYERS = {"chief_judge", "organizer"}
SEED_BYTES = 16


class TableController(Controller):
    """Write a protocol move by move, and read how the table stands."""

    path = "/v1/games/{game:uuid}"
    tags = ("tables",)

    @get("/hall", opt=PUBLIC)
    async def hall(self, game: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[HallView]:
        """Show what the hall may see: day or night, who is out and how."""
        async with reads.connection() as connection:
            row = (await connection.execute(which_games_are_there.one(game))).one_or_none()
            if row is None:
                raise GameUnknown(f"No published draw holds game {game}.")
            table = (await connection.execute(how_does_a_table_stand.one(game))).one_or_none()
        seen = how_does_a_table_stand.hall_of(table.hall) if table is not None and table.hall else None
        view = HallView(
            game=game,
            status=row.status,
            seats=row.seats,
            phase=seen.phase if seen is not None else None,
            number=seen.number if seen is not None else 0,
            out=seen.out if seen is not None else (),
            started_at=row.started_at,
            ended_at=row.ended_at,
            progressed_at=seen.progressed_at if seen is not None else None,
        )
        return reads.answer(view, version=row.version)

    @get("/table", guards=JUDGES)
    async def table(self, game: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[JudgesTable]:
        """Show the table to who judges it, and to the chief judge: turns, what is allowed, secrets."""
        async with reads.connection() as connection:
            listed = (await connection.execute(which_games_are_there.one(game))).one_or_none()
            stored = (await connection.execute(how_does_a_table_stand.one(game))).one_or_none()
            state = how_does_a_table_stand.state_of(stored.game_state) if stored is not None else None
            if listed is None or stored is None or state is None or isinstance(state, Unscheduled):
                raise GameUnknown(f"No published draw holds game {game}.")
            person = reads.principal.id if reads.principal is not None else None
            if person != state.setting.writer and not await _is_chief_judge(connection, game, person):
                raise NotTheTableJudge("The table as its judge sees it is for its judge and the chief judge.")
        view = JudgesTable(
            game=game,
            version=stored.version,
            status=listed.status,
            seats=listed.seats,
            judged_by=state.setting.writer,
            table=judges_view(state),
        )
        return reads.answer(view, version=stored.version)

    @post("/moves", guards=JUDGES, status_code=200)
    async def record(
        self, game: FromPath[UUID], data: JSONBody[MoveBody], commands: NamedDependency[Commands]
    ) -> Response[MoveAccepted]:
        """Enter what happened; a check is answered. With `override` it stands against a rule.

        What removes somebody or ends the game is confirmed by sending it again with `confirm`.
        """
        return await _moved(
            game,
            RecordMove(
                move=data.move,
                number=data.number,
                override=data.override,
                asked=True,
                confirm=data.confirm,
                by=commands.principal.id,
                at=commands.now,
            ),
            commands,
        )

    @post("/deal", guards=JUDGES, status_code=200)
    async def deal(self, game: FromPath[UUID], commands: NamedDependency[Commands]) -> Response[MoveAccepted]:
        """Let the server draw the cards, from a seed that stays in the protocol."""
        move = dealt_from(secrets.token_hex(SEED_BYTES))
        return await _moved(game, RecordMove(move=move, by=commands.principal.id, at=commands.now), commands)

    @post("/log", guards=JUDGES, status_code=200)
    async def enter_log(
        self, game: FromPath[UUID], data: JSONBody[LogBody], commands: NamedDependency[Commands]
    ) -> Response[MoveAccepted]:
        """Enter a written log at once, all of it or nothing; also after a summary."""
        command = EnterLog(log=data.log, by=commands.principal.id, at=commands.now)
        return await _moved(game, command, commands)

    @post("/corrections", guards=JUDGES, status_code=200)
    async def correct(
        self, game: FromPath[UUID], data: JSONBody[CorrectionBody], commands: NamedDependency[Commands]
    ) -> Response[MoveAccepted]:
        """Correct an entry; the answer lists every entry that no longer holds."""
        return await _moved(
            game,
            CorrectMove(
                number=data.number,
                moves=data.moves,
                reason=data.reason,
                override=data.override,
                by=commands.principal.id,
                at=commands.now,
            ),
            commands,
        )

    @post("/close", guards=JUDGES, status_code=200)
    async def close(
        self, game: FromPath[UUID], data: JSONBody[CloseBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """End a game that is over: its result follows from the protocol, with what the judge adds."""
        awards = Awards(
            best_players=data.best_players,
            extra_points=data.extra_points,
            penalties=data.penalties,
            best_player_votes=data.best_player_votes,
        )
        command = CloseProtocol(
            awards=awards, override=data.override, by=commands.principal.id, at=commands.now
        )
        return await _changed(game, command, commands)

    @post("/judge", guards=JUDGES, status_code=200)
    async def step_in(
        self, game: FromPath[UUID], data: JSONBody[ReasonBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Judge the table in its judge's place, as the chief judge."""
        version = commands.demanded_version()

        async def work(unit: Unit) -> Accepted:
            person = commands.principal.id
            chief = await _is_chief_judge(unit.connection, game, person)
            command = StepIn(reason=data.reason, by=person, is_chief_judge=chief, at=commands.now)
            return await handle(unit, game, command, version)

        return await commands.run(work, status=200)

    @post("/judge/return", guards=JUDGES, status_code=200)
    async def give_back(
        self, game: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Give the table back to its judge."""
        return await _changed(game, GiveBack(by=commands.principal.id, at=commands.now), commands)

    @post("/substitutions", guards=OFFICIALS, status_code=200)
    async def substitute(
        self, game: FromPath[UUID], data: JSONBody[SubstitutionBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Let somebody else play at a seat, before the start."""
        version = commands.demanded_version()

        async def work(unit: Unit) -> Accepted:
            person = commands.principal.id
            command = SubstitutePlayer(
                seat=data.seat,
                player=data.player,
                reason=data.reason,
                is_entered=bool(await entrants_of_game(unit.connection, game, {data.player})),
                by=person,
                is_official=bool(ARRANGES_PLAYERS & await _roles(unit.connection, game, person)),
                elsewhere=await unit.connection.scalar(
                    which_games_are_there.started_elsewhere(game, data.player)
                ),
                at=commands.now,
            )
            return await handle(unit, game, command, version)

        return await commands.run(work, status=200)

    @post("/seats", guards=JUDGES, status_code=200)
    async def correct_seats(
        self, game: FromPath[UUID], data: JSONBody[SeatsBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Note how the ten really sit, all at once; the protocol goes with the seats."""
        command = CorrectSeats(
            seats=data.seats, reason=data.reason, by=commands.principal.id, at=commands.now
        )
        return await _changed(game, command, commands)

    @post("/result-corrections", guards=JUDGES, status_code=200)
    async def propose_correction(
        self, game: FromPath[UUID], data: JSONBody[ResultCorrectionBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Propose a correction of a signed result, as its judge or the chief judge."""
        version = commands.demanded_version()
        substitutes = {seat.player for seat in data.result.seats if seat.substitute}

        async def work(unit: Unit) -> Accepted:
            person = commands.principal.id
            command = ProposeCorrection(
                result=data.result,
                reason=data.reason,
                by=person,
                is_chief_judge=await _is_chief_judge(unit.connection, game, person),
                at=commands.now,
                entrants=await entrants_of_game(unit.connection, game, substitutes),
            )
            return await handle(unit, game, command, version)

        return await commands.run(work, status=200)

    @post("/result-corrections/confirmation", guards=JUDGES, status_code=200)
    async def confirm_correction(
        self, game: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Agree to the proposed correction, as the other of the two: the result is amended."""
        version = commands.demanded_version()

        async def work(unit: Unit) -> Accepted:
            person = commands.principal.id
            chief = await _is_chief_judge(unit.connection, game, person)
            command = ConfirmCorrection(by=person, is_chief_judge=chief, at=commands.now)
            return await handle(unit, game, command, version)

        return await commands.run(work, status=200)

    @post("/replay", guards=OFFICIALS, status_code=200)
    async def order_replay(
        self, game: FromPath[UUID], data: JSONBody[ReasonBody], commands: NamedDependency[Commands]
    ) -> Response[ReplayAccepted]:
        """Let an annulled game be played again, as the chief judge or the organizer."""
        version = commands.demanded_version()

        async def work(unit: Unit) -> ReplayAccepted:
            person = commands.principal.id
            command = OrderReplay(
                replay=commands.new_id(),
                reason=data.reason,
                by=person,
                is_official=bool(ARRANGES_PLAYERS & await _roles(unit.connection, game, person)),
                at=commands.now,
            )
            done = await handled(unit, game, command, version)
            await unit.handle(decider, command.replay, again(command.replay, done.state, at=commands.now))
            return ReplayAccepted(id=game, version=done.version, replay=command.replay)

        return await commands.run(work, status=200)


async def _changed(game: UUID, command: GameCommand, commands: Commands) -> Response[Accepted]:
    version = commands.demanded_version()
    return await commands.run(lambda unit: handle(unit, game, command, version), status=200)


async def _moved(
    game: UUID, command: RecordMove | EnterLog | CorrectMove, commands: Commands
) -> Response[MoveAccepted]:
    version = commands.demanded_version()

    async def work(unit: Unit) -> MoveAccepted:
        done = await handled(unit, game, command, version)
        assert isinstance(done.state, Running | Ended | Signed)  # noqa: S101 - others are refused
        play = done.state.play
        checked = isinstance(command, RecordMove) and isinstance(command.move, DonChecked | SheriffChecked)
        return MoveAccepted(
            id=game,
            version=done.version,
            number=command.number if isinstance(command, CorrectMove) else len(play.entries),
            check=last_check(play) if checked else None,
            doubts=play.doubts,
        )

    return await commands.run(work, status=200)


async def _roles(connection: AsyncConnection, game: UUID, person: UUID | None) -> set[str]:
    row: Any = (await connection.execute(which_games_are_there.one(game))).one_or_none()
    if row is None or person is None:
        return set()
    return set((await connection.execute(who_officiates.roles_of(row.championship, person))).scalars())


async def _is_chief_judge(connection: AsyncConnection, game: UUID, person: UUID | None) -> bool:
    return "chief_judge" in await _roles(connection, game, person)
