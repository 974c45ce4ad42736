"""A stack in the foreground of a terminal or a unit: what it says, and what signals do to it."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from deploy.backup.saving import BackupFailed
from deploy.local.program import ProgramFailed
from deploy.local.stack import SERVICES, Stack
from deploy.local.state import AlreadyRunning

FAILURES = (ProgramFailed, AlreadyRunning, BackupFailed, OSError)
INTERRUPTED = 130
RENEW = signal.SIGUSR1
"""Asks the supervisor to start every process of ours again: see `consigliere restart`."""

console = Console(highlight=False)


def within(stack: Stack, work: Callable[[Stack], Coroutine[Any, Any, None]], *, leave: bool = False) -> None:
    """Do the work on a running stack, then keep it running unless told to leave.

    Where something fails, ends with a plain message.
    """
    done = False

    async def everything() -> None:
        nonlocal done
        with stopping_on_signals(stack):
            async with stack, renewing_on_signal(stack):
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


@asynccontextmanager
async def renewing_on_signal(stack: Stack) -> AsyncIterator[None]:
    """Let the signal start every process of ours again; while that goes on, another one changes nothing."""
    loop = asyncio.get_running_loop()
    renewing: asyncio.Task[None] | None = None

    def renew() -> None:
        nonlocal renewing
        if renewing is None or renewing.done():
            renewing = asyncio.create_task(stack.renew())

    loop.add_signal_handler(RENEW, renew)
    try:
        yield
    finally:
        loop.remove_signal_handler(RENEW)
        if renewing is not None:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
