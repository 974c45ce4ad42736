"""The shipped regulations documents, as data."""

from typing import Any

import msgspec
import pytest

from shared.contracts.regulations import Part, Regulations, shipped

NAMES = sorted(shipped())
NO_SETTING = {"ties.panel"}
"""Rules of scoring that no setting can change."""


def has(value: Any, path: list[str]) -> bool:
    """Tell whether a document has a place of that path."""
    if not path:
        return True
    if isinstance(value, msgspec.Struct):
        return hasattr(value, path[0]) and has(getattr(value, path[0]), path[1:])
    return isinstance(value, dict) and path[0] in value and has(value[path[0]], path[1:])


def test_three_documents_are_shipped() -> None:
    """Two source regulations, and one written from official tables."""
    assert {"chnu-2016", "mafgame-2026", "onore-2014"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_belongs_to_a_part_of_the_document(name: str) -> None:
    """Keys may name rules that are no setting, but each within a part."""
    document = shipped()[name]
    parts = {field for field in document.__struct_fields__ if isinstance(getattr(document, field), Part)}
    assert {key.partition(".")[0] for key in document.clauses} <= parts


@pytest.mark.parametrize("name", NAMES)
def test_clauses_of_scoring_and_ties_hang_on_settings(name: str) -> None:
    """A line of points names the clause of the setting that it comes from."""
    document = shipped()[name]
    keys = {key for key in document.clauses if key.startswith(("scoring", "ties"))} - NO_SETTING
    assert [key for key in sorted(keys) if not has(document, key.split("."))] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_document_says_until_when_and_how_fast(name: str) -> None:
    """A protest has a window that ends, at the latest with the next draw, and no step waits for ever."""
    rules = shipped()[name].protests
    assert rules.window_minutes is not None
    assert rules.window_until_next_draw
    assert None not in {rules.acceptance_minutes, rules.appointment_minutes, rules.vote_minutes}


@pytest.mark.parametrize("name", NAMES)
def test_a_document_survives_the_way_to_another_service(name: str) -> None:
    """It travels whole in ChampionshipAnnounced."""
    document = shipped()[name]
    assert msgspec.json.decode(msgspec.json.encode(document), type=Regulations) == document


@pytest.mark.parametrize("name", NAMES)
def test_metrics_are_named_once_and_points_come_first(name: str) -> None:
    """A tie order that begins with anything but points, or what is made of them, would rank by it."""
    ties = shipped()[name].ties
    for order in (ties.order, ties.stage_order or ties.order):
        assert order[0] in {"points", "rating_squared"}
        assert len(set(order)) == len(order)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("scoring.bonus", "1"),
        ("scoring.removal", "-0,5"),
        ("scoring.removal", -0.5),
        ("scoring.coefficients", {"finals": "1.5"}),
        ("ties.order", ["points", "account_age"]),
        ("ties.order", []),
    ],
)
def test_a_document_with_an_error_is_refused_with_its_place(path: str, value: object) -> None:
    """Unknown keys, floats, unknown stage kinds and metrics: none is guessed."""
    raw: dict[str, Any] = msgspec.to_builtins(shipped()["onore-2014"])
    part, key = path.split(".")
    raw[part][key] = value
    with pytest.raises(msgspec.ValidationError, match=part):
        msgspec.convert(raw, type=Regulations)


def test_a_clause_is_found_by_its_key() -> None:
    """No key, no clause."""
    document = shipped()["onore-2014"]
    assert document.clause("scoring.extra_points") == "O-SCORE-4"
    assert document.clause("scoring.removal") is None
