"""What is logged of a failure tells where it was, and nothing of what the code had in its hands."""

import structlog
from structlog.testing import capture_logs

from shared import logs


def test_a_traceback_shows_no_local_variable() -> None:
    """Locals hold tokens and secrets of a game: frames name files and lines only."""
    before = structlog.get_config()
    try:
        logs.configure("gameplay", "api")
        processors = structlog.get_config()["processors"]
        with capture_logs(processors=[processors[-2]]) as lines:
            authorization = "of-nobodys-business"
            try:
                int(authorization)
            except ValueError as error:
                structlog.get_logger().error("unexpected", exc_info=error)
        assert "of-nobodys-business" not in repr(lines[0]["exception"][0]["frames"])
        assert lines[0]["exception"][0]["frames"][0]["name"] == "test_a_traceback_shows_no_local_variable"
    finally:
        structlog.configure(**before)
        structlog.contextvars.clear_contextvars()
