"""The checks of tiles: edges and features agree, ports have one feature, lines end somewhere, counts add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from catalog.boxes import Box, Content
from catalog.fields import edges_of, find, seams
from catalog.findings import hint_for
from catalog.index import Catalog
from catalog.model import Path
from catalog.reporter import Problem, Reporter
from catalog.tiles import EDGES, HALVES, Design, PortOf, Printing, Square

KINDS_FILE = "vocabulary/feature-kinds.yaml"
"""The file without which no tile can be judged."""


def run(report: Reporter) -> None:
    """Check every design, every printing, and what each box says it holds."""
    catalog, broken = report.catalog, report.broken
    for design in catalog.designs.values() if not any(name.endswith(KINDS_FILE) for name in broken) else ():
        for problem in _design(design, catalog):
            report.add("design", design.id, problem.path, problem.code, problem.message, hint=problem.hint)
    _printed(report)
    for box in catalog.boxes.values():
        for n, content in enumerate(box.contents):
            if (content.tiles is None) == (content.figures is None):
                report.add("box", box.id, ("contents", n), "wrong-shape", "a line of contents says `tiles` or `figures`")
            if (content.figures is None) != (content.of is None):
                report.add(
                    "box", box.id, ("contents", n), "wrong-shape", "`figures` and `of` go together", hint="{figures: 1, of: ...}"
                )
        if catalog.origins["box", box.id].file.replace("expansion.yaml", "tiles.yaml") not in broken:
            _contents(box, report)


def _printed(report: Reporter) -> None:
    catalog = report.catalog
    printed = {d for p in catalog.printings for d in (p.design, p.back)}
    for design_id, design in catalog.designs.items():
        if design_id not in printed and design.box in catalog.boxes and design_id not in report.half_read:
            report.add("design", design_id, ("id",), "unprinted", "no printing says how often this design comes", severity="warning",
                hint=f"add under `printings`: {{design: {design_id}, letter: A, counts: {{...}}}}")  # fmt: skip
    for n, printing in enumerate(catalog.printings):
        box = catalog.boxes[catalog.box_of_printing[n]]
        for edition in printing.counts:
            if edition in catalog.editions and edition not in box.editions:
                report.add("printing", str(n), ("counts", edition), "edition-unknown-to-box", f"`{box.id}` has no edition `{edition}`",
                    hint=hint_for(edition, box.editions), key=True)  # fmt: skip


def _design(design: Design, catalog: Catalog) -> Iterator[Problem]:
    squares = design.all_squares
    for n, square in enumerate(squares):
        path: Path = ("squares", n) if design.squares else ()
        if all(f.kind in catalog.kinds for f in square.features):
            yield from _edges(square, path, catalog)
            yield from _features(square, path, catalog)
            if square.fields is not None:
                yield from _fields(square, path, catalog)
    for one, edge, other, opposite in seams(squares):
        a, b = squares[one].edges[EDGES.index(edge)], squares[other].edges[EDGES.index(opposite)]
        if a != b:
            message = f"the seam is `{a}` on `{squares[one].name}` and `{b}` on `{squares[other].name}`"
            yield Problem(("squares", other, "edges"), "seam", message, "both squares have the same letter there")
    places = Counter(s.at for s in squares)
    names = Counter(s.name for s in squares)
    for n, square in enumerate(squares):
        if places[square.at] > 1 or names[square.name] > 1:
            yield Problem(("squares", n), "wrong-shape", "two squares of a tile have the same place or name")
    if len(squares) > 1 and len(seams(squares)) < len(squares) - 1:
        yield Problem(("squares",), "wrong-shape", "the squares of a tile lie side by side")


def _edges(square: Square, path: Path, catalog: Catalog) -> Iterator[Problem]:
    letters = {k.edge for k in catalog.kinds.values() if k.edge}
    unknown = [c for c in square.edges if c not in letters]
    for letter in dict.fromkeys(unknown):
        hint = f"the letters are {', '.join(sorted(letters))}"
        yield Problem((*path, "edges"), "bad-edge", f"no feature kind has the edge letter `{letter}`", hint)
    made = edges_of(square, catalog.kinds, catalog.rest_letter)
    if not unknown and made != square.edges:
        sides = zip(EDGES, square.edges, made, strict=True)
        wrong = [f"{p} is `{have}`, and the features make it `{want}`" for p, have, want in sides if have != want]
        yield Problem((*path, "edges"), "bad-edge", "; ".join(wrong), f"write `{made}`, or mend the features")


def _features(square: Square, path: Path, catalog: Catalog) -> Iterator[Problem]:
    claimed: dict[str, int] = {}
    for n, feature in enumerate(square.features):
        here: Path = (*path, "features", n)
        shape = catalog.kinds[feature.kind].shape
        for port in feature.ports:
            if port in claimed:
                other = square.features[claimed[port]].kind
                message = f"the port {port} belongs to the {other} (feature {claimed[port] + 1}) already"
                yield Problem(here, "two-features-on-a-port", message, "each port has one feature; take it out of one of them")
            claimed.setdefault(port, n)
        if shape == "remainder":
            yield Problem(here, "wrong-shape", f"a {feature.kind} is what the other features leave; it is not written down")
        if (shape in {"line", "area"}) != bool(feature.ports):
            need = "reaches at least one edge" if shape in {"line", "area"} else "reaches no edge"
            yield Problem(here, "wrong-shape", f"a {feature.kind} {need}", "its ports are among N, E, S, W")
        if feature.corners and shape != "area":
            yield Problem((*here, "corners"), "wrong-shape", f"a {feature.kind} has no wall that could run into a corner")
        yield from _ends(square, n, here, catalog)


def _ends(square: Square, n: int, here: Path, catalog: Catalog) -> Iterator[Problem]:
    feature = square.features[n]
    one_edge = catalog.kinds[feature.kind].shape == "line" and len(feature.ports) == 1
    if one_edge and feature.ends is None:
        hint = "add `ends:` with a mark, a site of this tile, or {kind: port}"
        yield Problem(here, "line-end", f"a {feature.kind} with one edge says what it ends at", hint)
    if feature.ends is not None and not one_edge and (feature.ports or catalog.kinds[feature.kind].shape != "line"):
        yield Problem((*here, "ends"), "line-end", "only a line that reaches one edge has an end on the tile")
    if isinstance(feature.ends, str) and feature.ends in catalog.kinds:
        sites = [f for f in square.features if f.kind == feature.ends and not f.ports]
        if not sites:
            message = f"there is no {feature.ends} without edges on this square"
            yield Problem((*here, "ends"), "no-such-feature", message, f"name a port of it: {{{feature.ends}: N}}")
    for key, port in (("ends", feature.ends), ("over", feature.over), ("under", feature.under)):
        if isinstance(port, PortOf) and port.kind in catalog.kinds and find(square, port) in (None, n):
            yield Problem((*here, key), "no-such-feature", f"no other {port.kind} of this square reaches {port.port}")


def _fields(square: Square, path: Path, catalog: Catalog) -> Iterator[Problem]:
    areas = {p for f in square.features if catalog.kinds[f.kind].shape == "area" for p in f.ports}
    seen: set[str] = set()
    for n, given in enumerate(square.fields or ()):
        for half in given.ports:
            if half in seen or half[0] in areas:
                why = "in an earlier field already" if half in seen else "inside another feature"
                yield Problem((*path, "fields", n, "ports"), "field-overlap", f"the half-edge {half} is {why}")
            seen.add(half)
        for m, port in enumerate(given.touches):
            if port.kind in catalog.kinds and find(square, port) is None:
                message = f"no {port.kind} of this square reaches {port.port}"
                yield Problem((*path, "fields", n, "touches", m), "no-such-feature", message)
    missing = [h for h in HALVES if h[0] not in areas and h not in seen]
    if missing:
        message = f"no field has the half-edges {', '.join(missing)}"
        yield Problem((*path, "fields"), "field-gap", message, "each free half-edge lies in one field")


def shows(design: Design, what: str) -> bool:
    """Tell whether a design shows a mark, or has a feature of a kind, anywhere on it."""
    return what in design.marks or any(
        what in square.marks or any(what in (f.kind, f.ends, *f.marks) for f in square.features) for square in design.all_squares
    )


def _counted(content: Content, box: Box, printing: Printing, catalog: Catalog) -> bool:
    design = catalog.designs.get(printing.design)
    if design is None or (content.squares is not None and len(design.all_squares) != content.squares):
        return False
    if content.with_ is not None and not shows(design, content.with_):
        return False
    return not (content.plain and any(shows(design, mark) for mark in box.brings if mark in catalog.marks))


def _contents(box: Box, report: Reporter) -> None:
    catalog = report.catalog
    for n, content in enumerate(box.contents):
        if content.tiles is None:
            continue
        for edition in content.editions or tuple(e for e in catalog.editions if e in box.editions):
            if edition in box.editions and box.editions[edition].stage == "referenced":
                continue
            found = sum(p.counts.get(edition, 0) for p in catalog.printings_of(box.id) if _counted(content, box, p, catalog))
            if found != content.tiles:
                what = content.with_ or ("plain" if content.plain else "all")
                report.add("box", box.id, ("contents", n), "count-mismatch",
                    f"the box holds {content.tiles} tiles ({what}) in {edition}, and the printings add up to {found}",
                    hint="mend the counts of the printings, or this line")  # fmt: skip
