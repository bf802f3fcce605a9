"""Holes: which tiles fit a place between others, and how they are turned to fit it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from catalog.fields import edges_of, rotate, seams
from catalog.index import Catalog
from catalog.tiles import EDGES, Design, Printing

ANY = "?"
"""In a hole: an edge at which anything may be, or nothing."""
SEAM = "-"
"""In an outline: where the tile goes on in another of its squares. Nothing can lie there, so that no letter of a hole fits it."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A printing of which one face or the other fits a hole, and how often it comes.

    ``faces``: by design, the squares that may lie in the hole (counted from 0), each with the clockwise turns in degrees by which the
    tile then lies as it must.
    """

    printing: Printing
    count: int
    faces: dict[str, dict[int, tuple[int, ...]]]


def letters(catalog: Catalog) -> tuple[str, ...]:
    """Return the letters of edges, in the order of the kinds of features that have one."""
    return tuple(dict.fromkeys(k.edge for k in catalog.kinds.values() if k.edge))


def hole(catalog: Catalog, pattern: str) -> str | None:
    """Return a hole as four letters clockwise from north, ``?`` for any; None for another form. Case makes no difference."""
    wanted = pattern.strip().upper()
    return wanted if len(wanted) == len(EDGES) and set(wanted) <= {*letters(catalog), ANY} else None


def outlines(catalog: Catalog, design: Design) -> tuple[str, ...]:
    """Return the edges of each square of a design, clockwise from north, with ``-`` where it goes on in another square."""
    squares = design.all_squares
    inner = {(n, edge) for one, edge, other, opposite in seams(squares) for n, edge in ((one, edge), (other, opposite))}
    found = []
    for n, square in enumerate(squares):
        made = edges_of(square, catalog.kinds, catalog.rest_letter)
        found.append("".join(SEAM if (n, edge) in inner else letter for edge, letter in zip(EDGES, made, strict=True)))
    return tuple(found)


def turns(catalog: Catalog, design: Design, wanted: str) -> dict[int, tuple[int, ...]]:
    """Return the squares of a design that may lie in a hole, each with the clockwise turns in degrees in which it fits.

    A tile of several squares needs more room than the hole: where it goes on, the hole must be open, that is ``?``.
    """
    found = {}
    for n, outline in enumerate(outlines(catalog, design)):
        degrees = tuple(
            90 * quarters
            for quarters in range(len(EDGES))
            if all(w in (ANY, e) for w, e in zip(wanted, rotate(outline, quarters), strict=True))
        )
        if degrees:
            found[n] = degrees
    return found


def fitting(catalog: Catalog, printings: Iterable[tuple[Printing, int]], wanted: str) -> Iterator[Fit]:
    """Yield the printings that fit a hole (:func:`hole`), of those that are given, each with how often it comes."""
    for printing, count in printings:
        names = dict.fromkeys(name for name in (printing.design, printing.back) if name)
        faces = {name: fit for name in names if (fit := turns(catalog, catalog.designs[name], wanted))}
        if faces:
            yield Fit(printing, count, faces)


def alike(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """Return the designs of one square by their edges, turned so that letters which come early in :func:`letters` come first."""
    order = letters(catalog).index

    def lying(edges: str) -> tuple[int, ...]:
        return tuple(map(order, edges))

    found = [
        (min((rotate(edges, quarters) for quarters in range(len(EDGES))), key=lying), design.id)
        for design in catalog.designs.values()
        if SEAM not in (edges := outlines(catalog, design)[0])
    ]
    found.sort(key=lambda pair: lying(pair[0]))
    return {edges: tuple(name for _, name in group) for edges, group in groupby(found, key=lambda pair: pair[0])}
