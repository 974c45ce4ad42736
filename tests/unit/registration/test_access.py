"""The access table: every route of all four services has its row, and its guard asks for what it says."""

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from services.registration.access.table import page, rows
from shared.contracts.envelope import PUBLISHERS
from shared.settings import Settings
from shared.web.auth import requires

PAGE = Path(__file__).parents[3] / "docs" / "access.md"


def served(service: str) -> dict[tuple[str, str], str]:
    """Return what each route of a service asks of a token, by method and path."""
    app: Litestar = import_module(f"services.{service}.app").create_app(
        settings=Settings(database_url="postgresql://nowhere/nothing")
    )
    found: dict[tuple[str, str], str] = {}
    for route in app.routes:
        if not isinstance(route, HTTPRoute) or route.path.startswith("/schema"):
            continue
        for handler in route.route_handlers:
            guards = [getattr(guard, "func", guard) for guard in handler.guards or ()]
            scopes = sorted({s for guard in guards if isinstance(guard, requires) for s in guard.scopes})
            asked = "all" if handler.opt.get("public") else " ".join(scopes) or "any token"
            for method in handler.http_methods - {"OPTIONS", "HEAD"}:
                found[str(method), re.sub(r":[a-z]+}", "}", route.path)] = asked
    return found


@pytest.mark.parametrize("service", PUBLISHERS)
def test_every_route_has_its_row_and_its_guard_asks_for_it(service: str) -> None:
    """No route without a row, no row without a route, no guard that asks for something else."""
    table = {(method, path): scopes for owner, method, path, scopes, _ in rows() if owner == service}
    routes = served(service)
    missing = routes.keys() - table.keys()
    assert not missing, f"add to services/registration/access/table.py: {sorted(missing)}"
    assert table == routes


def test_a_route_has_one_row() -> None:
    """Nothing is listed twice, and every part is said."""
    counted = Counter((service, method, path) for service, method, path, _, _ in rows())
    assert set(counted.values()) == {1}
    assert all(part for *_, part in rows())


def test_the_page_is_the_table() -> None:
    """`python -m services.registration.access.table > docs/access.md` after a change."""
    assert PAGE.read_text(encoding="utf-8") == page()
