"""A document checked as a whole."""

import json
from typing import Any

import msgspec
import pytest

from shared.contracts.checking import problems_of
from shared.contracts.regulations import shipped


def raw(name: str = "onore-2014") -> dict[str, Any]:
    """Return a shipped document as it is uploaded."""
    written: dict[str, Any] = json.loads(msgspec.json.encode(shipped()[name]))
    return written


def found(document: Any) -> dict[str, str]:
    """Return kinds of problems by path."""
    return {one.path: one.kind for one in problems_of(document)}


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_shipped_document_has_no_problem(name: str) -> None:
    """Neither as it is kept nor as it is uploaded."""
    assert problems_of(shipped()[name]) == []
    assert problems_of(json.dumps(raw(name))) == []


def test_everything_wrong_with_the_form_is_listed_at_once() -> None:
    """Unknown and missing keys, wrong values, wherever they stand."""
    document = raw()
    document["scoring"]["wim"] = {}
    document["scoring"]["removal"] = 0.5
    document["scoring"]["extra_points"]["allowed"][1] = "one"
    document["plan"]["stages"][2].pop("kind")
    document["ties"]["order"] = []
    document["play"]["best_move_names"] = 7
    assert found(document) == {
        "scoring.wim": "unknown_key",
        "scoring.removal": "wrong_value",
        "scoring.extra_points.allowed[1]": "wrong_value",
        "plan.stages[2].kind": "missing_key",
        "ties.order": "wrong_value",
        "play.best_move_names": "wrong_value",
    }
    assert "'win'" in next(one.message for one in problems_of(document) if one.path == "scoring.wim")


def test_text_that_is_no_json_and_keys_that_stand_twice_are_told() -> None:
    """The last of two would win in silence."""
    assert found("{") == {"": "wrong_value"}
    doubled = json.dumps(raw())[:-1] + ', "title": "again"}'
    assert found(doubled) == {"title": "doubled_key"}


def test_contradictions_are_listed_at_once() -> None:
    """Settings that cannot both hold."""
    document = raw()
    scoring = document["scoring"]
    scoring["extra_points"] = {"minimum": "2", "maximum": "1", "max_players_with_chief_judge": 3}
    scoring["best_player"] = {"decided_by": "vote", "points": []}
    scoring["automatic"] = {"points": "0.3", "unless": "worst-move"}
    scoring["removal"] = "1"
    scoring["compensation"] = {
        "formula": "triangular_over_root",
        "factor": "1",
        "share": "0.1",
        "groups": [["final"], ["final"]],
    }
    document["plan"]["stages"][1]["key"] = "tour-1"
    assert {path for path, kind in found(document).items() if kind == "contradiction"} == {
        "scoring.extra_points.minimum",
        "scoring.extra_points.max_players_with_chief_judge",
        "scoring.best_player.points",
        "scoring.best_player.min_votes",
        "scoring.automatic.unless",
        "scoring.removal",
        "scoring.compensation.digits",
        "scoring.compensation.groups",
        "plan.stages",
    }


def test_settings_that_nothing_reaches_are_listed_at_once() -> None:
    """They would look as if they did something."""
    document = raw()
    document["play"] |= {"best_move": "first_night", "best_move_names": 2, "best_move_by_black": False}
    document["plan"]["stages"][-1]["advance"] = 1
    document["scoring"] |= {
        "best_player": None,
        "best_move_by_role": {"don": {"2": "1"}},
        "penalties": {"late": {"points": "-1"}},
        "coefficients": {},
        "coefficient_on": ["win"],
        "compensation": {
            "factor": "1",
            "share": "0.4",
            "free": 2,
            "groups": [["final"]],
            "needs_black_named": "on_win",
        },
    }
    document["ties"]["fewer_first"] = ["games"]
    document["clauses"] = {"nothing.here": "X-1"}
    assert found(document) == dict.fromkeys(
        [
            "plan.stages[3].advance",
            "scoring.best_move.3",
            "scoring.best_move_by_role.don",
            "scoring.penalties.late.points",
            "scoring.coefficient_on",
            "scoring.compensation.free",
            "scoring.compensation.needs_black_named",
            "ties.order",
            "ties.fewer_first[0]",
            "clauses.nothing.here",
        ],
        "unreachable",
    )
