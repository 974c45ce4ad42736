"""Makes up walks where there are none: by chance, by the rules and against them, where they meet most."""

import json
from random import Random
from typing import Any, get_args

import msgspec

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.allowed import Allowed, allowed_now
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.table import Table
from services.gameplay.domain.game.voting import Voting
from shared.contracts.regulations import PlayRules
from tests.unit.gameplay.playing import FOUR_DOCUMENTS
from tests.unit.gameplay.tables import ROLES, chance
from tests.unit.gameplay.walking import FOLDER, Line, tried

WALKS = 8
TRIED = 500
STEPS = 100
AFTER_THE_END = 4
RARE = {
    "CandidatePutUp": 2.5,
    "FoulGiven": 0.5,
    "TechnicalFoulGiven": 0.4,
    "PlayerRemoved": 0.12,
    "ProtestRaised": 0.05,
    "ConductNoted": 0.1,
    "SpectatorSentOut": 0.05,
    "TeamDefeatCalled": 0.02,
    "GameStopped": 0.015,
    "WinnerDeclared": 0.015,
    "SpeechSkipped": 0.2,
    "CandidateWithdrawn": 1.0,
}
OFTEN = 6.0
EVENLY = 0.7
FAITHFUL = 0.5
FAITHFUL_SPEECH = 0.92
OVERRULED = 0.98
FREELY = 0.3
RARELY = 0.1
FEW = 5
FREE: dict[str, tuple[Any, ...]] = {
    "note": (None, "seen"),
    "offense": (None, None, "oath", "bet", "insult", "out-of-turn", "hint-after-leaving"),
    "treatment": ("may_vote_again", "restart_round"),
    "team": ("red", "black"),
    "asks_don": (False, True),
}


def walk(rng: Random, rules: TableRules, switches: Any) -> list[Line]:
    """Return one walk."""
    lines: list[Line] = [{"switches": switches}]
    table = Table()
    left = STEPS
    while left > 0:
        move = _legal_move(rng, table, rules)
        kind = rng.random()
        if kind > (FAITHFUL_SPEECH if isinstance(move, moves.SpeechGiven) else FAITHFUL):
            move = _any_move(rng) if rng.random() < FREELY else _with_a_slip(rng, move)
        table, line = tried(table, move, rules, overruled=kind > OVERRULED)
        lines.append(line)
        left = min(left - 1, AFTER_THE_END) if table.phase == "over" else left - 1
    return lines


def _legal_move(rng: Random, table: Table, rules: TableRules) -> moves.Move:
    offered = allowed_now(table, rules)
    weights = [RARE.get(allowed.move, OFTEN) for allowed in offered]
    (allowed,) = rng.choices(offered, weights)
    kind = next(kind for kind in get_args(moves.Move) if kind.__name__ == allowed.move)
    return _made(rng, kind, allowed, table)


def _made(rng: Random, kind: Any, allowed: Allowed, table: Table) -> moves.Move:
    values: dict[str, Any] = {}
    hands: set[Any] = set()
    for name in kind.__struct_fields__:
        choices = allowed.choices.get(name)
        if name == "roles":
            values[name] = tuple(rng.sample(ROLES, len(ROLES)))
        elif name == "shots":
            target = rng.randint(1, 10)
            shots = [moves.Shot(by=seat, at=target) for seat in choices or ()]
            if shots and rng.random() < 0.15:
                shots[0] = moves.Shot(by=shots[0].by, fault="no_shot")
            values[name] = tuple(shots if rng.random() < 0.93 else ())
        elif name in {"order", "named", "voters", "late", "withdrawn"}:
            pool = [choice for choice in choices or () if choice not in hands]
            most = min(len(pool), allowed.at_most) if name not in {"late", "withdrawn"} else min(len(pool), 1)
            least = min(allowed.at_least, most)
            count = rng.randint(least, most)
            if name == "voters" and rng.random() < EVENLY:
                count = len(pool) if table.voting is None else _share(len(pool), table.voting)
            picked = rng.sample(pool, count)
            hands |= set(picked)
            values[name] = tuple(picked)
        elif choices:
            values[name] = rng.choice(choices)
        elif name == "note":
            values[name] = "seen"
        elif name == "offense" and rng.random() < 0.2:
            values[name] = rng.choice(FREE["offense"])
    return kind(**values)  # type: ignore[no-any-return]


def _share(left: int, voting: Voting) -> int:
    """Return how many hands make an even vote of what is left."""
    return left // max(len(voting.ballot) - voting.called, 1)


def _with_a_slip(rng: Random, move: moves.Move) -> moves.Move:
    """Return a move with one field as it may not be."""
    other = _any_move(rng, type(move))
    names = [name for name in move.__struct_fields__ if getattr(other, name) != getattr(move, name)]
    if not names:
        return move
    name = rng.choice(names)
    return msgspec.structs.replace(move, **{name: getattr(other, name)})


def _any_move(rng: Random, kind: Any = None) -> moves.Move:
    if kind is None:
        kinds = get_args(moves.Move)
        kind = rng.choice([kind for kind in kinds if kind not in _DECISIVE or rng.random() < RARELY])
    values: dict[str, Any] = {}
    for name in kind.__struct_fields__:
        if name == "roles":
            values[name] = tuple(rng.choice(ROLES) for _ in ROLES)
        elif name == "shots":
            values[name] = tuple(
                moves.Shot(by=rng.randint(1, 10), at=rng.randint(1, 10)) for _ in range(rng.randint(0, 3))
            )
        elif name in {"order", "named", "voters", "late", "withdrawn"}:
            values[name] = tuple(rng.randint(1, 10) for _ in range(rng.randint(0, 4)))
        elif name in FREE:
            values[name] = rng.choice(FREE[name])
        elif name in {"seat", "by", "candidate", "target"}:
            values[name] = rng.randint(1, 10)
    if kind in {moves.CastVotesSettled, moves.ConductNoted, moves.SpectatorSentOut} | _ENDINGS:
        values["note"] = "seen"
    return kind(**values)  # type: ignore[no-any-return]


_ENDINGS: set[Any] = {moves.GameStopped, moves.WinnerDeclared}
_DECISIVE = _ENDINGS | {moves.TeamDefeatCalled, moves.PlayerRemoved, moves.ProtestRaised}


def _switches(rng: Random, play: PlayRules) -> Any:
    """Return other settings of some of the switches."""
    for field in msgspec.inspect.type_info(PlayRules).fields:  # type: ignore[attr-defined]
        value = field.type
        if isinstance(value, msgspec.inspect.LiteralType) and rng.random() < 0.5:
            play = msgspec.structs.replace(play, **{field.name: rng.choice(value.values)})
        elif isinstance(value, msgspec.inspect.BoolType) and rng.random() < 0.5:
            play = msgspec.structs.replace(play, **{field.name: rng.random() < 0.5})
    return msgspec.to_builtins(play)


def met(lines: list[Line], rules: TableRules) -> set[Any]:
    """Return what is new in a walk: moves that lead from one phase to another, refusals with their clause."""
    found: set[Any] = set()
    table = Table()
    for line in lines[1:]:
        before = table.phase
        move = msgspec.convert(line["move"], moves.Move)
        table, _ = tried(table, move, rules, overruled="overruled" in line)
        if "refused" in line:
            found.add((line["refused"], line["clause"]))
        else:
            found.add((line["move"]["type"], before, table.phase, len(table.alive) < FEW))
    return found


def chosen(rng: Random, base: TableRules) -> list[Line]:
    """Return the walks that together meet most, each time the one that adds most."""
    pool: list[tuple[list[Line], set[Any]]] = []
    for number in range(TRIED):
        switches = None if number % 2 else _switches(rng, base.play)
        play = base.play if switches is None else msgspec.convert(switches, PlayRules)
        rules = msgspec.structs.replace(base, play=play)
        lines = walk(rng, rules, switches)
        pool.append((lines, met(lines, rules)))
    lines, known = list[Line](), set[Any]()
    for _ in range(WALKS):
        best, adds = max(pool, key=lambda one: len(one[1] - known))
        lines += best
        known |= adds
    return lines


def main() -> None:
    """Write what is missing."""
    for name, base in FOUR_DOCUMENTS.items():
        path = FOLDER / f"{name}.jsonl"
        if not path.exists():
            lines = chosen(chance(sum(name.encode())), base)
            path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
