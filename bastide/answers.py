"""Answers for people and programs: what ``bastide can`` and ``bastide rulings`` tell, in the reader's language."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol

from catalog import Answer, Catalog, Question, Rulings
from catalog.effects import NoEffect
from catalog.relations import between, boxes_of, elements_of, is_ruling
from catalog.statements import Statement
from catalog.text import numbers, plain
from generator.sayings import Sayings

Json = dict[str, Any]
DEFAULTS = {
    ("choice", "allow"): "may",
    ("choice", "refuse"): "may-not",
    ("automatic", "allow"): "does",
    ("automatic", "refuse"): "does-not",
}
"""What play does where no statement speaks, in the words of a verdict."""


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

    def text(self, context: str, english: str, numbers: Mapping[str, int] = ...) -> Said:
        """Return a text of the data, words that a number governs in its form."""

    def gettext(self, message: str) -> str:
        """Return a string of the interface."""


def statement_text(catalog: Catalog, statement: Statement, language: Language) -> str:
    """Return the text of a statement in a language, numbers filled in; English where that has no good translation."""
    named = numbers(statement, catalog)
    return plain(language.text(f"statement/{statement.id}", statement.text, named).text, named)


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
    """Answer a question as :func:`catalog.can` does; where a table's own printings are silent, by others of the same boxes, and by
    boxes that took the place of one of them, or had it before.

    The answer then names the editions in which its rulings hold (``other_editions``).
    """
    rulings = Rulings(catalog)
    found = rulings.ask(question)
    if question.table is None or found.rulings:
        return found
    kin = dict.fromkeys(question.table)
    for box in catalog.boxes.values():
        if box.id in question.table or not question.table.keys().isdisjoint(box.follows):
            kin |= dict.fromkeys((box.id, *box.follows))
    elsewhere = rulings.ask(replace(question, table=None, boxes=tuple(kin)))
    return replace(elsewhere, other_editions=rulings.together(elsewhere.rulings))


def answer(catalog: Catalog, question: Question, found: Answer, language: Language) -> Json:
    """Return an answer as data: verdict, what play does, what it departs from, conditions, consequences, caveat and rulings.

    ``question`` is what was understood, in ids. ``departs_from`` are the more general rulings that lose, each with the statements
    by which it speaks of this case (``because``); where none loses, the default of the verb, if the answer is another. ``entails``
    are the consequences with their ids; play does not do yet what is ``pending``.
    """
    caveat = Sayings(language).only_elsewhere(found.other_editions) if found.other_editions else None
    entailed = [catalog.statements[s] for s in found.consequences]
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
        "unless_stated": unless_stated(catalog, question),
        "departs_from": list(_departs_from(catalog, question, found, language)),
        "conditions": [
            {
                "verdict": exception.verdict,
                "ruling": exception.statement,
                "text": statement_text(catalog, catalog.statements[exception.statement], language),
            }
            for exception in found.exceptions
        ],
        "consequences": [statement_text(catalog, s, language) for s in entailed],
        "entails": [{"id": s.id, "text": statement_text(catalog, s, language), "pending": is_pending(s)} for s in entailed],
        "caveat": caveat,
        "rulings": [ruling(catalog, catalog.statements[s], language) for s in found.rulings],
    }


def unless_stated(catalog: Catalog, question: Question) -> str:
    """Return the verdict by which play goes on where no statement speaks of what is asked."""
    verb = catalog.verbs[question.verb]
    return DEFAULTS[verb.mode, verb.unless_stated]


def is_pending(statement: Statement) -> bool:
    """Tell whether play does not do yet what a statement says."""
    return isinstance(statement.effect, NoEffect) and statement.effect.none == "pending"


def _departs_from(catalog: Catalog, question: Question, found: Answer, language: Language) -> Iterator[Json]:
    for beaten in found.beaten:
        yield {
            "sort": "statement",
            "id": beaten.statement,
            "verdict": beaten.verdict,
            "text": statement_text(catalog, catalog.statements[beaten.statement], language),
            "because": [
                {"id": i, "text": statement_text(catalog, catalog.statements[i], language)} for i in dict.fromkeys(beaten.reached)
            ],
        }
    verb = catalog.verbs[question.verb]
    if not found.beaten and found.verdict != "not-stated" and found.play != verb.unless_stated:
        about = language.text(f"element/{verb.id}/about", verb.about or verb.name).text
        yield {"sort": "verb", "id": verb.id, "verdict": unless_stated(catalog, question), "text": about, "because": []}


def rulings(
    catalog: Catalog,
    about: Collection[tuple[str, str]],
    since: str | None,
    edition: str | None,
    language: Language,
    *,
    examples: bool = True,
) -> Iterator[Json]:
    """Yield the rulings between what is asked for: one or two pairs ``(sort, id)``, the sort ``element`` or ``box``.

    With one, all rulings about it; with none, all there are; in reading order. ``since`` keeps those of that date or later: a
    date that is less exact counts as the earliest day it can be. ``between`` is what a ruling is about before all, and what was asked
    for; the ``examples`` that show it are looked up only if they are wanted.
    """
    shown: dict[str, list[str]] = {}
    for example in catalog.examples.values() if examples else ():
        for statement_id in example.shows:
            shown.setdefault(statement_id, []).append(example.id)
    for statement in catalog.statements.values():
        named = {("element", e) for e in elements_of(statement)} | {("box", b) for b in boxes_of(statement, catalog)}
        asked = set(about) <= named if len(about) > 1 else is_ruling(statement) and set(about) <= named
        date = statement.source.date or ""
        if not asked or (since is not None and date < since):
            continue
        if edition is not None and edition not in catalog.editions_of_statement(statement):
            continue
        cited = ruling(catalog, statement, language)
        parties = dict.fromkeys((*between(statement, catalog), *(entry for _, entry in about)))
        yield {"between": list(parties), **cited, **({"examples": shown.get(statement.id, [])} if examples else {})}
