"""The catalogue of tiles: every design of every box, with what the filters and the finder of the page go by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from catalog import Catalog, holes
from catalog.tiles import Printing
from generator import addresses
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Picture, Scribe, edge_path
from generator.voice import Shown

SIDE, SMALL = 96, 44
"""The sides of a square in the catalogue and in the list by edges, in CSS pixels."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a tile in the catalogue.

    ``number`` is that of its printing, which two faces of a tile have in common. ``outlines`` are the edges of each square, ``at`` where
    each lies, ``has`` the ids of all that is on it. ``only`` or ``without`` name editions of the box where it is not in all of them.
    """

    design: str
    number: int
    letter: str
    picture: Picture
    href: str
    outlines: tuple[str, ...]
    at: tuple[tuple[int, int], ...]
    has: tuple[str, ...]
    counts: Mapping[str, int]
    said: tuple[Shown, ...]
    start: bool
    two_faced: bool
    only: tuple[Shown, ...]
    without: tuple[Shown, ...]


def catalogue(scribe: Scribe) -> Page:
    """Return the catalogue: all designs by box, and the list of edges with the designs that have them."""
    catalog = scribe.catalog
    boxes = []
    for box in catalog.boxes:
        faces = [
            face for n, p in enumerate(catalog.printings) if catalog.box_of_printing[n] == box for face in _faces(scribe, n, p)
        ]
        if faces:
            boxes.append(
                {
                    "id": box,
                    "name": scribe.box_name(box),
                    "faces": faces,
                    "designs": len({face.design for face in faces}),
                    "sheets": [
                        (
                            scribe.edition_name(edition),
                            sum(p.counts[edition] for p in printings),
                            scribe.href(addresses.sheet(box, edition)),
                        )
                        for edition in catalog.editions_of(box)
                        if (printings := catalog.printings_of(box, edition))
                    ],
                }
            )
    shown = {element for box in boxes for face in box["faces"] for element in face.has}  # type: ignore[attr-defined]
    return scribe.page(
        "tiles.html.j2",
        boxes=boxes,
        editions=[(edition, scribe.edition_name(edition)) for edition in catalog.editions],
        kinds=[(kind, scribe.voice.name(kind)) for kind in catalog.kinds if kind in shown],
        marks=[
            (sort, _by_name(scribe, [m.id for m in catalog.marks.values() if m.sort == sort and m.id in shown]))
            for sort in dict.fromkeys(m.sort for m in catalog.marks.values())
        ],
        edges=[
            {"letter": kind.edge, "name": scribe.voice.name(kind.id), "src": scribe.asset(edge_path(kind.id))}
            for kind in catalog.kinds.values()
            if kind.edge
        ],
        alike=[(edges, _by_box(scribe, designs)) for edges, designs in scribe.material.alike.items()],
        wide=[
            (named(scribe, design.id), holes.outlines(catalog, design), len({s.at[0] for s in design.squares}) == 1)
            for design in catalog.designs.values()
            if len(design.all_squares) > 1
        ],
        samples=scribe.plurals(),
    )


def _faces(scribe: Scribe, number: int, printing: Printing) -> list[Face]:
    catalog = scribe.catalog
    published = catalog.editions_of(catalog.box_of_printing[number])
    absent = [edition for edition in published if edition not in printing.counts]
    few = len(printing.counts) <= len(absent)
    found = []
    for name in dict.fromkeys(n for n in (printing.design, printing.back) if n):
        design = catalog.designs[name]
        kinds, marks = scribe.material.kinds_of(design), scribe.material.marks_of(design)
        # What is on an edge is seen at once; what has none, and marks, are said.
        told = [*(kind for kind in kinds if catalog.kinds[kind].shape == "site"), *marks]
        found.append(
            Face(
                design=name,
                number=number,
                letter=printing.letter,
                picture=scribe.picture(design, "", SIDE),
                href=scribe.href(addresses.design_page(name)),
                outlines=holes.outlines(catalog, design),
                at=tuple(square.at for square in design.all_squares),
                has=(*kinds, *marks),
                counts=printing.counts,
                said=tuple(scribe.voice.name(element) for element in told),
                start=printing.start,
                two_faced=printing.back is not None,
                only=tuple(scribe.edition_name(e) for e in published if e in printing.counts) if absent and few else (),
                without=() if few else tuple(scribe.edition_name(e) for e in absent),
            )
        )
    return found


def _by_name(scribe: Scribe, elements: list[str]) -> list[tuple[str, Shown]]:
    named = [(element, scribe.voice.name(element)) for element in elements]
    return sorted(named, key=lambda pair: (scribe.language.sort_key(pair[1].text), pair[0]))


@dataclass(frozen=True, slots=True)
class Named:
    """A design by the name of its box and its letter; without a name for a box that is not in the catalogue."""

    box: Shown | None
    letter: str
    href: str
    picture: Picture


def named(scribe: Scribe, name: str, side: int = SMALL) -> Named:
    """Return a design with a picture; ``side`` is that of a square in CSS pixels."""
    design = scribe.catalog.designs[name]
    return Named(
        box=scribe.box_name(design.box) if design.box in scribe.catalog.boxes else None,
        letter=scribe.material.letter(design),
        href=scribe.href(addresses.design_page(name)),
        picture=scribe.picture(design, "", side),
    )


def _by_box(scribe: Scribe, designs: tuple[str, ...]) -> list[list[Named]]:
    """Return designs, those of a box together."""
    found: dict[str, list[Named]] = {}
    for name in designs:
        found.setdefault(scribe.catalog.designs[name].box, []).append(named(scribe, name))
    return [*found.values()]


def leaves(_: Catalog) -> Iterator[Leaf]:
    """Yield the catalogue."""
    yield Leaf(addresses.DESIGNS, catalogue)
