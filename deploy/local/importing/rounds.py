"""Rounds of a stage in a file: nobody is in two places at once, and everyone plays his games."""

from collections.abc import Sequence

from deploy.local.importing.games import Game
from deploy.local.importing.wrong import Findings
from services.registration.domain.texts import comparable
from shared.contracts.registration import StagePlan


def check_rounds(plan: StagePlan, games: Sequence[Game], findings: Findings) -> None:
    """Note every row by which somebody is twice in a round, or plays another number of games than planned."""
    rounds: dict[int, list[Game]] = {}
    for game in sorted(games, key=lambda game: game.line):
        rounds.setdefault(game.round, []).append(game)
    for together in rounds.values():
        _check_one_place(together, findings)
    _check_numbers(plan, games, findings)


def _check_one_place(games: list[Game], findings: Findings) -> None:
    busy: dict[str, tuple[Game, int]] = {}
    for game in games:
        for seat in game.seats:
            for nick in {comparable(seat.player): seat.player, comparable(seat.drawn): seat.drawn}.values():
                other, line = busy.setdefault(comparable(nick), (game, seat.line))
                if other is not game:
                    findings.note(
                        seat.line, f"{nick!r} is in two places of {_round(game)}: also in line {line}."
                    )
    judging: dict[str, Game] = {}
    for game in games:
        key = comparable(game.judge)
        other = judging.setdefault(key, game)
        if other is not game:
            findings.note(
                game.line,
                f"The judge {game.judge!r} has two tables in {_round(game)}: also in line {other.line}.",
            )
        if key in busy:
            findings.note(
                game.line, f"The judge {game.judge!r} plays in {_round(game)}, in line {busy[key][1]}."
            )


def _round(game: Game) -> str:
    return f"round {game.round} of stage {game.stage!r}"


def _check_numbers(plan: StagePlan, games: Sequence[Game], findings: Findings) -> None:
    sits: dict[str, list[int]] = {}
    nicks: dict[str, str] = {}
    for game in games:
        for seat in game.seats:
            sits.setdefault(comparable(seat.drawn), []).append(seat.line)
            nicks.setdefault(comparable(seat.drawn), seat.drawn)
    for key, lines in sits.items():
        if len(lines) != plan.games:
            findings.note(
                max(lines),
                f"{nicks[key]!r} plays {len(lines)} games of stage {plan.key!r}, the plan has {plan.games};"
                " where somebody sits in for him, name him in substitute_for.",
            )
    if len(sits) > plan.players:
        findings.note(
            min(game.line for game in games),
            f"{len(sits)} players play stage {plan.key!r}, which is planned for {plan.players}.",
        )
