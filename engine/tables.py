"""Scoring tables in integers: what statements say a feature is worth, and what changes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from catalog.effects import Modify, Row, Scoring
from engine.shapes import MARK_BITS

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Points:
    """A row of a scoring table in integers; ``touching``: kind, whether only completed ones, points; ``having``: where the count of
    the mark begins that a feature has to show.
    """

    tile: int
    neighbour: int
    marks: tuple[tuple[int, int], ...]
    touching: tuple[int, bool, int] | None
    having: int | None
    size: int | None
    statement: int


@dataclass(frozen=True, slots=True)
class Change:
    """A change of what the tables give: for features with one of these kinds of figures (None: for all), what is added, the divisor."""

    holding: frozenset[int] | None
    add: Points | None
    divide: int
    statement: int


def scoring(rules: Ruleset) -> tuple[tuple[tuple[Points, ...], tuple[Points, ...]], ...]:
    """Return the rows by kind, completed and final: those for a mark first, then those for a number of tiles, then the others."""
    found: list[tuple[list[Points], list[Points]]] = [([], []) for _ in rules.kinds]
    for n, rule in rules.rules(Scoring):
        for row, into in ((rule.completed, 0), (rule.final, 1)):
            if row is not None:
                found[rules.kind_index[rule.of]][into].append(_points(rules, row, n, rule.having, rule.tiles))
    return tuple((_in_order(c), _in_order(f)) for c, f in found)


def modified(rules: Ruleset) -> tuple[tuple[Change, ...], ...]:
    """Return what changes the points of features, by kind."""
    found: list[list[Change]] = [[] for _ in rules.kinds]
    for n, rule in rules.rules(Modify):
        holding = None
        if rule.holding is not None:
            holding = frozenset(f for f, figure in enumerate(rules.figures) if rule.holding in rules.classes(figure))
        add = _points(rules, rule.add, n) if rule.add is not None else None
        for kind in rule.of:
            found[rules.kind_index[kind]].append(Change(holding, add, rule.divide or 1, n))
    return tuple(tuple(changes) for changes in found)


def _points(rules: Ruleset, row: Row, statement: int, having: str | None = None, size: int | None = None) -> Points:
    marks = tuple((MARK_BITS * rules.mark_index[m], points) for m, points in row.marks.items())
    near = row.touching
    touching = None if near is None else (rules.kind_index[near.kind], near.completed, near.points)
    shift = None if having is None else MARK_BITS * rules.mark_index[having]
    return Points(row.tile, row.neighbour, marks, touching, shift, size, statement)


def _in_order(rows: list[Points]) -> tuple[Points, ...]:
    return tuple(sorted(rows, key=lambda row: (row.having is None, row.size is None)))
