"""The protocol move by move: record, overrule, correct, close. The judge is right (C-LAW-36)."""

from datetime import datetime
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec

from services.gameplay.domain.errors import (
    CorrectionChangesNothing,
    GameNotEnded,
    GameNotStarted,
    LogContradictsSummary,
    MoveNumberTaken,
    MoveUnknown,
    ProtocolAlreadySigned,
    ProtocolInDoubt,
    ProtocolNotLive,
)
from services.gameplay.domain.game.confirming import demand_confirmation
from services.gameplay.domain.game.course import apply, replay
from services.gameplay.domain.game.events import (
    GameEnded,
    GameEvent,
    MoveCorrected,
    MoveRecorded,
    RuleOverridden,
    SummaryEntered,
)
from services.gameplay.domain.game.judging import at_own_table, closed
from services.gameplay.domain.game.legality import check
from services.gameplay.domain.game.moves import Move, Note
from services.gameplay.domain.game.play import Play, corrected, doubts_of, overruled, recorded, replaced
from services.gameplay.domain.game.protocol import Awards, awards_of, derived
from services.gameplay.domain.game.state import Ended, Game, Running, Scheduled, Signed
from services.gameplay.domain.game.summary import checked
from shared.contracts.gameplay import Result
from shared.eventsourcing.refusal import Refusal


class RecordMove(msgspec.Struct, frozen=True, kw_only=True):
    """Enter what happened. `number` is the entry it becomes: the same move twice is one entry.

    With `override`, the judge's reason, a move that breaks a rule is taken, and shows. Where it is `asked`, a
    move that removes somebody or ends the game needs to `confirm` what follows.
    """

    move: Move
    by: UUID
    at: datetime
    number: int | None = None
    override: Note | None = None
    asked: bool = False
    confirm: str | None = None


class Logged(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move of a written log, with the judge's reason where it breaks a rule."""

    move: Move
    override: Note | None = None


class EnterLog(msgspec.Struct, frozen=True, kw_only=True):
    """Enter a written log, all of it or nothing: moves that go on from those recorded."""

    log: Annotated[tuple[Logged, ...], msgspec.Meta(min_length=1, max_length=1000)]
    by: UUID
    at: datetime


class CorrectMove(msgspec.Struct, frozen=True, kw_only=True):
    """Put other moves, or none, in the place of a wrong entry."""

    number: int
    moves: tuple[Move, ...]
    reason: Note
    by: UUID
    at: datetime
    override: Note | None = None


class CloseProtocol(msgspec.Struct, frozen=True, kw_only=True):
    """Make the result of a game that is over, with what the judge adds to it."""

    awards: Awards
    by: UUID
    at: datetime
    override: Note | None = None


LiveCommand: TypeAlias = RecordMove | EnterLog | CorrectMove | CloseProtocol


def record(command: RecordMove, state: Game) -> list[GameEvent]:
    """Enter a move."""
    live = _live(command.by, state)
    taken = len(live.play.entries)
    if command.number is not None and command.number != taken + 1:
        same = command.number <= taken and command.number > 0
        if same and live.play.entries[command.number - 1].moves == (command.move,):
            return []
        raise MoveNumberTaken(
            f"The next entry is number {taken + 1}, not {command.number}; look at the table again.",
            expected=taken + 1,
        )
    _, events = _entered(live.play, Logged(move=command.move, override=command.override), live, command)
    if command.asked:
        demand_confirmation(live.play.table, command.move, live.setting.rules, command.confirm)
    return [*events, *_again(live, events, command.by, command.at)]


def enter_log(command: EnterLog, state: Game) -> list[GameEvent]:
    """Enter many moves; a refusal names the line, and nothing is entered."""
    setting = at_own_table(command.by, state)
    if isinstance(state, Scheduled):
        raise GameNotStarted(f"Game {setting.game} is not started; start it before entering its log.")
    if not isinstance(state, Running | Ended | Signed):
        raise closed(setting, state)
    if isinstance(state, Signed) and state.play.entries:
        raise ProtocolAlreadySigned(f"The protocol of game {setting.game} is signed with its log.")
    play, events = state.play, list[GameEvent]()
    for line, logged in enumerate(command.log, start=1):
        try:
            play, new = _entered(play, logged, state, command)
        except Refusal as refusal:
            refusal.facts["line"] = line
            raise
        events += new
    if isinstance(state, Running):
        return events
    return [*events, *_filled(state, play, command)]


def correct(command: CorrectMove, state: Game) -> list[GameEvent]:
    """Correct an entry, check everything again, and say what no longer holds (C-HOST-2)."""
    live = _live(command.by, state)
    play, rules = live.play, live.setting.rules
    if not 1 <= command.number <= len(play.entries):
        raise MoveUnknown(f"There is no entry {command.number}; the last is {len(play.entries)}.")
    entry = play.entries[command.number - 1]
    doubted = any(d.number == command.number for d in play.doubts)
    if command.moves == entry.moves and not (doubted and command.override):
        raise CorrectionChangesNothing(f"Entry {command.number} says this already.")
    events: list[GameEvent] = []
    table = replay(tuple(move for e in play.entries[: command.number - 1] for move in e.moves), rules)
    for move in command.moves:
        try:
            check(table, move, rules)
        except Refusal as refusal:
            if command.override is None:
                raise
            overriding = _overriding(command.number, refusal, command.override, command)
            play = overruled(play, overriding)
            events.append(overriding)
        table = apply(table, move, rules)
    entries = replaced(play, command.number, command.moves, command.reason, command.by, command.at)
    events.append(
        MoveCorrected(
            number=command.number,
            moves=command.moves,
            reason=command.reason,
            doubts=doubts_of(entries, rules),
            by=command.by,
            corrected_at=command.at,
        )
    )
    return [*events, *_again(live, events, command.by, command.at)]


def close(command: CloseProtocol, state: Game) -> list[GameEvent]:
    """End a game that is over and derive its result; closing again with other awards replaces it."""
    live = _live(command.by, state)
    if live.play.table.finish is None:
        raise GameNotEnded(
            f"The game is not over; the table is at {live.play.table.phase}.", phase=live.play.table.phase
        )
    _undoubted(live.play)
    events: list[GameEvent] = []
    if isinstance(live, Running):
        events.append(GameEnded(by=command.by, ended_at=command.at))
    result = derived(live.setting, live.play.table, command.awards)
    try:
        result = checked(result, live.setting, ())
    except Refusal as refusal:
        if command.override is None:
            raise
        events.append(_overriding(0, refusal, command.override, command))
    if isinstance(live, Ended) and live.result == result:
        return []
    return [*events, SummaryEntered(result=result, by=command.by, entered_at=command.at)]


def _live(by: UUID, state: Game) -> Running | Ended:
    """Return a game whose protocol may be written."""
    setting = at_own_table(by, state)
    match state:
        case Running():
            return state
        case Ended() if state.play.entries:
            return state
        case Ended():
            raise ProtocolNotLive(
                f"Game {setting.game} has a summary only; enter its whole log, or another summary."
            )
        case Scheduled():
            raise GameNotStarted(f"Game {setting.game} is not started; start it first.")
        case _:
            raise closed(setting, state)


def _entered(
    play: Play, logged: Logged, state: Running | Ended | Signed, command: RecordMove | EnterLog
) -> tuple[Play, list[GameEvent]]:
    """Check one move on a protocol; return the protocol with it, and the events."""
    events: list[GameEvent] = []
    number, rules = len(play.entries) + 1, state.setting.rules
    try:
        check(play.table, logged.move, rules)
    except Refusal as refusal:
        if logged.override is None:
            raise
        overriding = _overriding(number, refusal, logged.override, command)
        events.append(overriding)
        play = overruled(play, overriding)
    event = MoveRecorded(number=number, move=logged.move, by=command.by, recorded_at=command.at)
    if isinstance(command, EnterLog):
        play = recorded(play, event, rules)
    return play, [*events, event]


def _overriding(
    number: int,
    refusal: Refusal,
    reason: str,
    command: RecordMove | EnterLog | CorrectMove | CloseProtocol,
) -> RuleOverridden:
    return RuleOverridden(
        number=number,
        rule=refusal.code,
        clause=refusal.clause,
        detail=refusal.message,
        reason=reason,
        by=command.by,
        overridden_at=command.at,
    )


def _again(live: Running | Ended, events: list[GameEvent], by: UUID, at: datetime) -> list[GameEvent]:
    """After a closed protocol was written to, derive its result again with the awards it had.

    Where that no longer makes a result, the judge closes the protocol anew.
    """
    if not isinstance(live, Ended) or live.result is None:
        return []
    play = live.play
    for event in events:
        match event:
            case MoveRecorded():
                play = recorded(play, event, live.setting.rules)
            case MoveCorrected():
                play = corrected(play, event, live.setting.rules)
            case _:
                pass
    if play.table.finish is None or play.doubts:
        return []
    try:
        result = checked(derived(live.setting, play.table, awards_of(live.result)), live.setting, ())
    except Refusal:
        return []
    return [SummaryEntered(result=result, by=by, entered_at=at)]


def _filled(state: Ended | Signed, play: Play, command: EnterLog) -> list[GameEvent]:
    """Refuse a log that tells another game than the summary; an unsigned one gains what it tells."""
    if state.result is None:
        return []
    if play.table.finish is None:
        raise LogContradictsSummary("By the log the game is not over.", of="ending")
    told = derived(state.setting, play.table, awards_of(state.result))
    for name in ("winner", "seats", "eliminations", "first_killed", "best_move", "team_defeat"):
        if not _agree(name, told, state.result):
            raise LogContradictsSummary(
                f"Log and summary differ in {name}; correct the one that is wrong.", of=name
            )
    if isinstance(state, Signed):
        return []
    return [SummaryEntered(result=told, by=command.by, entered_at=command.at)]


def _agree(name: str, told: Result, summary: Result) -> bool:
    """Tell whether log and summary say the same of one thing; what a summary does not know is open."""
    if name == "seats":
        fouls = "fouls" in summary.features
        return [(s.player, s.role, s.fouls * fouls) for s in told.seats] == [
            (s.player, s.role, s.fouls * fouls) for s in sorted(summary.seats, key=lambda seat: seat.seat)
        ]
    if name == "eliminations":
        known = {(e.seat, e.cause, e.time, e.number) for e in summary.eliminations}
        logged = {(e.seat, e.cause, e.time, e.number) for e in told.eliminations}
        return known == logged if "eliminations" in summary.features else known <= logged
    if name == "winner":
        return told.winner == summary.winner
    value = getattr(summary, name)
    return value is None or value == getattr(told, name)


def _undoubted(play: Play) -> None:
    if play.doubts:
        first = play.doubts[0]
        raise ProtocolInDoubt(
            f"Entry {first.number} no longer holds since a correction: {first.detail} Correct it, or let it"
            " stand with an override.",
            numbers=[d.number for d in play.doubts],
        )
