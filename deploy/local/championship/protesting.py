"""One protest of the sample championship, from its filing to the ruling that every service has applied."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from deploy.local.championship.front import Front, Member

STEPS = 8
RULE = "Votes given with the closing word do not count."
UPHELD = (
    "The recording shows the hand leaving the table before the closing word: the vote went to the last"
    " candidate, and another player had to leave."
)
REJECTED = "The recording does not show when the hand left the table; the judge's word stands."


@dataclass(frozen=True, kw_only=True)
class Case:
    """Who protests against which game, and how the commission will see it."""

    championship: UUID
    game: UUID
    filer: Member
    judge: Member
    chief: Member
    commission: list[Member]
    upheld: bool
    rule: str


async def protest(front: Front, case: Case, step: Callable[[], None]) -> UUID:
    """Go through the case, calling `step` after each of its STEPS, and return the protest's id."""
    remedy = await _other_team_wins(front, case)
    await front.get(f"/appeals/v1/championships/{case.championship}/protests")
    filed = await case.filer.command(
        f"/appeals/v1/games/{case.game}/protests",
        {
            "act": "The judge counted a hand that was put down before the closing word.",
            "rule": case.rule,
            "remedy": remedy,
            "evidence": "Table recording, minute 41.",
        },
    )
    path = f"/appeals/v1/protests/{filed['id']}"
    step()
    accepted = await case.judge.command(f"{path}/acceptance", version=filed["version"])
    step()
    members = [str(member.id) for member in case.commission]
    await case.chief.command(f"{path}/commission", {"members": members}, version=accepted["version"])
    step()
    for number, member in enumerate(case.commission):
        upholds = case.upheld and number != 1
        vote = {"verdict": "uphold", "remedy": remedy} if upholds else {"verdict": "reject"}
        await member.command(f"{path}/votes", vote, version=await _version(member, path))
        step()
    chair = case.commission[0]
    reasons = {"reasons": UPHELD if case.upheld else REJECTED}
    await chair.command(f"{path}/ruling", reasons, version=await _version(chair, path))
    step()
    await _until_closed(front, path)
    step()
    return UUID(filed["id"])


async def _other_team_wins(front: Front, case: Case) -> dict[str, Any]:
    played = await front.get(f"/gameplay/v1/games/{case.game}")
    return {"type": "AwardWin", "team": "red" if played["result"]["winner"] == "black" else "black"}


async def _version(member: Member, path: str) -> int:
    version: int = (await member.get(path))["version"]
    return version


async def _until_closed(front: Front, path: str) -> None:
    """Wait until every service has applied the ruling: first gameplay, then scoring, then appeals."""
    async with asyncio.timeout(60):
        while (await front.get(path))["closed_at"] is None:  # noqa: ASYNC110 - it happens in other processes
            await asyncio.sleep(0.05)
