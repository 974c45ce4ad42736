"""`consigliere import results`: read, check, send, and say how it went."""

import asyncio
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from deploy.local.championship.front import Front, Member, Refused, Unanswered
from deploy.local.importing.carrying import Carrying
from deploy.local.importing.championship import championship_of
from deploy.local.importing.checking import Import, checked_import
from deploy.local.importing.games import games_of
from deploy.local.importing.identities import digest_of
from deploy.local.importing.reading import rows_of
from deploy.local.importing.seats import seats_of
from deploy.local.importing.wrong import FileRefused
from deploy.local.keys import Admin
from deploy.local.program import ProgramFailed
from deploy.local.state import StateFile

__all__ = ["FileRefused", "Target", "import_results", "target"]


@dataclass(frozen=True, kw_only=True)
class Target:
    """Where to, and as whom."""

    url: str
    client: str
    secret: str


def target(data: Path, url: str | None, client: str | None, secret: str | None) -> Target:
    """Return what was given, completed by what runs on the data folder. Raises ProgramFailed."""
    if (client is None) != (secret is None):
        raise ProgramFailed("Give both --client-id and --client-secret, or neither.")
    if url is None:
        running = StateFile(data).read()
        if running is None or not running.supervisor.found() or not running.base_url:
            raise ProgramFailed(f"Nothing runs on {data}. Start it with: make run, or give --url.")
        url = running.base_url
    if client is None or secret is None:
        try:
            admin = msgspec.json.decode((data / "keys" / "admin.json").read_bytes(), type=Admin)
        except FileNotFoundError:
            raise ProgramFailed(
                f"{data} holds no admin's key; give --client-id and --client-secret of an organizer."
            ) from None
        client, secret = str(admin.id), admin.secret
    return Target(url=url, client=client, secret=secret)


async def import_results(file: Path, championship: UUID, where: Target, console: Console) -> Import:
    """Import a file. Raises FileRefused with every bad line, before anything is written, or ProgramFailed."""
    began = time.monotonic()
    try:
        content = await asyncio.to_thread(file.read_bytes)
    except OSError as error:
        raise ProgramFailed(f"{file} cannot be read: {error.strerror}.") from error
    games = games_of(seats_of(rows_of(content)))
    digest = digest_of(content)
    front = Front(where.url, keyed=f"import {championship} {digest}")
    try:
        organizer = await _signed_in(front, where)
        there = await championship_of(organizer, championship)
        planned = checked_import(games, there, digest, datetime.now(UTC))
        undecided = await _carry(front, organizer, planned, console)
    except (Refused, Unanswered) as failed:
        sent = f"; {front.commands} commands were sent: import again to go on" if front.commands else ""
        raise ProgramFailed(f"{str(failed).removesuffix('.')}{sent}.") from failed
    finally:
        await front.close()
    console.print(_summary(planned, front.commands, time.monotonic() - began), markup=False)
    _point_on(planned, undecided, where, console)
    return planned


async def _signed_in(front: Front, where: Target) -> Member:
    try:
        return await front.sign_in(client_id=where.client, client_secret=where.secret)
    except Refused as refused:
        raise ProgramFailed(f"{where.url} does not let this client in: {refused}") from refused


async def _carry(front: Front, organizer: Member, planned: Import, console: Console) -> list[str]:
    columns = (TextColumn("{task.description:32}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        try:
            return await Carrying(front, organizer, planned, progress).run()
        except* (Refused, Unanswered) as group:
            first: BaseException = group
            while isinstance(first, BaseExceptionGroup):
                first = first.exceptions[0]
            raise first from None


def _summary(planned: Import, commands: int, seconds: float) -> str:
    games = sum(len(stage.games) for stage in planned.stages)
    what = f"{games} games of {len(planned.players)} players"
    title = planned.championship.title
    if not commands:
        return f"All of the file was in {title} already: {what}."
    return f"Imported {what} into {title} in {seconds:.1f} s, with {commands} commands."


def _point_on(planned: Import, undecided: list[str], where: Target, console: Console) -> None:
    there = planned.championship
    for stage in undecided:
        console.print(
            f"Stage {stage} stays open: a tie stands across its cut, and the file has no next stage to tell"
            f" who goes on. Decide it: POST {where.url}/scoring/{there.path}/stages/{stage}/tie-decisions",
            markup=False,
            soft_wrap=True,
        )
    console.print(f"Standings: {where.url}/scoring/{there.path}/standings", markup=False, soft_wrap=True)
