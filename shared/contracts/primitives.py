"""Words that several publishers share: points, roles, teams, seats, and the base of every public event."""

from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

import msgspec

Points: TypeAlias = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^-?[0-9]{1,6}(\.[0-9]{1,6}|/[1-9][0-9]{0,12})?$",
        max_length=24,
        description="An exact number: a decimal ('0.5', '-1') or a fraction ('1/3'). Never a float.",
        examples=["0.5"],
    ),
]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=10, description="A seat at the table, 1 to 10.")]
Role: TypeAlias = Literal["civilian", "sheriff", "mafia", "don"]
Team: TypeAlias = Literal["red", "black"]
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
    """Write an exact value as `Points`: a terminating decimal where there is one, else a fraction.

    >>> points_text(Fraction(3, 2)), points_text(Fraction(1, 3))
    ('1.5', '1/3')
    """
    denominator = value.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    decimal = Decimal(value.numerator) / Decimal(value.denominator)
    return format(decimal.normalize(), "f")
