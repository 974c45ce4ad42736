"""TCP ports of this machine: which are free, and whether somebody answers."""

import asyncio
import socket
from contextlib import suppress

import httpx

HOST = "127.0.0.1"


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
    """Return distinct ports that are free now, as the system hands them out."""
    probes = [socket.socket(socket.AF_INET, socket.SOCK_STREAM) for _ in range(count)]
    try:
        for probe in probes:
            probe.bind((HOST, 0))
        return [probe.getsockname()[1] for probe in probes]
    finally:
        for probe in probes:
            probe.close()


def free_port() -> int:
    """Return a port that is free now."""
    return free_ports(1)[0]


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
