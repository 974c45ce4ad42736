"""Walks through games: moves that happened once, what followed from them, and what was refused on the way.

Who leaves and who wins is not stored with a game: it follows from its moves, today as in ten years. So
what followed once is kept here, and must follow for ever. `python -m tests.unit.gameplay.make_walks`
writes the walks of a document that has none, and never touches those that exist.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from services.gameplay.domain.game.allowed import allowed_now
from services.gameplay.domain.game.course import apply
from services.gameplay.domain.game.legality import check
from services.gameplay.domain.game.moves import Move
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.table import Table
from shared.contracts.regulations import PlayRules
from shared.eventsourcing.refusal import Refusal
from tests.unit.gameplay.playing import FOUR_DOCUMENTS

FOLDER = Path(__file__).parent / "walks"
Line = dict[str, Any]


def walks(document: str) -> Iterator[list[Line]]:
    """Yield the walks of a document: a head with its switches, then a line for each thing tried."""
    walk: list[Line] = []
    for text in (FOLDER / f"{document}.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if "switches" in line and walk:
            yield walk
            walk = []
        walk.append(line)
    yield walk


def rules_of(document: str, head: Line) -> TableRules:
    """Return the document's rules with the switches of a walk."""
    base = FOUR_DOCUMENTS[document]
    if not head["switches"]:
        return base
    return msgspec.structs.replace(base, play=msgspec.convert(head["switches"], PlayRules))


def tried(table: Table, move: Move, rules: TableRules, *, overruled: bool) -> tuple[Table, Line]:
    """Try a move, and tell what came of it."""
    line: Line = {"move": {k: v for k, v in _plain(move).items() if v is not None}}
    try:
        check(table, move, rules)
    except Refusal as refusal:
        line |= {"refused": refusal.code, "clause": refusal.clause, "facts": _plain(refusal.facts)}
        if not overruled:
            return table, line
        line["overruled"] = True
    table = apply(table, move, rules)
    return table, line | {"table": _digest(_changed(table)), "allowed": _digest(_offered(table, rules))}


def _plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def _changed(table: Table) -> Any:
    """Return a table without what is as at the beginning, so that a new field changes no old walk."""
    beginning = msgspec.to_builtins(Table())
    return {k: v for k, v in msgspec.to_builtins(table).items() if v != beginning[k]}


def _offered(table: Table, rules: TableRules) -> Any:
    return msgspec.to_builtins(allowed_now(table, rules))


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:10]
