"""How many requests one principal, one address, one guesser may make: more are refused with 429.

Three limits in each process, each a rate with a burst: of a principal; of an address without a token; and of
an address that guesses, which is: tries a secret, or brings a token that is no good. Who asks from the
machine itself is not limited. Why own code: docs/decisions/own-rate-limits.md.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from litestar.connection import ASGIConnection

from shared.settings import Settings
from shared.web.auth import Principal
from shared.web.problems import BadRequest

LARGEST = 100_000
"""So many are remembered at once by each limit; of more, those that were quiet longest are forgotten."""
_FORWARDED = b"x-forwarded-for"


class Bucket:
    """A rate with a burst, for any number of keys, by the generic cell rate algorithm."""

    def __init__(self, rate: float, burst: int, largest: int = LARGEST) -> None:
        """Allow `burst` at once and `rate` a second for long; a rate of 0 allows everything."""
        self._interval = 1 / rate if rate > 0 else 0.0
        self._tolerance = self._interval * (max(1, burst) - 1)
        self._largest = largest
        self._due: dict[object, float] = {}
        """By key: when it will have used up nothing; moved to the end with every use."""

    def take(self, key: object, now: float) -> float:
        """Count one request; return 0, or how many seconds to wait where it is one too many."""
        if not self._interval:
            return 0.0
        due = max(now, self._due.pop(key, now))
        due = min(due, now + self._tolerance + self._interval)  # the clock was set back
        wait = due - now - self._tolerance
        self._due[key] = due if wait > 0 else due + self._interval
        if len(self._due) > self._largest:
            del self._due[next(iter(self._due))]
        return max(0.0, wait)


class Limits:
    """The limits of one process."""

    def __init__(self, settings: Settings, limited: Callable[[str], None]) -> None:
        self._limited = limited
        trusted = tuple(ip_network(one) for one in settings.trusted_proxies.split())
        self._trusts = lru_cache(maxsize=4096)(lambda host: _within(host, trusted))
        self._principals = Bucket(settings.request_rate, settings.request_burst)
        self._addresses = Bucket(settings.address_rate, settings.address_burst)
        self._guesses = Bucket(settings.guess_rate, settings.guess_burst)

    def demand(
        self, connection: ASGIConnection[Any, Any, Any, Any], principal: Principal | None, *, guesses: bool
    ) -> None:
        """Raise BadRequest (429) where a request is one too many.

        `guesses`: it tries a secret, or its token is no good; `opt={"guessed": True}` marks such routes.
        """
        address = self._address(connection)
        if address is None:
            return
        now = connection.app.state.clock().timestamp()
        if guesses:
            self._refuse("guess", self._guesses.take(address, now))
        elif principal is None:
            self._refuse("address", self._addresses.take(address, now))
        else:
            self._refuse("principal", self._principals.take(principal.id, now))

    def _refuse(self, kind: str, wait: float) -> None:
        if wait > 0:
            self._limited(kind)
            seconds = math.ceil(wait)
            raise BadRequest(
                429,
                "too_many_requests",
                f"There were too many requests; try again in {seconds} s. Reads carry an ETag, and `?min=`"
                " waits for a position: neither needs asking often.",
                headers={"Retry-After": str(seconds)},
            )

    def _address(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
        """Return whom a request comes from, by the word of trusted proxies; None for this machine."""
        client = connection.scope.get("client")
        host = client[0] if client else ""
        if self._trusts(host):
            for name, value in reversed(list(connection.scope["headers"])):
                if name == _FORWARDED:
                    host = value.decode("latin-1").rpartition(",")[2].strip()
                    break
        return _origin(host)


def _within(host: str, networks: tuple[IPv4Network | IPv6Network, ...]) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in networks)


@lru_cache(maxsize=4096)
def _origin(host: str) -> str | None:
    """Return what counts as one address: of IPv6, 64 bits, as one house has; None for loopback."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.version == 6:  # noqa: PLR2004
        if address.ipv4_mapped is not None:
            return _origin(str(address.ipv4_mapped))
        if not address.is_loopback:
            return str(ip_network((address, 64), strict=False))
    return None if address.is_loopback else str(address)
