"""The refusals of registration, each named after the rule that was broken. Their codes are stable."""

from shared.eventsourcing.refusal import Conflicting, Forbidden, Missing, Refusal

# ------------------------------------------------------------------ who may


class NotAnOrganizer(Forbidden):
    """The person does not organize this championship."""


class NotAnAdmin(Forbidden):
    """Only an admin opens and closes accounts."""


class NotAnOfficial(Forbidden):
    """The person holds no role in this championship that may do that."""


class NotYourEntry(Forbidden):
    """A player acts for himself; organizers and clubs act for others."""


class NotYourDraw(Forbidden):
    """The draw is the organizer's or the chief judge's (C-DRAW-1)."""


# ------------------------------------------------------------------ texts and times


class TextUnacceptable(Refusal):
    """A text that nobody could read or type again."""


class TimeZoneUnknown(Refusal):
    """A zone that the IANA database does not have."""


class LocalTimeSkipped(Refusal):
    """A local time that the clocks of that zone never show."""


class LocalTimeAmbiguous(Refusal):
    """A local time that the clocks of that zone show twice."""


class LocalTimeOutOfRange(Refusal):
    """A local time that is in no calendar, or in a year that no championship is in."""


# ------------------------------------------------------------------ championship


class ChampionshipUnknown(Missing):
    """No such championship."""


class RegulationsUnknown(Missing):
    """No regulations document with that id is shipped."""


class RegulationsFlawed(Refusal):
    """A regulations document holds no contradiction and no setting that nothing can reach."""


class ChampionshipAlreadyAnnounced(Conflicting):
    """A championship is announced once."""


class VenueUnknown(Refusal):
    """A stage or deadline names a venue that the championship does not have."""


class ClubRepeated(Refusal):
    """A club is named twice among the host and the partners."""


class KeyRepeated(Refusal):
    """Two venues or two stages have the same key."""


class PlanCannotWork(Refusal):
    """The stages do not fit one another (O-PLAN-1)."""


class GroupsCannotWork(Refusal):
    """The groups of a stage do not fit it, one another, or the stage after it."""


class PlanBreaksRegulations(Refusal):
    """The regulations bind the number of games (C-PLAN-1)."""


class ScheduleCannotWork(Refusal):
    """Blocks that overlap or end before they start (O-PLAN-2)."""


class DeadlineCannotWork(Refusal):
    """Deadlines in the past, after the first block, or in the wrong order (O-REG-2)."""


class ReasonMissing(Refusal):
    """What changes a promise says why."""


class StageAlreadyDrawn(Conflicting):
    """What a published draw stands on stays as it is."""


class PlacesBelowEntries(Conflicting):
    """More take part than there would be places for."""


class RegulationsAreBound(Conflicting):
    """Once it runs, only a newer version of the same document may take the place of the document."""


class PhaseOutOfOrder(Conflicting):
    """A championship goes from one phase to the next."""


class AccreditationMissing(Refusal):
    """The regulations ask for accredited judges."""


class AccreditationOutOfDate(Refusal):
    """The accreditation does not hold until the last day."""


class RightMissing(Refusal):
    """The judge's category does not have the right that the role needs."""


class RelationUnknown(Missing):
    """No such relation is declared."""


class RelationToOneself(Refusal):
    """A relation is between two people."""


class ChiefJudgeAlreadyAppointed(Conflicting):
    """A championship has one chief judge (O-REG-1)."""


class OfficialNotAppointed(Missing):
    """The person does not act in that role."""


class LastOrganizer(Conflicting):
    """A championship always has an organizer."""


# ------------------------------------------------------------------ suspensions


class OffenseUnknown(Refusal):
    """The regulations bar nobody for that offense."""


class SuspensionEndsBeforeItBegins(Refusal):
    """A suspension that is over already bars nobody."""


class SuspensionUnknown(Missing):
    """The person has no such suspension."""


class PlayerIsSuspended(Refusal):
    """The person is barred from this championship, or from all until a date (O-SUSP-1)."""


# ------------------------------------------------------------------ roster


class RegistrationNotOpen(Refusal):
    """Nobody can apply yet."""


class ChampionshipIsOver(Conflicting):
    """Finished or cancelled: nothing more happens to its entries."""


class LateReasonMissing(Refusal):
    """A late application is taken by an organizer, who says why."""


class WaitlistFull(Conflicting):
    """As many wait for a place as may."""


class NotNextInLine(Conflicting):
    """Who waits longer, and may take the place, comes first."""


class EntryNotAccepted(Conflicting):
    """Only who takes part checks in."""


class AttributesNotConfirmed(Refusal):
    """An official must have seen the proof of what was declared (C-REG-1)."""


class AttributeNotDeclared(Refusal):
    """Only what was declared is confirmed."""


class NothingToRefund(Refusal):
    """No fee was paid, the entry stands, or the refund is noted already."""


class RefundExceedsFee(Refusal):
    """More than was paid, or another currency."""


class EntryIsDisqualified(Conflicting):
    """The player is out of this championship."""


class ImportRefused(Refusal):
    """A file is taken whole or not at all; every line that cannot be taken is named."""


class ApplicationsClosed(Refusal):
    """The final deadline has passed (O-REG-2)."""


class AttributeMissing(Refusal):
    """The regulations ask for an attribute that the application does not declare (C-REG-1)."""


class AttributeNotAllowed(Refusal):
    """The regulations do not let people with that attribute enter (C-REG-1)."""


class AttributeNotAsked(Refusal):
    """The regulations do not ask for that attribute, and nothing is kept without need."""


class NickTaken(Conflicting):
    """A nick is unique within a championship, however it is written."""


class AlreadyApplied(Conflicting):
    """One person, one entry."""


class ApplicationUnknown(Missing):
    """The player has not applied."""


class EntryIsWithdrawn(Conflicting):
    """Nothing more happens to an entry that was withdrawn."""


class FeeNotDue(Refusal):
    """The regulations have no fee."""


class FeeMismatch(Refusal):
    """Amount or currency differ from the fee (O-REG-3)."""


class FeeAlreadyRecorded(Conflicting):
    """The fee was recorded with another receipt."""


class FeeNotRecorded(Refusal):
    """An application is accepted only after its fee is recorded (O-REG-3)."""


class QuotaFull(Refusal):
    """As many entries share that attribute as the regulations allow (C-REG-2)."""


class ChampionshipFull(Conflicting):
    """Every place is taken."""


# ------------------------------------------------------------------ draw


class StageUnknown(Missing):
    """The championship has no such stage."""


class GroupUnknown(Missing):
    """The stage, or the championship, has no such group."""


class GroupNotSaid(Refusal):
    """A stage with groups is drawn, and read, group by group."""


class StageHasNoGroups(Refusal):
    """A stage without groups is drawn whole."""


class EntrantsWithoutGroup(Conflicting):
    """Where groups play apart everyone plays in one: by his city, or as an organizer put him."""


class GroupFull(Conflicting):
    """Every place of the group is taken."""


class JudgeInOtherGroup(Conflicting):
    """A judge leads tables of another group at the same time, in another hall."""


class PlayerAlreadyDrawn(Conflicting):
    """A published draw seats the player."""


class DrawUnknown(Missing):
    """No draw of that stage is public."""


class SeedAlreadyCommitted(Conflicting):
    """A stage has one committed seed: a second would be a second try."""


class CommitmentTooLate(Conflicting):
    """A seed is committed to before it is known who plays."""


class SeedIsCommitted(Conflicting):
    """Whoever committed to a seed draws with it."""


class PublicValueWithoutCommitment(Conflicting):
    """A public value is mixed with a committed seed, and there is none."""


class SeedMissing(Refusal):
    """A draw has a seed."""


class CommittedSecretMissing(Conflicting):
    """What was committed to must be revealed, and the key that it was derived from is not there."""


class CommitmentUnknown(Missing):
    """No seed of that stage is committed to."""


class DrawAlreadyPublished(Conflicting):
    """A stage is drawn once."""


class SearchUnderway(Conflicting):
    """A draw is searched for once at a time."""


class SearchUnknown(Missing):
    """No draw of that stage was ever searched for."""


class SearchIsOver(Conflicting):
    """Only what is searched for can be stopped or cancelled."""


class PreviousStageNotDrawn(Conflicting):
    """Stages are drawn in their order."""


class QualifiersNotNamed(Conflicting):
    """The stage's players are not known yet."""


class ReservesTied(Conflicting):
    """Equal reserves do not step in before somebody has decided their order."""


class CutDisputed(Conflicting):
    """An open protest can still change who goes on to the stage."""


class TooFewPlayers(Refusal):
    """A table seats ten (O-GAME-1)."""


class TooManyPlayers(Refusal):
    """More players than the plan has places in the stage."""


class TablesCannotBeFilled(Refusal):
    """More tables than ten players each."""


class GamesDoNotDivide(Refusal):
    """Players times games is no multiple of ten."""


class PlayerRepeated(Refusal):
    """A player is listed twice and would sit in two seats at once."""


class JudgeRepeated(Refusal):
    """A judge is listed twice and would judge two tables at once."""


class JudgeNotAppointed(Refusal):
    """Only an appointed judge leads a table."""


class NoRightToJudgeFinal(Refusal):
    """Where judges are accredited, a table of the final needs the right to it."""


class SeparationsCannotBeKept(Refusal):
    """Who must not meet has to, or a search found no way around it."""


class JudgesTooRelated(Refusal):
    """A judge is never at a table with somebody he is related to."""


class TooFewJudges(Refusal):
    """Every table of a round has its own judge, who does not play in that round."""


class SeatsNotTen(Refusal):
    """A given table seats more or fewer than ten (O-GAME-1)."""


class TableRepeated(Refusal):
    """A given seating has two games at one table of one round."""


class PlayerNotInStage(Refusal):
    """A given seating holds somebody who does not play the stage."""


class PlayersGamesUneven(Refusal):
    """A given seating misses games, or has too many: somebody plays another number than the plan's."""


class SeparatedWouldMeet(Refusal):
    """A change of the seating lets two meet who must not."""


class JudgeRelated(Refusal):
    """A change of the seating puts a judge at a table with somebody he is related to."""


class GamesHaveStarted(Conflicting):
    """What is asked for concerns games that have started: those are never touched."""


class NothingToChange(Conflicting):
    """Nobody who is named has a game that has not started, or the seating is so already."""


class ChangeNotSettled(Conflicting):
    """The tables have not answered to the change before; it is a matter of a moment."""


class PreviewOutdated(Conflicting):
    """What would be done now is not what was seen in the preview."""


class PlayerAlreadyInStage(Conflicting):
    """Who is to come in plays the stage already."""


class NoReserveLeft(Conflicting):
    """Nobody who may is left in the order of reserves."""


class GamesWouldBeUneven(Refusal):
    """After the change somebody would play another number of games."""


class NoRoomByByes(Conflicting):
    """Byes leave no room for one player more."""


class SeatingWasGiven(Conflicting):
    """The seating was given and not drawn: there is nothing to draw again."""


# ------------------------------------------------------------------ accounts


class AccountUnknown(Missing):
    """No such person or client."""


class AccountAlreadyOpened(Conflicting):
    """The id belongs to another account."""


class PersonIsMerged(Conflicting):
    """The record is a second one of somebody: the other record is the one to use."""


class MergeIntoOneself(Refusal):
    """A merge is of two records."""


class MergeInChain(Conflicting):
    """A record with merged ones, or a merged one, is no second record of anybody."""


class MergeWouldDouble(Conflicting):
    """Both records have an entry in one championship, and one person has one entry."""


class PersonNotMerged(Conflicting):
    """Only what was merged is unmerged."""


class NotYourRecord(Forbidden):
    """A person's record is his own, of who registered him, and of admins."""


class AccreditationCannotWork(Refusal):
    """An accreditation has a right, and ends after it begins."""


class LoginTaken(Conflicting):
    """A login is one organizer's, however it is written."""


class LoginUnacceptable(Refusal):
    """A login that could be taken for another one."""


class PasswordTooWeak(Refusal):
    """A password that is guessed soon."""


class ResetCodeInvalid(Refusal):
    """The code was used, replaced, is too old, or never was one."""


class ScopeUnknown(Refusal):
    """A scope that nothing here asks for."""


class LinkUnknown(Missing):
    """The person has no valid personal link to that championship."""


class LinkNotForCommission(Forbidden):
    """No organizer may come in as a member of the commission that may decide about him."""


class GrantMalformed(Refusal):
    """A token is asked for with a client's id and secret, or with a personal link's code."""
