"""What an answer takes of the languages, compiled: the words that people type, names, texts, sayings, dates written out.

To ask a question nobody waits for PO files, glossaries and the order of months. What is compiled is kept with the catalogue.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from catalog import Catalog
from catalog.cache import code_of, key_of
from catalog.store import keep, recall
from catalog.text import inflected, numbers
from generator.sayings import MESSAGES

if TYPE_CHECKING:
    from generator.i18n import Language

_SORT = "answers"
_WORDS = "words"
_BOXES = "boxes"
_LANGUAGE = "language "
_HERE = Path(__file__).resolve()


@dataclass(frozen=True, slots=True)
class Said:
    """A text in a language; ``state`` is ``source`` or ``translated``, or ``missing`` where it is English for want of a good one."""

    text: str
    state: str


@dataclass(frozen=True)
class Speech:
    """A language, as far as answers need it.

    ``texts`` are its good translations by context, ``names`` the names of the elements by id, ``sayings`` what is said around
    answers by the English of it, and ``dates`` those of the data.
    """

    tag: str
    is_source: bool
    texts: Mapping[str, str]
    names: Mapping[str, str]
    sayings: Mapping[str, str]
    dates: Mapping[str, str]

    def text(self, context: str, english: str, numbers: Mapping[str, int] = MappingProxyType({})) -> Said:
        """Return the text of a statement, what a verb is about, or the name of a box; words that numbers govern are in their form."""
        found = self.texts.get(context)
        if self.is_source or found is None:
            return Said(inflected(english, numbers), "source" if self.is_source else "missing")
        return Said(found, "translated")

    def name_of(self, element: str) -> Said:
        """Return the name of an element. Raises ``KeyError`` if there is no such element."""
        return Said(self.names[element], "source" if self.is_source else "translated")

    def gettext(self, message: str) -> str:
        """Return what is said around answers, English for all else."""
        return self.sayings.get(message, message)

    def date(self, text: str) -> str:
        """Write out a date that a statement has. Raises ``KeyError`` for any other."""
        return self.dates[text]


@dataclass(frozen=True)
class Spoken:
    """The languages of the data. Each is opened when it is asked for."""

    _parts: Mapping[str, bytes | memoryview] = field(repr=False)

    @cached_property
    def words(self) -> list[tuple[str, str]]:
        """Every word for an element in any language, with the element's id."""
        return [(word, element) for word, element in _opened(self._parts[_WORDS])]

    @cached_property
    def boxes(self) -> list[tuple[str, str]]:
        """Every name of a box in any language, with the box's id."""
        return [(word, box) for word, box in _opened(self._parts[_BOXES])]

    @property
    def tags(self) -> list[str]:
        """The tags of the languages, English first."""
        return [name.removeprefix(_LANGUAGE) for name in self._parts if name.startswith(_LANGUAGE)]

    def speech(self, tag: str) -> Speech:
        """Return a language. Raises ``KeyError`` for a tag that is not among ``tags``."""
        return Speech(**_opened(self._parts[_LANGUAGE + tag]))


def _opened(part: bytes | memoryview) -> Any:  # noqa: ANN401  what JSON holds may be anything
    return json.loads(bytes(part))


def spoken(catalog: Catalog, languages: Callable[[Catalog], Iterable[Language]]) -> Spoken:
    """Return the languages of a catalogue: as they were kept with it, or compiled from what ``languages`` reads."""
    key = f"{catalog.key}-{_code()}" if catalog.key and _code() else None
    kept = recall(_SORT, key) if key else None
    if kept is not None:
        return Spoken(kept)
    parts = {
        name: json.dumps(part, ensure_ascii=False).encode() for name, part in _compiled(catalog, [*languages(catalog)]).items()
    }
    # Files that were edited meanwhile may have been read as they were before or after.
    if key and catalog.key == key_of(catalog.root, catalog.packs):
        keep(_SORT, key, parts)
    return Spoken(parts)


@cache
def _code() -> str:
    """Return a hash of the code that reads the languages, and of what is said in them."""
    generator = _HERE.parent.parent / "generator"
    return code_of(_HERE, generator / "i18n", generator / "sayings.py")[:16]


def _compiled(catalog: Catalog, languages: list[Language]) -> dict[str, object]:
    dates = {s.source.date for s in catalog.statements.values() if s.source.date}
    texts = {f"statement/{s.id}": s.text for s in catalog.statements.values()}
    known = {f"statement/{s.id}": numbers(s, catalog) for s in catalog.statements.values()}
    texts |= {f"element/{v.id}/about": v.about for v in catalog.verbs.values() if v.about}
    boxes = {f"box/{b.id}/name": (b.id, b.name) for b in catalog.boxes.values()}
    boxes |= {
        f"box/{b.id}/{edition}/name": (b.id, printed.name)
        for b in catalog.boxes.values()
        for edition, printed in b.editions.items()
        if printed.name
    }
    compiled: dict[str, object] = {
        _WORDS: [(word, element) for language in languages for word, ids in language.words.items() for element in ids],
        _BOXES: [(language.text(context, name).text, box) for language in languages for context, (box, name) in boxes.items()],
    }
    texts |= {context: name for context, (_, name) in boxes.items()}
    for language in languages:
        said = {context: language.text(context, text, known.get(context, {})) for context, text in texts.items()}
        compiled[_LANGUAGE + language.tag] = {
            "tag": language.tag,
            "is_source": language.is_source,
            "texts": {context: text.text for context, text in said.items() if text.state == "translated"},
            "names": {element: language.name_of(element).text for element in catalog.elements},
            "sayings": {message: language.gettext(message) for message in MESSAGES},
            "dates": {date: language.date(date) for date in dates},
        }
    return compiled
