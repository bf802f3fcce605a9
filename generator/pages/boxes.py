"""The page of a box, its rulebook in one edition, and its tile sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from catalog import Catalog
from catalog.boxes import Box, Content, RuleOption
from catalog.index import SECTIONS
from generator import addresses
from generator.pages.illustrations import Illustrated, illustrated
from generator.pages.leaf import Leaf
from generator.pages.material import RULINGS_SECTION
from generator.pages.scribe import Page, Picture, Said, Scribe, Source
from generator.pages.terms import other_words, printed_view
from generator.voice import Shown


@dataclass(frozen=True, slots=True)
class EditionView:
    """A box in one edition: its names, its year, where its pages are. ``current`` is the page one is on.

    ``public``: whether the rules that it came with are.
    """

    id: str
    name: Shown
    box: Shown
    year: int
    confidence: str
    note: Shown | None
    href: str
    sheet: str
    tiles: int
    pictures: tuple[Picture, ...]
    current: bool
    public: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list of contents: how many, of what. ``plain``: tiles without a symbol."""

    count: int
    tiles: bool
    name: Shown | None
    squares: int | None
    plain: bool
    confidence: str
    editions: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class ValueView:
    """A value of an option: how it is chosen, where it exists, and where it is the default.

    ``default_in`` are the editions in which it is, where that is not so in all that it exists in.
    """

    choice: str
    name: Shown
    about: Shown
    editions: tuple[Shown, ...]
    narrower: bool
    default: bool
    default_in: tuple[Shown, ...]
    source: Source | None


@dataclass(frozen=True, slots=True)
class OptionView:
    """An option of a box with its choices."""

    name: Shown
    about: Shown
    choices: tuple[ValueView, ...]


def box_page(scribe: Scribe, box: str) -> Page:
    """Return the page of a box: what it is, its editions, what is inside."""
    entry = scribe.catalog.boxes[box]
    return scribe.page(
        "box.html.j2",
        box=entry,
        title=scribe.box_name(box),
        about=scribe.voice.text(f"box/{box}/about", entry.about),
        editions=editions(scribe, box),
        titles=[printed_view(scribe, printed) for printed in scribe.language.titles.get(box, ())],
        needs=[scribe.box_entry(other) for other in entry.needs],
        contents=contents(scribe, box, None),
        modules=[scribe.voice.text(f"module/{box}/{m.id}", m.name) for m in entry.modules],
        options=[_option(scribe, entry, option) for option in entry.options],
        brings=[(element, scribe.voice.name(element)) for element in entry.brings],
        related=[scribe.box_entry(other) for other in scribe.material.related(box)],
        printings=[
            (
                scribe.voice.text(f"big-box/{big.id}/name", big.name),
                big.year,
                scribe.edition_name(big.edition),
                scribe.note(f"big-box/{big.id}/note", big.note),
            )
            for big in scribe.catalog.big_boxes
            if box in big.boxes
        ],
    )


def _option(scribe: Scribe, box: Box, option: RuleOption) -> OptionView:
    """Return an option with its values: the editions that each is in, and those in which it is the default."""
    context, all_in = f"option/{box.id}/{option.id}", scribe.catalog.editions_of(box.id)
    values = []
    for value, choice in zip(option.values, option.choices(), strict=True):
        there = [edition for edition in all_in if choice in option.choices(edition)]
        default = [edition for edition in there if option.choices(edition)[0] == choice]
        values.append(
            ValueView(
                choice=choice,
                name=scribe.voice.text(f"{context}/{value.id}/name", value.name),
                about=scribe.voice.text(f"{context}/{value.id}/about", value.about),
                editions=tuple(scribe.edition_name(edition) for edition in there),
                narrower=there != all_in,
                default=bool(default),
                default_in=tuple(scribe.edition_name(edition) for edition in default if default != there),
                source=scribe.cited(value.source, f"{context}/{value.id}/note") if value.source else None,
            )
        )
    name, about = scribe.voice.text(f"{context}/name", option.name), scribe.voice.text(f"{context}/about", option.about)
    return OptionView(name, about, tuple(values))


def editions(scribe: Scribe, box: str, current: str | None = None, pictures: int = 4) -> list[EditionView]:
    """Return the editions of a box, oldest first."""
    catalog = scribe.catalog
    return [
        EditionView(
            id=edition,
            name=scribe.edition_name(edition),
            box=scribe.box_name(box, edition),
            year=catalog.boxes[box].editions[edition].year,
            confidence=catalog.boxes[box].editions[edition].confidence,
            note=scribe.note(f"box/{box}/{edition}/note", catalog.boxes[box].editions[edition].note),
            href=scribe.href(addresses.rulebook(box, edition)),
            sheet=scribe.href(addresses.sheet(box, edition)),
            tiles=sum(p.counts[edition] for p in catalog.printings_of(box, edition)),
            pictures=_samples(scribe, box, edition, pictures),
            current=edition == current,
            public=catalog.boxes[box].editions[edition].stage == "playable",
        )
        for edition in catalog.editions_of(box)
    ]


def _samples(scribe: Scribe, box: str, edition: str, count: int, side: int = 80) -> tuple[Picture, ...]:
    samples = scribe.material.samples(box, edition, count) if count else []
    return tuple(scribe.picture(scribe.catalog.designs[p.design], "", side) for p in samples)


def contents(scribe: Scribe, box: str, edition: str | None) -> list[Line]:
    """Return the list of contents of a box, in one edition or in all."""

    def line(content: Content) -> Line:
        element = content.of or content.with_
        count = content.tiles or content.figures or 0
        return Line(
            count=count,
            tiles=content.tiles is not None,
            name=scribe.voice.name(element, plural=count > 1) if element else None,
            squares=content.squares,
            plain=content.plain,
            confidence=content.confidence,
            editions=tuple(scribe.edition_name(e) for e in content.editions) if edition is None else (),
        )

    entries = scribe.catalog.boxes[box].contents
    return [line(c) for c in entries if edition is None or not c.editions or edition in c.editions]


def rulebook(scribe: Scribe, box: str, edition: str) -> Page:
    """Return the rules of a box in one edition, in the order of a turn, with the rulings about other boxes at the end."""
    catalog = scribe.catalog
    entry = catalog.boxes[box]
    sections: dict[str, list[str]] = {name: [] for name in SECTIONS}
    statements, about = catalog.statements_of(box, edition), scribe.material.rulings_about(box, edition)
    for statement in statements:
        sections[statement.section].append(statement.id)
    rulings = sections.pop(RULINGS_SECTION)

    def said(statement: str) -> Said:
        return scribe.statement(catalog.statements[statement])

    def seen(statement: str) -> Illustrated:
        return illustrated(scribe, catalog.statements[statement])

    return scribe.page(
        "rulebook.html.j2",
        box=entry,
        edition=catalog.editions[edition],
        title=scribe.box_name(box, edition),
        edition_name=scribe.edition_name(edition),
        marks=scribe.voice.text(f"edition/{edition}/marks", catalog.editions[edition].marks),
        editions=editions(scribe, box, edition),
        other_words=other_words(scribe, ((statement, edition) for statement in (*statements, *about))),
        related=[view for other in scribe.material.related(box) for view in editions(scribe, other)],
        samples=_samples(scribe, box, edition, 6, 100),
        contents=contents(scribe, box, edition),
        sections=[(name, found) for name, found in sections.items() if found],
        rulings=rulings,
        foreign=[(scribe.box_name(catalog.box_of[statement.id]), statement.id) for statement in about],
        said=said,
        illustrated=seen,
    )


def sheet(scribe: Scribe, box: str, edition: str) -> Page:
    """Return the tile sheet of a box in one edition: each printing with its letter, its count and its symbols."""
    catalog = scribe.catalog
    tiles = []
    for printing in catalog.printings_of(box, edition):
        designs = [catalog.designs[d] for d in (printing.design, printing.back) if d]
        tiles.append(
            {
                "letter": printing.letter,
                "count": printing.counts[edition],
                "start": printing.start,
                "pictures": [(scribe.picture(d, "", 104), scribe.href(addresses.design_page(d.id))) for d in designs],
                "kinds": [scribe.voice.name(k) for d in designs[:1] for k in scribe.material.kinds_of(d)],
                "marks": [scribe.voice.name(m) for d in designs[:1] for m in scribe.material.marks_of(d)],
                "edges": " ".join(s.edges for d in designs for s in d.all_squares),
                "confidence": printing.confidence,
            }
        )
    return scribe.page(
        "sheet.html.j2",
        box=catalog.boxes[box],
        edition=catalog.editions[edition],
        title=scribe.box_name(box, edition),
        edition_name=scribe.edition_name(edition),
        editions=[other for other in editions(scribe, box, edition, 0) if other.tiles],
        tiles=tiles,
        total=sum(p.counts[edition] for p in catalog.printings_of(box, edition)),
    )


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield the pages of all boxes."""
    for box in catalog.boxes:
        yield Leaf(addresses.box_page(box), partial(box_page, box=box))
        for edition in catalog.editions_of(box):
            yield Leaf(addresses.rulebook(box, edition), partial(rulebook, box=box, edition=edition), edition)
            if catalog.printings_of(box, edition):
                yield Leaf(addresses.sheet(box, edition), partial(sheet, box=box, edition=edition), edition)
