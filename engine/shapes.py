"""Shapes: a tile in one rotation, in integers.

A square has twelve ports, clockwise from the north-west corner: edge ``e`` (0 north to 3 west) has the ports ``3e``, ``3e + 1``,
``3e + 2``. So what lies between lines is a feature like others: it has ports as they do. The parts of features on a square are *segments*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from catalog.examples import PORTS
from catalog.fields import PLACES, derive, occupied
from catalog.tiles import HALVES, Design, Square

if TYPE_CHECKING:
    from engine.ruleset import Ruleset

STRIDE = 2048
"""A cell is one integer: so much further is the next one to the east, and one further the next one to the south."""
STEP = (-1, STRIDE, 1, -STRIDE)
"""What to add to a cell to go north, east, south, west."""
_PORT: dict[str, int] = {port: n for n, port in enumerate(PORTS)}
CLOSED, SURROUNDED, NEVER = 0, 1, 2
MARK_BITS = 12
MARK_MASK = (1 << MARK_BITS) - 1
"""A feature's marks are counted in one integer, so many bits a mark."""


EdgePlan = tuple[int, int, int, tuple[tuple[int, int], ...]]
Ways = tuple[tuple[int, int], ...]
"""Where a segment leads: steps to cells, each with the mask of the ports of the cell there that it leads to."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a feature on a square: its kind, its ports, how many of its edges lead on, its marks, what it touches there."""

    kind: int
    ports: tuple[int, ...]
    edges: int
    marks: int
    touches: tuple[int, ...]

    @property
    def shown(self) -> Iterator[int]:
        """The marks, each once."""
        return (n for n in range(self.marks.bit_length() // MARK_BITS + 1) if self.marks >> MARK_BITS * n & MARK_MASK)


@dataclass(frozen=True, slots=True, eq=False)
class SquareShape:
    """A square in one rotation: edge letters, the segment at each port (-1 for none), the segments, the marks on the square itself,
    and all that it shows, those of its features too. Each is made once by a ruleset: it is equal to itself alone, and the key of tables.

    ``ends``: kind, segment and edges of each segment that reaches the middle of an edge; ``bends``: kind and the two edges of
    those that turn a corner. ``edge_plan``: for each edge its bit, the step to the cell beyond, its letter as that cell sees it, and the
    segments that lead there with the ports they meet. ``leads``: by the bits of edges, where each segment leads across them. ``closable`` and ``sites`` are the segments that can be closed, and surrounded.
    ``standing``: for each segment the marks that who stands there stands on: its own, and those of the square but for grounds.
    ``spans``: the same square with a piece across it from north to south, and from east to west, where that can be. What the piece
    carries is the last segment (``carried``); of the square without a piece it is of no kind (-1) and nowhere.
    """

    edges: tuple[int, int, int, int]
    ports: tuple[int, ...]
    segments: tuple[Segment, ...]
    marks: frozenset[int]
    shown: frozenset[int]
    standing: tuple[frozenset[int], ...]
    kinds: tuple[int, ...]
    opens: tuple[int, ...]
    seg_marks: tuple[int, ...]
    closable: tuple[int, ...]
    sites: tuple[int, ...]
    count: int
    touched: tuple[tuple[int, ...], ...]
    nothing: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, int, tuple[int, ...]], ...]
    bends: tuple[tuple[int, int, int], ...]
    edge_plan: tuple[EdgePlan, ...]
    leads: tuple[tuple[Ways, ...], ...]
    spans: tuple[SquareShape | None, SquareShape | None] = (None, None)
    carried: int = -1


@dataclass(frozen=True, slots=True)
class Shape:
    """A tile in one rotation: the cells of its squares relative to the first, and the squares."""

    cells: tuple[tuple[int, int], ...]
    squares: tuple[SquareShape, ...]


def shapes_of(rules: Ruleset, design: Design) -> tuple[Shape, ...]:
    """Return a design in its four rotations, in the integers of a ruleset."""
    squares = [(square, list(_segments(rules, square))) for square in design.all_squares]
    return tuple(_turned(rules, design, squares, turns) for turns in range(4))


def _turned(rules: Ruleset, design: Design, squares: list[tuple[Square, list[Segment]]], turns: int) -> Shape:
    cells, shapes = [], []
    for square, segments in squares:
        x, y = square.at
        for _ in range(turns):
            x, y = -y, x
        cells.append((x, y))
        marks = (*square.marks, *design.marks)
        turned = [replace(s, ports=tuple(sorted([(port + 3 * turns) % 12 for port in s.ports]))) for s in segments]
        shapes.append(_square(rules, square, turned, marks, turns))
    first = cells[0]
    return Shape(tuple((x - first[0], y - first[1]) for x, y in cells), tuple(shapes))


def _square(rules: Ruleset, square: Square, segments: list[Segment], marks: tuple[str, ...], turns: int) -> SquareShape:
    ports = [-1] * 12
    for n, segment in enumerate(segments):
        for port in segment.ports:
            ports[port] = n
    rest = rules.letters[rules.catalog.rest_letter]
    edges = [rules.letters[c] for c in square.edges]
    for edge in range(4):
        # On an edge without a line the middle belongs to whatever lies on both sides of it.
        turned = (edge + turns) % 4
        if edges[edge] == rest:
            ports[3 * turned + 1] = ports[3 * turned]
    letters = tuple(edges[(edge - turns) % 4] for edge in range(4))
    kinds = frozenset(rules.mark_index[m] for m in marks)
    rule = rules.span
    if rule is None or not any(letters[axis] == letters[axis + 2] == rule.over for axis in (0, 1)):
        return _shape(rules, segments, ports, letters, kinds)
    spans: list[SquareShape | None] = []
    for axis in (0, 1):
        ends = (axis, axis + 2)
        if not all(letters[end] == rule.over for end in ends):
            spans.append(None)
            continue
        middles = tuple(3 * end + 1 for end in ends)
        carried = Segment(rule.kind, middles, 2, 0, ())
        crossed = [len(segments) if p in middles else n for p, n in enumerate(ports)]
        met = tuple(rule.letter if edge in ends else letters[edge] for edge in range(4))
        spanned = _shape(rules, [*map(_beside(middles), segments), carried], crossed, met, kinds)
        spans.append(replace(spanned, carried=len(segments)))
    without = _shape(rules, [*segments, Segment(-1, (), 0, 0, ())], ports, letters, kinds)
    return replace(without, spans=(spans[0], spans[1]))


def _beside(middles: tuple[int, ...]) -> Callable[[Segment], Segment]:
    """Return what takes the middles of edges from a segment."""
    return lambda segment: replace(segment, ports=tuple([p for p in segment.ports if p not in middles]))


def _shape(
    rules: Ruleset, segments: list[Segment], ports: list[int], letters: tuple[int, ...], marks: frozenset[int]
) -> SquareShape:
    done = rules.done
    ends = tuple(
        (s.kind, n, tuple(p // 3 for p in s.ports if p % 3 == 1))
        for n, s in enumerate(segments)
        if any(p % 3 == 1 for p in s.ports)
    )
    plan = tuple(
        (
            1 << edge,
            STEP[edge],
            letters[edge] * rules.sides[edge ^ 2],
            tuple((ports[mine], facing) for mine, facing in rules.joins[letters[edge]][edge] if ports[mine] >= 0),
        )
        for edge in range(4)
    )
    return SquareShape(
        edges=(letters[0], letters[1], letters[2], letters[3]),
        ports=tuple(ports),
        segments=tuple(segments),
        marks=marks,
        shown=marks.union(m for s in segments for m in s.shown),
        standing=tuple((marks - rules.grounds).union(s.shown) for s in segments),
        kinds=tuple(s.kind for s in segments),
        opens=tuple(s.edges for s in segments),
        seg_marks=tuple(s.marks for s in segments),
        closable=tuple(n for n, s in enumerate(segments) if s.kind >= 0 and done[s.kind] == CLOSED),
        sites=tuple(n for n, s in enumerate(segments) if s.kind >= 0 and done[s.kind] == SURROUNDED),
        count=len(segments),
        touched=tuple(s.touches for s in segments),
        nothing=((),) * len(segments),
        edge_plan=plan,
        leads=_leads(plan, len(segments)),
        ends=ends,
        bends=tuple((kind, *edges) for kind, _, edges in ends if len(edges) == 2 and (edges[1] - edges[0]) % 2 == 1),
    )


def _leads(plan: tuple[EdgePlan, ...], count: int) -> tuple[tuple[Ways, ...], ...]:
    """Return where each segment leads across those edges of its square that have their bits in a mask, by that mask."""
    ways: list[list[tuple[int, tuple[int, int]]]] = [[] for _ in range(count)]
    for bit, step, _, pairs in plan:
        met: dict[int, int] = {}
        for n, facing in pairs:
            met[n] = met.get(n, 0) | 1 << facing
        for n, ports in met.items():
            ways[n].append((bit, (step, ports)))
    return tuple(tuple([tuple([way for bit, way in each if bit & beyond]) for each in ways]) for beyond in range(16))


def _segments(rules: Ruleset, square: Square) -> Iterator[Segment]:
    """Yield the segments of a square that is not turned."""
    kinds = rules.catalog.kinds
    for feature in square.features:
        places = occupied(feature, kinds[feature.kind].shape)
        ports = tuple(_PORT[PLACES[p]] for p in places if PLACES[p] in _PORT)
        marks = sum(1 << MARK_BITS * rules.mark_index[m] for m in feature.marks)
        yield Segment(rules.kind_index[feature.kind], ports, len(feature.ports), marks, ())
    rest = next(n for n, k in enumerate(kinds.values()) if k.shape == "remainder")
    alone = Design.model_construct(
        None, id="", edges=square.edges, features=square.features, fields=square.fields, squares=(), marks=()
    )
    for derived in derive(alone, kinds):
        ports = tuple(_PORT[h] for _, h in derived.ports if h in HALVES)
        yield Segment(rest, ports, 0, 0, tuple(f for _, f in derived.touches))


def look(shape: Shape) -> object:
    """Return all that tells a tile as it lies from the same tile in another rotation."""

    def part(square: SquareShape, n: int) -> tuple[int, tuple[int, ...], int]:
        segment = square.segments[n]
        return segment.kind, segment.ports, segment.marks

    return shape.cells, tuple(
        (
            square.edges,
            sorted((*part(square, n), sorted(part(square, t) for t in s.touches)) for n, s in enumerate(square.segments)),
        )
        for square in shape.squares
    )
