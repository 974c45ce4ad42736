"""What is too large, too deep, too many, or written so as to be taken for something else."""

import csv
import io
import re
import zipfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from structlog.testing import capture_logs

from services.registration.api import sheets as registration_sheets
from services.scoring.domain import sheets as scoring_sheets
from shared.web.problems import MEDIA_TYPE
from tests.attack.requests import PLACES, SOME_UUID, operations
from tests.integration.rulings.four import NAMES
from tests.running import RunningService

Start = Callable[..., Awaitable[RunningService]]
ROOT = Path(__file__).parents[2]
MEGABYTES = 10_000_000
DEEP = 100_000


def is_problem(answer: httpx.Response, *statuses: int) -> bool:
    """Tell whether an answer is a problem document of one of these."""
    return answer.status_code in statuses and answer.headers["Content-Type"].startswith(MEDIA_TYPE)


def everything(api: RunningService) -> dict[str, str]:
    """Return headers that come past the guards."""
    return api.bearer(SOME_UUID, "admin", "organizer", "participant", "federation") | {
        "Idempotency-Key": str(uuid4()),
        "If-Match": '"v1"',
        "Content-Type": "application/json",
    }


@pytest.mark.parametrize("name", NAMES)
async def test_no_route_reads_what_is_too_large(service: Start, name: str) -> None:
    """Ten megabytes, announced or in pieces: 413 on every route that takes a body, and nothing is kept."""
    api = await service(name)

    async def pieces() -> Any:
        for _ in range(MEGABYTES // 100_000):
            yield b"x" * 100_000

    for operation in operations(name):
        if operation.method == "GET" or (operation.body is None and operation.method == "DELETE"):
            continue
        path = operation.filled(dict.fromkeys(PLACES, str(SOME_UUID)))
        for content in (b"x" * MEGABYTES, pieces()):
            answer = await api.client.request(
                operation.method, path, content=content, headers=everything(api)
            )
            assert is_problem(answer, 413), (operation.name, answer.status_code, answer.text[:200])
    assert (await api.store.head()).position == 0


@pytest.mark.parametrize("name", NAMES)
async def test_what_is_too_deep_or_too_many_is_refused(service: Start, name: str) -> None:
    """Lists in lists, objects in objects, ten thousand items: refused with a problem, never with a 5xx."""
    api = await service(name)
    bodies = {
        "lists": b"[" * DEEP + b"]" * DEEP,
        "objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
        "items": b"[" + b",".join([b"1"] * 10_000) + b"]",
        "unfinished": b"[" * DEEP,
        "half a character": b'{"a":"\xc3"}',
        "a lone surrogate": b'{"a":"\\ud800"}',
        "a number without end": b'{"a":1e999999}',
        "many digits": b'{"a":' + b"9" * 10_000 + b"}",
    }
    for operation in operations(name):
        if operation.body is None:
            continue
        path = operation.filled(dict.fromkeys(PLACES, str(SOME_UUID)))
        for kind, body in bodies.items():
            answer = await api.client.request(operation.method, path, content=body, headers=everything(api))
            assert is_problem(answer, 400, 403, 404, 422), (operation.name, kind, answer.text[:200])


@pytest.mark.parametrize(
    "value",
    ["a\r\nX-Injected: yes", "a\nb", "a\x1b[31m", "é" * 10, "a" * 101, "{{7*7}}\t", "a b"],
    ids=["a header", "a line", "a color", "not ASCII", "too long", "a tab", "a space"],
)
async def test_no_header_is_given_back_that_could_be_another(service: Start, value: str) -> None:
    """A request id that is no plain word is replaced: neither the answer nor the log has a line of it."""
    api = await service("gameplay")
    given = {b"X-Request-ID": value.encode(), b"X-Correlation-ID": value.encode()}
    with capture_logs() as lines:
        answer = await api.client.get("/v1/events", headers=given)
    assert answer.headers["X-Request-ID"] not in {value, ""}
    assert "X-Injected" not in answer.headers
    assert not [line for line in lines if value in str(line)]


async def test_an_address_breaks_no_log_line(service: Start) -> None:
    """Line ends in an address stay inside one JSON value of one line."""
    api = await service("gameplay")
    answer = await api.client.get("/v1/%0d%0aX-Injected:%20yes")
    assert is_problem(answer, 404)
    assert "X-Injected" not in answer.headers


def bombs() -> Iterator[tuple[str, bytes]]:
    """Yield small files that become large, or ask for others, where somebody unpacks them."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 50_000_000)
    yield "zip", packed.getvalue()
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    yield "xml", f'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "ha">{laughs}]><l>&l9;</l>'.encode()
    yield "quotes", b'nick\n"' + b"a" * 900_000
    yield "columns", b",".join([b"nick"] * 100_000) + b"\n"


@pytest.mark.parametrize(("kind", "content"), list(bombs()), ids=["zip", "xml", "quotes", "columns"])
async def test_an_import_unpacks_nothing(service: Start, kind: str, content: bytes) -> None:
    """A file of applications is text and read as text; a bomb is a file that cannot be read."""
    api = await service("registration")
    headers = everything(api) | {"Content-Type": "text/csv"}
    path = f"/v1/championships/{SOME_UUID}/entries/import"
    answer = await api.client.post(path, content=content, headers=headers)
    assert is_problem(answer, 400, 403, 404, 422), (kind, answer.text[:200])


@pytest.mark.parametrize(
    "guarded", [registration_sheets.guarded, scoring_sheets.guarded], ids=["participants", "standings"]
)
def test_a_spreadsheet_takes_no_cell_for_a_formula(guarded: Callable[[str], str]) -> None:
    """Whatever a nick begins with, its cell in a CSV file does not begin as a formula does."""
    for nick in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x","y")'):
        written = io.StringIO()
        csv.writer(written).writerow([guarded(nick)])
        assert written.getvalue().lstrip('"')[0] not in "=+-@\t\r"


def test_what_clients_link_to_is_fetched_by_nobody() -> None:
    """Only the keys of issuers and a publisher's feed are fetched, from addresses in the settings.

    Webhooks lead to addresses that clients give, within the reach that the settings name; evidence and every
    other link is a text: no other module can open an address.
    """
    clients = r"httpx|httpcore|urllib\.request|http\.client|aiohttp|requests|socket"
    opening = re.compile(rf"^\s*(?:from|import) (?:{clients})\b", re.MULTILINE)
    found = {
        str(file.relative_to(ROOT))
        for part in ("services", "shared")
        for file in (ROOT / part).rglob("*.py")
        if opening.search(file.read_text(encoding="utf-8"))
    }
    assert found == {
        "shared/messaging/serve.py",
        "shared/probe.py",
        "shared/web/keys.py",
        "shared/webhooks/reaching.py",
        "shared/webhooks/sending.py",
    }
