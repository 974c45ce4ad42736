"""Runs a module under a clock that can be moved: `python -m tests.chaos.moved_clock shared.web.serve ...`.

The file that CHAOS_CLOCK names holds by how many seconds the clock is wrong; it is read at every glance.
"""

import os
import runpy
import sys
from datetime import datetime, timedelta
from pathlib import Path

import shared.clock

true_now = shared.clock.utc_now


def moved_now() -> datetime:
    """Return the present moment, as far off as the file says."""
    path = Path(os.environ["CHAOS_CLOCK"])
    return true_now() + timedelta(seconds=float(path.read_text()) if path.exists() else 0)


def main() -> None:
    """Put the clock in place before anybody takes it, and become the module."""
    shared.clock.utc_now = moved_now
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
