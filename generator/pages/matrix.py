"""The matrix of who may do what to whom: a page for each edition, and one of the boxes that are ruled about together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from catalog import Catalog
from catalog.matrix import ORDER, Case, Cell, Line, Matrix, Sort
from catalog.questions import Answer
from generator import addresses
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Scribe
from generator.voice import Shown


@dataclass(frozen=True, slots=True)
class Told:
    """An answer on a page: the verdict, where the statement that gives it is printed, and what holds under conditions.

    ``exceptions``: other verdicts, each with a link to its statement. ``elsewhere``: the editions whose statements answer, where
    those of the page's edition are silent. ``on``: the places that it holds on, in words.
    """

    verdict: str
    href: str
    exceptions: tuple[tuple[str, Markup], ...]
    elsewhere: tuple[Shown, ...]
    on: str = ""


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell of the matrix; ``id`` is its place in the list of its line."""

    id: str
    target: Shown
    href: str
    told: Told
    places: tuple[Told, ...]
    stated: bool


@dataclass(frozen=True, slots=True)
class LineView:
    """All that one does with a verb: the cells by target, those with a statement and those without."""

    id: str
    actor: Shown
    verb: Shown
    about: Shown | None
    cells: dict[str, CellView]
    stated: list[CellView]
    gaps: list[CellView]


@dataclass(frozen=True, slots=True)
class Group:
    """The targets that come with a box, of one sort; ``box`` is empty for what comes with none."""

    box: Markup
    targets: list[tuple[str, Shown, str]]


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield the overview, the page of each edition, and that of the boxes."""
    yield Leaf(addresses.MATRIX, _overview)
    for edition in catalog.editions:
        yield Leaf(addresses.matrix_page(edition), partial(_edition, edition=edition), edition)
    yield Leaf(addresses.MATRIX_OF_BOXES, _boxes)


def _overview(scribe: Scribe) -> Page:
    """Return the page that says how much is stated in each edition, and what the words of the answers mean."""
    found = [
        {"name": scribe.edition_name(edition), "href": scribe.href(addresses.matrix_page(edition)), "matrix": matrix}
        for edition, matrix in scribe.material.matrices.items()
    ]
    pairs = scribe.material.together
    return scribe.page(
        "matrix.html.j2",
        editions=[*reversed(found)],
        boxes=scribe.href(addresses.MATRIX_OF_BOXES),
        paired=sum(bool(statements) for statements in pairs.values()),
        pairs=len(pairs),
    )


def _edition(scribe: Scribe, edition: str) -> Page:
    """Return what can be asked in an edition, with every answer."""
    matrix = scribe.material.matrices[edition]
    lines = [_line(scribe, line) for line in matrix.lines]
    tables = []
    for sort in ORDER:
        groups = _groups(scribe, matrix, sort, edition)
        targets = [target for group in groups for target, _, _ in group.targets]
        shown = [line for line in lines if any(target in line.cells for target in targets)]
        if groups and shown:
            tables.append({"sort": sort, "groups": groups, "lines": shown, "actors": _spans(shown)})
    return scribe.page(
        "matrix_edition.html.j2",
        edition=scribe.edition_name(edition),
        matrix=matrix,
        lines=lines,
        tables=tables,
        silent=[(scribe.voice.name(actor), scribe.voice.name(verb)) for actor, verb in matrix.silent],
        others=[
            (scribe.edition_name(other), scribe.href(addresses.matrix_page(other)), other == edition)
            for other in scribe.catalog.editions
        ],
    )


def _line(scribe: Scribe, line: Line) -> LineView:
    verb = scribe.catalog.verbs[line.verb]
    cells = {target: _cell(scribe, line, cell) for target, cell in line.cells.items()}
    return LineView(
        id=f"{line.actor}.{line.verb}",
        actor=scribe.voice.name(line.actor),
        verb=scribe.voice.name(line.verb),
        about=scribe.note(f"element/{verb.id}/about", verb.about),
        cells=cells,
        stated=[cell for cell in cells.values() if cell.stated],
        gaps=[cell for cell in cells.values() if not cell.stated],
    )


def _cell(scribe: Scribe, line: Line, cell: Cell) -> CellView:
    return CellView(
        id=f"{line.actor}.{line.verb}.{cell.target}",
        target=scribe.voice.name(cell.target),
        href=scribe.resolve(cell.target) or "",
        told=_told(scribe, cell.answer),
        places=tuple(_on(scribe, case) for case in cell.places),
        stated=cell.stated,
    )


def _on(scribe: Scribe, case: Case) -> Told:
    names = scribe.joined([scribe.voice.name(place).text for place in case.on])
    return _told(scribe, case.answer, names)


def _told(scribe: Scribe, answer: Answer, on: str = "") -> Told:
    """Return an answer as it is shown. The statement that gives the verdict is the first of its rulings, if it is stated at all."""
    given = answer.rulings[0] if answer.rulings and answer.verdict != "not-stated" else None
    return Told(
        verdict=str(answer.verdict),
        href=scribe.href(addresses.own_page(given)) if given else "",
        exceptions=tuple((e.verdict, own_entry(scribe, e.statement)) for e in answer.exceptions),
        elsewhere=tuple(scribe.edition_name(edition) for edition in answer.other_editions),
        on=on,
    )


def own_entry(scribe: Scribe, statement: str) -> Markup:
    """Return a link to the page that a statement has to itself, by its first words."""
    words = scribe.beginning(scribe.catalog.statements[statement])
    return Markup('<a href="{}">{}</a>').format(scribe.href(addresses.own_page(statement)), words)


def _groups(scribe: Scribe, matrix: Matrix, sort: Sort, edition: str) -> list[Group]:
    """Return the targets of a sort by the box that brings them, in the order of the boxes."""
    left = [target for target, its in matrix.targets.items() if its == sort]
    found = []
    for box in scribe.catalog.boxes.values():
        own = [target for target in left if edition in box.editions and target in box.brings]
        left = [target for target in left if target not in own]
        if own:
            found.append(Group(scribe.box_entry(box.id), [_target(scribe, target) for target in own]))
    if left:
        found.append(Group(Markup(), [_target(scribe, target) for target in left]))
    return found


def _target(scribe: Scribe, target: str) -> tuple[str, Shown, str]:
    return target, scribe.voice.name(target), scribe.resolve(target) or ""


def _spans(lines: list[LineView]) -> list[tuple[Shown, int]]:
    """Return who acts in some lines, with how many of them stand side by side."""
    found: list[tuple[Shown, int]] = []
    for line in lines:
        if found and found[-1][0] == line.actor:
            found[-1] = (line.actor, found[-1][1] + 1)
        else:
            found.append((line.actor, 1))
    return found


def _boxes(scribe: Scribe) -> Page:
    """Return which boxes are ruled about together, by which statements, and which are not."""
    catalog, pairs = scribe.catalog, scribe.material.together
    known = [box for box in catalog.boxes if any(box in pair for pair in pairs)]
    found = []
    for box in known:
        ruled, gaps = [], []
        for other in known:
            pair = (box, other) if (box, other) in pairs else (other, box)
            if pair in pairs:
                if pairs[pair]:
                    ruled.append((scribe.box_name(other), len(pairs[pair]), "--".join(pair)))
                else:
                    gaps.append(scribe.box_entry(other))
        found.append({"id": box, "name": scribe.box_entry(box), "ruled": ruled, "gaps": gaps})
    return scribe.page(
        "matrix_boxes.html.j2",
        boxes=found,
        grid=[
            (scribe.box_name(box), [_met(scribe, pairs, box, other) for other in known[:n]]) for n, box in enumerate(known) if n
        ],
        columns=[scribe.box_name(box) for box in known[:-1]],
        lists=[
            ("--".join(pair), [scribe.box_entry(box) for box in pair], statements)
            for pair, statements in pairs.items()
            if statements
        ],
        entry=partial(own_entry, scribe),
        paired=sum(bool(statements) for statements in pairs.values()),
        pairs=len(pairs),
    )


def _met(scribe: Scribe, pairs: dict[tuple[str, str], tuple[str, ...]], box: str, other: str) -> dict[str, object]:
    """Return a square of the grid: how many statements are about two boxes, None where they are not expected on one table."""
    pair = (other, box)
    return {
        "count": len(pairs[pair]) if pair in pairs else None,
        "id": "--".join(pair),
        "title": scribe.joined([scribe.box_name(box).text, scribe.box_name(other).text]),
    }
