"""The result of a game that was played move by move, and what it still lacks before its signature."""

from collections.abc import Sequence
from uuid import UUID

import msgspec

from services.gameplay.domain.game.eliminations import FEATURES, FIRST_NIGHT, moment
from services.gameplay.domain.game.state import Ended, Game, Running, Scheduled, Setting
from services.gameplay.domain.game.table import Table
from shared.contracts.gameplay import Award, BestPlayerVotes, Result, SeatResult


class Awards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the judge gives, and how the table voted on the best player."""

    best_players: tuple[Award, ...] = ()
    extra_points: tuple[Award, ...] = ()
    penalties: tuple[Award, ...] = ()
    best_player_votes: BestPlayerVotes | None = None


def awards_of(result: Result) -> Awards:
    """Return the awards of a result."""
    return Awards(
        best_players=result.best_players,
        extra_points=result.extra_points,
        penalties=result.penalties,
        best_player_votes=result.best_player_votes,
    )


def derived(setting: Setting, table: Table, awards: Awards) -> Result:
    """Return the result of a table that is over: what its moves tell, and the judge's awards."""
    return told_by(table, setting.seats, awards, substitutes=setting.substitutes)


def told_by(
    table: Table, players: Sequence[UUID], awards: Awards, *, substitutes: Sequence[int] = ()
) -> Result:
    """Return the result of a table that is over; `players[0]` sits at seat 1."""
    finish = table.finish
    assert finish is not None  # noqa: S101 - callers hold a table that is over
    killed_first = [e.seat for e in table.gone if e.cause == "kill" and moment(e) == FIRST_NIGHT]
    return Result(
        winner=finish.winner,
        seats=tuple(
            SeatResult(
                seat=seat,
                player=players[seat - 1],
                role=table.roles[seat - 1],
                fouls=table.fouls[seat - 1],
                substitute=seat in substitutes,
            )
            for seat in range(1, 11)
        ),
        eliminations=table.gone,
        first_killed=killed_first[0] if killed_first else None,
        best_move=table.best_move,
        best_players=awards.best_players,
        extra_points=awards.extra_points,
        penalties=awards.penalties,
        team_defeat=finish.offender,
        ending=finish.ending,
        best_player_votes=awards.best_player_votes,
        features=FEATURES,
    )


def missing_before_signature(state: Game) -> list[str]:
    """Return what must be done before the judge can sign, in order; empty where he can, or has."""
    match state:
        case Scheduled():
            return ["start", "protocol", "end", "result"]
        case Running() if not state.play.entries:
            return ["protocol", "end", "result"]
        case Running() | Ended() if state.play.entries:
            missing = []
            if state.play.table.finish is None:
                missing.append("end")
            if state.play.doubts:
                missing.append("doubts")
            if isinstance(state, Running) or state.result is None:
                missing.append("result")
            return missing
        case Ended() if state.result is None:
            return ["result"]
        case _:
            return []
