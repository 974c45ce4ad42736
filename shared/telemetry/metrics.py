"""The metrics of one process that are counted while it works. What is asked of the stores is in `sampling`.

Labels hold services, routes as templates, categories and kinds: never an id, a name, or what somebody sent.
"""

from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, GCCollector, Histogram, ProcessCollector

APPEND_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
REQUEST_BUCKETS = (0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

LIMITS = ("principal", "address", "guess")
"""What a request may be one too many of."""


class Metrics:
    """Counters and histograms in a registry of their own."""

    def __init__(self, service: str, sources: Sequence[str] = (), categories: Sequence[str] = ()) -> None:
        self.service = service
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        self.request_seconds = Histogram(
            "consigliere_request_seconds",
            "From a request's arrival to the end of its answer.",
            ("service", "method", "route", "status"),
            buckets=REQUEST_BUCKETS,
            registry=registry,
        )
        self.append_seconds = Histogram(
            "consigliere_append_seconds",
            "One append with its commit.",
            ("service",),
            buckets=APPEND_BUCKETS,
            registry=registry,
        )
        self.conflicts = Counter(
            "consigliere_conflicts",
            "Appends and commands that met another version than they expected.",
            ("service", "category"),
            registry=registry,
        )
        self.published = Counter(
            "consigliere_published",
            "Messages that the stream acknowledged.",
            ("service",),
            registry=registry,
        )
        self.republished = Counter(
            "consigliere_republished",
            "Messages that had been acknowledged before and were gone from the stream.",
            ("service",),
            registry=registry,
        )
        self.applied = Counter(
            "consigliere_applied",
            "Events of other services that were applied.",
            ("service", "source"),
            registry=registry,
        )
        self.gaps = Counter(
            "consigliere_gaps",
            "Events that did not arrive in their turn and were fetched.",
            ("service", "source"),
            registry=registry,
        )
        self.limited = Counter(
            "consigliere_limited_requests",
            "Requests refused because there were too many.",
            ("service", "kind"),
            registry=registry,
        )
        # A series that appears with its first event has no increase from nothing to one: begin all at 0.
        self.append_seconds.labels(service)
        for counter in (self.published, self.republished):
            counter.labels(service)
        for source in sources:
            self.applied.labels(service, source)
            self.gaps.labels(service, source)
        for category in categories:
            self.conflicts.labels(service, category)
        for kind in LIMITS:
            self.limited.labels(service, kind)
