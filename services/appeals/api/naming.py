"""How people are called in a ruling's document: by name, or by number."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from sqlalchemy import Row


class Names:
    """How people are called: players by nick or number, others by their part or id."""

    def __init__(self, nicks: dict[UUID, str], protest: Row[Any], *, hidden: bool) -> None:
        self._nicks, self._hidden = nicks, hidden
        self._seats = {player: seat for seat, player in enumerate(protest.players, start=1)}
        self._members = {person: rank for rank, person in enumerate(protest.members or (), start=1)}

    def of(self, person: UUID) -> str:
        """Return a person's name here."""
        if person in self._seats:
            seat = f"#{self._seats[person]}"
            return seat if self._hidden else self._nicks.get(person, seat)
        if self._hidden:
            return f"M{self._members[person]}" if person in self._members else "—"
        return self._nicks.get(person, str(person))

    def also(self, players: Iterable[UUID]) -> None:
        """Let players of other games have the next numbers, in their order here."""
        for player in players:
            self._seats.setdefault(player, len(self._seats) + 1)

    def hide(self, text: str) -> str:
        """Return a text in which nicks of the game's players give way to their numbers."""
        if not self._hidden:
            return text
        for player in sorted(self._seats, key=lambda one: -len(self._nicks.get(one, ""))):
            if nick := self._nicks.get(player):
                text = text.replace(nick, f"#{self._seats[player]}")
        return text
