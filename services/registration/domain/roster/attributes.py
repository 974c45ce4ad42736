"""What an application declares, and how many may share it (C-REG-1, C-REG-2)."""

from collections.abc import Collection, Iterable, Mapping

from services.registration.domain.errors import (
    AttributeMissing,
    AttributeNotAllowed,
    AttributeNotAsked,
    AttributeNotDeclared,
    AttributesNotConfirmed,
    QuotaFull,
)
from services.registration.domain.roster.events import ApplicationReceived
from services.registration.domain.roster.terms import EntryTerms
from services.registration.domain.texts import alike, comparable, printable
from shared.contracts.regulations import Quota, RegistrationRules

OWN = frozenset({"club", "city"})
"""What an entry declares by fields of its own; quotas count by them as by attributes."""


def counted(application: ApplicationReceived) -> dict[str, str]:
    """Return what quotas count an entry by."""
    own = {"club": application.club, "city": application.city}
    return application.attributes | {name: text for name, text in own.items() if text is not None}


def asked_for(rules: RegistrationRules) -> set[str]:
    """Return the attributes that an application may declare."""
    asked = {*rules.required_attributes, *rules.allowed_values}
    for quota in rules.quotas:
        asked |= {quota.attribute, *quota.within}
    return asked - OWN


def confirmable(names: Collection[str], application: ApplicationReceived, terms: EntryTerms) -> list[str]:
    """Return the names in order. Raises AttributeNotDeclared for one that the application does not hold."""
    for name in names:
        if name not in application.attributes:
            known = ", ".join(sorted(application.attributes)) or "nothing"
            raise AttributeNotDeclared(
                f"{application.player} declared {known}, but no {name!r}.",
                clause=terms.clause("registration.required_attributes"),
            )
    return sorted(set(names))


def check_confirmed(application: ApplicationReceived, confirmed: Collection[str], terms: EntryTerms) -> None:
    """Raise AttributesNotConfirmed unless an official has confirmed all that the regulations ask for."""
    rules = terms.rules
    demanded = {*rules.required_attributes, *rules.allowed_values} & set(application.attributes)
    missing = sorted(demanded - set(confirmed))
    if missing:
        raise AttributesNotConfirmed(
            f"No official has confirmed {', '.join(missing)} of {application.player}; confirm what he"
            " proves.",
            clause=terms.clause("registration.required_attributes"),
            missing=missing,
        )


def declared(
    attributes: Mapping[str, str], terms: EntryTerms, *, club: str | None, city: str | None
) -> dict[str, str]:
    """Return the attributes as they are kept.

    Raises AttributeMissing for one that the regulations ask for, or that a quota counts by;
    AttributeNotAllowed for a value with which one may not enter; AttributeNotAsked for any other one.
    """
    rules = terms.rules
    asked = asked_for(rules)
    own = {name: text for name, text in (("club", club), ("city", city)) if text is not None}
    for name in attributes:
        if name not in asked:
            known = ", ".join(sorted(asked)) or "none"
            raise AttributeNotAsked(f"Attribute {name!r} is not asked for here; asked for: {known}.")
    kept = {name: printable(value, f"Attribute {name!r}") for name, value in sorted(attributes.items())}
    known_of = kept | own
    for name in (*rules.required_attributes, *rules.allowed_values):
        if name not in known_of:
            raise AttributeMissing(
                f"The application must declare {name!r}.",
                clause=terms.clause("registration.required_attributes"),
                attribute=name,
            )
    for name, allowed in rules.allowed_values.items():
        if comparable(known_of[name]) not in map(comparable, allowed):
            raise AttributeNotAllowed(
                f"One may enter with {name!r} {' or '.join(allowed)}, not {known_of[name]!r}.",
                clause=terms.clause("registration.allowed_values"),
                attribute=name,
            )
    for quota in rules.quotas:
        if quota.attribute not in known_of and _within(known_of, quota):
            raise AttributeMissing(
                f"Entries are counted by {quota.attribute!r}: the application must declare it.",
                clause=terms.clause("registration.quotas"),
                attribute=quota.attribute,
            )
    return kept


def check_quotas(
    attributes: Mapping[str, str], accepted: Iterable[Mapping[str, str]], terms: EntryTerms
) -> None:
    """Raise QuotaFull where as many accepted entries share an attribute as may.

    Values that look alike are one: another spelling of a club is no other club.
    """
    others = list(accepted)
    for quota in terms.rules.quotas:
        if not _within(attributes, quota) or quota.attribute not in attributes:
            continue
        value = attributes[quota.attribute]
        sharing = sum(
            1 for other in others if _within(other, quota) and alike(other.get(quota.attribute, ""), value)
        )
        if sharing >= quota.limit:
            where = "".join(f" within {name} {text!r}" for name, text in quota.within.items())
            raise QuotaFull(
                f"{sharing} entries with {quota.attribute} {value!r}{where} are accepted; at most"
                f" {quota.limit} may be.",
                clause=terms.clause("registration.quotas"),
                attribute=quota.attribute,
                value=value,
                limit=quota.limit,
            )


def _within(attributes: Mapping[str, str], quota: Quota) -> bool:
    return all(name in attributes and alike(attributes[name], value) for name, value in quota.within.items())
