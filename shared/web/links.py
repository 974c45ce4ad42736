"""Links in the OpenAPI documents: where one goes with the id that a command answered with.

A route says what it makes in its `opt`, as `makes={"protest": "id"}`: the name of the place that takes it and
the field of the answer that has it. Clients follow links, and so does whoever tries the API by chance.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from litestar.openapi.spec import Link, OpenAPIResponse, Operation

_PLACE = re.compile(r"\{(\w+)\}")
_MADE = frozenset({"200", "201", "202"})
Makes = Mapping[str, str]


def link(operations: Sequence[tuple[str, Operation, Makes]]) -> None:
    """Add to operations that make something, by path, what takes it and nothing else that is not known."""
    for path, operation, makes in operations:
        for status, answer in (operation.responses or {}).items():
            if makes and status in _MADE and isinstance(answer, OpenAPIResponse):
                answer.links = dict(_followers(path, makes, operations))


def _followers(
    path: str, makes: Makes, operations: Sequence[tuple[str, Operation, Makes]]
) -> Iterator[tuple[str, Link]]:
    known = {place: f"$request.path.{place}" for place in _PLACE.findall(path)}
    made = {
        place: f"$response.body#/{field}" for name, field in makes.items() for place in (name, f"{name}_id")
    }
    for target, operation, _ in operations:
        places = _PLACE.findall(target)
        if operation.operation_id is None or not made.keys() & set(places):
            continue
        if all(place in made or place in known for place in places):
            yield (
                operation.operation_id,
                Link(
                    operation_id=operation.operation_id,
                    parameters={place: made.get(place) or known[place] for place in places},
                ),
            )
