"""The picture on the cover: a land laid from the tiles of the boxes on the table, edge to edge, always the same for the same table."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from catalog.tiles import Design
from engine import Table
from generator.pictures import Placed

_TRIES = 20_000
"""So many tiles are tried before a land of this size is given up."""


def land(table: Table, columns: int, rows: int) -> list[Placed]:
    """Return a rectangle of tiles that fit, each on the table as often as it is there, with some of every box; nothing if there is none."""
    found = _Land(table, columns, rows)
    return found.placed() if found.fill(0) else []


@dataclass
class _Land:
    table: Table
    columns: int
    rows: int
    tries: int = _TRIES
    laid: list[tuple[Design, int, str]] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        catalog = self.table.catalog
        self.supply: Counter[str] = Counter()
        for printing, count in self.table.printings:
            design = catalog.designs[printing.design]
            if not design.squares:
                self.supply[printing.design] += count
        self.choices = [
            (catalog.designs[design], turns, edges[-turns:] + edges[:-turns])
            for design in self.supply
            for edges in [catalog.designs[design].all_squares[0].edges]
            for turns in range(4)
        ]

    def fill(self, cell: int) -> bool:
        """Lay tiles from this cell on, row by row; tell whether it could be done."""
        if cell == self.columns * self.rows:
            return True
        for design, turns, edges in self._fitting(cell):
            self.tries -= 1
            if self.tries < 0:
                return False
            self.laid.append((design, turns, edges))
            self.used[design.id] += 1
            self.shown[design.box] += 1
            if self.fill(cell + 1):
                return True
            self.laid.pop()
            self.used[design.id] -= 1
            self.shown[design.box] -= 1
        return False

    def _fitting(self, cell: int) -> Iterator[tuple[Design, int, str]]:
        above = self.laid[cell - self.columns][2][2] if cell >= self.columns else None
        before = self.laid[cell - 1][2][1] if cell % self.columns else None
        found = [
            (design, turns, edges)
            for design, turns, edges in self.choices
            if self.used[design.id] < self.supply[design.id] and above in {None, edges[0]} and before in {None, edges[3]}
        ]
        # What was not shown yet goes first, and what its box has shown least; chance decides the rest.
        found.sort(key=lambda it: (self.used[it[0].id], self.shown[it[0].box], _chance(cell, it[0].id, it[1])))
        yield from found

    def placed(self) -> list[Placed]:
        return [Placed(d, n % self.columns, n // self.columns, turns) for n, (d, turns, _) in enumerate(self.laid)]


def _chance(*words: object) -> str:
    return hashlib.sha256(repr(words).encode()).hexdigest()
