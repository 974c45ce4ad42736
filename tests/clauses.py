"""`make clauses`: which test shows which clause. Fails on a clause that no test names."""

import sys
from collections import defaultdict
from pathlib import Path

import pytest
import yaml
from rich.console import Console
from rich.table import Table

CLAUSES = Path(__file__).parents[1] / "docs" / "clauses.yaml"


def clauses() -> dict[str, dict[str, str]]:
    """Return every clause by its id: owner, kind, text."""
    listed = yaml.safe_load(CLAUSES.read_text(encoding="utf-8"))["clauses"]
    return {clause["id"]: clause for clause in listed}


class Collector:
    """Remembers, while pytest collects, which tests name which clauses."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = defaultdict(list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Read the marks of what was collected."""
        for item in items:
            for mark in item.iter_markers("clause"):
                for clause in mark.args:
                    self.tests[str(clause)].append(item.nodeid)


def collect() -> dict[str, list[str]]:
    """Return the tests by the clause that they name."""
    collector = Collector()
    ended = pytest.main(["--collect-only", "-qq", "--no-header", "tests"], plugins=[collector])
    if ended != pytest.ExitCode.OK:
        raise SystemExit(f"pytest could not collect the tests: {ended!r}")
    return collector.tests


def main() -> None:
    """Print the matrix; exit with 1 where a clause has no test or a test names an unknown clause."""
    known, tests = clauses(), collect()
    table = Table("clause", "owner", "tests", "shown by")
    for name, clause in known.items():
        shown = sorted({test.split("[")[0] for test in tests.get(name, [])})
        table.add_row(name, clause["owner"], str(len(shown)), "\n".join(shown) or "[red]none[/red]")
    console = Console(width=None if sys.stdout.isatty() else 160)
    console.print(table)
    gaps = [name for name in known if not tests.get(name)]
    unknown = sorted(set(tests) - set(known))
    console.print(f"{len(known) - len(gaps)} of {len(known)} clauses have a test.")
    if gaps:
        console.print("Without one: " + ", ".join(gaps))
    if unknown:
        console.print("Named by tests, but no clause: " + ", ".join(unknown))
    sys.exit(1 if gaps or unknown else 0)


if __name__ == "__main__":
    main()
