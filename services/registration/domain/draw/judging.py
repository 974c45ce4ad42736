"""Who judges which table: all about as often, never where he plays or is related, evenly over players."""

from collections.abc import Sequence
from uuid import UUID

from services.registration.domain.draw.assignment import FORBIDDEN, assigned
from services.registration.domain.draw.inputs import DrawInputs
from services.registration.domain.draw.randomness import Randomness
from services.registration.domain.errors import JudgesTooRelated, TooFewJudges

_GAMES_FIRST = 2_000
"""A judge's game more weighs heavier than whom he has judged before."""


def judged(
    inputs: DrawInputs, rounds: Sequence[Sequence[Sequence[UUID]]], random: Randomness
) -> list[list[UUID]]:
    """Return the judges of each round by table. Raises TooFewJudges or JudgesTooRelated, naming the round."""
    games = dict.fromkeys(inputs.judges, 0)
    judged_by = {judge: dict.fromkeys(inputs.players, 0) for judge in inputs.judges}
    at_table: dict[tuple[UUID, int], int] = {}
    related = set(inputs.relations)
    result = []
    for number, tables in enumerate(rounds, start=1):
        where = f"Round {number} of stage {inputs.stage!r}"
        free = _free(inputs.judges, tables, where)
        few = min(games[judge] for judge in free)
        costs = [
            [
                FORBIDDEN
                if any((judge, player) in related for player in table)
                else _GAMES_FIRST * (games[judge] - few)
                + sum(2 * judged_by[judge][player] + 1 for player in table)
                + 2 * at_table.get((judge, place), 0)
                for judge in free
            ]
            for place, table in enumerate(tables)
        ]
        chosen = assigned(costs, random)
        for place, column in enumerate(chosen):
            judge = free[column]
            if costs[place][column] == FORBIDDEN:
                raise JudgesTooRelated(
                    f"{where}: every way to give its {len(tables)} tables judges puts one at a table with"
                    " somebody he is related to; appoint another judge.",
                    round=number,
                )
            games[judge] += 1
            at_table[judge, place] = at_table.get((judge, place), 0) + 1
            for player in tables[place]:
                judged_by[judge][player] += 1
        result.append([free[column] for column in chosen])
    return result


def _free(judges: Sequence[UUID], tables: Sequence[Sequence[UUID]], where: str) -> list[UUID]:
    playing = {player for table in tables for player in table}
    free = [judge for judge in judges if judge not in playing]
    if len(free) < len(tables):
        raise TooFewJudges(
            f"{where} has {len(tables)} tables and {len(free)} judges who do not play in it;"
            f" appoint {len(tables) - len(free)} more.",
            tables=len(tables),
            judges=len(free),
        )
    return free
