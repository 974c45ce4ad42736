"""What the API of draws takes and shows."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Meta

from services.registration.api.schemas import Body
from services.registration.domain.draw.algorithms import DEFAULT
from services.registration.domain.draw.events import DrawPublished, SeedRevealed
from services.registration.domain.draw.explanation import Explanation
from services.registration.domain.draw.inputs import DrawInputs, Pair
from services.registration.domain.draw.measures import Quality
from services.registration.domain.draw.state import Change, Published
from shared.contracts.registration import DrawnTable
from shared.contracts.regulations import Slug, StageKind

Algorithm: TypeAlias = Literal["even-1", "plain-random-1"]
Team: TypeAlias = Annotated[tuple[UUID, ...], Meta(min_length=2, max_length=100)]


class DrawBody(Body, frozen=True, kw_only=True):
    """How to draw. Without judges all appointed table judges lead tables.

    Where a seed was committed to none is given; otherwise one is made without. `separations` are pairs who
    never meet, `teams` groups of whom no two ever meet. `effort` is how long is searched: so many times
    three million moves. Relations that were declared of judges are always kept.
    """

    seed: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    public_value: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    """What nobody knew when the seed was committed to, as the number of a lottery.

    Without it the digest of the list of players.
    """
    public_value_source: Annotated[str, Meta(min_length=1, max_length=300)] | None = None
    """Where anybody may look the public value up."""
    judges: Annotated[list[UUID], Meta(max_length=200)] | None = None
    algorithm: Algorithm = DEFAULT  # type: ignore[assignment]
    separations: Annotated[tuple[Pair, ...], Meta(max_length=5000)] = ()
    teams: Annotated[tuple[Team, ...], Meta(max_length=500)] = ()
    effort: Annotated[int, Meta(ge=1, le=20)] = 1


class CommitmentView(msgspec.Struct, kw_only=True):
    """The SHA-256 of the secret that the seed of a draw to come is made of."""

    championship: UUID
    stage: Slug
    commitment: str
    committed_at: datetime
    group: Slug | None = None
    """The group of the stage whose draw it is; None: the whole stage."""


class DrawView(msgspec.Struct, kw_only=True):
    """A published draw with all that reproduces it; a seating that was given has the algorithm "imported"."""

    draw: UUID
    championship: UUID
    stage: Slug
    stage_kind: StageKind
    algorithm: str
    seed: str
    inputs_digest: str
    players: tuple[UUID, ...]
    judges: tuple[UUID, ...]
    games_each: int
    tables_at_once: int | None
    separations: tuple[Pair, ...]
    teams: tuple[tuple[UUID, ...], ...]
    relations: tuple[Pair, ...]
    """Judges, and players at whose tables they never are."""
    effort: int
    tables: tuple[DrawnTable, ...]
    published_by: UUID
    published_at: datetime
    revealed: SeedRevealed | None
    """What a committed seed was made of; None where the seed was chosen freely."""
    moves: int | None = None
    """After how many moves somebody ended the search; None where it ended by itself."""
    group: Slug | None = None
    """The group of the stage that it seats; None: the whole stage."""

    tables_as_drawn: tuple[DrawnTable, ...] | None = None
    """How it was drawn, where `tables` differ from that by `changes`."""
    changes: tuple[Change, ...] = ()
    """What was changed since, in order, with how each went."""

    @classmethod
    def of(cls, standing: Published) -> "DrawView":
        """Return the view of a draw."""
        published = standing.drawn
        inputs = published.inputs
        return cls(
            draw=inputs.draw,
            championship=published.championship,
            stage=inputs.stage,
            stage_kind=published.stage_kind,
            algorithm=published.algorithm,
            seed=published.seed,
            inputs_digest=published.inputs_digest,
            players=inputs.players,
            judges=inputs.judges,
            games_each=inputs.games,
            tables_at_once=inputs.tables,
            separations=inputs.separations,
            teams=inputs.teams,
            relations=inputs.relations,
            effort=inputs.effort,
            tables=standing.tables,
            tables_as_drawn=published.tables if standing.changes else None,
            changes=standing.changes,
            published_by=published.by,
            published_at=published.published_at,
            revealed=published.revealed,
            moves=inputs.moves,
            group=published.group,
        )

    def standing(self) -> Published:
        """Return the draw behind the view with its changes."""
        return Published(drawn=self._published(), changes=self.changes)

    def _published(self) -> DrawPublished:
        return DrawPublished(
            championship=self.championship,
            stage_kind=self.stage_kind,
            algorithm=self.algorithm,
            inputs=DrawInputs(
                draw=self.draw,
                stage=self.stage,
                players=self.players,
                judges=self.judges,
                games=self.games_each,
                tables=self.tables_at_once,
                separations=self.separations,
                teams=self.teams,
                relations=self.relations,
                effort=self.effort,
                moves=self.moves,
            ),
            inputs_digest=self.inputs_digest,
            seed=self.seed,
            tables=self.tables if self.tables_as_drawn is None else self.tables_as_drawn,
            by=self.published_by,
            published_at=self.published_at,
            revealed=self.revealed,
            group=self.group,
        )


class ExplanationView(msgspec.Struct, kw_only=True):
    """How even a draw is, and what it means for each player."""

    draw: UUID
    stage: Slug
    algorithm: str
    quality: Quality
    players: tuple[Explanation, ...]
