"""Given, when, then for deciders: tests speak in events and commands, never in state."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shared.eventsourcing.decider import Decider
from shared.eventsourcing.refusal import Refusal


@dataclass(frozen=True)
class Outcome:
    """What a command led to: new events, or a refusal."""

    events: Sequence[Any]
    refusal: Refusal | None

    def then(self, *expected: Any) -> None:
        """Expect exactly these events, in order."""
        if self.refusal is not None:
            raise self.refusal
        assert list(self.events) == list(expected)

    def then_nothing(self) -> None:
        """Expect that the command asks for what is already so."""
        self.then()

    def then_refused(self, rule: type[Refusal], *, clause: str | None = None) -> Refusal:
        """Expect a refusal by that rule, with that clause where one is given."""
        assert self.refusal is not None, f"expected {rule.__name__}, got {self.events}"
        assert type(self.refusal) is rule, f"expected {rule.__name__}, got {self.refusal!r}"
        if clause is not None:
            assert self.refusal.clause == clause
        says_what_to_do(self.refusal)
        return self.refusal


def says_what_to_do(refusal: Refusal) -> None:
    """Expect a sentence for people."""
    assert isinstance(refusal.message, str)
    assert refusal.message.endswith((".", "?")), refusal.message


@dataclass(frozen=True)
class Scenario:
    """A decider with a history."""

    decider: Decider[Any, Any, Any]
    history: tuple[Any, ...] = ()

    def given(self, *events: Any) -> "Scenario":
        """Add events that happened before."""
        return Scenario(self.decider, (*self.history, *events))

    def when(self, command: Any) -> Outcome:
        """Decide a command on the history."""
        try:
            return Outcome(self.decider.decide(command, self.decider.fold(self.history)), None)
        except Refusal as refusal:
            return Outcome((), refusal)


def scenario(decider: Decider[Any, Any, Any]) -> Scenario:
    """Begin a scenario without a history."""
    return Scenario(decider)
