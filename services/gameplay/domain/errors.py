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
    """There is nothing to play again."""


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


# The table, move by move.
class MoveOutOfPlace(Conflicting):
    """The table expects something else now."""


class OutOfTurn(Refusal):
    """The players speak around the table (O-DAY-1, O-DAY-6, C-DAY-1)."""


class PlayerSilent(Refusal):
    """A third foul costs a speech (O-FOUL-2, C-LAW-21)."""


class PlayerIsOut(Refusal):
    """Who is out neither votes nor leaves again."""


class CandidatePutUpTwice(Refusal):
    """A player puts up one candidate a day (O-DAY-2, C-DAY-3, C-LAW-4)."""


class CandidateStandsAlready(Refusal):
    """The first who puts a candidate up counts."""


class WithdrawalNotInRegulations(Refusal):
    """A candidate who is put up stays, unless the regulations say otherwise."""


class NotACandidate(Refusal):
    """Votes are for those who are put up."""


class CandidateOutOfOrder(Refusal):
    """Candidates are called in the order in which they were put up (O-DAY-3)."""


class VotedTwice(Refusal):
    """A player has one vote (O-VOTE-1, C-LAW-4)."""


class CastVotesUnsettled(Conflicting):
    """A candidate left in the middle of the vote: the judge says what becomes of the votes for him."""


class FirstNightQuiet(Refusal):
    """In the first night nobody is shot or checked (O-GAME-3, C-GAME-2)."""


class ShootingOrderNotThree(Refusal):
    """The don names the victims of three nights (O-GAME-3, C-GAME-2)."""


class NotAShooter(Refusal):
    """Who shoots is alive and has the card for it (O-NIGHT-1)."""


class ShotTwice(Refusal):
    """A night has one round of shots, one for each who shoots."""


class ShotsMissing(Conflicting):
    """The shots come first in a night."""


class CheckerIsOut(Refusal):
    """Who is out checks nobody."""


class CheckedTwice(Refusal):
    """Don and sheriff check one player a night (O-NIGHT-3, O-NIGHT-4)."""


class CheckOutOfOrder(Refusal):
    """The don checks before the sheriff."""


class SecondQuestionNotInRegulations(Refusal):
    """The sheriff has one question, unless the regulations give him another (C-NIGHT-3)."""


class SecondQuestionAfterNo(Refusal):
    """Whether it is the don is asked after a yes (C-NIGHT-3)."""


class BestMoveMadeAlready(Refusal):
    """A game has one best move."""


class ReseatingConflict(Conflicting):
    """A change of the published seating does not fit the game as it is now."""


class PlayerHasLeft(Conflicting):
    """Who withdrew or was disqualified plays in no game that has not started."""


class PlayerAtTwoTables(Refusal):
    """In one round a person is at one table."""


class ConfirmationNeeded(Conflicting):
    """Who removes a player or ends a game says that he means it."""


class ReasonBlank(Refusal):
    """A reason says something."""


class FeatureUnknown(Refusal):
    """What a game may know of itself has fixed names, which scoring and statistics go by."""


class ReasonMissing(Refusal):
    """By day a foul is given with its reason, and a removal always (C-HOST-1, O-OUT-1)."""


class OffenseHasOtherConsequence(Refusal):
    """The regulations have something else for this offense."""


class TechnicalFoulsNotInRegulations(Refusal):
    """The regulations know no technical fouls."""


class TeamDefeatTwice(Refusal):
    """A game has one team defeat."""


class ProtestDuringGame(Refusal):
    """Protests are taken after the game (O-PROT-1)."""


class GameIsOver(Conflicting):
    """A game ends once."""


# The protocol, move by move.
class MoveNumberTaken(Conflicting):
    """An entry has a number of its own: somebody was faster, or the table was read too long ago."""


class MoveUnknown(Missing):
    """There is no such entry."""


class CorrectionChangesNothing(Refusal):
    """A correction says something else than what stands there."""


class GameNotEnded(Conflicting):
    """A game is closed when it is over."""


class ProtocolInDoubt(Conflicting):
    """After a correction some entries no longer hold; they are corrected or overruled before the end."""


class ProtocolNotLive(Conflicting):
    """The game has a summary, and no entries move by move."""


class LogContradictsSummary(Refusal):
    """A log that is filled in later tells the game that was signed."""


class SummaryContradictsProtocol(Refusal):
    """A summary keeps what was recorded move by move."""


# Who judges, and who plays.
class NotTheChiefJudge(Forbidden):
    """The chief judge takes a judge's place, and nobody else."""


class NotAnOfficial(Forbidden):
    """The table's judge, the chief judge or the organizer arranges who plays."""


class GameAlreadyStarted(Conflicting):
    """Players change before the start."""


class SeatsNotThePlayers(Refusal):
    """A correction of seats keeps the ten players."""


class CorrectionNotProposed(Conflicting):
    """There is no correction to agree to."""


class SecondOfficialNeeded(Forbidden):
    """Judge and chief judge correct a signed result together: two people."""


class ProtocolNotSigned(Conflicting):
    """Before the signature the protocol itself is corrected."""


class GameReplayed(Conflicting):
    """An annulled game is played again once, and then stays annulled."""
