"""Writes the catalog of public events anew: `python tests/contracts/make_catalog.py` after adding one."""

import inspect
from importlib import import_module
from pathlib import Path

import msgspec

from shared.contracts.envelope import PUBLISHERS
from shared.service import load_definition

CATALOG = Path(__file__).parents[2] / "docs" / "events.md"
HEAD = """\
# The public events

Written by `python tests/contracts/make_catalog.py` from `shared/contracts/`; a test compares it. Each
event travels as a CloudEvent 1.0 in structured JSON: `type` is `consigliere.<service>.<Event>`, `source`
is `/<service>`, `subject` the championship, and `data` the fields below with `type`. Its sequence is the
same in the outbox, in the JetStream stream `<SERVICE>` (subject `evt.<service>.<championship>.<Event>`),
and in `GET /<service>/v1/events`. Readers ignore fields that they do not know. A sample of each lies in
`tests/contracts/golden/public/`.
"""


def hearers() -> dict[str, list[str]]:
    """Return who hears each service."""
    heard: dict[str, list[str]] = {service: [] for service in PUBLISHERS}
    for service in PUBLISHERS:
        for source in load_definition(f"services.{service}.composition").subscriptions.sources:
            heard[source].append(service)
    return heard


def text() -> str:
    """Return the catalog."""
    parts = [HEAD]
    for service, listeners in hearers().items():
        module = import_module(f"shared.contracts.{service}")
        says = inspect.cleandoc(module.__doc__ or "")
        parts.append(f"\n## {service}\n\n{says}\n\nHeard by {', '.join(listeners)}.\n")
        for event in PUBLISHERS[service].__args__:
            fields = ", ".join(f"`{field.encode_name}`" for field in msgspec.structs.fields(event))
            said = inspect.cleandoc(event.__doc__ or "")
            parts.append(f"\n**{event.__name__}**: {said}\n\n{fields}\n")
    return "".join(parts)


def main() -> None:
    """Write it."""
    CATALOG.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
