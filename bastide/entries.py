"""One entry of the catalogue for people and programs: what ``bastide show`` and ``bastide find-tile`` tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bastide.words import UnknownWordError
from catalog import Catalog, did_you_mean
from catalog.fields import edges_of, rotate
from catalog.tiles import Design, Feature
from engine import Table

Json = dict[str, Any]
SORTS = ("tile", "statement", "box", "element", "edition", "source")


def find(catalog: Catalog, word: str) -> tuple[str, str]:
    """Return ``(sort, id)`` of the entry that a word names; ``sort:id`` where an id is of two sorts, letters in any case.

    Raises :class:`UnknownWordError` for no entry, or several.
    """
    sort, _, rest = word.partition(":") if word.partition(":")[0] in SORTS else ("", "", word)
    wanted = rest.strip().lower()
    tables = {
        "tile": catalog.designs,
        "statement": catalog.statements,
        "box": catalog.boxes,
        "element": catalog.elements,
        "edition": catalog.editions,
        "source": catalog.sources,
    }
    found = [s for s in SORTS if (not sort or s == sort) and wanted in tables[s]]
    if len(found) == 1:
        return found[0], wanted
    if found:
        raise UnknownWordError(f"`{word}` is of several sorts", f"write {' or '.join(f'{s}:{wanted}' for s in found)}")
    best = did_you_mean(wanted, {i for s in SORTS if not sort or s == sort for i in tables[s]})
    raise UnknownWordError(f"there is no entry `{word}`", f"did you mean `{best}`?" if best else "tiles are box/letter, as in box/a")


def tile(catalog: Catalog, design: Design, edition: str | None = None) -> Json:
    """Return a design as data: edges, counts by edition, features with ports and marks, derived fields with what they touch.

    The ports of a tile of several squares are led by the name of the square: ``left.EL``.
    """
    squares = design.all_squares

    def port(square: int, name: str) -> str:
        return f"{squares[square].name}.{name}" if design.squares else name

    counts: dict[str, int] = {}
    printings = catalog.printings_of_design(design.id)
    for printing in printings:
        for key, count in printing.counts.items():
            if edition in (None, key):
                counts[key] = counts.get(key, 0) + count
    shown: Json = {
        "id": design.id,
        "letter": next((p.letter for p in printings), None),
        "edges": " ".join(s.edges for s in squares),
        "counts": {e: counts[e] for e in catalog.editions if e in counts},
        "marks": [*design.marks, *(m for s in design.squares for m in s.marks)],
        "features": [
            {
                "kind": f.kind,
                "ports": [port(n, p) for p in f.ports],
                "marks": list(f.marks),
                **_joins(f),
                **({"square": s.name} if design.squares else {}),
            }
            for n, s in enumerate(squares)
            for f in s.features
        ],
        "fields": [
            {
                "ports": [port(n, p) for n, p in field.ports],
                "cities": [[port(n, p) for p in squares[n].features[f].ports] for n, f in field.touches],
            }
            for field in catalog.fields(design.id)
        ],
        "confidence": design.confidence,
        "note": design.note,
    }
    if design.squares:
        shown["squares"] = [{"name": s.name, "at": list(s.at), "edges": s.edges} for s in squares]
    return shown


def _joins(feature: Feature) -> Json:
    joins: Json = {}
    if feature.corners:
        joins["corners"] = list(feature.corners)
    for key in ("ends", "over", "under"):
        value = getattr(feature, key)
        if value is not None:
            joins[key] = value if isinstance(value, str) else {value.kind: value.port}
    return joins


def entry(catalog: Catalog, sort: str, entry_id: str, edition: str | None = None) -> Json:
    """Return an entry of any sort as data."""
    if sort == "tile":
        return tile(catalog, catalog.designs[entry_id], edition)
    tables: Json = {
        "statement": catalog.statements,
        "box": catalog.boxes,
        "element": catalog.elements,
        "edition": catalog.editions,
        "source": catalog.sources,
    }
    shown: Json = {"sort": sort, **tables[sort][entry_id].model_dump(mode="json", by_alias=True, exclude_defaults=True)}
    if sort == "statement":
        shown |= {"box": catalog.box_of[entry_id], "editions": list(catalog.editions_of_statement(catalog.statements[entry_id]))}
    return shown


def fitting(catalog: Catalog, table: Table, pattern: str) -> Iterator[Json]:
    """Yield the single-square designs on a table that fit a hole, with the clockwise rotations in degrees in which they do.

    ``pattern`` is four edge letters clockwise from north, ``?`` for any. Raises :class:`UnknownWordError` for another form.
    """
    wanted = pattern.upper()
    letters = {k.edge for k in catalog.kinds.values() if k.edge}
    if len(wanted) != 4 or not set(wanted) <= letters | {"?"}:
        known = " ".join(sorted(letters))
        raise UnknownWordError(f"`{pattern}` is no hole", f"write four letters clockwise from north, of {known} or ? for any: C?RF")
    for printing, count in table.printings:
        design = catalog.designs[printing.design]
        if len(design.all_squares) > 1:
            continue
        edges = edges_of(design.all_squares[0], catalog.kinds, catalog.rest_letter)
        rotations = [
            90 * turns
            for turns in range(4)
            if all(w in ("?", e) for w, e in zip(wanted, rotate(edges, turns), strict=True))
        ]
        if rotations:
            yield {"id": design.id, "letter": printing.letter, "rotations": rotations, "count": count}
