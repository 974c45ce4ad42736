"""The only exit: what gameplay says of its private events in public.

Nothing that is said before `ProtocolSigned` is made of a result: no role, no shot, no winner.
"""

from datetime import datetime

from services.gameplay.domain.game import events as private
from services.gameplay.domain.game.state import Game, Running, Scheduled, Setting, Signed, Unscheduled
from shared.contracts import gameplay as public
from shared.contracts.primitives import PublicEvent


def publication(event: private.GameEvent, state: Game) -> PublicEvent | None:  # noqa: PLR0911 - a table of contents
    """Return the public event for a private one and the situation after it, or None."""
    match event, state:
        case private.GameScheduled(), _:
            return _scheduled(event)
        case private.RulingNotApplicable(), _:
            return _not_applicable(event)
        case private.ReseatingDeclined(), _:
            return _declined(event)
        case private.GameReseated(), Scheduled():
            return _reseated(event, state.setting)
        case private.SummaryEntered(), _:
            return None
        case private.MoveRecorded() | private.MoveCorrected(), _:
            return _progressed(event, state)
        case private.ProtocolSigned(), Signed():
            return _signed(event, state)
        case _, Unscheduled():
            return None
        case _:
            return _course(event, state.setting)


def _course(event: private.GameEvent, setting: Setting) -> PublicEvent | None:  # noqa: PLR0911 - so is this
    """Say what happened to a game as it happened, with whose it is."""
    whose = {"championship": setting.championship, "game": setting.game}
    match event:
        case private.GameStarted():
            return public.GameStarted(**whose, started_at=event.started_at)
        case private.GameEnded():
            return public.GameEnded(**whose, ended_at=event.ended_at)
        case private.ResultAmended():
            return public.ResultAmended(
                **whose,
                result=event.result,
                reason=event.reason,
                ruling=event.ruling,
                amended_at=event.amended_at,
            )
        case private.GameAnnulled():
            return public.GameAnnulled(
                **whose, reason=event.reason, ruling=event.ruling, annulled_at=event.annulled_at
            )
        case private.GameReinstated():
            return public.GameReinstated(
                **whose, reason=event.reason, ruling=event.ruling, reinstated_at=event.reinstated_at
            )
        case private.ReplayOrdered():
            return public.ReplayOrdered(
                **whose, replay=event.replay, reason=event.reason, ordered_at=event.ordered_at
            )
        case private.PlayerSubstituted():
            return _seats(setting, event.reason, event.substituted_at)
        case private.SeatsCorrected():
            return _seats(setting, event.reason, event.corrected_at)
        case _:
            return None


def _seats(setting: Setting, reason: str, at: datetime) -> public.SeatsCorrected:
    return public.SeatsCorrected(
        championship=setting.championship,
        game=setting.game,
        seats=setting.seats,
        substitutes=setting.substitutes,
        reason=reason,
        corrected_at=at,
    )


def _declined(event: private.ReseatingDeclined) -> public.SeatingNotChanged:
    return public.SeatingNotChanged(
        championship=event.championship,
        game=event.game,
        draw=event.draw,
        change=event.change,
        conflict=event.conflict,
        detail=event.detail,
        found_at=event.declined_at,
    )


def _reseated(event: private.GameReseated, setting: Setting) -> public.GameReseated | None:
    """Say that a change holds here; a setting without its draw is of a time before there were changes."""
    if setting.draw is None:
        return None
    return public.GameReseated(
        championship=setting.championship,
        game=setting.game,
        draw=setting.draw,
        change=event.change,
        judge=setting.judge,
        seats=setting.seats,
        substitutes=setting.substitutes,
        reseated_at=event.reseated_at,
    )


def _progressed(
    event: private.MoveRecorded | private.MoveCorrected, state: Game
) -> public.TableProgressed | None:
    """Say what the hall may see of a running game, where a move changed it: never a role or a reason."""
    if not isinstance(state, Running) or not state.play.table.news:
        return None
    table = state.play.table
    return public.TableProgressed(
        championship=state.setting.championship,
        game=state.setting.game,
        phase="over" if table.finish is not None else table.moment,
        number=table.number,
        out=tuple(
            public.PlayerOut(seat=e.seat, cause=e.cause, time=e.time, number=e.number) for e in table.gone
        ),
        progressed_at=event.recorded_at if isinstance(event, private.MoveRecorded) else event.corrected_at,
    )


def _scheduled(event: private.GameScheduled) -> public.GameScheduled:
    return public.GameScheduled(
        championship=event.championship,
        game=event.game,
        stage=event.stage,
        stage_kind=event.stage_kind,
        round=event.round,
        table=event.table,
        judge=event.judge,
        seats=event.seats,
        scheduled_at=event.scheduled_at,
        group=event.group,
    )


def _not_applicable(event: private.RulingNotApplicable) -> public.RulingNotApplicable:
    return public.RulingNotApplicable(
        championship=event.championship,
        game=event.game,
        ruling=event.ruling,
        conflict=event.conflict,
        detail=event.detail,
        found_at=event.found_at,
    )


def _signed(event: private.ProtocolSigned, state: Signed) -> public.ProtocolSigned:
    setting = state.setting
    return public.ProtocolSigned(
        championship=setting.championship,
        game=setting.game,
        stage=setting.stage,
        stage_kind=setting.stage_kind,
        round=setting.round,
        table=setting.table,
        judge=setting.judge,
        result=state.result,
        signed_at=event.signed_at,
    )
