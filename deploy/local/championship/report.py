"""How a championship ended: the standings, the champion, what the rulings changed, and how to go on."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from deploy.local.championship.front import Front, Member
from deploy.local.championship.protocols import Depth

SHOWN = 20
SHORT = {
    "additional_points": "added",
    "times_best_player": "best",
    "wins_as_black": "as black",
    "wins_as_don": "as don",
    "wins_as_sheriff": "as sheriff",
    "wins_as_don_and_sheriff": "don, sheriff",
    "times_first_killed": "killed",
}
"""Metrics as the table heads them."""


@dataclass(frozen=True, kw_only=True)
class Going:
    """A championship that was played, and who can go on with it."""

    base_url: str
    championship: UUID
    title: str
    protests: list[UUID]
    admin: Member
    organizer: Member
    judge: Member
    member: Member
    federation: Member
    depths: dict[Depth, int]
    """How many games were recorded how."""


@dataclass(frozen=True, kw_only=True)
class Finished:
    """What the report found."""

    championship: UUID
    standings: dict[str, Any]
    rulings: list[dict[str, Any]]


async def report(front: Front, going: Going, seconds: float, console: Console) -> Finished:
    """Print the report. Raises AssertionError where a player's total is not the sum of his lines."""
    path = f"v1/championships/{going.championship}"
    standings = await front.get(f"/scoring/{path}/standings")
    rulings = (await front.get(f"/appeals/{path}/rulings"))["rulings"]
    console.print(_standings(going.title, standings))
    await _check_lines(front, path, standings, console)
    live, log, summary = (going.depths.get(depth, 0) for depth in ("live", "log", "summary"))
    console.print(f"Protocols: {live} live, move by move; {log} from written logs; {summary} summaries.")
    champion = standings["rows"][0]
    console.print(f"[bold]Champion: {champion['nick']}[/bold], {champion['shown']} points.")
    for ruling in rulings:
        _print_ruling(ruling, console)
    await _print_costs(front, going.admin, seconds, console)
    _print_ways_on(going, console)
    return Finished(championship=going.championship, standings=standings, rulings=rulings)


def _standings(title: str, standings: dict[str, Any]) -> Table:
    revision, checksum = standings["revision"], standings["checksum"][:12]
    table = Table(
        title=f"{title}: overall standings, revision {revision}, checksum {checksum}",
        box=SIMPLE,
        padding=0,
    )
    metrics = [metric for metric in standings["order"] if metric != "points"]
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("nick", no_wrap=True)
    table.add_column("points", justify="right", no_wrap=True)
    table.add_column("games", justify="right", no_wrap=True)
    for metric in metrics:
        heading = SHORT.get(metric, metric.replace("_", " "))
        table.add_column(heading.replace(" ", "\n"), justify="right", no_wrap=True)
    table.add_column("set apart by", no_wrap=True)
    for row in standings["rows"][:SHOWN]:
        decided = row["decided_by"]
        table.add_row(
            f"{row['place']}{'=' if row['shared'] else ''}",
            row["nick"] or row["player"],
            row["shown"],
            str(row["games"]),
            *(row["metrics"].get(metric, "") for metric in metrics),
            SHORT.get(decided["by"], decided["by"].replace("_", " ")) if decided else "",
        )
    if len(standings["rows"]) > SHOWN:
        table.caption = f"the first {SHOWN} of {len(standings['rows'])}"
    return table


async def _check_lines(front: Front, path: str, standings: dict[str, Any], console: Console) -> None:
    """Add up every player's lines and hold the sum against his total."""
    lines = 0
    for row in standings["rows"]:
        player = await front.get(f"/scoring/{path}/players/{row['player']}")
        total = sum((Fraction(line["worth"]) for line in player["lines"]), Fraction(0))
        if total != Fraction(row["total"]):
            raise AssertionError(f"{row['nick']}: the lines give {total}, the table says {row['total']}")
        lines += len(player["lines"])
    console.print(f"Each of {len(standings['rows'])} totals equals the sum of its lines ({lines} lines).")


def _print_ruling(ruling: dict[str, Any], console: Console) -> None:
    votes = ", ".join(vote["verdict"] + (" (dissent)" if vote["dissent"] else "") for vote in ruling["votes"])
    remedy = ruling["remedy"]["type"]
    verdict = {"uphold": "upheld", "reject": "rejected"}[ruling["verdict"]]
    console.print(f"\n[bold]Protest {verdict}[/bold]; the votes: {votes}; the remedy: {remedy}.")
    console.print(f"  {ruling['reasons']}")
    changed = [c for c in ruling["changes"] if c["place_before"] != c["place_after"]]
    if not ruling["changes"]:
        console.print("  It changed nothing in the standings.")
        return
    console.print(f"  It changed {len(ruling['changes'])} rows, {len(changed)} places:")
    table = Table("nick", "points before", "after", "place before", "after", box=None)
    for change in sorted(ruling["changes"], key=lambda c: c["place_after"] or 0):
        table.add_row(
            change["nick"] or change["player"],
            change["points_before"],
            change["points_after"],
            str(change["place_before"]),
            str(change["place_after"]),
        )
    console.print(table)


async def _print_costs(front: Front, admin: Member, seconds: float, console: Console) -> None:
    events = messages = 0
    for service in ("registration", "gameplay", "scoring", "appeals"):
        ready = await admin.get(f"/{service}/readyz")
        events += ready["position"]
        messages += ready["outbox_seq"]
    console.print(
        f"\nPlayed in {seconds:.1f} s: {front.commands} commands;"
        f" {events} events and {messages} messages in the stores by now."
    )


def _print_ways_on(going: Going, console: Console) -> None:
    path = f"v1/championships/{going.championship}"
    console.print("\nGo on with:")
    for what, address in (
        ("standings", f"{going.base_url}/scoring/{path}/standings"),
        ("games", f"{going.base_url}/gameplay/{path}/games"),
        ("rulings", f"{going.base_url}/appeals/{path}/rulings"),
        ("event feeds", f"{going.base_url}/scoring/v1/events"),
    ):
        console.print(f"  {what:12} {address}", soft_wrap=True)
    console.print("Tokens live half an hour; the grants behind them give new ones:")
    for who, member in (
        ("organizer", going.organizer),
        ("judge", going.judge),
        ("commission", going.member),
        ("federation", going.federation),
    ):
        grant = " ".join(f'"{key}":"{value}",' for key, value in member.grant.items()).rstrip(",")
        console.print(f"  {who:12} Bearer {member.token}", soft_wrap=True)
        console.print(f"  {'':12} POST {going.base_url}/registration/v1/tokens {{{grant}}}", soft_wrap=True)
