"""Languages: what the site, the commands and the answers ask for every word that they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from gettext import NullTranslations
from typing import Literal

from babel import Locale

from catalog.index import Catalog
from catalog.text import inflected
from generator.i18n.conventions import alphabet, collation, format_partial_date, plural_form
from generator.i18n.glossary import Printed, Term
from generator.i18n.messages import Message, fold
from generator.i18n.po import Entry
from generator.i18n.reviews import is_reviewed

SOURCE = "en"
"""The language that the data is written in."""
State = Literal["source", "translated", "outdated", "missing"]
_NO_NUMBERS: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Translated:
    """A text to show, and what it is.

    ``source``: English was asked for. ``translated``: it is right. Else the text is English: ``missing`` for want of a
    translation, ``outdated`` where the English has changed since it was translated, or where the translation has an error.
    """

    text: str
    state: State
    reviewed: bool = False
    """Whether somebody has looked at it, if it is a translation; else that is a draft."""


_SOURCE, _MISSING, _OUTDATED = Translated("", "source"), Translated("", "missing"), Translated("", "outdated")
_DRAFT, _REVIEWED = Translated("", "translated"), Translated("", "translated", reviewed=True)


@dataclass(frozen=True, slots=True)
class Status:
    """How many texts there are, how many of them are translated and right, and how many have a translation that is not.

    ``reviewed`` are those of the translated that somebody has looked at; the others are drafts.
    """

    total: int = 0
    translated: int = 0
    fuzzy: int = 0
    reviewed: int = 0

    def __add__(self, other: Status) -> Status:
        return Status(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


class Entries(dict[str, Entry]):
    """The entries of the data by context, as they were read: those of two readings with the same ``origin`` are the same."""

    origin: str = ""


@dataclass(frozen=True, eq=False)
class Language:
    """A language of the site. :func:`generator.i18n.languages` makes them; English, the source, is one too.

    A string of the interface that it lacks is said as :class:`generator.untranslated.English`.
    """

    tag: str
    """The BCP 47 tag."""
    name: str
    """The name of the language in the language itself."""
    catalog: Catalog
    locale: Locale
    messages: tuple[Message, ...] = ()
    """The texts of the data, for the status."""
    entries: Mapping[str, Entry] = field(default_factory=dict)
    """The entries of the data by context; those with an error are fuzzy."""
    terms: Mapping[str, Term] = field(default_factory=dict)
    cases: tuple[str, ...] = ()
    """The names of the cases of its nouns, the first that of names and plurals."""
    titles: Mapping[str, tuple[Printed, ...]] = field(default_factory=dict)
    """The titles that boxes were sold under, by the id of the box."""
    strings: NullTranslations = field(default_factory=NullTranslations)
    interface: Status = Status()

    @property
    def is_source(self) -> bool:
        """Whether this is the language that the data is written in."""
        return self.tag == SOURCE

    @property
    def origin(self) -> str:
        """What tells its entries from others, if they are as they were read; else empty."""
        return self.entries.origin if isinstance(self.entries, Entries) else ""

    @property
    def direction(self) -> str:
        """``ltr`` or ``rtl``, as the ``dir`` of HTML has it."""
        return "rtl" if self.locale.character_order == "right-to-left" else "ltr"

    def text(self, context: str, english: str, numbers: Mapping[str, int] = _NO_NUMBERS) -> Translated:
        """Return a text of the data. ``english`` is what the data says now: it decides whether a translation is still right.

        Words that one of the ``numbers`` governs are put into its form (:func:`catalog.text.inflected`); placeholders are left.
        """
        stands = self.stands(context, english)
        if stands.state != "translated":
            return Translated(inflected(english, numbers), stands.state)
        said = inflected(self.entries[context].strings[0], numbers, plural_form(self.locale))
        return Translated(said, stands.state, stands.reviewed)

    def stands(self, context: str, english: str) -> Translated:
        """Return how a text of the data stands, as :meth:`text` does, without its words."""
        if self.is_source:
            return _SOURCE
        entry = self.entries.get(context)
        if entry is None or not entry.translated:
            return _MISSING
        if entry.fuzzy or entry.ids != (fold(english),):
            return _OUTDATED
        return _REVIEWED if is_reviewed(entry) else _DRAFT

    def name_of(self, element: str, *, plural: bool = False) -> Translated:
        """Return the name of an element, by the glossary. Raises ``KeyError`` if there is no such element."""
        english = self.catalog.elements[element]
        named = (english.plural or english.name) if plural else english.name
        if self.is_source:
            return Translated(named, "source")
        term = self.terms.get(element)
        if term is None or (plural and term.plural is None and english.plural is not None):
            return Translated(named, "missing")
        return Translated((term.plural or term.name) if plural else term.name, "translated", term.reviewed is not None)

    def forms_of(self, element: str) -> tuple[str, ...]:
        """Return every spelling of an element in this language, inflected ones and aliases too, the name first.

        Empty for an element without a term. Raises ``KeyError`` if there is no such element.
        """
        english = self.catalog.elements[element]
        if self.is_source:
            term = Term(id=english.id, name=english.name, plural=english.plural, forms=english.forms, aliases=english.aliases)
            return term.words
        return self.terms[element].words if element in self.terms else ()

    def printed_in(self, element: str, edition: str) -> tuple[str, ...]:
        """Return the words that the printed rules of an edition have for an element, where they are not our name for it.

        Raises ``KeyError`` if there is no such element or edition.
        """
        english = self.catalog.elements[element]
        if self.is_source:
            word = self.catalog.editions[edition].terms.get(english.name)
            return (word,) if word else ()
        term = self.terms.get(element)
        if term is None:
            return ()
        ours = {name.casefold() for name in (term.name, term.plural) if name}
        found = (printed.word for printed in term.printed if not printed.editions or edition in printed.editions)
        return tuple(dict.fromkeys(word for word in found if word.casefold() not in ours))

    def title_of(self, box: str, edition: str) -> str | None:
        """Return the title that a box was sold under in an edition, if the glossary has one; one for this edition goes first."""
        titles = self.titles.get(box, ())
        there = [one.word for one in titles if edition in one.editions] or [one.word for one in titles if not one.editions]
        return there[0] if there else None

    @cached_property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """Every spelling in lower case (``casefold``) with the ids of the elements it is a word for, in reading order."""
        found: dict[str, list[str]] = {}
        for element in self.catalog.elements:
            for word in dict.fromkeys(w.casefold() for w in self.forms_of(element)):
                found.setdefault(word, []).append(element)
        return {word: tuple(ids) for word, ids in found.items()}

    def gettext(self, message: str) -> str:
        """Return a string of the interface."""
        return self.strings.gettext(message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Return a string of the interface in the form that a count takes."""
        return self.strings.ngettext(singular, plural, n)

    def pgettext(self, context: str, message: str) -> str:
        """Return a string of the interface that needs a context to be understood."""
        return self.strings.pgettext(context, message)

    def npgettext(self, context: str, singular: str, plural: str, n: int) -> str:
        """Return a string of the interface with context and count."""
        return self.strings.npgettext(context, singular, plural, n)

    def sort_key(self, text: str) -> bytes:
        """Return the place of a text in the order of the language; see ``notice``."""
        return collation(self.tag)[0](text)

    def letter(self, text: str) -> str:
        """Return the letter of the alphabet under which a word is listed."""
        return alphabet(self.tag)(text)

    @property
    def notice(self) -> str | None:
        """What is not exact about the order of this language on this machine, if anything."""
        return collation(self.tag)[1]

    def date(self, text: str) -> str:
        """Write out a date of the data as exact as it is known: "2025", "October 2025". Raises ``ValueError`` for no date."""
        return format_partial_date(text, self.locale)

    @cached_property
    def parts(self) -> Mapping[str, Status]:
        """The status by part: ``rules`` (texts of the data), ``names`` (the glossary) and ``interface``."""
        return {
            "rules": count_of(self.stands(m.context or "", m.english) for m in self.messages),
            "names": count_of(self.name_of(e) for e in self.catalog.elements),
            "interface": self.interface,
        }

    @property
    def status(self) -> Status:
        """The status of all parts together."""
        return sum(self.parts.values(), Status())


def count_of(texts: Iterable[Translated]) -> Status:
    """Return how many of some texts are right, reviewed, and out of date."""
    found = list(texts)
    states = Counter(text.state for text in found)
    return Status(len(found), states["source"] + states["translated"], states["outdated"], sum(text.reviewed for text in found))
