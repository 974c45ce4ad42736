"""The decider: three pure functions that are an aggregate."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Command = TypeVar("Command")
State = TypeVar("State")
Event = TypeVar("Event")


@dataclass(frozen=True, slots=True)
class Decider(Generic[Command, State, Event]):
    """An aggregate as functions.

    `category` begins the names of its streams. `decide` returns the new events, or raises a
    `Refusal`; an empty list means that the command asks for what is already so. `evolve` never
    validates and never raises. None of them reads a clock, draws a number or does I/O.
    """

    category: str
    initial: Callable[[], State]
    decide: Callable[[Command, State], list[Event]]
    evolve: Callable[[State, Event], State]

    def fold(self, events: Iterable[Event], state: State | None = None) -> State:
        """Return the state after `events`, from `state` or from the beginning."""
        current = self.initial() if state is None else state
        for event in events:
            current = self.evolve(current, event)
        return current
