"""The one way to build a service's API."""

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Annotated, Any

import msgspec
import nats
import structlog
from litestar import Litestar, Request, Response, Router
from litestar.config.app import AppConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Server
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from uuid_utils.compat import uuid4

from shared.clock import Clock, utc_now
from shared.eventsourcing.handling import CommandLoop
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.messaging.connecting import connect
from shared.messaging.nudge import nudger
from shared.service import ServiceDefinition
from shared.settings import Settings, from_environment
from shared.telemetry.observer import Observer, watch_of
from shared.web.auth import BearerAuthentication, TokenVerifier
from shared.web.bounds import demand_own_championship, known_here
from shared.web.commands import Commands
from shared.web.description import describe
from shared.web.feed import events
from shared.web.head import HeadAnswering
from shared.web.health import livez, readyz
from shared.web.limits import Limits
from shared.web.problems import EXCEPTION_HANDLERS, REQUEST_ID_HEADER, BadRequest
from shared.web.reads import Positions, Reads, positions
from shared.web.watched import watched
from shared.web.webhooks import WebhookController
from shared.webhooks.reaching import reach

log = structlog.get_logger(__name__)
_REQUEST_ID = re.compile(r"[\x21-\x7e]{1,100}")


def build_app(
    definition: ServiceDefinition,
    controllers: Sequence[ControllerRouterHandler],
    *,
    settings: Settings | None = None,
    clock: Clock = utc_now,
    lifespan: Sequence[Callable[[Litestar], AbstractAsyncContextManager[None]]] = (),
) -> Litestar:
    """Return a service's application. Settings come from the environment unless given; nothing is opened yet.

    What is in `lifespan` is open while the application runs: after the database, until before it is closed.

    Every handler may ask for `commands` and `reads`. Every route needs a token unless it says
    `opt={"public": True}`. Errors of every kind are RFC 9457 documents.
    """
    configured = settings or from_environment()
    watch = watch_of(configured, definition, "api")
    limits = Limits(configured, watch.limited)

    @asynccontextmanager
    async def parts(app: Litestar) -> AsyncIterator[None]:
        engine = open_engine(configured.database_url, application_name=f"{definition.name}-api")
        state = app.state
        state.engine = engine
        state.positions = Positions(engine, definition.name, definition.subscriptions.sources)
        state.loop = CommandLoop(definition.kernel, PostgresStore(engine, watch))
        state.verifier = TokenVerifier.from_settings(configured)
        connecting = None
        if configured.nats_url is not None:
            connecting = asyncio.create_task(_connect(state, configured.nats_url, definition.name))
        try:
            yield
        finally:
            if connecting is not None:
                connecting.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await connecting
            if state.get("nats") is not None:
                with contextlib.suppress(nats.errors.Error):
                    await state.nats.close()
            await engine.dispose()

    async def provide_commands(request: Request[Any, Any, Any]) -> Commands:
        await demand_own_championship(request, definition, request.app.state.engine)
        return Commands(request, request.app.state.loop, clock(), await request.body())

    async def provide_reads(
        request: Request[Any, Any, Any],
        min_position: Annotated[
            str | None,
            QueryParameter(
                name="min",
                max_length=200,
                description="Wait until the answer stands on these positions, as gameplay:12,scoring:4.",
            ),
        ] = None,
    ) -> Reads:
        if min_position is not None:
            await request.app.state.positions.wait(positions(min_position))
        engine = request.app.state.engine
        return Reads(request, engine, await known_here(request, definition, engine))

    app = HeadAnswering(
        route_handlers=[*controllers, livez, readyz, events, WebhookController],
        lifespan=[parts, *lifespan],
        dependencies={"commands": Provide(provide_commands), "reads": Provide(provide_reads)},
        middleware=[BearerAuthentication],
        exception_handlers=EXCEPTION_HANDLERS,
        before_request=_before,
        after_request=_name_request,
        after_response=_after,
        request_max_body_size=configured.max_body_bytes,
        state=State(
            {
                "definition": definition,
                "settings": configured,
                "clock": clock,
                "watch": watch,
                "limits": limits,
                "reach": reach(configured.webhook_networks),
            }
        ),
        openapi_config=OpenAPIConfig(
            title=f"Consigliere {definition.name}",
            version="1",
            description=definition.description or None,
            openapi_router=Router(
                path="/schema", route_handlers=[], opt={"public": True}, include_in_schema=False
            ),
            render_plugins=[JsonRenderPlugin(path=["/openapi.json", "/"]), YamlRenderPlugin()],
            servers=[Server(url=f"/{definition.name}")],
            components=Components(
                security_schemes={"token": SecurityScheme(type="http", scheme="bearer", bearer_format="JWT")}
            ),
            use_handler_docstrings=True,
        ),
        on_app_init=[_quiet],
        debug=False,
    )
    describe(app)
    if isinstance(watch, Observer):
        app.asgi_handler = watched(app.asgi_handler, watch)
    return app


def _quiet(config: AppConfig) -> AppConfig:
    config.logging_config = None
    return config


async def _connect(state: State, url: str, service: str) -> None:
    """Connect to NATS in the background: without it commands work, and the relay polls."""
    client = await connect(url, f"{service}-api", service)
    state.nats = client
    state.nudge = nudger(client, service)


async def _before(request: Request[Any, Any, Any]) -> None:
    """Give the request its ids and refuse what no handler could store: NUL in text."""
    state = request.state  # litestar makes another object of it at each look
    state.started = time.perf_counter()
    given = request.headers.get("X-Request-ID", "")
    state.request_id = given if _REQUEST_ID.fullmatch(given) else str(uuid4())
    given = request.headers.get("X-Correlation-ID", "")
    state.correlation_id = given if _REQUEST_ID.fullmatch(given) else state.request_id
    structlog.contextvars.bind_contextvars(request_id=state.request_id)
    if "\0" in request.url.path or b"%00" in request.scope["query_string"]:
        raise BadRequest(
            400, "nul_character", "The address contains a NUL character, which no text here may hold."
        )
    if request.method in {"POST", "PUT", "PATCH"}:
        body = await _body(request)
        if b"\\u0000" in body and _holds_nul(body):
            raise BadRequest(
                400, "nul_character", "A text contains a NUL character; remove it and send again."
            )


async def _body(request: Request[Any, Any, Any]) -> bytes:
    """Return the whole body. Raises BadRequest (408) where it does not arrive in time."""
    settings: Settings = request.app.state.settings
    try:
        async with asyncio.timeout(settings.body_seconds):
            return await request.body()
    except TimeoutError:
        raise BadRequest(
            408,
            "body_too_slow",
            f"The body did not arrive within {settings.body_seconds:g} seconds; send the request again.",
            headers={"Connection": "close"},
        ) from None


async def _name_request(response: Response[Any]) -> Response[Any]:
    """Tell the request's id, under which the log has it."""
    request_id = structlog.contextvars.get_contextvars().get("request_id")
    if request_id is not None:
        response.headers[REQUEST_ID_HEADER] = request_id
    return response


def _holds_nul(body: bytes) -> bool:
    try:
        return _walk(msgspec.json.decode(body))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return False


def _walk(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(_walk(k) or _walk(v) for k, v in value.items())
    return isinstance(value, list) and any(map(_walk, value))


async def _after(request: Request[Any, Any, Any]) -> None:
    started = getattr(request.state, "started", None)
    log.info(
        "request",
        method=request.method,
        path=request.url.path,
        milliseconds=round((time.perf_counter() - started) * 1000, 1) if started else None,
    )
    structlog.contextvars.unbind_contextvars("request_id")
