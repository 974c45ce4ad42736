"""The championship that is rehearsed: three cities, tours in groups, a semi-final and a final."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

REGULATIONS = "fiim"
TABLES = 12
GAMES = 6
SEMIFINALISTS = 20
FINALISTS = 10
OFFICIALS = 60
COMMISSION = 4


@dataclass(frozen=True)
class City:
    """One of the cities in which it is played, with its IANA zone."""

    key: str
    name: str
    zone: str


CITIES = (
    City("kyiv", "Kyiv", "Europe/Kyiv"),
    City("omsk", "Omsk", "Asia/Omsk"),
    City("almaty", "Almaty", "Asia/Almaty"),
)


@dataclass(frozen=True)
class Hall:
    """How large it is: `size` 1 has 12 tables, 120 players and 60 judges and officials."""

    size: int = 1

    @property
    def tables(self) -> int:
        """Tables that play at once."""
        return TABLES * self.size

    @property
    def players(self) -> int:
        """Players; ten a table."""
        return 10 * self.tables

    @property
    def assistants(self) -> int:
        """Officials who are neither judge of a table, chief judge nor on the commission."""
        return OFFICIALS * self.size - self.tables - 1 - COMMISSION

    def city_of(self, number: int) -> City:
        """Return where somebody is from: the cities in turn."""
        return CITIES[number % len(CITIES)]

    def announcement(self, identity: UUID, now: datetime) -> dict[str, Any]:
        """Return the body that announces it."""
        deadline = (now + timedelta(days=1)).replace(tzinfo=None, microsecond=0)
        of_city = self.players // len(CITIES)
        venues = [
            {
                "key": one.key,
                "name": f"Hall of {one.name}",
                "city": one.name,
                "address": "1",
                "zone": one.zone,
            }
            for one in CITIES
        ]
        groups = [
            {"key": one.key, "title": one.name, "players": of_city, "venue": one.key, "advance": 4}
            for one in CITIES
        ]
        home = CITIES[0].key
        return {
            "id": str(identity),
            "title": f"Rehearsal of {self.tables} tables",
            "host_club": "Consigliere",
            "regulations": REGULATIONS,
            "venues": venues,
            "stages": [
                _stage("tours", "Tours", "qualification", GAMES, self.players, home, SEMIFINALISTS)
                | {"groups": groups},
                _stage("semifinal", "Semi-final", "semifinal", 2, SEMIFINALISTS, home, FINALISTS),
                _stage("final", "Final", "final", 2, FINALISTS, home, None),
            ],
            "final_deadline": {"local": deadline.isoformat(), "venue": home},
        }


def _stage(
    key: str, title: str, kind: str, games: int, players: int, venue: str, advance: int | None
) -> dict[str, Any]:
    return {
        "key": key,
        "title": title,
        "kind": kind,
        "games": games,
        "players": players,
        "venue": venue,
        "advance": advance,
    }
