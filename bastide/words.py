"""Words that people type, in any language of the data, and the elements they mean."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from bastide.terminal import quoted
from catalog import Catalog, did_you_mean

FEW = 12
"""So many words are listed where none comes near the one that was typed."""


class UnknownWordError(ValueError):
    """A word that means nothing here, or several things; ``hint`` says what to write."""

    def __init__(self, message: str, hint: str | None) -> None:
        """Say what is wrong with the word and what to write instead."""
        super().__init__(message)
        self.hint = hint


def normal(word: str) -> str:
    """Return the form in which words are compared: small letters, spaces and underscores as hyphens."""
    return "-".join(unicodedata.normalize("NFC", word).casefold().replace("_", " ").replace("-", " ").split())


def plain(word: str) -> str:
    """Return the normal form without accents: what is typed where the keyboard has none."""
    return normal("".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c)))


class Words:
    """Every word for an element: its id, names, synonyms, and its names in the languages of the data."""

    def __init__(self, catalog: Catalog, spellings: Iterable[tuple[str, str]] = ()) -> None:
        """Index the words of a catalogue; ``spellings`` are further ``(word, element)`` pairs, from glossaries."""
        self._sorts: dict[str, Mapping[str, object]] = {
            "element": catalog.elements,
            "feature-kind": catalog.kinds,
            "figure": catalog.figures,
            "role": catalog.roles,
            "mark": catalog.marks,
            "actor": catalog.actors,
            "verb": catalog.verbs,
        }
        self._ids: dict[str, dict[str, None]] = {}
        self._plain: dict[str, dict[str, None]] = {}
        for element in catalog.elements.values():
            for word in (element.id, element.name, element.plural, *element.aliases):
                self._add(word or element.id, element.id)
        for word, element_id in spellings:
            self._add(word, element_id)

    def _add(self, word: str, element: str) -> None:
        self._ids.setdefault(normal(word), {})[element] = None
        self._plain.setdefault(plain(word), {})[element] = None

    def element(self, word: str, among: Mapping[str, object]) -> str:
        """Return the element that a word means, of those in ``among``; ``sort:id`` narrows them.

        An id goes before a name, a word with its accents before one without. Raises :class:`UnknownWordError` for a word that
        means none of them, or several.
        """
        sort, colon, rest = word.partition(":")
        if colon:
            if normal(sort) not in self._sorts:
                raise UnknownWordError(f"{quoted(word)} begins with no sort of element", f"sorts are {', '.join(self._sorts)}")
            narrowed = self._sorts[normal(sort)]
            among = {i: e for i, e in among.items() if i in narrowed}
        wanted = normal(rest if colon else word)
        if wanted in among:
            return wanted
        for index, key in ((self._ids, wanted), (self._plain, plain(wanted))):
            found = [i for i in index.get(key, ()) if i in among]
            if len(found) == 1:
                return found[0]
            if found:
                raise UnknownWordError(f"{quoted(word)} can mean {' or '.join(sorted(found))}", "write the id")
        raise UnknownWordError(f"{quoted(word)} is no word for {self._what(among)}", self._hint(wanted, among))

    def _what(self, among: Mapping[str, object]) -> str:
        return "anything that can be done" if among and set(among) <= set(self._sorts["verb"]) else "anything in the data"

    def _hint(self, wanted: str, among: Mapping[str, object]) -> str:
        known = {w for w, ids in self._ids.items() if any(i in among for i in ids)}
        best = did_you_mean(wanted, known) if wanted else None
        if best is not None:
            return f"did you mean `{best}`?"
        listed = sorted(among)
        return f"known are {', '.join(listed[:FEW])}{' and more' if len(listed) > FEW else ''}"
