"""Where a tile may be placed, and every joint action: placement and figure together.

What fits an open cell depends on the letters round it alone: one look-up in a table of the design. Which spots of the tile are free
depends on which of its ports lead to occupied features: one more look-up. Both tables are filled as play goes along.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import repeat
from typing import Any

from engine.offers import LATE, PIECE, Plan, Suffix, all_options, options, plans
from engine.parts import Move, Parts, Turned
from engine.programs import Programs
from engine.ruleset import Ruleset
from engine.run import Run
from engine.shapes import CLOSED, STEP, Shape, SquareShape
from engine.state import AROUND, State

OFFER, CHOOSE = -1, -2
"""What stands in place of the cell in the other actions: an offer that is taken, something that is chosen in an effect. A placement is ``(cell, move)``."""


class Placing:
    """Lists where tiles may be placed by a ruleset, and what may follow. One for all games: it fills its tables as they go along."""

    def __init__(self, rules: Ruleset, programs: Programs) -> None:
        """Read the rules of placement and the offers."""
        self.rules = rules
        self.programs = programs
        self.plans = plans(rules, programs)
        self.continues = frozenset(rules.kind_index[r.continues] for _, r in rules.fits if r.continues)
        self.no_u_turn = frozenset(rules.kind_index[r.no_u_turn] for _, r in rules.fits if r.no_u_turn)
        self._used = tuple(dict.fromkeys(f for plan in self.plans for f in plan.figures))
        self._parts: dict[tuple[int, int], Parts] = {}
        self._rotations: dict[int, list[tuple[int, ...]]] = {}
        self._relevant: dict[int, int] = {}
        self._may: dict[tuple[int, int, int, frozenset[int]], bool] = {}
        self._leads = {n for n, kind in enumerate(rules.edge_kinds, start=1) if kind in self.continues}
        self.joint = self._joint()

    def _joint(self) -> bool:
        """Tell whether the step that follows the placement at once is the one in which figures are placed."""
        steps = self.rules.steps
        if "place-tile" not in steps:
            return False
        after = steps[steps.index("place-tile") + 1 :]
        return bool(after) and after[0] == "place-figure" and not self.programs.begins["place-figure"]

    def may(self, plan: Plan, figure: int, kind: int, marks: frozenset[int]) -> bool:
        """Tell whether the rulings let a figure go to a kind of feature on a square with these marks."""
        key = (plan.number, figure, kind, marks)
        if key not in self._may:
            rules = self.rules
            on = (*sorted(rules.mark_names[m] for m in marks), rules.kinds[kind])
            self._may[key] = plan.permit is None or rules.allowed(*plan.permit, rules.figures[figure], on)
        return self._may[key]

    # Where a tile fits

    def rotations(self, design: int) -> list[tuple[int, ...]]:
        """Return the rotations in which a design of one square fits an open cell, by the number of the letters round it."""
        if design not in self._rotations:
            squares = [shape.squares[0] for shape in self.rules.shapes(design)]
            # For each edge and letter the mask of the rotations that may meet it.
            meet = [
                [
                    sum(1 << t for t, s in enumerate(squares) if letter in {0, s.edges[edge]})
                    for letter in range(len(self.rules.letters) + 1)
                ]
                for edge in range(4)
            ]
            different = sum(1 << turns for turns in set(self.rules.rotations(design)))
            leading = any(kind in self.continues for kind, _, _ in squares[0].ends)
            turns = [tuple(t for t in range(4) if mask >> t & 1) for mask in range(16)]
            self._rotations[design] = [
                turns[
                    different & meet[0][n] & meet[1][e] & meet[2][s] & meet[3][w]
                    if not leading or {n, e, s, w} & self._leads
                    else 0
                ]
                for n, e, s, w in self.rules.around
            ]
        return self._rotations[design]

    def placements(self, state: State, design: int) -> list[tuple[int, int]]:
        """Return every cell (of the first square) and rotation in which a tile may be placed."""
        found: dict[tuple[int, int], None] = {}
        different = self.rules.rotations(design)
        anchors = list(state.frontier.items())
        if any(kind in self.continues for square in self.rules.shapes(design)[0].squares for kind, _, _ in square.ends):
            # Whatever has to lead something on lies, with one of its squares, where that comes in.
            anchors = [(cell, code) for cell, code in anchors if self._leads.intersection(self.rules.around[code])]
        for turns, shape in enumerate(self.rules.shapes(design)):
            if different[turns] != turns:
                continue
            for cell, code in anchors:
                for (dx, dy), square in zip(shape.cells, shape.squares, strict=True):
                    if self._agrees(square, code):
                        first = cell - dx * STEP[1] - dy * STEP[2]
                        if (first, turns) not in found and self.lies(state, shape, first):
                            found[first, turns] = None
        return list(found)

    def lies(self, state: State, shape: Shape, first: int) -> bool:
        """Tell whether a tile may be placed with its first square on a cell."""
        cells = [first + dx * STEP[1] + dy * STEP[2] for dx, dy in shape.cells]
        if any(cell in state.cells for cell in cells):
            return False
        codes = [state.frontier.get(cell, 0) for cell in cells]
        if not any(codes) or not all(self._agrees(s, c) for s, c in zip(shape.squares, codes, strict=True)):
            return False
        needed = {kind for s in shape.squares for kind, _, _ in s.ends} & self.continues
        if needed and not any(
            self.rules.around[code][edge] == square.edges[edge] and square.edges[edge] in self._leads
            for square, code in zip(shape.squares, codes, strict=True)
            for edge in range(4)
        ):
            return False
        return not any(self.u_turn(state, s, c) for s, c in zip(shape.squares, cells, strict=True))

    def _agrees(self, square: SquareShape, code: int) -> bool:
        return all(letter in {0, mine} for letter, mine in zip(self.rules.around[code], square.edges, strict=True))

    def u_turn(self, state: State, square: SquareShape, cell: int) -> bool:
        """Tell whether a bend on a square turns the same way as one that it would continue next to it."""
        for kind, one, other in square.bends:
            if kind in self.no_u_turn:
                for side, out in ((one, other), (other, one)):
                    next_to = state.cells.get(cell + STEP[side])
                    if next_to is not None and any(
                        k == kind and far ^ 2 == side and (far - near) % 4 == (out - side) % 4
                        for k, a, b in state.shapes[next_to].bends
                        for near, far in ((a, b), (b, a))
                    ):
                        return True
        return False

    # Joint actions

    def actions(self, run: Run) -> list[tuple[Any, ...]]:
        """Return every joint action with the tile that was drawn."""
        state = run.state
        supply = state.supply[state.active]
        has = 0
        for bit, figure in enumerate(self._used):
            if supply[figure]:
                has |= 1 << bit
        found: list[tuple[Any, ...]] = []
        for design in self.rules.faces[state.drawn]:
            relevant = self._relevant.get(design)
            has_ = has if relevant is None else has & relevant
            parts = self._parts.get((design, has_)) or self._design(design, has)
            if parts.late or len(parts.shapes[0].squares) > 1:
                self._slowly(run, parts, found)
                continue
            if parts.bends:
                self._bent(run, parts, found)
            elif not parts.figures:
                bare = parts.bare
                found += [(cell, move) for cell, code in state.frontier.items() for move in bare[code]]
            else:
                occ, fits, reached = state.occ, parts.fits, self._reached
                found += [
                    (cell, move)
                    for cell, code in state.frontier.items()
                    for turned in fits[code]
                    for move in turned[occ[cell]] or reached(state, turned, cell)
                ]
            if parts.pieces or parts.anywhere:
                self._more(run, parts, found)
        return found

    def _more(self, run: Run, parts: Parts, found: list[tuple[Any, ...]]) -> None:
        """List what offers that are not about the tile alone add to each placement."""
        state = run.state
        extra = [suffix for plan in parts.pieces if self._may_be(run, plan) for suffix in options(run, plan, holds=True)]
        if not extra and not parts.anywhere:
            return
        design = parts.design
        if extra and not parts.bends:
            # The same for every placement: only the rotation tells them apart.
            follows = [[(design, turns, suffix) for suffix in extra] for turns in range(4)]
            rotations = self.rotations(design)
            found += [
                (cell, move) for cell, code in state.frontier.items() for turns in rotations[code] for move in follows[turns]
            ]
        if parts.bends or parts.anywhere:
            placements = {
                cell: [t for t in parts.fits[code] if not parts.bends or not self.u_turn(state, t.square, cell)]
                for cell, code in state.frontier.items()
                if parts.fits[code]
            }
            if parts.bends:
                found += [
                    (cell, (design, t.turns, suffix)) for cell, turneds in placements.items() for t in turneds for suffix in extra
                ]
            if parts.anywhere:
                self._anywhere(run, parts, found, placements)

    @staticmethod
    def _may_be(run: Run, plan: Plan) -> bool:
        where = run.state.where
        return plan.standing is None or any(where[piece] >= 0 for piece in run.pieces_of(plan.standing))

    def _design(self, design: int, has: int) -> Parts:
        here, anywhere, pieces, late = [], [], [], not self.joint
        for plan in self.plans:
            holds = self.programs.settled(plan.offer.rule.if_, "placed", design)
            if holds is False:
                continue
            if holds is None or plan.sort == LATE:
                late = True
            elif plan.sort == PIECE:
                pieces.append(plan)
            elif plan.anywhere:
                anywhere.append(plan)
            else:
                here.append(plan)
        # Of a player's supply only those kinds of figures matter that an offer lets go somewhere with this tile.
        shown = {kind for square in self.rules.shapes(design)[0].squares for kind in square.kinds}
        wanted = {f for plan in (*here, *anywhere) if plan.anywhere or plan.kinds & shown for f in plan.figures}
        self._relevant[design] = relevant = sum(1 << bit for bit, f in enumerate(self._used) if f in wanted)
        figures = frozenset(f for bit, f in enumerate(self._used) if has & relevant & 1 << bit)
        parts = Parts(self, design, figures, tuple(here), tuple(anywhere), tuple(pieces), late)
        self._parts[design, has & relevant] = parts
        return parts

    def _bent(self, run: Run, parts: Parts, found: list[tuple[Any, ...]]) -> None:
        """List as the short way does, for a tile with a bend that may not turn back."""
        state = run.state
        for cell, code in state.frontier.items():
            for turned in parts.fits[code]:
                if not self.u_turn(state, turned.square, cell):
                    found += [(cell, move) for move in turned[state.occ[cell]] or self._reached(state, turned, cell)]

    def _anywhere(self, run: Run, parts: Parts, found: list[tuple[Any, ...]], placements: dict[int, list[Turned]]) -> None:
        """List what offers over the whole board add to placements: free spots elsewhere, less those that the tile itself takes away."""
        state, design = run.state, parts.design
        far = list(self._far(run, parts))
        free = {root for root, _ in far}
        everything = [[(design, turns, suffix) for _, suffix in far] for turns in range(4)]
        surrounds = self._surrounds(state)
        for cell, turneds in placements.items():
            meets = list(self._met(state, cell, turneds[0].square))
            surrounded, matters = surrounds.get(cell), self._matters(state, free, meets)
            for turned in turneds:
                moves = everything[turned.turns]
                if surrounded or matters:
                    touched = self._touched(state, turned.square, meets, surrounded) & free
                    if touched:
                        moves = [(design, turned.turns, suffix) for root, suffix in far if root not in touched]
                found.extend(zip(repeat(cell), moves, strict=False))
                if parts.own(turned.square):
                    found += [(cell, move) for move in self._own(state, parts, turned, cell, meets)]

    def _slowly(self, run: Run, parts: Parts, found: list[tuple[Any, ...]]) -> None:
        """List by laying the tile on a copy, for tiles of several squares; where an offer has to wait, by the placement alone."""
        for cell, turns in self.placements(run.state, parts.design):
            if parts.late:
                found.append((cell, (parts.design, turns, None)))
                continue
            there = copy.copy(run)
            there.state, there.log = run.state.clone(), []
            there.place(parts.design, cell, turns, ())
            found += [(cell, (parts.design, turns, suffix)) for suffix in all_options(there, self.plans)]

    def _reached(self, state: State, turned: Turned, cell: int) -> tuple[Move, ...]:
        """Return what may be done where parts of the tile may be joined by features next to it: who stands on one stands on all."""
        mask = state.occ[cell]
        parent, cells, shapes, sq_first = state.parent, state.cells, state.shapes, state.sq_first
        parts: dict[int, int] = {}
        for step, facing, ports in turned.ways[mask]:
            number = cells[cell + step]
            root = sq_first[number] + shapes[number].ports[facing]
            while parent[root] != root:
                root = parent[root]
            parts[root] = parts.get(root, 0) | ports
        if len(parts) == len(turned.ways[mask]):
            return turned.moves(mask)
        grown = True
        while grown:
            grown = False
            for ports_there in parts.values():
                if ports_there & mask and ports_there & ~mask:
                    mask |= ports_there
                    grown = True
        return turned.moves(mask)

    # Offers that reach over the whole board

    def _far(self, run: Run, parts: Parts) -> Iterator[tuple[int, Suffix]]:
        """Yield the free spots of the board with their features, as far as an offer reaches them."""
        state = run.state
        seen: set[tuple[int | None, int, int]] = set()
        figs, kind, done, shapes, square = state.figs, state.kind, state.done, state.shapes, state.square
        spots = [(s, root) for s in range(len(state.parent)) if not figs[root := state.find(s)]]
        for plan in parts.anywhere:
            open_spots = [(s, r) for s, r in spots if kind[s] in plan.kinds and not (plan.unfinished and r in done)]
            for figure in plan.figures:
                if figure not in parts.figures:
                    continue
                for segment, root in open_spots:
                    key = (plan.verb, figure, segment)
                    if plan.verb is not None and key in seen:
                        continue
                    if self.may(plan, figure, kind[segment], shapes[square[segment]].marks):
                        seen.add(key)
                        yield root, (plan.number, figure, ~segment)

    def _met(self, state: State, cell: int, square: SquareShape) -> Iterator[tuple[int, int]]:
        """Yield the ports of an open cell where a feature comes in, with that feature; the square is one that fits there."""
        joins = self.rules.joins
        for edge in range(4):
            number = state.cells.get(cell + STEP[edge])
            if number is not None:
                theirs, base = state.shapes[number].ports, state.sq_first[number]
                for mine, facing in joins[square.edges[edge]][edge]:
                    if theirs[facing] >= 0:
                        yield mine, state.find(base + theirs[facing])

    def _surrounds(self, state: State) -> dict[int, set[int]]:
        """Return the open cells where a tile would surround something, each with what it surrounds."""
        found: dict[int, set[int]] = {}
        cells = state.cells
        for site, segments in state.sites.items():
            missing = [site + d for d in AROUND if site + d not in cells]
            if len(missing) == 1:
                found.setdefault(missing[0], set()).update(segments)
        return found

    def _matters(self, state: State, free: set[int], meets: list[tuple[int, int]]) -> bool:
        """Tell whether a tile on a cell could occupy or complete a free feature that comes in there."""
        figs, kind, opens, done = state.figs, state.kind, state.opens, self.rules.done
        for _, root in meets:
            if root in free:
                ends = 0
                for port, other in meets:
                    if other == root:
                        ends += port % 3 == 1
                    elif figs[other] and kind[other] == kind[root]:
                        return True
                if opens[root] == ends and done[kind[root]] == CLOSED:
                    return True
        return False

    def _groups(
        self, state: State, square: SquareShape, meets: list[tuple[int, int]]
    ) -> list[tuple[list[int], set[int], bool, bool]]:
        """Return the parts of a tile that would be one feature, the features next to it that they join, and whether somebody stands
        on these, and whether they would be completed.
        """
        ports, opens, figs = square.ports, state.opens, state.figs
        roots: dict[int, set[int]] = {}
        loose: dict[int, int] = {}
        for port, root in meets:
            n = ports[port]
            if n in roots:
                roots[n].add(root)
            else:
                roots[n], loose[n] = {root}, square.opens[n]
            if port % 3 == 1:
                loose[n] -= 2
        done, kinds = self.rules.done, square.kinds
        found = []
        waiting = list(roots)
        while waiting:
            parts = [waiting.pop()]
            joined = roots[parts[0]]
            more = waiting
            while more:
                more = [m for m in waiting if joined & roots[m]]
                for m in more:
                    waiting.remove(m)
                    joined = joined | roots[m]
                parts += more
            completed = done[kinds[parts[0]]] == CLOSED and not sum([loose[m] for m in parts]) + sum(
                [opens[root] for root in joined]
            )
            found.append((parts, joined, any(figs[root] for root in joined), completed))
        return found

    def _touched(self, state: State, square: SquareShape, meets: list[tuple[int, int]], surrounded: set[int] | None) -> set[int]:
        """Return the features that a tile would occupy, complete or surround."""
        touched = set(surrounded or ())
        for _, roots, occupied, completed in self._groups(state, square, meets):
            if occupied or completed:
                touched |= roots
        return touched

    def _own(self, state: State, parts: Parts, turned: Turned, cell: int, meets: list[tuple[int, int]]) -> Iterator[Move]:
        """Yield what only an offer over the whole board lets a figure do on the tile itself."""
        square = turned.square
        taken: set[int] = set()
        completed: set[int] = {n for n in square.sites if all(cell + d in state.cells for d in AROUND)}
        for joined, _, occupied, done in self._groups(state, square, meets):
            if occupied:
                taken.update(joined)
            if done:
                completed.update(joined)
        for plan, figure, n in parts.own(square):
            if n not in taken and not (plan.unfinished and n in completed):
                yield (parts.design, turned.turns, (plan.number, figure, n))
