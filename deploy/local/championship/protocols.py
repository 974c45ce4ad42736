"""How a game's protocol reaches the API: move by move, as a written log, or as a summary."""

from typing import Any, Literal, TypeAlias

import msgspec

from deploy.local.championship.front import Member, Refused
from deploy.local.championship.games import PlausibleGame
from services.gameplay.domain.game.moves import Move

Depth: TypeAlias = Literal["live", "log", "summary"]


def depth_of(stage: dict[str, Any], table: dict[str, Any]) -> Depth:
    """Return how a game is recorded: the final live, the first game of each stage before it from a log."""
    if stage["kind"] == "final":
        return "live"
    return "log" if (table["round"], table["table"]) == (1, 1) else "summary"


async def enter_protocol(judge: Member, path: str, game: PlausibleGame, depth: Depth, version: int) -> int:
    """Enter what was played into a game that is started; return its version. `path` is the game's."""
    if depth == "summary":
        body = {"result": msgspec.to_builtins(game.result)}
        return _version(await judge.command(f"{path}/summary", body, version=version))
    if depth == "log":
        log = [{"move": msgspec.to_builtins(move)} for move in game.moves]
        version = _version(await judge.command(f"{path}/log", {"log": log}, version=version))
    else:
        for number, move in enumerate(game.moves, start=1):
            version = await _enter_move(judge, path, number, move, version)
    awards = msgspec.to_builtins(game.awards)
    return _version(await judge.command(f"{path}/close", awards, version=version))


async def _enter_move(judge: Member, path: str, number: int, move: Move, version: int) -> int:
    """Enter one move; what removes somebody or ends the game is said twice."""
    body: dict[str, Any] = {"move": msgspec.to_builtins(move), "number": number}
    key = f"move {number}"
    try:
        return _version(await judge.command(f"{path}/moves", body, key=key, version=version))
    except Refused as refused:
        if refused.code != "confirmation_needed":
            raise
        body["confirm"] = refused.problem["facts"]["confirm"]
    return _version(await judge.command(f"{path}/moves", body, key=f"{key} confirmed", version=version))


def _version(answer: Any) -> int:
    version: int = answer["version"]
    return version
