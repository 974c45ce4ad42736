"""Stands in for curl where there is none: the options that docs/commission.md uses, and no others."""

import http.client
import sys
from pathlib import Path
from urllib.parse import urlsplit


def main(words: list[str]) -> None:
    """Send one request, write the answer's body where `-o` says, and its status to stdout."""
    method, url, body, headers, target = "GET", "", None, {}, "/dev/null"
    while words:
        match words.pop(0):
            case "-X":
                method = words.pop(0)
            case "-H":
                name, _, value = words.pop(0).partition(": ")
                headers[name] = value
            case "-d":
                body = words.pop(0)
            case "-o":
                target = words.pop(0)
            case "-w":
                assert words.pop(0) == "%{http_code}\\n"
            case "-sS":
                pass
            case word:
                assert not word.startswith("-"), f"curl's {word} is not stood in for"
                url = word
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc)
    connection.request(method, f"{parts.path}?{parts.query}", body and body.encode(), headers)
    answer = connection.getresponse()
    Path(target).write_bytes(answer.read())
    sys.stdout.write(f"{answer.status}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
