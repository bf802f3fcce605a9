"""The page of a design: its picture, its fields as the rules see them, and how often it comes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from catalog import Catalog
from catalog.tiles import Design, PortOf, Square
from generator import addresses
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Scribe
from generator.snippet import as_yaml


def design_page(scribe: Scribe, design: Design) -> Page:
    """Return the page of a design."""
    catalog = scribe.catalog
    printings = []
    for n, printing in enumerate(catalog.printings):
        if design.id in (printing.design, printing.back):
            box = catalog.box_of_printing[n]
            other = printing.back if printing.design == design.id else printing.design
            note = f"printing/{printing.design}/{printing.letter}/{next(iter(printing.counts))}/note"
            printings += [
                {
                    "box": scribe.box_name(box, edition),
                    "edition": scribe.edition_name(edition),
                    "href": scribe.href(addresses.sheet(box, edition)),
                    "letter": printing.letter,
                    "count": count,
                    "start": printing.start,
                    "other": scribe.href(addresses.design_page(other)) if other else None,
                    "confidence": printing.confidence,
                    "note": scribe.note(note, printing.note),
                }
                for edition, count in printing.counts.items()
            ]
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
        printings=printings,
        note=scribe.note(f"design/{design.id}/note", design.note),
        snippet=as_yaml(design, listed=True),
    )


def _square(scribe: Scribe, square: Square) -> dict[str, object]:
    features = []
    for feature in square.features:
        ends = feature.ends
        features.append(
            {
                "name": scribe.voice.name(feature.kind),
                "ports": feature.ports,
                "marks": [scribe.voice.name(mark) for mark in feature.marks],
                "corners": feature.corners,
                "ends": scribe.voice.name(ends) if isinstance(ends, str) else None,
                "gate": _port(scribe, ends) if isinstance(ends, PortOf) else None,
                "over": _port(scribe, feature.over) if feature.over else None,
                "under": _port(scribe, feature.under) if feature.under else None,
            }
        )
    return {
        "name": square.name,
        "edges": square.edges,
        "features": features,
        "marks": [scribe.voice.name(mark) for mark in square.marks],
    }


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
                "ports": [(squares[s].name, port) for s, port in derived.ports],
                "touches": [{"name": scribe.voice.name(f.kind), "ports": f.ports} for f in touched],
            }
        )
    return found


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield a page for each design."""
    for design in catalog.designs.values():
        yield Leaf(addresses.design_page(design.id), partial(design_page, design=design))
