"""From public events to facts.

Each source says different things, and its events are folded in their own order; so any interleaving
and any duplication of the sources gives the same facts.
"""

from collections.abc import Iterable, Mapping
from uuid import UUID

import msgspec
from msgspec.structs import replace

from services.scoring.domain.facts import Adjustment, Contest, Decision, Entrant, Facts, Game
from services.scoring.domain.groups import Draws, drawn_games, grouped
from services.scoring.domain.people import as_one
from shared.contracts.appeals import (
    AdjustPoints,
    AnnulGame,
    AwardWin,
    CommissionAppointed,
    CorrectResult,
    NoChange,
    OrderReplay,
    ProtestAccepted,
    ProtestClosed,
    ProtestDeclined,
    ProtestFiled,
    RemovePlayer,
    RulingPublished,
)
from shared.contracts.gameplay import (
    GameAnnulled,
    GameReinstated,
    GameScheduled,
    ProtocolSigned,
    ResultAmended,
    RulingNotApplicable,
)
from shared.contracts.primitives import PublicEvent
from shared.contracts.registration import (
    ChampionshipAnnounced,
    DrawPublished,
    EntryAccepted,
    EntryWithdrawn,
    OfficialAppointed,
    OfficialDismissed,
    PlanChanged,
    PlayerDisqualified,
    PlayersMerged,
    PlayersUnmerged,
    RegulationsRebound,
    RulingNotCarriedOut,
    SeatingChanged,
    SeatingRestored,
)

FACTS: tuple[type[PublicEvent], ...] = (
    ChampionshipAnnounced,
    OfficialAppointed,
    OfficialDismissed,
    EntryAccepted,
    EntryWithdrawn,
    DrawPublished,
    SeatingChanged,
    SeatingRestored,
    GameScheduled,
    ProtocolSigned,
    ResultAmended,
    GameAnnulled,
    GameReinstated,
    RulingNotApplicable,
    RulingPublished,
    ProtestFiled,
    ProtestAccepted,
    ProtestDeclined,
    ProtestClosed,
    CommissionAppointed,
    PlanChanged,
    RegulationsRebound,
    PlayerDisqualified,
    RulingNotCarriedOut,
    PlayersMerged,
    PlayersUnmerged,
)
"""Every event that says something here; all others may be left out."""
COUNTED: tuple[type[PublicEvent], ...] = (
    ChampionshipAnnounced,
    PlanChanged,
    RegulationsRebound,
    EntryAccepted,
    EntryWithdrawn,
    PlayerDisqualified,
    DrawPublished,
    SeatingChanged,
    SeatingRestored,
    GameScheduled,
    ProtocolSigned,
    ResultAmended,
    GameAnnulled,
    GameReinstated,
    RulingPublished,
)
"""Of those, what a table of one championship is computed from; and records of people that were merged."""
OF_PEOPLE: tuple[type[PublicEvent], ...] = (PlayersMerged, PlayersUnmerged)
"""Of those, what is said of people and not of one championship."""
CARRIED_ELSEWHERE = (AnnulGame, AwardWin, OrderReplay, CorrectResult, RemovePlayer)
"""Remedies that gameplay or registration carry out, or undo."""
AUTHORITIES = frozenset({"organizer", "chief_judge"})


class HeardEvent(msgspec.Struct, frozen=True):
    """A public event with its place in its publisher's stream."""

    source: str
    seq: int
    id: UUID
    event: PublicEvent | None
    """None: of a type this code does not know."""


def gather(
    heard: Iterable[HeardEvent],
    decisions: Iterable[Decision] = (),
    inputs: Mapping[str, int] | None = None,
) -> Facts:
    """Return the facts of one championship from all that was heard of it, in any order, and own decisions.

    `inputs`: how far each source was heard, for the record.
    """
    memory = _Memory()
    for one in sorted({(one.source, one.seq): one for one in heard}.items()):
        memory.hear(one[1])
    return memory.facts(tuple(decisions), dict(inputs or {}))


class _Memory:
    """The accumulators of one fold."""

    def __init__(self) -> None:
        self.contest: Contest | None = None
        self.officials: set[tuple[UUID, str]] = set()
        self.entrants: dict[UUID, Entrant] = {}
        self.draws: Draws = {}
        self.added: dict[UUID, set[UUID]] = {}
        """By change of a seating, the games that were new in it."""
        self.games: dict[UUID, Game] = {}
        self.rulings: list[tuple[RulingPublished, UUID]] = []
        self.carried: list[UUID] = []
        self.protests: dict[UUID, UUID] = {}
        self.called: set[UUID] = set()
        self.merged: dict[UUID, UUID] = {}

    def hear(self, heard: HeardEvent) -> None:
        if isinstance(heard.event, RulingPublished):
            self.rulings.append((heard.event, heard.id))
        else:
            self._hear_of_people(heard.event)
            self._hear_of_games(heard.event, heard.id)
            self._hear_of_protests(heard.event)

    def _hear_of_protests(self, event: PublicEvent | None) -> None:
        match event:
            case ProtestFiled() | ProtestAccepted():
                self.protests[event.protest] = event.game
            case ProtestClosed():
                self.protests.pop(event.protest, None)
            case ProtestDeclined() if event.final:
                self.protests.pop(event.protest, None)
            case CommissionAppointed():
                self.called.update(event.members)
            case _:
                pass

    def _hear_of_people(self, event: PublicEvent | None) -> None:
        match event:
            case ChampionshipAnnounced():
                self.contest = Contest(
                    championship=event.championship,
                    title=event.title,
                    regulations=event.regulations,
                    stages=event.stages,
                    organizer=event.organizer,
                )
                self.officials.add((event.organizer, "organizer"))
            case PlanChanged() if self.contest is not None:
                self.contest = replace(self.contest, title=event.title, stages=event.stages)
            case RegulationsRebound() if self.contest is not None:
                self.contest = replace(self.contest, regulations=event.regulations)
            case PlayersMerged():
                self.merged[event.player] = event.into
            case PlayersUnmerged():
                self.merged.pop(event.player, None)
            case OfficialAppointed():
                self.officials.add((event.person, event.role))
            case OfficialDismissed():
                self.officials.discard((event.person, event.role))
            case EntryAccepted():
                self.entrants[event.player] = Entrant(player=event.player, nick=event.nick)
            case EntryWithdrawn() | PlayerDisqualified() if event.player in self.entrants:
                self.entrants[event.player] = replace(self.entrants[event.player], withdrawn=True)
            case _:
                pass

    def _hear_of_games(self, event: PublicEvent | None, event_id: UUID) -> None:
        match event:
            case DrawPublished():
                self.draws[event.stage, event.group] = {table.game: table for table in event.tables}
            case SeatingChanged() | SeatingRestored():
                self._reseat(event)
            case GameScheduled() | ProtocolSigned():
                self._place(event, event_id)
            case ResultAmended() if event.game in self.games:
                self._change(event.game, result=event.result, event=event_id)
                self._carry(event.ruling)
            case GameAnnulled() if event.game in self.games:
                self._change(event.game, annulled=True)
                self._carry(event.ruling)
            case GameReinstated() if event.game in self.games:
                self._change(event.game, annulled=False)
                self._carry(event.ruling)
            case RulingNotApplicable() | RulingNotCarriedOut() | PlayerDisqualified():
                self._carry(event.ruling)
            case _:
                pass

    def _reseat(self, event: SeatingChanged | SeatingRestored) -> None:
        draw = self.draws.setdefault((event.stage, event.group), {})
        tables = {table.game: table for table in event.tables}
        if isinstance(event, SeatingChanged):
            self.added[event.change] = tables.keys() - draw.keys()
        else:
            for game in self.added.pop(event.change, set()) - tables.keys():
                draw.pop(game, None)
        draw.update(tables)

    def _place(self, event: GameScheduled | ProtocolSigned, event_id: UUID) -> None:
        signed = event.result if isinstance(event, ProtocolSigned) else None
        before = self.games.get(event.game)
        said = event.group if isinstance(event, GameScheduled) else None
        self.games[event.game] = Game(
            id=event.game,
            stage=event.stage,
            stage_kind=event.stage_kind,
            round=event.round,
            table=event.table,
            result=signed,
            event=event_id if signed else None,
            group=said or (before.group if before is not None else None),
        )

    def _change(self, game: UUID, **fields: object) -> None:
        self.games[game] = replace(self.games[game], **fields)

    def _carry(self, ruling: UUID | None) -> None:
        if ruling is not None:
            self.carried.append(ruling)

    def facts(self, decisions: tuple[Decision, ...], inputs: dict[str, int]) -> Facts:
        known = self._known(decisions, inputs)
        return as_one(known, self.merged) if self.merged else known

    def _known(self, decisions: tuple[Decision, ...], inputs: dict[str, int]) -> Facts:
        superseded = {ruling.supersedes for ruling, _ in self.rulings}
        game_groups, groups = grouped(self.draws, self.games.values())
        return Facts(
            contest=self.contest,
            organizers=frozenset(person for person, role in self.officials if role in AUTHORITIES),
            entrants=self.entrants,
            drawn=drawn_games(self.draws),
            groups=groups,
            game_groups=game_groups,
            games={
                name: replace(game, group=game_groups[name]) if name in game_groups else game
                for name, game in self.games.items()
            },
            adjustments=tuple(
                Adjustment(
                    game=ruling.game,
                    player=ruling.remedy.player,
                    points=ruling.remedy.points,
                    ruling=ruling.ruling,
                    event=event,
                )
                for ruling, event in self.rulings
                if isinstance(ruling.remedy, AdjustPoints)
                and ruling.verdict == "uphold"
                and ruling.ruling not in superseded
            ),
            settled=self._settled(),
            protests=self.protests,
            commission=frozenset(self.called)
            | {person for person, role in self.officials if role == "commission_member"},
            decisions=decisions,
            inputs=inputs,
        )

    def _settled(self) -> tuple[UUID, ...]:
        """Return the rulings that are in.

        Those on points once the game has a result, others once gameplay or registration say so.
        """
        direct = (
            ruling.ruling
            for ruling, _ in self.rulings
            if not isinstance(ruling.superseded, CARRIED_ELSEWHERE)
            and (
                ruling.verdict == "reject"
                or isinstance(ruling.remedy, NoChange)
                or (isinstance(ruling.remedy, AdjustPoints) and self._has_result(ruling.game))
            )
        )
        return tuple(dict.fromkeys([*direct, *self.carried]))

    def _has_result(self, game: UUID) -> bool:
        return game in self.games and self.games[game].result is not None
