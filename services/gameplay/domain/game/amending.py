"""A clerical error in a signed result: judge and chief judge correct it together, in two acts."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.gameplay.domain.errors import (
    CorrectionChangesNothing,
    CorrectionNotProposed,
    NotAnOfficial,
    ProtocolNotSigned,
    SecondOfficialNeeded,
)
from services.gameplay.domain.game.events import CorrectionProposed, GameEvent, ResultAmended
from services.gameplay.domain.game.judging import closed, setting_of
from services.gameplay.domain.game.moves import Note
from services.gameplay.domain.game.state import Annulled, Game, Signed
from services.gameplay.domain.game.summary import checked
from shared.contracts.gameplay import Result


class ProposeCorrection(msgspec.Struct, frozen=True, kw_only=True):
    """Say what the result should have been, as the table's judge or the chief judge."""

    result: Result
    reason: Note
    by: UUID
    is_chief_judge: bool
    at: datetime
    entrants: frozenset[UUID] = frozenset()


class ConfirmCorrection(msgspec.Struct, frozen=True, kw_only=True):
    """Agree to the proposed correction, as the other of the two."""

    by: UUID
    is_chief_judge: bool
    at: datetime


AmendingCommand: TypeAlias = ProposeCorrection | ConfirmCorrection


def propose(command: ProposeCorrection, state: Game) -> list[GameEvent]:
    """Propose another result; a later proposal takes the place of the one before."""
    signed = _signed(command.by, state, is_chief_judge=command.is_chief_judge)
    result = checked(command.result, signed.setting, command.entrants)
    if result == signed.result:
        raise CorrectionChangesNothing("The signed result says this already.")
    proposal = signed.proposal
    if proposal is not None and (proposal.result, proposal.by) == (result, command.by):
        return []
    return [CorrectionProposed(result=result, reason=command.reason, by=command.by, proposed_at=command.at)]


def confirm(command: ConfirmCorrection, state: Game) -> list[GameEvent]:
    """Put the proposed result in the place of the signed one."""
    signed = _signed(command.by, state, is_chief_judge=command.is_chief_judge)
    proposal = signed.proposal
    if proposal is None:
        raise CorrectionNotProposed("No correction is proposed; propose one, and let the other agree.")
    judged = signed.setting.writer in {command.by, proposal.by}
    if command.by == proposal.by or not judged:
        raise SecondOfficialNeeded(
            "Judge and chief judge correct a signed result together: the other of the two must agree."
        )
    return [ResultAmended(result=proposal.result, ruling=None, reason=proposal.reason, amended_at=command.at)]


def _signed(by: UUID, state: Game, *, is_chief_judge: bool) -> Signed:
    setting = setting_of(state)
    if by != setting.writer and not is_chief_judge:
        raise NotAnOfficial("The table's judge and the chief judge correct a signed result.")
    match state:
        case Signed():
            return state
        case Annulled():
            raise closed(setting, state)
        case _:
            raise ProtocolNotSigned("The protocol is not signed: correct its entries, or its summary.")
