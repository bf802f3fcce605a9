"""The chapters of a rulebook: what is on the table, the rules in the order of a turn, the points, the rulings, the sources."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.relations import boxes_of
from catalog.statements import Statement
from generator.pages import terms
from generator.pages.boxes import contents
from generator.pages.material import RULINGS_SECTION
from generator.pages.scribe import Scribe
from generator.pages.terms import OtherWord
from generator.rulebook import points
from generator.rulebook.laid import TableScribe
from generator.rulebook.scribe import BookScribe
from generator.rulebook.views import (
    BoxView,
    Chapter,
    E,
    Pair,
    Part,
    PointsGroup,
    PointsLine,
    Reference,
    SourceView,
)
from generator.voice import Shown

CHAPTERS = (
    ("overview",),
    ("setup",),
    ("turn", "turn-start", "draw-tile", "place-tile", "place-figure", "score", "turn-end"),
    ("game-end", "final-scoring"),
    ("tiles",),
    ("general",),
)
"""The sections that make a chapter each; the first gives it its heading."""
POINTS_AFTER = next(names[0] for names in CHAPTERS if "score" in names)
"""The chapter that the scoring table comes after, where it is there."""
IN_THE_BOX = "contents"
"""The section that stands with its box."""


def chapters(scribe: TableScribe[E]) -> Iterator[Chapter[E]]:
    """Yield the chapters of rules; one of which nothing holds is left out."""
    sections: dict[str, list[Statement]] = {}
    for statement in scribe.held.values():
        sections.setdefault(statement.section, []).append(statement)
    for names in CHAPTERS:
        parts = tuple(
            Part(name if n else "", tuple(map(scribe.enter, sections[name]))) for n, name in enumerate(names) if name in sections
        )
        if parts:
            yield Chapter(names[0], parts)


def other_words(scribe: TableScribe[E]) -> tuple[OtherWord, ...]:
    """Return what the printed rules of the editions on the table call otherwise, of what the rules of the table name."""
    editions, box_of = scribe.table.editions, scribe.catalog.box_of
    return terms.other_words(scribe, ((statement, editions[box_of[statement.id]]) for statement in scribe.held.values()))


def boxes(scribe: TableScribe[E]) -> Iterator[BoxView[E]]:
    """Yield what is on the table, box by box."""
    table, catalog = scribe.table, scribe.catalog
    for box, edition in table.editions.items():
        entry = catalog.boxes[box]
        printed = entry.editions[edition]
        unpublished = box in table.unpublished
        yield BoxView(
            id=box,
            name=scribe.name_here(box),
            edition=scribe.edition_name(edition),
            year=printed.year,
            confidence=printed.confidence,
            unpublished=unpublished,
            left_out=tuple(scribe.voice.text(f"module/{box}/{m.id}", m.name) for m in entry.modules if m.id in table.left_out),
            chosen=tuple(
                scribe.voice.choice(catalog, choice)
                for option in entry.options
                for choice in option.choices(edition)
                if len(option.values_in(edition)) > 1 and choice in table.options
            ),
            contents=tuple(contents(scribe, box, edition)),
            tiles=() if unpublished else scribe.tiles(box, edition),
            total=0 if unpublished else sum(printing.counts[edition] for printing in catalog.printings_of(box, edition)),
            entries=tuple(
                scribe.enter(s) for s in scribe.held.values() if s.section == IN_THE_BOX and catalog.box_of[s.id] == box
            ),
        )


def pairs(scribe: TableScribe[E]) -> Iterator[Pair[E]]:
    """Yield the rulings among the boxes on the table, by the boxes that they are about."""
    catalog, there = scribe.catalog, scribe.table.editions
    found: dict[tuple[str, ...], list[E]] = {}
    for statement in scribe.held.values():
        if statement.section != RULINGS_SECTION:
            continue
        about = {box for box in boxes_of(statement, catalog) if box in there}
        # What all boxes need says nothing about which of them a ruling is between.
        needed = {other for box in about for other in catalog.boxes[box].needs}
        own = (about - needed) if len(about - needed) > 1 else about
        found.setdefault(tuple(box for box in there if box in own), []).append(scribe.enter(statement))
    order = list(there)
    for n, key in enumerate(sorted(found, key=lambda boxes: [order.index(box) for box in boxes]), start=1):
        yield Pair(f"rulings_{n}", tuple(scribe.name_here(box) for box in key), tuple(found[key]))


def scoring(scribe: TableScribe[E]) -> Iterator[PointsGroup]:
    """Yield the groups of the scoring table."""
    for group in points.merged(scribe.catalog, [*scribe.held.values()]):
        yield points_group(scribe, group, tuple(map(scribe.reference, group.statements)))


def points_group(scribe: Scribe, group: points.Group, said: tuple[Reference, ...]) -> PointsGroup:
    """Return a group of a scoring table in words; ``said`` is where it is said."""
    return PointsGroup(
        kind=scribe.voice.name(group.kind),
        having=_named(scribe, group.having),
        tiles=group.tiles,
        holding=_named(scribe, group.holding),
        adds=group.adds,
        divide=group.divide,
        lines=tuple(PointsLine(row.thing[0], _named(scribe, row.thing[1]), row.completed, row.final) for row in group.rows),
        said=said,
    )


def values(scribe: TableScribe[E]) -> Iterator[tuple[Shown, int, Reference]]:
    """Yield what pieces are worth: the name of the figure, its points, the statement."""
    for figure, worth, statement in points.values(scribe.held.values()):
        yield scribe.voice.name(figure), worth, scribe.reference(statement)


def bonuses(scribe: TableScribe[E]) -> Iterator[tuple[Shown, tuple[int, ...], Reference]]:
    """Yield what brings points besides the tables: the text of the statement, the numbers of points, the statement."""
    giving = frozenset(scribe.material.giving_points)
    for statement, given in points.bonuses(statement for name, statement in scribe.held.items() if name in giving):
        yield scribe.body(scribe.held[statement]), given, scribe.reference(statement)


def _named(scribe: Scribe, element: str | None) -> Shown | None:
    return scribe.voice.name(element) if element else None


def sources(scribe: BookScribe) -> Iterator[SourceView]:
    """Yield the documents that the book cites, by number."""
    cited: dict[str, list[Statement]] = {}
    for statement in scribe.held.values():
        cited.setdefault(statement.source.doc, []).append(statement)
    for doc, number in scribe.source_numbers.items():
        source = scribe.catalog.sources[doc]
        yield SourceView(
            id=f"source_{number}",
            number=number,
            title=scribe.title(doc),
            publisher=source.publisher,
            date=scribe.date(source.date),
            sort=source.class_,
            url=source.url,
            cited=len(cited[doc]),
            notes=tuple((scribe.reference(s.id), note) for s in cited[doc] if (note := scribe.source(s).note) is not None),
        )


def before_points(found: list[Chapter[E]]) -> str:
    """Return the id of the chapter that the scoring table comes after: that of the turn, where there is one, or else the last."""
    ids = [chapter.id for chapter in found]
    return POINTS_AFTER if POINTS_AFTER in ids else next(reversed(ids), "")
