"""Tests name clauses that exist."""

import re
from pathlib import Path

from tests.clauses import clauses

TESTS = Path(__file__).parents[1]


def test_every_clause_a_test_names_is_listed() -> None:
    """A mistyped clause id would show nothing."""
    known = set(clauses())
    for file in TESTS.rglob("test_*.py"):
        for mark in re.findall(r"mark\.clause\(([^)]*)\)", file.read_text(encoding="utf-8")):
            named = set(re.findall(r'"([^"]+)"', mark))
            assert named <= known, f"{file.name}: {named - known}"
