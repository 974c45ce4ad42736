"""Who writes a protocol: the table's judge, or the chief judge in his place; and when it is closed."""

from uuid import UUID

from services.gameplay.domain.errors import (
    GameIsAnnulled,
    GameUnknown,
    NotTheTableJudge,
    ProtocolAlreadySigned,
)
from services.gameplay.domain.game.state import Annulled, Game, Setting, Unscheduled


def setting_of(state: Game) -> Setting:
    """Return what was laid down for a game. Raises GameUnknown where no draw holds it."""
    if isinstance(state, Unscheduled):
        raise GameUnknown("No published draw holds this game.")
    return state.setting


def at_own_table(by: UUID, state: Game) -> Setting:
    """Return the game's setting to who judges it; refuse everybody else, whatever the situation."""
    setting = setting_of(state)
    if by != setting.writer:
        raise NotTheTableJudge(
            f"Only the judge of table {setting.table} in round {setting.round} writes this protocol."
        )
    return setting


def closed(setting: Setting, state: Game) -> ProtocolAlreadySigned | GameIsAnnulled:
    """Return the refusal of a protocol that is written no more."""
    if isinstance(state, Annulled):
        return GameIsAnnulled(f"Game {setting.game} is annulled; only a ruling lets it count again.")
    return ProtocolAlreadySigned(
        f"The protocol of game {setting.game} is signed; a ruling, or a correction by judge and chief judge"
        " together, changes it."
    )
