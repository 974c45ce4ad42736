"""Become a program that dies with its supervisor.

Run as a script, `python launch.py PARENT SIGNAL USER COMMAND...`: takes on the user (empty: stay), asks Linux
for the signal when the parent dies, even by kill -9, and turns into the command. A script of its own,
since the same work between fork and exec of a threaded Python may hang. It imports next to nothing: each
program of the stack starts through it.
"""

import ctypes
import os
import sys

PR_SET_PDEATHSIG = 1
PARENT_GONE = 70


def take_on(user: str) -> None:
    """Change from root to the user, with no group of root's left."""
    import pwd  # noqa: PLC0415 - only for PostgreSQL, and only under root

    entry = pwd.getpwnam(user)
    os.initgroups(user, entry.pw_gid)
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)
    os.chdir("/")
    os.environ |= {"HOME": entry.pw_dir, "USER": user, "LOGNAME": user}


def die_with(parent: int, signal: int) -> None:
    """Ask for the signal at the parent's death; comes after the change of user, which would clear it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(PARENT_GONE)


def main() -> None:
    """Read the arguments and become the command."""
    parent, signal, user, *command = sys.argv[1:]
    if user:
        take_on(user)
    die_with(int(parent), int(signal))
    os.execvp(command[0], command)  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main()
