"""The command of the image: CONSIGLIERE_POSTGRES_ADMIN_URL (or _FILE) names the server, by a superuser."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from deploy.backup.saving import BackupFailed, Server, restore, save
from deploy.nats.rights import HEARS
from shared.settings import setting

app = typer.Typer(add_completion=False, pretty_exceptions_show_locals=False, help="Backups.")
Folder = Annotated[Path, typer.Argument(help="The folder of the backup.")]


def _server() -> Server:
    url = setting("CONSIGLIERE_POSTGRES_ADMIN_URL")
    if url is None:
        raise SystemExit("backup: set CONSIGLIERE_POSTGRES_ADMIN_URL or CONSIGLIERE_POSTGRES_ADMIN_URL_FILE")
    programs = setting("CONSIGLIERE_POSTGRES_PROGRAMS")
    return Server(admin_url=url, programs=Path(programs) if programs else None)


@app.command("save")
def save_command(folder: Folder) -> None:
    """Save all four databases into a new folder, while everything runs."""
    note = asyncio.run(save(_server(), tuple(HEARS), folder))
    for service, saved in note.services.items():
        sys.stdout.write(f"{service:13} position {saved.position}, outbox {saved.outbox_seq}\n")


@app.command("restore")
def restore_command(
    folder: Folder,
    *,
    suffix: Annotated[str, typer.Option(help="Restore beside, under names that end so.")] = "",
    replace: Annotated[bool, typer.Option("--replace", help="Keep what is there beside.")] = False,
) -> None:
    """Restore all four databases; their services must be stopped, and NATS begin empty."""
    note = asyncio.run(restore(_server(), folder, suffix=suffix, replace=replace))
    sys.stdout.write(f"restored as of {note.at:%Y-%m-%d %H:%M:%S} UTC: {', '.join(note.services)}\n")


def main() -> None:
    """Run the command line."""
    try:
        app()
    except BackupFailed as failed:
        raise SystemExit(f"backup: {failed}") from None


if __name__ == "__main__":
    main()
