"""TCP ports of this machine: which are free, and whether somebody answers."""

import asyncio
import random
import socket
from contextlib import suppress

import httpx

HOST = "127.0.0.1"
RANGE = range(10_000, 32_000)


def is_free(port: int) -> bool:
    """Tell whether a server could listen on the port now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def free_ports(count: int) -> list[int]:
    """Return distinct ports that are free now.

    They lie below those that systems give to outgoing connections: a server that dies must find its port
    free when it is started again.
    """
    found: list[int] = []
    for port in random.sample(RANGE, len(RANGE)):
        if is_free(port):
            found.append(port)
        if len(found) == count:
            return found
    raise OSError(f"{count} free TCP ports were wanted between {RANGE.start} and {RANGE.stop}")


def free_port(preferred: int) -> int:
    """Return the preferred port where it is free, otherwise the next one that is."""
    return next(port for port in range(preferred, 65_536) if is_free(port))


async def accepts(port: int) -> bool:
    """Tell whether somebody listens on the port."""
    with suppress(OSError):
        _, writer = await asyncio.open_connection(HOST, port)
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
        return True
    return False


async def answers(url: str) -> bool:
    """Tell whether the address answers a GET with success."""
    try:
        async with httpx.AsyncClient(trust_env=False, timeout=2) as client:
            return (await client.get(url)).is_success
    except httpx.HTTPError:
        return False
