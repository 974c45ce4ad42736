"""Ten seats as one game: what its rows must say alike, and the result that a judge would sign."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from deploy.local.importing.seats import YES, Seat
from deploy.local.importing.wrong import Findings
from services.registration.domain.texts import comparable
from shared.contracts.gameplay import (
    Award,
    BestMove,
    BestPlayerVote,
    BestPlayerVotes,
    Elimination,
    Ending,
    Result,
    SeatResult,
)
from shared.contracts.primitives import TEAM_OF, SeatNumber, Team, points_text
from shared.contracts.regulations import Regulations, Slug

SEATS = 10
NO_WINNER = "No winner in the imported results."
DEFEAT = "As in the imported results."


class RowCannotBe(Exception):  # noqa: N818 - what is the case
    """What a row says is not possible in its game, or under the regulations."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game of the file, seats in order. `judge` is a nick."""

    stage: str
    round: int
    table: int
    winner: Team | None
    judge: str
    seats: tuple[Seat, ...]

    @property
    def line(self) -> int:
        """Where the file first speaks of it."""
        return min(seat.line for seat in self.seats)

    @property
    def place(self) -> str:
        """Where it was played, in words."""
        return _place(self.stage, self.round, self.table)


def _place(stage: str, number: int, table: int) -> str:
    return f"stage {stage!r}, round {number}, table {table}"


def games_of(seats: Iterable[Seat]) -> list[Game]:
    """Return the games of seats, by place. Raises FileRefused with every game that is not one."""
    findings = Findings()
    grouped: dict[tuple[str, int, int], list[Seat]] = {}
    for seat in seats:
        grouped.setdefault((comparable(seat.stage), seat.round, seat.table), []).append(seat)
    games = []
    for together in grouped.values():
        game = _game(together, findings)
        if game is not None:
            games.append(game)
    findings.demand_none()
    return games


def _game(seats: list[Seat], findings: Findings) -> Game | None:
    before = len(findings.lines)
    stage, number, table = seats[0].stage, seats[0].round, seats[0].table
    where = _place(stage, number, table)
    _check_seats(seats, where, findings)
    _check_people(seats, where, findings)
    winners = _said_alike(seats, lambda seat: seat.winner, "winner", findings)
    if not winners:
        findings.note(seats[0].line, f"No row of {where} names a winner; write red, black or none.")
    judges = _said_alike(seats, lambda seat: seat.judge, "judge", findings)
    _said_alike(seats, lambda seat: seat.host_vote or "", "host_vote", findings)
    for name, marked in (
        ("first_killed", [seat for seat in seats if seat.first_killed]),
        ("best move", [seat for seat in seats if seat.best_move or seat.blacks_named is not None]),
        ("team_defeat", [seat for seat in seats if seat.team_defeat]),
    ):
        for seat in marked[1:]:
            findings.note(seat.line, f"{where} has two rows with {name}, the other is line {marked[0].line}.")
    if len(findings.lines) > before:
        return None
    return Game(
        stage=stage,
        round=number,
        table=table,
        winner=winners[0],
        judge=judges[0] if judges else f"Judge of table {table}",
        seats=tuple(sorted(seats, key=lambda seat: seat.seat)),
    )


def _check_seats(seats: Sequence[Seat], where: str, findings: Findings) -> None:
    lines: dict[int, int] = {}
    for seat in seats:
        if seat.seat in lines:
            findings.note(seat.line, f"Seat {seat.seat} of {where} is taken by line {lines[seat.seat]}.")
        lines.setdefault(seat.seat, seat.line)
    missing = [str(number) for number in range(1, SEATS + 1) if number not in lines]
    if missing:
        findings.note(seats[0].line, f"{where} has no row for seat {', '.join(missing)}; a table seats ten.")


def _check_people(seats: Sequence[Seat], where: str, findings: Findings) -> None:
    """Note who sits twice at a table, and who sits there although somebody sits in for him."""
    lines: dict[str, int] = {}
    for seat in seats:
        for nick in {comparable(seat.player): seat.player, comparable(seat.drawn): seat.drawn}.values():
            before = lines.setdefault(comparable(nick), seat.line)
            if before != seat.line:
                findings.note(seat.line, f"{nick!r} sits at {where} already, in line {before}.")


def _said_alike(
    seats: Sequence[Seat], value: Callable[[Seat], Any], column: str, findings: Findings
) -> list[Any]:
    """Return what the rows of one game say in a column: one thing, or nothing."""
    told = [seat for seat in seats if value(seat) != ""]
    for seat in told[1:]:
        if value(seat) != value(told[0]):
            findings.note(seat.line, f"{column} differs from that of the same game in line {told[0].line}.")
    return [value(seat) for seat in told[:1]]


def result_of(game: Game, ids: Mapping[str, UUID], regulations: Regulations) -> Result:
    """Return the result of a game. `ids` are those of players by comparable nick. Raises RowCannotBe.

    Where only the number of blacks is known that a best move named, the numbers are the lowest seats that
    give it, and `features` say "best_move_count" in place of "best_move".
    """
    seats = game.seats
    killed = next((seat.seat for seat in seats if seat.first_killed), None)
    maker = next((seat for seat in seats if seat.best_move or seat.blacks_named is not None), None)
    defeat = next((seat for seat in seats if seat.team_defeat), None)
    features: list[str] = []
    if killed is not None:
        features.append("first_killed")
    if maker is not None:
        features.append("best_move" if maker.best_move else "best_move_count")
    if all(seat.fouls is not None for seat in seats):
        features.append("fouls")
    return Result(
        winner=game.winner,
        seats=tuple(
            SeatResult(
                seat=seat.seat,
                player=ids[comparable(seat.player)],
                role=seat.role,
                fouls=seat.fouls or 0,
                substitute=bool(seat.substitute_for),
            )
            for seat in seats
        ),
        eliminations=tuple(
            Elimination(seat=seat.seat, cause="removal", time=seat.removed[0], number=seat.removed[1])
            for seat in sorted(seats, key=_removed_at)
            if seat.removed is not None
        ),
        first_killed=killed,
        best_move=None
        if maker is None
        else BestMove(seat=maker.seat, named=_named(maker, seats, regulations)),
        best_players=tuple(
            Award(seat=seat.seat, points=_best_player(seat, regulations))
            for seat in seats
            if seat.best_player
        ),
        best_player_votes=_votes(seats),
        extra_points=_awards((seat.seat, seat.extra) for seat in seats),
        penalties=_awards((seat.seat, seat.penalty) for seat in seats),
        team_defeat=None if defeat is None else defeat.seat,
        ending=_ending(game.winner, defeat),
        features=tuple(features),
    )


def _removed_at(seat: Seat) -> int:
    """Return when somebody was removed, as a number: night 0, day 1, night 1, day 2."""
    return 0 if seat.removed is None else 2 * seat.removed[1] - (seat.removed[0] == "day")


def _awards(points: Iterable[tuple[SeatNumber, Any]]) -> tuple[Award, ...]:
    return tuple(Award(seat=seat, points=points_text(worth)) for seat, worth in points if worth)


def _named(maker: Seat, seats: Collection[Seat], regulations: Regulations) -> tuple[SeatNumber, ...]:
    if maker.blacks_named is None:
        return maker.best_move
    black = [s.seat for s in seats if TEAM_OF[s.role] == "black" and s is not maker]
    red = [s.seat for s in seats if TEAM_OF[s.role] == "red" and s is not maker]
    names = regulations.play.best_move_names
    if maker.blacks_named > min(len(black), names):
        raise RowCannotBe(
            maker.line,
            f"blacks_named is {maker.blacks_named}, but {min(len(black), names)} could be named at most.",
        )
    return tuple(sorted([*black[: maker.blacks_named], *red[: names - maker.blacks_named]]))


def _best_player(seat: Seat, regulations: Regulations) -> str:
    rule = regulations.scoring.best_player
    if seat.best_player != YES:
        return seat.best_player
    if rule is None or len(rule.points) != 1:
        known = "knows no best player" if rule is None else f"gives {' or '.join(rule.points)}"
        raise RowCannotBe(
            seat.line, f"best_player is marked, but {regulations.title} {known}; write the points."
        )
    return rule.points[0]


def _votes(seats: Sequence[Seat]) -> BestPlayerVotes | None:
    cast = tuple(
        BestPlayerVote(voter=seat.seat, choice=seat.best_player_vote)
        for seat in seats
        if seat.best_player_vote is not None
    )
    host = next((seat.host_vote for seat in seats if seat.host_vote is not None), None)
    return None if host is None and not cast else BestPlayerVotes(seats=cast, host=host)


def _ending(winner: Team | None, defeat: Seat | None) -> Ending | None:
    if defeat is not None:
        offense: Slug | None = None if defeat.team_defeat.casefold() == YES else defeat.team_defeat
        return Ending(kind="team_defeat", reason=DEFEAT, offense=offense)
    return Ending(kind="stopped", reason=NO_WINNER) if winner is None else None
