"""Rulings heard of appeals, carried out on who takes part, over real PostgreSQL."""

from datetime import UTC, date, datetime
from uuid import UUID, uuid4

from shared.contracts.appeals import (
    AnnulGame,
    MemberVote,
    Remedy,
    RemovePlayer,
    RulingPublished,
    SuspendPlayer,
)
from tests.integration.registration.setting_up import ORGANIZER, announced, applied, entry, registered
from tests.running import RunningService

REASON = "Insulted the judge"


def ruling(championship: UUID, remedy: Remedy) -> RulingPublished:
    """Publish a ruling with this remedy."""
    vote = MemberVote(member=ORGANIZER, verdict="uphold", remedy=remedy, dissent=False)
    return RulingPublished(
        championship=championship,
        protest=uuid4(),
        game=uuid4(),
        ruling=uuid4(),
        verdict="uphold",
        remedy=remedy,
        reasons="He shouted.",
        votes=(vote, vote, vote),
        published_at=datetime(2026, 7, 26, tzinfo=UTC),
    )


async def entered(registration: RunningService) -> tuple[UUID, UUID]:
    """Return a championship, and a player who takes part in it."""
    cup = await announced(registration)
    player = await applied(registration, cup, "Hothead")
    await entry(registration, cup, player, "acceptance")
    return cup, player


async def test_who_is_removed_loses_his_entry_and_does_not_come_back(registration: RunningService) -> None:
    """The public list has him no more, a new application is refused, and all is said with the ruling."""
    cup, player = await entered(registration)
    removed = ruling(cup, RemovePlayer(player, REASON))
    await registration.hear(removed, removed)
    await registration.hear_again("appeals", 1)
    said = [one for one in await registration.said() if one["data"].get("ruling") == str(removed.ruling)]
    assert [(one["type"], one["data"]["player"]) for one in said] == [
        ("PlayerSuspended", str(player)),
        ("PlayerDisqualified", str(player)),
    ]
    again = await registration.post(
        f"/v1/championships/{cup}/entries",
        {"player": str(player), "nick": "Hothead", "attributes": {}},
        by=ORGANIZER,
        scope="organizer",
    )
    assert again.json().get("code") == "player_is_suspended", again.text


async def test_a_removal_of_who_never_entered_is_a_named_conflict(registration: RunningService) -> None:
    """A substitute without an entry has none to lose; a game's fate is no affair of registration."""
    cup = await announced(registration)
    stranger = await registered(registration, "Stranger")
    await registration.hear(ruling(cup, RemovePlayer(stranger, REASON)), ruling(cup, AnnulGame()))
    assert (await registration.said())[-1]["data"]["conflict"] == "no_entry"


async def test_a_suspension_ends_with_the_beginning_of_its_day_by_the_venues_clock(
    registration: RunningService,
) -> None:
    """Omsk's midnight is six in the evening before in UTC; the entry in this championship stays."""
    cup, player = await entered(registration)
    await registration.hear(ruling(cup, SuspendPlayer(player, date(2027, 1, 1), REASON)))
    said = (await registration.said())[-1]
    assert (said["type"], said["data"]["until"]["instant"]) == ("PlayerSuspended", "2026-12-31T18:00:00Z")
    shown = await registration.get(f"/v1/championships/{cup}/entries/{player}", by=ORGANIZER)
    assert shown.json()["accepted_at"] is not None
    suspension = said["data"]["suspension"]
    lifting = await registration.post(
        f"/v1/people/{player}/suspensions/{suspension}/lifting", {"reason": "Mercy"}, by=ORGANIZER
    )
    assert lifting.status_code == 403
