"""Bodies and views of the HTTP interface."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Meta

from services.registration.domain.account.accreditation import Accreditation
from services.registration.domain.championship.events import ChampionshipAnnounced
from services.registration.domain.championship.pinning import digest_of
from services.registration.domain.grouping import EntryGroup, group_of
from services.registration.domain.roster.events import FeeMethod
from shared.contracts.registration import LocalTime, OfficialRole, Phase, StagePlan, Venue
from shared.contracts.regulations import Fee, Regulations, Slug, StageKind
from shared.web.commands import Accepted

Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=300)]
OwnId: TypeAlias = Annotated[UUID, Meta(description="A UUIDv7 of the caller's own; without it one is made.")]
Language: TypeAlias = Annotated[
    str, Meta(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$", max_length=20, examples=["uk"])
]
WallClock: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?$",
        description="A time on the clock of a venue, without offset.",
        examples=["2014-05-23T16:00:00"],
    ),
]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of every body: unknown fields are errors."""


# ------------------------------------------------------------------ championships


class DeadlineBody(Body, frozen=True, kw_only=True):
    """A deadline on the clock of one of the venues."""

    local: WallClock
    venue: Slug


class BlockBody(Body, frozen=True, kw_only=True):
    """A part of a game day, on the clock of the stage's venue."""

    title: Text
    kind: Literal["games", "break"] = "games"
    start: WallClock
    end: WallClock


class GroupBody(Body, frozen=True, kw_only=True):
    """A part of a stage that plays apart, at a venue of its own: the players of some cities."""

    key: Slug
    title: Text
    players: Annotated[int, Meta(ge=0, le=1000)]
    venue: Slug
    cities: Annotated[list[Text], Meta(max_length=50)] = []
    """Whose players; without any those of the venue's city."""
    advance: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """How many of its best go on for certain."""
    tables: Annotated[int, Meta(ge=1, le=100)] | None = None
    blocks: Annotated[list[BlockBody], Meta(max_length=100)] = []


class StageBody(Body, frozen=True, kw_only=True):
    """One stage, in playing order."""

    key: Slug
    title: Text
    kind: StageKind
    games: Annotated[int, Meta(ge=0, le=50)]
    players: Annotated[int, Meta(ge=0, le=1000)]
    advance: Annotated[int, Meta(ge=1, le=1000)] | None = None
    venue: Slug
    tables: Annotated[int, Meta(ge=1, le=100)] | None = None
    blocks: Annotated[list[BlockBody], Meta(max_length=100)] = []
    groups: Annotated[list[GroupBody], Meta(max_length=50)] = []
    """Groups that are drawn and play apart, each with tables and blocks of its own."""


class AnnounceBody(Body, frozen=True, kw_only=True):
    """A championship. `regulations` is the id of a shipped document, or a whole document.

    `id` is one of the caller's own, where his site numbers championships itself.
    """

    id: OwnId | None = None
    title: Text
    host_club: Text
    regulations: Slug | Regulations
    venues: Annotated[list[Venue], Meta(max_length=50)]
    stages: Annotated[list[StageBody], Meta(max_length=50)]
    preliminary_deadline: DeadlineBody | None = None
    final_deadline: DeadlineBody | None = None
    capacity: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """How many may take part; without it as many as the first stage has places."""
    waitlist: Annotated[int, Meta(ge=0, le=1000)] = 0
    partner_clubs: Annotated[list[Text], Meta(max_length=50)] = []
    fee: Fee | None = None
    """What an entry costs; without it what the regulations say, with 0 nothing."""
    registration: Literal["open", "later"] = "open"


class OfficialBody(Body, frozen=True, kw_only=True):
    """A person and the role to act in."""

    person: UUID
    role: OfficialRole


class OfficialView(msgspec.Struct, kw_only=True):
    """Who acts in which role."""

    person: UUID
    role: OfficialRole
    appointed_at: datetime
    category: str | None
    rights: list[str]


class ChampionshipView(msgspec.Struct, kw_only=True):
    """A championship with all it promised and who officiates."""

    id: UUID
    version: int
    title: str
    host_club: str
    regulations: Regulations
    venues: tuple[Venue, ...]
    stages: tuple[StagePlan, ...]
    preliminary_deadline: LocalTime | None
    final_deadline: LocalTime | None
    organizer: UUID
    officials: list[OfficialView]
    announced_at: datetime
    capacity: int | None
    waitlist: int
    phase: Phase
    regulations_digest: str
    partner_clubs: tuple[str, ...]
    fee: Fee | None
    """What an entry costs here."""

    @classmethod
    def of(
        cls, announced: ChampionshipAnnounced, version: int, phase: Phase, officials: Any
    ) -> "ChampionshipView":
        """Return the view of an announcement and the rows of its officials."""
        return cls(
            id=announced.championship,
            version=version,
            title=announced.title,
            host_club=announced.host_club,
            regulations=announced.regulations,
            venues=announced.venues,
            stages=announced.stages,
            preliminary_deadline=announced.preliminary_deadline,
            final_deadline=announced.final_deadline,
            organizer=announced.organizer,
            officials=[
                OfficialView(
                    person=row.person,
                    role=row.role,
                    appointed_at=row.appointed_at,
                    category=row.category,
                    rights=sorted(row.rights),
                )
                for row in officials
            ],
            announced_at=announced.announced_at,
            capacity=announced.capacity,
            waitlist=announced.waitlist,
            phase=phase,
            regulations_digest=digest_of(announced.regulations),
            partner_clubs=announced.partner_clubs,
            fee=announced.regulations.registration.fee if announced.fee is None else announced.fee,
        )


class ChampionshipListed(msgspec.Struct, kw_only=True):
    """One line of the list."""

    id: UUID
    title: str
    host_club: str
    regulations: Slug
    announced_at: datetime
    phase: Phase


class ChampionshipsPage(msgspec.Struct, kw_only=True):
    """Championships, the newest first; `next` is the `after` of the next page."""

    championships: list[ChampionshipListed]
    next: UUID | None


class RegulationsListed(msgspec.Struct, kw_only=True):
    """One shipped document."""

    id: Slug
    version: int
    title: str


# ------------------------------------------------------------------ entries


class ApplicationBody(Body, frozen=True, kw_only=True):
    """An application: of the principal himself, unless it names a player.

    Nick, club and city are those the person is known by, unless given.
    """

    player: UUID | None = None
    nick: Text | None = None
    club: Text | None = None
    city: Text | None = None
    attributes: Annotated[dict[Slug, Text], Meta(max_length=20)] = {}
    late_reason: Text | None = None
    """Why an organizer takes it after the deadline; it is kept and shown to officials."""


class FeeBody(Body, frozen=True, kw_only=True):
    """A fee that was paid. No card data: only the number on the receipt."""

    amount: Annotated[str, Meta(pattern=r"^[0-9]{1,9}(\.[0-9]{1,2})?$", examples=["500"])]
    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}$", examples=["RUB"])]
    receipt: Text
    method: FeeMethod | None = None


class GroupingBody(Body, frozen=True, kw_only=True):
    """Into which group a player is put, whatever city he is from; without one he plays by his city again."""

    group: Slug | None
    reason: Text


class RefundBody(Body, frozen=True, kw_only=True):
    """What was given back, and how or why."""

    amount: Annotated[str, Meta(pattern=r"^[0-9]{1,9}(\.[0-9]{1,2})?$", examples=["250"])]
    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}$", examples=["RUB"])]
    note: Text


class ConfirmationBody(Body, frozen=True, kw_only=True):
    """Names of declared attributes whose proof was seen."""

    attributes: Annotated[list[Slug], Meta(min_length=1, max_length=20)]


class ImportedLine(msgspec.Struct, kw_only=True):
    """Whose application a line of the file became."""

    line: int
    player: UUID


class Imported(Accepted, kw_only=True):
    """A whole file was taken."""

    lines: list[ImportedLine]


class EntryDetails(msgspec.Struct, kw_only=True):
    """What only organizers and the player see of an entry."""

    status: Literal["applied", "paid", "accepted", "waitlisted", "withdrawn", "disqualified"]
    attributes: dict[str, str]
    applied_by: UUID
    applied_at: datetime
    receipt: str | None
    fee_recorded_at: datetime | None
    withdrawn_at: datetime | None
    preliminary: bool
    late_reason: str | None
    looks_like: UUID | None
    """Whose nick a reader may take this one for."""
    fee_method: FeeMethod | None
    waitlisted_at: datetime | None
    disqualified_at: datetime | None
    refund: str | None
    confirmed: list[str]
    checked_in_at: datetime | None


class EntryView(msgspec.Struct, kw_only=True):
    """An entry. `details` is None for who may not see more than the public list."""

    player: UUID
    nick: str
    club: str | None
    city: str | None
    accepted_at: datetime | None
    group: Slug | None
    """The group in which the first stage is played, by the city or as an organizer said; None: none."""
    substitute: bool
    """Accepted beyond the places, to play for others."""
    details: EntryDetails | None

    @classmethod
    def of(cls, row: Any, *, detailed: bool, groups: Sequence[EntryGroup] = ()) -> "EntryView":
        """Return the view of a row."""
        own = group_of(row.city, row.put_into, groups)
        details = None
        if detailed:
            details = EntryDetails(
                status=row.status,
                attributes=msgspec.json.decode(row.attributes, type=dict[str, str]),
                applied_by=row.applied_by,
                applied_at=row.applied_at,
                receipt=row.receipt,
                fee_recorded_at=row.fee_recorded_at,
                withdrawn_at=row.withdrawn_at,
                preliminary=row.preliminary,
                late_reason=row.late_reason,
                looks_like=row.looks_like,
                fee_method=row.fee_method,
                waitlisted_at=row.waitlisted_at,
                disqualified_at=row.disqualified_at,
                refund=row.refund,
                confirmed=sorted(row.confirmed),
                checked_in_at=row.checked_in_at,
            )
        return cls(
            player=row.player,
            nick=row.nick,
            club=row.club,
            city=row.city,
            accepted_at=row.accepted_at,
            group=None if own is None else own.key,
            substitute=row.substitute,
            details=details,
        )


class EntriesPage(msgspec.Struct, kw_only=True):
    """Entries by nick; `next` is the `after` of the next page."""

    entries: list[EntryView]
    next: UUID | None


# ------------------------------------------------------------------ draws


class TableBody(Body, frozen=True, kw_only=True):
    """One game of a given seating: the first of `seats` sits at seat 1."""

    round: Annotated[int, Meta(ge=1, le=1000)]
    table: Annotated[int, Meta(ge=1, le=1000)]
    judge: UUID
    seats: Annotated[list[UUID], Meta(max_length=20)]


class SeatingBody(Body, frozen=True, kw_only=True):
    """A seating that was made elsewhere: every game of the stage. A refusal names the `line`, from 1."""

    tables: Annotated[list[TableBody], Meta(min_length=1, max_length=5000)]


# ------------------------------------------------------------------ people and access


class PersonBody(Body, frozen=True, kw_only=True):
    """A person. Real name and contacts are kept apart and shown to officials only.

    `id` is one of the caller's own, where his site numbers people itself.
    """

    id: OwnId | None = None
    nick: Text
    club: Text | None = None
    city: Text | None = None
    language: Language | None = None
    real_name: Text | None = None
    contacts: Annotated[dict[Slug, Text], Meta(max_length=10, examples=[{"email": "fox@example.org"}])] = {}


class PersonalData(msgspec.Struct, kw_only=True):
    """What officials, and the person, may see."""

    real_name: str | None
    contacts: dict[str, str]


class PersonView(msgspec.Struct, kw_only=True):
    """A person; `personal_data` is None for who may not see it."""

    id: UUID
    version: int
    nick: str
    club: str | None
    city: str | None
    language: str | None
    registered_at: datetime
    merged_into: UUID | None
    """The record to use instead, where this is a second one of that person."""
    accreditation: Accreditation | None
    personal_data: PersonalData | None


class LinkBody(Body, frozen=True, kw_only=True):
    """Whose personal link."""

    person: UUID


class LinkIssueView(msgspec.Struct, kw_only=True):
    """A link that somebody was given; without its code."""

    link: UUID
    person: UUID
    championship: UUID
    issued_by: UUID
    by_admin: bool
    issued_at: datetime
    void_at: datetime | None
    """When it was revoked, or another one took its place."""


class LinkAccepted(Accepted, kw_only=True):
    """A link was issued."""

    link: UUID


class LinkIssued(LinkAccepted, kw_only=True):
    """The link with its code, told here and nowhere else."""

    code: str


class ClientBody(Body, frozen=True, kw_only=True):
    """An account of an organizer or an integration."""

    name: Text
    scopes: Annotated[frozenset[Literal["admin", "organizer", "federation"]], Meta(min_length=1)]


class ClientOpened(Accepted, kw_only=True):
    """The client with its secret, told here and nowhere else."""

    client_secret: str


class GrantBody(Body, frozen=True, kw_only=True):
    """By what one comes in: a client's id and secret, a personal link's code, or login and password."""

    client_id: UUID | None = None
    client_secret: Annotated[str, Meta(min_length=1, max_length=500)] | None = None
    code: Annotated[str, Meta(min_length=1, max_length=500)] | None = None
    login: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    password: Annotated[str, Meta(min_length=1, max_length=500)] | None = None


class TokenView(msgspec.Struct, kw_only=True):
    """An access token, valid for `expires_in` seconds."""

    access_token: str
    token_type: Literal["Bearer"] = "Bearer"  # noqa: S105 - its kind, no secret
    expires_in: int
    scope: str
    subject: UUID
    name: str
