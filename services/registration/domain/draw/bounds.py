"""How even a draw can be at best: proofs, not guesses."""

from collections.abc import Sequence

from services.registration.domain.draw.rounds import SEATS

PAIRS_AT_A_TABLE = SEATS * (SEATS - 1) // 2


def least_pairs(total: int, parts: int) -> int:
    """Return the least sum of x(x-1)/2 over `parts` integers whose sum is `total`."""
    each, more = divmod(total, parts)
    return parts * (each * (each - 1) // 2) + more * each


def least_squares(total: int, parts: int) -> int:
    """Return the least sum of x² over `parts` integers whose sum is `total`."""
    return 2 * least_pairs(total, parts) + total


def c2_bound(players: int, games: int, tables: Sequence[int]) -> int:
    """Return below what no seating of these rounds can bring the sum of m(m-1)/2 over all pairs.

    Two reasons, the stronger counts. Meetings are integers: they are evenest when they differ by at most
    one. And c2 counts the pairs of games that the same two players share: the ten of one table are spread
    over the tables of other rounds, where ten who play have to sit somewhere.
    """
    games_in_all = sum(tables)
    by_meetings = least_pairs(PAIRS_AT_A_TABLE * games_in_all, players * (players - 1) // 2)
    by_tables = sum(
        count * least_pairs(SEATS * (games - 1), games_in_all - count)
        for count in tables
        if games_in_all > count
    )
    return max(by_meetings, -(-by_tables // 2))
