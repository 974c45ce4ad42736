"""The command line: what runs, is watched, checked, kept and taken in on a data folder."""

import asyncio
import json
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import typer
from rich.markup import escape
from rich.table import Table

from deploy.local.foreground import FAILURES, console, fail, say, within
from deploy.local.program import ProgramFailed
from deploy.local.renewal import renewed
from deploy.local.stack import JOURNAL, PORT, SERVICES, Stack
from deploy.local.state import StateFile
from shared.contracts.regulations import shipped

if TYPE_CHECKING:
    from deploy.local.verification import Checked

app = typer.Typer(
    name="consigliere",
    help="Runs championships of sports Mafia: four services, PostgreSQL and NATS on this machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
)

Data = Annotated[
    Path, typer.Option("--data", envvar="CONSIGLIERE_DATA", help="The folder that holds everything.")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Begin anew: remove what the folder holds.")]
Port = Annotated[
    int | None, typer.Option("--port", min=1, max=65535, help=f"The port of the front door; {PORT} if free.")
]
DATA = Path("var")


@app.command()
def run(
    *,
    fresh: Fresh = False,
    leave: Annotated[bool, typer.Option("--exit", help="Stop when the championship is over.")] = False,
    regulations: Annotated[str, typer.Option(help="The regulations to play by.")] = "onore-2014",
    seed: Annotated[int | None, typer.Option(help="Play the same games again.")] = None,
    data: Data = DATA,
    port: Port = None,
) -> None:
    """Start the stack and play a championship through its public API."""
    if regulations not in shipped():
        fail(ProgramFailed(f"There are no regulations {regulations!r}; shipped are {', '.join(shipped())}."))

    async def work(stack: Stack) -> None:
        from deploy.local.championship.performance import play  # noqa: PLC0415 - not for `status`

        await play(stack, regulations=regulations, seed=seed, console=console)

    within(Stack(data, fresh=fresh, port=port, say=say), work, leave=leave)


@app.command()
def up(
    *,
    fresh: Fresh = False,
    data: Data = DATA,
    port: Port = None,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="Show metrics to Prometheus; metrics-targets.json says where.")
    ] = False,
) -> None:
    """Start the stack and nothing else."""

    async def work(_stack: Stack) -> None:
        """Do nothing."""

    within(Stack(data, fresh=fresh, port=port, metrics=metrics, say=say), work)


@app.command()
def status(*, data: Data = DATA) -> None:
    """Show what runs on a data folder."""
    running = StateFile(data.resolve()).read()
    if running is None or not running.supervisor.found():
        console.print(f"Nothing runs on {data.resolve()}. Start it with: make run")
        raise typer.Exit(1)
    table = Table("program", "pid", "state", "starts", box=None)
    for name, process in running.programs.items():
        state = "gone" if not process.found() else "serves" if process.serves else "starting"
        table.add_row(name, str(process.pid), state, str(process.starts))
    console.print(f"{running.base_url or 'starting'}  supervisor {running.supervisor.pid}")
    console.print(table)


@app.command()
def restart(*, data: Data = DATA) -> None:
    """Start every API and worker again, one after the other, so that new code serves; no request fails."""
    try:
        asyncio.run(renewed(data.resolve(), say))
    except FAILURES as failure:
        fail(failure)
    console.print("Everything of ours was started again.")


@app.command()
def rebuild(
    *,
    check: Annotated[bool, typer.Option("--check", help="Only compare, replace nothing.")] = False,
    data: Data = DATA,
) -> None:
    """Build every read model anew beside the live one, and switch where they differ, while all works."""
    from deploy.local.rebuilding import rebuilt  # noqa: PLC0415 - loads all services, which takes a second

    try:
        done = asyncio.run(rebuilt(data.resolve(), switch=not check))
    except FAILURES as failure:
        fail(failure)
    table = Table("service", "read model", "rows", "", box=None)
    for one in done:
        for model in one.models:
            state = "equal" if not model.differed else "differs" if check else "replaced"
            table.add_row(one.service, model.table, str(model.rows), state)
    console.print(table)
    waited = max(one.waited_ms for one in done)
    console.print(f"Writers of one service waited for {waited:.0f} ms at most.")
    if check and any(model.differed for one in done for model in one.models):
        raise typer.Exit(1)


Backup = Annotated[Path, typer.Argument(help="The folder of the backup.")]


@app.command()
def backup(folder: Backup, *, data: Data = DATA) -> None:
    """Save everything that a data folder holds into a new folder, while it works."""
    from deploy.local.keeping import backed_up  # noqa: PLC0415 - not for `status`

    try:
        note = asyncio.run(backed_up(data.resolve(), folder.resolve()))
    except FAILURES as failure:
        fail(failure)
    for service, saved in note.services.items():
        console.print(f"{service:13} {saved.position} events, {saved.outbox_seq} of them said")
    console.print(f"Saved as of {note.at:%Y-%m-%d %H:%M:%S} UTC in {folder}", soft_wrap=True)


@app.command()
def restore(folder: Backup, *, data: Data = DATA) -> None:
    """Make a new data folder from a backup; start it with `consigliere up`."""
    from deploy.local.keeping import brought_back  # noqa: PLC0415 - not for `status`

    try:
        note = asyncio.run(brought_back(folder.resolve(), data.resolve()))
    except FAILURES as failure:
        fail(failure)
    console.print(
        f"Restored as of {note.at:%Y-%m-%d %H:%M:%S} UTC; start it with: consigliere up --data {data}"
    )


verifying = typer.Typer(help="Check what was promised.")
app.add_typer(verifying, name="verify")


@verifying.callback(invoke_without_command=True)
def verify(context: typer.Context, *, data: Data = DATA) -> None:
    """Check every store and stream of a data folder against the promises I1 to I8."""
    if context.invoked_subcommand is not None:
        return
    from deploy.local.verification import verified  # noqa: PLC0415 - loads all services, which takes a second

    try:
        findings = asyncio.run(verified(data.resolve()))
    except FAILURES as failure:
        fail(failure)
    if print_checked(findings):
        raise typer.Exit(1)


def print_checked(findings: "Sequence[Checked]") -> bool:
    """Print what was checked, promise by promise; tell whether anything is broken."""
    table = Table("", *SERVICES, "", box=None)
    for (invariant, promise), of_services in groupby(findings, lambda one: (one.invariant, one.promise)):
        marks = ["[red]broken[/red]" if one.wrong else str(one.checked) for one in of_services]
        table.add_row(invariant, *marks, promise)
    console.print(table)
    for finding in findings:
        if finding.wrong:
            console.print(f"[red]{finding.service} {finding.invariant}:[/red] {escape(finding.wrong)}")
    broken = sum(finding.wrong is not None for finding in findings)
    if broken:
        console.print(f"[red]{broken} of {len(findings)} promises are broken.[/red]")
    else:
        console.print(f"All {len(findings)} promises are kept.")
    return broken > 0


@app.command()
def audit(
    *,
    journal: Annotated[
        list[Path] | None,
        typer.Option(help="What a client was told, as it wrote it down; more than once for several."),
    ] = None,
    data: Data = DATA,
) -> None:
    """Check I1 to I9, and hold what clients were told against all of it."""
    from deploy.audit.auditing import audited  # noqa: PLC0415 - loads all services, which takes a second

    folder = data.resolve()
    journals = journal or [one for one in [folder / JOURNAL] if one.exists()]
    try:
        found = asyncio.run(audited(folder, journals))
    except FAILURES as failure:
        fail(failure)
    broken = print_checked(found.checked)
    for violation in found.violations:
        console.print(
            f"[red]{violation.kind}:[/red] {violation.service}: {escape(violation.what)}", soft_wrap=True
        )
    told = sum(found.told.values())
    console.print(
        f"{told} commands were answered; {found.events} events, {found.messages} messages;"
        f" {len(found.violations)} answers do not hold."
    )
    if broken or found.violations:
        raise typer.Exit(1)


@verifying.command("draw")
def verify_draw(
    source: Annotated[str, typer.Argument(help="A draw as its API shows it: the address, or a file of it.")],
) -> None:
    """Draw a stage again from its inputs and its seed, on this machine, and compare."""
    from deploy.local.drawing_again import DrawUnreadable, drawn_again  # noqa: PLC0415 - loads the search

    try:
        found = drawn_again(source)
    except (DrawUnreadable, OSError) as failure:
        fail(failure)
    for line in found.lines:
        console.print(line, markup=False, soft_wrap=True)
    if not found.reproduced:
        console.print("[red]This is not what inputs and seed give.[/red]")
        raise typer.Exit(1)
    console.print("Inputs and seed give this very seating.")


@verifying.command("archive")
def verify_archive(
    file: Annotated[Path, typer.Argument(help="An archive of a championship, as scoring's API gives it.")],
) -> None:
    """Count an archive again with the second scorer, on this machine, and say what differs."""
    from second_scorer.archive import check  # noqa: PLC0415 - only for this command
    from second_scorer.differences import told  # noqa: PLC0415

    try:
        archive = json.loads(file.read_bytes())
    except (OSError, ValueError) as failure:
        fail(failure if isinstance(failure, OSError) else ValueError(f"{file} is no archive: {failure}"))
    checks = check(archive)
    for line in told(checks):
        console.print(line, markup=False, soft_wrap=True)
    wrong = sum(len(one.differences) for one in checks)
    if wrong:
        console.print(f"[red]{wrong} things are not what the events come to.[/red]")
        raise typer.Exit(1)
    console.print("Both scorers agree on everything in it.")


imports = typer.Typer(help="Take in what was played elsewhere.", no_args_is_help=True)
app.add_typer(imports, name="import")


@imports.command()
def results(
    *,
    file: Annotated[Path, typer.Argument(help="The results as CSV, one row per seat: see docs/import.md.")],
    championship: Annotated[UUID, typer.Option(help="The championship that they are results of.")],
    data: Data = DATA,
    url: Annotated[str | None, typer.Option(help="The front door, where it is not that of --data.")] = None,
    client_id: Annotated[
        str | None, typer.Option(envvar="CONSIGLIERE_CLIENT_ID", help="An organizer's; else the admin's.")
    ] = None,
    client_secret: Annotated[str | None, typer.Option(envvar="CONSIGLIERE_CLIENT_SECRET")] = None,
) -> None:
    """Check a file of results as a whole, and import all of it or nothing."""
    from deploy.local.importing import command  # noqa: PLC0415 - loads the rules, which takes a second

    try:
        where = command.target(data.resolve(), url, client_id, client_secret)
        asyncio.run(command.import_results(file, championship, where, console))
    except command.FileRefused as refused:
        for bad in refused.lines:
            console.print(str(bad), markup=False, soft_wrap=True)
        wrong = "1 thing is" if len(refused.lines) == 1 else f"{len(refused.lines)} things are"
        console.print(f"[red]{escape(str(file))}: {wrong} wrong; nothing was imported.[/red]", soft_wrap=True)
        raise typer.Exit(1) from None
    except FAILURES as failure:
        fail(failure)


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
