"""Who is in a file: its players with what they declare, checked against the terms of the championship."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from deploy.local.importing.championship import Championship
from deploy.local.importing.games import Game
from deploy.local.importing.identities import identity
from deploy.local.importing.seats import Seat
from deploy.local.importing.wrong import Findings
from services.registration.domain.texts import comparable
from shared.contracts.regulations import Quota, RegistrationRules


@dataclass(frozen=True, kw_only=True)
class Player:
    """A player of the file. `line` is where he first sits."""

    id: UUID
    nick: str
    line: int
    club: str
    city: str
    attributes: Mapping[str, str]


def players_in(games: Iterable[Game], championship: Championship, digest: str) -> list[Player]:
    """Return everybody who sits or was to sit somewhere, by where the file first names him."""
    told: dict[str, tuple[str, int, list[Seat]]] = {}
    seats = sorted((seat for game in games for seat in game.seats), key=lambda seat: seat.line)
    for seat in seats:
        for nick in dict.fromkeys((seat.player, seat.drawn)):
            _, _, own = told.setdefault(comparable(nick), (nick, seat.line, []))
            if nick == seat.player:
                own.append(seat)
    return [
        Player(
            id=_identity(key, championship, digest),
            nick=nick,
            line=line,
            club=next((seat.club for seat in own if seat.club), ""),
            city=next((seat.city for seat in own if seat.city), ""),
            attributes={name: text for seat in reversed(own) for name, text in seat.attributes.items()},
        )
        for key, (nick, line, own) in told.items()
    ]


def _identity(key: str, championship: Championship, digest: str) -> UUID:
    """Return the id of who has entered or judges under a nick, or the one that he will have."""
    entry = championship.entries.get(key)
    if entry is not None:
        return entry.player
    return championship.judges.get(key) or identity(championship.id, digest, "person", key)


def check_players(
    players: list[Player], championship: Championship, findings: Findings, now: datetime
) -> None:
    """Note everything for which the championship would not accept the players of a file."""
    new = [player for player in players if comparable(player.nick) not in championship.entries]
    _check_places(players, championship, findings)
    for player in players:
        entry = championship.entries.get(comparable(player.nick))
        if entry is not None and entry.status == "disqualified":
            findings.note(player.line, f"{player.nick!r} is disqualified from {championship.title}.")
    if new and championship.deadline is not None and now > championship.deadline:
        findings.note(
            0,
            f"{championship.title} took applications until {championship.deadline.isoformat()}; {len(new)}"
            " players of the file have not entered.",
        )
    rules = championship.regulations.registration
    for player in new:
        _check_attributes(player, rules, findings)
    for quota in rules.quotas:
        _check_quota(new, quota, findings)


def _check_places(players: list[Player], championship: Championship, findings: Findings) -> None:
    own = {comparable(player.nick) for player in players}
    others = [key for key, entry in championship.entries.items() if entry.status == "accepted"]
    wanted = len(own.union(others))
    if wanted > championship.places:
        findings.note(
            0,
            f"{championship.title} has {championship.places} places; the {len(players)} players of the file,"
            f" substitutes among them, and others who are accepted already are {wanted}.",
        )


def _check_attributes(player: Player, rules: RegistrationRules, findings: Findings) -> None:
    asked = {*rules.required_attributes, *rules.allowed_values}
    for name in sorted(asked - set(player.attributes) - {"club", "city"}):
        findings.note(
            player.line, f"{player.nick!r} must declare {name!r}; fill a column 'attribute:{name}'."
        )
    counted = {name for quota in rules.quotas for name in (quota.attribute, *quota.within)}
    for name in sorted(set(player.attributes) - asked - counted):
        findings.note(player.line, f"{player.nick!r} declares {name!r}, which is not asked for here.")
    for name, allowed in rules.allowed_values.items():
        text = player.attributes.get(name)
        if text is not None and comparable(text) not in map(comparable, allowed):
            findings.note(player.line, f"{name!r} must be {' or '.join(allowed)}, not {text!r}.")


def _check_quota(players: list[Player], quota: Quota, findings: Findings) -> None:
    counts: Counter[str] = Counter()
    for player in players:
        declared = {"club": player.club, "city": player.city, **player.attributes}
        if quota.attribute not in declared or not declared[quota.attribute]:
            continue
        if all(comparable(declared.get(name, "")) == comparable(text) for name, text in quota.within.items()):
            counts[comparable(declared[quota.attribute])] += 1
            if counts[comparable(declared[quota.attribute])] > quota.limit:
                findings.note(
                    player.line,
                    f"{player.nick!r} would be one too many with {quota.attribute}"
                    f" {declared[quota.attribute]!r}; at most {quota.limit} may be.",
                )
