"""What is wrong with a file: every line at once, each with its number and the reason."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from shared.eventsourcing.refusal import Refusal


class BadLine(NamedTuple):
    """One thing that is wrong. `line` counts from 1, the header's included; 0: the file as a whole."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"Line {self.line}: {self.reason}" if self.line else self.reason


class FileRefused(Exception):  # noqa: N818 - what happened
    """Nothing was written; `lines` tell what has to be corrected first."""

    def __init__(self, lines: list[BadLine]) -> None:
        self.lines = sorted(set(lines))
        super().__init__("\n".join(map(str, self.lines)))


class Findings:
    """Collects what is wrong while a file is checked."""

    def __init__(self) -> None:
        self.lines: list[BadLine] = []

    def note(self, line: int, reason: str) -> None:
        """Take down one thing."""
        self.lines.append(BadLine(line, reason))

    @contextmanager
    def noting(self, line: int) -> Iterator[None]:
        """Take down what a rule refuses, and go on behind the block."""
        try:
            yield
        except (ValueError, Refusal) as refused:
            self.note(line, str(refused))

    def demand_none(self) -> None:
        """Raise FileRefused where anything is wrong."""
        if self.lines:
            raise FileRefused(self.lines)
