"""The refusals of gameplay: rules of the table and of its protocol that were broken."""

from shared.eventsourcing.refusal import Conflicting, Forbidden, Missing, Refusal


# The protocol's course.
class GameUnknown(Missing):
    """No draw holds this game."""


class ChampionshipUnknown(Missing):
    """No such championship was announced."""


class NotTheTableJudge(Forbidden):
    """Only the judge of the table writes its protocol."""


class ProtocolNotPublic(Forbidden):
    """Before its signature a protocol is for the table's judge, the chief judge and the organizer."""


class ProtocolMissing(Missing):
    """Nothing was entered for this game yet."""


class GameAlreadyScheduled(Conflicting):
    """The game was drawn before, and otherwise."""


class GameNotStarted(Conflicting):
    """The judge has not opened the game."""


class SummaryMissing(Conflicting):
    """There is nothing to sign."""


class ProtocolAlreadySigned(Conflicting):
    """What was signed changes by a ruling only."""


class GameIsAnnulled(Conflicting):
    """A ruling annulled the game."""


class GameNotAnnulled(Conflicting):
    """There is nothing to reinstate."""


# The table.
class TableNotTen(Refusal):
    """A table has ten different players (O-GAME-1)."""


class JudgeAtOwnTable(Refusal):
    """A judge does not play at the table that he judges."""


class SeatsIncomplete(Refusal):
    """A protocol has the seats 1 to 10, once each."""


class StrangerAtTheTable(Refusal):
    """A seat holds the player whom the draw put there, or a substitute."""


class PlayerTwice(Refusal):
    """A player sits in one seat."""


class SubstituteNotEntered(Refusal):
    """A substitute takes part in the championship."""


class WrongComposition(Refusal):
    """Six civilians, a sheriff, two mafia and a don (O-GAME-2, C-GAME-1)."""


# Eliminations and endings.
class EliminatedTwice(Refusal):
    """A player leaves the table once."""


class EliminatedAtWrongTime(Refusal):
    """Votes are held by day; shots fall by night, from the first night of shooting on."""


class TwoKillsInOneNight(Refusal):
    """A night kills one player at most."""


class TiedLeftTogether(Refusal):
    """After a second tie nobody leaves (C-TIE-1)."""


class EliminatedAfterTheEnd(Refusal):
    """Nobody leaves a game that is over (O-END-1, O-END-2)."""


class WinnerContradictsEliminations(Refusal):
    """Who is out says who has won (O-END-1, O-END-2)."""


class EndingMissing(Refusal):
    """The eliminations do not end the game: the judge says what did."""


class EndingReasonMissing(Refusal):
    """What a judge decides has a reason."""


class WinnerContradictsEnding(Refusal):
    """The ending says who has won."""


class EndingNotInRegulations(Refusal):
    """The regulations know no such ending."""


class OffenderMissing(Refusal):
    """A team defeat has one offender, and an offender a team defeat (O-WIN-1)."""


class OffenseNotInRegulations(Refusal):
    """The regulations list what gives the win to the other team."""


class RemovalMissing(Refusal):
    """The foul that removes a player leaves him out of the game (O-FOUL-3, C-LAW-22)."""


class TooManyFouls(Refusal):
    """Nobody is fouled after the foul that removes him."""


# First killed and best move.
class FirstKilledContradictsEliminations(Refusal):
    """First killed is whom the first night of shooting killed, not who was removed in it."""


class BestMoveNotInRegulations(Refusal):
    """The regulations know no best move."""


class BestMoveNotEntitled(Refusal):
    """Who was killed first makes the best move (O-NIGHT-5)."""


class BestMoveLost(Refusal):
    """Too many left on the first day for a best move."""


class BestMoveTooLong(Refusal):
    """A best move names so many numbers and no more."""


class BestMoveRepeatsNumber(Refusal):
    """A best move names each number once."""


class BestMoveNamesItself(Refusal):
    """A best move names others."""


# Awards.
class AwardedTwice(Refusal):
    """A seat has one award of a kind."""


class ExtraPointsNotInRegulations(Refusal):
    """The regulations know no extra points."""


class ExtraPointsNotAllowed(Refusal):
    """The regulations limit what one player may get (O-SCORE-4)."""


class TooManyWithExtraPoints(Refusal):
    """The regulations limit how many players get extra points (O-SCORE-4)."""


class ExtraPointsTotalExceeded(Refusal):
    """The regulations limit the extra points of a game (O-SCORE-4)."""


class PenaltyNotAllowed(Refusal):
    """A penalty is negative, and where the regulations know it, within their limit."""


class BestPlayersNotInRegulations(Refusal):
    """The regulations know no best player."""


class BestPlayerPointsNotAllowed(Refusal):
    """The regulations say what a best player gets (O-SCORE-2, C-SCORE-4)."""


class TooManyBestPlayers(Refusal):
    """The regulations limit how many are best players of a game (O-SCORE-2)."""


class BestPlayerNotByVote(Refusal):
    """The judge names the best players; nobody votes on them."""


class BestPlayerVotesMissing(Refusal):
    """Best player is who was voted so (C-SCORE-5)."""


class BestPlayerVotedTwice(Refusal):
    """Who took part has one vote on the best player."""


class BestPlayerContradictsVotes(Refusal):
    """The votes say who is best player (C-SCORE-5)."""


class BestPlayerUndecided(Refusal):
    """Equal votes, and the host's for a third: the host's recorded decision is needed."""


class HostDecisionNotNeeded(Refusal):
    """The votes decide: there is nothing left for the host to decide."""


class OffenderAwarded(Refusal):
    """Who caused a team defeat gets no award and no best move."""
