"""What the documents name as shown by a test is a test."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = ("docs/guarantees.md", "docs/operations.md")
NAMED = re.compile(r"(tests/[\w/]+\.py)(?:::(\w+))?")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_test_that_a_document_names_exists(document: str) -> None:
    """By file, and by function where one is named."""
    found = NAMED.findall((ROOT / document).read_text(encoding="utf-8"))
    assert len(found) >= 8
    for path, function in found:
        file = ROOT / path
        assert file.is_file(), path
        assert not function or f"def {function}(" in file.read_text(encoding="utf-8"), f"{path}::{function}"
