"""Words that several publishers share: points, roles, teams, seats, and the base of every public event."""

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

import msgspec

Points: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^-?[0-9]{1,24}(\.[0-9]{1,6}|/[1-9][0-9]{0,23})?$",
        max_length=50,
        description="An exact number: a decimal ('0.5', '-1') or a fraction ('1/3'). Never a float.",
        examples=["0.5"],
    ),
]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10, description="A seat at the table, 1 to 10.")]
Role: TypeAlias = Literal["civilian", "sheriff", "mafia", "don"]
Team: TypeAlias = Literal["red", "black"]
DECIMALS = 6
"""Places of a decimal in `Points`; what needs more is written as a fraction."""
TEAM_OF: dict[Role, Team] = {"civilian": "red", "sheriff": "red", "mafia": "black", "don": "black"}
COMPOSITION: dict[Role, int] = {"civilian": 6, "sheriff": 1, "mafia": 2, "don": 1}
"""How many of each role sit at a table of ten (O-GAME-2, C-GAME-1)."""


class PublicEvent(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A fact one service tells the others. Its class name is its type on the wire.

    Unknown fields are ignored when an event is read, so that a publisher may add some.
    """


def exact(points: str) -> Fraction:
    """Return the exact value of a `Points` string."""
    return Fraction(points)


def points_text(value: Fraction) -> str:
    """Write an exact value as `Points`: a decimal where six places are enough, else a fraction.

    >>> points_text(Fraction(3, 2)), points_text(Fraction(1, 3))
    ('1.5', '1/3')
    """
    scaled = value * 10**DECIMALS
    if scaled.denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    whole, part = divmod(abs(scaled.numerator), 10**DECIMALS)
    decimals = f".{part:0{DECIMALS}}".rstrip("0").rstrip(".")
    return f"{'-' if value < 0 else ''}{whole}{decimals}"
