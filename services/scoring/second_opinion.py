"""The second opinion: an archive counted again by the second scorer, in a process of its own.

It shares no code with this service, no memory, and not this process's time.
"""

import asyncio
import sys
from pathlib import Path

import msgspec

import second_scorer
from services.scoring.domain.publishing.decider import Disagreement

PROGRAM = Path(second_scorer.__file__).parents[1]
SECONDS = 120.0


class SecondScorerFailed(Exception):  # noqa: N818
    """The second scorer gave no answer."""


class _Check(msgspec.Struct, frozen=True, array_like=True):
    name: str
    number: int
    differences: tuple[Disagreement, ...]


_answers = msgspec.json.Decoder(tuple[_Check, ...])


async def second_opinion(archive: bytes) -> tuple[Disagreement, ...]:
    """Return where the second scorer comes to something else. Raises SecondScorerFailed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", second_scorer.__name__, "--json", "-"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=PROGRAM,
    )
    try:
        async with asyncio.timeout(SECONDS):
            answer, complaint = await process.communicate(archive)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode not in (0, 1):
        raise SecondScorerFailed(f"it ended with {process.returncode}: {complaint.decode()[-500:]}")
    return tuple(one for check in _answers.decode(answer) for one in check.differences)
