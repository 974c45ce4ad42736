"""What an application declares, and how many may share it (C-REG-1, C-REG-2)."""

from collections.abc import Iterable, Mapping

from services.registration.domain.errors import (
    AttributeMissing,
    AttributeNotAllowed,
    AttributeNotAsked,
    QuotaFull,
)
from services.registration.domain.roster.terms import EntryTerms
from services.registration.domain.texts import comparable, printable
from shared.contracts.regulations import Quota


def declared(attributes: Mapping[str, str], terms: EntryTerms) -> dict[str, str]:
    """Return the attributes as they are kept.

    Raises AttributeMissing for one that the regulations ask for, or that a quota counts by;
    AttributeNotAllowed for a value with which one may not enter; AttributeNotAsked for any other one.
    """
    rules = terms.rules
    asked = {*rules.required_attributes, *rules.allowed_values}
    for quota in rules.quotas:
        asked |= {quota.attribute, *quota.within}
    for name in attributes:
        if name not in asked:
            known = ", ".join(sorted(asked)) or "none"
            raise AttributeNotAsked(f"Attribute {name!r} is not asked for here; asked for: {known}.")
    kept = {name: printable(value, f"Attribute {name!r}") for name, value in sorted(attributes.items())}
    for name in (*rules.required_attributes, *rules.allowed_values):
        if name not in kept:
            raise AttributeMissing(
                f"The application must declare {name!r}.",
                clause=terms.clause("registration.required_attributes"),
                attribute=name,
            )
    for name, allowed in rules.allowed_values.items():
        if comparable(kept[name]) not in map(comparable, allowed):
            raise AttributeNotAllowed(
                f"One may enter with {name!r} {' or '.join(allowed)}, not {kept[name]!r}.",
                clause=terms.clause("registration.allowed_values"),
                attribute=name,
            )
    for quota in rules.quotas:
        if quota.attribute not in kept and _within(kept, quota):
            raise AttributeMissing(
                f"Entries are counted by {quota.attribute!r}: the application must declare it.",
                clause=terms.clause("registration.quotas"),
                attribute=quota.attribute,
            )
    return kept


def check_quotas(
    attributes: Mapping[str, str], accepted: Iterable[Mapping[str, str]], terms: EntryTerms
) -> None:
    """Raise QuotaFull where as many accepted entries share an attribute as may."""
    others = list(accepted)
    for quota in terms.rules.quotas:
        if not _within(attributes, quota):
            continue
        value = attributes[quota.attribute]
        sharing = sum(
            1
            for other in others
            if _within(other, quota) and comparable(other[quota.attribute]) == comparable(value)
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
    return all(
        name in attributes and comparable(attributes[name]) == comparable(value)
        for name, value in quota.within.items()
    )
