"""A regulations document checked as a whole: everything that is wrong with it, at once, each with its path.

`form` finds what is no document (unknown keys, missing ones, values of the wrong kind); `CHECKS` find
what cannot be meant (settings that contradict one another, settings that nothing can ever reach).
"""

import json
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

import msgspec

from shared.contracts.checks_of_scoring import SCORING_CHECKS
from shared.contracts.problem import Found, Problem
from shared.contracts.regulations import Regulations

Check: TypeAlias = Callable[[Regulations], Iterator[Found]]
CHECKS: tuple[Check, ...] = SCORING_CHECKS
"""Each yields what it finds in a document whose form is right."""


def problems_of(document: bytes | str | Mapping[str, Any] | Regulations) -> list[Problem]:
    """Return everything that is wrong with a document, by path; nothing where it may be used.

    Text is read as JSON, in which a key that stands twice is a problem too. Contradictions are looked
    for once the form is right.
    """
    if isinstance(document, Regulations):
        return _meaning(document)
    doubled: list[Problem] = []
    raw: Any = document
    if isinstance(document, bytes | str):
        try:
            raw = json.loads(document, object_pairs_hook=lambda pairs: _object(pairs, doubled))
        except ValueError as error:
            return [Problem(path="", kind="wrong_value", message=f"This is no JSON: {error}.")]
    wrong = doubled + list(form(raw, Regulations, ""))
    return sorted(wrong or _meaning(msgspec.convert(raw, type=Regulations)), key=lambda one: one.path)


def _object(pairs: list[tuple[str, Any]], doubled: list[Problem]) -> dict[str, Any]:
    held: dict[str, Any] = {}
    for key, value in pairs:
        if key in held:
            message = f"The key {key!r} stands twice in one object; leave one of them."
            doubled.append(Problem(path=key, kind="doubled_key", message=message))
        held[key] = value
    return held


def _meaning(document: Regulations) -> list[Problem]:
    found = [one for check in CHECKS for one in check(document)]
    return sorted(
        (Problem(path=path, kind=kind, message=message) for path, kind, message in found),
        key=lambda one: one.path,
    )


def form(value: Any, annotation: Any, path: str) -> Iterator[Problem]:
    """Yield where a value does not have the form of a type, as deep as it can be told."""
    inner = list(_inside(value, _chosen(value, annotation), path))
    yield from inner
    if not inner:
        try:
            msgspec.convert(value, type=annotation)
        except msgspec.ValidationError as error:
            yield Problem(path=path, kind="wrong_value", message=f"{error}.")


def _inside(value: Any, annotation: Any, path: str) -> Iterator[Problem]:
    origin = get_origin(annotation)
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        if isinstance(value, dict):
            yield from _fields(value, annotation, path)
    elif origin is dict and isinstance(value, dict):
        of_key, of_value = get_args(annotation)
        for key, one in value.items():
            yield from form(key, of_key, _below(path, key))
            yield from form(one, of_value, _below(path, key))
    elif origin is tuple and isinstance(value, list):
        for index, one in enumerate(value):
            yield from form(one, get_args(annotation)[0], f"{path}[{index}]")


def _fields(value: dict[str, Any], struct: type[msgspec.Struct], path: str) -> Iterator[Problem]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    for key in value.keys() - fields.keys():
        near = get_close_matches(key, fields, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(fields)}."
        message = f"There is no setting {key!r}; {hint}"
        yield Problem(path=_below(path, key), kind="unknown_key", message=message)
    for name, field in fields.items():
        if name in value:
            yield from form(value[name], field.type, _below(path, name))
        elif field.required:
            yield Problem(path=_below(path, name), kind="missing_key", message=f"{name!r} is needed here.")


def _chosen(value: Any, annotation: Any) -> Any:
    """Return the type to look inside of: without its constraints, and the one of a union that may hold it."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _chosen(value, get_args(annotation)[0])
    if origin in (Union, UnionType):
        options = [_chosen(value, one) for one in get_args(annotation) if one is not type(None)]
        return options[0] if len(options) == 1 else None
    return annotation if origin is not Literal else None


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
