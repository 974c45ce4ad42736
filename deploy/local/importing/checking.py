"""Whether a file can be imported into a championship: everything is looked at before anything is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import msgspec

from deploy.local.importing.championship import Championship
from deploy.local.importing.cuts import check_cuts
from deploy.local.importing.games import Game, RowCannotBe, result_of
from deploy.local.importing.identities import identity
from deploy.local.importing.people import Player, check_players, players_in
from deploy.local.importing.rounds import check_rounds
from deploy.local.importing.wrong import Findings
from services.gameplay.domain.game.rules import binding
from services.gameplay.domain.game.state import Setting
from services.gameplay.domain.game.summary import checked
from services.registration.domain.draw.given import GivenTable, seated
from services.registration.domain.draw.state import draw_id
from services.registration.domain.texts import comparable
from shared.contracts.gameplay import Result
from shared.contracts.registration import DrawnTable, StagePlan
from shared.eventsourcing.refusal import Refusal

_DIGEST = "0" * 64


@dataclass(frozen=True, kw_only=True)
class ImportedGame:
    """A game as it will be scheduled and signed."""

    game: Game
    drawn: DrawnTable
    result: Result
    """As the judge enters it."""
    recorded: Result
    """As gameplay records it."""


@dataclass(frozen=True, kw_only=True)
class ImportedStage:
    """A stage with its games, by round and table."""

    plan: StagePlan
    games: tuple[ImportedGame, ...]


@dataclass(frozen=True, kw_only=True)
class Import:
    """A file that can be imported, and everything that it will make."""

    championship: Championship
    digest: str
    players: tuple[Player, ...]
    judges: Mapping[UUID, str]
    """Ids to nicks."""
    stages: tuple[ImportedStage, ...]

    def followers(self, stage: StagePlan) -> list[UUID] | None:
        """Return who plays the next stage in the file, in its order; None where the file has none."""
        places = [one.plan.key for one in self.stages]
        after = self.stages[places.index(stage.key) + 1 :]
        return None if not after else list(dict.fromkeys(p for g in after[0].games for p in g.drawn.seats))


def checked_import(games: list[Game], championship: Championship, digest: str, now: datetime) -> Import:
    """Return what a file makes of a championship. Raises FileRefused with everything that is wrong."""
    findings = Findings()
    planned = _planned(games, championship, findings)
    players = players_in(games, championship, digest)
    check_players(players, championship, findings, now)
    for plan, own in planned:
        check_rounds(plan, own, findings)
    ids = {comparable(player.nick): player.id for player in players}
    judges = {key: _judge(key, ids, championship, digest) for key in {comparable(g.judge) for g in games}}
    stages = []
    for plan, own in planned:
        results = {game.line: _result(game, plan, ids, judges, championship, findings) for game in own}
        with findings.noting(min(game.line for game in own)):
            if not findings.lines:
                stages.append(_stage(plan, own, results, ids, judges, championship))
    findings.demand_none()
    for stage in stages:
        _check_what_is_there(stage, championship, findings)
    check_cuts(championship, [(stage.plan, stage.games) for stage in stages], findings)
    findings.demand_none()
    nicks = {judges[comparable(game.judge)]: game.judge for game in games}
    return Import(
        championship=championship,
        digest=digest,
        players=tuple(players),
        judges=nicks,
        stages=tuple(stages),
    )


def _planned(
    games: list[Game], championship: Championship, findings: Findings
) -> list[tuple[StagePlan, list[Game]]]:
    """Return the games of each stage, in the plan's order: the file begins where the championship begins."""
    by_name = {comparable(name): stage for stage in championship.stages for name in (stage.title, stage.key)}
    found: dict[str, list[Game]] = {}
    for game in games:
        stage = by_name.get(comparable(game.stage))
        if stage is None:
            keys = ", ".join(one.key for one in championship.stages)
            findings.note(game.line, f"{championship.title} has no stage {game.stage!r}; it has {keys}.")
        else:
            found.setdefault(stage.key, []).append(game)
    for before, after in zip(championship.stages, championship.stages[1:], strict=False):
        if after.key in found and before.key not in found:
            findings.note(
                min(game.line for game in found[after.key]),
                f"Stage {after.key!r} follows {before.key!r}, of which the file has no game; a file begins"
                " with the first stage.",
            )
    return [
        (stage, sorted(found[stage.key], key=lambda game: (game.round, game.table)))
        for stage in championship.stages
        if stage.key in found
    ]


def _judge(key: str, ids: Mapping[str, UUID], championship: Championship, digest: str) -> UUID:
    return ids.get(key) or championship.judges.get(key) or identity(championship.id, digest, "person", key)


def _result(
    game: Game,
    plan: StagePlan,
    ids: Mapping[str, UUID],
    judges: Mapping[str, UUID],
    championship: Championship,
    findings: Findings,
) -> tuple[Result, Result] | None:
    """Return a game's result as it is entered and as it is recorded, or None where a rule refuses it."""
    setting = Setting(
        game=championship.id,
        championship=championship.id,
        stage=plan.key,
        stage_kind=plan.kind,
        round=game.round,
        table=game.table,
        judge=judges[comparable(game.judge)],
        seats=tuple(ids[comparable(seat.drawn)] for seat in game.seats),
        rules=binding(championship.regulations, _DIGEST),
    )
    try:
        result = result_of(game, ids, championship.regulations)
        recorded = checked(result, setting, frozenset(ids.values()))
        return msgspec.convert(msgspec.to_builtins(result), type=Result), recorded
    except Refusal as refused:
        number = refused.facts.get("seat")
        seat = next((one for one in game.seats if one.seat == number), None)
        where = f"{game.place}: " if seat is None else ""
        findings.note(game.line if seat is None else seat.line, f"{where}{refused} [{refused.code}]")
    except RowCannotBe as wrong:
        findings.note(wrong.line, str(wrong))
    except msgspec.ValidationError as wrong:
        findings.note(game.line, f"{game.place}: {wrong}.")
    return None


def _stage(
    plan: StagePlan,
    games: list[Game],
    results: Mapping[int, tuple[Result, Result] | None],
    ids: Mapping[str, UUID],
    judges: Mapping[str, UUID],
    championship: Championship,
) -> ImportedStage:
    """Return a stage as registration would publish its seating. Raises what registration refuses."""
    given = [
        GivenTable(
            round=game.round,
            table=game.table,
            judge=judges[comparable(game.judge)],
            seats=tuple(ids[comparable(seat.drawn)] for seat in game.seats),
        )
        for game in games
    ]
    drawn = seated(
        given,
        draw=draw_id(championship.id, plan.key),
        stage=plan,
        players=frozenset(ids.values()),
        judges=frozenset(judges.values()),
    )
    made = []
    for game, table in zip(games, drawn, strict=True):
        results_of_game = results[game.line]
        if results_of_game is not None:
            entered, recorded = results_of_game
            made.append(ImportedGame(game=game, drawn=table, result=entered, recorded=recorded))
    return ImportedStage(plan=plan, games=tuple(made))


def _check_what_is_there(stage: ImportedStage, championship: Championship, findings: Findings) -> None:
    """Note where the championship has another draw, or another signed result, than the file."""
    there = championship.draws.get(stage.plan.key)
    if there is None:
        return
    if set(there) != {one.drawn for one in stage.games}:
        findings.note(
            min(one.game.line for one in stage.games),
            f"Stage {stage.plan.key!r} of {championship.title} is drawn already, with other tables than the"
            " file's.",
        )
        return
    for one in stage.games:
        played = championship.games.get(one.drawn.game)
        if played is not None and played.result not in (None, one.recorded):
            findings.note(
                one.game.line, f"{one.game.place}: the game is signed already, with another result."
            )
