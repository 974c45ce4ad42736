"""The arithmetic of a stage: how many rounds, and how many tables in each, let everyone play his games."""

from math import gcd

from services.registration.domain.errors import GamesDoNotDivide, TablesCannotBeFilled, TooFewPlayers

SEATS = 10
"""Players at a table (O-GAME-1, C-GAME-1)."""


def rounds_of(
    players: int, games: int, tables: int | None, *, stage: str, clause: str | None = None
) -> tuple[int, ...]:
    """Return the number of tables of each round.

    Every player plays exactly `games` games, at most one in a round, every table seats ten, and at most
    `tables` (None: as many as the players fill) play at once; only the last round may have fewer. Where
    ten times the tables is less than the players, some have a bye in each round.

    Raises TooFewPlayers, TablesCannotBeFilled or GamesDoNotDivide where that is impossible.
    """
    if players < SEATS:
        raise TooFewPlayers(
            f"Stage {stage!r} has {players} players; a table needs ten.", clause=clause, players=players
        )
    most = players // SEATS
    if tables is not None and not 1 <= tables <= most:
        raise TablesCannotBeFilled(
            f"Stage {stage!r}: {tables} tables need {tables * SEATS} players, there are {players};"
            f" use 1 to {most} tables.",
            clause=clause,
            players=players,
            tables=tables,
        )
    if games < 1 or players * games % SEATS:
        step = SEATS // gcd(SEATS, players)
        raise GamesDoNotDivide(
            f"Stage {stage!r}: {players} players with {games} games each are {players * games} seats, which"
            f" do not fill tables of ten; play {step} games each or a multiple of it, or change the players.",
            clause=clause,
            players=players,
            games=games,
        )
    at_once = most if tables is None else tables
    full, rest = divmod(players * games // SEATS, at_once)
    return (at_once,) * full + ((rest,) if rest else ())
