"""Filing: after which games, until when, by whom, about what."""

import re
import unicodedata
from datetime import datetime, timedelta

from services.appeals.domain.errors import (
    DepositMissing,
    GameDoesNotCount,
    NobodyOfTheGame,
    NotForAnother,
    NotSeatedAtTheGame,
    PointOfJudgement,
    ProtestDuringGame,
    ProtestWindowClosed,
    ProtocolNotSigned,
    RuleNotNamed,
    SameFactsProtested,
    StepNotOpen,
)
from services.appeals.domain.protest.commands import FileProtest
from services.appeals.domain.protest.deadlines import deadline
from services.appeals.domain.protest.events import Act, ProtestEvent, ProtestFiled
from services.appeals.domain.protest.facts import Game, Rules
from services.appeals.domain.protest.standing import refuse_remedy, text
from services.appeals.domain.protest.state import Protest, Unfiled
from shared.contracts.regulations import ProtestRules

RULE_WORD = re.compile(r"^(?:rule|clause|article|art|no|правило|пункт|статья|стаття|пр|п|ст)\b\.?\s*(?=\d)")
"""A word for a rule before its number, in any of the languages."""


def file(command: FileProtest, state: Protest) -> list[ProtestEvent]:
    """Take a protest of a player of the game, in time, against a signed result (O-PROT-1, C-LAW-23)."""
    game, rules = command.game, command.rules
    if not isinstance(state, Unfiled):
        raise StepNotOpen(f"Protest {command.protest} is filed already; file another one under another id.")
    if command.lodged_by is not None and command.lodged_by not in command.officials.organizers:
        raise NotForAnother(
            f"Only organizers of championship {game.championship} file for a player; file your own protest."
        )
    if command.by not in game.players:
        raise NotSeatedAtTheGame(f"Only who played game {game.game} may protest against it.")
    signed_at = _signed(game, rules)
    closes_at = window_closes_at(rules.protests, signed_at, rules.next_drawn_at)
    if not in_time(command.at, closes_at):
        raise ProtestWindowClosed(
            f"Game {game.game} was signed at {signed_at:%Y-%m-%d %H:%M:%S} UTC; protests were taken until"
            f" {closes_at:%Y-%m-%d %H:%M:%S} UTC, and not after.",
            clause=_clause(rules, "window"),
            signed_at=signed_at,
            closed_at=closes_at,
            zone=rules.zone,
        )
    _refuse_outside_the_regulations(command)
    if command.earlier is not None:
        raise SameFactsProtested(
            f"This act of game {game.game} was protested before, as protest {command.earlier}. The same"
            " facts are heard and ruled on once; name another rule, moment or person if it is another act.",
            clause=command.rules.clauses.get("protests.final"),
            protest=command.earlier,
        )
    return [
        ProtestFiled(
            protest=command.protest,
            championship=game.championship,
            game=game.game,
            stage=game.stage,
            judge=game.judge,
            players=game.players,
            filer=command.by,
            act=command.act,
            ground=command.ground,
            rule=text(command.rule),
            remedy=command.remedy,
            evidence=command.evidence,
            signed_at=signed_at,
            window_closes_at=closes_at,
            zone=rules.zone,
            clauses=rules.clauses,
            filed_at=command.at,
            rules=rules.protests,
            links=command.links,
            deposit=command.deposit,
            lodged_by=command.lodged_by,
        ),
        *deadline("acceptance", rules.protests.acceptance_minutes, command.at),
    ]


def _signed(game: Game, rules: Rules) -> datetime:
    """Return when the game was signed; refuse while it was not, or no longer counts."""
    if game.status == "running":
        leaves = rules.in_game == "filer_leaves"
        cost = " A protest at the table costs the seat; its judge enters that." if leaves else ""
        raise ProtestDuringGame(
            f"Game {game.game} is being played. Protest when it has ended and its protocol is signed.{cost}",
            clause=_clause(rules, "after_game"),
            in_game=rules.in_game,
            in_game_clause=rules.clauses.get("play.protest_in_game"),
        )
    if game.status == "annulled":
        raise GameDoesNotCount(f"Game {game.game} was annulled: there is no result to protest against.")
    if game.status != "signed" or game.signed_at is None:
        raise ProtocolNotSigned(
            f"Game {game.game} has no signed protocol yet. Protest when its judge has signed it.",
            clause=_clause(rules, "after_game"),
        )
    return game.signed_at


def _refuse_outside_the_regulations(command: FileProtest) -> None:
    """Refuse a protest that names no rule, contests a judgement, or reaches beyond those concerned."""
    game, rules = command.game, command.rules
    if rules.protests.rule_required and text(command.rule) is None:
        raise RuleNotNamed(
            "This championship takes a protest up only if a rule of play was broken: name the rule.",
            clause=_clause(rules, "rule_required"),
        )
    if command.ground == "judgement" and rules.protests.points_of_judgement == "excluded":
        raise PointOfJudgement(
            "This championship takes no protest against a judge's judgement; name the rule that was broken.",
            clause=_clause(rules, "points_of_judgement"),
        )
    wanted = rules.protests.deposit
    if wanted is not None and command.deposit != wanted:
        raise DepositMissing(
            f"A protest is filed with a deposit of {wanted.amount} {wanted.currency}; say that it was left.",
            clause=_clause(rules, "deposit"),
        )
    concerned = command.act.by in {game.judge, *game.players} or command.act.by in command.officials
    if command.act.by == command.by or not concerned:
        raise NobodyOfTheGame(
            f"{command.act.by} is neither the judge of game {game.game}, nor another of its players, nor an"
            " official of the championship. Name whose act you protest against.",
            person=command.act.by,
        )
    refuse_remedy(
        command.remedy,
        game.players,
        command.act.by,
        rules.protests,
        _clause(rules, "remedies"),
        command.at,
    )


def window_closes_at(
    rules: ProtestRules, signed_at: datetime, next_drawn_at: datetime | None = None
) -> datetime | None:
    """Return the last second in which a protest may be filed; None: no limit by time.

    Minutes from the signature, or the publication of the next stage's draw, whichever comes first.
    """
    ends = []
    if rules.window_minutes is not None:
        ends.append(signed_at + timedelta(minutes=rules.window_minutes))
    if rules.window_until_next_draw and next_drawn_at is not None:
        ends.append(next_drawn_at)
    return min(ends).replace(microsecond=0) if ends else None


def in_time(filed_at: datetime, closes_at: datetime | None) -> bool:
    """Judge to the second: what comes within the closing second is in time."""
    return closes_at is None or filed_at.replace(microsecond=0) <= closes_at


def facts_key(act: Act, rule: str | None) -> str:
    """Return what makes two protests of one filer on one game the same: whose act, when, which rule.

    The filer's wording is not part of it: telling the same facts in other words is no new protest.
    """
    moment = f"{act.moment.time} {act.moment.number}" if act.moment else "-"
    return f"{act.by} / {moment} / {plain_rule(rule or '-')}"


def plain_rule(rule: str | None) -> str | None:
    """Fold case, width, spaces, punctuation at the ends and words for a rule: "№ 4.3" and "4.3" are one."""
    if rule is None:
        return None
    # Before NFKC, which would make letters of the sign.
    folded = unicodedata.normalize("NFKC", rule.replace("№", " ")).casefold()
    plain = " ".join(folded.split()).strip(" .,;:§#-")
    return RULE_WORD.sub("", plain) or "-"


def _clause(rules: Rules, key: str) -> str | None:
    return rules.clauses.get(f"protests.{key}")
