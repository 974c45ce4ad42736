"""Every rule of appeals that a command can break. Names are stable codes."""

from shared.eventsourcing.refusal import Conflicting, Forbidden, Missing, Refusal

# ------------------------------------------------------------------------------ not known


class UnknownProtest(Missing):
    """There is no such protest."""


class UnknownChampionship(Missing):
    """No such championship was announced."""


class UnknownGame(Missing):
    """No such game was heard of."""


class UnknownRuling(Missing):
    """No ruling with this id was ever published here."""


# ------------------------------------------------------------------------------ filing


class RegulationsNotHeard(Conflicting):
    """The championship's regulations have not arrived here yet."""


class ProtestDuringGame(Conflicting):
    """A protest is taken only after the game has ended (O-PROT-1, C-LAW-23)."""


class ProtocolNotSigned(Conflicting):
    """A protest is against a signed protocol."""


class GameDoesNotCount(Conflicting):
    """The game was annulled; nothing of it can be contested."""


class NotSeatedAtTheGame(Forbidden):
    """Only who played the game may protest."""


class ProtestWindowClosed(Refusal):
    """The window of the regulations is over."""


class RuleNotNamed(Refusal):
    """The regulations want the broken rule named (C-LAW-23)."""


class PointOfJudgement(Refusal):
    """The regulations exclude protests against a judge's judgement."""


class SameFactsProtested(Conflicting):
    """The same person has protested the same act of the same game before."""


class NotForAnother(Forbidden):
    """Only an organizer of the championship files for a player."""


class DepositMissing(Refusal):
    """The regulations want a deposit with a protest."""


class NobodyOfTheGame(Refusal):
    """The act complained of must be that of the judge, of another player or of an official."""


class RemedyOutsideGame(Refusal):
    """A remedy reaches only those who played the game."""


# ------------------------------------------------------------------------------ who may


class NotTheGamesJudge(Forbidden):
    """The game's judge accepts or declines a protest, and nobody else (O-PROT-2)."""


class NotTheFiler(Forbidden):
    """Only who filed a protest may withdraw it."""


class NotTheAppointer(Forbidden):
    """The chief judge appoints; the organizer, where the chief judge has a stake (O-PROT-3)."""


class NotOnTheCommission(Forbidden):
    """Only members of this commission vote."""


class NotTheChairman(Forbidden):
    """The commission's first member writes and publishes its ruling."""


class NotAParty(Forbidden):
    """Only who filed and who is complained of may do this."""


class NotHeard(Forbidden):
    """Only the parties, the game's judge and the commission are heard."""


class StakeInTheCase(Forbidden):
    """Nobody with a stake decides at any step."""


# ------------------------------------------------------------------------------ the commission


class CommissionIncomplete(Refusal):
    """A commission is three different people (O-PROT-3)."""


class MemberConflicted(Refusal):
    """A person with a stake in the game cannot sit on its commission (O-PROT-3)."""


class NoStandingCommission(Conflicting):
    """The championship named no standing commission."""


class PlayHasBegun(Conflicting):
    """A standing commission is named before the first game."""


class NoSuchMember(Refusal):
    """Nobody of that id sits on the commission or in reserve."""


class MemberStands(Conflicting):
    """A member leaves for a cause only: a stake, a missing consent, an objection, a missed deadline."""


class SeatNotEmpty(Conflicting):
    """Three sit already."""


class ConsentMissing(Conflicting):
    """Who shares club or city with a party votes with the consent of both parties only."""


class ObjectedBefore(Conflicting):
    """A party objects to a member once."""


class ObjectionOpen(Conflicting):
    """While an objection is open nobody votes."""


class NoObjection(Conflicting):
    """Nobody objects to that member."""


class CommissionHasVoted(Conflicting):
    """After the last vote nothing of the hearing and nobody of the commission changes."""


class NotYourTurn(Conflicting):
    """The parties state their case in turn."""


class UnknownQuestion(Missing):
    """No such question waits for an answer."""


class NotAsked(Forbidden):
    """Who was asked answers."""


class AlreadyVoted(Conflicting):
    """A member votes once."""


class FileTypeNotTaken(Refusal):
    """Evidence comes in a few kinds of files."""


class FileSizeNotTaken(Refusal):
    """A file of evidence is neither empty nor large."""


class TooManyFiles(Refusal):
    """A protest has so many files and no more."""


class PersonUnknown(Refusal):
    """Who sits on a commission is somebody."""


class AlreadySuperseded(Conflicting):
    """A ruling is superseded once."""


class RemedyNotAllowed(Refusal):
    """The regulations do not let a commission grant this."""


class NothingCorrected(Refusal):
    """A correction corrects something."""


class SuspensionInThePast(Refusal):
    """A suspension ends after it begins."""


class RemedyOnRejection(Refusal):
    """A rejected protest changes nothing."""


class NobodyToWarn(Refusal):
    """A warning is for a judge or an official, and goes with a protest that is upheld."""


class GroundsMissing(Refusal):
    """The regulations want facts, rule and conclusion apart."""


class ReasonMissing(Refusal):
    """A decision without its reason is none."""


# ------------------------------------------------------------------------------ the course of a protest


class StepNotOpen(Conflicting):
    """The protest is not at this step."""


class DeclineFinal(Conflicting):
    """A decline that the document lets nobody contest, or that was contested before."""


class WithdrawalTooLate(Conflicting):
    """The commission has voted."""


class ProtestOver(Conflicting):
    """The protest was declined or withdrawn; it stays so."""


class RulingFinal(Conflicting):
    """A ruling is final: no further appeal, no reopening (O-PROT-4)."""
