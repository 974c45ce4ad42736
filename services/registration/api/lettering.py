"""Nicks on paper: in which order they stand, and what of them there is ink for."""

# ruff: noqa: RUF001 - Russian and Ukrainian letters are meant

import unicodedata

from services.registration.domain.texts import comparable

_AFTER = str.maketrans({"ё": "е", "ґ": "г\uffff", "є": "е\uffff", "і": "и\uffff", "ї": "и\uffff\uffff"})
"""Where letters that stand apart in the code stand in the Russian and Ukrainian alphabets."""
_PICTURES = 0x1F000
"""From here on there are emoji, of which the fonts have none."""
_JOINING = {"\u200d", "\ufe0e", "\ufe0f", "\u20e3"}


def alphabetical(nick: str) -> str:
    """Return what nicks are sorted by on paper, where people look them up by the alphabet.

    >>> sorted(["яр", "їжак", "Ёж", "іва", "ива"], key=alphabetical)
    ['Ёж', 'ива', 'іва', 'їжак', 'яр']
    """
    return comparable(nick).translate(_AFTER)


def drawable(text: str) -> str:
    """Return a text without emoji, for which paper has no ink; one of nothing else stays as it is.

    >>> drawable("Fox 🦊"), drawable("🦊")
    ('Fox', '🦊')
    """
    kept = "".join(
        letter
        for letter in text
        if letter not in _JOINING
        and not (ord(letter) >= _PICTURES and unicodedata.category(letter) in {"So", "Sk", "Cn"})
    )
    return " ".join(kept.split()) or text
