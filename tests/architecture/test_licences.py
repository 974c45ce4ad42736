"""The page of licences lists what is locked, and nothing whose licence would bind our users."""

import re

import pytest

from deploy.dependencies import LICENCES, LOCKS, locked

ROW = re.compile(r"^\| ([\w.-]+) \| (\d\S*) \| (.+) \|$", re.MULTILINE)
BINDING = re.compile(r"\bA?GPL|Affero|SSPL|Commons Clause|UNKNOWN", re.IGNORECASE)


@pytest.fixture(scope="module")
def listed() -> dict[str, tuple[str, str]]:
    """Give version and licence of each package on the page."""
    text = LICENCES.read_text(encoding="utf-8")
    return {
        name.lower().replace("_", "-"): (version, licence) for name, version, licence in ROW.findall(text)
    }


def test_every_locked_package_is_listed_with_its_version(listed: dict[str, tuple[str, str]]) -> None:
    """`make dependencies` writes the page; a package for other systems only is not installed, nor listed."""
    wanted = {name: versions for lock in LOCKS for name, versions in locked(lock).items()}
    assert [name for name, (version, _) in listed.items() if version not in wanted.get(name, ())] == []
    assert set(wanted) - set(listed) <= {"colorama", "tzdata", "win32-setctime"}


def test_no_licence_binds_whoever_runs_it(listed: dict[str, tuple[str, str]]) -> None:
    """None is of the GPL family but the lesser one, and each is known."""
    assert {name: licence for name, (_, licence) in listed.items() if BINDING.search(licence)} == {}
