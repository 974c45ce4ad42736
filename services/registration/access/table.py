"""Who may do what, over all four services: the one table, printed in docs/access.md.

A test holds it against every route of every application: a route has one row, and its guard asks for
the scopes of the row. The part is what the decider, or the read, checks beyond the token: it comes from
events, and an admin has every part but a judge's, a party's and a commission member's.

`python -m services.registration.access.table` prints the page.
"""

import sys
from collections.abc import Iterator

import msgspec


class Rule(msgspec.Struct, frozen=True):
    """Routes that ask for the same: one of the scopes in the token, and a part.

    `scopes` is "all" where no token is needed, "any token", or the scopes that open it.
    """

    scopes: str
    part: str
    routes: tuple[str, ...]


RULES: tuple[Rule, ...] = (
    Rule(
        "all",
        "everybody",
        (
            "registration GET /.well-known/jwks.json",
            "registration GET /livez",
            "registration GET /readyz",
            "registration GET /v1/championships",
            "registration GET /v1/championships/{championship_id}",
            "registration GET /v1/championships/{championship_id}/changes",
            "registration GET /v1/championships/{championship_id}/participants",
            "registration GET /v1/championships/{championship_id}/people/{person}/schedule",
            "registration GET /v1/championships/{championship_id}/people/{person}/schedule.ics",
            "registration GET /v1/championships/{championship_id}/schedule",
            "registration GET /v1/championships/{championship_id}/schedule.ics",
            "registration GET /v1/championships/{championship_id}/groups",
            "registration GET /v1/championships/{championship_id}/stages/{stage_key}/draw",
            "registration GET /v1/championships/{championship_id}/stages/{stage_key}/draw/cards.pdf",
            "registration GET /v1/championships/{championship_id}/stages/{stage_key}/draw/changes",
            "registration GET /v1/championships/{championship_id}/stages/{stage_key}/draw/commitment",
            "registration GET /v1/championships/{championship_id}/stages/{stage_key}/draw/explanation",
            "registration GET /v1/championships/{championship_id}/stages/{stage_key}/draw/matrix",
            "registration GET /v1/championships/{championship_id}/stages/{stage_key}/draw/matrix.svg",
            "registration GET /v1/championships/{championship_id}/stages/{stage_key}/draw/verification",
            "registration GET /v1/championships/{championship_id}/stages/{stage_key}/draw/wall.pdf",
            "registration GET /v1/events",
            "registration GET /v1/regulations",
            "registration GET /v1/regulations/{regulations_id}",
            "registration GET /v1/templates",
            "gameplay GET /livez",
            "gameplay GET /readyz",
            "gameplay GET /v1/championships/{championship}/games",
            "gameplay GET /v1/events",
            "gameplay GET /v1/games/{game}",
            "gameplay GET /v1/games/{game}/hall",
            "scoring GET /livez",
            "scoring GET /readyz",
            "scoring GET /v1/championships/{championship}/players/{player}",
            "scoring GET /v1/championships/{championship}/stages/{stage}",
            "scoring GET /v1/championships/{championship}/archive",
            "scoring GET /v1/championships/{championship}/exports/{sheet}",
            "scoring GET /v1/championships/{championship}/nominations",
            "scoring GET /v1/championships/{championship}/standings",
            "scoring GET /v1/championships/{championship}/standings/as-of",
            "scoring GET /v1/events",
            "scoring GET /v1/series",
            "scoring GET /v1/series/{series}",
            "scoring GET /v1/series/{series}/qualification",
            "scoring GET /v1/series/{series}/standings",
            "appeals GET /livez",
            "appeals GET /readyz",
            "appeals GET /v1/championships/{championship}/commission",
            "appeals GET /v1/championships/{championship}/protests",
            "appeals GET /v1/championships/{championship}/rulings",
            "appeals GET /v1/events",
            "appeals GET /v1/rulings",
            "appeals GET /v1/rulings/{ruling}",
            "appeals GET /v1/rulings/{ruling}/document",
            "appeals GET /v1/rulings/{ruling}/pdf",
            "appeals GET /v1/rulings/{ruling}/text",
        ),
    ),
    Rule(
        "admin organizer",
        "a host: the token says so",
        (
            "registration POST /v1/championships",
            "registration POST /v1/championships/drafts",
            "registration POST /v1/people",
            "registration POST /v1/templates/{regulations_id}/championships",
            "scoring POST /v1/series",
        ),
    ),
    Rule(
        "admin organizer",
        "who opened the series",
        (
            "scoring POST /v1/series/{series}/championships",
            "scoring POST /v1/series/{series}/championships/{championship}/removal",
            "scoring POST /v1/series/{series}/rules",
        ),
    ),
    Rule(
        "admin organizer",
        "the author of the draft",
        (
            "registration POST /v1/championships/{championship_id}/announcement",
            "registration PUT /v1/championships/{championship_id}/draft",
        ),
    ),
    Rule(
        "any token",
        "officials; others see their own",
        ("registration GET /v1/championships/{championship_id}/personal-links",),
    ),
    Rule(
        "any token",
        "the author of the draft",
        ("registration GET /v1/championships/{championship_id}/draft",),
    ),
    Rule(
        "all",
        "everybody; details to the player, organizer, chief judge, secretary",
        (
            "registration GET /v1/championships/{championship_id}/entries",
            "registration GET /v1/championships/{championship_id}/entries/{player}",
        ),
    ),
    Rule(
        "admin organizer participant",
        "the player, an organizer, or a club by its token",
        ("registration POST /v1/championships/{championship_id}/entries",),
    ),
    Rule(
        "admin organizer participant",
        "organizer",
        (
            "registration POST /v1/championships/{championship_id}/entries/import",
            "registration POST /v1/championships/{championship_id}/entries/promotion",
            "registration POST /v1/championships/{championship_id}/entries/{player}/acceptance",
            "registration POST /v1/championships/{championship_id}/entries/{player}/fee",
            "registration POST /v1/championships/{championship_id}/entries/{player}/group",
            "registration POST /v1/championships/{championship_id}/entries/{player}/refund",
            "registration POST /v1/championships/{championship_id}/officials",
            "registration DELETE /v1/championships/{championship_id}/officials/{role}/{person}",
            "registration POST /v1/championships/{championship_id}/personal-links",
            "registration DELETE /v1/championships/{championship_id}/personal-links/{person}",
            "registration GET /v1/championships/{championship_id}/personal-links/{person}/qr.svg",
            "registration POST /v1/championships/{championship_id}/phase",
            "registration POST /v1/championships/{championship_id}/plan",
            "registration POST /v1/championships/{championship_id}/regulations",
            "registration POST /v1/championships/{championship_id}/stages/{stage_key}/seating",
        ),
    ),
    Rule(
        "admin organizer participant",
        "organizer, chief judge, secretary",
        (
            "registration POST /v1/championships/{championship_id}/entries/{player}/check-in",
            "registration POST /v1/championships/{championship_id}/entries/{player}/confirmation",
        ),
    ),
    Rule(
        "admin organizer participant",
        "the player, who applied for him, organizer",
        ("registration POST /v1/championships/{championship_id}/entries/{player}/withdrawal",),
    ),
    Rule(
        "any token",
        "organizer, chief judge, secretary",
        ("registration GET /v1/championships/{championship_id}/relations",),
    ),
    Rule(
        "admin organizer participant",
        "the judge, the player, organizer, chief judge, secretary",
        ("registration POST /v1/championships/{championship_id}/relations",),
    ),
    Rule(
        "admin organizer participant",
        "organizer, chief judge",
        (
            "registration DELETE /v1/championships/{championship_id}/relations/{judge}/{player}",
            "registration POST /v1/championships/{championship_id}/stages/{stage_key}/draw",
            "registration POST /v1/championships/{championship_id}/stages/{stage_key}/draw/changes",
            "registration POST /v1/championships/{championship_id}/stages/{stage_key}/draw/changes/preview",
            "registration POST /v1/championships/{championship_id}/stages/{stage_key}/draw/commitment",
            "registration DELETE /v1/championships/{championship_id}/stages/{stage_key}/draw/search",
            "registration GET /v1/championships/{championship_id}/stages/{stage_key}/draw/search",
            "registration POST /v1/championships/{championship_id}/stages/{stage_key}/draw/search",
            "registration POST /v1/championships/{championship_id}/stages/{stage_key}/draw/search/stop",
            "registration POST /v1/championships/{championship_id}/suspensions",
        ),
    ),
    Rule(
        "all",
        "everybody where the regulations publish them, else organizer, chief judge, secretary",
        ("registration GET /v1/championships/{championship_id}/suspensions",),
    ),
    Rule(
        "admin",
        "admin",
        (
            "appeals POST /v1/rulings/{ruling}/superseding",
            "registration POST /v1/clients",
            "registration DELETE /v1/clients/{client}",
            "registration POST /v1/clients/{client}/secret",
            "registration POST /v1/organizers",
            "registration DELETE /v1/organizers/{organizer}",
            "registration POST /v1/organizers/{organizer}/password-reset",
            "registration PUT /v1/people/{person}/accreditation",
            "registration POST /v1/people/{person}/accreditation/revocation",
            "registration POST /v1/people/{person}/merger",
            "registration POST /v1/people/{person}/separation",
            "registration POST /v1/suspensions",
        ),
    ),
    Rule(
        "all",
        "who has the code of a reset",
        ("registration POST /v1/passwords",),
    ),
    Rule(
        "any token",
        "any token; personal data to the person, who registered him, organizer, chief judge, secretary",
        ("registration GET /v1/people/{person}",),
    ),
    Rule(
        "admin organizer participant",
        "the person, who registered him",
        (
            "registration PUT /v1/people/{person}",
            "registration DELETE /v1/people/{person}/personal-data",
            "registration PUT /v1/people/{person}/personal-data",
        ),
    ),
    Rule(
        "any token",
        "the person, organizers, federation",
        ("registration GET /v1/people/{person}/suspensions",),
    ),
    Rule(
        "admin organizer participant",
        "organizer, chief judge of its championship; admin where it is from all",
        ("registration POST /v1/people/{person}/suspensions/{suspension_id}/lifting",),
    ),
    Rule(
        "all",
        "who knows a secret, a code or a password",
        ("registration POST /v1/tokens",),
    ),
    Rule(
        "participant",
        "the judge of the table",
        (
            "gameplay POST /v1/games/{game}/close",
            "gameplay POST /v1/games/{game}/corrections",
            "gameplay POST /v1/games/{game}/deal",
            "gameplay POST /v1/games/{game}/log",
            "gameplay POST /v1/games/{game}/moves",
            "gameplay POST /v1/games/{game}/seats",
            "gameplay POST /v1/games/{game}/signature",
            "gameplay POST /v1/games/{game}/start",
            "gameplay POST /v1/games/{game}/summary",
        ),
    ),
    Rule(
        "participant",
        "chief judge",
        ("gameplay POST /v1/games/{game}/judge",),
    ),
    Rule(
        "participant",
        "the chief judge who stepped in",
        ("gameplay POST /v1/games/{game}/judge/return",),
    ),
    Rule(
        "all",
        "everybody once it is signed; before that the judge of the table, chief judge, organizer",
        ("gameplay GET /v1/games/{game}/protocol",),
    ),
    Rule(
        "organizer participant",
        "chief judge, organizer",
        (
            "gameplay POST /v1/games/{game}/replay",
            "appeals POST /v1/championships/{championship}/barred",
            "appeals POST /v1/championships/{championship}/commission",
        ),
    ),
    Rule(
        "participant",
        "the judge of the table and the chief judge: one proposes, the other confirms",
        (
            "gameplay POST /v1/games/{game}/result-corrections",
            "gameplay POST /v1/games/{game}/result-corrections/confirmation",
        ),
    ),
    Rule(
        "organizer participant",
        "the judge of the table, chief judge, organizer",
        ("gameplay POST /v1/games/{game}/substitutions",),
    ),
    Rule(
        "participant",
        "the judge of the table, chief judge",
        ("gameplay GET /v1/games/{game}/table",),
    ),
    Rule(
        "organizer participant",
        "organizer, chief judge",
        (
            "scoring POST /v1/championships/{championship}/stages/{stage}/close",
            "scoring POST /v1/championships/{championship}/stages/{stage}/lots",
            "scoring POST /v1/championships/{championship}/stages/{stage}/qualifiers",
            "scoring POST /v1/championships/{championship}/stages/{stage}/tie-decisions",
            "scoring POST /v1/championships/{championship}/standings/finalize",
            "scoring POST /v1/championships/{championship}/standings/freeze",
            "scoring POST /v1/championships/{championship}/standings/release",
        ),
    ),
    Rule(
        "organizer participant",
        "organizer, chief judge, the commission",
        ("scoring POST /v1/championships/{championship}/standings/what-if",),
    ),
    Rule(
        "participant",
        "the person himself",
        ("appeals POST /v1/championships/{championship}/interests",),
    ),
    Rule(
        "organizer participant",
        "a player of the game, or organizer for one",
        ("appeals POST /v1/games/{game}/protests",),
    ),
    Rule(
        "organizer participant",
        "what awaits the reader himself",
        ("appeals GET /v1/inbox",),
    ),
    Rule(
        "all",
        "everybody; what it is about to those concerned",
        ("appeals GET /v1/protests/{protest}",),
    ),
    Rule(
        "participant",
        "the judge of the game; chief judge in his place",
        (
            "appeals POST /v1/protests/{protest}/acceptance",
            "appeals POST /v1/protests/{protest}/decline",
        ),
    ),
    Rule(
        "participant",
        "who was asked",
        ("appeals POST /v1/protests/{protest}/answers",),
    ),
    Rule(
        "organizer participant",
        "who appoints: chief judge; organizer where he has a stake",
        (
            "appeals POST /v1/protests/{protest}/commission",
            "appeals POST /v1/protests/{protest}/objections/decision",
            "appeals POST /v1/protests/{protest}/replacement",
        ),
    ),
    Rule(
        "participant",
        "a party",
        (
            "appeals POST /v1/protests/{protest}/consents",
            "appeals POST /v1/protests/{protest}/objections",
            "appeals POST /v1/protests/{protest}/statements",
        ),
    ),
    Rule(
        "participant",
        "the filer",
        (
            "appeals POST /v1/protests/{protest}/contest",
            "appeals POST /v1/protests/{protest}/withdrawal",
        ),
    ),
    Rule(
        "participant",
        "a party, the judge of the game, a member",
        (
            "appeals POST /v1/protests/{protest}/evidence",
            "appeals POST /v1/protests/{protest}/evidence/files",
        ),
    ),
    Rule(
        "organizer participant",
        "those concerned",
        (
            "appeals GET /v1/protests/{protest}/evidence/files/{file}",
            "appeals GET /v1/protests/{protest}/hearing",
        ),
    ),
    Rule(
        "participant",
        "a member of the commission",
        (
            "appeals POST /v1/protests/{protest}/questions",
            "appeals POST /v1/protests/{protest}/recusal",
            "appeals POST /v1/protests/{protest}/votes",
        ),
    ),
    Rule(
        "participant",
        "the chairman of the commission",
        (
            "appeals POST /v1/protests/{protest}/reasons",
            "appeals POST /v1/protests/{protest}/ruling",
        ),
    ),
    Rule(
        "admin federation organizer",
        "everybody; his own",
        (
            "registration GET /v1/webhooks",
            "registration POST /v1/webhooks",
            "gameplay GET /v1/webhooks",
            "gameplay POST /v1/webhooks",
            "scoring GET /v1/webhooks",
            "scoring POST /v1/webhooks",
            "appeals GET /v1/webhooks",
            "appeals POST /v1/webhooks",
        ),
    ),
    Rule(
        "admin federation organizer",
        "who registered it",
        (
            "registration DELETE /v1/webhooks/{webhook}",
            "registration GET /v1/webhooks/{webhook}",
            "registration PUT /v1/webhooks/{webhook}",
            "registration POST /v1/webhooks/{webhook}/pause",
            "registration POST /v1/webhooks/{webhook}/resume",
            "registration POST /v1/webhooks/{webhook}/secret",
            "registration POST /v1/webhooks/{webhook}/test",
            "gameplay DELETE /v1/webhooks/{webhook}",
            "gameplay GET /v1/webhooks/{webhook}",
            "gameplay PUT /v1/webhooks/{webhook}",
            "gameplay POST /v1/webhooks/{webhook}/pause",
            "gameplay POST /v1/webhooks/{webhook}/resume",
            "gameplay POST /v1/webhooks/{webhook}/secret",
            "gameplay POST /v1/webhooks/{webhook}/test",
            "scoring DELETE /v1/webhooks/{webhook}",
            "scoring GET /v1/webhooks/{webhook}",
            "scoring PUT /v1/webhooks/{webhook}",
            "scoring POST /v1/webhooks/{webhook}/pause",
            "scoring POST /v1/webhooks/{webhook}/resume",
            "scoring POST /v1/webhooks/{webhook}/secret",
            "scoring POST /v1/webhooks/{webhook}/test",
            "appeals DELETE /v1/webhooks/{webhook}",
            "appeals GET /v1/webhooks/{webhook}",
            "appeals PUT /v1/webhooks/{webhook}",
            "appeals POST /v1/webhooks/{webhook}/pause",
            "appeals POST /v1/webhooks/{webhook}/resume",
            "appeals POST /v1/webhooks/{webhook}/secret",
            "appeals POST /v1/webhooks/{webhook}/test",
        ),
    ),
)


def rows() -> Iterator[tuple[str, str, str, str, str]]:
    """Yield service, method, path, scopes and part of each route."""
    for rule in RULES:
        for route in rule.routes:
            service, method, path = route.split(" ")
            yield service, method, path, rule.scopes, rule.part


def page() -> str:
    """Return the page: a table of each service, by path."""
    lines = ["# Who may do what", "", INTRODUCTION]
    found = sorted(rows(), key=lambda row: (row[2], row[1]))
    for service in ("registration", "gameplay", "scoring", "appeals"):
        lines += ["", f"## {service.title()}", "", "| route | token | part |", "|---|---|---|"]
        lines += [
            f"| `{method} {path}` | {scopes} | {part} |"
            for owner, method, path, scopes, part in found
            if owner == service
        ]
    return "\n".join(lines) + "\n"


INTRODUCTION = """Generated from `services/registration/access/table.py`; a test holds it against every route.
*Token*: one of these scopes is in the access token; *all*: no token is needed. *Part*: what the person must
be in the championship, as its events say; it is checked where the decision is made, not in a screen. An admin
has every part but a judge's, a party's and a commission member's. *Host*: whose token lets him announce
championships."""


if __name__ == "__main__":
    sys.stdout.write(page())
