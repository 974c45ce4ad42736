"""Reads an archive again: whether it is whole, and whether its events come to its tables.

`docs/archive.md` describes the format. Whoever changes a number, an event or a decision breaks a
checksum, and where he mends the checksums too, the count from the events finds what it changed.
"""

import hashlib
from collections.abc import Callable
from typing import Any

from second_scorer import events, recounting
from second_scorer.differences import Check, Counted, Difference, same, sha256

Plain = dict[str, Any]
FORMAT = "consigliere-archive/1"
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError, ZeroDivisionError)
"""What reading something that is no archive, or one that somebody has written into, raises."""


def check(archive: Plain) -> list[Check]:
    """Return every check of an archive, in the order of the format."""
    return [
        _of("the seal of the whole", archive, _seal),
        _of("events, each with its checksum", archive, _events),
        _of("the regulations in force", archive, _regulations),
        _of("lots, drawn again from their seeds", archive, _lots),
        _of("checksums of tables and lines", archive, _checksums),
        _of("what was published", archive, _published),
        _of("rows counted again", archive, recounting.rows),
        _of("lines counted again", archive, recounting.lines),
    ]


def _of(name: str, archive: Plain, look: Callable[[Plain], Counted]) -> Check:
    number, differences = 0, []
    try:
        for found in look(archive):
            number += 1
            if found is not None:
                differences.append(found)
    except UNREADABLE as error:
        differences.append(
            Difference("archive", None, name, "what cannot be read", f"{type(error).__name__}: {error}")
        )
    return Check(name, number, differences)


def _seal(archive: Plain) -> Counted:
    yield same("archive", "format", archive["format"], FORMAT)
    held = {name: part for name, part in archive.items() if name != "seal"}
    yield same("archive", "seal", archive["seal"], sha256(held))


def _events(archive: Plain) -> Counted:
    last: tuple[str, int] = ("", 0)
    for one in archive["events"]:
        where = f"{one['source']}:{one['seq']}"
        event = one["event"]
        yield same(where, "checksum", one["sha256"], sha256(event))
        if (one["source"], one["seq"]) <= last:
            yield Difference(where, None, "order", where, f"after {last[0]}:{last[1]}")
        last = (one["source"], one["seq"])
        yield same(where, "source", event["source"], f"/{one['source']}")
        if event["subject"] not in (archive["championship"], "all"):
            yield Difference(where, None, "championship", event["subject"], archive["championship"])
        if one["seq"] > archive["positions"].get(one["source"], 0):
            yield Difference(where, None, "position", str(archive["positions"].get(one["source"], 0)), where)


def _regulations(archive: Plain) -> Counted:
    facts = events.facts_of(archive["events"])
    yield same("archive", "regulations", archive["regulations"], facts["document"])


def _lots(archive: Plain) -> Counted:
    for one in archive["events"]:
        data = one["event"]["data"]
        if not one["event"]["type"].endswith(".TieDecided") or data.get("seed") is None:
            continue
        seed = data["seed"]
        drawn = sorted(data["order"], key=lambda player: hashlib.sha256(f"{seed}:{player}".encode()).digest())
        yield same(f"{one['source']}:{one['seq']}", "order of the lot", data["order"], drawn)


def _checksums(archive: Plain) -> Counted:
    parts = []
    for one in sorted(archive["tables"], key=lambda one: str(one["scope"])):
        parts.append(f"{one['scope']} {one['checksum']}")
        yield same(one["scope"], "checksum", one["checksum"], sha256(one["rows"]))
    for one in sorted(archive["lines"], key=lambda one: str(one["player"])):
        parts.append(f"{one['player']} {one['checksum']}")
        yield same("lines", "checksum", one["checksum"], sha256(one["lines"]), one["player"])
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    yield same("archive", "digest", archive["digest"], digest)


def _published(archive: Plain) -> Counted:
    """Compare with what scoring said to everybody: the last revision, and the last final result."""
    said = {one["event"]["type"].rpartition(".")[2]: one["event"]["data"] for one in archive["events"]}
    revision = said["StandingsChanged"]
    overall = next(one for one in archive["tables"] if one["scope"] == "overall")
    said_nothing = revision["checksum"] == ""  # the public table was frozen then
    checksum = overall["checksum"] if said_nothing else revision["checksum"]
    yield same("overall", "checksum of the published revision", overall["checksum"], checksum)
    yield same("archive", "revision", archive["revision"], revision["revision"])
    final = said.get("StandingsFinalized")
    if final is not None and final["revision"] == revision["revision"] and final["checksum"]:
        yield same("overall", "checksum of the final result", overall["checksum"], final["checksum"])
