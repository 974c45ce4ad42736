"""TCP ports of this machine: which are free, and whether somebody answers."""

import asyncio
import random
import socket
from contextlib import suppress

HOST = "127.0.0.1"
RANGE = range(10_000, 32_000)
PATIENCE = 2.0
"""Seconds for one answer."""


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


async def get(port: int, path: str) -> bytes | None:
    """Return what a server on this machine answers to a plain GET, or None where it does not say 200.

    Asked many times a second while everything starts, so it is cheaper than a client made for one question.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(HOST, port)
            try:
                writer.write(f"GET {path} HTTP/1.0\r\nHost: {HOST}\r\n\r\n".encode())
                head, _, body = (await reader.read()).partition(b"\r\n\r\n")
            finally:
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()
    except (OSError, TimeoutError):
        return None
    return body if b" 200 " in head.partition(b"\r\n")[0] else None
