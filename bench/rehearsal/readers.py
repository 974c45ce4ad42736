"""Readers in a process of their own: `python -m bench.rehearsal.readers URL CHAMPIONSHIP COUNT PAUSE`.

Each looks at the standings, as a browser does with the ETag that it has, at the feed, at the games; then he
waits for PAUSE seconds on average. A line on standard input is a path that all of them open at once, as when
a draw is released. At the end of the input they stop, and what they measured is printed as JSON.
"""

import asyncio
import random
import ssl
import sys
import time
from typing import Any

import httpx
import msgspec

SECONDS = 30.0


class Seen(msgspec.Struct):
    """Milliseconds of every answer by what was read, and what went wrong."""

    milliseconds: dict[str, list[float]] = {}
    unchanged: int = 0
    errors: list[str] = []


class Readers:
    """All of them, each on a connection of his own: a pool that is searched for a free one costs more."""

    def __init__(self, url: str, championship: str, count: int, pause: float) -> None:
        tls = ssl.create_default_context()
        self._clients = [
            httpx.AsyncClient(base_url=url, timeout=SECONDS, trust_env=False, verify=tls)
            for _ in range(count)
        ]
        self._path = f"v1/championships/{championship}"
        self._pause = pause
        self._over = asyncio.Event()
        self.seen = Seen()

    async def read(self) -> None:
        """Read until the input ends."""
        reading = [asyncio.create_task(self._reader(number)) for number in range(len(self._clients))]
        while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
            await asyncio.gather(*(self._get(client, "release", line, {}) for client in self._clients))
        self._over.set()
        await asyncio.gather(*reading)
        for client in self._clients:
            await client.aclose()

    async def _reader(self, number: int) -> None:
        client = self._clients[number]
        chance = random.Random(number)  # noqa: S311 - a sample, not a secret
        etag, after = "", 0
        await self._rest(chance.uniform(0, 2 * self._pause))
        while not self._over.is_set():
            what = chance.choices(("standings", "feed", "games"), (6, 3, 1))[0]
            if what == "standings":
                headers = {"If-None-Match": etag} if etag else {}
                answer = await self._get(client, what, f"/scoring/{self._path}/standings", headers)
                if answer is not None and answer.status_code != httpx.codes.NOT_FOUND:
                    etag = answer.headers.get("ETag", etag)
            elif what == "feed":
                answer = await self._get(client, what, f"/gameplay/v1/events?after={after}", {})
                if answer is not None and answer.is_success:
                    page = answer.json()["events"]
                    after = page[-1]["seq"] if page else after
            else:
                await self._get(client, what, f"/gameplay/{self._path}/games?limit=20", {})
            await self._rest(chance.uniform(0.5, 1.5) * self._pause)

    async def _rest(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._over.wait(), seconds)
        except TimeoutError:
            return

    async def _get(
        self, client: httpx.AsyncClient, what: str, path: str, headers: dict[str, str]
    ) -> httpx.Response | None:
        """Read once; 404 is an answer too, as long as there are no standings."""
        began = time.perf_counter()
        try:
            answer = await client.get(path, headers=headers)
        except httpx.TransportError as error:
            self.seen.errors.append(f"{path}: {error!r}")
            return None
        self.seen.milliseconds.setdefault(what, []).append((time.perf_counter() - began) * 1000)
        if answer.status_code == httpx.codes.NOT_MODIFIED:
            self.seen.unchanged += 1
        elif not answer.is_success and answer.status_code != httpx.codes.NOT_FOUND:
            self.seen.errors.append(f"{path}: {answer.status_code} {answer.text[:200]}")
        return answer


def main() -> None:
    """Read, then print what was seen."""
    url, championship, count, pause = sys.argv[1:]
    readers = Readers(url, championship, int(count), float(pause))
    asyncio.run(readers.read())
    seen: Any = msgspec.json.encode(readers.seen)
    sys.stdout.buffer.write(seen)


if __name__ == "__main__":
    main()
