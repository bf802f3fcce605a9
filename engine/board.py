"""The board: tiles on cells, and where a tile may be placed by the rules on the table.

Ids and letters become small integers once, when the board is made: an edge is its letter's number, a rotation an index, a
turned tile a tuple of cells with four numbers each. Cells are ``(x, y)``, x east and y south.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalog.effects import Effect, Fits
from catalog.fields import rotate
from catalog.tiles import EDGES, Design, Square
from engine.table import Table

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
Cell = tuple[int, int]
Edges = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile on the board: the cell of its first square, and its clockwise quarter turns."""

    design: str
    x: int
    y: int
    turns: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A design in one rotation: its cells relative to the first square, their edges as numbers, and where each line bends."""

    cells: tuple[Cell, ...]
    edges: tuple[Edges, ...]


@dataclass(frozen=True, slots=True)
class PlacementRules:
    """The placement rules on the table, and the statements that state them."""

    adjacent: bool
    match: bool
    continues: frozenset[int]
    no_u_turn: frozenset[int]
    statements: tuple[str, ...]


def placement_rules(table: Table) -> PlacementRules:
    """Gather what the statements on the table say about placing tiles."""
    letters = _letters(table)
    rules = [(s.id, r) for s in table.statements if isinstance(s.effect, Effect) for r in s.effect.rules if isinstance(r, Fits)]

    def number(kind: str | None) -> frozenset[int]:
        edge = table.catalog.kinds[kind].edge if kind else None
        return frozenset({letters[edge]} if edge else ())

    return PlacementRules(
        adjacent=any(r.adjacent for _, r in rules),
        match=any(r.match for _, r in rules),
        continues=frozenset().union(*(number(r.continues) for _, r in rules), frozenset()),
        no_u_turn=frozenset().union(*(number(r.no_u_turn) for _, r in rules), frozenset()),
        statements=tuple(i for i, _ in rules),
    )


def _letters(table: Table) -> dict[str, int]:
    return {kind.edge: n for n, kind in enumerate(table.catalog.kinds.values()) if kind.edge}


def turned(design: Design, turns: int, letters: dict[str, int]) -> Shape:
    """Return a design after clockwise quarter turns."""
    cells, edges = [], []
    for square in design.all_squares:
        x, y = square.at
        for _ in range(turns):
            x, y = -y, x
        cells.append((x, y))
        edges.append(_numbers(square, turns, letters))
    first = cells[0]
    return Shape(tuple((x - first[0], y - first[1]) for x, y in cells), tuple(edges))


def _numbers(square: Square, turns: int, letters: dict[str, int]) -> Edges:
    n, e, s, w = (letters[c] for c in rotate(square.edges, turns))
    return n, e, s, w


def _around(cell: Cell) -> Iterator[Cell]:
    """Yield the four cells next to a cell, clockwise from north."""
    return ((cell[0] + dx, cell[1] + dy) for dx, dy in STEPS)


class Board:
    """Tiles on cells, and the cells next to them that are open."""

    def __init__(self, table: Table) -> None:
        """Make an empty board for the rules and tiles on a table."""
        self.table = table
        self.rules = placement_rules(table)
        letters = _letters(table)
        designs = {name for p, _ in table.printings for name in (p.design, p.back) if name}
        self.shapes = {i: tuple(turned(table.catalog.designs[i], t, letters) for t in range(4)) for i in sorted(designs)}
        self.edges: dict[Cell, Edges] = {}
        self.open: set[Cell] = set()
        self.placed: list[Placed] = []

    def place(self, tile: Placed) -> None:
        """Put a tile on its cells, whether the rules allow it or not."""
        shape = self.shapes[tile.design][tile.turns]
        for (dx, dy), edges in zip(shape.cells, shape.edges, strict=True):
            cell = (tile.x + dx, tile.y + dy)
            self.edges[cell] = edges
            self.open.discard(cell)
            self.open.update(c for c in _around(cell) if c not in self.edges)
        self.placed.append(tile)

    def fits(self, tile: Placed) -> bool:
        """Tell whether the rules on the table let this tile lie there."""
        shape = self.shapes[tile.design][tile.turns]
        cells = {(tile.x + dx, tile.y + dy): edges for (dx, dy), edges in zip(shape.cells, shape.edges, strict=True)}
        if any(cell in self.edges for cell in cells):
            return False
        touches, joined, has = False, False, False
        for cell, edges in cells.items():
            for side, neighbour in enumerate(_around(cell)):
                has = has or edges[side] in self.rules.continues
                if neighbour in cells or neighbour not in self.edges:
                    continue
                touches = True
                if self.rules.match and self.edges[neighbour][(side + 2) % 4] != edges[side]:
                    return False
                joined = joined or edges[side] in self.rules.continues
        if (self.rules.adjacent and not touches and self.edges) or (has and not joined and self.edges):
            return False
        return not self._turns_back(cells)

    def _turns_back(self, cells: dict[Cell, Edges]) -> bool:
        """Tell whether a bend of a line that may not turn back follows a bend to the same side."""
        for letter in self.rules.no_u_turn:
            for cell, edges in cells.items():
                for side, neighbour in enumerate(_around(cell)):
                    there = self.edges.get(neighbour) or cells.get(neighbour)
                    if edges[side] != letter or there is None or there[(side + 2) % 4] != letter:
                        continue
                    mine, theirs = _bend(edges, side, letter), _bend(there, (side + 2) % 4, letter)
                    # Walking from one tile into the other, the two bends are the same way round when their signs differ.
                    if mine is not None and theirs is not None and mine == -theirs:
                        return True
        return False

    def placements(self, design: str) -> list[Placed]:
        """Return every way in which a design may be placed, in a fixed order."""
        found = []
        for turns, shape in enumerate(self.shapes[design]):
            corners = {(x - dx, y - dy) for x, y in self.open for dx, dy in shape.cells}
            found += [Placed(design, x, y, turns) for x, y in corners if self.fits(Placed(design, x, y, turns))]
        return sorted(found, key=lambda p: (p.y, p.x, p.turns))


def _bend(edges: Edges, entered: int, letter: int) -> int | None:
    """Return the side to which a line turns that comes in by an edge: 1 or -1, None if it goes straight on or ends."""
    others = [side for side in range(4) if side != entered and edges[side] == letter]
    if len(others) != 1 or (others[0] - entered) % 4 == len(EDGES) // 2:
        return None
    return 1 if (others[0] - entered) % 4 == 1 else -1


def random_board(table: Table, tiles: int, seed: int, start: Sequence[Placed] = ()) -> list[Placed]:
    """Return a board of so many tiles, each placed at random as the rules allow: a picture, not a game."""
    chance = random.Random(seed)  # noqa: S311  a picture needs no secret
    board = Board(table)
    bag = [p.design for p, count in table.printings for _ in range(count)]
    first = next((p.design for p, _ in table.printings if p.start), bag[0])
    for tile in start or (Placed(first, 0, 0, 0),):
        board.place(tile)
        bag.remove(tile.design)
    while bag and len(board.placed) < tiles:
        design = bag.pop(int(chance.random() * len(bag)))
        places = board.placements(design)
        if places:
            # Of a few places the one with the most neighbours: a town grows together, a snake is no picture.
            some = [places[int(chance.random() * len(places))] for _ in range(6)]
            board.place(max(some, key=lambda p: sum(c in board.edges for c in _around((p.x, p.y)))))
    return board.placed
