"""The texts of the data that translators see: one walk over the catalogue, in reading order, each text under its own context."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from catalog.boxes import BigBox, Box, Edition
from catalog.index import Catalog
from catalog.text import numbers, single_spaced

RULES = "rules.po"
INTERFACE = "interface.po"


@dataclass(frozen=True, slots=True)
class Message:
    """A text to translate.

    ``context`` is its msgctxt, None for a string of the interface. ``english`` has its white space folded; ``plural`` is the
    English plural where a count decides. ``files`` are relative to the data or the pack that holds the text, without lines: a
    line that moves is no change for a translator. ``notes`` tell a translator what a placeholder stands for.
    """

    context: str | None
    english: str
    files: tuple[str, ...] = ()
    plural: str | None = None
    notes: tuple[str, ...] = ()
    pack: str | None = None
    """The pack that the text comes from, as it was named; None for our own data."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The msgid, with the msgid_plural if there is one."""
        return (self.english,) if self.plural is None else (self.english, self.plural)


@lru_cache(maxsize=1 << 13)
def fold(text: str) -> str:
    """Return a text with single spaces and none at the ends of its lines: how a file is indented is no change of a text."""
    return "\n".join(single_spaced(line) for line in text.strip().split("\n"))


def messages(catalog: Catalog) -> Iterator[Message]:
    """Yield every text of the data in reading order; contexts are unique. Names of elements are in the glossaries instead."""
    for sort, entry, context, text, notes in _texts(catalog):
        if text:
            yield _message(catalog, (sort, entry), context, text, notes)


_Text = tuple[str, str, str, str | None, tuple[str, ...]]


def _texts(catalog: Catalog) -> Iterator[_Text]:
    """Yield sort and id of the entry (for its origin), context, text, notes."""
    for edition in catalog.editions.values():
        yield from (("edition", edition.id, *rest) for rest in _edition(edition))
    for big_box in catalog.big_boxes:
        yield from (("big box", big_box.id, *rest) for rest in _big_box(big_box))
    for source in catalog.sources.values():
        yield "source", source.id, f"source/{source.id}/note", source.note, ()
    for element in catalog.elements.values():
        yield "element", element.id, f"element/{element.id}/about", element.about, ()
    for box in catalog.boxes.values():
        yield from (("box", box.id, *rest) for rest in _box(box))
        yield from _tiles(catalog, box.id)
        yield from _statements(catalog, box.id)
        yield from _examples(catalog, box.id)


def _edition(edition: Edition) -> Iterator[tuple[str, str | None, tuple[str, ...]]]:
    yield f"edition/{edition.id}/name", edition.name, ()
    yield f"edition/{edition.id}/marks", edition.marks, ()
    yield f"edition/{edition.id}/note", edition.note, ()


def _big_box(big_box: BigBox) -> Iterator[tuple[str, str | None, tuple[str, ...]]]:
    yield f"big-box/{big_box.id}/name", big_box.name, ()
    yield f"big-box/{big_box.id}/note", big_box.note, ()


def _box(box: Box) -> Iterator[tuple[str, str | None, tuple[str, ...]]]:
    yield f"box/{box.id}/name", box.name, ("the name on the box, as the publisher of your language writes it",)
    yield f"box/{box.id}/about", box.about, ()
    for edition, printed in box.editions.items():
        yield f"box/{box.id}/{edition}/name", printed.name, ("the name on the box in this edition",)
        yield f"box/{box.id}/{edition}/note", printed.note, ()
    for module in box.modules:
        yield f"module/{box.id}/{module.id}", module.name, ()
    for pile in box.piles:
        yield f"pile/{box.id}/{pile.id}", pile.name, ("a label: it is shown in quotation marks",)
    for option in box.options:
        yield f"option/{box.id}/{option.id}/name", option.name, ()
        yield f"option/{box.id}/{option.id}/about", option.about, ()
        for value in option.values:
            context, note = f"option/{box.id}/{option.id}/{value.id}", value.source.note if value.source else None
            yield from ((f"{context}/name", value.name, ()), (f"{context}/about", value.about, ()), (f"{context}/note", note, ()))


def _tiles(catalog: Catalog, box: str) -> Iterator[_Text]:
    for design in catalog.designs.values():
        if design.box == box:
            yield "design", design.id, f"design/{design.id}/note", design.note, ()
    for n, printing in enumerate(catalog.printings):
        if catalog.box_of_printing[n] == box:
            # A design may come in a box under the same letter again, but not twice in one edition.
            context = f"printing/{printing.design}/{printing.letter}/{next(iter(printing.counts))}/note"
            yield "printing", str(n), context, printing.note, ()


def _statements(catalog: Catalog, box: str) -> Iterator[_Text]:
    for statement in catalog.statements_of(box):
        values = "; ".join(f"{{{name}}} is {value}" for name, value in numbers(statement, catalog).items())
        stand_for = (values,) if values else ()
        yield "statement", statement.id, f"statement/{statement.id}", statement.text, stand_for
        yield "statement", statement.id, f"statement/{statement.id}/note", statement.source.note, ()


def _examples(catalog: Catalog, box: str) -> Iterator[_Text]:
    for example in catalog.examples.values():
        if catalog.box_of_example[example.id] == box:
            yield "example", example.id, f"example/{example.id}", example.title, ()


def _message(catalog: Catalog, origin: tuple[str, str], context: str, text: str, notes: tuple[str, ...]) -> Message:
    found = catalog.origins.get(origin)
    file = found.file if found else ""
    pack = pack_of(catalog, file)
    shown = file if pack is None else file[len(pack) + 1 :]
    return Message(context, fold(text), (shown,) if shown else (), notes=notes, pack=pack)


def pack_of(catalog: Catalog, file: str) -> str | None:
    """Return the pack that a file of the data lies in, as it was named; None for our own data. The longest name wins."""
    return max((p for p in map(str, catalog.packs) if file.startswith(f"{p}/")), key=len, default=None)
