"""The state of a game: plain integers, lists and dictionaries, so that it can be copied at any decision.

The board is a dictionary from cells to squares; a cell is one integer, ``x * STRIDE + y`` away from the cell of the first tile.
Segments (parts of features on squares) are numbered as they come; those of one feature are joined by union-find, and what is known
of a feature stands at its root.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.memo import Memo
from engine.shapes import STRIDE, SquareShape, Ways

HALF = STRIDE // 2
CENTRE = HALF * STRIDE + HALF
AROUND = tuple(dx * STRIDE + dy for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
NEAR = (0, *AROUND)

NOBODY = -1
"""The owner of a piece that belongs to no player."""

# Where a piece is: a segment from 0, or one of these.
SUPPLY, BESIDE, BOX, TRACK = -1, -2, -3, -4
AREA = -10
"""In front of player p: ``AREA - p``."""
CELL = 1 << 24
"""On a cell, on none of its features: ``CELL + cell``."""
WITH = 1 << 26
"""With another piece: ``WITH + piece``."""

_NUMBERS = ("players", "seed", "chances", "stage", "active", "turn", "drawn", "source", "taken")
_TUPLES = ("placed", "completed")
_LISTS = (
    "scores", "sq_cell", "sq_design", "sq_turns", "sq_part", "sq_first", "parent", "kind", "square", "opens", "tiles", "marks",
    "piece_kind", "owner", "where", "facing", "hidden", "turn_offers", "turn_declared",
)  # fmt: skip
_LISTS_OF_TUPLES = ("figs", "leads", "turn_completed", "turn_scored", "turn_worth", "turn_puts")
_MAPS = ("cells", "frontier", "occ", "guests", "declared", "spans")
_DEEP = ("sites", "done", "supply", "piles", "agenda")


def cell_of(x: int, y: int) -> int:
    """Return the cell of coordinates, x east and y south of the first tile."""
    return CENTRE + x * STRIDE + y


def place_of(cell: int) -> tuple[int, int]:
    """Return the coordinates of a cell."""
    x, y = divmod(cell - CENTRE + HALF, STRIDE)
    return x, y - HALF


def _of_kinds(piece_kind: list[int], kinds: frozenset[int]) -> list[int]:
    return [piece for piece, kind in enumerate(piece_kind) if kind in kinds]


class State:
    """Where everything is: integers, and lists, tuples and dictionaries of them. Much of it follows from the tiles and the pieces and is
    kept at hand; what does not is what :mod:`engine.plain` writes.
    """

    __slots__ = (*_NUMBERS, *_TUPLES, *_LISTS, *_LISTS_OF_TUPLES, *_MAPS, *_DEEP, "shapes", "bystanders", "of_kinds")

    def __init__(self, players: int, figures: int, seed: int = 0, bystanders: frozenset[int] = frozenset()) -> None:
        """Make the state before the setup; ``bystanders`` are the kinds of figures that claim nothing."""
        self.players, self.bystanders = players, bystanders
        # The stream of chance: where it began, and how many numbers have been taken from it.
        self.seed = seed
        self.chances = 0
        # How far the turn is; what was drawn (a design, -1 for none) and from which pile; how many offers have been taken.
        self.stage = 0
        self.active = 0
        self.turn = 0
        self.drawn = -1
        self.source = ""
        self.taken = 0
        self.scores = [0] * players
        # Squares, by number.
        self.cells: dict[int, int] = {}
        self.sq_cell: list[int] = []
        self.sq_design: list[int] = []
        self.sq_turns: list[int] = []
        self.sq_part: list[int] = []
        self.sq_first: list[int] = []
        # The shape of each square, which its design, rotation and part give: kept at hand, not saved.
        self.shapes: list[SquareShape] = []
        # Open cells: the letters round them as one number, and which of their twelve ports an occupied feature leads to.
        self.frontier: dict[int, int] = {}
        self.occ: dict[int, int] = {}
        # Segments, by number; of a feature as a whole at its root.
        self.parent: list[int] = []
        self.kind: list[int] = []
        self.square: list[int] = []
        self.opens: list[int] = []
        self.tiles: list[int] = []
        self.marks: list[int] = []
        self.figs: list[tuple[int, ...]] = []
        # Where it leads on: for each square the cell, and the steps to the cells beyond it with their ports that it leads to.
        self.leads: list[tuple[tuple[int, Ways], ...]] = []
        self.done: set[int] = set()
        # Bystanders on features, by root; what statements made of features: their kind and whether they are completed.
        self.guests: dict[int, tuple[int, ...]] = {}
        self.declared: dict[int, tuple[int, bool]] = {}
        # Squares that a piece lies across, and which way: 0 north to south, 1 east to west.
        self.spans: dict[int, int] = {}
        # Segments that wait to be surrounded, by cell.
        self.sites: dict[int, tuple[int, ...]] = {}
        # Pieces, by number.
        self.piece_kind: list[int] = []
        # Those of some kinds, wherever they are: not to be changed.
        self.of_kinds = Memo(partial(_of_kinds, self.piece_kind))
        self.owner: list[int] = []
        self.where: list[int] = []
        self.facing: list[int] = []
        # What kind of figure a piece is seen as that lies face down; -1 for all others.
        self.hidden: list[int] = []
        self.supply: list[list[list[int]]] = [[[] for _ in range(figures)] for _ in range(players)]
        # Face-down piles of designs; the last is drawn first.
        self.piles: dict[str, list[int]] = {}
        # This turn: the squares placed, the features completed, who scored for which, what each was worth, what was put by which
        # verb, the offers taken that no limit counts, and the features that statements changed.
        self.placed: tuple[int, ...] = ()
        self.completed: tuple[int, ...] = ()
        self.turn_completed: list[tuple[int, ...]] = []
        self.turn_scored: list[tuple[int, ...]] = []
        self.turn_worth: list[tuple[int, ...]] = []
        self.turn_puts: list[tuple[int, ...]] = []
        self.turn_offers: list[int] = []
        self.turn_declared: list[int] = []
        # Effects that are under way: frames [program, pc, register, ...], the last one runs.
        self.agenda: list[list[Any]] = []

    def clone(self) -> State:
        """Return a copy that shares nothing that changes."""
        other = State.__new__(State)
        for name in _AS_IS:
            setattr(other, name, getattr(self, name))
        for name in _SHALLOW:
            setattr(other, name, getattr(self, name).copy())
        other.of_kinds = Memo(partial(_of_kinds, other.piece_kind))
        other.supply = [[kind[:] for kind in player] for player in self.supply]
        other.piles = {name: pile[:] for name, pile in self.piles.items()}
        other.agenda = [[v[:] if isinstance(v, list) else v for v in frame] for frame in self.agenda]
        return other

    # Features

    def find(self, segment: int) -> int:
        """Return the root of the feature that a segment belongs to."""
        parent = self.parent
        while parent[segment] != segment:
            parent[segment] = segment = parent[parent[segment]]
        return segment

    def lay(self, cell: int, design: int, turns: int, part: int, shape: SquareShape) -> int:
        """Put a square on an empty cell, join its features to those around, and return its number."""
        number = len(self.shapes)
        parent = self.parent
        first = len(parent)
        count = shape.count
        cells, shapes, sq_first = self.cells, self.shapes, self.sq_first
        cells[cell] = number
        shapes.append(shape)
        self.sq_cell.append(cell)
        self.sq_design.append(design)
        self.sq_turns.append(turns)
        self.sq_part.append(part)
        sq_first.append(first)
        parent.extend(range(first, first + count))
        self.kind.extend(shape.kinds)
        self.square.extend([number] * count)
        self.opens.extend(shape.opens)
        self.tiles.extend([1 << number] * count)
        self.marks.extend(shape.seg_marks)
        self.figs.extend(shape.nothing)
        frontier, occ = self.frontier, self.occ
        frontier.pop(cell, None)
        occ.pop(cell, None)
        beyond = 0
        met = []
        for bit, step, letter, pairs in shape.edge_plan:
            there = cell + step
            other = cells.get(there)
            if other is not None:
                met.append((other, pairs))
                continue
            beyond |= bit
            if there in frontier:
                frontier[there] += letter
            else:
                frontier[there] = letter
                occ[there] = 0
        # Nobody stands on the tile yet: if somebody stands on what it joins, that is noted as they are joined.
        self.leads.extend([((cell, ways),) if ways else () for ways in shape.leads[beyond]])
        for other, pairs in met:
            theirs, base = shapes[other].ports, sq_first[other]
            for local, facing in pairs:
                b = theirs[facing]
                if b >= 0:
                    self._join(first + local, base + b)
        return number

    def span(self, number: int, axis: int) -> None:
        """Lay something across a placed square, beyond whose two ends no tile lies."""
        before, after = self.shapes[number], self.shapes[number].spans[axis]
        if after is None:
            raise TypeError("nothing can lie across this square so")
        self.shapes[number] = after
        self.spans[number] = axis
        first, cell = self.sq_first[number], self.sq_cell[number]
        segment = first + after.count - 1
        self.kind[segment], self.opens[segment], self.tiles[segment] = after.kinds[-1], after.opens[-1], 1 << number
        beyond = 0
        for edge, (bit, step, letter, _) in enumerate(after.edge_plan):
            if cell + step in self.frontier:
                beyond |= bit
                self.frontier[cell + step] += letter - before.edge_plan[edge][2]
                self.occ[cell + step] &= ~(0b111 << 3 * (edge ^ 2))
        roots = [self.find(first + local) for local in range(after.count)]
        for root in roots:
            self.leads[root] = tuple([lead for lead in self.leads[root] if lead[0] != cell])
        for root, ways in zip(roots, after.leads[beyond], strict=True):
            if ways:
                self.leads[root] += ((cell, ways),)
                if self.figs[root]:
                    self._flag(root, occupied=True)

    def _join(self, a: int, b: int) -> None:
        parent = self.parent
        while parent[a] != a:
            parent[a] = a = parent[parent[a]]
        while parent[b] != b:
            parent[b] = b = parent[parent[b]]
        opens = self.opens
        if a == b:
            opens[a] -= 2
            return
        # The older root stays: numbers in events and frames then keep their meaning.
        if a > b:
            a, b = b, a
        parent[b] = a
        opens[a] += opens[b] - 2
        self.tiles[a] |= self.tiles[b]
        self.marks[a] += self.marks[b]
        figs, leads = self.figs, self.leads
        if figs[b]:
            if figs[a]:
                figs[a] = tuple(sorted(figs[a] + figs[b]))
            else:
                self._flag(a, occupied=True)
                figs[a] = figs[b]
            figs[b] = ()
        elif figs[a]:
            self._flag(b, occupied=True)
        if self.guests and b in self.guests:
            self.guests[a] = tuple(sorted((*self.guests.get(a, ()), *self.guests.pop(b))))
        if leads[b]:
            leads[a] += leads[b]
            leads[b] = ()

    def _flag(self, root: int, *, occupied: bool) -> None:
        """Note at the open cells that a feature leads to whether somebody stands on it; forget those that are filled by now."""
        occ = self.occ
        still = []
        for lead in self.leads[root]:
            cell, ways = lead
            open_ = False
            for step, ports in ways:
                there = cell + step
                if there in occ:
                    open_ = True
                    if occupied:
                        occ[there] |= ports
                    else:
                        occ[there] &= ~ports
            if open_:
                still.append(lead)
        self.leads[root] = tuple(still)

    def close(self, placed: tuple[int, ...]) -> tuple[int, ...]:
        """Return the roots of the features that the squares just placed complete, and note them as done."""
        found: list[int] = []
        done, opens, parent = self.done, self.opens, self.parent
        for number in placed:
            first = self.sq_first[number]
            shape = self.shapes[number]
            for local in shape.closable:
                root = first + local
                while parent[root] != root:
                    root = parent[root]
                if opens[root] == 0 and root not in done:
                    done.add(root)
                    found.append(root)
            if shape.sites:
                self.sites[self.sq_cell[number]] = tuple([first + local for local in shape.sites])
        sites = self.sites
        if sites:
            cells = self.cells
            for number in placed:
                here = self.sq_cell[number]
                for d in NEAR:
                    if here + d in sites:
                        cell = here + d
                        for e in AROUND:
                            if cell + e not in cells:
                                break
                        else:
                            surrounded = sites.pop(cell)
                            found += surrounded
                            done.update(surrounded)
        return tuple(found)

    # Pieces

    def add_piece(self, kind: int, owner: int, where: int, number: int = 1) -> None:
        """Bring pieces into the game."""
        self.of_kinds.clear()
        for _ in range(number):
            piece = len(self.where)
            self.piece_kind.append(kind)
            self.owner.append(owner)
            self.where.append(where)
            self.facing.append(-1)
            self.hidden.append(-1)
            if where == SUPPLY:
                self.supply[owner][kind].append(piece)

    def move(self, piece: int, where: int) -> None:
        """Move a piece to another place; the features it leaves and enters know of it."""
        before = self.where[piece]
        self.hidden[piece] = -1
        if before == SUPPLY:
            self.supply[self.owner[piece]][self.piece_kind[piece]].remove(piece)
        elif 0 <= before < CELL and self.piece_kind[piece] in self.bystanders:
            root = self.find(before)
            self.guests[root] = tuple([p for p in self.guests[root] if p != piece])
            if not self.guests[root]:
                del self.guests[root]
        elif 0 <= before < CELL:
            root = self.find(before)
            self.figs[root] = left = tuple([p for p in self.figs[root] if p != piece])
            if not left:
                self._flag(root, occupied=False)
        self.where[piece] = where
        if where < 0:
            self.facing[piece] = -1
        if where == SUPPLY:
            supply = self.supply[self.owner[piece]][self.piece_kind[piece]]
            supply.append(piece)
            supply.sort()
        elif 0 <= where < CELL and self.piece_kind[piece] in self.bystanders:
            root = self.find(where)
            self.guests[root] = tuple(sorted((*self.guests.get(root, ()), piece)))
        elif 0 <= where < CELL:
            root = self.find(where)
            if self.figs[root]:
                self.figs[root] = tuple(sorted((*self.figs[root], piece)))
            else:
                self._flag(root, occupied=True)
                self.figs[root] = (piece,)

    def cell_of_piece(self, piece: int) -> int | None:
        """Return the cell that a piece stands on, also with another piece, or None if it is not on the board."""
        where = self.where[piece]
        while where >= WITH:
            where = self.where[where - WITH]
        if where >= CELL:
            return where - CELL
        return self.sq_cell[self.square[where]] if where >= 0 else None

    def on_board(self, piece: int) -> bool:
        """Tell whether a piece is on the board."""
        return self.cell_of_piece(piece) is not None

    def standing(self, root: int) -> tuple[int, ...]:
        """Return all figures on a feature, those too that do not claim it."""
        return self.figs[root] + self.guests.get(root, ()) if self.guests else self.figs[root]

    def declare(self, root: int, kind: int, *, completed: bool) -> None:
        """Make a feature what a statement says it is: of a kind, and completed or not."""
        self.declared[root] = kind, completed
        # Nothing else completes it any more.
        self.sites = {cell: left for cell, site in self.sites.items() if (left := tuple([s for s in site if s != root]))}
        for number in self.squares_of(root):
            first = self.sq_first[number]
            for segment in range(first, first + self.shapes[number].count):
                if self.find(segment) == root:
                    self.kind[segment] = kind
        if completed:
            self.done.add(root)
        else:
            self.done.discard(root)

    def occupied(self, segment: int) -> bool:
        """Tell whether a figure stands on the feature of a segment."""
        return bool(self.figs[self.find(segment)])

    def grows(self, root: int) -> bool:
        """Tell whether something can still be added to a feature: it leads to a cell where no tile lies."""
        return any(cell + step in self.frontier for cell, ways in self.leads[root] for step, _ in ways)

    def completed_feature(self, segment: int) -> bool:
        """Tell whether the feature of a segment is completed."""
        return self.find(segment) in self.done

    def touched(self, root: int) -> set[int]:
        """Return the features that a feature touches somewhere."""
        found = set()
        for number in self.squares_of(root):
            first = self.sq_first[number]
            for local, touched in enumerate(self.shapes[number].touched):
                if touched and self.find(first + local) == root:
                    found.update([self.find(first + t) for t in touched])
        return found

    def touching(self, root: int) -> set[int]:
        """Return the features that touch a feature somewhere."""
        found = set()
        for number in self.squares_of(root):
            first = self.sq_first[number]
            for local, touched in enumerate(self.shapes[number].touched):
                if any(self.find(first + t) == root for t in touched):
                    found.add(self.find(first + local))
        return found

    def squares_of(self, root: int) -> list[int]:
        """Return the numbers of the squares that a feature lies on."""
        mask, found = self.tiles[root], []
        while mask:
            found.append((mask & -mask).bit_length() - 1)
            mask &= mask - 1
        return found


_AS_IS = (*_NUMBERS, *_TUPLES, "bystanders")
_SHALLOW = (*_LISTS, *_LISTS_OF_TUPLES, *_MAPS, "sites", "done", "shapes")
