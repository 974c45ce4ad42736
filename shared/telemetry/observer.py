"""Makes metrics and traces of what the kit tells, as far as the settings ask for either."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from shared.settings import Settings
from shared.telemetry.watch import UNWATCHED, Watch

if TYPE_CHECKING:
    from shared.service import ServiceDefinition
    from shared.telemetry.metrics import Metrics
    from shared.telemetry.traces import Traces

METHODS = frozenset({"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"})
UNMATCHED = "unmatched"
SERVER_ERROR = 500


class Answering:
    """One request while it is being answered."""

    status = SERVER_ERROR
    route = UNMATCHED


class Observer(Watch):
    """Counts, measures and follows."""

    def __init__(self, service: str, metrics: "Metrics | None", traces: "Traces | None") -> None:
        self.service = service
        self.metrics = metrics
        self._traces = traces
        self.traces = traces is not None

    def flush(self) -> None:
        """Send the spans that wait to be sent."""
        if self._traces is not None:
            self._traces.flush()

    def end(self) -> None:
        """Send the last spans. Blocks."""
        if self._traces is not None:
            self._traces.end()

    def traceparent(self) -> str | None:
        """Return the W3C context of what is being done now."""
        return self._traces.traceparent() if self._traces is not None else None

    @contextmanager
    def request(self, method: str, traceparent: str | None) -> Iterator[Answering]:
        """Watch one request; who answers it tells its route and status."""
        method = method if method in METHODS else "other"
        answering = Answering()
        began = time.perf_counter()
        with ExitStack() as ends:
            span: Any = None
            if self._traces is not None:
                span = ends.enter_context(self._traces.request(method, traceparent))
            try:
                yield answering
            finally:
                if span is not None:
                    _describe(span, method, answering)
                if self.metrics is not None:
                    self.metrics.request_seconds.labels(
                        self.service, method, answering.route, f"{answering.status // 100}xx"
                    ).observe(time.perf_counter() - began)

    @contextmanager
    def appending(self) -> Iterator[None]:
        """Time one append with its commit."""
        began = time.perf_counter()
        with ExitStack() as ends:
            if self._traces is not None:
                ends.enter_context(self._traces.appending())
            yield
        if self.metrics is not None:
            self.metrics.append_seconds.labels(self.service).observe(time.perf_counter() - began)

    def conflicted(self, stream: str) -> None:
        """Count a conflict by the category of its stream."""
        if self.metrics is not None:
            self.metrics.conflicts.labels(self.service, stream.partition("-")[0]).inc()

    @contextmanager
    def publishing(
        self, service: str, seqs: Sequence[int], parents: Mapping[int, str]
    ) -> Iterator[Mapping[int, str]]:
        """Follow the messages of a window."""
        if self._traces is None:
            yield {}
            return
        with self._traces.publishing(service, seqs, parents) as carried:
            yield carried

    def published(self, service: str, *, sent: int, again: int) -> None:
        """Count what the stream acknowledged."""
        if self.metrics is not None:
            self.metrics.published.labels(service).inc(sent)
            self.metrics.republished.labels(service).inc(again)

    @contextmanager
    def applying(self, source: str, seq: int, parent: str | None) -> Iterator[None]:
        """Follow one event being applied, and count it when it is."""
        with ExitStack() as ends:
            if self._traces is not None:
                ends.enter_context(self._traces.applying(source, seq, parent))
            yield
        if self.metrics is not None:
            self.metrics.applied.labels(self.service, source).inc()

    def gap(self, source: str) -> None:
        """Count an event that did not arrive in its turn."""
        if self.metrics is not None:
            self.metrics.gaps.labels(self.service, source).inc()

    def limited(self, kind: str) -> None:
        """Count a request that was one too many."""
        if self.metrics is not None:
            self.metrics.limited.labels(self.service, kind).inc()


def _describe(span: Any, method: str, answering: Answering) -> None:
    span.update_name(f"{method} {answering.route}")
    span.set_attribute("http.route", answering.route)
    span.set_attribute("http.response.status_code", answering.status)


def watch_of(settings: Settings, definition: "ServiceDefinition", process: str) -> Watch:
    """Return an observer where the settings ask for one; imports nothing where they do not."""
    service, metrics, traces = definition.name, None, None
    if settings.metrics_port is not None:
        from shared.telemetry.metrics import Metrics  # noqa: PLC0415 - costs nothing where it is off

        metrics = Metrics(service, definition.subscriptions.sources, tuple(definition.kernel.codecs))
    if settings.traces_url is not None:
        from shared.telemetry.traces import Traces  # noqa: PLC0415 - the same

        traces = Traces(service, process, settings.traces_url, settings.traces_ratio)
    return Observer(service, metrics, traces) if metrics or traces else UNWATCHED
