"""Texts that people type: which may be kept, and when two of them are the same.

What was typed is kept as it was, but for white space around it. `comparable` serves uniqueness only
and is never shown.
"""

import unicodedata

from services.registration.domain.errors import TextUnacceptable

_INVISIBLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_JOINERS = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}
"""Format characters that emoji and some scripts are written with."""
_BLANK = {"\u115f", "\u1160", "\u2800", "\u3164"}
"""Letters and symbols without ink."""
_SELECTORS = set(map(chr, range(0xFE00, 0xFE10)))


def printable(text: str, name: str, *, limit: int = 200) -> str:
    """Return the text without white space around it.

    `limit` is in characters. Raises TextUnacceptable for an empty or invisible text, a longer one, and
    one with control characters, line breaks or marks that turn the direction of writing.
    """
    kept = text.strip()
    if len(kept) > limit:
        raise TextUnacceptable(f"{name} has {len(kept)} characters, at most {limit} are possible.")
    for place, character in enumerate(kept, start=1):
        if unicodedata.category(character) in _INVISIBLE and character not in _JOINERS:
            code = f"U+{ord(character):04X}"
            raise TextUnacceptable(
                f"{name} has the unprintable character {code} at place {place}; remove it."
            )
    if not any(unicodedata.category(c)[0] in "LNPS" and c not in _BLANK for c in kept):
        raise TextUnacceptable(f"{name} is empty; at least one visible character is needed.")
    return kept


def comparable(text: str) -> str:
    """Return what two texts share when people read them as the same: case, width and spaces do not count.

    >>> comparable("Fox  in BOX")
    'fox in box'
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    inked = (c for c in folded if unicodedata.category(c) != "Cf" and c not in _SELECTORS)
    return " ".join("".join(inked).split())


_ALIKE = str.maketrans(
    "авекмнорстухіјѕԁһԛԝӏ0135αβγεικνορτυχ",  # noqa: RUF001 - that is what they are for
    "abekmhopctyxijsdhqwlolesabyeikvoptux",
)
"""Letters and digits that look like a Latin letter."""


def skeleton(text: str) -> str:
    """Return what two texts share that a reader may take for one another: look-alike letters count as one.

    >>> skeleton("\u0421o\u043ea") == skeleton("Cooa")
    True
    """
    plain = unicodedata.normalize("NFD", comparable(text))
    inked = "".join(c for c in plain if unicodedata.category(c)[0] in "LN")
    return inked.translate(_ALIKE).replace("l", "i")


def alike(one: str, other: str) -> bool:
    """Tell whether a reader may take two texts for one another; of signs alone, whether they are the same.

    >>> alike("\u041eNYX", "onyx"), alike("!", "?")
    (True, False)
    """
    shapes = skeleton(one), skeleton(other)
    return shapes[0] == shapes[1] if any(shapes) else comparable(one) == comparable(other)
