"""What cannot be meant in the plan, the scoring and the ties of a document."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from shared.contracts.primitives import exact
from shared.contracts.problem import Found, contradiction, unreachable
from shared.contracts.regulations import Compensation, Part, Regulations

VOTERS = 11
"""Ten players and the host."""


def plan(document: Regulations) -> Iterator[Found]:
    """Stages have keys of their own; the last one sends nobody on."""
    stages = document.plan.stages
    if not stages:
        yield contradiction("plan.stages", "A document proposes one stage at least.")
        return
    for key, number in Counter(stage.key for stage in stages).items():
        if number > 1:
            yield contradiction("plan.stages", f"{number} stages have the key {key!r}; give each its own.")
    if stages[-1].advance is not None:
        path = f"plan.stages[{len(stages) - 1}].advance"
        yield unreachable(path, "Nobody goes on from the last stage; leave it out.")
    for index, (one, after) in enumerate(pairwise(stages), start=1):
        if one.advance and after.advance and after.advance > one.advance:
            message = f"Only {one.advance} play this stage, so {after.advance} cannot go on from it."
            yield contradiction(f"plan.stages[{index}].advance", message)


def outcome(document: Regulations) -> Iterator[Found]:
    """Penalties take, and name what can happen."""
    scoring = document.scoring
    for name in ("removal", "team_defeat"):
        if exact(getattr(scoring, name)) > 0:
            yield contradiction(f"scoring.{name}", "This is taken from a player: 0 or negative.")
    instead_of_nothing = scoring.team_defeat_counts == "instead_of_removal" and not exact(scoring.removal)
    if instead_of_nothing:
        yield unreachable("scoring.team_defeat_counts", "A removal takes no points that it could replace.")
    lowest = document.sanctions.penalties_down_to
    for name, penalty in scoring.penalties.items():
        path = f"scoring.penalties.{name}.points"
        if exact(penalty.points) > 0:
            yield contradiction(path, "A penalty is 0 or negative.")
        if lowest is None:
            message = "Judges may give no penalties: sanctions.penalties_down_to says how low they go."
            yield unreachable(path, message)
        elif exact(penalty.points) < exact(lowest):
            yield unreachable(path, f"It is below sanctions.penalties_down_to, {lowest}.")
    automatic = scoring.automatic
    if automatic is not None and automatic.unless is not None and automatic.unless not in scoring.penalties:
        message = f"There is no penalty {automatic.unless!r} in scoring.penalties that could take them away."
        yield contradiction("scoring.automatic.unless", message)


def best_move(document: Regulations) -> Iterator[Found]:
    """Points for as many blacks as can be named."""
    names = document.play.best_move_names
    tables = {"scoring.best_move": document.scoring.best_move}
    for role, own in document.scoring.best_move_by_role.items():
        tables[f"scoring.best_move_by_role.{role}"] = own
        if role in {"mafia", "don"} and not document.play.best_move_by_black:
            yield unreachable(f"scoring.best_move_by_role.{role}", "play.best_move_by_black is off.")
    for path, table in tables.items():
        if table and document.play.best_move == "none":
            yield unreachable(path, "play.best_move is none: nobody has one.")
        for blacks in table:
            if not (blacks.isdigit() and len(blacks) == 1 and int(blacks) <= names):
                message = f"A best move names {names} at most: 0 to {names} blacks are among them."
                yield unreachable(f"{path}.{blacks}", message)


def best_player(document: Regulations) -> Iterator[Found]:
    """Votes are counted where votes decide."""
    rule = document.scoring.best_player
    if rule is None:
        return
    path = "scoring.best_player"
    if not rule.points:
        yield contradiction(f"{path}.points", "A best player gets one of these; name one at least.")
    if rule.max_players < 1:
        yield unreachable(f"{path}.max_players", "Nobody could be named.")
    if rule.decided_by == "vote" and rule.min_votes is None:
        yield contradiction(f"{path}.min_votes", "Where a vote decides, say how many votes are needed.")
    if rule.decided_by == "judge" and rule.min_votes is not None:
        yield unreachable(f"{path}.min_votes", "The judge decides: nobody votes.")
    if rule.min_votes is not None and not 1 <= rule.min_votes <= VOTERS:
        yield unreachable(f"{path}.min_votes", f"{VOTERS} vote at most, and one at least.")


def extra_points(document: Regulations) -> Iterator[Found]:
    """Limits that a value can keep."""
    rule = document.scoring.extra_points
    if rule is None:
        return
    path = "scoring.extra_points"
    if exact(rule.minimum) > exact(rule.maximum):
        yield contradiction(f"{path}.minimum", f"It is above the maximum, {rule.maximum}.")
    if rule.max_players is not None and rule.max_players < 1:
        yield unreachable(path, "With max_players 0 nobody gets any; leave extra_points out.")
    total = exact(rule.max_total) if rule.max_total is not None else None
    for index, value in enumerate(rule.allowed or ()):
        if total is not None and exact(value) > total:
            yield unreachable(f"{path}.allowed[{index}]", f"It is above max_total, {rule.max_total}.")
    for name in ("max_total_with_chief_judge", "max_total_with_college"):
        limit = getattr(rule, name)
        if limit is not None and (total is None or exact(limit) < total):
            yield contradiction(f"{path}.{name}", "It is to be above max_total, which has to be there.")
    more = rule.max_players_with_chief_judge
    if more is not None and (rule.max_players is None or more < rule.max_players):
        message = "It is to be above max_players, which has to be there."
        yield contradiction(f"{path}.max_players_with_chief_judge", message)


def compensation(document: Regulations) -> Iterator[Found]:
    """Find a formula without all that it reads, or with what it does not."""
    rule = document.scoring.compensation
    if rule is None:
        return
    path = "scoring.compensation"
    kinds = Counter(kind for group in rule.groups for kind in group)
    if not kinds:
        yield unreachable(f"{path}.groups", "No stage is in a group: nothing is ever paid.")
    for kind, number in kinds.items():
        if number > 1:
            yield contradiction(f"{path}.groups", f"{kind!r} stands in {number} groups; leave one.")
    if rule.formula == "steps" and not rule.so_far:
        yield contradiction(f"{path}.so_far", "Steps are paid as they come: so_far has to be on.")
    if rule.formula == "triangular_over_root" and rule.digits is None:
        yield contradiction(f"{path}.digits", "A root is not exact: say to how many digits it is rounded.")
    for name, default, used in _unread(rule):
        if getattr(rule, name) != default and not used:
            yield unreachable(f"{path}.{name}", f"The formula {rule.formula!r} does not read it here.")
    yield from _unpaid(document, rule)


def _unpaid(document: Regulations, rule: Compensation) -> Iterator[Found]:
    """Find conditions under which nothing can be paid."""
    path = "scoring.compensation"
    if rule.needs_black_named == "on_win" and rule.on_win == "nothing":
        yield unreachable(f"{path}.needs_black_named", "A win pays nothing: on_win says so.")
    if rule.counts == "lost_first_kills" and rule.on_win != "nothing":
        yield unreachable(f"{path}.on_win", "Only kills in lost games are counted.")
    reads_best_moves = rule.counts == "best_moves" or rule.needs_black_named != "never"
    if reads_best_moves and document.play.best_move == "none":
        yield unreachable(path, "It needs best moves, and play.best_move is none.")
    if rule.cap is not None and exact(rule.cap) <= 0:
        yield unreachable(f"{path}.cap", "With a cap of 0 nothing is ever paid.")
    if "compensation" in rule.not_with:
        yield contradiction(f"{path}.not_with", "Compensation cannot take itself away.")


def _unread(rule: Compensation) -> Iterator[tuple[str, object, bool]]:
    """Yield settings with their default and whether the formula reads them."""
    yield "divisor", None, rule.formula == "rate"
    yield "rounding", "half_up", rule.formula == "rate" and rule.divisor is None
    yield "free", 0, rule.formula == "steps"
    yield "games", "own", rule.formula != "steps" and rule.divisor is None


def coefficients(document: Regulations) -> Iterator[Found]:
    """Coefficients of stages that there are, on components that there are."""
    scoring = document.scoring
    kinds = {stage.kind for stage in document.plan.stages}
    for name in ("coefficients", "component_coefficients"):
        for kind in getattr(scoring, name):
            if document.plan.binding and kind not in kinds:
                yield unreachable(f"scoring.{name}.{kind}", "The plan is binding and has no such stage.")
    if scoring.coefficient_on is not None and not scoring.coefficients:
        yield unreachable("scoring.coefficient_on", "There are no coefficients that it could limit.")
    if scoring.coefficient_on == ():
        yield unreachable("scoring.coefficients", "coefficient_on is empty: they multiply nothing.")


def ties(document: Regulations) -> Iterator[Found]:
    """Find metrics that can decide nothing."""
    rules = document.ties
    used = {*rules.order, *(rules.stage_order or ())}
    for name in ("order", "stage_order"):
        for metric, number in Counter(getattr(rules, name) or ()).items():
            if number > 1:
                yield unreachable(f"ties.{name}", f"{metric!r} stands {number} times; the first one decides.")
            if metric == "times_best_player" and document.scoring.best_player is None:
                yield unreachable(
                    f"ties.{name}", "'times_best_player' counts nothing: there is no best player."
                )
    for index, metric in enumerate(rules.fewer_first):
        if metric not in used:
            yield unreachable(f"ties.fewer_first[{index}]", f"{metric!r} is in no order.")
    if "points_in_earlier_stages" in used and document.plan.binding and len(document.plan.stages) == 1:
        yield unreachable("ties.order", "'points_in_earlier_stages' is always 0: the plan has one stage.")


def clauses(document: Regulations) -> Iterator[Found]:
    """Clauses hang on parts of the document."""
    parts = {name for name in document.__struct_fields__ if isinstance(getattr(document, name), Part)}
    for key in document.clauses:
        if key.partition(".")[0] not in parts:
            yield unreachable(f"clauses.{key}", f"It begins with none of {', '.join(sorted(parts))}.")


SCORING_CHECKS: tuple[Callable[[Regulations], Iterator[Found]], ...] = (
    plan,
    outcome,
    best_move,
    best_player,
    extra_points,
    compensation,
    coefficients,
    ties,
    clauses,
)
