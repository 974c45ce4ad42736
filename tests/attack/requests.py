"""Well-formed requests for every route, made from the OpenAPI documents: what an attacker sends first."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tests.contracts.make_openapi import document

SOME_UUID = UUID(int=0x5EED)
PATTERNS = {
    r"\S": "x",
    "^([01][0-9]|2[0-3]):[0-5][0-9]$": "10:30",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "2026-05-24",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?$": "2026-05-24T10:30",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$": "2026-05-24T10:30:00",
    r"^-?[0-9]{1,24}(\.[0-9]{1,6}|/[1-9][0-9]{0,23})?$": "1",
    r"^-?[0-9]+\.[0-9]{2}$": "1.00",
    r"^[0-9]{1,9}(\.[0-9]{1,2})?$": "500",
    "^https?://[!-~]+$": "https://x.example",
    "^[A-Z]{3}$": "UAH",
    "^[0-9a-f]{64}$": "0" * 64,
    "^[a-z0-9]+(-[a-z0-9]+)*$": "key",
    "^[a-z0-9][a-z0-9._-]{2,39}$": "login",
    "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$": "en",
}
FORMATS = {
    "uuid": str(SOME_UUID),
    "date-time": "2026-05-24T10:30:00Z",
    "date": "2026-05-24",
    "uri": "https://x.example",
}
PLACES = (
    *("championship", "championship_id", "game", "protest", "ruling", "file", "player", "person", "judge"),
    *(
        "stage",
        "stage_key",
        "sheet",
        "role",
        "regulations_id",
        "suspension_id",
        "client",
        "organizer",
        "series",
        "webhook",
    ),
)
"""Every name that a place in a path has."""


@dataclass(frozen=True)
class Operation:
    """One route of a service, as its document tells it."""

    service: str
    method: str
    path: str
    body: Any
    """A body that fits the document; None where the route takes none."""

    @property
    def name(self) -> str:
        """The route as the access table writes it."""
        return f"{self.service} {self.method} {self.path}"

    def filled(self, ids: Mapping[str, str]) -> str:
        """Return the path with an id in every place. Raises KeyError for a place that has none."""
        return re.sub(r"\{(\w+)\}", lambda place: ids[place[1]], self.path)


def operations(service: str) -> Iterator[Operation]:
    """Yield every operation of a service."""
    whole = document(service)
    for path, methods in whole["paths"].items():
        for method, told in methods.items():
            if method in {"get", "post", "put", "delete", "patch"}:
                content = told.get("requestBody", {}).get("content", {})
                schema = content.get("application/json", {}).get("schema")
                body = None if schema is None else instance(schema, whole["components"]["schemas"])
                yield Operation(service, method.upper(), path, body)


def instance(schema: Mapping[str, Any], known: Mapping[str, Any], depth: int = 0) -> Any:  # noqa: C901, PLR0911, PLR0912 - one case each
    """Return the smallest thing that fits a JSON schema."""
    if "$ref" in schema:
        return instance(known[schema["$ref"].rpartition("/")[2]], known, depth + 1)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return next(value for value in schema["enum"] if value is not None)
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            options = [one for one in schema[choice] if one.get("type") != "null"]
            return instance(options[0], known, depth + 1)
    if "allOf" in schema:
        merged: dict[str, Any] = {}
        for one in schema["allOf"]:
            merged |= instance(one, known, depth + 1)
        return merged
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next(one for one in kind if one != "null")
    match kind:
        case "object":
            needed = schema.get("required", [])
            properties = schema.get("properties", {})
            return {name: instance(properties[name], known, depth + 1) for name in needed}
        case "array":
            if "prefixItems" in schema:
                return [instance(one, known, depth + 1) for one in schema["prefixItems"]]
            count = schema.get("minItems", 0)
            items = schema.get("items", {})
            return [_other(instance(items, known, depth + 1), n) for n in range(count)]
        case "integer" | "number":
            return int(min(max(schema.get("minimum", 1), 1), schema.get("maximum", 1_000_000)))
        case "boolean":
            return True
        case "string":
            return _text(schema)
        case _:
            return {}


def _other(value: Any, number: int) -> Any:
    """Return another one of the same kind, for lists whose items differ."""
    if value == str(SOME_UUID):
        return str(UUID(int=SOME_UUID.int + number))
    return value


def _text(schema: Mapping[str, Any]) -> str:
    if "format" in schema and schema["format"] in FORMATS:
        return str(FORMATS[schema["format"]])
    pattern = schema.get("pattern")
    if pattern is None:
        return "x" * int(max(1, schema.get("minLength", 1)))
    if pattern not in PATTERNS:
        raise KeyError(f"tests/attack/requests.py: give PATTERNS a text that matches {pattern!r}")
    fitting: str = PATTERNS[pattern].ljust(schema.get("minLength", 0), "x")
    return fitting
