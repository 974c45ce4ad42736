"""A reason that is given says something: spaces alone are none, wherever in a command they stand."""

from typing import Any

import msgspec

from services.gameplay.domain.errors import ReasonBlank

GIVEN_IN = frozenset({"reason", "note", "override"})


def demand_reasons(command: Any, path: str = "") -> None:
    """Raise ReasonBlank where a field for a reason, at any depth, holds white space only."""
    if isinstance(command, tuple):
        for number, one in enumerate(command):
            demand_reasons(one, f"{path}[{number}]")
    elif isinstance(command, msgspec.Struct):
        for name in command.__struct_fields__:
            value = getattr(command, name)
            where = f"{path}.{name}".removeprefix(".")
            if name in GIVEN_IN and isinstance(value, str) and not value.strip():
                raise ReasonBlank(f"{where} is blank; say why, or leave it out where it may be.", field=where)
            demand_reasons(value, where)
