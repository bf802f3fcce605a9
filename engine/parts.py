"""What is known of a design before it is placed: where it fits by the letters round a cell, and what may follow on the tile itself.

These are tables that are filled as games go along, and serve all games by the same rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from engine.ask import Test
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

    __slots__ = ("masks", "near", "parts", "square", "turns", "ways")

    def __init__(self, parts: Parts, turns: int, near: int) -> None:
        """Begin an empty table for a rotation, with tiles at these ports."""
        super().__init__()
        self.parts, self.turns, self.near = parts, turns, near
        self.ways: dict[int, tuple[tuple[int, int, int], ...]] = {}
        self.square = square = parts.shapes[turns].squares[0]
        # By what ports each part meets something: the middle of an edge that lies in one feature is none.
        masks = [0] * square.count
        for edge, (_, _, _, pairs) in enumerate(square.edge_plan):
            for local, facing in pairs:
                masks[local] |= 1 << 3 * edge + 2 - facing % 3
        self.masks = tuple(masks)

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
        if not doubtful:
            return ()
        return tuple(
            (step, facing, masks[local])
            for edge, (_, step, _, pairs) in enumerate(self.square.edge_plan)
            for local, facing in pairs
            if kinds[local] in doubtful and near >> 3 * edge & 1 and not occupied >> (3 * edge + 2 - facing % 3) & 1
        )

    def moves(self, occupied: int) -> tuple[Move, ...]:
        """Return what may be done when exactly the parts with a port in this mask are occupied."""
        return self.parts.moves(self.turns, tuple([bool(mask & occupied) for mask in self.masks]))

    def closes(self) -> bool:
        """Tell whether a part that can be closed leads nowhere but to tiles that are there."""
        return any(mask and not mask & ~self.near for n, mask in enumerate(self.masks) if n in self.square.closable)


class Fitting(dict[int, tuple["Move", ...]]):
    """A design on a cell with certain letters round it, in all rotations that fit: what may be done there, as :class:`Turned` has it."""

    __slots__ = ("closes", "joining", "turned", "turns")

    def __init__(self, turned: tuple[Turned, ...]) -> None:
        """Begin an empty table for these rotations, of which there is one at least."""
        super().__init__()
        self.turned = turned
        self.turns = tuple([t.turns for t in turned])
        self.closes = any(t.closes() for t in turned)
        self.joining = tuple({mask & t.near for t in turned for mask in t.masks if (mask & t.near).bit_count() > 1})

    def __missing__(self, occupied: int) -> tuple[Move, ...]:
        each = [turned[occupied] for turned in self.turned]
        self[occupied] = found = tuple([move for moves in each for move in moves]) if all(each) else ()
        return found

    def mixes(self, occupied: int) -> bool:
        """Tell whether in some rotation a part would join an occupied feature with one that may be free."""
        if occupied:
            for mask in self.joining:
                if mask & occupied and mask & ~occupied:
                    return True
        return False


class Reach(dict[SquareShape, tuple[int, ...]]):
    """Where an offer lets a kind of figure go: the segments of each square, filled as it is asked for."""

    __slots__ = ("figure", "placing", "plan")

    def __init__(self, placing: Placing, plan: Plan, figure: int) -> None:
        """Begin an empty table for an offer and a kind of figure."""
        super().__init__()
        self.placing, self.plan, self.figure = placing, plan, figure

    def __missing__(self, square: SquareShape) -> tuple[int, ...]:
        plan, may = self.plan, self.placing.may
        found = [n for n, kind in enumerate(square.kinds) if kind in plan.kinds and may(plan, self.figure, square, n, kind)]
        self[square] = tuple(found)
        return self[square]


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
    waiting: tuple[Test | None, ...]
    _known: dict[tuple[int, tuple[bool, ...]], tuple[Move, ...]] = field(default_factory=dict)
    _bare: dict[tuple[Suffix, ...], list[tuple[Move, ...]]] = field(default_factory=dict)
    _following: dict[tuple[Suffix, ...], list[tuple[Move, ...]]] = field(default_factory=dict)
    _own: dict[SquareShape, list[tuple[Plan, int, int]]] = field(default_factory=dict)

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The design in its four rotations."""
        return self.placing.rules.shapes(self.design)

    @cached_property
    def several(self) -> bool:
        """Whether the tile has several squares, so that it has to be laid to know which of its parts are occupied."""
        return len(self.shapes[0].squares) > 1

    @cached_property
    def bends(self) -> bool:
        """Whether a rule about neighbouring bends may concern the design."""
        kinds = self.placing.no_u_turn
        return any(b[0] in kinds for square in self.shapes[0].squares for b in square.bends)

    @cached_property
    def fits(self) -> list[Fitting | None]:
        """How the design fits an open cell, by the number of the letters round it; None where it does not."""
        turned: dict[tuple[int, int], Turned] = {}
        shared: dict[tuple[tuple[int, ...], int], Fitting] = {}
        found: list[Fitting | None] = []
        for around, rotations in zip(self.placing.rules.around, self.rotations, strict=True):
            if not rotations:
                found.append(None)
                continue
            near = sum(0b111 << 3 * edge for edge in range(4) if around[edge])
            for turns in rotations:
                if (turns, near) not in turned:
                    turned[turns, near] = Turned(self, turns, near)
            if (rotations, near) not in shared:
                shared[rotations, near] = Fitting(tuple([turned[turns, near] for turns in rotations]))
            found.append(shared[rotations, near])
        return found

    @cached_property
    def rotations(self) -> list[tuple[int, ...]]:
        """The rotations in which the design fits an open cell, by the number of the letters round it."""
        return self.placing.rotations(self.design)

    def bare(self, extra: tuple[Suffix, ...]) -> list[tuple[Move, ...]]:
        """Return the rotations that fit an open cell, by the number of the letters round it, with nothing to follow or what is extra."""
        if extra not in self._bare:
            moves: list[Move] = [(self.design, turns, ()) for turns in range(4)]
            known = {r: tuple([moves[t] for t in r]) + self._more(r, extra) for r in set(self.rotations)}
            self._bare[extra] = [known[r] for r in self.rotations]
        return self._bare[extra]

    def following(self, extra: tuple[Suffix, ...]) -> list[tuple[Move, ...]]:
        """Return what is extra in each rotation that fits an open cell, by the number of the letters round it."""
        if extra not in self._following:
            known = {r: self._more(r, extra) for r in set(self.rotations)}
            self._following[extra] = [known[r] for r in self.rotations]
        return self._following[extra]

    def _more(self, rotations: tuple[int, ...], extra: tuple[Suffix, ...]) -> tuple[Move, ...]:
        return tuple([(self.design, turns, suffix) for turns in rotations for suffix in extra])

    def moves(self, turns: int, taken: tuple[bool, ...]) -> tuple[Move, ...]:
        """Return what may be done on the tile itself, in a rotation: nothing, or a figure goes to a part that is not taken."""
        key = (turns, taken)
        if key not in self._known:
            found: list[Suffix] = [()]
            seen: set[tuple[int | None, int, int]] = set()
            there = [(square, local, kind) for square in self.shapes[turns].squares for local, kind in enumerate(square.kinds)]
            for plan in self.here:
                for figure in sorted(self.figures.intersection(plan.figures), key=plan.figures.index):
                    for n, (square, local, kind) in enumerate(there):
                        if taken[n] or kind not in plan.kinds or not self.placing.may(plan, figure, square, local, kind):
                            continue
                        if plan.verb is None or (plan.verb, figure, n) not in seen:
                            seen.add((plan.verb, figure, n))
                            found.append((plan.number, figure, n))
            self._known[key] = tuple([(self.design, turns, suffix) for suffix in found])
        return self._known[key]

    @cached_property
    def reaching(self) -> list[Reach]:
        """The offers over the whole board, each with every kind of figure that it can send, and where it may go."""
        return [self.placing.reach(plan, figure) for plan in self.anywhere for figure in plan.figures if figure in self.figures]

    @cached_property
    def overlapping(self) -> bool:
        """Whether two offers over the whole board may do the same with a figure."""
        return any(
            one.verb == other.verb and not one.kinds.isdisjoint(other.kinds) and not set(one.figures).isdisjoint(other.figures)
            for one, other in combinations(self.anywhere, 2)
        )

    def own(self, square: SquareShape) -> list[tuple[Plan, int, int]]:
        """Return the offers over the whole board that reach a part of the tile itself which none of the others reaches."""
        if square not in self._own:
            may = self.placing.may
            reached: set[tuple[int | None, int, int]] = {
                (here.verb, figure, n)
                for here in self.here
                for figure in here.figures
                for n, kind in enumerate(square.kinds)
                if here.verb is not None and kind in here.kinds and may(here, figure, square, n, kind)
            }
            found = []
            for plan in self.anywhere:
                for figure in sorted(self.figures.intersection(plan.figures)):
                    for n, kind in enumerate(square.kinds):
                        key = (plan.verb, figure, n)
                        if kind in plan.kinds and key not in reached and may(plan, figure, square, n, kind):
                            found.append((plan, figure, n))
                            if plan.verb is not None:
                                reached.add(key)
            self._own[square] = found
        return self._own[square]
