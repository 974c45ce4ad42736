"""What a service is, as one value: for its API, its workers, its migrations and the verifier."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TypeAlias
from uuid import UUID

from sqlalchemy import Column, MetaData

from shared.clock import Clock
from shared.eventsourcing.handling import CommandLoop, Kernel
from shared.messaging.subscription import Subscriptions

Timer: TypeAlias = Callable[[CommandLoop, Clock, asyncio.Event], Awaitable[None]]


@dataclass(frozen=True)
class ServiceDefinition:
    """A service's own events, what it hears, and its read models."""

    kernel: Kernel
    subscriptions: Subscriptions
    metadata: MetaData
    """Every read-model table of the service."""
    places: Mapping[str, tuple[Column[UUID], Column[UUID]]] = field(default_factory=dict)
    """By path parameter: where the championship of such a thing stands (its key, its championship)."""
    timer: Timer | None = None
    """Runs what is due by the clock until told to stop, in a worker of its own; None: nothing ever is."""
    title: str = ""
    description: str = ""

    @property
    def name(self) -> str:
        """The service's name: its package, its source, its database."""
        return self.kernel.service

    @property
    def migrations(self) -> Path:
        """The folder of the service's own alembic history."""
        package = import_module(f"services.{self.name}")
        return Path(package.__path__[0]) / "migrations"


def load_definition(module: str) -> ServiceDefinition:
    """Return `DEFINITION` of a composition module, as "services.gameplay.composition"."""
    definition: ServiceDefinition = import_module(module).DEFINITION
    return definition
