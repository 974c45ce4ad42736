"""Folders of the stack: private ones, short ones for Unix sockets, and paths that another user can pass."""

import hashlib
import os
import shutil
import stat
import tempfile
from pathlib import Path

LONGEST_SOCKET_PATH = 103
"""Bytes; macOS allows 103 and Linux 107."""


def private_folder(folder: Path, user: str = "") -> Path:
    """Make a folder that only its owner enters, and give it to the user where one is named.

    Raises PermissionError where the folder was put there by somebody else.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    owner = folder.lstat().st_uid
    if user:
        import pwd  # noqa: PLC0415 - Unix only, and only under root

        allowed = {os.geteuid(), pwd.getpwnam(user).pw_uid}
    else:
        allowed = {os.geteuid()}
    if owner not in allowed or folder.is_symlink():
        raise PermissionError(f"{folder} belongs to somebody else; remove it or choose another data folder")
    folder.chmod(0o700)
    if user:
        shutil.chown(folder, user)
    return folder


def short_folder(wanted: Path, *, longest_name: str) -> Path:
    """Return the wanted folder, or a short one where a socket in it would have too long a path."""
    if len(os.fsencode(wanted / longest_name)) <= LONGEST_SOCKET_PATH:
        return wanted
    digest = hashlib.sha256(os.fsencode(wanted)).hexdigest()[:16]
    return Path(tempfile.gettempdir(), f"consigliere-{digest}")


def openable(path: Path) -> None:
    """Let other users pass (not list) every folder above the path, so that PostgreSQL's own user gets there.

    Only folders that refuse it are changed, and only by root.
    """
    for folder in path.parents:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | stat.S_IXOTH)
