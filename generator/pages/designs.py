"""The page of a design: its picture, its fields as the rules see them, and how often it comes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from catalog import Catalog
from catalog.tiles import Design, PortOf, Square
from generator import addresses
from generator.pages.catalogue import named
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Scribe
from generator.voice import Shown

_STATEMENTS = 8
"""How many statements on an element a page lists; all of them are where the element is explained."""


def design_page(scribe: Scribe, design: Design) -> Page:
    """Return the page of a design."""
    catalog, material = scribe.catalog, scribe.material
    siblings = [other.id for other in catalog.designs.values() if other.box == design.box]
    place = siblings.index(design.id)
    edges, alike = next(((e, found) for e, found in material.alike.items() if design.id in found), ("", ()))
    marks = material.marks_of(design)
    # Whatever has no edge, and the symbols, is what rules single out; scenery and the rest is on a tile too often to be told here.
    told = [k for k in material.kinds_of(design) if catalog.kinds[k].shape == "site"]
    told += [m for m in marks if catalog.marks[m].sort == "symbol"]
    # A fan's pack may print a design of another box; the way back leads to the box that first did.
    return scribe.page(
        "design.html.j2",
        design=design,
        box=scribe.box_name(design.box) if design.box in catalog.boxes else None,
        picture=scribe.picture(design, "", 280),
        overlay=scribe.picture(design, "fields", 280),
        squares=[_square(scribe, square) for square in design.all_squares],
        several=bool(design.squares),
        areas=_areas(scribe, design),
        printings=_printings(scribe, design),
        printing_notes=_notes(scribe, design),
        note=scribe.note(f"design/{design.id}/note", design.note),
        edges=edges,
        alike=[named(scribe, other) for other in alike if other != design.id],
        spoken_of=[spoken for element in told if (spoken := _spoken_of(scribe, element))],
        before=named(scribe, siblings[place - 1]) if place else None,
        after=named(scribe, siblings[place + 1]) if place + 1 < len(siblings) else None,
        snippet=scribe.material.yaml(design),
    )


def _printings(scribe: Scribe, design: Design) -> list[dict[str, object]]:
    catalog = scribe.catalog
    found: list[dict[str, object]] = []
    for n, printing in enumerate(catalog.printings):
        if design.id in (printing.design, printing.back):
            box = catalog.box_of_printing[n]
            other = printing.back if printing.design == design.id else printing.design
            found += [
                {
                    "box": scribe.box_name(box, edition),
                    "edition": scribe.edition_name(edition),
                    "href": scribe.href(addresses.sheet(box, edition)),
                    "letter": printing.letter,
                    "count": count,
                    "start": printing.start,
                    "other": scribe.href(addresses.design_page(other)) if other else None,
                    "confidence": printing.confidence,
                }
                for edition, count in printing.counts.items()
            ]
    return found


def _notes(scribe: Scribe, design: Design) -> list[Shown]:
    """Return what is noted of the printings of a design, once for all editions of each."""
    found = []
    for printing in scribe.catalog.printings_of_design(design.id):
        context = f"printing/{printing.design}/{printing.letter}/{next(iter(printing.counts))}/note"
        if note := scribe.note(context, printing.note):
            found.append(note)
    return found


def _spoken_of(scribe: Scribe, element: str) -> dict[str, object] | None:
    """Return the first statements that speak of an element, and how many more there are; None where none does."""
    statements = scribe.material.mentions.get(element, [])
    if not statements:
        return None
    return {
        "name": scribe.voice.name(element),
        "href": scribe.resolve(element),
        "statements": [(scribe.entry(s), scribe.box_name(scribe.catalog.box_of[s])) for s in statements[:_STATEMENTS]],
        "more": max(0, len(statements) - _STATEMENTS),
    }


def _square(scribe: Scribe, square: Square) -> dict[str, object]:
    features = []
    for feature in square.features:
        ends = feature.ends
        features.append(
            {
                "name": _linked(scribe, feature.kind),
                "ports": feature.ports,
                "marks": [_linked(scribe, mark) for mark in feature.marks],
                "corners": feature.corners,
                "ends": _linked(scribe, ends) if isinstance(ends, str) else None,
                "gate": _port(scribe, ends) if isinstance(ends, PortOf) else None,
                "over": _port(scribe, feature.over) if feature.over else None,
                "under": _port(scribe, feature.under) if feature.under else None,
            }
        )
    return {
        "name": square.name,
        "edges": square.edges,
        "features": features,
        "marks": [_linked(scribe, mark) for mark in square.marks],
    }


def _linked(scribe: Scribe, element: str) -> Markup:
    """Return the name of an element with the link to where it is explained."""
    return Markup('<a class="term" href="{}">{}</a>').format(scribe.resolve(element), scribe.voice.name(element))


def _port(scribe: Scribe, port: PortOf) -> dict[str, object]:
    return {"name": scribe.voice.name(port.kind), "port": port.port}


def _areas(scribe: Scribe, design: Design) -> list[dict[str, object]]:
    """Return what remains between the features: where each part reaches the edge, and what it touches."""
    squares = design.all_squares
    found = []
    for derived in scribe.catalog.fields(design.id):
        touched = [squares[s].features[f] for s, f in derived.touches]
        found.append(
            {
                "ports": [(squares[s].name or "", port) for s, port in derived.ports],
                "touches": [{"name": scribe.voice.name(f.kind), "ports": f.ports} for f in touched],
            }
        )
    return found


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield a page for each design."""
    for design in catalog.designs.values():
        yield Leaf(addresses.design_page(design.id), partial(design_page, design=design))
