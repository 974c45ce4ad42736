"""The committed OpenAPI documents are what the services answer with, and every route says enough."""

from typing import Any

import pytest

from tests.contracts.make_openapi import DOCUMENTS, SERVICES, document, text

METHODS = {"get", "post", "put", "patch", "delete"}


def operations(service: str) -> list[tuple[str, dict[str, Any]]]:
    """Return every operation of a service with its method and path."""
    return [
        (f"{method.upper()} {path}", operation)
        for path, item in document(service)["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    ]


@pytest.mark.parametrize("service", SERVICES)
def test_the_committed_document_is_the_served_one(service: str) -> None:
    """An API that changed shows in the repository: run make_openapi.py and look at the difference."""
    assert (DOCUMENTS / f"{service}.json").read_text(encoding="utf-8") == text(service)


@pytest.mark.parametrize("service", SERVICES)
def test_every_operation_is_described_and_speaks_of_problems(service: str) -> None:
    """Each operation has a summary or description, an id of its own, and problem documents for errors."""
    ids = []
    for name, operation in operations(service):
        assert operation.get("description") or operation.get("summary"), name
        assert "default" in operation["responses"], name
        ids.append(operation["operationId"])
    assert len(ids) == len(set(ids))
