"""RFC 9457 problem documents for everything that goes wrong, expected or not."""

from http import HTTPStatus
from typing import Any

import asyncpg
import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ExceptionHandlersMap
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from shared.eventsourcing.postgres import unavailable
from shared.eventsourcing.refusal import ConcurrencyConflict, Conflicting, Forbidden, Missing, Refusal

MEDIA_TYPE = "application/problem+json"
REQUEST_ID_HEADER = "X-Request-ID"
PROBLEM_URN = "urn:consigliere:problem:"

log = structlog.get_logger(__name__)


class ProblemDetails(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What a client is told of an error.

    `code` is stable; `type` is `urn:consigliere:problem:<code>`. `clause` names the clause of the
    regulations that was broken, `version` the current version where one conflicts, `errors` every
    field that is wrong, `facts` what else the rule has to say.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    instance: str | None = None
    clause: str | None = None
    version: int | None = None
    errors: list[dict[str, str]] | None = None
    facts: dict[str, Any] | None = None


class BadRequest(Exception):  # noqa: N818
    """A request that breaks a rule of HTTP here, with its status: the web layer's own refusals."""

    def __init__(self, status: int, code: str, detail: str, *, headers: dict[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers or {}


def problem(
    request: Request[Any, Any, Any],
    status: int,
    code: str,
    detail: str,
    *,
    headers: dict[str, str] | None = None,
    **more: Any,
) -> Response[ProblemDetails]:
    """Return a problem document, with the id under which the log has the request."""
    request_id = getattr(request.state, "request_id", None)
    document = ProblemDetails(
        type=PROBLEM_URN + code,
        title=code.replace("_", " ").capitalize(),
        status=status,
        code=code,
        detail=detail,
        instance=request.url.path,
        **more,
    )
    given = dict(headers or {})
    if request_id is not None:
        given[REQUEST_ID_HEADER] = request_id
    return Response(document, status_code=status, media_type=MEDIA_TYPE, headers=given)


_STATUS: tuple[tuple[type[Refusal], int], ...] = (
    (Forbidden, 403),
    (Missing, 404),
    (Conflicting, 409),
    (Refusal, 422),
)


def _refused(request: Request[Any, Any, Any], refusal: Refusal) -> Response[ProblemDetails]:
    status = next(status for kind, status in _STATUS if isinstance(refusal, kind))
    log.info("refused", path=request.url.path, code=refusal.code, clause=refusal.clause, status=status)
    return problem(
        request,
        status,
        refusal.code,
        refusal.message,
        clause=refusal.clause,
        facts=msgspec.to_builtins(refusal.facts, str_keys=True) or None,
    )


def _stale(request: Request[Any, Any, Any], conflict: ConcurrencyConflict) -> Response[ProblemDetails]:
    demanded = "If-Match" in request.headers
    detail = (
        f"The resource is at version {conflict.actual}; read it again and repeat the change with If-Match."
    )
    return problem(
        request,
        412 if demanded else 409,
        "stale_version" if demanded else "concurrent_change",
        detail,
        version=conflict.actual,
        headers={"ETag": f'"v{conflict.actual}"'},
    )


def _bad_request(request: Request[Any, Any, Any], error: BadRequest) -> Response[ProblemDetails]:
    return problem(request, error.status, error.code, error.detail, headers=error.headers)


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[ProblemDetails]:
    codes = {
        400: "malformed_request",
        401: "unauthenticated",
        403: "forbidden",
        404: "not_found",
        405: "method_not_allowed",
        413: "body_too_large",
        415: "unsupported_media_type",
    }
    status = error.status_code
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _unexpected(request, error)
    errors = None
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        errors = [
            {
                "field": str(e.get("key", "")),
                "message": str(e.get("message", "")),
                "in": str(getattr(e.get("source"), "value", e.get("source", ""))),
            }
            for e in error.extra
            if isinstance(e, dict)
        ]
    headers = dict(error.headers or {})
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    detail = error.detail if not errors else "; ".join(e["message"] for e in errors) or error.detail
    return problem(
        request, status, codes.get(status, f"http_{status}"), detail, errors=errors or None, headers=headers
    )


def _too_deep(request: Request[Any, Any, Any], _error: RecursionError) -> Response[ProblemDetails]:
    return problem(request, 400, "malformed_request", "The body is nested too deeply.")


def _unavailable(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemDetails]:
    log.error("unavailable", error=repr(error))
    return problem(
        request,
        503,
        "store_unavailable",
        "The service lost its database for now. What you sent may have been done or not:"
        " send it again, a command under the same Idempotency-Key.",
        headers={"Retry-After": "2"},
    )


def _database(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemDetails]:
    if unavailable(error):
        return _unavailable(request, error)
    return _unexpected(request, error)


def _unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemDetails]:
    log.error("unexpected", path=request.url.path, exc_info=error)
    return problem(
        request,
        500,
        "unexpected",
        "Something went wrong on our side; nothing was changed. The request id finds it in the log.",
    )


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    Refusal: _refused,
    ConcurrencyConflict: _stale,
    BadRequest: _bad_request,
    HTTPException: _http,
    RecursionError: _too_deep,
    PoolTimeout: _unavailable,
    OperationalError: _database,
    DBAPIError: _database,
    asyncpg.PostgresError: _database,
    asyncpg.InterfaceError: _database,
    asyncpg.InternalClientError: _unavailable,
    ConnectionError: _unavailable,
    Exception: _unexpected,
}
