"""Caddy, from its wheel, with the Caddyfile of production: the one address of the stack."""

import sysconfig
from collections.abc import Mapping
from pathlib import Path

from deploy.local.ports import HOST, get
from deploy.local.program import Program

CADDYFILE = Path(__file__).parents[1] / "Caddyfile"


def caddy_program(folder: Path, port: int, upstreams: Mapping[str, int]) -> Program:
    """Return the front door on a port, before the services' ports by their names."""

    async def ready() -> bool:
        """Ask for the front page."""
        return await get(port, "/") is not None

    return Program(
        name="caddy",
        command=(
            str(Path(sysconfig.get_path("scripts"), "caddy")),
            *("run", "--config", str(CADDYFILE), "--adapter", "caddyfile"),
        ),
        environment={
            "CONSIGLIERE_SITE": f"http://:{port}",
            "CONSIGLIERE_BIND": HOST,
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            **{f"{service.upper()}_UPSTREAM": f"{HOST}:{own}" for service, own in upstreams.items()},
        },
        ready=ready,
    )
