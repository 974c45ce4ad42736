"""Decisions about leaving: by oneself, put out, removed by a ruling; who waits moves up."""

from uuid import UUID

from services.registration.domain.errors import NotAnOfficial, NotYourEntry
from services.registration.domain.roster.commands import (
    DisqualifyEntry,
    NoteNotCarriedOut,
    RemoveByRuling,
    WithdrawEntry,
)
from services.registration.domain.roster.demands import acts_for, unknown_entry
from services.registration.domain.roster.events import (
    EntryDisqualified,
    EntryWithdrawn,
    RosterEvent,
    RulingNotCarriedOut,
)
from services.registration.domain.roster.places import promoted
from services.registration.domain.roster.state import (
    Accepted,
    Disqualified,
    Entry,
    Roster,
    Standing,
    Withdrawn,
    evolve,
)
from services.registration.domain.texts import printable


def withdraw(command: WithdrawEntry, state: Roster) -> list[RosterEvent]:
    """Take an entry back."""
    terms = command.terms
    entry = state.entries.get(command.player)
    if not acts_for(command.by, command.player, terms) and not (
        entry is not None and entry.application.by == command.by.id
    ):
        raise NotYourEntry("An entry is withdrawn by the player, by who applied for him, or by an organizer.")
    if entry is None:
        raise unknown_entry(command.player)
    if isinstance(entry, Withdrawn | Disqualified):
        return []
    withdrawn = EntryWithdrawn(
        championship=terms.championship, player=command.player, by=command.by.id, withdrawn_at=command.at
    )
    return _leaving(withdrawn, command, state)


def disqualify(command: DisqualifyEntry, state: Roster) -> list[RosterEvent]:
    """Put a player out."""
    terms = command.terms
    if not (command.by.admin or command.by.id in terms.officials):
        raise NotAnOfficial("Only officials of this championship put a player out of it.")
    if not isinstance(state.entries.get(command.player), Standing):
        return []
    disqualified = EntryDisqualified(
        championship=terms.championship,
        player=command.player,
        clause=command.clause,
        reason=printable(command.reason, "The reason", limit=1000),
        by=command.by.id,
        disqualified_at=command.at,
    )
    return _leaving(disqualified, command, state)


def remove_by_ruling(command: RemoveByRuling, state: Roster) -> list[RosterEvent]:
    """Put out by a ruling who takes part, once; who does not is a conflict with a name."""
    if command.ruling in state.heeded:
        return []
    entries = {one: state.entries.get(one) for one in command.records}
    player = next((one for one, entry in entries.items() if isinstance(entry, Accepted)), command.records[0])
    entry = entries[player]
    if command.terms is not None and isinstance(entry, Accepted):
        removed = EntryDisqualified(
            championship=command.championship,
            player=player,
            clause=None,
            reason=command.reason,
            by=command.by.id,
            disqualified_at=command.at,
            ruling=command.ruling,
        )
        return _leaving(removed, command, state)
    conflict, detail = _why_not(player, entry, command)
    return [
        RulingNotCarriedOut(
            championship=command.championship,
            player=player,
            ruling=command.ruling,
            conflict=conflict,
            detail=detail,
            found_at=command.at,
        )
    ]


def note_not_carried_out(command: NoteNotCarriedOut, state: Roster) -> list[RosterEvent]:
    """Note that a ruling was not registration's to carry out."""
    if command.ruling in state.heeded:
        return []
    return [
        RulingNotCarriedOut(
            championship=command.championship,
            player=command.player,
            ruling=command.ruling,
            conflict=command.conflict,
            detail=command.detail,
            found_at=command.at,
        )
    ]


def _why_not(player: UUID, entry: Entry | None, command: RemoveByRuling) -> tuple[str, str]:
    if command.terms is None:
        return "championship_unknown", "No such championship was announced."
    match entry:
        case Disqualified():
            return "player_disqualified", f"{player} is out of the championship already."
        case Withdrawn():
            return "player_withdrawn", f"{player} has withdrawn; he does not come back."
        case _:
            return "no_entry", f"{player} has no accepted entry; he gets none now."


def _leaving(
    event: EntryWithdrawn | EntryDisqualified,
    command: WithdrawEntry | DisqualifyEntry | RemoveByRuling,
    state: Roster,
) -> list[RosterEvent]:
    """Return who leaves, and who gets the place while the list is not final."""
    if command.terms is None or command.terms.list_is_final:
        return [event]
    after = evolve(state, event)
    return [event, *promoted(after, command.terms, command.barred, command.by, command.at)]
