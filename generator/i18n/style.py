"""How a language sets its texts: its quotation marks, and where a line may not break. The data says it, in ``glossary.yaml``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from catalog.text import placeholders
from generator.i18n.glossary import OwnLanguage, Term

NO_BREAK = "\N{NO-BREAK SPACE}"
_QUOTES = '"“”„«»‹›‚‘‟‛'
_MARK = re.compile(f"[{_QUOTES}]|(?<![^\\W\\d_])['’]|['’](?![^\\W\\d_])")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_COUNT = r"(?:\d+|\{[^{}:]*\}|%\(num\)[sd])"


@dataclass(frozen=True)
class Style:
    """How a language sets its texts, and its words for the elements. Without ``own``, every way is right."""

    own: OwnLanguage | None = None
    terms: Mapping[str, Term] = field(default_factory=dict)
    forms: int = 2
    """How many plural forms the language has."""

    def tied(self, text: str) -> str:
        """Return a text with no-break spaces where the language wants them; all other spaces are as they were."""
        if self._short is not None:
            # Several short words may follow one another.
            text = self._short.sub(rf"\1{NO_BREAK}", text)
        if self.own is not None and self.own.no_break_after_numbers:
            text = _COUNTED.sub(rf"\1{NO_BREAK}", text)
        return text

    def wrong_marks(self, text: str) -> Iterator[str]:
        """Yield the quotation marks of a text, HTML tags left out, that are not the language's, or that open or close nothing."""
        if self.own is None or not self.own.quotes:
            return
        closes = dict(self.own.quotes)
        waiting: list[str] = []
        for match in _MARK.finditer(_TAG.sub(" ", text)):
            mark = match.group()
            if waiting and mark == closes[waiting[-1]]:
                waiting.pop()
            elif mark in closes:
                waiting.append(mark)
            elif mark not in self._apostrophes:
                yield mark
        yield from waiting

    def knows(self, element: str, words: str) -> bool:
        """Tell whether words are a form of the term of an element, or are allowed for it. An element without a term may be called anything."""
        return element not in self.terms or _plain(words) in self._spellings[element]

    @cached_property
    def _spellings(self) -> Mapping[str, frozenset[str]]:
        return {e: frozenset(map(_plain, (*term.words, *term.allowed))) for e, term in self.terms.items()}

    @cached_property
    def _apostrophes(self) -> frozenset[str]:
        """An apostrophe at the edge of a word is right where the language says so: it is none of its quotation marks then."""
        return frozenset({"’"} - {mark for pair in self.own.quotes for mark in pair} if self.own else ())

    @cached_property
    def _short(self) -> re.Pattern[str] | None:
        words = self.own.no_break_after if self.own else ()
        return re.compile(rf"(?<![\w’)])({'|'.join(map(re.escape, words))}) (?=\S)", re.IGNORECASE) if words else None


_COUNTED = re.compile(rf"({_COUNT}) (?=[^\W\d_]|\[|\{{[^{{}}]*:|<)")


def _plain(words: str) -> str:
    return words.replace(NO_BREAK, " ").casefold()


def spoken_forms(words: str) -> Iterator[str]:
    """Yield the words of a link in every form that a number in them may ask for; as they are where none is."""
    numbers = [n for n in placeholders(words) if n.forms]
    if not numbers:
        yield words
        return
    for form in range(min(len(n.forms) for n in numbers)):
        said = words
        for number in numbers:
            said = said.replace(str(number), number.forms[form])
        yield said
