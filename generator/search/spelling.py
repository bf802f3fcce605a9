"""Letters without their accents, so that words are found however they are typed."""

from __future__ import annotations

import unicodedata

_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"})
"""Letters that Unicode does not take apart into a letter and its accent."""


def bare(text: str) -> str:
    """Return a text in lower case without accents: ``kartičky`` as ``karticky``, ``Stołek`` as ``stolek``."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).translate(_LETTERS)


def hard_words(text: str) -> str:
    """Return the words of a text that the index would not find by their bare letters, bare: it takes off only what Unicode does."""
    words = dict.fromkeys(text.casefold().split())
    return " ".join(dict.fromkeys(bare(word) for word in words if any(ord(letter) in _LETTERS for letter in word)))
