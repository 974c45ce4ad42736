"""What runs beside our own code: `make dependencies`.

Writes the bill of materials of the image (`dist/sbom.json`, CycloneDX) and the licences (docs/licences.md),
and asks for known vulnerabilities where their data can be reached.
"""

import json
import re
import subprocess
import sys
import sysconfig
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCKS = ("runtime", "local")
"""What serves, and what the embedded stack adds to it."""
SBOM = ROOT / "dist" / "sbom.json"
LICENCES = ROOT / "docs" / "licences.md"


def locked(lock: str) -> dict[str, set[str]]:
    """Return the versions of each package in a lock, by its normalized name: another for another Python."""
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    versions: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE):
        versions.setdefault(name.lower(), set()).add(version)
    return versions


def write_sbom() -> None:
    """Write the bill of materials: names, versions and hashes of the lock, the same bytes each time."""
    SBOM.parent.mkdir(exist_ok=True)
    _run(
        *("cyclonedx-py", "requirements", "requirements/runtime.txt", "--pyproject", "pyproject.toml"),
        *("--short-PURLs", "--output-reproducible", "--of", "JSON", "--output-file", str(SBOM)),
    )


def licences() -> list[dict[str, str]]:
    """Return name, version and licence of every locked package that is installed here."""
    wanted = {name for lock in LOCKS for name in locked(lock)}
    said = _run(
        *(
            "pip-licenses",
            f"--python={sys.executable}",
            "--from=mixed",
            "--format=json",
            "--packages",
            *wanted,
        ),
    )
    found: list[dict[str, str]] = json.loads(said)
    return sorted(found, key=lambda one: one["Name"].lower())


def licence_page(found: list[dict[str, str]]) -> str:
    """Return docs/licences.md."""
    lines = [
        "# Licences",
        "",
        "Of the packages that the image and the embedded stack hold, as they say it of themselves.",
        "`make dependencies` writes this page.",
        "",
        "| package | version | licence |",
        "|---|---|---|",
        *(f"| {one['Name']} | {one['Version']} | {_one_line(one['License'])} |" for one in found),
    ]
    return "\n".join(lines) + "\n"


def known_vulnerabilities() -> tuple[int, int]:
    """Return how many packages were asked about and how many have something; print what."""
    command = [
        *(str(_script("pip-audit")), "--disable-pip", "--no-deps", "--format", "json"),
        *("--progress-spinner", "off", "--requirement", "requirements/runtime.txt"),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return 0, 0
    asked = [one for one in packages if "vulns" in one]
    for one in asked:
        for vulnerability in one["vulns"]:
            sys.stdout.write(
                f"{one['name']} {one['version']}: {vulnerability['id']},"
                f" mended in {', '.join(vulnerability['fix_versions']) or 'no version yet'}\n"
            )
    return len(asked), sum(bool(one["vulns"]) for one in asked)


def _run(*command: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own tools
        [str(_script(command[0])), *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{command[0]}: {done.stderr.strip()[-500:]}")
    return done.stdout


def _script(name: str) -> Path:
    return Path(sysconfig.get_path("scripts"), name)


def _one_line(licence: str) -> str:
    """Return a licence's name: some packages give its whole text."""
    return licence.strip().splitlines()[0][:80].replace("|", "/")


def main() -> None:
    """Write, print, and end with 1 where a vulnerability is known."""
    write_sbom()
    found = licences()
    LICENCES.write_text(licence_page(found), encoding="utf-8")
    sys.stdout.write(f"{SBOM.relative_to(ROOT)}: {len(locked('runtime'))} packages of the image\n")
    kinds = Counter(_one_line(one["License"]) for one in found)
    sys.stdout.write(f"{LICENCES.relative_to(ROOT)}: {len(found)} packages, {len(kinds)} kinds of licence\n")
    asked, bad = known_vulnerabilities()
    if not asked:
        sys.stdout.write(
            "Known vulnerabilities: their data cannot be reached from here; nothing was checked.\n"
        )
    else:
        sys.stdout.write(f"Known vulnerabilities: {bad} of {asked} packages have some.\n")
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
