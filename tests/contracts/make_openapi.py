"""Writes the OpenAPI documents anew: `python tests/contracts/make_openapi.py` after a change of an API."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar
from litestar.serialization import get_serializer

from shared.contracts.envelope import PUBLISHERS
from shared.settings import Settings

DOCUMENTS = Path(__file__).parents[2] / "docs" / "openapi"
SERVICES = tuple(PUBLISHERS)


def document(service: str) -> dict[str, Any]:
    """Return the OpenAPI document of a service as its API gives it."""
    app: Litestar = import_module(f"services.{service}.app").create_app(
        settings=Settings(database_url="postgresql://nowhere")
    )
    encoded = msgspec.json.encode(app.openapi_schema.to_schema(), enc_hook=get_serializer(app.type_encoders))
    decoded: dict[str, Any] = json.loads(encoded)
    return decoded


def text(service: str) -> str:
    """Return the document as it is committed."""
    return json.dumps(document(service), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Write all four."""
    DOCUMENTS.mkdir(parents=True, exist_ok=True)
    for service in SERVICES:
        (DOCUMENTS / f"{service}.json").write_text(text(service), encoding="utf-8")


if __name__ == "__main__":
    main()
