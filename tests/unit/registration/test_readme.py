"""The README of registration tells what the code does: its slice index is read and compared."""

import re
from pathlib import Path
from typing import get_args

from litestar.routes import HTTPRoute

from services.registration.app import create_app
from services.registration.domain import errors
from services.registration.domain.account.commands import AccountCommand
from services.registration.domain.account.events import AccountEvent
from services.registration.domain.championship.commands import ChampionshipCommand
from services.registration.domain.championship.events import ChampionshipEvent
from services.registration.domain.draw.decider import DrawCommand
from services.registration.domain.draw.events import DrawEvent
from services.registration.domain.roster.commands import RosterCommand
from services.registration.domain.roster.events import RosterEvent
from services.registration.domain.suspension.decider import SuspensionCommand
from services.registration.domain.suspension.events import SuspensionEvent
from shared.settings import Settings

ROOT = Path(__file__).parents[3]
README = (ROOT / "services" / "registration" / "README.md").read_text(encoding="utf-8")


def members(*unions: object) -> set[str]:
    """Return the names of the classes of unions, or of single classes."""
    return {kind.__name__ for union in unions for kind in (get_args(union) or (union,))}


def rows(first: str) -> list[list[str]]:
    """Return the cells of the table whose first heading is `first`."""
    after = README.split(f"| {first} |", 1)[1].split("\n")[2:]
    found = []
    for line in after:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def test_every_command_is_in_the_slice_index_with_its_events() -> None:
    """Each command has a row, whose events and refusals exist, and whose test is there."""
    index = rows("command")
    assert {row[0] for row in index} == members(
        ChampionshipCommand, RosterCommand, DrawCommand, AccountCommand, SuspensionCommand
    )
    named = {event for row in index for event in row[2].split(", ")}
    assert named == members(ChampionshipEvent, RosterEvent, DrawEvent, AccountEvent, SuspensionEvent)
    for row in index:
        assert row[3] == "—" or all(hasattr(errors, refusal) for refusal in row[3].split(", ")), row
        assert (ROOT / row[4].strip("`")).is_file(), row


def test_every_route_is_in_the_readme() -> None:
    """What the application answers to is listed, but the feed and the webhooks that every service has."""
    app = create_app(settings=Settings(database_url="postgresql://nowhere/nothing"))
    served = {
        f"{method} {re.sub(r':[a-z]+}', '}', route.path)}"
        for route in app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith(("/v1", "/.well-known"))
        if not route.path.startswith("/v1/webhooks")
        for method in route.methods - {"OPTIONS", "HEAD"}
    }
    listed = set(re.findall(r"`((?:GET|POST|PUT|DELETE) /[^`]+)`", README))
    assert listed == served - {"GET /v1/events"}


def test_every_rule_module_is_there() -> None:
    """The modules that the README explains exist."""
    for module, *_ in rows("module"):
        assert (ROOT / "services" / "registration" / module.strip("`")).is_file(), module
