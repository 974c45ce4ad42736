"""Points that a judge gives by hand, within the document's limits: best players, extra points, penalties."""

from collections import Counter
from fractions import Fraction

from services.gameplay.domain.errors import (
    AwardedTwice,
    BestPlayerPointsNotAllowed,
    BestPlayersNotInRegulations,
    ExtraPointsNotAllowed,
    ExtraPointsNotInRegulations,
    ExtraPointsTotalExceeded,
    OffenderAwarded,
    PenaltyNotAllowed,
    TooManyBestPlayers,
    TooManyWithExtraPoints,
)
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import Award, Result
from shared.contracts.primitives import exact, points_text

_EXTRA = "scoring.extra_points"
_BEST = "scoring.best_player"


def check_awards(result: Result, rules: TableRules) -> None:
    """Refuse awards that the document does not allow. `result` holds the best players already settled."""
    for name, awards in (
        ("best_players", result.best_players),
        ("extra_points", result.extra_points),
        ("penalties", result.penalties),
    ):
        _check_once(name, awards)
    _check_extra_points(result.extra_points, rules)
    _check_penalties(result.penalties, rules)
    _check_best_players(result.best_players, rules)
    _check_offender(result, rules)


def _check_once(name: str, awards: tuple[Award, ...]) -> None:
    for seat, times in Counter(award.seat for award in awards).items():
        if times > 1:
            raise AwardedTwice(f"Seat {seat} stands {times} times in {name}; join its points.", seat=seat)


def _check_extra_points(awards: tuple[Award, ...], rules: TableRules) -> None:
    rule = rules.extra_points
    clause = rules.clause(_EXTRA)
    if not awards:
        return
    if rule is None:
        raise ExtraPointsNotInRegulations(f"{rules.document} knows no extra points; leave them out.")
    for award in awards:
        points = exact(award.points)
        if rule.allowed is not None:
            fits = points in {exact(allowed) for allowed in rule.allowed}
            limits = " or ".join(rule.allowed)
        else:
            fits = exact(rule.minimum) <= points <= exact(rule.maximum)
            limits = f"{rule.minimum} to {rule.maximum}"
        if not fits:
            raise ExtraPointsNotAllowed(
                f"Seat {award.seat} gets {award.points} extra points; one player may get {limits}.",
                clause=clause,
                seat=award.seat,
            )
    if rule.max_players is not None and len(awards) > rule.max_players:
        raise TooManyWithExtraPoints(
            f"{len(awards)} players get extra points; at most {rule.max_players} may.", clause=clause
        )
    total = sum((max(exact(award.points), Fraction(0)) for award in awards), Fraction(0))
    if rule.max_total is not None and total > exact(rule.max_total):
        raise ExtraPointsTotalExceeded(
            f"The extra points sum up to {points_text(total)}; at most {rule.max_total} may be given.",
            clause=clause,
        )


def _check_penalties(penalties: tuple[Award, ...], rules: TableRules) -> None:
    lowest = rules.sanctions.penalties_down_to
    for penalty in penalties:
        if lowest is None or not exact(lowest) <= exact(penalty.points) < 0:
            limits = f"penalties below 0, down to {lowest}" if lowest is not None else "none"
            raise PenaltyNotAllowed(
                f"Seat {penalty.seat} gets the penalty {penalty.points}; {rules.document} allows {limits}.",
                clause=rules.clause("sanctions.penalties_down_to"),
                seat=penalty.seat,
            )


def _check_best_players(awards: tuple[Award, ...], rules: TableRules) -> None:
    rule = rules.best_player
    clause = rules.clause(_BEST)
    if not awards:
        return
    if rule is None:
        raise BestPlayersNotInRegulations(f"{rules.document} knows no best player; leave them out.")
    if len(awards) > rule.max_players:
        raise TooManyBestPlayers(
            f"{len(awards)} best players are named; at most {rule.max_players} may be.", clause=clause
        )
    allowed = {exact(points) for points in rule.points}
    for award in awards:
        if exact(award.points) not in allowed:
            raise BestPlayerPointsNotAllowed(
                f"Best player {award.seat} gets {award.points}; a best player gets"
                f" {' or '.join(rule.points)}.",
                clause=clause,
                seat=award.seat,
            )


def _check_offender(result: Result, rules: TableRules) -> None:
    offender = result.team_defeat
    awarded = {award.seat for award in (*result.extra_points, *result.best_players)}
    if result.best_move is not None:
        awarded.add(result.best_move.seat)
    if offender is not None and offender in awarded:
        raise OffenderAwarded(
            f"Seat {offender} caused the team defeat and gets no extra points, no best move and is not"
            " best player.",
            clause=rules.clause("sanctions.team_defeat"),
            seat=offender,
        )
