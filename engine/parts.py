"""What is known of a design before it is placed: where it fits by the letters round a cell, and what may follow on the tile itself.

These are tables that are filled as games go along, and serve all games by the same rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from engine.offers import Plan, Suffix
from engine.shapes import Shape, SquareShape

if TYPE_CHECKING:
    from engine.placing import Placing

Move = tuple[int, int, Suffix | None]
"""The face of a tile that is up, its quarter turns, and what follows once it lies (None: that is decided then)."""


class Turned(dict[int, tuple["Move", ...]]):
    """A design in one rotation on a cell with tiles on certain sides: what may be done there, by the mask of the cell's ports that
    lead to occupied features; () where the mask does not tell all. ``near`` is the mask of the ports where tiles are.
    """

    def __init__(self, parts: Parts, turns: int, near: int) -> None:
        """Begin an empty table for a rotation, with tiles at these ports."""
        super().__init__()
        self.parts, self.turns, self.near = parts, turns, near
        self.ways: dict[int, tuple[tuple[int, int, int], ...]] = {}
        self.square = square = parts.shapes[turns].squares[0]
        self.masks = tuple(sum(1 << p for p in range(12) if square.ports[p] == n) for n in range(square.count))

    def __missing__(self, occupied: int) -> tuple[Move, ...]:
        ways = self._ways(occupied)
        if ways:
            self.ways[occupied] = ways
        self[occupied] = found = () if ways else self.moves(occupied)
        return found

    def _ways(self, occupied: int) -> tuple[tuple[int, int, int], ...]:
        """Return where features come in by which a part that is occupied may occupy another part of its kind: the step to the tile
        there, the port of that tile, and the ports of the part. None where the mask tells all.
        """
        near, kinds, masks = self.near, self.square.kinds, self.masks
        doubtful = {
            kinds[a]
            for a, mask in enumerate(masks)
            if mask & near & occupied and mask & near & ~occupied
            if any(a != b and kinds[a] == kinds[b] and not other & occupied and other & near for b, other in enumerate(masks))
        }
        return tuple(
            (step, facing, masks[local])
            for edge, (step, _, pairs) in enumerate(self.square.edge_plan)
            for local, facing in pairs
            if kinds[local] in doubtful and near >> 3 * edge & 1 and not occupied >> (3 * edge + 2 - facing % 3) & 1
        )

    def moves(self, occupied: int) -> tuple[Move, ...]:
        """Return what may be done when exactly the parts with a port in this mask are occupied."""
        return self.parts.moves(self, tuple([bool(mask & occupied) for mask in self.masks]))


@dataclass
class Parts:
    """What is known of a design for a player who has figures of these kinds in the supply."""

    placing: Placing
    design: int
    figures: frozenset[int]
    here: tuple[Plan, ...]
    anywhere: tuple[Plan, ...]
    pieces: tuple[Plan, ...]
    late: bool
    _known: dict[tuple[int, tuple[bool, ...]], tuple[Move, ...]] = field(default_factory=dict)
    _own: dict[int, list[tuple[Plan, int, int]]] = field(default_factory=dict)

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The design in its four rotations."""
        return self.placing.rules.shapes(self.design)

    @cached_property
    def bends(self) -> bool:
        """Whether a rule about neighbouring bends may concern the design."""
        kinds = self.placing.no_u_turn
        return any(b[0] in kinds for square in self.shapes[0].squares for b in square.bends)

    @cached_property
    def fits(self) -> list[tuple[Turned, ...]]:
        """The rotations that fit an open cell, by the number of the letters round it."""
        shared: dict[tuple[int, int], Turned] = {}
        found = []
        for around, rotations in zip(self.placing.rules.around, self.placing.rotations(self.design), strict=True):
            near = sum(0b111 << 3 * edge for edge in range(4) if around[edge])
            for turns in rotations:
                if (turns, near) not in shared:
                    shared[turns, near] = Turned(self, turns, near)
            found.append(tuple([shared[turns, near] for turns in rotations]))
        return found

    @cached_property
    def bare(self) -> list[tuple[Move, ...]]:
        """The rotations that fit an open cell with nothing to follow, by the number of the letters round it."""
        moves: list[Move] = [(self.design, turns, ()) for turns in range(4)]
        return [tuple([moves[turns] for turns in rotations]) for rotations in self.placing.rotations(self.design)]

    def moves(self, turned: Turned, taken: tuple[bool, ...]) -> tuple[Move, ...]:
        """Return what may be done on the tile itself, in a rotation: nothing, or a figure goes to a part that is not taken."""
        key = (turned.turns, taken)
        if key not in self._known:
            found: list[Suffix] = [()]
            seen: set[tuple[int | None, int, int]] = set()
            square = turned.square
            for plan in self.here:
                for figure in sorted(self.figures.intersection(plan.figures), key=plan.figures.index):
                    for n, kind in enumerate(square.kinds):
                        if taken[n] or kind not in plan.kinds or not self.placing.may(plan, figure, kind, square.marks):
                            continue
                        if plan.verb is None or (plan.verb, figure, n) not in seen:
                            seen.add((plan.verb, figure, n))
                            found.append((plan.number, figure, n))
            self._known[key] = tuple([(self.design, turned.turns, suffix) for suffix in found])
        return self._known[key]

    def own(self, square: SquareShape) -> list[tuple[Plan, int, int]]:
        """Return the offers over the whole board that reach a part of the tile itself which none of the others reaches."""
        if id(square) not in self._own:
            may = self.placing.may
            reached: set[tuple[int | None, int, int]] = {
                (here.verb, figure, n)
                for here in self.here
                for figure in here.figures
                for n, kind in enumerate(square.kinds)
                if here.verb is not None and kind in here.kinds and may(here, figure, kind, square.marks)
            }
            found = []
            for plan in self.anywhere:
                for figure in sorted(self.figures.intersection(plan.figures)):
                    for n, kind in enumerate(square.kinds):
                        key = (plan.verb, figure, n)
                        if kind in plan.kinds and key not in reached and may(plan, figure, kind, square.marks):
                            found.append((plan, figure, n))
                            if plan.verb is not None:
                                reached.add(key)
            self._own[id(square)] = found
        return self._own[id(square)]
