"""Writes the golden samples that are missing; never touches one that exists.

`python tests/contracts/make_golden.py` after adding an event or a version of one. A sample is what
was once stored or said; it must decode for ever.
"""

import json
import re
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import msgspec
from msgspec import inspect

from shared.contracts.envelope import PUBLISHERS
from shared.eventsourcing.codec import EventCodec
from shared.service import load_definition

GOLDEN = Path(__file__).parent / "golden"
SERVICES = tuple(PUBLISHERS)
EXAMPLES = ("0.5", "RUB", "tour-1", "scoring.extra_points", "a" * 64, "through:tour-1")


def codecs() -> dict[str, EventCodec[Any]]:
    """Return every codec by the folder of its samples: public/<service>, stored/<service>/<category>."""
    found: dict[str, EventCodec[Any]] = {
        f"public/{service}": EventCodec(union) for service, union in PUBLISHERS.items()
    }
    for service in SERVICES:
        kernel = load_definition(f"services.{service}.composition").kernel
        found |= {f"stored/{service}/{category}": codec for category, codec in kernel.codecs.items()}
    return found


def sample(event_type: type[msgspec.Struct]) -> msgspec.Struct:
    """Make an event of a type with every field filled, the same one every time."""
    return msgspec.convert(written(inspect.type_info(event_type), event_type.__name__), type=event_type)


def written(kind: inspect.Type, name: str) -> Any:  # noqa: C901, PLR0911, PLR0912 - a case a kind
    """Return a value of a type as JSON has it; `name` is the field's."""
    match kind:
        case inspect.Metadata(type=inner):
            return written(inner, name)
        case inspect.StructType():
            fields = {field.encode_name: written(field.type, field.name) for field in kind.fields}
            return fields if kind.tag_field is None else {kind.tag_field: kind.tag} | fields
        case inspect.UnionType(types=types):
            return written(next(t for t in types if not isinstance(t, inspect.NoneType)), name)
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.StrType():
            return name if kind.pattern is None else fitting(kind.pattern)
        case inspect.IntType():
            return max(kind.ge or 1, 1)
        case inspect.UUIDType():
            return str(uuid5(NAMESPACE_OID, name))
        case inspect.DateTimeType():
            return "2014-05-24T10:00:00" + ("" if kind.tz is False else "Z")
        case inspect.BoolType():
            return True
        case inspect.DictType():
            return {written(kind.key_type, name): written(kind.value_type, name)}
        case inspect.TupleType(item_types=types):
            return [written(item, name) for item in types]
        case inspect.CollectionType():
            return [written(kind.item_type, name)] * max(kind.min_length or 1, 1)
        case _:
            raise NotImplementedError(f"{name}: {kind}")


def fitting(pattern: str) -> str:
    """Return the first example that matches a pattern."""
    for example in EXAMPLES:
        if re.search(pattern, example):
            return example
    raise NotImplementedError(f"add an example that matches {pattern}")


def main() -> None:
    """Write what is missing."""
    for folder, codec in codecs().items():
        for event_type in codec.types:
            name, version, text = codec.encode(sample(event_type))
            path = GOLDEN / folder / f"{name}.v{version}.json"
            if path.exists():
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(
                json.dumps(json.loads(text), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
            )
            print(path.relative_to(GOLDEN))  # noqa: T201 - a script


if __name__ == "__main__":
    main()
