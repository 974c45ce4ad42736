"""How fast whole games are played by chance, and how they end beside 291 real ones."""

import time
from collections import Counter
from random import Random
from uuid import UUID

from rich.table import Table

from deploy.local.championship.games import plausible_game
from shared.contracts.regulations import shipped

GAMES = 10_000
SECONDS = 60
PLAYERS = tuple(UUID(int=seat) for seat in range(1, 11))
REAL = {"black": 179 / 291, "red": 111 / 291, "no winner": 1 / 291, "first night missed": 0.06}


def figures(table: Table, document: str = "fiim") -> None:
    """Play ten thousand games in this process, and add how long it took and how they ended."""
    rng, regulations = Random(2026), shipped()[document]  # noqa: S311 - games, no secrets
    began = time.perf_counter()
    games = [plausible_game(rng, PLAYERS, regulations) for _ in range(GAMES)]
    seconds = time.perf_counter() - began
    table.add_row(
        f"{GAMES:,} whole games by {document}, one process",
        f"{seconds:.1f} s",
        "limit",
        f"{SECONDS} s",
        f"{seconds / SECONDS:.2f}",
        "≤ 1",
    )
    ends = Counter[str](game.winner or "no winner" for game in games)
    ends["first night missed"] = sum(game.first_killed is None for game in games)
    for what, share in REAL.items():
        ours = ends[what] / GAMES
        table.add_row(f"… {what}", f"{ours:.1%}", "291 real games", f"{share:.1%}", f"{ours / share:.2f}", "")
