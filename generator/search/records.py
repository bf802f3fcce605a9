"""What search finds in a language: one record a statement, element, design, box and source, and one for each page that gathers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from catalog.relations import boxes_of, is_ruling
from catalog.statements import Statement
from catalog.tiles import Design
from generator import addresses
from generator.pages.scribe import Scribe
from generator.voice import Shown

Sort = Literal["rule", "ruling", "element", "tile", "box", "source", "page"]
SORTS: tuple[Sort, ...] = get_args(Sort)
"""What kinds of things are found, in the order in which the page lists them."""


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that is found.

    ``path`` is its page below the language, ``anchor`` its place there. ``text`` is what the reader sees of it, in plain words;
    ``lang`` the tag of its language where that is not the page's own. ``names`` are the spellings of the thing itself, ``forms``
    those of what it speaks of: they are found and not shown. ``home`` is the id of the box that it belongs to and ``section`` that
    of its part of the rules; ``boxes`` and ``editions`` are the ids of those it is about.
    """

    sort: Sort
    path: str
    text: str
    anchor: str = ""
    title: str = ""
    home: str = ""
    section: str = ""
    lang: str = ""
    boxes: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """The address below the language, with its anchor: unlike any other record's."""
        return f"{self.path}#{self.anchor}" if self.anchor else self.path


def records(scribe: Scribe) -> tuple[Record, ...]:
    """Return all records of a language, in reading order: the same for the same catalogue and language."""
    catalog = scribe.catalog
    found = (
        *(_element(scribe, element) for element in catalog.elements),
        *(_box(scribe, box) for box in catalog.boxes),
        *(_statement(scribe, statement) for statement in catalog.statements.values()),
        *(_design(scribe, design) for design in catalog.designs.values()),
        *(_source(scribe, source) for source in catalog.sources),
        *_pages(scribe),
    )
    return tuple(sorted(found, key=lambda record: SORTS.index(record.sort)))


def _element(scribe: Scribe, element: str) -> Record:
    entry = scribe.catalog.elements[element]
    about = scribe.note(f"element/{element}/about", entry.about) or Shown("")
    boxes = tuple(scribe.material.brought_by.get(element, ()))
    return Record(
        "element",
        addresses.element_page(element),
        about.text,
        title=scribe.voice.name(element).text,
        lang=about.lang,
        boxes=boxes,
        editions=_editions(scribe, boxes),
        names=_spellings(scribe, element, english=True),
    )


def _spellings(scribe: Scribe, element: str, *, english: bool = False) -> tuple[str, ...]:
    """Return every spelling of an element in the language; the English ones too where the language has none, or ``english`` asks."""
    own = scribe.language.forms_of(element)
    if own and not english:
        return own
    entry = scribe.catalog.elements[element]
    older = (edition.terms.get(entry.name) for edition in scribe.catalog.editions.values())
    others = (entry.name, entry.plural, *entry.forms, *entry.aliases, *older)
    return tuple(dict.fromkeys((*own, *(word for word in others if word))))


def _mentioned(scribe: Scribe, elements: Iterator[str]) -> tuple[str, ...]:
    """Return every spelling of several elements, each once."""
    known = (element for element in dict.fromkeys(elements) if element in scribe.catalog.elements)
    return tuple(dict.fromkeys(word for element in known for word in _spellings(scribe, element)))


def _editions(scribe: Scribe, boxes: tuple[str, ...]) -> tuple[str, ...]:
    found = {edition for box in boxes for edition in scribe.catalog.editions_of(box)}
    return tuple(edition for edition in scribe.catalog.editions if edition in found)


def _box(scribe: Scribe, box: str) -> Record:
    entry = scribe.catalog.boxes[box]
    name = scribe.box_name(box)
    about = scribe.note(f"box/{box}/about", entry.about) or Shown("")
    editions = tuple(scribe.catalog.editions_of(box))
    titles = (
        *(scribe.box_name(box, edition).text for edition in editions),
        *(printed.word for printed in scribe.language.titles.get(box, ())),
    )
    return Record(
        "box",
        addresses.box_page(box),
        about.text,
        title=name.text,
        lang=about.lang,
        boxes=(box,),
        editions=editions,
        names=tuple(dict.fromkeys((name.text, *titles, *entry.aliases, entry.name))),
        forms=_mentioned(scribe, iter(entry.brings)),
    )


def _statement(scribe: Scribe, statement: Statement) -> Record:
    catalog = scribe.catalog
    text = scribe.body(statement)
    page = addresses.statement_page(catalog, statement.id)
    return Record(
        "ruling" if is_ruling(statement) else "rule",
        page or addresses.own_page(statement.id),
        text.body.striptags(),
        anchor=statement.id if page else "",
        home=catalog.box_of[statement.id],
        section=statement.section,
        lang=text.lang,
        boxes=boxes_of(statement, catalog),
        editions=catalog.editions_of_statement(statement),
        forms=_mentioned(scribe, iter(scribe.material.named(statement))),
    )


def _design(scribe: Scribe, design: Design) -> Record:
    catalog = scribe.catalog
    printings = [n for n, printing in enumerate(catalog.printings) if design.id in (printing.design, printing.back)]
    shown = [*scribe.material.kinds_of(design), *scribe.material.marks_of(design)]
    letter = scribe.material.letter(design)
    names = scribe.joined([scribe.voice.name(element).text for element in shown])
    editions = {edition for n in printings for edition in catalog.printings[n].counts}
    return Record(
        "tile",
        addresses.design_page(design.id),
        names,
        title=scribe.language.gettext("Tile %(letter)s") % {"letter": letter},
        home=design.box,
        boxes=tuple(dict.fromkeys((design.box, *(catalog.box_of_printing[n] for n in printings)))),
        editions=tuple(edition for edition in catalog.editions if edition in editions),
        forms=(*_mentioned(scribe, iter(shown)), *(square.edges for square in design.all_squares)),
    )


def _source(scribe: Scribe, source: str) -> Record:
    entry = scribe.catalog.sources[source]
    note = scribe.note(f"source/{source}/note", entry.note) or Shown("")
    boxes = tuple(dict.fromkeys(scribe.catalog.box_of[statement] for statement in scribe.material.cited.get(source, ())))
    return Record(
        "source",
        addresses.source_page(source),
        note.text or ", ".join(filter(None, (entry.publisher, scribe.date(entry.date)))),
        title=entry.title,
        lang=note.lang,
        boxes=boxes,
        editions=_editions(scribe, boxes),
    )


def _pages(scribe: Scribe) -> Iterator[Record]:
    """Yield the pages that gather, and those on which one does something: with the headings and the summaries that they have."""
    _ = scribe.language.gettext
    pages = (
        (
            addresses.TABLE,
            _("My game"),
            _(
                "Say which boxes are on your table and in which editions, and read the rules of that table only, in the order of a turn."
            ),
        ),
        (
            addresses.DESIGNS,
            _("Tiles and tile finder"),
            _("Every tile of every box with its letter and how often it comes, and a finder for the tiles that fit a hole."),
        ),
        (addresses.RULINGS, _("Rulings"), _("Who may do what to whom: every ruling with its verdict, its date and its source.")),
        (
            addresses.GLOSSARY,
            _("Glossary"),
            _("Every figure, feature, symbol and verb of the rules, with its names in all languages."),
        ),
        (
            addresses.SOURCES,
            _("Sources"),
            _("The documents that the rules are taken from. Facts are theirs; the wording is ours."),
        ),
        (
            addresses.STATUS,
            _("Translation and coverage"),
            _("How much is translated, and how many rules are played by the program and shown by an example."),
        ),
        (
            addresses.AUTHORS,
            _("For authors"),
            _("How to write a tile and a rule as data: the format of tiles, and every kind of effect with an example."),
        ),
    )
    for path, title, text in pages:
        yield Record("page", path, text, title=title)


__all__ = ["SORTS", "Record", "Sort", "records"]
