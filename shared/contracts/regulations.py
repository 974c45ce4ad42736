"""The regulations document: every rule that differs between championships, as data.

A document is validated when it is uploaded, versioned, and immutable once a championship has
started. It travels whole in `ChampionshipAnnounced`. The shipped ones lie in `documents/`.
`clauses` maps a key of the document ("scoring.extra_points") to the clause of the source text, so
that a refusal and a line of points can name it.
"""

from importlib import resources
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from shared.contracts.primitives import Points, Role

Slug: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
StageKind: TypeAlias = Literal["qualification", "semifinal", "final"]
Seconds: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=600)]
Consequence: TypeAlias = Literal["foul", "technical_foul", "removal", "team_defeat"]
Metric: TypeAlias = Literal[
    "points",
    "additional_points",
    "wins",
    "times_best_player",
    "wins_as_black",
    "wins_as_don",
    "wins_as_sheriff",
    "wins_as_don_and_sheriff",
    "times_first_killed",
    "points_in_earlier_stages",
    "stages_reached",
    "games",
    "wins_as_civilian",
    "wins_as_mafia",
    "average_points",
    "rating_squared",
]
"""What a table can be ordered by. `rating_squared`: points / sqrt(games), squared with its sign, so that
it stays exact; the order is that of the root."""
Component: TypeAlias = Literal[
    "win",
    "loss",
    "draw",
    "full_team_win",
    "best_move",
    "best_player",
    "extra_points",
    "penalty",
    "removal",
    "team_defeat",
    "compensation",
    "adjustment",
    "automatic",
]
"""What a line of points is for. `adjustment`: a ruling gave or took points. `automatic`: given to
everyone who meets the document's condition, as long as the judge does not take them away."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of every part: unknown keys are errors."""


class ByRole(Part, frozen=True, kw_only=True):
    """Points for each role."""

    civilian: Points = "0"
    sheriff: Points = "0"
    mafia: Points = "0"
    don: Points = "0"

    def of(self, role: Role) -> Points:
        """Return the points for one role."""
        points: Points = getattr(self, role)
        return points


class Fee(Part, frozen=True, kw_only=True):
    """The entry fee (O-REG-3)."""

    amount: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,9}(\.[0-9]{1,2})?$")]
    currency: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}$", description="ISO 4217")]


class Quota(Part, frozen=True, kw_only=True):
    """At most `limit` entries that share the value of one attribute (C-REG-2).

    The attributes `club` and `city` are the entry's own club and city.
    `within` narrows the quota to entries whose attributes have these values.
    """

    attribute: Slug
    limit: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    within: dict[str, str] = {}


class SuspensionRule(Part, frozen=True, kw_only=True):
    """What an offense costs beyond the game: out of the championship, and for how long out of all.

    Its key in `clauses` is "registration.suspensions.<offense>".
    """

    months: Annotated[int, msgspec.Meta(ge=1, le=240)] | None = None
    """How long nobody takes an entry of the person; None: he is out of this championship only."""
    spectators: bool = False
    """Whether who watches may be put out for it too."""


class RegistrationRules(Part, frozen=True, kw_only=True):
    """Who may enter."""

    fee: Fee | None = None
    quotas: tuple[Quota, ...] = ()
    required_attributes: tuple[Slug, ...] = ()
    """Attributes that every application must declare (C-REG-1)."""
    allowed_values: dict[Slug, tuple[str, ...]] = {}
    """By attribute, the only values with which one may enter (C-REG-1)."""
    attributes_confirmed: Literal["never", "before_acceptance", "before_check_in"] = "never"
    """By when an official must have confirmed what was declared (C-REG-1)."""
    suspensions: dict[Slug, SuspensionRule] = {}
    """Offenses that bar from championships (O-SUSP-1, O-SUSP-2, C-LAW-34)."""
    suspensions_published: bool = False
    """Whether everybody may see who is suspended, and why."""
    judges_accredited: bool = False
    """Whether judges need a valid accreditation with the right to what they are appointed for."""


class StageTemplate(Part, frozen=True, kw_only=True):
    """One stage of the plan that the document proposes."""

    key: Slug
    title: str
    kind: StageKind
    games: Annotated[int, msgspec.Meta(ge=1, le=50, description="Games each player plays in the stage.")]
    advance: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """How many go on to the next stage after this one; None: everyone does."""


class PlanRules(Part, frozen=True, kw_only=True):
    """The stages that the document proposes (O-PLAN-1, C-PLAN-1)."""

    stages: tuple[StageTemplate, ...]
    binding: bool = False
    """Whether a championship's stages with these keys must keep kind and games (C-PLAN-1)."""


class ExtraPointsRule(Part, frozen=True, kw_only=True):
    """Limits on extra points in one game (O-SCORE-4)."""

    allowed: tuple[Points, ...] | None = None
    """The only values one player may get; None: any value from `minimum` to `maximum`."""
    minimum: Points = "0"
    maximum: Points = "1"
    max_players: int | None = None
    max_total: Points | None = None
    max_players_with_chief_judge: int | None = None
    """How many may get extra points where the chief judge agreed; None: no more than without him."""
    max_total_with_chief_judge: Points | None = None
    max_total_with_college: Points | None = None
    """The sum where the college of judges agreed."""
    in_draws: bool = True
    """Whether a game without a winner has extra points at all."""


class BestPlayerRule(Part, frozen=True, kw_only=True):
    """How a game's best players are named and what they get (O-SCORE-2, C-SCORE-4, C-SCORE-5)."""

    decided_by: Literal["judge", "vote"]
    points: tuple[Points, ...]
    """The values one best player may get."""
    max_players: int = 1
    min_votes: int | None = None
    """With `decided_by` vote: how many votes a best player needs."""


class Compensation(Part, frozen=True, kw_only=True):
    """Compensation for being killed first (Ci), paid game by game.

    K is what the player counts of `counts`, N what `games` says, both inside the group of stage kinds
    that holds the game; so a later game may change the compensation of earlier ones. `formula`:

    - "rate": `factor * K / round(share * N)`, or `factor * K / divisor`;
    - "steps": `factor` with each K beyond the first `free`, until `cap` is reached in all;
    - "triangular": `factor * k * (k + 1) / 2` with k = max(0, K - floor(share * N));
    - "triangular_over_root": `factor * k * (k + 1) / sqrt(N)` with k = max(0, K - share * N).

    What one game pays is rounded to `digits`, and is `cap` at most.
    """

    factor: Points
    share: Points
    groups: tuple[tuple[StageKind, ...], ...]
    cap: Points | None = None
    formula: Literal["rate", "steps", "triangular", "triangular_over_root"] = "rate"
    by_group: bool = False
    """Whether the groups of a stage are groups here too: nothing of one counts in another."""
    counts: Literal["first_kills", "lost_first_kills", "best_moves"] = "first_kills"
    """First-night kills as a red, those in lost games only, or best moves that named a black."""
    so_far: bool = False
    """Whether K knows no later game than the one that is paid."""
    games: Literal["own", "distance", "running"] = "own"
    """N: the player's games of the group, the games its plan gives each player, or the number of the
    game that is paid among all games of the group."""
    divisor: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """Of the rate, instead of share * N."""
    free: Annotated[int, msgspec.Meta(ge=0, le=50)] = 0
    rounding: Literal["half_up", "half_even", "down", "up"] = "half_up"
    """Of share * N in a rate; a divisor of 0 counts as the smallest that pays the cap."""
    digits: Annotated[int, msgspec.Meta(ge=0, le=6)] | None = None
    """Half up; None: exact."""
    paid_on: Literal["loss"] = "loss"
    on_win: Literal["nothing", "half", "full"] = "nothing"
    on_draw: Literal["nothing", "half", "full"] = "nothing"
    needs_black_named: Literal["never", "on_win", "always"] = "never"
    """Where only a best move that named a black is compensated."""
    not_with: tuple[Component, ...] = ()
    """Components whose points in the same game leave no compensation."""


class AutomaticPoints(Part, frozen=True, kw_only=True):
    """Points that the judge need not give, only take away."""

    points: Points
    to: Literal["everyone", "winners", "losers"] = "everyone"
    unless: Slug | None = None
    """A named penalty that takes them away."""


class NamedPenalty(Part, frozen=True, kw_only=True):
    """A penalty with a fixed value. In a protocol it is a penalty whose reason is the name."""

    points: Points
    """0 or negative."""
    escalates: bool = False
    """Whether a player's second one counts twice, the third three times."""


class RankedRules(Part, frozen=True, kw_only=True):
    """Who has a place in the standings. The games of those who have none still count for the others."""

    minimum_games: Annotated[int, msgspec.Meta(ge=1, le=50)] = 1
    """Whoever played fewer games of the table's stages has no place."""
    substitutes: bool = True
    """Whether those who only ever sat in for others have a place."""
    entry_required: bool = False
    """Whether a place needs an accepted entry: exhibition and unpaid players have none then."""


class ScoringRules(Part, frozen=True, kw_only=True):
    """What a game is worth."""

    win: ByRole
    loss: ByRole = ByRole()
    draw: ByRole = ByRole()
    full_team_win: Points = "0"
    """More for each player of a winning team of which nobody is out (C-SCORE-3)."""
    best_move: dict[str, Points] = {}
    """Blacks named, "1" to "3", to points."""
    best_move_by_role: dict[Role, dict[str, Points]] = {}
    """The same for roles whose best move counts differently."""
    best_player: BestPlayerRule | None = None
    extra_points: ExtraPointsRule | None = None
    automatic: AutomaticPoints | None = None
    penalties: dict[Slug, NamedPenalty] = {}
    removal: Points = "0"
    removal_counts: Literal["beside", "instead"] = "beside"
    """Beside the player's other points of the game, or instead of them."""
    team_defeat: Points = "0"
    team_defeat_counts: Literal["beside", "instead_of_removal", "instead"] = "beside"
    compensation: Compensation | None = None
    coefficients: dict[StageKind, Points] = {}
    """By stage kind; absent: 1 (O-SCORE-7)."""
    coefficient_on: tuple[Component, ...] | None = None
    """The components that the coefficient multiplies; None: every one."""
    component_coefficients: dict[StageKind, dict[Component, Points]] = {}
    """Of single components, before `coefficients`."""
    ranked: RankedRules = RankedRules()


class TieRules(Part, frozen=True, kw_only=True):
    """The order of the standings, best first in each metric, and what happens to a tie that stays."""

    order: Annotated[tuple[Metric, ...], msgspec.Meta(min_length=1)]
    stage_order: Annotated[tuple[Metric, ...], msgspec.Meta(min_length=1)] | None = None
    """The order of a table of one stage alone, where it differs; None: `order`."""
    fewer_first: tuple[Metric, ...] = ()
    """Metrics of an order in which less is better."""
    across_the_cut: Literal["panel", "lot"] = "panel"
    """Who decides what the order leaves equal: people, or a lot with a recorded seed as well."""


Cascade: TypeAlias = Literal["keep", "replace_undrawn", "replace_unplayed"]


class CascadeRules(Part, frozen=True, kw_only=True):
    """What becomes of who goes on when a ruling changes a cut after the qualifiers were named.

    "keep": whoever was named stays named. "replace_undrawn", "replace_unplayed": the next stage's qualifiers
    may be named anew while that stage is not drawn, or while no game of it has a result. As usual in sports
    whose results are corrected, who advanced by another's corrected result keeps the place, and who advanced
    by the own one loses it.
    """

    own_result: Cascade = "replace_unplayed"
    """Of a qualifier whose own points fell, or who is out of the championship."""
    others_results: Cascade = "keep"
    """Of a qualifier whom others have passed."""


class PlayRules(Part, frozen=True, kw_only=True):
    """The table. The summary protocol reads few of these; the live protocol reads all."""

    best_move_names: Annotated[int, msgspec.Meta(ge=1, le=3)] = 3
    fouls_to_removal: Annotated[int, msgspec.Meta(ge=1, le=10)] = 4
    best_move: Literal["first_night", "first_kill", "none"] = "first_night"
    """Who has the best move: whom the first night of shooting killed, or the first who was killed at all."""
    best_move_lost_with: Annotated[int, msgspec.Meta(ge=1, le=9)] | None = None
    """Nobody has the best move when this many left on the first day; None: it is never lost."""
    second_tie: Literal["ask_all_leave", "nobody_leaves"] = "ask_all_leave"
    """After a second tie: the question whether all of them leave (O-TIE-2), or nobody (C-TIE-1)."""
    no_kills: Literal["play_on", "red_wins_at_four", "draw"] = "play_on"
    """Three nights running without a kill: nothing, a win of the reds with four left (O-END-3), a draw."""

    speech_seconds: Seconds = 60
    tie_speech_seconds: Seconds = 30
    last_word_seconds: Seconds = 60
    single_candidate_first_day: Literal["no_vote", "talk_only", "vote"] = "no_vote"
    """What becomes of a single candidate on day 1: nothing (O-DAY-4, C-DAY-5), a speech, a vote."""
    first_day_own_vote: bool = False
    """On day 1 a leader leaves only if he voted for himself in the last round; else he has a speech."""
    candidates_withdrawn: bool = False
    """Whether who put a candidate up may take him back in the same speech."""
    revotes: Literal["once", "until_repeated"] = "once"
    """A tie is voted on again once, or until the same leaders tie twice in a row."""
    revote_order: Literal["same", "reverse"] = "same"
    four_alive_tie: Literal["night", "revote", "revote_and_ask"] = "revote_and_ask"
    """A tie of four left: night at once (O-TIE-3), a revote and then nobody, or as with more players."""
    everyone_tied: Literal["as_others", "night", "ask_draw"] = "as_others"
    """After the last revote all who are left are tied: as any tie, night, or a vote on a draw."""
    more_leaders_than_half: Literal["as_others", "night"] = "as_others"
    """After the last revote more than half of those left are tied: as any tie, or night."""
    nine_alive_three_tied: Literal["as_others", "night", "as_others_after_miss"] = "as_others"
    """After the last revote three of nine are tied: as any tie, night, or night unless the night missed."""
    vote_after_removal: Literal["goes_on", "that_day", "current_or_next"] = "goes_on"
    """A removal before the day's vote is decided: the vote goes on (C-LAW-24), or is not held. At night
    it costs the next day's vote. With `current_or_next` it costs the next vote after the decision too,
    unless the removed player is who leaves by that very vote."""
    removed_and_shot: Literal["vote_held", "no_vote"] = "vote_held"
    """Whether a vote that a removal at night costs is held where the removed player is shot that night."""
    third_foul: Literal["next_round", "this_or_next_round"] = "next_round"
    """A third foul after the own speech costs the next one (O-FOUL-2); before it: nothing, or that speech
    (C-LAW-21)."""
    silence_lifted_at: Annotated[int, msgspec.Meta(ge=3, le=10)] | None = None
    """With this many left or fewer, who is silent speaks for `silenced_seconds`; None: never."""
    silenced_seconds: Seconds = 30
    silenced_in_tie: Literal["speaks", "silent"] = "speaks"
    silenced_puts_up: bool = True
    """Whether who is silent may still put up a candidate."""
    technical_fouls: bool = False
    technical_fouls_to_removal: Annotated[int, msgspec.Meta(ge=1, le=10)] | None = None
    best_move_by_black: bool = True
    """Whether a black who was killed first has the best move."""
    sheriff_second_question: bool = False
    """After a yes the sheriff may ask whether it is the don (C-NIGHT-3)."""
    protest_in_game: Literal["refused", "filer_leaves"] = "refused"


RemedyKind: TypeAlias = Literal[
    "AnnulGame",
    "AwardWin",
    "AdjustPoints",
    "OrderReplay",
    "CorrectResult",
    "SuspendPlayer",
    "RemovePlayer",
]
"""What a ruling may do; to change nothing is always open to it."""


class ProtestRules(Part, frozen=True, kw_only=True):
    """Protests and the commission.

    Keys of `clauses` that appeals names in its refusals: protests.after_game, protests.window,
    protests.rule_required, protests.points_of_judgement, protests.acceptance, protests.commission,
    protests.deposit, protests.remedies, protests.higher_body and protests.final.
    """

    window_minutes: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    """Minutes from the signature in which a protest may be filed; None: no limit by time."""
    rule_required: bool = False
    """Whether a protest must name the rule that was broken (C-LAW-23)."""
    points_of_judgement: Literal["allowed", "excluded"] = "allowed"
    """Whether a protest may be against a judge's judgement instead of a broken rule."""
    commission_size: Annotated[int, msgspec.Meta(ge=3, le=3)] = 3
    window_until_next_draw: bool = False
    """Whether the window also closes when the next stage's draw is published, if that comes first."""
    deposit: Fee | None = None
    """What a filer leaves with his protest; he has it back unless the protest is rejected."""
    acceptance_minutes: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    """After that long without an answer of the game's judge the chief judge may answer; None: never."""
    decline_review_minutes: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    """How long the filer may take a decline to the chief judge, once; None: a decline is final."""
    appointment_minutes: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    """After that long without a commission an organizer may appoint it too; None: never."""
    vote_minutes: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    """After that long without a ruling members may be replaced; None: never."""
    consent_for: tuple[Literal["club", "city"], ...] = ("club", "city")
    """What a member may share with a party only if both parties consent."""
    filer_hidden: bool = False
    """Whether the commission decides without knowing who filed."""
    effect_hidden: bool = False
    """Whether the commission decides without being told what a ruling would change in the standings."""
    reasons_in_parts: bool = False
    """Whether a ruling must give the facts found, the rule and the conclusion apart."""
    remedies: tuple[RemedyKind, ...] = get_args(RemedyKind)
    """What a commission may grant beside changing nothing."""
    higher_body: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None
    """Who may put another ruling in the place of a commission's; None: nobody (O-PROT-4)."""


class SanctionRules(Part, frozen=True, kw_only=True):
    """What happens to those who break the rules; read by the live protocol."""

    oath: tuple[str, ...] = ()
    team_defeat: tuple[Slug, ...] = ()
    """Offenses that give the win to the other team (O-WIN-1, C-LAW-29); empty: any that the judge names."""
    consequences: dict[Slug, Annotated[tuple[Consequence, ...], msgspec.Meta(min_length=1)]] = {}
    """By named offense, what a judge may give for it; an offense that is not listed is at his discretion.

    The key of an offense in `clauses` is "sanctions.consequences.<offense>".
    """
    penalties_down_to: Points | None = None
    """The lowest penalty a judge may give in a game, a negative number; None: no penalties."""


class Nomination(Part, frozen=True, kw_only=True):
    """An award beside the places: the first by an order of metrics, over the games in some roles."""

    key: Slug
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    roles: tuple[Role, ...] = ()
    """Only games in these roles are counted; empty: all games."""
    order: Annotated[tuple[Metric, ...], msgspec.Meta(min_length=1)] = ("points", "wins")
    minimum_games: Annotated[int, msgspec.Meta(ge=1, le=50)] = 1
    """Of those games."""
    tie: Literal["nobody", "shared"] = "nobody"
    """Who is first with exactly the same values as another is awarded nothing, or shares it."""
    substitutes: bool = False
    """Whether those who only ever sat in for others are in it."""
    entry_required: bool = True
    """Whether an accepted entry is needed: exhibition and unpaid players are not in it then."""


class Regulations(Part, frozen=True, kw_only=True):
    """One version of one regulations document."""

    id: Slug
    version: Annotated[int, msgspec.Meta(ge=1)]
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    registration: RegistrationRules
    plan: PlanRules
    play: PlayRules
    scoring: ScoringRules
    ties: TieRules
    protests: ProtestRules
    sanctions: SanctionRules = msgspec.field(default_factory=SanctionRules)
    cascade: CascadeRules = CascadeRules()
    nominations: tuple[Nomination, ...] = ()
    """Empty: the best of each role, and the most valuable player by additional points."""
    clauses: dict[str, str] = {}
    notes: tuple[str, ...] = ()

    def clause(self, key: str) -> str | None:
        """Return the clause behind a key of the document, if the source has one."""
        return self.clauses.get(key)


def shipped() -> dict[str, Regulations]:
    """Return the documents that the product ships, by id."""
    folder = resources.files("shared.contracts") / "documents"
    documents = (
        msgspec.json.decode(file.read_bytes(), type=Regulations)
        for file in folder.iterdir()
        if file.name.endswith(".json")
    )
    return {document.id: document for document in sorted(documents, key=lambda document: document.id)}
