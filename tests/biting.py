"""Shows that no test of a clause is vacuous: for each, a mutant of the rules under which it fails.

Runs after `make mutation`, in its `mutants/`: a test is tried alone under one mutant after another, first
those of functions that few other tests reach. Prints the tests that none of them makes fail, and
exits with 1 where there are any.
"""

import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice, zip_longest
from pathlib import Path

import pytest
from rich.console import Console

FOLDER = Path("mutants")
RECORDED = "test_table_recorded_games.py"
"""Needs games that are not in this repository: not run with the mutants."""
TESTS = sorted(f"tests/acceptance/{file.name}" for file in Path("tests/acceptance").glob("test_[gt]a*.py"))
LEFT_OUT = (
    "test_plausible_games.py",
    "test_any_table.py",
    "test_any_course.py",
    "test_table_recorded_games.py",
)
QUIET = ["-q", "-q", "-x", "--no-header", "--no-summary", "-p", "no:cacheprovider"]
ENOUGH = 60
"""Mutants that a test is tried under before it counts as vacuous."""


class Clauses:
    """Remembers, while pytest collects, which tests name a clause."""

    def __init__(self) -> None:
        self.named: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Read the marks of what was collected."""
        marked = (item.nodeid for item in items if any(item.iter_markers("clause")))
        self.named |= {nodeid.partition("[")[0] for nodeid in marked}


def clause_tests() -> list[str]:
    """Return the tests that name a clause, all cases of one together."""
    clauses = Clauses()
    ignored = [f"--ignore-glob=*/{name}" for name in LEFT_OUT]
    tests = [test for test in TESTS if not test.endswith(RECORDED)]
    pytest.main([*QUIET, "--collect-only", *ignored, "tests/unit/gameplay", *tests], plugins=[clauses])
    return sorted(clauses.named)


def mutants_for(test: str, reached: dict[str, set[str]], mutants: dict[str, list[str]]) -> Iterator[str]:
    """Yield mutants that a test can meet: of what few tests reach first, function by function in turn."""
    functions = [name for name, tests in reached.items() if test in tests and name in mutants]
    functions.sort(key=lambda name: len(reached[name]))
    for turn in zip_longest(*(mutants[name] for name in functions)):
        yield from (mutant for mutant in turn if mutant is not None)


def fails(test: str, mutant: str) -> bool:
    """Run a test under a mutant, in a process of its own."""
    child = os.fork()
    if not child:
        os.environ["MUTANT_UNDER_TEST"] = mutant
        sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        os._exit(int(pytest.main([*QUIET, test])))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == pytest.ExitCode.TESTS_FAILED


def main() -> None:
    """Try every test of a clause."""
    os.chdir(FOLDER)
    sys.path.insert(0, os.getcwd())  # noqa: PTH109
    reached: dict[str, set[str]] = defaultdict(set)
    stats = json.loads(Path("mutmut-stats.json").read_text(encoding="utf-8"))
    for name, tests in stats["tests_by_mangled_function_name"].items():
        reached[name] = {test.partition("[")[0] for test in tests}
    mutants: dict[str, list[str]] = defaultdict(list)
    for meta in Path().rglob("*.py.meta"):
        for key, code in json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"].items():
            if code == 1:
                mutants[re.sub(r"__mutmut_\d+$", "", key)].append(key)
    console = Console()
    tests = clause_tests()
    vacuous = [
        test
        for test in tests
        if not any(fails(test, mutant) for mutant in islice(mutants_for(test, reached, mutants), ENOUGH))
    ]
    console.print(f"{len(tests) - len(vacuous)} of {len(tests)} tests of clauses fail under a mutant.")
    for test in vacuous:
        console.print(f"  {test} fails under none of {ENOUGH}.")
    sys.exit(bool(vacuous) or not tests)


if __name__ == "__main__":
    main()
