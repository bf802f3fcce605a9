"""The texts of statements: words, links to elements ``[words](element)``, and numbers ``{times}`` taken from the effect.

A word that a number governs may be given in every form that the language has for numbers: ``{times} {times:tile|tiles}``, also
within the words of a link. :func:`inflected` puts the right one there, before a text is taken apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from catalog.effects import CoveredBy, Effect, NoEffect
from catalog.index import Catalog
from catalog.model import Path, values
from catalog.statements import Statement


@dataclass(frozen=True, slots=True)
class Words:
    """Plain words."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to an element."""

    words: str
    target: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the effect, named by the end of its path: ``times``, ``completed.tile``; or a word in the ``forms`` for numbers."""

    name: str
    forms: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{{{self.name}:{'|'.join(self.forms)}}}" if self.forms else f"{{{self.name}}}"


Part = Words | Link | Number
_PART = re.compile(r"\[(?P<words>[^\[\]]+)\]\((?P<target>[^()\s]*)\)|\{(?P<number>[^{}]*)\}")
_SPACES = re.compile(r"[ \t\r\n]+")
PLACEHOLDER = re.compile(r"\{[^{}]*\}")
"""A number, or a word in its forms for numbers, as a text has it."""
_LEFT_OVER = re.compile(r"</?[a-zA-Z][^>]*>|[\[\]{}]|&(?:[a-zA-Z]+|#[0-9]+|#x[0-9a-fA-F]+);")
_NUMBER = re.compile(
    r"\b(\d+(?:[,.]\d+)*|two|three|five|(?:four|six|seven|eight|nine)(?:teen)?|eighteen|ten|eleven|twelve|thirteen|fifteen"
    r"|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozen|hundred|thousand)\b",
    re.IGNORECASE,
)


def single_spaced(text: str) -> str:
    """Return a text with one space where several, or ends of lines, stood. No-break spaces are meant, and stay."""
    return " ".join(filter(None, _SPACES.split(text)))


@lru_cache(maxsize=8192)
def parse(text: str) -> tuple[Part, ...]:
    """Take a text apart. What is no link and no placeholder is words, brackets included (see :func:`left_over`)."""
    parts: list[Part] = []
    at = 0
    for match in _PART.finditer(text):
        if match.start() > at:
            parts.append(Words(text[at : match.start()]))
        at = match.end()
        if match["number"] is not None:
            parts.append(_number(match["number"]))
        else:
            parts.append(Link(match["words"], match["target"]))
    if at < len(text):
        parts.append(Words(text[at:]))
    return tuple(parts)


def _number(written: str) -> Number:
    name, colon, forms = written.partition(":")
    return Number(name, tuple(forms.split("|")) if colon else ())


def placeholders(text: str) -> tuple[Number, ...]:
    """Return the placeholders of a text in their order, those within the words of links too."""
    return tuple(_number(match.group()[1:-1]) for match in PLACEHOLDER.finditer(text))


def english_form(number: int) -> int:
    """Return which form a number takes in English: the first is for one."""
    return int(number != 1)


def inflected(text: str, numbers: Mapping[str, int], form_of: Callable[[int], int] = english_form) -> str:
    """Return a text with every word that a number governs in its form: ``{times:tile|tiles}`` becomes ``tiles``.

    ``form_of`` says which form a number takes, from 0, as the plural rule of a PO file does. A word whose number is not known, or
    that lacks the form, stays as it is written.
    """

    def chosen(match: re.Match[str]) -> str:
        number = _number(match.group()[1:-1])
        if not number.forms or number.name not in numbers:
            return match.group()
        form = form_of(numbers[number.name])
        return number.forms[form] if form < len(number.forms) else match.group()

    return PLACEHOLDER.sub(chosen, text)


def plain(text: str, numbers: dict[str, int]) -> str:
    """Return a text as a reader without links sees it, numbers filled in. Words that they govern are taken for English ones."""
    shown = []
    for part in parse(inflected(text, numbers)):
        match part:
            case Words(words) | Link(words, _):
                shown.append(words)
            case Number(name) as number:
                shown.append(str(number if number.forms else numbers.get(name, number)))
    return single_spaced("".join(shown))


def left_over(text: str) -> list[str]:
    """Return the pieces of markup in a text that are neither link nor placeholder: HTML, stray brackets."""
    return [m.group() for p in parse(text) if isinstance(p, Words) for m in _LEFT_OVER.finditer(p.text)]


def written_numbers(text: str) -> list[str]:
    """Return the numbers that a text writes out instead of taking them from the effect."""
    found = []
    for part in parse(text):
        if isinstance(part, Words | Link):
            words = part.text if isinstance(part, Words) else part.words
            found += [m.group() for m in _NUMBER.finditer(words)]
    return found


def _written(statement: Statement) -> Iterable[tuple[Path, object]]:
    return values(statement.effect)


def candidates(
    statement: Statement,
    catalog: Catalog,
    seen: frozenset[str] = frozenset(),
    written: Callable[[Statement], Iterable[tuple[Path, object]]] = _written,
) -> list[tuple[tuple[str, ...], int]]:
    """Return every number that a statement's text may speak of, with its path: those of its effect or of what covers it.

    ``written`` gives what is in the effect of a statement, for who knows that already.
    """
    found: list[tuple[tuple[str, ...], int]] = []
    match statement.effect:
        case Effect():
            for path, value in written(statement):
                if isinstance(value, int) and not isinstance(value, bool):
                    found.append((tuple(s for s in path if isinstance(s, str)), value))
        case NoEffect(none=CoveredBy(entries=entries)):
            for entry in entries:
                other = catalog.statements.get(entry)
                if other is not None and entry not in seen:
                    found += candidates(other, catalog, seen | {entry}, written)
    return found


def lookup(name: str, found: list[tuple[tuple[str, ...], int]]) -> set[int]:
    """Return the values whose path ends with a placeholder's name: one if it is a good name."""
    wanted = tuple(name.split("."))
    return {value for path, value in found if path[-len(wanted) :] == wanted}


def numbers(statement: Statement, catalog: Catalog) -> dict[str, int]:
    """Return the value of each placeholder of a statement's text; those that name nothing, or several values, are left out."""
    asked = placeholders(statement.text)
    found = candidates(statement, catalog) if asked else []
    named = {p.name: lookup(p.name, found) for p in asked}
    return {name: next(iter(v)) for name, v in named.items() if len(v) == 1}
