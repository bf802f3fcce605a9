"""The checks of formats: what they refer to is there, and no two tiles go by one name."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.boxes import Box
from catalog.findings import hint_for
from catalog.formats import Format, MoveKind, OfBox, Phase, Switch, TileSet, Variant
from catalog.index import Catalog
from catalog.model import Model, Path, walk
from catalog.reporter import Reporter
from catalog.tiles import Printing


def run(report: Reporter) -> None:
    """Check every format, and the aliases of tiles."""
    _aliases(report)
    for entry in report.catalog.formats.values():
        for path, part in _parts(entry):
            key, box = _box(part)
            if box is not None and not _there(box, entry, (*path, key), report):
                continue
            _references(entry, path, part, report)
            if isinstance(part, Phase) and part.figure is not None and part.figure not in entry.figures:
                message, hint = f"`figures` has no `{part.figure}`", hint_for(part.figure, entry.figures)
                report.add("format", entry.id, (*path, "figure"), "unknown-reference", message, hint=hint)
            if isinstance(part, OfBox) and box in report.catalog.boxes:
                _of_box(entry, path, part, report)


def _parts(entry: Format) -> Iterator[tuple[Path, Model]]:
    for name in type(entry).model_fields:
        value = getattr(entry, name)
        if isinstance(value, dict):
            yield from (((name, key), part) for key, part in value.items() if isinstance(part, Model))


def _box(part: Model) -> tuple[str, str | None]:
    """Return the box of a part, and the key that names it."""
    match part:
        case OfBox(box=box) | MoveKind(box=box):
            return "box", box
        case Phase(choice_of=box):
            return "choice-of", box
    return "box", None


def _there(box: str, entry: Format, path: Path, report: Reporter) -> bool:
    """Tell whether a box is among the data; one that is not has to be among those that the format says are lacking."""
    catalog = report.catalog
    if box in catalog.boxes or box in report.half_read or "box" in report.unread:
        return box in catalog.boxes
    if box not in entry.lacks:
        hint = hint_for(box, {*catalog.boxes, *entry.lacks})
        report.add(
            "format", entry.id, path, "unknown-reference", f"there is no box `{box}`, and `lacks` does not name it", hint=hint
        )
    return False


def _references(entry: Format, path: Path, part: Model, report: Reporter) -> None:
    catalog = report.catalog
    known = {
        "figure": set(catalog.figures),
        "mark": set(catalog.marks),
        "feature-kind": set(catalog.kinds),
        "edition": set(catalog.editions),
        "statement": set(catalog.statements),
    }
    for inner, value, references in walk(part, path):
        for ref in (r for r in references if r.to[0] in known):
            words = {word for sort in ref.to for word in known[sort]}
            if isinstance(value, str) and value not in words and value not in report.half_read and not report.unread & {*ref.to}:
                message = f"there is no {' or '.join(ref.to)} `{value}`"
                report.add("format", entry.id, inner, "unknown-reference", message, hint=hint_for(value, words))


def _of_box(entry: Format, path: Path, part: OfBox, report: Reporter) -> None:
    """Check what only the box itself can have: modules, options, and the editions in which it was published."""
    box = report.catalog.boxes[part.box]
    if part.box in report.half_read:
        return
    match part:
        case TileSet(edition=edition) if edition in report.catalog.editions and edition not in box.editions and box.playable:
            message = f"`{box.id}` has no edition `{edition}`"
            hint = hint_for(edition, box.editions)
            report.add("format", entry.id, (*path, "edition"), "edition-unknown-to-box", message, hint=hint)
        case Switch(module=str() as module):
            _one_of(entry, (*path, "module"), "module", module, {m.id for m in box.modules}, box, report)
        case Variant(values=values):
            choices = {choice for option in box.options for choice in option.choices()}
            for value, choice in values.items():
                if choice is not None:
                    _one_of(entry, (*path, "values", value), "option", choice, choices, box, report)


def _one_of(entry: Format, path: Path, sort: str, word: str, known: set[str], box: Box, report: Reporter) -> None:
    if word not in known:
        message = f"the box `{box.id}` has no {sort} `{word}`"
        report.add("format", entry.id, path, "unknown-reference", message, hint=hint_for(word, known))


def _edges(catalog: Catalog, printing: Printing, name: str) -> tuple[str, ...]:
    """Return the edge letters of each square of a tile as it lies in a format when it is not turned there."""
    design = catalog.designs.get(printing.design)
    steps = printing.known_as[name].turns // 90
    return tuple(s.edges[4 - steps :] + s.edges[: 4 - steps] for s in design.all_squares) if design is not None else ()


def _aliases(report: Reporter) -> None:
    catalog = report.catalog
    seen: dict[tuple[str, str, str], int] = {}
    for n, printing in enumerate(catalog.printings):
        for name, alias in printing.known_as.items():
            path: Path = ("known-as", name)
            for m, edition in enumerate(alias.editions):
                if edition in catalog.editions and edition not in printing.counts:
                    report.add("printing", str(n), (*path, "editions", m), "edition-unknown-to-box",
                        f"this printing is not in `{edition}`", hint=hint_for(edition, printing.counts))  # fmt: skip
            for edition in alias.editions or printing.counts:
                first = seen.setdefault((name, alias.id, edition), n)
                # Two tiles may go by one name where that program does not tell them apart: they fit the same places.
                if _edges(catalog, printing, name) != _edges(catalog, catalog.printings[first], name):
                    report.add("printing", str(n), (*path, "id"), "duplicate-id",
                        f"another tile is `{alias.id}` there in `{edition}` already",
                        hint="only tiles that lie with the same edges there may share a name: see `turns`",
                        others=[("printing", str(first), (*path, "id"), "it is here first")])  # fmt: skip
                    break
