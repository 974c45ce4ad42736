"""Brings the databases to what this release needs: `python -m deploy.provision`, before its services start.

Makes the four databases and their roles where they are missing (with CONSIGLIERE_POSTGRES_ADMIN_URL, else
they must be there), migrates each, and lets the first admin in. Doing it again changes nothing. Secrets
are read from the folder that CONSIGLIERE_SECRETS names: what `deploy.secret_files` has written.
"""

import asyncio
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from deploy.local.databases import PostgresServer
from deploy.nats.rights import HEARS
from shared.eventsourcing.migrate import migrate
from shared.settings import setting


async def provision(folder: Path, admin_url: str | None) -> None:
    """Make what is missing, and migrate."""
    for service in HEARS:
        if admin_url is not None:
            owner, own = (_read(folder, f"{service}-{role}-password") for role in ("owner", "service"))
            await PostgresServer(admin_url).create_database(service, passwords=(owner, own))
        package = import_module(f"services.{service}")
        history = Path(package.__path__[0]) / "migrations"
        revision = await migrate(_read(folder, f"{service}-owner-url"), f"{service}_service", history)
        sys.stderr.write(f"{service}: migrated to {revision}\n")


def _read(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8").strip()


def main() -> None:
    """Provision what the environment names."""
    folder = Path(os.environ.get("CONSIGLIERE_SECRETS", "/run/secrets"))
    asyncio.run(provision(folder, setting("CONSIGLIERE_POSTGRES_ADMIN_URL")))
    environment = {
        "CONSIGLIERE_DATABASE_URL": _read(folder, "registration-database-url"),
        "CONSIGLIERE_ADMIN_ID": _read(folder, "admin-id"),
        "CONSIGLIERE_ADMIN_SECRET": _read(folder, "admin-secret"),
    }
    subprocess.run(
        [sys.executable, "-m", "services.registration.bootstrap"],
        env={**os.environ, **environment},
        check=True,
    )


if __name__ == "__main__":
    main()
