"""The table as its judge sees it: whose turn it is, what is allowed, who is silent and why."""

import msgspec

from services.gameplay.domain.game.allowed import Allowed, allowed_now
from services.gameplay.domain.game.events import Doubt
from services.gameplay.domain.game.night import Check
from services.gameplay.domain.game.play import Entry, Play
from services.gameplay.domain.game.protocol import missing_before_signature
from services.gameplay.domain.game.state import Ended, Game, Running, Setting, Signed
from services.gameplay.domain.game.table import Finish, Phase, Table
from services.gameplay.domain.game.voting import Candidacy, Tally
from shared.contracts.gameplay import BestMove, Elimination
from shared.contracts.primitives import Role, SeatNumber


class Silent(msgspec.Struct, frozen=True, kw_only=True):
    """Who has no word, or a shorter one, on which day and by which rule."""

    seat: SeatNumber
    day: int
    reason: str
    clause: str | None
    seconds: int
    """How long he may speak all the same; 0: not at all."""


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the judge of a table needs; secret to everybody else."""

    phase: Phase
    number: int
    turn: SeatNumber | None
    seconds: int | None
    """How long who has the word may speak."""
    queue: tuple[SeatNumber, ...]
    allowed: list[Allowed]
    alive: tuple[SeatNumber, ...]
    out: tuple[Elimination, ...]
    candidates: tuple[Candidacy, ...]
    """In the order in which they were put up (O-RULE-2)."""
    ballot: tuple[SeatNumber, ...]
    """Who is called in this round, in order; the first `called` have been."""
    called: int
    votes: dict[SeatNumber, SeatNumber]
    tied: tuple[SeatNumber, ...]
    vote_held: bool
    tallies: tuple[Tally, ...]
    silent: list[Silent]
    roles: tuple[Role, ...]
    shooting_order: tuple[SeatNumber, ...]
    missed: str | None
    checks: tuple[Check, ...]
    best_move_of: SeatNumber | None
    best_move: BestMove | None
    fouls: tuple[int, ...]
    technical_fouls: tuple[int, ...]
    finish: Finish | None
    entries: tuple[Entry, ...]
    doubts: tuple[Doubt, ...]
    next_number: int
    missing: list[str]
    """What must be done before the protocol can be signed."""


def judges_view(state: Game) -> TableView | None:
    """Return a table as its judge sees it, None before the start."""
    if not isinstance(state, Running | Ended | Signed):
        return None
    play, table, setting = state.play, state.play.table, state.setting
    allowed = allowed_now(table, setting.rules) if _is_written(state) else []
    voting = table.voting
    return TableView(
        phase=table.phase,
        number=table.number,
        turn=table.queue[0] if table.queue else None,
        seconds=next((a.seconds for a in allowed if a.seconds is not None), None),
        queue=table.queue,
        allowed=allowed,
        alive=table.alive,
        out=table.gone,
        candidates=table.candidates,
        ballot=voting.ballot if voting is not None else (),
        called=voting.called if voting is not None else 0,
        votes={s: v for s, v in enumerate(voting.votes, start=1) if v} if voting is not None else {},
        tied=table.tied,
        vote_held=not table.costs_vote,
        tallies=table.tallies,
        silent=_silent(table, setting),
        roles=table.roles,
        shooting_order=table.ordered,
        missed=table.missed,
        checks=table.checks,
        best_move_of=table.entitled,
        best_move=table.best_move,
        fouls=table.fouls,
        technical_fouls=table.technical_fouls,
        finish=table.finish,
        entries=play.entries,
        doubts=play.doubts,
        next_number=len(play.entries) + 1,
        missing=missing_before_signature(state),
    )


def last_check(play: Play) -> Check | None:
    """Return the last check with its answer, for the answer to the command that entered it."""
    return play.table.checks[-1] if play.table.checks else None


def _is_written(state: Running | Ended | Signed) -> bool:
    return isinstance(state, Running) or (isinstance(state, Ended) and bool(state.play.entries))


def _silent(table: Table, setting: Setting) -> list[Silent]:
    play = setting.rules.play
    lifted = play.silence_lifted_at is not None and len(table.alive) <= play.silence_lifted_at
    return [
        Silent(
            seat=silence.seat,
            day=silence.day,
            reason=f"{play.fouls_to_removal - 1} fouls",
            clause=setting.rules.clause("play.third_foul"),
            seconds=play.silenced_seconds if lifted else 0,
        )
        for silence in table.silences
        if silence.seat in table.alive
    ]
