"""Opens the first admin's account: `python -m services.registration.bootstrap`.

Reads CONSIGLIERE_ADMIN_ID (a UUID) and CONSIGLIERE_ADMIN_SECRET, and the same settings as the API. Doing it
again changes nothing; with another secret, that one holds from now on.
"""

import asyncio
import sys
from datetime import datetime
from uuid import UUID

from services.registration.access.hashing import hashed, matches
from services.registration.composition import KERNEL
from services.registration.domain.account.commands import OpenClient, ReplaceClientSecret
from services.registration.domain.account.decider import account
from services.registration.domain.account.state import Client
from services.registration.domain.actors import Actor
from shared.clock import utc_now
from shared.eventsourcing.handling import CommandLoop, Context, Unit
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.settings import from_environment, setting

SHORTEST = 16


async def bootstrap_admin(loop: CommandLoop, client_id: UUID, secret: str, at: datetime) -> bool:
    """Let an admin come in with this id and secret; return whether anything had to change for it.

    Raises AccountAlreadyOpened where the id belongs to a person or a closed client.
    """
    secret_hash = await hashed(secret)
    actor = Actor(id=client_id, admin=True)

    async def work(unit: Unit) -> bool:
        _, state = await unit.state(account, client_id)
        if not isinstance(state, Client):
            opening = OpenClient(
                client=client_id,
                name="First admin",
                scopes=frozenset({"admin", "organizer"}),
                secret_hash=secret_hash,
                by=actor,
                at=at,
            )
            await unit.handle(account, client_id, opening)
            return True
        if await matches(secret, state.secret_hash):
            return False
        await unit.handle(account, client_id, ReplaceClientSecret(secret_hash=secret_hash, by=actor, at=at))
        return True

    changed, _ = await loop.run(Context(actor="bootstrap", at=at), work)
    return changed


async def _bootstrap(client_id: UUID, secret: str) -> bool:
    engine = open_engine(from_environment().database_url, application_name="registration-bootstrap")
    try:
        return await bootstrap_admin(CommandLoop(KERNEL, PostgresStore(engine)), client_id, secret, utc_now())
    finally:
        await engine.dispose()


def main() -> None:
    """Read the environment and open the account."""
    try:
        client_id = UUID(setting("CONSIGLIERE_ADMIN_ID") or "")
        secret = setting("CONSIGLIERE_ADMIN_SECRET") or ""
    except ValueError as error:
        raise SystemExit(
            f"bootstrap: {error}; set CONSIGLIERE_ADMIN_ID to a UUID and CONSIGLIERE_ADMIN_SECRET"
        ) from error
    if len(secret) < SHORTEST:
        raise SystemExit(f"bootstrap: CONSIGLIERE_ADMIN_SECRET needs {SHORTEST} characters or more")
    changed = asyncio.run(_bootstrap(client_id, secret))
    sys.stderr.write(f"bootstrap: admin {client_id} {'may come in now' if changed else 'was there'}\n")


if __name__ == "__main__":
    main()
