"""Words that people type, in any language of the data, and the elements they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from catalog import Catalog, did_you_mean


class UnknownWordError(ValueError):
    """A word that means nothing here, or several things; ``hint`` says what to write."""

    def __init__(self, message: str, hint: str | None) -> None:
        """Say what is wrong with the word and what to write instead."""
        super().__init__(message)
        self.hint = hint


def normal(word: str) -> str:
    """Return the form in which words are compared: small letters, spaces and underscores as hyphens."""
    return "-".join(word.strip().casefold().replace("_", " ").replace("-", " ").split())


class Words:
    """Every word for an element: its id, names, synonyms, and its names in the languages of the data."""

    def __init__(self, catalog: Catalog, spellings: Iterable[tuple[str, str]] = ()) -> None:
        """Index the words of a catalogue; ``spellings`` are further ``(word, element)`` pairs, from glossaries."""
        self.catalog = catalog
        self._ids: dict[str, set[str]] = {}
        for element in catalog.elements.values():
            for word in (element.id, element.name, element.plural, *element.aliases):
                if word:
                    self._ids.setdefault(normal(word), set()).add(element.id)
        for word, element_id in spellings:
            self._ids.setdefault(normal(word), set()).add(element_id)

    def element(self, word: str, among: Mapping[str, object]) -> str:
        """Return the element that a word means, of those in ``among``; ``kind:id`` is taken too.

        Raises :class:`UnknownWordError` for a word that means none of them, or several.
        """
        wanted = normal(word.rpartition(":")[2])
        found = {i for i in self._ids.get(wanted, ()) if i in among}
        if wanted in found or wanted in among:
            return wanted
        if len(found) == 1:
            return found.pop()
        if found:
            raise UnknownWordError(f"`{word}` can mean {' or '.join(sorted(found))}", "write the id")
        known = {w for w, ids in self._ids.items() if any(i in among for i in ids)}
        best = did_you_mean(wanted, known)
        hint = f"did you mean `{best}`?" if best else f"known words: {', '.join(sorted(among))}"
        raise UnknownWordError(f"`{word}` is no word for anything in the data", hint)
