"""What Prometheus sees of the stack is all that dashboard and alert rules ask for; it names nobody."""

import re

import httpx
import promql_parser
import pytest
from prometheus_client.parser import text_string_to_metric_families

from deploy.local.ports import HOST
from tests.e2e.conftest import Played
from tests.unit.deploy.test_observability import queries, selectors

pytestmark = pytest.mark.asyncio(loop_scope="session")

OWN = {"up"}
"""What Prometheus has of itself."""
ADDED = {"job", "instance"}
"""Labels that Prometheus adds."""
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)


async def test_all_that_is_asked_of_the_metrics_is_there_and_nothing_in_them_names_anybody(
    played: Played,
) -> None:
    """After a championship: each metric and label of each query is exposed; none holds an id or a nick."""
    labels: dict[str, set[str]] = {}
    values: set[str] = set()
    async with httpx.AsyncClient(trust_env=False) as client:
        for process, port in played.stack.metrics_ports.items():
            answer = await client.get(f"http://{HOST}:{port}/metrics")
            assert answer.status_code == 200, process
            for family in text_string_to_metric_families(answer.text):
                for sample in family.samples:
                    labels.setdefault(sample.name, set()).update(sample.labels)
                    values |= set(sample.labels.values())
    assert not [value for value in values if _UUID.search(value)]
    entries = await played.front.get(f"/registration/{played.path}/entries", limit=200)
    nicks = {entry["nick"] for entry in entries["entries"]}
    assert len(nicks) > 10
    assert not nicks & values
    for name, query in queries():
        for selector in selectors(promql_parser.parse(query)):
            if selector.name in OWN:
                continue
            assert selector.name in labels, f"{name}: {selector.name} is exposed by nobody"
            asked = {matcher.name for matcher in selector.matchers.matchers}
            assert asked <= labels[selector.name] | ADDED, f"{name}: {selector.name}"
