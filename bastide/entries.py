"""One entry of the catalogue as data: what ``bastide show`` and ``bastide find-tile`` tell programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ruamel.yaml import YAML

from bastide.answers import statement_text
from bastide.terminal import quoted
from bastide.words import UnknownWordError
from catalog import Catalog, did_you_mean, holes
from catalog.boxes import Box, Edition, Source
from catalog.model import Model
from catalog.statements import Statement
from catalog.tiles import Design, Feature
from catalog.vocabulary import Element
from engine import Table
from generator.i18n import Language
from generator.snippet import as_yaml

Json = dict[str, Any]
SORTS = ("tile", "statement", "box", "element", "edition", "source")
FULL_TURN = 4
_MOVED = {"tile": "design"}
"""What the catalogue calls a sort, where commands have another word."""


class Found(NamedTuple):
    """The designs that fit a hole, as data, and how many tiles there are: one with two faces that both fit is one."""

    rows: list[Json]
    tiles: int


def _tables(catalog: Catalog) -> dict[str, Mapping[str, Model]]:
    return {
        "tile": catalog.designs,
        "statement": catalog.statements,
        "box": catalog.boxes,
        "element": catalog.elements,
        "edition": catalog.editions,
        "source": catalog.sources,
    }


class Named(NamedTuple):
    """An entry that a word names. ``was`` is the word where it is an id that the entry had before."""

    sort: str
    id: str
    was: str | None = None


def find(catalog: Catalog, word: str) -> Named:
    """Return the entry that a word names; ``sort:id`` where an id is of two sorts, letters in any case.

    An id that has moved leads to the entry that had it. Raises :class:`UnknownWordError` for no entry, or several.
    """
    sort, colon, rest = word.lower().partition(":")
    if colon and sort.strip() not in SORTS:
        raise UnknownWordError(f"{quoted(word)} begins with no sort of entry", f"sorts are {', '.join(SORTS)}")
    wanted = (rest if colon else sort).strip()
    tables = {s: table for s, table in _tables(catalog).items() if not colon or s == sort.strip()}
    found = [Named(s, wanted) for s, table in tables.items() if wanted in table] or [
        Named(s, new, wanted) for s in tables if (new := catalog.moved_to(_MOVED.get(s, s), wanted)) is not None
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise UnknownWordError(f"{quoted(word)} is of several sorts", f"write {' or '.join(f'{f.sort}:{wanted}' for f in found)}")
    best = did_you_mean(wanted, {i for table in tables.values() for i in table}) if wanted else None
    hint = f"did you mean `{best}`?" if best else "a tile is box/letter, as in base/d; a pack is read with --pack"
    raise UnknownWordError(f"there is no entry {quoted(word)}", hint)


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
        "sort": "tile",
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


def entry(catalog: Catalog, sort: str, entry_id: str, language: Language, edition: str | None = None) -> Json:
    """Return an entry of any sort as data, spelled as in YAML, with its names and texts in a language where it has them."""
    if sort == "tile":
        shown = tile(catalog, catalog.designs[entry_id], edition)
        _say(shown, "note", f"design/{entry_id}/note", language)
        return shown
    found = _tables(catalog)[sort][entry_id]
    # As an author writes it: a dump of the model would lose which kind each part of an effect is.
    written: Json = YAML(typ="safe", pure=True).load(as_yaml(found))
    if "sort" in written:
        written["box-sort" if sort == "box" else "mark-sort"] = written.pop("sort")
    shown = {"sort": sort, **written}
    match found:
        case Statement():
            shown["text"] = statement_text(catalog, found, language)
            shown |= {"box": catalog.box_of[entry_id], "editions": list(catalog.editions_of_statement(found))}
            _say(shown["source"], "note", f"statement/{entry_id}/note", language)
        case Box():
            _box(shown, found, language)
        case Element():
            shown["name"] = language.name_of(entry_id).text
            if found.plural:
                shown["plural"] = language.name_of(entry_id, plural=True).text
            _say(shown, "about", f"element/{entry_id}/about", language)
        case Edition():
            for key in ("name", "marks", "note"):
                _say(shown, key, f"edition/{entry_id}/{key}", language)
        case Source():
            _say(shown, "note", f"source/{entry_id}/note", language)
    return shown


def _box(shown: Json, box: Box, language: Language) -> None:
    for key in ("name", "about"):
        _say(shown, key, f"box/{box.id}/{key}", language)
    for edition, printed in shown["editions"].items():
        for key in ("name", "note"):
            _say(printed, key, f"box/{box.id}/{edition}/{key}", language)
    for module in shown.get("modules", ()):
        _say(module, "name", f"module/{box.id}/{module['id']}", language)
    for pile in shown.get("piles", ()):
        _say(pile, "name", f"pile/{box.id}/{pile['id']}", language)
    for option, written in zip(box.options, shown.get("options", ()), strict=True):
        context = f"option/{box.id}/{option.id}"
        for key in ("name", "about"):
            _say(written, key, f"{context}/{key}", language)
        for choice, value in zip(option.choices(), written["values"], strict=True):
            for key in ("name", "about"):
                _say(value, key, f"{context}/{value['id']}/{key}", language)
            source = value.pop("source", {})
            _say(source, "note", f"{context}/{value['id']}/note", language)
            value["editions"] = [edition for edition in shown["editions"] if choice in option.choices(edition)]
            default = [edition for edition in value["editions"] if option.choices(edition)[0] == choice]
            value.update({"default-in": default} if default else {}, **({"source": source} if source else {}))


def _say(shown: Json, key: str, context: str, language: Language) -> None:
    """Put a text of an entry into a language."""
    if shown.get(key):
        shown[key] = language.text(context, shown[key]).text


def fitting(catalog: Catalog, table: Table, pattern: str) -> Found:
    """Return the designs on a table that fit a hole, with the clockwise rotations in degrees in which they do.

    ``pattern`` is four edge letters clockwise from north, ``?`` for any. Of a tile of several squares it is told which of them lies in
    the hole. Raises :class:`UnknownWordError` for another form.
    """
    wanted = holes.hole(catalog, pattern)
    if wanted is None:
        hint = f"write four letters clockwise from north, of {' '.join(sorted(holes.letters(catalog)))} or ? for any: 'C?RF'"
        raise UnknownWordError(f"{quoted(pattern)} is no hole", hint)
    rows: dict[str, Json] = {}
    tiles = 0
    for fit in holes.fitting(catalog, table.printings, wanted):
        tiles += fit.count
        for name, squares in fit.faces.items():
            if name not in rows:
                rotations = sorted({degrees for turns in squares.values() for degrees in turns})
                rows[name] = {"id": name, "letter": fit.printing.letter, "rotations": rotations, "count": 0}
                if names := catalog.designs[name].squares:
                    rows[name]["squares"] = [{"name": names[n].name, "rotations": [*turns]} for n, turns in squares.items()]
            rows[name]["count"] += fit.count
    return Found([*rows.values()], tiles)
