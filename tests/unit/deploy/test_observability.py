"""The files for Prometheus and Grafana: every query parses, every rule says what to do, none is forgotten."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import yaml

FOLDER = Path(__file__).parents[3] / "deploy" / "observability"
ALERTS = yaml.safe_load((FOLDER / "alerts.yaml").read_text(encoding="utf-8"))
DASHBOARD = json.loads((FOLDER / "dashboard.json").read_text(encoding="utf-8"))
PROMETHEUS = yaml.safe_load((FOLDER / "prometheus.yaml").read_text(encoding="utf-8"))


def queries() -> Iterator[tuple[str, str]]:
    """Yield every query of the alert rules and of the dashboard with the name of what asks it."""
    for group in ALERTS["groups"]:
        for rule in group["rules"]:
            yield rule["alert"], rule["expr"]
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            expr = target["expr"].replace("$__rate_interval", "1m")
            yield panel["title"], expr.replace("$service", ".*")


def selectors(expression: Any) -> Iterator[promql_parser.VectorSelector]:
    """Yield every selector of a query, however deep."""
    if isinstance(expression, promql_parser.VectorSelector):
        yield expression
        return
    for name in ("lhs", "rhs", "expr", "vector_selector", "args"):
        inner = getattr(expression, name, None)
        for one in inner if isinstance(inner, list) else [inner]:
            if one is not None:
                yield from selectors(one)


def test_every_rule_says_what_is_wrong_and_what_to_do() -> None:
    """Each alert has a severity, a summary and an action, and a name of its own."""
    rules = [rule for group in ALERTS["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["labels"]["severity"] in {"page", "ticket"}, rule["alert"]
        assert rule["annotations"].keys() == {"summary", "action"}, rule["alert"]


def test_prometheus_is_told_of_every_process_that_compose_starts() -> None:
    """No worker is forgotten, and the rules are read."""
    compose = yaml.safe_load((FOLDER.parent / "compose.yaml").read_text(encoding="utf-8"))
    running = {
        name
        for name, service in compose["services"].items()
        if isinstance(service.get("command"), list)
        and {"shared.web.serve", "shared.messaging.serve"} & set(service["command"])
    }
    [job] = PROMETHEUS["scrape_configs"]
    assert set(job["static_configs"][0]["targets"]) == {f"{name}:9100" for name in running}
    assert PROMETHEUS["rule_files"] == ["alerts.yaml"]


def test_every_query_parses_and_asks_something() -> None:
    """By a parser of the language; each asks for one metric at least, but for those that never fail."""
    for name, query in queries():
        assert list(selectors(promql_parser.parse(query))), name
