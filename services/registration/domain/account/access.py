"""Decisions about clients and organizers: who may come in, and by what."""

import re

from services.registration.domain.account.commands import (
    AccessCommand,
    CloseClient,
    CloseOrganizer,
    IssuePasswordReset,
    OpenClient,
    OpenOrganizer,
    ReplaceClientSecret,
    SetPassword,
)
from services.registration.domain.account.events import (
    AccountEvent,
    ClientClosed,
    ClientOpened,
    ClientSecretReplaced,
    OrganizerClosed,
    OrganizerOpened,
    PasswordResetIssued,
    PasswordSet,
)
from services.registration.domain.account.state import (
    AccountState,
    Client,
    ClosedClient,
    ClosedOrganizer,
    Organizer,
    Unopened,
)
from services.registration.domain.actors import demand_admin
from services.registration.domain.errors import (
    AccountAlreadyOpened,
    AccountUnknown,
    LoginTaken,
    LoginUnacceptable,
    PasswordTooWeak,
    ResetCodeInvalid,
    ScopeUnknown,
)
from services.registration.domain.texts import comparable, printable

CLIENT_SCOPES = frozenset({"admin", "organizer", "federation"})
"""What a client may be given; `participant` belongs to people, by personal link."""
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
_LOGIN = re.compile(r"[a-z0-9][a-z0-9._-]{2,39}")


def decide_access(command: AccessCommand, state: AccountState) -> list[AccountEvent]:  # noqa: PLR0911
    """Return what a command about a way in leads to, or raise the rule that it breaks."""
    match command:
        case OpenClient():
            return _open(command, state)
        case ReplaceClientSecret():
            return _replace_secret(command, state)
        case CloseClient():
            return _close(command, state)
        case OpenOrganizer():
            return _open_organizer(command, state)
        case IssuePasswordReset():
            return _issue_reset(command, state)
        case SetPassword():
            return _set_password(command, state)
        case CloseOrganizer():
            return _close_organizer(command, state)


def check_password(password: str, login: str) -> None:
    """Raise PasswordTooWeak for a password that is short, of one letter, or the login itself."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise PasswordTooWeak(
            f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters; take a sentence."
        )
    if len(set(password)) < SHORTEST_PASSWORD // 2 or comparable(login) in comparable(password):
        raise PasswordTooWeak("The password repeats a few characters, or holds the login; take another one.")


def _open(command: OpenClient, state: AccountState) -> list[AccountEvent]:
    demand_admin(command.by, "open accounts")
    _demand_unopened(state, command.client)
    unknown = sorted(command.scopes - CLIENT_SCOPES)
    if unknown or not command.scopes:
        raise ScopeUnknown(
            f"A client has one or more of the scopes {', '.join(sorted(CLIENT_SCOPES))};"
            f" not {', '.join(unknown) or 'none'}."
        )
    return [
        ClientOpened(
            client=command.client,
            name=printable(command.name, "The name", limit=100),
            scopes=tuple(sorted(command.scopes)),
            secret_hash=command.secret_hash,
            by=command.by.id,
            opened_at=command.at,
        )
    ]


def _replace_secret(command: ReplaceClientSecret, state: AccountState) -> list[AccountEvent]:
    demand_admin(command.by, "replace secrets")
    if not isinstance(state, Client):
        raise _no_client()
    return [
        ClientSecretReplaced(
            client=state.id, secret_hash=command.secret_hash, by=command.by.id, replaced_at=command.at
        )
    ]


def _close(command: CloseClient, state: AccountState) -> list[AccountEvent]:
    demand_admin(command.by, "close accounts")
    if isinstance(state, ClosedClient):
        return []
    if not isinstance(state, Client):
        raise _no_client()
    return [ClientClosed(client=state.id, by=command.by.id, closed_at=command.at)]


def _open_organizer(command: OpenOrganizer, state: AccountState) -> list[AccountEvent]:
    demand_admin(command.by, "open accounts")
    _demand_unopened(state, command.organizer)
    if _LOGIN.fullmatch(command.login) is None:
        raise LoginUnacceptable(
            "A login has 3 to 40 of the characters a-z, 0-9, '.', '_' and '-', and begins with a letter or"
            " digit."
        )
    if command.login_taken:
        raise LoginTaken(f"The login {command.login!r} is taken; choose another one.")
    return [
        OrganizerOpened(
            organizer=command.organizer,
            login=command.login,
            name=printable(command.name, "The name", limit=100),
            by=command.by.id,
            opened_at=command.at,
        )
    ]


def _issue_reset(command: IssuePasswordReset, state: AccountState) -> list[AccountEvent]:
    demand_admin(command.by, "reset passwords")
    found = _organizer(state)
    return [
        PasswordResetIssued(
            organizer=found.id,
            reset=command.reset,
            code_hash=command.code_hash,
            expires_at=command.expires_at,
            by=command.by.id,
            issued_at=command.at,
        )
    ]


def _set_password(command: SetPassword, state: AccountState) -> list[AccountEvent]:
    reset = state.reset if isinstance(state, Organizer) else None
    if (
        not isinstance(state, Organizer)
        or reset is None
        or reset.code_hash != command.code_hash
        or command.at > reset.expires_at
    ):
        raise ResetCodeInvalid("This code was used, replaced or is too old; ask an admin for a new one.")
    return [PasswordSet(organizer=state.id, password_hash=command.password_hash, set_at=command.at)]


def _close_organizer(command: CloseOrganizer, state: AccountState) -> list[AccountEvent]:
    demand_admin(command.by, "close accounts")
    if isinstance(state, ClosedOrganizer):
        return []
    return [OrganizerClosed(organizer=_organizer(state).id, by=command.by.id, closed_at=command.at)]


def _demand_unopened(state: AccountState, identity: object) -> None:
    if not isinstance(state, Unopened):
        raise AccountAlreadyOpened(f"The id {identity} belongs to an account already.")


def _organizer(state: AccountState) -> Organizer:
    if not isinstance(state, Organizer):
        raise AccountUnknown("There is no such organizer, or the account is closed.")
    return state


def _no_client() -> AccountUnknown:
    return AccountUnknown("There is no such client, or it is closed.")
