"""Structured logs: one JSON object a line on standard error."""

import logging
import sys

import structlog
from structlog.tracebacks import ExceptionDictTransformer


def configure(service: str, process: str, level: str = "info") -> None:
    """Set logging up for one process; every line carries the service and the process."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            # Without locals: they hold tokens, names, and the roles at a table.
            structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper(), logging.INFO)),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(service=service, process=process)
