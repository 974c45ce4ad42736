"""Traces of one process: spans that follow a command over HTTP, store, relay, stream and consumers.

The W3C context travels in the metadata of stored events and in the headers of messages, never in what is
published of an event. Spans name routes as templates, services and sequences: no ids, no persons, no content.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager

from opentelemetry.context import Context
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.sampling import ParentBasedTraceIdRatio
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

HEADER = "traceparent"
_propagator = TraceContextTextMapPropagator()


def exporter(url: str) -> SpanExporter:
    """Return what sends spans to an OpenTelemetry collector."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415 - slow to import
        OTLPSpanExporter,
    )

    return OTLPSpanExporter(endpoint=url)


def _context(traceparent: str | None) -> Context:
    """Return what a traceparent says; an empty context for none, and for one that is malformed."""
    return _propagator.extract({HEADER: traceparent} if traceparent else {}, context=Context())


def _written(context: Context | None = None) -> str | None:
    carrier: dict[str, str] = {}
    _propagator.inject(carrier, context=context)
    return carrier.get(HEADER)


class Traces:
    """Makes spans and sends them off in batches, from a thread."""

    def __init__(self, service: str, process: str, url: str, ratio: float) -> None:
        resource = Resource.create(
            {"service.namespace": "consigliere", "service.name": service, "consigliere.process": process}
        )
        self._provider = TracerProvider(
            sampler=ParentBasedTraceIdRatio(ratio), resource=resource, shutdown_on_exit=False
        )
        self._provider.add_span_processor(BatchSpanProcessor(exporter(url)))
        self._tracer = self._provider.get_tracer("consigliere")

    def flush(self) -> None:
        """Send what waits to be sent."""
        self._provider.force_flush()

    def end(self) -> None:
        """Send the rest and end."""
        self._provider.shutdown()

    def traceparent(self) -> str | None:
        """Return the context of the current span."""
        return _written()

    @contextmanager
    def request(self, method: str, traceparent: str | None) -> Iterator[Span]:
        """Follow one request; it is named when its route is known."""
        attributes: dict[str, str | int] = {"http.request.method": method}
        with self._current(method, SpanKind.SERVER, attributes, _context(traceparent)) as span:
            yield span

    @contextmanager
    def appending(self) -> Iterator[None]:
        """Follow one append with its commit."""
        with self._current("append", SpanKind.CLIENT, {"db.system.name": "postgresql"}):
            yield

    @contextmanager
    def publishing(
        self, service: str, seqs: Sequence[int], parents: Mapping[int, str]
    ) -> Iterator[Mapping[int, str]]:
        """Follow each message of a window whose event was followed; give what it carries on."""
        with ExitStack() as ends:
            carried: dict[int, str] = {}
            for seq in seqs:
                if seq in parents:
                    carried[seq] = ends.enter_context(self._sent(service, seq, parents[seq]))
            yield carried

    @contextmanager
    def _sent(self, service: str, seq: int, parent: str) -> Iterator[str]:
        span = self._tracer.start_span(
            f"send {service}",
            context=_context(parent),
            kind=SpanKind.PRODUCER,
            attributes=_messaging(service, seq, "send"),
        )
        try:
            yield _header_of(span)
        except BaseException as error:
            span.set_status(Status(StatusCode.ERROR, type(error).__name__))
            raise
        finally:
            span.end()

    @contextmanager
    def applying(self, source: str, seq: int, parent: str | None) -> Iterator[None]:
        """Follow one event being applied; what it leads to here belongs to its trace."""
        attributes = _messaging(source, seq, "process")
        with self._current(f"process {source}", SpanKind.CONSUMER, attributes, _context(parent)):
            yield

    @contextmanager
    def _current(
        self, name: str, kind: SpanKind, attributes: dict[str, str | int], context: Context | None = None
    ) -> Iterator[Span]:
        """Make a span the current one. Of an error it tells the kind only: a message may quote an event."""
        with self._tracer.start_as_current_span(
            name,
            context=context,
            kind=kind,
            attributes=attributes,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield span
            except BaseException as error:
                span.set_status(Status(StatusCode.ERROR, type(error).__name__))
                raise


def _messaging(service: str, seq: int, operation: str) -> dict[str, str | int]:
    return {
        "messaging.system": "nats",
        "messaging.destination.name": service.upper(),
        "messaging.operation.type": operation,
        "consigliere.seq": seq,
    }


def _header_of(span: Span) -> str:
    context = span.get_span_context()
    return f"00-{context.trace_id:032x}-{context.span_id:016x}-{context.trace_flags:02x}"
