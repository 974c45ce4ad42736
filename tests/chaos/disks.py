"""Small disks of their own for the servers of a stack, to be filled: in memory, mounted by root.

Where this process may not mount, there are none, and the chaos run says so.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Disk:
    """A mounted volume."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Take every free byte."""
        with suppress(OSError), self._ballast.open("wb", buffering=0) as ballast:
            while ballast.write(bytes(1 << 20)):
                pass
        with suppress(OSError), self._ballast.open("ab", buffering=0) as ballast:
            while ballast.write(bytes(1 << 12)):
                pass

    def free(self) -> None:
        """Give the bytes back."""
        self._ballast.unlink(missing_ok=True)


@contextmanager
def disks(folder: Path, sizes: dict[str, int]) -> Iterator[dict[str, Disk]]:
    """Mount a disk of so many megabytes at each of these folders; give none where that is not allowed."""
    mounted: list[str] = []
    try:
        if os.geteuid() == 0 and shutil.which("mount"):
            for name, megabytes in sizes.items():
                place = folder / name
                place.mkdir(parents=True, exist_ok=True)
                command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "chaos", str(place)]
                if subprocess.run(command, capture_output=True, check=False).returncode != 0:
                    break
                mounted.append(name)
        yield {name: Disk(folder / name) for name in mounted}
    finally:
        for name in reversed(mounted):
            subprocess.run(["umount", "-l", str(folder / name)], capture_output=True, check=False)
