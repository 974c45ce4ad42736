"""Decisions about accounts: of people, of clients, of organizers."""

from services.registration.domain.account.access import decide_access
from services.registration.domain.account.commands import AccessCommand, AccountCommand
from services.registration.domain.account.events import AccountEvent
from services.registration.domain.account.people import decide_person
from services.registration.domain.account.state import AccountState, evolve, initial
from shared.eventsourcing.decider import Decider


def decide(command: AccountCommand, state: AccountState) -> list[AccountEvent]:
    """Return what a command leads to, or raise the rule that it breaks."""
    if isinstance(command, AccessCommand):
        return decide_access(command, state)
    return decide_person(command, state)


account: Decider[AccountCommand, AccountState, AccountEvent] = Decider(
    category="account", initial=initial, decide=decide, evolve=evolve
)
