"""Pages for the wall and for the tables: what stands on them, in the words of a language.

Each page is a Typst template beside this module, which prints what it is given; they share `page.typ`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias
from uuid import UUID

import msgspec

from services.registration.api.lettering import alphabetical, drawable
from services.registration.api.schemas_of_schedules import ParticipantsView, ParticipantView
from services.registration.api.seated import Seated, Seating, on_the_clock
from services.registration.api.wording import WORDS, Language
from shared.contracts.registration import DrawnTable

Paper: TypeAlias = Literal["a4", "a3"]
_HERE = Path(__file__).parent
PARTICIPANTS = _HERE / "participants.typ"
CARDS = _HERE / "cards.typ"
TABLE_SHEETS = _HERE / "table_sheets.typ"
TABLES = _HERE / "tables.typ"
PLAYERS = _HERE / "players.typ"


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A page with what every page has: `about` stands beside the title, `note` at the foot."""

    language: Language
    paper: Paper
    title: str
    about: str
    note: str
    words: dict[str, str]
    body: Any


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One game at one table."""

    round: int
    table: int
    time: str
    judge: str
    seats: tuple[str, ...]


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """The tables of one round."""

    round: int
    time: str
    tables: tuple[Card, ...]


class TableSheet(msgspec.Struct, frozen=True, kw_only=True):
    """All games at one table."""

    table: int
    games: tuple[Card, ...]


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """One player: his table and seat in each round, empty where he rests."""

    nick: str
    games: tuple[str, ...]


class PlayersBody(msgspec.Struct, frozen=True, kw_only=True):
    """All players of a stage, by nick; `rounds` and `times` head the columns."""

    rounds: tuple[int, ...]
    times: tuple[str, ...]
    players: tuple[PlayerRow, ...]


def participants_of(
    listed: ParticipantsView,
    groups: Mapping[str, str],
    *,
    language: Language,
    paper: Paper,
) -> Sheet:
    """Return the list of participants by the alphabet: nick, club, city, and where there are any the group.

    `groups` are their titles by key.
    """
    words = WORDS[language]
    rows = [
        tuple(drawable(cell or "") for cell in (one.nick, one.club, one.city, *_of_group(one, groups)))
        for one in sorted(listed.participants, key=lambda one: alphabetical(one.nick))
    ]
    return Sheet(
        language=language,
        paper=paper,
        title=listed.title,
        about=f"{words['participants']}: {len(rows)}",
        note=listed.title,
        words=words,
        body=rows,
    )


def _of_group(one: ParticipantView, groups: Mapping[str, str]) -> tuple[str, ...]:
    return (groups.get(one.group or "", ""),) if groups else ()


def cards_of(seated: Seated, seating: Seating, *, language: Language, paper: Paper) -> Sheet:
    """Return a card for each game, by round and table."""
    cards = tuple(_card(seated, seating, table) for table in seating.tables)
    return _sheet(seated, seating, cards, language, paper)


def table_sheets_of(seated: Seated, seating: Seating, *, language: Language, paper: Paper) -> Sheet:
    """Return a sheet for each table with all its games."""
    numbers = sorted({table.table for table in seating.tables})
    sheets = tuple(
        TableSheet(
            table=number,
            games=tuple(_card(seated, seating, table) for table in seating.tables if table.table == number),
        )
        for number in numbers
    )
    return _sheet(seated, seating, sheets, language, paper)


def tables_of(seated: Seated, seating: Seating, *, language: Language, paper: Paper) -> Sheet:
    """Return who sits where, round by round."""
    rounds = tuple(
        Round(
            round=number,
            time=_time(seating, number),
            tables=tuple(_card(seated, seating, table) for table in seating.tables if table.round == number),
        )
        for number in _rounds(seating)
    )
    return _sheet(seated, seating, rounds, language, paper)


def players_of(seated: Seated, seating: Seating, *, language: Language, paper: Paper) -> Sheet:
    """Return each player's tables and seats, by nick."""
    rounds = _rounds(seating)
    found: dict[UUID, dict[int, str]] = {}
    for table in seating.tables:
        for seat, player in enumerate(table.seats, start=1):
            found.setdefault(player, {})[table.round] = f"{table.table} · {seat}"
    ordered = sorted(found, key=lambda player: (alphabetical(seated.nick(player)), player))
    body = PlayersBody(
        rounds=rounds,
        times=tuple(_time(seating, number) for number in rounds),
        players=tuple(
            PlayerRow(
                nick=drawable(seated.nick(player)),
                games=tuple(found[player].get(number, "") for number in rounds),
            )
            for player in ordered
        ),
    )
    return _sheet(seated, seating, body, language, paper)


def _sheet(seated: Seated, seating: Seating, body: Any, language: Language, paper: Paper) -> Sheet:
    words = WORDS[language]
    place = f"{seating.venue.name}, {seating.venue.address}, {seating.venue.city}"
    times = f"{words['all_times']} {seating.venue.zone}." if seating.slots else words["no_times"]
    return Sheet(
        language=language,
        paper=paper,
        title=seated.title,
        about=seating.stage.title,
        note=f"{place}. {times} v{seating.version}",
        words=words,
        body=body,
    )


def _card(seated: Seated, seating: Seating, table: DrawnTable) -> Card:
    return Card(
        round=table.round,
        table=table.table,
        time=_time(seating, table.round),
        judge=drawable(seated.nick(table.judge)),
        seats=tuple(drawable(seated.nick(player)) for player in table.seats),
    )


def _time(seating: Seating, number: int) -> str:
    """Return when a round begins, as "23.05 16:00" on the venue's clock; nothing where no plan says it."""
    slot = seating.slot(number)
    return f"{on_the_clock(slot.start, seating.venue.zone).local:%d.%m %H:%M}" if slot is not None else ""


def _rounds(seating: Seating) -> tuple[int, ...]:
    return tuple(sorted({table.round for table in seating.tables}))
