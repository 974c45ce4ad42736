"""The commands of docs/commission.md, run as they stand there, against the API."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import httpx

from tests.integration.appeals.championship import Court
from tests.running import RunningService
from tests.unit.appeals.protests import CHIEF, FILER, GAME, JUDGE, MEMBERS, RESERVES

DOC = Path(__file__).parents[3] / "docs" / "commission.md"
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
COMMAND = re.compile(r"# (\d{3})\n(curl .*?)(?=\n# \d{3}\n|\Z)", re.DOTALL)


def steps() -> Iterator[tuple[str, str]]:
    """Yield the document's commands with their expected status, and what is kept of their answers."""
    for block, variable, field in PARTS.findall(DOC.read_text(encoding="utf-8")):
        if variable:
            yield variable, field
        yield from COMMAND.findall(block)


async def curl(api: RunningService, command: str, shell: dict[str, str]) -> httpx.Response:
    """Do what curl would: the few options that the document uses, and no others."""
    words = shlex.split(re.sub(r"\$(\w+)", lambda name: shell[name[1]], command.replace("\\\n", " ")))
    assert words.pop(0) == "curl"
    method, url, body, headers = "GET", "", None, {}
    while words:
        match words.pop(0):
            case "-X":
                method = words.pop(0)
            case "-H":
                name, _, value = words.pop(0).partition(": ")
                headers[name] = value
            case "-d":
                body = words.pop(0)
            case word:
                assert not word.startswith("-"), word
                url = word
    return await api.client.request(method, url, headers=headers, content=body)


async def test_the_documents_commands_lead_from_protest_to_ruling(court: Court) -> None:
    """Each command is answered as the document says; the last ones read the published ruling."""
    api = court.api
    shell = {"APPEALS": "http://test", "GAME": str(GAME)}
    shell |= {name: api.keys.token(one, "participant") for name, one in PEOPLE.items()}
    shell |= {f"{name}_ID": str(one) for name, one in PEOPLE.items()}
    kept: dict[str, str] = {}
    done = 0
    for first, second in steps():
        if not first.isdigit():
            shell[first] = kept[second]
            continue
        answer = await curl(api, second, shell)
        assert answer.status_code == int(first), f"{second}\n{answer.text}"
        done += 1
        if answer.headers["content-type"].startswith("application/json"):
            kept |= {key: value for key, value in answer.json().items() if isinstance(value, str)}
    assert done == len(re.findall(r"^curl ", DOC.read_text(encoding="utf-8"), re.MULTILINE))
    view = await api.get(f"/v1/protests/{shell['PROTEST']}")
    assert (view.json()["status"], view.json()["published"]["warned"]) == ("ruled", str(JUDGE))
