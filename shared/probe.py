"""Asks this container's own process whether it serves: `python -m shared.probe`, for health checks.

CONSIGLIERE_PROBE is the address; it has to answer with a status under 400.
"""

import http.client
import os
import sys
from urllib.parse import urlsplit

SECONDS = 3.0


def serves(address: str) -> bool:
    """Tell whether an address on this machine answers."""
    url = urlsplit(address)
    connection = http.client.HTTPConnection(url.hostname or "", url.port, timeout=SECONDS)
    try:
        connection.request("GET", url.path)
        return connection.getresponse().status < http.client.BAD_REQUEST
    except OSError:
        return False
    finally:
        connection.close()


def main() -> None:
    """End with 0 where the process serves, with 1 where not."""
    sys.exit(0 if serves(os.environ.get("CONSIGLIERE_PROBE", "http://127.0.0.1:8000/livez")) else 1)


if __name__ == "__main__":
    main()
