"""The matrix: all that can be asked in an edition at once, with what no statement says, and which boxes are ruled about together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Literal

from catalog.index import Catalog
from catalog.questions import Answer, Question, Rulings
from catalog.relations import boxes_of
from catalog.vocabulary import FeatureKind, Figure, Mark, Role

Sort = Literal["figure", "mark", "feature"]
SORTS: Mapping[type, Sort] = {Figure: "figure", Role: "figure", Mark: "mark", FeatureKind: "feature"}
"""What can be a target, by the sort of it: a role is a figure in its place."""
ORDER: tuple[Sort, ...] = ("figure", "mark", "feature")
"""The sorts in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Case:
    """What is answered where the target stands on these places."""

    on: tuple[str, ...]
    answer: Answer


@dataclass(frozen=True, slots=True)
class Cell:
    """What is answered for a target: wherever it stands, and on the places for which rulings say something of their own."""

    target: str
    answer: Answer
    places: tuple[Case, ...]

    @property
    def stated(self) -> bool:
        """Whether a statement rules on the pair: always, under a condition or on a place."""
        return bool(self.answer.rulings or self.places)

    @property
    def borrowed(self) -> bool:
        """Whether only statements of other editions rule on the pair."""
        return self.stated and all(answer.other_editions for answer in self._answers())

    def _answers(self) -> Iterator[Answer]:
        yield from (answer for answer in (self.answer, *(case.answer for case in self.places)) if answer.rulings)


@dataclass(frozen=True, slots=True)
class Line:
    """What an actor does with a verb: a cell for each target that the verb is asked about."""

    actor: str
    verb: str
    cells: Mapping[str, Cell]

    @property
    def stated(self) -> int:
        """How many targets a statement rules on."""
        return sum(cell.stated for cell in self.cells.values())


@dataclass(frozen=True)
class Matrix:
    """What can be asked in an edition. ``lines``: those with a statement; ``silent``: actor and verb of those without one.

    ``targets`` are all that boxes of the edition bring: figures, then marks, then features, each in reading order. A verb is asked about those that are of a sort (figures,
    marks, features) of which some ruling speaks with this verb.
    """

    edition: str
    targets: Mapping[str, Sort]
    lines: tuple[Line, ...]
    silent: tuple[tuple[str, str], ...]

    @cached_property
    def stated(self) -> int:
        """How many pairs (who acts with a verb, on what) a statement rules on."""
        return sum(line.stated for line in self.lines)

    @cached_property
    def borrowed(self) -> int:
        """How many of these only statements of other editions rule on."""
        return sum(cell.borrowed for line in self.lines for cell in line.cells.values())

    @cached_property
    def asked(self) -> int:
        """How many pairs there are."""
        return sum(len(line.cells) for line in self.lines)


def matrix(rulings: Rulings, edition: str) -> Matrix:
    """Return the answers to all that can be asked in an edition: each is that of :meth:`~catalog.questions.Rulings.ask`."""
    catalog = rulings.catalog
    there = _there(catalog, edition)
    found = [(e, SORTS[type(catalog.elements[e])]) for e in there if _is_target(catalog, e)]
    targets = dict(sorted(found, key=lambda target: ORDER.index(target[1])))
    lines = [
        Line(actor, verb, {t: _cell(rulings, actor, verb, t, edition) for t, sort in targets.items() if sort in sorts})
        for verb, sorts in _sorts(rulings).items()
        for actor in _actors(rulings, verb)
        if actor in there
    ]
    order = list(catalog.elements)
    lines.sort(key=lambda line: order.index(line.actor))
    return Matrix(
        edition,
        targets,
        tuple(line for line in lines if line.stated),
        tuple((line.actor, line.verb) for line in lines if not line.stated),
    )


def _there(catalog: Catalog, edition: str) -> dict[str, None]:
    """Return the elements that boxes of an edition bring, and those that no box brings."""
    brought = {element for box in catalog.boxes.values() for element in box.brings}
    here = {element for box in catalog.boxes.values() if edition in box.editions for element in box.brings}
    return {element: None for element in catalog.elements if element in here or element not in brought}


def _is_target(catalog: Catalog, element: str) -> bool:
    """Tell whether rulings can speak of what is done to an element: not to scenery, a verb, or one who only acts."""
    entry = catalog.elements[element]
    return type(entry) in SORTS and not (isinstance(entry, Mark) and entry.sort == "scenery")


def _sorts(rulings: Rulings) -> dict[str, set[Sort]]:
    """Return of which sorts of targets rulings speak with a verb; only the verbs that occur, in the order of the vocabulary."""
    elements = rulings.catalog.elements
    found: dict[str, set[Sort]] = {}
    for row in rulings.rows:
        if row.permission.target in elements:
            found.setdefault(row.permission.verb, set()).add(SORTS[type(elements[row.permission.target])])
    return {verb: found[verb] for verb in rulings.catalog.verbs if verb in found}


def _actors(rulings: Rulings, verb: str) -> list[str]:
    """Return those of whom rulings speak with a verb, and what counts as one of them."""
    named = {row.permission.actor for row in rulings.rows if row.permission.verb == verb}
    return [e for e in rulings.catalog.elements if any(rulings.within(e, actor) for actor in named)]


def _cell(rulings: Rulings, actor: str, verb: str, target: str, edition: str) -> Cell:
    plain = rulings.ask(Question(actor, verb, target, edition=edition))
    cases = []
    for on in _places(rulings, actor, verb, target, edition):
        answer = rulings.ask(Question(actor, verb, target, on, edition=edition))
        if answer.rulings and (answer.verdict, answer.rulings) != (plain.verdict, plain.rulings):
            cases.append(Case(on, answer))
    return Cell(target, plain, tuple(cases))


def _places(rulings: Rulings, actor: str, verb: str, target: str, edition: str) -> list[tuple[str, ...]]:
    """Return the places, together where a ruling names several, of which rulings on a pair speak; only those of the edition."""
    catalog = rulings.catalog
    role = catalog.roles.get(target)
    own = {role.on} if role else set()
    there = _there(catalog, edition)
    found = {
        tuple(e for e in catalog.elements if e in row.places - own)
        for row in rulings.rows
        if row.permission.verb == verb
        and row.places - own
        and row.places <= there.keys()
        and rulings.within(actor, row.permission.actor)
        and rulings.within(target, row.target)
    }
    order = list(catalog.elements)
    return sorted(found, key=lambda on: (len(on), [order.index(place) for place in on]))


def together(catalog: Catalog) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the statements that are about two boxes, for each two that can be expected on one table, in reading order.

    These are boxes of which neither needs the other, and that come in the same edition; a statement counts if it holds in such an
    edition. Others are there only if a statement of one of them, or of a third box, names them as on the table with it.
    """
    published = {box: {*catalog.editions_of(box)} for box in catalog.boxes}
    pairs = [pair for pair in combinations(catalog.boxes, 2) if not _belong_together(catalog, *pair)]
    found: dict[tuple[str, str], list[str]] = {(a, b): [] for a, b in pairs if published[a] & published[b]}
    for statement in catalog.statements.values():
        about = {*boxes_of(statement, catalog)}
        editions = {*catalog.editions_of_statement(statement)}
        named = {catalog.box_of[statement.id], *statement.boxes}
        for a, b in pairs:
            if {a, b} <= about and ({a, b} <= named or editions & published[a] & published[b]):
                found.setdefault((a, b), []).append(statement.id)
    return {pair: tuple(found[pair]) for pair in pairs if pair in found}


def _belong_together(catalog: Catalog, one: str, other: str) -> bool:
    return one in _needs(catalog, other) or other in _needs(catalog, one)


def _needs(catalog: Catalog, box: str) -> list[str]:
    """Return the boxes that are on the table wherever a box is."""
    todo = [box]
    for one in todo:
        todo += [b for b in (catalog.boxes[one].needs if one in catalog.boxes else ()) if b not in todo]
    return todo[1:]


__all__ = ["ORDER", "SORTS", "Case", "Cell", "Line", "Matrix", "Sort", "matrix", "together"]
