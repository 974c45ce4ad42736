"""The import rules hold, and each of them catches what breaks it."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINT = Path(sys.executable).parent / "lint-imports"
VIOLATIONS = {
    "services-apart": ("services/scoring/domain/intruder.py", "import services.gameplay"),
    "shared-below": ("shared/intruder.py", "import services.gameplay"),
    "services-undeployed": ("services/gameplay/intruder.py", "import deploy.local"),
    "second-scorer-alone": ("second_scorer/intruder.py", "import shared.contracts.gameplay"),
    "contracts-leaf": ("shared/contracts/intruder.py", "import shared.settings"),
    "kit-layers": ("shared/eventsourcing/intruder.py", "import shared.web.auth"),
    "domain-pure": ("services/appeals/domain/intruder.py", "import asyncio"),
    "domain-center": (
        "services/registration/domain/intruder.py",
        "import services.registration.publications",
    ),
    "policies-and-projections-speak-no-http": ("services/gameplay/policies/intruder.py", "import litestar"),
}


def lint(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the import linter on a copy of the packages."""
    return subprocess.run(
        [LINT, "--config", str(folder / "pyproject.toml"), "--no-cache", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Give a copy of the packages to break rules in."""
    for package in ("services", "shared", "deploy", "second_scorer"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_rule_has_a_violation_to_catch() -> None:
    """The rules in pyproject.toml and the violations here are the same list."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {contract["id"] for contract in config["tool"]["importlinter"]["contracts"]} == set(VIOLATIONS)


@pytest.mark.parametrize("rule", VIOLATIONS)
def test_a_forbidden_import_is_caught_by_its_rule(copy: Path, rule: str) -> None:
    """Each rule is kept as the code is, and broken by one file with one forbidden import."""
    assert "1 kept, 0 broken" in lint(copy, "--contract", rule).stdout
    path, statement = VIOLATIONS[rule]
    (copy / path).write_text(f'"""Breaks a rule."""\n\n{statement}\n', encoding="utf-8")
    ended = lint(copy, "--contract", rule)
    assert ended.returncode == 1, ended.stdout
    assert "0 kept, 1 broken" in ended.stdout
    assert "intruder" in ended.stdout
