"""The lines of docs/commission.md, run by a shell as they stand there, against the service over HTTP.

Where no curl is installed, `tests/integration/appeals/curl.py` answers to its name: it takes the options
that the document uses, and no others. Nothing is skipped for want of it.
"""

import asyncio
import os
import re
import shutil
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from uuid import UUID

import httpx
from granian.constants import Interfaces
from granian.server.embed import Server

from tests.eventually import eventually
from tests.integration.appeals.championship import Court
from tests.unit.appeals.protests import CHIEF, FILER, GAME, JUDGE, MEMBERS, RESERVES

DOC = Path(__file__).parents[3] / "docs" / "commission.md"
CURL = shutil.which("curl") or f"{sys.executable} {Path(__file__).with_name('curl.py')}"
PEOPLE: dict[str, UUID] = {
    "FILER": FILER,
    "JUDGE": JUDGE,
    "CHIEF": CHIEF,
    "ANNA": MEMBERS[0],
    "BORIS": MEMBERS[1],
    "VERA": MEMBERS[2],
    "GLEB": RESERVES[0],
}
PARTS = re.compile(r"```sh\n(.*?)```|`(\w+)` is the answer's `(\w+)`", re.DOTALL)
PRELUDE = r"""
set -u
curl() { $CURL -sS -o "$ANSWER" -w '%{http_code}\n' "$@"; }
field() { sed -E 's/.*"'"$1"'":"([^"]*)".*/\1/' "$ANSWER"; }
"""


def script() -> str:
    """Return the document's lines, with what it keeps of the answers."""
    lines = [PRELUDE]
    for block, variable, field in PARTS.findall(DOC.read_text(encoding="utf-8")):
        lines.append(block or f"{variable}=$(field {field})")
    return "\n".join(lines)


def expected() -> list[str]:
    """Return the statuses that the document tells, one for each command."""
    text = DOC.read_text(encoding="utf-8")
    statuses = re.findall(r"^# (\d{3})\ncurl ", text, re.MULTILINE)
    assert len(statuses) == len(re.findall(r"^curl ", text, re.MULTILINE)) > 0
    return statuses


@asynccontextmanager
async def served(court: Court) -> AsyncIterator[str]:
    """Serve the application on a port, as it is served in production, and give its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Server(court.api.app, port=port, interface=Interfaces.ASGINL, log_enabled=False)
    serving = asyncio.create_task(server.serve())
    address = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=address, trust_env=False) as client:
        await eventually(partial(_answers, client), "the service to answer")
    try:
        yield address
    finally:
        server.stop()  # type: ignore[no-untyped-call]
        await serving


async def _answers(client: httpx.AsyncClient) -> bool:
    try:
        return (await client.get("/livez")).is_success
    except httpx.TransportError:
        return False


async def run(curl: str, court: Court, answer: Path) -> list[str]:
    """Let a shell run the document's lines, and return the statuses of the answers."""
    async with served(court) as address:
        environment = os.environ | {
            "CURL": curl,
            "ANSWER": str(answer),
            "APPEALS": address,
            "GAME": str(GAME),
            "NO_PROXY": "127.0.0.1",
        }
        environment |= {name: court.api.keys.token(one, "participant") for name, one in PEOPLE.items()}
        environment |= {f"{name}_ID": str(one) for name, one in PEOPLE.items()}
        shell = await asyncio.create_subprocess_exec(
            "bash", "-c", script(), env=environment, stdout=asyncio.subprocess.PIPE
        )
        out, _ = await shell.communicate()
    assert shell.returncode == 0
    return out.decode().split()


async def test_the_documents_commands_lead_from_protest_to_ruling(court: Court, tmp_path: Path) -> None:
    """Each command is answered as the document says; the protest is ruled on, and the judge warned."""
    assert await run(CURL, court, tmp_path / "answer") == expected()
    protests = await court.api.get("/v1/rulings", rule="O-VOTE-1", remedy="AnnulGame")
    (ruling,) = protests.json()["rulings"]
    view = await court.api.get(f"/v1/protests/{ruling['protest']}")
    assert (view.json()["status"], view.json()["published"]["warned"]) == ("ruled", str(JUDGE))


async def test_who_stands_in_for_curl_does_the_same(court: Court, tmp_path: Path) -> None:
    """The document's commands lead to the same answers where curl is not installed."""
    stand_in = f"{sys.executable} {Path(__file__).with_name('curl.py')}"
    assert await run(stand_in, court, tmp_path / "answer") == expected()
