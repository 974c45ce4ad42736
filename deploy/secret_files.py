"""Makes the secrets of a deployment as files, once: `python -m deploy.secret_files FOLDER`.

`--postgres HOST:PORT` and `--nats HOST,HOST,HOST` say where the servers are, where it is not compose.

Passwords of PostgreSQL's roles and of NATS's users, the addresses that hold them, the key that signs access
tokens, and the first admin's credentials. What is there already stays: running it again adds what is missing.

The folder is closed to everybody but its owner; the files in it are readable, since a container sees a single
file of it, under a user id of its own.
"""

import argparse
import secrets
import sys
from pathlib import Path

from deploy.local.keys import keys_in
from deploy.nats.rights import HEARS, authorization

SERVICES = tuple(HEARS)
OPERATOR = "operator"
NATS_NODES = ("nats-1", "nats-2", "nats-3")
POSTGRES = "postgres:5432"


def make(folder: Path, *, postgres: str = POSTGRES, nats_nodes: tuple[str, ...] = NATS_NODES) -> None:
    """Write what is missing of a deployment's secrets."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    superuser = _secret(folder / "postgres-password")
    _write(folder / "postgres-admin-url", f"postgresql://postgres:{superuser}@{postgres}/postgres")
    for service in SERVICES:
        for role, name in (("owner", "owner-url"), ("service", "database-url")):
            password = _secret(folder / f"{service}-{role}-password")
            address = f"postgresql://{service}_{role}:{password}@{postgres}/{service}"
            _write(folder / f"{service}-{name}", address)
    users = {user: _secret(folder / f"{user}-nats-password") for user in (OPERATOR, *SERVICES)}
    for user, password in users.items():
        _write(
            folder / f"{user}-nats-url",
            ",".join(f"nats://{user}:{password}@{node}:4222" for node in nats_nodes),
        )
    _write(folder / "nats-secret.conf", _nats(users, _secret(folder / "nats-route-password"), nats_nodes))
    keys = keys_in(folder / "keys")
    _write(folder / "signing-key.pem", keys.signing_key.read_text(encoding="utf-8"))
    _write(folder / "admin-id", str(keys.admin.id))
    _write(folder / "admin-secret", keys.admin.secret)


def _nats(users: dict[str, str], route_password: str, nodes: tuple[str, ...]) -> str:
    """Return what a NATS server includes: who may come in, and the other nodes with their password."""
    text = authorization(OPERATOR, users) + "\n"
    if len(nodes) > 1:
        routes = ", ".join(f'"nats://route:{route_password}@{node}:6222"' for node in nodes)
        text += (
            "cluster {\n"
            "  name: consigliere\n"
            "  port: 6222\n"
            f'  authorization {{ user: route, password: "{route_password}" }}\n'
            f"  routes: [{routes}]\n"
            "}\n"
        )
    return text


def _secret(path: Path) -> str:
    """Return the secret of a file, made where it is missing."""
    if not path.exists():
        _write(path, secrets.token_urlsafe(24))
    return path.read_text(encoding="utf-8")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o644)


def main() -> None:
    """Write the secrets into the folder named on the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m deploy.secret_files", description="Make secrets as files."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--postgres", default=POSTGRES, help="HOST:PORT of PostgreSQL")
    parser.add_argument("--nats", default=",".join(NATS_NODES), help="the hosts of the NATS nodes")
    given = parser.parse_args()
    make(given.folder, postgres=given.postgres, nats_nodes=tuple(given.nats.split(",")))
    sys.stderr.write(f"secrets of a deployment are in {given.folder}; keep a copy where the backups are\n")


if __name__ == "__main__":
    main()
