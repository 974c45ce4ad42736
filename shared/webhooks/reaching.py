"""Which addresses may be called: those of the public internet, or the networks that the settings name.

Whoever registers an address chooses where this server connects to. The name is resolved here, every address
behind it is looked at, and the connection goes to one that was looked at: between look and call nobody can
change it. Redirects are not followed.
"""

import asyncio
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, TypeAlias
from urllib.parse import SplitResult, urlsplit

from httpcore import AnyIOBackend, AsyncNetworkBackend, AsyncNetworkStream, ConnectError, ConnectTimeout

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network
MAX_URL = 2000
_EMBEDDING = (
    ip_network("64:ff9b::/96"),
    ip_network("64:ff9b:1::/48"),
    ip_network("2002::/16"),
    ip_network("2001::/32"),
)
"""NAT64, 6to4, Teredo: an IPv4 address in IPv6 clothes."""


class AddressNotAllowed(ConnectError):  # noqa: N818
    """The name stands for an address that is not within reach."""


@dataclass(frozen=True)
class Reach:
    """How far webhooks may lead."""

    public: bool = True
    networks: tuple[Network, ...] = ()

    def named(self, address: Address) -> bool:
        """Tell whether an address is of a network that is named: there TLS is not asked for."""
        return any(_plain(address) in network for network in self.networks)

    def allows(self, address: Address) -> bool:
        """Tell whether an address may be called.

        >>> [Reach().allows(ip_address(a)) for a in ("192.0.2.1", "169.254.169.254", "::ffff:127.0.0.1")]
        [False, False, False]
        >>> reach("127.0.0.0/8").allows(ip_address("127.0.0.1"))
        True
        """
        return self.named(address) or (self.public and _public(_plain(address)))


def reach(text: str) -> Reach:
    """Read the setting `webhook_networks`, as "public 10.1.0.0/16".

    Raises SystemExit with a sentence where a word is neither "public" nor a network.
    """
    words = text.split()
    try:
        return Reach("public" in words, tuple(ip_network(word) for word in words if word != "public"))
    except ValueError as error:
        raise SystemExit(
            f"settings: CONSIGLIERE_WEBHOOK_NETWORKS: {error}; expected the word public, networks, or both"
        ) from error


def _plain(address: Address) -> Address:
    return getattr(address, "ipv4_mapped", None) or address


def _public(address: Address) -> bool:
    hidden = any(address in network for network in _EMBEDDING)
    return address.is_global and not (address.is_multicast or address.is_reserved or hidden)


def wrong_with(url: str, within: Reach) -> str | None:
    """Return what is wrong with an address as it stands, or None; where its name leads the call sees."""
    if len(url) > MAX_URL or not url.isascii() or any(c <= " " or c == "\x7f" for c in url):
        return f"expected up to {MAX_URL} printable ASCII characters"
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError as error:
        return str(error)
    if not host:
        return "expected a host, as in https://club.example/mafia"
    if parts.username is not None or parts.password is not None:
        return "expected no user and no password in it: every call is signed"
    if parts.fragment:
        return "expected nothing after a #"
    return _wrong_with_host(parts, host, within)


def _wrong_with_host(parts: SplitResult, host: str, within: Reach) -> str | None:
    try:
        address: Address | None = ip_address(host)
    except ValueError:
        address = None
    inside = address is not None and within.named(address)
    if address is not None and not within.allows(address):
        return f"{address} is not within reach of webhooks here"
    if host == "localhost" or host.endswith((".localhost", ".local", ".internal")):
        return f"{host} is not within reach of webhooks here"
    if parts.scheme != "https" and not (parts.scheme == "http" and inside):
        return "expected https"
    return None


class NetworkWithinReach(AsyncNetworkBackend):
    """Connects to what may be called, and to nothing else."""

    def __init__(self, within: Reach) -> None:
        self._within = within
        self._inner = AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - as the interface has it
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> AsyncNetworkStream:
        """Resolve a name, refuse it where one address behind it may not be called, connect to one of them.

        Raises AddressNotAllowed, ConnectError and ConnectTimeout.
        """
        failed: Exception = ConnectError(f"{host} has no address")
        for address in await self._resolved(host, port, timeout):
            try:
                return await self._inner.connect_tcp(
                    str(address),
                    port,
                    timeout=timeout,
                    local_address=local_address,
                    socket_options=socket_options,
                )
            except (ConnectError, ConnectTimeout) as error:
                failed = error
        raise failed

    async def _resolved(self, host: str, port: int, seconds: float | None) -> list[Address]:
        try:
            async with asyncio.timeout(seconds):
                found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except TimeoutError:
            raise ConnectTimeout(f"{host} was not resolved in time") from None
        except (OSError, UnicodeError) as error:
            raise ConnectError(f"{host} was not resolved: {error}") from error
        addresses = list(dict.fromkeys(ip_address(str(entry[4][0]).partition("%")[0]) for entry in found))
        for address in addresses:
            if not self._within.allows(address):
                raise AddressNotAllowed(
                    f"{host} stands for {address}, which is not within reach of webhooks here"
                )
        return addresses

    async def sleep(self, seconds: float) -> None:
        """Sleep, where httpcore tries again."""
        await self._inner.sleep(seconds)
