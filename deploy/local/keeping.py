"""Backups of a data folder: its four databases, of one moment, and its keys. `consigliere backup`, `restore`.

Without the keys a copy would be whole but shut: links, QR codes and the admin's secret follow from them.
"""

import asyncio
import shutil
from pathlib import Path

from deploy.backup.saving import BackupFailed, Note, Server, read_note, restore, save
from deploy.local.databases import PostgresServer
from deploy.local.postgres import binaries, initialize, postgres_place, postgres_program
from deploy.local.program import ProgramFailed
from deploy.local.stack import FOLDERS, SERVICES, has_data, servers
from deploy.local.supervisor import Supervisor

KEYS = "keys"


async def backed_up(data: Path, folder: Path) -> Note:
    """Save a data folder into a new folder, while everything works or while nothing does.

    Raises BackupFailed and ProgramFailed; then the new folder holds no whole backup.
    """
    async with servers(data):
        note = await save(_server(data), SERVICES, folder)
    await asyncio.to_thread(shutil.copytree, data / KEYS, folder / KEYS, copy_function=shutil.copy2)
    return note


async def brought_back(folder: Path, data: Path) -> Note:
    """Make a data folder from a backup; the streams are filled again when it is started.

    Raises BackupFailed where the backup is not whole, and ProgramFailed where the data folder holds data, or
    where a server does not start. Then the data folder is as before.
    """
    read_note(folder)
    if not (folder / KEYS).is_dir():
        raise BackupFailed(f"{folder} holds no keys; it was not made by `consigliere backup`")
    if has_data(data):
        raise ProgramFailed(f"{data} holds data already; move it away, or name another folder with --data.")
    try:
        return await _restored(folder, data)
    except BaseException:
        for name in FOLDERS:
            await asyncio.to_thread(shutil.rmtree, data / name, ignore_errors=True)
        raise


async def _restored(folder: Path, data: Path) -> Note:
    async with Supervisor(data) as supervisor:
        place = postgres_place(data / "postgres")
        await initialize(place, supervisor.logs / "initdb.log")
        await supervisor.start(postgres_program(place))
        server = PostgresServer(place.admin_url)
        for service in SERVICES:  # for the sake of the roles
            await server.drop_database(await server.create_database(service), keep_roles=True)
        note = await restore(_server(data), folder)
        await asyncio.to_thread(shutil.copytree, folder / KEYS, data / KEYS, copy_function=shutil.copy2)
        (data / KEYS).chmod(0o700)
        return note


def _server(data: Path) -> Server:
    return Server(admin_url=postgres_place(data / "postgres").admin_url, programs=binaries())
