"""Plays the sample championship against a deployment: `python -m deploy.containers.play URL SECRETS`."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast
from uuid import UUID

from rich.console import Console

from deploy.local.championship.performance import play
from deploy.local.keys import Admin
from deploy.local.stack import Stack


@dataclass(frozen=True)
class _Keys:
    admin: Admin


@dataclass(frozen=True)
class Elsewhere:
    """A stack that somebody else runs: its address, and the admin's credentials."""

    base_url: str
    keys: _Keys
    folder: Path
    """Where the player keeps its journal."""


def main() -> None:
    """Play against the address, as the admin of the folder of secrets."""
    url, folder = sys.argv[1], Path(sys.argv[2])
    admin = Admin(
        id=UUID((folder / "admin-id").read_text(encoding="utf-8")),
        secret=(folder / "admin-secret").read_text(encoding="utf-8"),
    )
    with TemporaryDirectory() as journals:
        there = cast("Stack", Elsewhere(url, _Keys(admin), Path(journals)))
        asyncio.run(play(there, regulations="onore-2014", seed=None, console=Console(width=100)))


if __name__ == "__main__":
    main()
