"""The envelope of every public event: a CloudEvent 1.0 in structured JSON."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from shared.contracts.appeals import AppealsEvent
from shared.contracts.gameplay import GameplayEvent
from shared.contracts.primitives import PublicEvent
from shared.contracts.registration import RegistrationEvent
from shared.contracts.scoring import ScoringEvent

TYPE_PREFIX = "consigliere"
PUBLISHERS = {
    "registration": RegistrationEvent,
    "gameplay": GameplayEvent,
    "scoring": ScoringEvent,
    "appeals": AppealsEvent,
}
"""What each service may say, by service."""


class CloudEvent(msgspec.Struct, frozen=True, kw_only=True):
    """One public event with its origin. `subject` is the championship; `source` is "/<service>"."""

    id: UUID
    source: str
    type: str
    subject: str
    time: datetime
    data: msgspec.Raw
    specversion: Literal["1.0"] = "1.0"
    datacontenttype: Literal["application/json"] = "application/json"
    correlationid: str | None = None
    causationid: str | None = None


_encoder = msgspec.json.Encoder(order="deterministic")
_envelopes = msgspec.json.Decoder(CloudEvent)
_known = {
    service: {kind.__name__: msgspec.json.Decoder(kind) for kind in union.__args__}
    for service, union in PUBLISHERS.items()
}


def seal(
    service: str,
    event: PublicEvent,
    *,
    event_id: UUID,
    at: datetime,
    correlation_id: str | None,
    causation_id: str | None,
) -> tuple[str, str]:
    """Return the subject and the JSON text under which an event is published, frozen from now on."""
    name = type(event).__name__
    championship = str(getattr(event, "championship", "all"))
    envelope = CloudEvent(
        id=event_id,
        source=f"/{service}",
        type=f"{TYPE_PREFIX}.{service}.{name}",
        subject=championship,
        time=at,
        data=msgspec.Raw(_encoder.encode(event)),
        correlationid=correlation_id,
        causationid=causation_id,
    )
    return f"evt.{service}.{championship}.{name}", msgspec.json.encode(envelope).decode()


def unseal(payload: str | bytes) -> tuple[CloudEvent, PublicEvent | None]:
    """Return the envelope and the event of a published text; None for a type this code does not know.

    Raises msgspec.ValidationError where a known type does not hold what it must.
    """
    envelope = _envelopes.decode(payload)
    _, service, name = envelope.type.split(".", 2)
    decoder = _known.get(service, {}).get(name)
    return envelope, decoder.decode(envelope.data) if decoder else None
