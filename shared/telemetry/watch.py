"""What the kit tells of its work while it does it. Here it is told to nobody, which costs nothing.

`Observer` makes metrics and traces of it where the settings ask for them.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

_NOTHING: AbstractContextManager[Any] = nullcontext()
_NO_HEADERS: AbstractContextManager[Mapping[int, str]] = nullcontext({})


class Watch:
    """Told of appends, conflicts, messages sent and applied. Does nothing."""

    traces = False
    """Whether traces are made, so that those who carry them on have to look for them."""

    def traceparent(self) -> str | None:
        """Return the W3C context of what is being done now; None where nobody follows it."""
        return None

    def appending(self) -> AbstractContextManager[Any]:
        """Watch one append with its commit."""
        return _NOTHING

    def conflicted(self, stream: str) -> None:
        """Hear of an append that came too late."""

    def publishing(
        self,
        service: str,  # noqa: ARG002
        seqs: Sequence[int],  # noqa: ARG002
        parents: Mapping[int, str],  # noqa: ARG002
    ) -> AbstractContextManager[Mapping[int, str]]:
        """Watch a window being sent; give the traceparent that each message carries, by sequence."""
        return _NO_HEADERS

    def published(self, service: str, *, sent: int, again: int) -> None:
        """Hear that a window was acknowledged, and how much of it had been before."""

    def applying(self, source: str, seq: int, parent: str | None) -> AbstractContextManager[Any]:  # noqa: ARG002
        """Watch one event of another service being applied."""
        return _NOTHING

    def gap(self, source: str) -> None:
        """Hear of an event that did not arrive in its turn."""

    def limited(self, kind: str) -> None:
        """Hear of a request that was refused because there were too many."""


UNWATCHED = Watch()
