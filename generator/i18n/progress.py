"""How far a language is: as a whole, box by box, and page by page of the rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catalog.index import Catalog
from generator import addresses
from generator.i18n.languages import Language, Status, count_of
from generator.i18n.standing import standing


@dataclass(frozen=True, slots=True)
class Progress:
    """The status of a language: of all its texts, names and strings; of the texts of each box, by its id; of each rulebook, by its path.

    A box of no id has the texts that belong to none. A text counts on each page that shows it.
    """

    whole: Status
    boxes: Mapping[str, Status]
    pages: Mapping[str, Status]


def progress(language: Language) -> Progress:
    """Return how far a language is."""
    catalog = language.catalog
    said = {m.context or "": language.text(m.context or "", m.english) for m in language.messages}
    boxes: dict[str, list[str]] = {box: [] for box in (*catalog.boxes, "")}
    for context in said:
        boxes[standing(catalog, context).box].append(context)
    pages = {page: [c for c in contexts if c in said] for page, contexts in rulebooks(catalog).items()}
    return Progress(
        language.status,
        {box: count_of(said[c] for c in contexts) for box, contexts in boxes.items()},
        {page: count_of(said[c] for c in contexts) for page, contexts in pages.items()},
    )


def rulebooks(catalog: Catalog) -> dict[str, list[str]]:
    """Return the contexts of the statements, notes and examples of each rulebook, by the path of its page."""
    shown: dict[str, list[str]] = {}
    for example in catalog.examples.values():
        if example.shows:
            shown.setdefault(example.shows[0], []).append(f"example/{example.id}")
    found: dict[str, list[str]] = {}
    for box in catalog.boxes:
        for edition in catalog.editions_of(box):
            contexts = found[addresses.rulebook(box, edition)] = []
            for statement in catalog.statements_of(box, edition):
                own = f"statement/{statement.id}"
                contexts += [own, f"{own}/note", *shown.get(statement.id, ())]
    return found
