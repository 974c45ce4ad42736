"""What is found: checks, and what differs in them; and the written form that checksums are of."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple


class Difference(NamedTuple):
    """One thing that the archive holds, and what it must be.

    `where`: a table, an event by source and place, or a part of the archive; `player` where it is one's.
    """

    where: str
    player: str | None
    what: str
    archived: str
    found: str


class Check(NamedTuple):
    """What was checked, how many of it, and what differs."""

    name: str
    number: int
    differences: list[Difference]


Counted = Iterator[Difference | None]
"""Something for each thing that was looked at: None where it is as it must be."""


def same(where: str, what: str, archived: Any, found: Any, player: str | None = None) -> Difference | None:
    """Return the difference of two values, or None."""
    return None if archived == found else Difference(where, player, what, text_of(archived), text_of(found))


def text_of(value: Any) -> str:
    """Return a value as a line of a report shows it."""
    if isinstance(value, str | Fraction):
        return str(value)
    return "nothing" if value is None else canonical(value).decode()


def canonical(content: Any) -> bytes:
    """Return the JSON that is hashed: keys sorted, no space, UTF-8."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(content: Any) -> str:
    """Return the checksum of a content."""
    return hashlib.sha256(canonical(content)).hexdigest()


def told(checks: Iterable[Check]) -> list[str]:
    """Return what was found, a line for each check and each difference."""
    lines = []
    for one in checks:
        wrong = len(one.differences)
        lines.append(f"{one.name}: {f'{wrong} of {one.number} differ' if wrong else f'{one.number} agree'}")
        lines += [
            f"  {where}{f', player {player}' if player else ''}: {what} is {archived}, and must be {found}"
            for where, player, what, archived, found in one.differences
        ]
    return lines
