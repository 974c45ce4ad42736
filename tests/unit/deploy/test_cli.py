"""The command line, without the stack behind it."""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Self

import pytest
import typer
from typer.testing import CliRunner

from deploy.local.cli import app
from deploy.local.foreground import INTERRUPTED, within
from deploy.local.program import ProgramFailed
from deploy.local.stack import Stack

CHAMPIONSHIP = "01900000-0000-7000-8000-000000000001"


class Bare(Stack):
    """A stack that starts nothing and notes what is asked of it."""

    base_url = "http://127.0.0.1:1"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.noted: list[str] = []
        self.given_up = asyncio.Event()

    async def __aenter__(self) -> Self:
        """Start nothing."""
        self.noted.append("started")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop nothing."""
        self.noted.append("stopped")

    def kill_all(self) -> None:
        """Kill nothing."""
        self.noted.append("killed")

    async def until_given_up(self) -> None:
        """Fail when told to."""
        await self.given_up.wait()
        raise ProgramFailed("nats died 5 times in a row and was given up")


async def nothing(_stack: Stack) -> None:
    """Do nothing."""


def signalling(*numbers: signal.Signals) -> Callable[[Stack], Coroutine[Any, Any, None]]:
    """Return work that sends this process signals and then goes on for ever."""

    async def work(_stack: Stack) -> None:
        for number in numbers:
            os.kill(os.getpid(), number)
        await asyncio.Event().wait()

    return work


def test_status_of_an_empty_folder_says_how_to_start(tmp_path: Path) -> None:
    """Nothing runs there: exit code 1 and the command to type."""
    result = CliRunner().invoke(app, ["status", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "make run" in result.stdout


def test_verify_of_an_empty_folder_makes_nothing(tmp_path: Path) -> None:
    """Where nothing ever ran there is nothing to check."""
    result = CliRunner().invoke(app, ["verify", "--data", str(tmp_path / "none")])
    assert result.exit_code == 1
    assert "There is no data" in result.stdout
    assert not (tmp_path / "none").exists()


def test_an_import_tells_every_bad_line_and_fails(tmp_path: Path) -> None:
    """The lines are printed as they are, and nobody is asked to take anything in."""
    file = tmp_path / "results.csv"
    file.write_text("stage,round,table,seat,player,role,winner\nmain,1,1,11,[b]Fox[/b],king,red\n")
    given = ["--championship", CHAMPIONSHIP, "--url", "http://127.0.0.1:1"]
    client = ["--client-id", CHAMPIONSHIP, "--client-secret", "secret"]
    result = CliRunner().invoke(app, ["import", "results", str(file), *given, *client])
    assert result.exit_code == 1
    assert result.stdout.count("Line 2: ") == 2
    assert "2 things are wrong; nothing was imported" in result.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "Nothing runs on"),
        (["--url", "http://127.0.0.1:1"], "holds no admin's key"),
        (["--client-id", "x"], "or neither"),
    ],
)
def test_an_import_needs_a_stack_and_a_client(tmp_path: Path, options: list[str], said: str) -> None:
    """What is missing is said in a sentence."""
    line = ["import", "results", "none.csv", "--championship", CHAMPIONSHIP, "--data", str(tmp_path)]
    result = CliRunner().invoke(app, [*line, *options])
    assert result.exit_code == 1
    assert said in " ".join(result.stdout.split())


def test_an_import_of_no_file_says_so(tmp_path: Path) -> None:
    """A path where nothing is gives a sentence as well."""
    given = ["--championship", CHAMPIONSHIP, "--url", "http://127.0.0.1:1"]
    client = ["--client-id", CHAMPIONSHIP, "--client-secret", "secret"]
    result = CliRunner().invoke(app, ["import", "results", str(tmp_path / "none.csv"), *given, *client])
    assert result.exit_code == 1
    assert "cannot be read" in " ".join(result.stdout.split())


def test_work_that_is_over_stops_the_stack(tmp_path: Path) -> None:
    """With --exit the command ends by itself, with exit code 0."""
    stack = Bare(tmp_path)
    within(stack, nothing, leave=True)
    assert stack.noted == ["started", "stopped"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_stack_in_order(tmp_path: Path, number: signal.Signals) -> None:
    """The work is let go, everything is stopped, and the exit code says that it was not finished."""
    stack = Bare(tmp_path)
    with pytest.raises(typer.Exit) as ended:
        within(stack, signalling(number))
    assert ended.value.exit_code == INTERRUPTED
    assert stack.noted == ["started", "stopped"]


def test_a_second_signal_kills_everything(tmp_path: Path) -> None:
    """Whoever presses Ctrl-C twice does not want to wait."""
    stack = Bare(tmp_path)
    with pytest.raises(typer.Exit):
        within(stack, signalling(signal.SIGINT, signal.SIGTERM))
    assert "killed" in stack.noted


def test_a_program_that_is_given_up_ends_the_work_with_its_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The work does not go on without one of its programs."""
    stack = Bare(tmp_path)

    async def work(_stack: Stack) -> None:
        stack.given_up.set()
        await asyncio.Event().wait()

    with pytest.raises(typer.Exit) as ended:
        within(stack, work)
    assert ended.value.exit_code == 1
    assert "nats died 5 times in a row" in capsys.readouterr().out
    assert stack.noted == ["started", "stopped"]
