"""Events to stored bytes and back, with upcasters for versions that were ever shipped."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar, get_args

import msgspec

Event = TypeVar("Event")
Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Pure: the fields of version n of an event to those of version n + 1."""

_encoder = msgspec.json.Encoder(order="deterministic")


class EventCodec(Generic[Event]):
    """Encodes the members of one tagged union of frozen structs.

    `union` is the union of event classes (or one class). `upcasters[type]` lists, oldest first,
    what lifts version 1 to 2, 2 to 3 and so on; a type's current version is one more than it has.
    """

    def __init__(self, union: Any, upcasters: Mapping[str, Sequence[Upcaster]] | None = None) -> None:
        self.types: tuple[type, ...] = get_args(union) or (union,)
        self._union = union
        self._upcasters = dict(upcasters or {})
        self._decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(union)

    def version_of(self, event_type: str) -> int:
        """Return the current schema version of a type, from 1."""
        return len(self._upcasters.get(event_type, ())) + 1

    def encode(self, event: Event) -> tuple[str, int, str]:
        """Return the event's type, its schema version and its JSON text."""
        event_type = type(event).__name__
        return event_type, self.version_of(event_type), _encoder.encode(event).decode()

    def decode(self, event_type: str, schema_version: int, data: str) -> Event:
        """Return the event behind stored text of any version.

        Raises msgspec.ValidationError where the text is no such event.
        """
        if schema_version == self.version_of(event_type):
            return self._decoder.decode(data)
        fields: dict[str, Any] = msgspec.json.decode(data)
        for upcast in self._upcasters[event_type][schema_version - 1 :]:
            fields = upcast(fields)
        event: Event = msgspec.convert(fields | {"type": event_type}, type=self._union)
        return event
