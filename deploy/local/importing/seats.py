"""One row of the file as one seat of a game: what each cell may hold."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from deploy.local.importing.reading import ATTRIBUTE, REQUIRED, Row
from deploy.local.importing.wrong import Findings
from services.registration.domain.texts import printable
from shared.contracts.gameplay import DayTime
from shared.contracts.primitives import Role, Team, points_text
from shared.eventsourcing.refusal import Refusal

ROLES: Mapping[str, Role] = {
    "civilian": "civilian", "citizen": "civilian", "мирный": "civilian", "мирный житель": "civilian",
    "sheriff": "sheriff", "шериф": "sheriff", "mafia": "mafia", "мафия": "mafia", "don": "don", "дон": "don",
}  # fmt: skip
WINNERS: Mapping[str, Team | None] = {
    "red": "red", "красные": "red", "black": "black", "черные": "black", "чёрные": "black",
    "none": None, "нет": None,
}  # fmt: skip
MARKS: Mapping[str, bool] = {
    "yes": True, "y": True, "true": True, "1": True, "x": True, "+": True, "да": True,
    "no": False, "n": False, "false": False, "0": False, "-": False, "нет": False,
}  # fmt: skip
TIMES: Mapping[str, DayTime] = {
    "day": "day", "d": "day", "день": "day", "night": "night", "n": "night", "ночь": "night",
}  # fmt: skip
NICK_LENGTH = 40
YES = "yes"
Value = TypeVar("Value")


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A seat of a game as its row says it. Points are exact numbers; nothing is checked against rules yet."""

    line: int
    stage: str
    round: int
    table: int
    seat: int
    player: str
    role: Role
    winner: Team | str | None = None
    """`""`: the row leaves it to another row of the game."""
    first_killed: bool = False
    best_move: tuple[int, ...] = ()
    blacks_named: int | None = None
    extra: Fraction = Fraction(0)
    penalty: Fraction = Fraction(0)
    """0 or negative."""
    best_player: str = ""
    """Points, `yes` for the points of the regulations, or nothing."""
    best_player_vote: int | None = None
    host_vote: int | None = None
    fouls: int | None = None
    removed: tuple[DayTime, int] | None = None
    team_defeat: str = ""
    substitute_for: str = ""
    judge: str = ""
    club: str = ""
    city: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def drawn(self) -> str:
        """Who was to sit here."""
        return self.substitute_for or self.player


def seats_of(rows: list[Row]) -> list[Seat]:
    """Return the seats of rows. Raises FileRefused with every cell that is wrong."""
    findings = Findings()
    seats = [seat for row in rows if (seat := _seat(row, findings)) is not None]
    findings.demand_none()
    return seats


def _seat(row: Row, findings: Findings) -> Seat | None:
    """Return the seat of a row, or None after noting what is wrong with it."""
    before = len(findings.lines)

    def cell(column: str, read: Callable[[str], Value], default: Value) -> Value:
        written = row.cells.get(column)
        if written is None:
            return default
        try:
            return read(written)
        except (ValueError, Refusal) as wrong:
            findings.note(row.line, f"{column} {written[:60]!r}: {str(wrong).removesuffix('.')}.")
            return default

    for column in REQUIRED:
        if column not in row.cells and column != "winner":
            findings.note(row.line, f"{column} is empty.")
    seat = Seat(
        line=row.line,
        stage=row.cells.get("stage", ""),
        round=cell("round", _number(1, 1000), 1),
        table=cell("table", _number(1, 1000), 1),
        seat=cell("seat", _number(1, 10), 1),
        player=cell("player", _nick, ""),
        role=cell("role", _one_of(ROLES), "civilian"),
        winner=cell("winner", _one_of(WINNERS), ""),
        first_killed=cell("first_killed", _one_of(MARKS), default=False),
        best_move=cell("best_move", _seat_numbers, ()),
        blacks_named=cell("blacks_named", _number(0, 3), None),
        extra=cell("extra", _points, Fraction(0)),
        penalty=-abs(cell("penalty", _points, Fraction(0))),
        best_player=cell("best_player", _points_or_mark, ""),
        best_player_vote=cell("best_player_vote", _number(1, 10), None),
        host_vote=cell("host_vote", _number(1, 10), None),
        fouls=cell("fouls", _number(0, 10), None),
        removed=cell("removed", _day_or_night, None),
        team_defeat=row.cells.get("team_defeat", ""),
        substitute_for=cell("substitute_for", _nick, ""),
        judge=cell("judge", _nick, ""),
        club=row.cells.get("club", ""),
        city=row.cells.get("city", ""),
        attributes={
            name.removeprefix(ATTRIBUTE): text
            for name, text in row.cells.items()
            if name.startswith(ATTRIBUTE)
        },
    )
    if seat.best_move and seat.blacks_named is not None:
        findings.note(row.line, "best_move and blacks_named are both filled; give one.")
    if seat.substitute_for and seat.substitute_for == seat.player:
        findings.note(row.line, f"{seat.player!r} cannot sit in for himself; leave substitute_for empty.")
    return seat if len(findings.lines) == before else None


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(written: str) -> int:
        if not re.fullmatch(r"[0-9]{1,6}(\.0)?", written) or not least <= int(float(written)) <= most:
            raise ValueError(f"a whole number from {least} to {most} is needed")
        return int(float(written))

    return read


def _one_of(words: Mapping[str, Value]) -> Callable[[str], Value]:
    def read(written: str) -> Value:
        if written.casefold() not in words:
            raise ValueError(f"one of these is needed: {', '.join(words)}")
        return words[written.casefold()]

    return read


def _nick(written: str) -> str:
    return printable(written, "The nick", limit=NICK_LENGTH)


def _points(written: str) -> Fraction:
    plain = written.replace("\N{MINUS SIGN}", "-").replace(",", ".").removeprefix("+")
    if not re.fullmatch(r"-?[0-9]{1,6}(\.[0-9]{1,6})?", plain):
        raise ValueError("a number such as 0.25 is needed")
    return Fraction(plain)


def _points_or_mark(written: str) -> str:
    try:
        points = _points(written)
    except ValueError:
        return YES if _one_of(MARKS)(written) else ""
    return points_text(points) if points else ""


def _seat_numbers(written: str) -> tuple[int, ...]:
    parts = [part for part in re.split(r"[\s,;./]+", written) if part]
    numbers = tuple(int(part) for part in parts if re.fullmatch(r"10|[1-9]", part))
    if len(numbers) != len(parts):
        raise ValueError("seat numbers such as '3 5 9' are needed")
    return numbers


def _day_or_night(written: str) -> tuple[DayTime, int]:
    found = re.fullmatch(r"([^\W\d]+)\s*([0-9]{1,2})", written.casefold())
    if found is None or found[1] not in TIMES or int(found[2]) > 30:  # noqa: PLR2004 - the contract's limit
        raise ValueError("a day or a night is needed, such as 'day 2' or 'night 1'")
    return TIMES[found[1]], int(found[2])
