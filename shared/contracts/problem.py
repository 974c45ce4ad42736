"""What is wrong with a document."""

from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal[
    "unknown_key", "missing_key", "doubled_key", "wrong_value", "contradiction", "unreachable"
]


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong. `path` as "scoring.compensation.cap" or "plan.stages[1].key"."""

    path: str
    kind: Kind
    message: str


Found: TypeAlias = tuple[str, Kind, str]
"""Path, kind and message of what a check found."""


def contradiction(path: str, message: str) -> Found:
    """Say that two settings cannot both hold."""
    return path, "contradiction", message


def unreachable(path: str, message: str) -> Found:
    """Say that nothing can ever come to a setting."""
    return path, "unreachable", message
