"""Answers for people and programs: what ``bastide can`` and ``bastide rulings`` tell, in the reader's language."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, Protocol

from catalog import Answer, Catalog, Question, Rulings
from catalog.relations import between, boxes_of, elements_of, is_ruling
from catalog.statements import Statement
from catalog.text import numbers, plain

Json = dict[str, Any]


class Said(Protocol):
    """A text in the reader's language; in English where ``state`` is neither ``source`` nor ``translated``."""

    @property
    def text(self) -> str:
        """The text."""

    @property
    def state(self) -> str:
        """What it is."""


class Language(Protocol):
    """What an answer needs of the reader's language."""

    @property
    def tag(self) -> str:
        """The BCP 47 tag."""

    def text(self, context: str, english: str) -> Said:
        """Return a text of the data."""


def statement_text(catalog: Catalog, statement: Statement, language: Language) -> str:
    """Return the text of a statement in a language, numbers filled in; English where that has no good translation."""
    shown = language.text(f"statement/{statement.id}", statement.text).text
    return plain(shown, numbers(statement, catalog))


def ruling(catalog: Catalog, statement: Statement, language: Language) -> Json:
    """Return a statement as a ruling that an answer cites."""
    state = language.text(f"statement/{statement.id}", statement.text).state
    return {
        "id": statement.id,
        "text": statement_text(catalog, statement, language),
        "date": statement.source.date,
        "source": statement.source.doc,
        "source_title": catalog.sources[statement.source.doc].title,
        "confidence": statement.source.confidence,
        "box": catalog.box_of[statement.id],
        "editions": list(catalog.editions_of_statement(statement)),
        "language": language.tag if state in {"source", "translated"} else "en",
    }


def ask(catalog: Catalog, question: Question) -> Answer:
    """Answer a question as :func:`catalog.can` does; where a table's own printings are silent, by others of the same boxes.

    The answer then names the editions in which its rulings hold (``other_editions``).
    """
    rulings = Rulings(catalog)
    found = rulings.ask(question)
    if question.table is None or found.rulings:
        return found
    elsewhere = rulings.ask(replace(question, table=None, boxes=tuple(question.table)))
    return replace(elsewhere, other_editions=rulings.together(elsewhere.rulings))


def answer(catalog: Catalog, question: Question, found: Answer, language: Language) -> Json:
    """Return an answer as data: verdict, what play does, conditions, consequences, caveat and the rulings that give it.

    ``question`` is what was understood, in ids. The caveat is in English whatever the language.
    """
    caveat = None
    if found.other_editions:
        caveat = f"This is stated only for other editions: {', '.join(found.other_editions)}."
    return {
        "question": {
            "actor": question.actor,
            "verb": question.verb,
            "target": question.target,
            "on": list(question.on),
            "edition": question.edition,
            "table": dict(question.table) if question.table is not None else None,
        },
        "verdict": found.verdict,
        "play": found.play,
        "conditions": [
            {
                "verdict": exception.verdict,
                "ruling": exception.statement,
                "text": statement_text(catalog, catalog.statements[exception.statement], language),
            }
            for exception in found.exceptions
        ],
        "consequences": [statement_text(catalog, catalog.statements[s], language) for s in found.consequences],
        "caveat": caveat,
        "rulings": [ruling(catalog, catalog.statements[s], language) for s in found.rulings],
    }


def rulings(
    catalog: Catalog, about: Collection[tuple[str, str]], since: str | None, edition: str | None, language: Language
) -> Iterator[Json]:
    """Yield the rulings between what is asked for: one or two pairs ``(sort, id)``, the sort ``element`` or ``box``.

    With one, all rulings about it; with none, all there are. ``since`` keeps those of that date or later.
    """
    for statement in catalog.statements.values():
        named = {("element", e) for e in elements_of(statement)} | {("box", b) for b in boxes_of(statement, catalog)}
        asked = set(about) <= named if len(about) > 1 else is_ruling(statement) and set(about) <= named
        date = statement.source.date or ""
        if not asked or (since is not None and date < since):
            continue
        if edition is not None and edition not in catalog.editions_of_statement(statement):
            continue
        yield {"between": list(between(statement, catalog)), **ruling(catalog, statement, language)}
