"""A regulations document, read once for one computation: exact numbers, and clauses by key."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal
from uuid import UUID

from shared.contracts.primitives import Role, exact
from shared.contracts.regulations import Component, Regulations, StageKind

Outcome = Literal["win", "loss", "draw"]

points = lru_cache(maxsize=4096)(exact)
"""`exact`, remembered: a championship says few different numbers, very often."""


BOOKS_REMEMBERED = 32


class Rulebook:
    """What a document says of points; and lines of games that were worked out by it, to be used again."""

    def __init__(self, regulations: Regulations) -> None:
        self.worked_out: dict[UUID, tuple[Any, tuple[Any, ...]]] = {}
        """By game, what the lines were made of, and the lines: `lines.py` keeps them."""
        self.document = regulations
        self.scoring = regulations.scoring
        self.ties = regulations.ties
        self.full_team_win = points(self.scoring.full_team_win)
        self.removal = points(self.scoring.removal)
        self.team_defeat = points(self.scoring.team_defeat)
        self.automatic = points(self.scoring.automatic.points if self.scoring.automatic else "0")
        self.has_best_move = bool(self.scoring.best_move or self.scoring.best_move_by_role)
        self._outcomes = {"win": self.scoring.win, "loss": self.scoring.loss, "draw": self.scoring.draw}
        self._clauses: dict[str, str | None] = {}
        self._coefficients: dict[tuple[StageKind, Component], Fraction] = {}

    def outcome(self, outcome: Outcome, role: Role) -> Fraction:
        """Return what an outcome of the game brings a role."""
        return points(self._outcomes[outcome].of(role))

    def best_move(self, blacks: int, role: Role) -> tuple[str, Fraction]:
        """Return the key and the points of a best move of that role that named so many blacks."""
        own = self.scoring.best_move_by_role.get(role, {})
        if str(blacks) in own:
            return f"scoring.best_move_by_role.{role}.{blacks}", points(own[str(blacks)])
        return f"scoring.best_move.{blacks}", points(self.scoring.best_move.get(str(blacks), "0"))

    def coefficient(self, kind: StageKind, component: Component) -> Fraction:
        """Return what the points of a component count in a stage of that kind (O-SCORE-7)."""
        if (kind, component) not in self._coefficients:
            on = self.scoring.coefficient_on
            counts = on is None or component in on
            factor = self.scoring.coefficients.get(kind, "1") if counts else "1"
            factor = self.scoring.component_coefficients.get(kind, {}).get(component, factor)
            self._coefficients[kind, component] = points(factor)
        return self._coefficients[kind, component]

    def clause(self, key: str) -> str | None:
        """Return the clause behind a key of the document, or behind the nearest key that holds it."""
        if key not in self._clauses:
            self._clauses[key] = self._look_up(key)
        return self._clauses[key]

    def _look_up(self, key: str) -> str | None:
        while key:
            clause = self.document.clause(key)
            if clause is not None:
                return clause
            key = key.rpartition(".")[0]
        return None


_books: dict[int, tuple[Regulations, Rulebook]] = {}


def rulebook_of(regulations: Regulations) -> Rulebook:
    """Return the rulebook of a document, the same one for the same document as long as it is in use."""
    held = _books.get(id(regulations))
    if held is not None and held[0] is regulations:
        return held[1]
    if len(_books) >= BOOKS_REMEMBERED:
        _books.clear()
    book = Rulebook(regulations)
    _books[id(regulations)] = regulations, book
    return book
