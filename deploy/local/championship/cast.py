"""Who and where: nicks, clubs, venues and plans of the sample championships, and ids from the seed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from shared.contracts.regulations import Regulations

PLAYERS = 40
TABLES = 4
NICKS = (
    "Aurora", "Badger", "Cipher", "Domino", "Ember", "Falcon", "Gambit", "Harbor", "Indigo", "Jackdaw",
    "Kestrel", "Lotus", "Marble", "Nomad", "Onyx", "Pepper", "Quartz", "Raven", "Saffron", "Tempest",
    "Umbra", "Vesper", "Walnut", "Xenon", "Yarrow", "Zephyr", "Amber", "Birch", "Comet", "Drift",
    "Echo", "Fable", "Granite", "Hazel", "Iris", "Juniper", "Karma", "Lyric", "Mirage", "Nectar",
)  # fmt: skip
CLUBS = ("Irtysh", "Steppe", "Night Shift", "Red Card", "Seventh Seat", "Quorum")
JUDGES = ("Justice", "Balance", "Gavel", "Verdict")
CHIEF_JUDGE = "Arbiter"
COMMISSION = ("Candor", "Prudence", "Temperance", "Fortitude")
FACULTIES = (
    "IFTKN", "Law", "History", "Biology", "Chemistry", "Geography", "Economics", "Philology",
    "Philosophy", "Architecture", "Mathematics", "Pedagogy", "Journalism", "Languages",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What a sample championship is called and where it is held."""

    title: str
    host_club: str
    city: str
    venue: str
    address: str
    zone: str


SETTINGS: Mapping[str, Setting] = {
    "onore-2014": Setting(
        title="ONORE Spring Cup",
        host_club="ONORE",
        city="Omsk",
        venue="Main hall",
        address="Lenina 1",
        zone="Asia/Omsk",
    ),
    "chnu-2016": Setting(
        title="ChNU Student Tournament",
        host_club="ChNU",
        city="Chernivtsi",
        venue="Assembly hall",
        address="Kotsiubynskoho 2",
        zone="Europe/Kyiv",
    ),
}
ELSEWHERE = Setting(
    title="Sample Championship",
    host_club="Consigliere",
    city="Omsk",
    venue="Main hall",
    address="Lenina 1",
    zone="Asia/Omsk",
)


class SeededIds:
    """UUIDv7s from a seed: later ones sort after earlier ones, and a seed always gives the same."""

    def __init__(self, seed: str) -> None:
        self._random = Random(f"ids {seed}")  # noqa: S311 - a sample, not a secret
        self._milliseconds = self._random.randrange(1_500_000_000_000, 1_700_000_000_000)

    def next(self) -> UUID:
        """Return one more."""
        self._milliseconds += 1
        bits = self._random.getrandbits(74)
        return UUID(
            int=self._milliseconds << 80 | 0x7 << 76 | (bits >> 62) << 64 | 0x2 << 62 | bits & (1 << 62) - 1
        )


def announcement(regulations: Regulations, identity: UUID, now: datetime) -> dict[str, Any]:
    """Return the body that announces the sample championship under a document's own plan."""
    setting = SETTINGS.get(regulations.id, ELSEWHERE)
    deadline = (now + timedelta(days=1)).astimezone(UTC).replace(tzinfo=None, microsecond=0)
    return {
        "id": str(identity),
        "title": setting.title if setting is not ELSEWHERE else f"{setting.title}, {regulations.title}",
        "host_club": setting.host_club,
        "regulations": regulations.id,
        "venues": [
            {
                "key": "hall",
                "name": setting.venue,
                "city": setting.city,
                "address": setting.address,
                "zone": setting.zone,
            }
        ],
        "stages": stages(regulations),
        "final_deadline": {"local": deadline.isoformat(), "venue": "hall"},
    }


def stages(regulations: Regulations) -> list[dict[str, Any]]:
    """Return the document's stages, with the players that each seats: the ones the stage before sends on."""
    planned: list[dict[str, Any]] = []
    players = PLAYERS
    for stage in regulations.plan.stages:
        planned.append(
            {
                "key": stage.key,
                "title": stage.title,
                "kind": stage.kind,
                "games": stage.games,
                "players": players,
                "advance": stage.advance,
                "venue": "hall",
            }
        )
        players = stage.advance or players
    return planned


def attributes(regulations: Regulations, number: int) -> dict[str, str]:
    """Return what the document asks an applicant to declare, within its quotas."""
    faculty = FACULTIES[number % len(FACULTIES)]
    declared = {
        "faculty": faculty,
        "department": f"{faculty} {number // len(FACULTIES) + 1}",
    }
    asked = regulations.registration.required_attributes
    return {attribute: declared.get(attribute, "yes") for attribute in asked}


def cards(seed: int, *place: object) -> Random:
    """Return the chance of one game: it depends on the seed and the game's place, on nothing else."""
    return Random(f"game {seed} {' '.join(map(str, place))}")  # noqa: S311 - a sample, not a secret


def chosen(order: Sequence[UUID], seed: int) -> list[UUID]:
    """Return tied players in the order a panel draws them in, from the seed."""
    lots = sorted(order)
    Random(f"lot {seed}").shuffle(lots)  # noqa: S311 - a sample, not a secret
    return lots
