"""What the OpenAPI documents say beside what litestar reads off the handlers: errors, headers, access."""

import re
from collections.abc import Iterator
from typing import Any

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.spec import (
    OpenAPIFormat,
    OpenAPIMediaType,
    OpenAPIResponse,
    OpenAPIType,
    Operation,
    Parameter,
    Reference,
    Schema,
)

from shared.web.commands import KEY_HEADER
from shared.web.links import link
from shared.web.problems import MEDIA_TYPE

_METHODS = ("get", "put", "post", "delete", "patch")
_TEXT = Schema(type=OpenAPIType.STRING)
_PROBLEM = Schema(
    type=OpenAPIType.OBJECT,
    description="What went wrong (RFC 9457).",
    required=["type", "title", "status", "code", "detail"],
    properties={
        "type": Schema(type=OpenAPIType.STRING, description="urn:consigliere:problem:<code>"),
        "title": _TEXT,
        "status": Schema(type=OpenAPIType.INTEGER),
        "code": Schema(type=OpenAPIType.STRING, description="Stable: the rule that was broken."),
        "detail": Schema(type=OpenAPIType.STRING, description="What was expected, and what to do."),
        "instance": _TEXT,
        "clause": Schema(type=OpenAPIType.STRING, description="The clause of the regulations."),
        "version": Schema(type=OpenAPIType.INTEGER, description="The current version, where one conflicts."),
        "errors": Schema(type=OpenAPIType.ARRAY, items=Schema(type=OpenAPIType.OBJECT)),
        "facts": Schema(type=OpenAPIType.OBJECT, description="What else the rule has to say."),
    },
)
_ANSWER = OpenAPIResponse(
    description="What went wrong, as a problem document.",
    content={MEDIA_TYPE: OpenAPIMediaType(schema=Reference(ref="#/components/schemas/ProblemDetails"))},
)
_FILE = Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY)
_KEY = Parameter(
    name=KEY_HEADER,
    param_in="header",
    required=True,
    description="Any text of the caller's own, as a UUID: the same key and request give one answer, once.",
    schema=Schema(type=OpenAPIType.STRING, pattern=r"^[\x21-\x7e]{1,200}$"),
)
_MATCH = Parameter(
    name="If-Match",
    param_in="header",
    required=False,
    description="The ETag read last, where the command changes something that exists.",
    schema=Schema(type=OpenAPIType.STRING, pattern=r'^"v[0-9]{1,9}"$'),
)


def describe(app: Litestar) -> None:
    """Add to every operation its problem answer, its token, the headers that a command carries, its files.

    A read that gives more than JSON names the media types in its `opt`: `files=("text/csv",)`.
    """
    schema = app.openapi_schema
    schema.components.schemas["ProblemDetails"] = _PROBLEM
    for component in schema.components.schemas.values():
        _mend_tuples(component)
    handlers = dict(_handlers(app))
    linked = []
    for path, item in (schema.paths or {}).items():
        for method in _METHODS:
            operation: Operation | None = getattr(item, method)
            if operation is not None:
                handler = handlers[_template(path), method]
                _describe(operation, handler, method)
                linked.append((path, operation, handler.opt.get("makes", {})))
    link(linked)


def _describe(operation: Operation, handler: HTTPRouteHandler, method: str) -> None:
    kept = {status: answer for status, answer in (operation.responses or {}).items() if status[0] != "4"}
    operation.responses = {**kept, "default": _ANSWER}
    for media_type in handler.opt.get("files", ()):
        operation.responses["200"].content[media_type] = OpenAPIMediaType(schema=_FILE)  # type: ignore[union-attr, index]
    if not handler.opt.get("public"):
        operation.security = [{"token": []}]
    if "commands" in handler.parsed_fn_signature.parameters:
        headers = [_KEY, _MATCH] if method == "post" else [_MATCH]
        operation.parameters = [*(operation.parameters or []), *headers]


def _mend_tuples(schema: Any) -> None:
    """Let the items of an annotated `tuple[X, ...]` be X: litestar says "X or anything, but not both"."""
    if not isinstance(schema, Schema):
        return
    items = schema.items
    if isinstance(items, Schema) and items.one_of is not None and Schema() in items.one_of:
        kept = [one for one in items.one_of if one != Schema()]
        schema.items = kept[0] if len(kept) == 1 else Schema(one_of=kept)
    nested = [schema.items, schema.additional_properties, *(schema.properties or {}).values()]
    for one in (*nested, *(schema.one_of or ()), *(schema.any_of or ())):
        _mend_tuples(one)


def _handlers(app: Litestar) -> Iterator[tuple[tuple[str, str], HTTPRouteHandler]]:
    for route in app.routes:
        candidates: list[Any] = getattr(route, "route_handlers", [])
        for handler in candidates:
            for method in handler.http_methods:
                yield (_template(route.path), method.lower()), handler


def _template(path: str) -> str:
    """Return a path without the names and types of its parameters."""
    return re.sub(r"\{[^}]*\}", "{}", path)
