"""What a translator is told about a text of the data: where it stands, what its links name, and what its placeholders are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from catalog.index import Catalog
from catalog.text import Link, parse
from catalog.vocabulary import Element
from generator import addresses
from generator.i18n.glossary import Term
from generator.i18n.languages import SOURCE
from generator.i18n.messages import Message
from generator.i18n.standing import standing

_SORTS = {
    "FeatureKind": "feature",
    "Figure": "figure",
    "Role": "figure in its place",
    "Mark": "mark on a tile",
    "Actor": "who acts",
    "Verb": "verb",
}


@dataclass(frozen=True, slots=True)
class Notes:
    """Writes the notes of one file: for the readers of a language who have its ``terms``, with links to the site at ``base_url``.

    Without ``base_url`` a link is the path from the root of the site.
    """

    catalog: Catalog
    tag: str = SOURCE
    terms: Mapping[str, Term] = field(default_factory=dict)
    base_url: str = ""

    def noted(self, message: Message) -> Message:
        """Return a text with its notes, one a line: those that it has come last."""
        return replace(message, notes=(*self._lines(message), *message.notes))

    def _lines(self, message: Message) -> Iterator[str]:
        place = standing(self.catalog, message.context or "")
        box = self.catalog.boxes[place.box].name if place.box else ""
        parts = [box, place.part.replace("-", " "), self._address(place.page)]
        if any(parts):
            yield ", ".join(filter(None, parts))
        links = dict.fromkeys(part.target for part in parse(message.english) if isinstance(part, Link))
        named = [self._named(self.catalog.elements[target]) for target in links if target in self.catalog.elements]
        if named:
            yield f"links: {'; '.join(named)}"

    def _address(self, page: str | None) -> str:
        if page is None:
            return ""
        path = f"{self.tag}/{page}"
        return addresses.absolute(self.base_url, path) if self.base_url else path

    def _named(self, element: Element) -> str:
        """Return an element by its English name and what it is; with the term of the language, if that has one."""
        said = f"{element.name} ({_SORTS[type(element).__name__]})"
        term = self.terms.get(element.id)
        return said if term is None else f"{said} = {', '.join(filter(None, (term.name, term.plural)))}"
