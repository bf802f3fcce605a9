"""Pieces that lie across a tile, from edge to opposite edge, and carry a feature over it: where they may be laid.

They change what fits: a tile that meets its neighbours only with such a piece may be placed with it. Only tiles of one square are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.permissions import permits
from engine.shapes import STEP
from engine.state import CELL

if TYPE_CHECKING:
    from engine.ruleset import Ruleset
    from engine.run import Run
    from engine.shapes import SquareShape

Place = tuple[int, int]
"""Where a piece lies across: the cell, and 0 for north to south, 1 for east to west."""


class Spans:
    """Tells where such pieces may lie by a ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        """Read the rule, if there is one."""
        self.rules = rules
        self.rule = rules.span

    def piece(self, run: Run) -> int | None:
        """Return the piece that the active player could lay now; None if there is none, or one was laid in this turn."""
        rule, state = self.rule, run.state
        if rule is None:
            return None
        if any(verb == rule.verb and state.piece_kind[piece] == rule.piece for verb, piece in state.turn_puts):
            return None
        supply = state.supply[state.active][rule.piece]
        return supply[0] if supply else None

    def options(self, run: Run) -> list[Place]:
        """Return where a piece may be laid now that the tile lies: across it, or across a tile next to it."""
        piece, state = self.piece(run), run.state
        if piece is None:
            return []
        here = [state.sq_cell[number] for number in state.placed]
        cells = dict.fromkeys([*here, *(cell + step for cell in here for step in STEP if cell + step in state.cells)])
        return [
            (cell, axis)
            for cell in cells
            for axis in (0, 1)
            if self._bare(run, cell, axis) and not any(cell + STEP[e] in state.cells for e in (axis, axis + 2))
            if self._may(run, piece, cell, None)
        ]

    def _bare(self, run: Run, cell: int, axis: int) -> bool:
        """Tell whether a piece could lie across a placed tile, whatever is beyond its ends."""
        state = run.state
        number = state.cells[cell]
        return number not in state.spans and state.shapes[number].spans[axis] is not None

    def _may(self, run: Run, piece: int, cell: int, marks: frozenset[int] | None) -> bool:
        permit = self.rule.permit if self.rule is not None else None
        return permit is None or permits(run, *permit, piece, CELL + cell, marks)

    def placements(self, run: Run, design: int) -> Iterator[tuple[int, int, Place]]:
        """Yield every cell and rotation in which a tile fits only with a piece, and where the piece then lies."""
        rule, piece = self.rule, self.piece(run)
        shapes = self.rules.shapes(design)
        if rule is None or piece is None or len(shapes[0].squares) > 1:
            return
        state = run.state
        for turns in sorted(set(self.rules.rotations(design))):
            square = shapes[turns].squares[0]
            for cell, code in state.frontier.items():
                around = self.rules.around[code]
                wrong = [e for e in range(4) if around[e] not in (0, square.edges[e])]
                place = self._mending(run, square, cell, around, wrong) if wrong else None
                if place is not None and self._may(run, piece, place[0], square.marks if place[0] == cell else None):
                    yield cell, turns, place

    def _mending(self, run: Run, square: SquareShape, cell: int, around: tuple[int, ...], wrong: list[int]) -> Place | None:
        """Return where a piece would have to lie for the wrong edges of a tile to be right."""
        rule, state = self.rule, run.state
        if rule is None:
            return None
        axis = wrong[0] % 2
        over_it = square.spans[axis] is not None and all(e % 2 == axis and around[e] == rule.letter for e in wrong)
        if over_it and all(around[e] in (0, rule.letter) for e in (axis, axis + 2)):
            return cell, axis
        other = cell + STEP[wrong[0]]
        meets = len(wrong) == 1 and square.edges[wrong[0]] == rule.letter and self._bare(run, other, axis)
        if meets and other + STEP[wrong[0]] not in state.cells:
            return other, axis
        return None
