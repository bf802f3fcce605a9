"""Where a tile may be placed, and every joint action: placement and figure together.

What fits an open cell depends on the letters round it alone: one look-up in a table of the design. Which spots of the tile are free
depends on which of its ports lead to occupied features: one more look-up. Both tables are filled as play goes along.
"""

from __future__ import annotations

import copy
from collections.abc import Container, Iterator
from itertools import chain, product
from typing import Any

from catalog.effects import Choose, Pieces
from engine.memo import Memo
from engine.offers import ANY, BESIDE, LATE, PIECE, Plan, Suffix, all_options, options, plans
from engine.offers import STEP as OF_STEP
from engine.parts import Fitting, Move, Parts, Reach, Turned
from engine.programs import Programs
from engine.ruleset import Ruleset
from engine.run import Run
from engine.shapes import CLOSED, STEP, Shape, SquareShape
from engine.spans import Spans
from engine.state import AROUND, State

OFFER, CHOOSE, SPAN, DISCARD = -1, -2, -3, -4
"""What stands in place of the cell in the other actions: an offer that is taken, something that is chosen in an effect, a piece laid
across a tile, the drawn tile let go. A placement is ``(cell, move)``; the move of a tile that fits only with a piece across ends with
where that piece lies.
"""


class Placing:
    """Lists where tiles may be placed by a ruleset, and what may follow. One for all games: it fills its tables as they go along."""

    def __init__(self, rules: Ruleset, programs: Programs) -> None:
        """Read the rules of placement and the offers."""
        self.rules = rules
        self.programs = programs
        self.plans = plans(rules, programs)
        # Of two offers to do the same on the tile itself, the one that is about that tile alone goes first.
        self.step, self.beside, self.at_any_time = (
            tuple(sorted([plan for plan in self.plans if plan.when == when], key=lambda plan: plan.anywhere))
            for when in (OF_STEP, BESIDE, ANY)
        )
        self._must = frozenset(plan.number for plan in self.plans if plan.must)
        self.continues = frozenset(rules.kind_index[r.continues] for _, r in rules.fits if r.continues)
        self.no_u_turn = frozenset(rules.kind_index[r.no_u_turn] for _, r in rules.fits if r.no_u_turn)
        used = dict.fromkeys(f for plan in self.step for f in plan.figures)
        self._bits = tuple((figure, 1 << n) for n, figure in enumerate(used))
        self._mine = frozenset(plan.number for plan in self.step if plan.sort == PIECE and _of_player(plan))
        self.faces = rules.faces
        self._parts: dict[tuple[int, int], Parts] = {}
        self._rotations: dict[int, list[tuple[int, ...]]] = {}
        self._may: dict[tuple[int, int, SquareShape, int, int], bool] = {}
        self._agreed: Memo[SquareShape, Memo[int, bool]] = Memo(self._agreeing)
        self._reach: dict[tuple[int, int], Reach] = {}
        self._leads = {n for n, kind in enumerate(rules.edge_kinds, start=1) if kind in self.continues}
        self.joint = self._joint()
        self.spans = Spans(rules)

    def _joint(self) -> bool:
        """Tell whether the step that follows the placement at once is the one in which figures are placed."""
        steps = self.rules.steps
        if "place-tile" not in steps:
            return False
        after = steps[steps.index("place-tile") + 1 :]
        return bool(after) and after[0] == "place-figure" and not self.programs.begins["place-figure"]

    def may(self, plan: Plan, figure: int, square: SquareShape, segment: int, kind: int) -> bool:
        """Tell whether the rulings let a figure go to a segment of a square, which is of this kind now."""
        if plan.permit is None:
            return True
        key = (plan.number, figure, square, segment, kind)
        if key not in self._may:
            rules = self.rules
            self._may[key] = rules.allowed(*plan.permit, rules.figures[figure], rules.places(square, segment, kind))
        return self._may[key]

    def forced(self, state: State) -> bool:
        """Tell whether the player has taken an offer that had to be taken: nothing more is done in the step."""
        return not self._must.isdisjoint(state.turn_offers)

    def reach(self, plan: Plan, figure: int) -> Reach:
        """Return where an offer lets a kind of figure go."""
        key = (plan.number, figure)
        if key not in self._reach:
            self._reach[key] = Reach(self, plan, figure)
        return self._reach[key]

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
            ways = [
                (-dx * STEP[1] - dy * STEP[2], self._agreed[s]) for (dx, dy), s in zip(shape.cells, shape.squares, strict=True)
            ]
            for cell, code in anchors:
                for back, agrees in ways:
                    if agrees[code]:
                        first = cell + back
                        if (first, turns) not in found and self.lies(state, shape, first):
                            found[first, turns] = None
        return list(found)

    def lies(self, state: State, shape: Shape, first: int) -> bool:
        """Tell whether a tile may be placed with its first square on a cell."""
        cells = [first + dx * STEP[1] + dy * STEP[2] for dx, dy in shape.cells]
        if any(cell in state.cells for cell in cells):
            return False
        codes = [state.frontier.get(cell, 0) for cell in cells]
        if not any(codes) or not all(self._agreed[s][c] for s, c in zip(shape.squares, codes, strict=True)):
            return False
        needed = {kind for s in shape.squares for kind, _, _ in s.ends} & self.continues
        if needed and not any(
            self.rules.around[code][edge] == square.edges[edge] and square.edges[edge] in self._leads
            for square, code in zip(shape.squares, codes, strict=True)
            for edge in range(4)
        ):
            return False
        return not any(self.u_turn(state, s, c) for s, c in zip(shape.squares, cells, strict=True))

    def _agreeing(self, square: SquareShape) -> Memo[int, bool]:
        """Return the table that tells whether a square agrees with what lies round a cell, by the number of the letters there."""
        around = self.rules.around
        return Memo(lambda code: all(letter in {0, mine} for letter, mine in zip(around[code], square.edges, strict=True)))

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
        for figure, bit in self._bits:
            if supply[figure]:
                has |= bit
        found: list[tuple[Any, ...]] = []
        spanning = self.spans.rule is not None and self.spans.piece(run) is not None
        for design in self.faces[state.drawn]:
            parts = self._parts.get((design, has)) or self._design(design, has)
            late = spanning or parts.late or (bool(parts.waiting) and any(t is None or t(run, []) for t in parts.waiting))
            if late:
                found += [(cell, (design, turns, None)) for cell, turns in self.placements(state, design)]
                continue
            extra = self._extra(run, parts) if parts.pieces else ()
            if parts.several:
                self._laid(run, parts, found, extra)
                continue
            if parts.bends:
                self._bent(run, parts, found, extra)
            elif not parts.figures:
                bare = parts.bare(extra)
                found += [(cell, move) for cell, code in state.frontier.items() for move in bare[code]]
            else:
                occ, fits, doubtful = state.occ, parts.fits, self._doubtful
                found += [
                    (cell, move)
                    for cell, code in state.frontier.items()
                    if (fitting := fits[code]) is not None
                    for move in fitting[occ[cell]] or doubtful(state, fitting, cell)
                ]
                if extra:
                    more = parts.following(extra)
                    found += [(cell, move) for cell, code in state.frontier.items() for move in more[code]]
            if parts.anywhere:
                self._anywhere(run, parts, found)
        if spanning:
            self._spanned(run, found)
        return found

    def _spanned(self, run: Run, found: list[tuple[Any, ...]]) -> None:
        """List the placements that need a piece across a tile; where there are no others, the tile may also be let go."""
        fits = bool(found)
        for design in self.rules.faces[run.state.drawn]:
            for cell, turns, place in self.spans.placements(run, design):
                square = self.rules.shapes(design)[turns].squares[0]
                if not self.u_turn(run.state, square, cell) and self._led_on(run.state, square, cell):
                    found.append((cell, (design, turns, None, place)))
        if found and not fits and self.programs.unplaceable:
            found.append((DISCARD, ()))

    def _led_on(self, state: State, square: SquareShape, cell: int) -> bool:
        """Tell whether a square that has to lead a feature on does so on a cell; one without such a feature need not."""
        if not any(kind in self.continues for kind, _, _ in square.ends):
            return True
        around = self.rules.around[state.frontier[cell]]
        return any(around[e] == square.edges[e] and square.edges[e] in self._leads for e in range(4))

    def _extra(self, run: Run, parts: Parts) -> tuple[Suffix, ...]:
        """Return what offers that are not about the tile add to each placement."""
        found: list[Suffix] = []
        for plan in parts.pieces:
            if self._may_be(run, plan):
                found += options(run, plan, holds=True)
        return tuple(found)

    def _unbent(self, state: State, parts: Parts) -> Iterator[tuple[int, list[Turned]]]:
        """Yield the cells that a tile fits with the rotations in which it does not turn back a bend."""
        for cell, code in state.frontier.items():
            fitting = parts.fits[code]
            if fitting is not None:
                yield cell, [t for t in fitting.turned if not self.u_turn(state, t.square, cell)]

    def _may_be(self, run: Run, plan: Plan) -> bool:
        """Tell whether an offer of pieces may have something to choose: one of them stands on the board, of the player if only theirs count."""
        if plan.standing is None:
            return True
        where, owner, active = run.state.where, run.state.owner, run.state.active
        everybody = plan.number not in self._mine
        for piece in run.state.of_kinds[plan.standing]:  # noqa: SIM110  called for most placements: without a generator it takes half as long
            if where[piece] >= 0 and (everybody or owner[piece] == active):
                return True
        return False

    def _design(self, design: int, has: int) -> Parts:
        here, anywhere, pieces, late = [], [], [], not self.joint
        for plan in self.step:
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
        relevant = has & sum(bit for f, bit in self._bits if f in wanted)
        if (design, relevant) not in self._parts:
            figures = frozenset(f for f, bit in self._bits if relevant & bit)
            waiting = self.programs.waiting(design)
            self._parts[design, relevant] = Parts(
                self, design, figures, tuple(here), tuple(anywhere), tuple(pieces), late, waiting
            )
        self._parts[design, has] = self._parts[design, relevant]
        return self._parts[design, has]

    def _bent(self, run: Run, parts: Parts, found: list[tuple[Any, ...]], extra: tuple[Suffix, ...]) -> None:
        """List as the short way does, for a tile with a bend that may not turn back."""
        state = run.state
        for cell, turneds in self._unbent(state, parts):
            for turned in turneds:
                found += [(cell, move) for move in turned[state.occ[cell]] or self._reached(state, turned, cell)]
                found += [(cell, (parts.design, turned.turns, suffix)) for suffix in extra]

    def _anywhere(self, run: Run, parts: Parts, found: list[tuple[Any, ...]]) -> None:
        """List what offers over the whole board add to placements: free spots elsewhere, less those that the tile itself takes away."""
        state, design = run.state, parts.design
        far = self._far(state, parts)
        free = {root for root, _ in far}
        surrounds = self._surrounds(state)
        # Nearly everywhere the tile takes nothing away: then only the rotations tell placements apart.
        closing = self._closing(state, free)
        everything: list[list[Move]] = [[(design, turns, suffix) for _, suffix in far] for turns in range(4)]
        alike: dict[tuple[int, ...], list[int]] = {}
        own = bool(parts.own(parts.shapes[0].squares[0]))
        plain = not parts.bends and not own
        occ, fits = state.occ, parts.fits
        for cell, code in state.frontier.items():
            fitting = fits[code]
            if fitting is None:
                continue
            takes = cell in surrounds or (fitting.closes and cell in closing) or fitting.mixes(occ[cell])
            if plain and not takes:
                alike.setdefault(fitting.turns, []).append(cell)
                continue
            turneds = [t for t in fitting.turned if not parts.bends or not self.u_turn(state, t.square, cell)]
            for turned in turneds:
                meets = self._met(state, cell, turned.square)
                touched = self._touched(state, turned.square, meets, surrounds.get(cell)) & free
                moves = everything[turned.turns]
                if touched:
                    moves = [move for move, (root, _) in zip(moves, far, strict=True) if root not in touched]
                found += product((cell,), moves)
                if own:
                    found += [(cell, move) for move in self._own(state, parts, turned, cell, meets)]
        for turns, cells in alike.items():
            found += product(cells, chain.from_iterable([everything[t] for t in turns]))

    def _laid(self, run: Run, parts: Parts, found: list[tuple[Any, ...]], extra: tuple[Suffix, ...]) -> None:
        """List for a tile of several squares by laying it on a copy: that tells which of its parts are occupied."""
        design = parts.design
        for cell, turns in self.placements(run.state, design):
            there = copy.copy(run)
            there.state, there.log = state, _ = run.state.clone(), []
            there.place(design, cell, turns, ())
            if parts.anywhere:
                found += [(cell, (design, turns, suffix)) for suffix in all_options(there, self.step)]
                continue
            taken = [state.occupied(segment) for segment in range(state.sq_first[state.placed[0]], len(state.parent))]
            found += [(cell, move) for move in parts.moves(turns, tuple(taken))]
            found += [(cell, (design, turns, suffix)) for suffix in extra]

    def _doubtful(self, state: State, fitting: Fitting, cell: int) -> tuple[Move, ...]:
        """Return what may be done in each rotation, where the mask of the ports does not tell it for all of them."""
        occupied = state.occ[cell]
        return tuple([move for turned in fitting.turned for move in turned[occupied] or self._reached(state, turned, cell)])

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

    def _far(self, state: State, parts: Parts) -> list[tuple[int, Suffix]]:
        """Return the free spots of the board with their features, as far as an offer reaches them."""
        figs, done, parent = state.figs, state.done, state.parent
        # No root comes after what it has joined: once round, and every segment stands next to its root.
        for segment, before in enumerate(parent):
            parent[segment] = parent[before]
        found: list[tuple[int, Suffix]] = []
        seen: set[tuple[int | None, int, int]] = set()
        for reach in parts.reaching:
            number, verb, figure = reach.plan.number, reach.plan.verb, reach.figure
            closed = done if reach.plan.unfinished else ()
            spots = [
                (root, segment)
                for square, first in zip(state.shapes, state.sq_first, strict=True)
                for n in reach[square]
                if not figs[root := parent[segment := first + n]] and root not in closed
            ]
            if state.declared:
                spots = [(root, segment) for root, segment in spots if root not in state.declared]
                spots += self._declared(state, reach, closed)
            if verb is not None and parts.overlapping:
                spots = [(root, segment) for root, segment in spots if (verb, figure, segment) not in seen]
                seen.update([(verb, figure, segment) for _, segment in spots])
            found += [(root, (number, figure, ~segment)) for root, segment in spots]
        return found

    def _declared(self, state: State, reach: Reach, closed: Container[int]) -> Iterator[tuple[int, int]]:
        """Yield the free spots that an offer reaches on features of which a statement has made something else."""
        for root, (kind, _) in sorted(state.declared.items()):
            if kind in reach.plan.kinds and not state.figs[root] and root not in closed:
                for number in state.squares_of(root):
                    first, shape = state.sq_first[number], state.shapes[number]
                    for segment in range(first, first + shape.count):
                        if state.find(segment) == root and self.may(reach.plan, reach.figure, shape, segment - first, kind):
                            yield root, segment

    def _met(self, state: State, cell: int, square: SquareShape) -> list[tuple[int, int]]:
        """Return the ports of an open cell where a feature comes in, with that feature; the square is one that fits there."""
        joins, found = self.rules.joins, []
        for edge in range(4):
            number = state.cells.get(cell + STEP[edge])
            if number is not None:
                theirs, base = state.shapes[number].ports, state.sq_first[number]
                for mine, facing in joins[square.edges[edge]][edge]:
                    if theirs[facing] >= 0:
                        found.append((mine, state.find(base + theirs[facing])))
        return found

    def _surrounds(self, state: State) -> dict[int, set[int]]:
        """Return the open cells where a tile would surround something, each with what it surrounds."""
        found: dict[int, set[int]] = {}
        cells = state.cells
        for site, segments in state.sites.items():
            missing = 0
            for d in AROUND:
                if site + d not in cells:
                    if missing:
                        break
                    missing = site + d
            else:
                found.setdefault(missing, set()).update(segments)
        return found

    def _closing(self, state: State, free: set[int]) -> set[int]:
        """Return the open cells where free features end with all that is open of them: a tile there may complete them."""
        kind, frontier, done = state.kind, state.frontier, self.rules.done
        found = set()
        for root in free:
            if done[kind[root]] == CLOSED:
                ends = {there for cell, ways in state.leads[root] for step, _ in ways if (there := cell + step) in frontier}
                if len(ends) == 1:
                    found |= ends
        return found

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


def _of_player(plan: Plan) -> bool:
    """Tell whether an offer of pieces is only about those of the player whose turn it is."""
    act = plan.offer.rule.do[0]
    return isinstance(act, Choose) and all(isinstance(of, Pieces) and of.owner == "active" for of in act.from_)
