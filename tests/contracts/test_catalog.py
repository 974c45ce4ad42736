"""The catalog of public events is what the contracts say."""

from tests.contracts.make_catalog import CATALOG, text


def test_the_catalog_lists_every_public_event_with_its_fields() -> None:
    """An event that was added or changed shows in docs/events.md: run make_catalog.py."""
    assert CATALOG.read_text(encoding="utf-8") == text()
