"""The command line: `consigliere run`, `up`, `status`, `verify`, `audit`, `import`."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn
from uuid import UUID

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from deploy.local.program import ProgramFailed
from deploy.local.stack import JOURNAL, PORT, SERVICES, Stack
from deploy.local.state import AlreadyRunning, StateFile
from shared.contracts.regulations import shipped

if TYPE_CHECKING:
    from deploy.local.verification import Checked

FAILURES = (ProgramFailed, AlreadyRunning, OSError)
INTERRUPTED = 130

app = typer.Typer(
    name="consigliere",
    help="Runs championships of sports Mafia: four services, PostgreSQL and NATS on this machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_show_locals=False,
)
console = Console(highlight=False)

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
def up(*, fresh: Fresh = False, data: Data = DATA, port: Port = None) -> None:
    """Start the stack and nothing else."""

    async def work(_stack: Stack) -> None:
        """Do nothing."""

    within(Stack(data, fresh=fresh, port=port, say=say), work)


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


def within(stack: Stack, work: Callable[[Stack], Coroutine[Any, Any, None]], *, leave: bool = False) -> None:
    """Do the work on a running stack, then keep it running unless told to leave.

    Where something fails, ends with a plain message.
    """
    done = False

    async def everything() -> None:
        nonlocal done
        with stopping_on_signals(stack):
            async with stack:
                present(stack)
                await unless_given_up(stack, work(stack))
                done = True
                if not leave:
                    console.print("Ctrl-C stops everything.")
                    await stack.until_given_up()

    try:
        asyncio.run(everything())
    except FAILURES as failure:
        fail(failure)
    except asyncio.CancelledError:
        raise typer.Exit(0 if done else INTERRUPTED) from None


def fail(failure: Exception) -> NoReturn:
    """End with a plain message."""
    console.print(f"[red]Failed:[/red] {escape(str(failure))}", soft_wrap=True)
    raise typer.Exit(1) from None


def say(message: str) -> None:
    """Tell the user what happens beside the work."""
    console.print(message, style="yellow", markup=False)


def present(stack: Stack) -> None:
    """Say where everything is."""
    console.print(f"Consigliere is up after {stack.seconds_to_start:.1f} s: [bold]{stack.base_url}[/bold]")
    for service in SERVICES:
        console.print(f"  {service:13} {stack.base_url}/{service}/schema")
    console.print(f"  data and logs {stack.folder}", soft_wrap=True)


async def unless_given_up(stack: Stack, work: Coroutine[Any, Any, None]) -> None:
    """Do the work; let it go where a program of the stack cannot be kept running. Raises ProgramFailed."""
    working = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(stack.until_given_up())
    try:
        done, _ = await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        await (watching if watching in done else working)
    finally:
        working.cancel()
        watching.cancel()
        await asyncio.gather(working, watching, return_exceptions=True)


@contextmanager
def stopping_on_signals(stack: Stack) -> Iterator[None]:
    """Turn the first signal to end into an orderly stop, and the second into a quick one."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    stopping = False

    def stop() -> None:
        nonlocal stopping
        if stopping:
            say("Killing everything.")
            stack.kill_all()
        elif task is not None:
            stopping = True
            say("Stopping; once more to stop at once.")
            task.cancel()

    numbers = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        numbers.append(signal.SIGHUP)
    for number in numbers:
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)


if __name__ == "__main__":
    main()
