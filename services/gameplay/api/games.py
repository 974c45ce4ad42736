"""Games: the public list and view, and the judge's protocol."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from services.gameplay.api.handling import handle
from services.gameplay.api.schemas import (
    GameListed,
    GamesPage,
    GameView,
    ProtocolView,
    SummaryBody,
    cursor_of,
    place_of,
)
from services.gameplay.domain.errors import (
    ChampionshipUnknown,
    GameUnknown,
    ProtocolMissing,
    ProtocolNotPublic,
)
from services.gameplay.domain.game.decider import (
    EnterSummary,
    SignProtocol,
    StartGame,
)
from services.gameplay.projections import (
    what_does_the_protocol_say,
    which_games_are_there,
    which_rules_bind_a_championship,
    who_officiates,
)
from services.gameplay.projections.which_games_are_there import Status
from services.gameplay.projections.who_takes_part import entrants_of_game, left_of_game
from shared.contracts.regulations import Slug
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads

PAGE = 200
PUBLIC = {"public": True}
SEES_EVERY_PROTOCOL = {"chief_judge", "organizer"}


class GameController(Controller):
    """Read games and protocols; start, enter, sign."""

    path = "/v1"
    tags = ("games",)

    @get("/championships/{championship:uuid}/games", opt=PUBLIC)
    async def of_championship(
        self,
        championship: FromPath[UUID],
        reads: NamedDependency[Reads],
        stage: FromQuery[Slug | None] = None,
        group: FromQuery[Slug | None] = None,
        round_number: Annotated[int | None, QueryParameter(name="round", ge=1, le=1000)] = None,
        judge: FromQuery[UUID | None] = None,
        status: FromQuery[Status | None] = None,
        cursor: Annotated[str | None, QueryParameter(max_length=400)] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
    ) -> Response[GamesPage]:
        """List a championship's games in the order they were drawn."""
        if await reads.one(which_rules_bind_a_championship.known(championship)) is None:
            raise ChampionshipUnknown(f"No championship {championship} was announced.")
        rows = await reads.all(
            which_games_are_there.of_championship(
                championship,
                stage=stage,
                group=group,
                round_number=round_number,
                judge=judge,
                status=status,
                after=place_of(cursor) if cursor is not None else None,
                limit=limit + 1,
            )
        )
        more = cursor_of(rows[limit - 1]) if len(rows) > limit else None
        page = GamesPage(games=[GameListed.of(row) for row in rows[:limit]], next=more)
        link = reads.next_page(more) if more else None
        return reads.answer(page, headers=link)

    @get("/games/{game:uuid}", opt=PUBLIC)
    async def read(self, game: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[GameView]:
        """Show a game; its result from the signature on."""
        async with reads.connection() as connection:
            row = (await connection.execute(which_games_are_there.one(game))).one_or_none()
            if row is None:
                raise GameUnknown(f"No published draw holds game {game}.")
            protocol = (await connection.execute(what_does_the_protocol_say.signed(game))).one_or_none()
        result = what_does_the_protocol_say.result_of(protocol.result) if protocol is not None else None
        return reads.answer(GameView.of(row, result=result), version=row.version)

    @get("/games/{game:uuid}/protocol", opt=PUBLIC)
    async def protocol(self, game: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[ProtocolView]:
        """Show the protocol: before its signature to the table's judge, the chief judge and the organizer."""
        async with reads.connection() as connection:
            row = (await connection.execute(which_games_are_there.one(game))).one_or_none()
            if row is None:
                raise GameUnknown(f"No published draw holds game {game}.")
            protocol = (await connection.execute(what_does_the_protocol_say.one(game))).one_or_none()
            if protocol is None or protocol.signed_at is None:
                await _check_insider(connection, row, reads)
        if protocol is None:
            raise ProtocolMissing(f"No result was entered for game {game} yet.")
        view = ProtocolView(
            game=game,
            result=what_does_the_protocol_say.result_of(protocol.result),
            entered_by=protocol.entered_by,
            entered_at=protocol.entered_at,
            signed_at=protocol.signed_at,
            amended_at=protocol.amended_at,
            amended_by_ruling=protocol.amended_by_ruling,
            version=row.version,
        )
        return reads.answer(view, version=row.version)

    @post("/games/{game:uuid}/start", guards=[requires("participant")], status_code=200)
    async def start(self, game: FromPath[UUID], commands: NamedDependency[Commands]) -> Response[Accepted]:
        """Open the game, as its judge. Who takes part no more, or sits at two tables, is replaced first."""

        async def work(unit: Unit) -> Accepted:
            both = await unit.connection.execute(which_games_are_there.at_two_tables(game))
            command = StartGame(
                by=commands.principal.id,
                at=commands.now,
                left=await left_of_game(unit.connection, game),
                elsewhere=frozenset(both.scalars()),
            )
            return await handle(unit, game, command)

        return await commands.run(work, status=200)

    @post("/games/{game:uuid}/summary", guards=[requires("participant")], status_code=200)
    async def enter_summary(
        self, game: FromPath[UUID], data: JSONBody[SummaryBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Enter the whole result, or another in place of the one entered before, as the game's judge."""
        version = commands.demanded_version()
        substitutes = {seat.player for seat in data.result.seats if seat.substitute}

        async def work(unit: Unit) -> Accepted:
            command = EnterSummary(
                result=data.result,
                by=commands.principal.id,
                at=commands.now,
                entrants=await entrants_of_game(unit.connection, game, substitutes),
            )
            return await handle(unit, game, command, version)

        return await commands.run(work, status=200)

    @post("/games/{game:uuid}/signature", guards=[requires("participant")], status_code=200)
    async def sign(self, game: FromPath[UUID], commands: NamedDependency[Commands]) -> Response[Accepted]:
        """Sign the protocol, as the game's judge: the result becomes public and final."""
        version = commands.demanded_version()
        command = SignProtocol(by=commands.principal.id, at=commands.now)
        return await commands.run(lambda unit: handle(unit, game, command, version), status=200)


async def _check_insider(connection: Any, game: Any, reads: Reads) -> None:
    principal = reads.principal
    if principal is not None:
        if principal.id == game.judge:
            return
        roles = await connection.execute(who_officiates.roles_of(game.championship, principal.id))
        if SEES_EVERY_PROTOCOL & set(roles.scalars()):
            return
    raise ProtocolNotPublic(
        f"The protocol of game {game.game} is not signed: until then it is for the table's judge, the chief"
        " judge and the organizer."
    )
