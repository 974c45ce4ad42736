"""A ruling as a document: its content with a digest, and as text in three languages.

The digest is SHA-256 over the content as deterministic JSON (sorted keys, no blanks), without the digest
itself: the same ruling has the same digest wherever and whenever it is asked for. What it changed in the
standings comes later, and stands beside the content. With names hidden players
are numbers, in the order of their seats, and the digest is another one.
"""

import hashlib
from datetime import datetime
from typing import Any, Literal, TypeAlias
from uuid import UUID

import msgspec
from sqlalchemy import Row

from services.appeals.api.effects import Effect, effect_of, told
from services.appeals.api.naming import Names
from services.appeals.api.schemas import grounds_of
from services.appeals.api.wording import WORDS, Language
from shared.contracts.appeals import (
    AdjustPoints,
    AwardWin,
    CorrectResult,
    DepositOutcome,
    MemberVote,
    Remedy,
    RemovePlayer,
    SuspendPlayer,
    Verdict,
)

Form: TypeAlias = Literal["json", "text"]


class DocumentVote(msgspec.Struct, frozen=True, kw_only=True):
    """One member's vote."""

    member: str
    verdict: Verdict
    remedy: str
    dissent: bool


class RulingContent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a ruling says, with people named or numbered."""

    ruling: UUID
    protest: UUID
    championship: UUID
    game: UUID
    rule: str | None
    verdict: Verdict
    in_part: bool
    remedy: dict[str, Any]
    warned: str | None
    deposit: DepositOutcome | None
    reasons: str
    facts: str | None
    applied_rule: str | None
    conclusion: str | None
    votes: list[DocumentVote]
    published_at: datetime
    names: Literal["shown", "hidden"]
    supersedes: UUID | None = None
    body: str | None = None


class RulingDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The content, and what proves it unchanged."""

    content: RulingContent
    digest: str
    superseded_by: UUID | None = None
    """The ruling that stands in its place by now: no part of the content."""
    effect: Effect | None = None
    """What it changed; None until it is applied. No part of the content either."""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling in the words of one language, ready to be set in type."""

    title: str
    language: Language
    facts: list[tuple[str, str]]
    sections: list[tuple[str, str]]
    votes: tuple[str, list[str]]
    effect: tuple[str, list[str]] | None
    final: str
    digest: str


def document(row: Row[Any], names: Names, *, hidden: bool) -> RulingDocument:
    """Return the document of a ruling."""
    remedy = msgspec.json.decode(row.remedy, type=Remedy)
    grounds = grounds_of(row)
    content = RulingContent(
        ruling=row.ruling,
        protest=row.protest,
        championship=row.championship,
        game=row.game,
        rule=row.rule,
        verdict=row.verdict,
        in_part=row.in_part,
        remedy=_remedy(remedy, names),
        warned=names.of(row.warned) if row.warned else None,
        deposit=row.deposit,
        reasons=names.hide(row.reasons),
        facts=names.hide(grounds.facts) if grounds else None,
        applied_rule=names.hide(grounds.rule) if grounds else None,
        conclusion=names.hide(grounds.conclusion) if grounds else None,
        votes=[
            DocumentVote(
                member=names.of(vote.member),
                verdict=vote.verdict,
                remedy=type(vote.remedy).__name__,
                dissent=vote.dissent,
            )
            for vote in msgspec.json.decode(row.votes, type=list[MemberVote])
        ],
        published_at=row.published_at,
        names="hidden" if hidden else "shown",
        supersedes=row.supersedes,
        body=row.body,
    )
    return RulingDocument(
        content=content,
        digest=digest(content),
        superseded_by=row.superseded_by,
        effect=effect_of(row, names) if row.applied_at is not None and not row.withheld else None,
    )


def digest(content: RulingContent) -> str:
    """Return the digest of a content, as "sha256:<hex>"."""
    plain = msgspec.json.encode(msgspec.to_builtins(content), order="sorted")
    return f"sha256:{hashlib.sha256(plain).hexdigest()}"


def page(ruling: RulingDocument, language: Language) -> Page:
    """Return a document in the words of a language. What people wrote stays as they wrote it."""
    words, content = WORDS[language], ruling.content
    verdict = "in_part" if content.in_part else content.verdict
    facts = [
        (words["ruling"], str(content.ruling)),
        (words["protest"], str(content.protest)),
        (words["championship"], str(content.championship)),
        (words["game"], str(content.game)),
        (words["published"], f"{content.published_at:%Y-%m-%d %H:%M} UTC"),
        (words["rule"], content.rule or "—"),
        (words["verdict"], words[verdict]),
        (words["remedy"], _told(content.remedy, words)),
    ]
    if content.warned:
        facts.append((words["warned"], content.warned))
    if content.deposit:
        facts.append((words["deposit"], words[content.deposit]))
    if content.body and content.supersedes:
        facts += [(words["body"], content.body), (words["supersedes"], str(content.supersedes))]
    if content.facts and content.applied_rule and content.conclusion:
        sections = [
            (words["facts"], content.facts),
            (words["rule"], content.applied_rule),
            (words["conclusion"], content.conclusion),
        ]
    else:
        sections = [(words["reasons"], content.reasons)]
    votes = [
        f"{vote.member}: {words[vote.verdict]}, {words[vote.remedy]}"
        + (f" ({words['dissent']})" if vote.dissent else "")
        for vote in content.votes
    ]
    return Page(
        title=words["title"],
        language=language,
        facts=facts,
        sections=sections,
        votes=(words["votes"], votes),
        effect=(words["effect"], told(ruling.effect, words)) if ruling.effect else None,
        final=f"{words['superseded_by']} {ruling.superseded_by}" if ruling.superseded_by else words["final"],
        digest=ruling.digest,
    )


def text(page: Page) -> str:
    """Return a page as plain text."""
    lines = [page.title, "", *(f"{label}: {value}" for label, value in page.facts)]
    for heading, said in page.sections:
        lines += ["", f"{heading}:", said]
    for heading, listed in filter(None, (page.votes, page.effect)):
        lines += ["", f"{heading}:", *(f"  {line}" for line in listed)]
    return "\n".join([*lines, "", page.final, page.digest, ""])


def _remedy(remedy: Remedy, names: Names) -> dict[str, Any]:
    match remedy:
        case AdjustPoints(player=player, points=points, reason=reason):
            told = {"player": names.of(player), "points": points, "reason": names.hide(reason)}
        case AwardWin(team=team):
            told = {"team": team}
        case SuspendPlayer(player=player, until=until, reason=reason):
            told = {"player": names.of(player), "until": until.isoformat(), "reason": names.hide(reason)}
        case RemovePlayer(player=player, reason=reason):
            told = {"player": names.of(player), "reason": names.hide(reason)}
        case CorrectResult():
            facts = msgspec.to_builtins(remedy)
            told = {name: value for name, value in facts.items() if name not in {"type", "reason"}}
            told["reason"] = names.hide(remedy.reason)
        case _:
            told = {}
    return {"type": type(remedy).__name__} | told


def _told(remedy: dict[str, Any], words: dict[str, str]) -> str:
    name = words[remedy["type"]]
    match remedy:
        case {"player": player, "points": points, "reason": reason}:
            return f"{name}: {player} {points} ({reason})"
        case {"player": player, "until": until, "reason": reason}:
            return f"{name}: {player} {until} ({reason})"
        case {"player": player, "reason": reason}:
            return f"{name}: {player} ({reason})"
        case {"reason": reason}:
            return f"{name} ({reason})"
        case {"team": team}:
            return f"{name}: {words[team]}"
        case _:
            return name
