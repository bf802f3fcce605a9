"""What the glossary of a language knows beside the names: gender, cases, and the words and titles that were printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from catalog.statements import Statement
from generator import addresses
from generator.i18n.glossary import Printed
from generator.pages.scribe import Scribe
from generator.voice import Shown


@dataclass(frozen=True, slots=True)
class PrintedView:
    """A word or a title as it was printed: in which editions (none: in all), by whom, and the document that says so."""

    word: str
    editions: tuple[Shown, ...]
    publisher: str | None
    source: tuple[Shown, str] | None


@dataclass(frozen=True, slots=True)
class TermView:
    """The grammar of a term, and its words in printed rules.

    ``cases`` are the names of the cases, each with its forms, singular and then plural; ``plural``: whether there is one.
    """

    gender: str | None
    cases: tuple[tuple[str, tuple[str, ...]], ...]
    plural: bool
    printed: tuple[PrintedView, ...]


@dataclass(frozen=True, slots=True)
class OtherWord:
    """A word of printed rules that is not ours, with a link to what it is for."""

    word: str
    ours: Markup


def term_view(scribe: Scribe, element: str) -> TermView:
    """Return what the language of the page knows of an element beside its name; in English, only the words of older editions."""
    language = scribe.language
    term = language.terms.get(element)
    if term is None:
        return TermView(None, (), plural=False, printed=tuple(_of_editions(scribe, element)))
    first = () if term.plural is None else (term.plural,)
    cases = ((case, (term.name, *first) if not n else term.cases.get(case, ())) for n, case in enumerate(language.cases))
    shown = tuple((case, forms) for case, forms in cases if forms)
    return TermView(
        gender=term.gender,
        cases=shown if term.cases else (),
        plural=term.plural is not None,
        printed=tuple(printed_view(scribe, one) for one in term.printed),
    )


def _of_editions(scribe: Scribe, element: str) -> Iterator[PrintedView]:
    """Yield the English words that editions have for an element, each once."""
    found: dict[str, list[Shown]] = {}
    for edition in scribe.catalog.editions if scribe.language.is_source else ():
        for word in scribe.language.printed_in(element, edition):
            found.setdefault(word, []).append(scribe.edition_name(edition))
    for word, editions in found.items():
        yield PrintedView(word, tuple(editions), None, None)


def printed_view(scribe: Scribe, printed: Printed) -> PrintedView:
    """Return a word or a title as it was printed."""
    known = printed.source in scribe.catalog.sources
    return PrintedView(
        word=printed.word,
        editions=tuple(scribe.edition_name(edition) for edition in printed.editions if edition in scribe.catalog.editions),
        publisher=printed.publisher,
        source=(scribe.title(printed.source), scribe.href(addresses.source_page(printed.source))) if known else None,
    )


def other_words(scribe: Scribe, statements: Iterable[tuple[Statement, str]]) -> tuple[OtherWord, ...]:
    """Return the words that printed rules have, and we have not, for what statements name; each comes with its edition."""
    named = ((element, edition) for statement, edition in statements for element in scribe.material.named(statement))
    found = (
        (element, word) for element, edition in dict.fromkeys(named) for word in scribe.language.printed_in(element, edition)
    )
    # Two elements may have one name and one word: a figure and its picture.
    shown: dict[tuple[str, str], OtherWord] = {}
    for element, word in dict.fromkeys(found):
        shown.setdefault((word, scribe.voice.name(element).text), OtherWord(word, scribe.entry(element)))
    return tuple(shown.values())


def other_words_by_edition(
    scribe: Scribe, box: str
) -> tuple[dict[str, dict[str, tuple[OtherWord, ...]]], dict[str, tuple[str, ...]]]:
    """Return what a script puts :func:`other_words` of a table together from, for the statements of a box.

    That is: by edition and element the words, and by statement the elements that have any.
    """
    named = {statement.id: scribe.material.named(statement) for statement in scribe.catalog.statements_of(box)}
    elements = dict.fromkeys(element for found in named.values() for element in found)
    words = {
        edition: {
            element: tuple(OtherWord(word, scribe.entry(element)) for word in found)
            for element in elements
            if (found := scribe.language.printed_in(element, edition))
        }
        for edition in scribe.catalog.editions_of(box)
    }
    other = {element for found in words.values() for element in found}
    return words, {
        statement: kept for statement, found in named.items() if (kept := tuple(element for element in found if element in other))
    }
