"""What scoring refuses."""

from shared.eventsourcing.refusal import Conflicting, Forbidden, Missing, Refusal


class ChampionshipUnknown(Missing):
    """No such championship was announced, as far as scoring has heard."""


class StageUnknown(Missing):
    """The championship's plan has no such stage."""


class PlayerUnknown(Missing):
    """The player has no row in the championship's standings."""


class MoreThanOneTable(Refusal):
    """A question for a table names one scope."""


class GroupOfNoStage(Refusal):
    """A group is a part of a stage."""


class OneMomentAtATime(Refusal):
    """A moment is named in one way: by positions, a time, a game or a revision."""


class MomentNotReached(Conflicting):
    """Standings are known up to what was heard."""


class GameNotPlayed(Missing):
    """A game that has a result is what standings can be asked for before."""


class GroupNotNamed(Refusal):
    """Rounds and tables are numbered anew in each group of a stage."""


class RevisionUnknown(Missing):
    """Revisions are numbered from 1 up to the last one that was published."""


class OnlyOrganizerOrChiefJudge(Forbidden):
    """Stages are closed, and decisions recorded, by the championship's organizer or chief judge."""


class OnlyWhoDecidesMayAsk(Forbidden):
    """What a remedy would change is for those who decide: organizer, chief judge, commission members."""


class EffectHiddenFromCommission(Forbidden):
    """The document lets the commission decide without being told what a remedy would change."""


class GameNotCounted(Missing):
    """A remedy is tried on a game that counts."""


class NotAtTheTable(Refusal):
    """Points are given to or taken from those who played the game."""


class StageHasOpenGames(Conflicting):
    """A stage is closed when each of its games is signed or annulled."""


class StageNotPlayed(Conflicting):
    """A stage is closed after games were played in it."""


class EarlierStageOpen(Conflicting):
    """Stages are closed in the order of the plan."""


class StageAlreadyClosed(Conflicting):
    """The cut is made and the qualifiers are named."""


class TieAcrossTheCut(Conflicting):
    """Players share the place across the cut line, and nobody has decided between them."""


class NotTied(Refusal):
    """A decision orders exactly the players that the metrics leave equal."""


class StandingsAlreadyFrozen(Conflicting):
    """The public table is frozen once at a time."""


class StandingsNotFrozen(Conflicting):
    """Only a frozen table can be released."""


class NotReadyToBeFinal(Conflicting):
    """A result is final when nothing is open that could change it."""


class StageNotNamed(Conflicting):
    """Only who was named can be named anew."""


class CutUnchanged(Conflicting):
    """The cut of now is the one that was named, or one that the regulations let stand."""


class ScorersDisagree(Conflicting):
    """A result is final when two scorers that share no code come to the same."""


class SeriesUnknown(Missing):
    """Nobody has opened that series."""


class KeepersOnly(Forbidden):
    """A series is changed by whoever opened it."""


class SeriesRulesContradictory(Refusal):
    """Rules of a series can be meant as they stand."""


class AlreadyInSeries(Conflicting):
    """A championship counts once in a series."""


class NotInSeries(Conflicting):
    """Only a championship of the series is removed from it."""


class LotsNotForeseen(Refusal):
    """Lots decide where the document says so."""


class NoPageOfIt(Refusal):
    """What is no table of places is not printed."""


class SheetUnknown(Missing):
    """There are exports of standings, of lines and of protocols."""
