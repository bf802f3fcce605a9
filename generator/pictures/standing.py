"""Where the pieces of a position stand: each in its square, on a good spot of what it stands on.

The spots come from the layout that draws the tile, so that a figure stands on what is seen. Nothing here knows what a figure is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely import unary_union
from shapely.geometry import Polygon

from catalog.examples import PORTS
from catalog.fields import DerivedField, find
from catalog.tiles import EDGES, HALVES, PortOf
from catalog.vocabulary import FeatureKind
from generator.geometry import SIDE, FeatureShape, Frame, Layout, Point, Region, polar
from generator.geometry.spots import anchor
from generator.pictures.placed import Cell, PiecePlaced, Placed, PositionError

Numbers = npt.NDArray[np.float64]
_STEP = 2.0
_BESIDE = (15, 165, -30, 210, 60, 120, -75, 255)
"""Where a piece tries to stand beside another, in degrees clockwise from east: the first that is as good as any decides."""
_WAY = 9.0
"""How much of a square is taken by a piece that lies across it, seen from its middle."""
_TOUCH = 0.8
"""How far two that stand together are apart, as a share of their radii: they overlap a little."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a piece stands on the board, in hundredths of a side: its middle and the radius that its drawing keeps to.

    ``shape`` is that of the feature it stands on, ``""`` for none.
    """

    x: float
    y: float
    r: float
    shape: str = ""


@dataclass(frozen=True, slots=True)
class _Patch:
    """What a piece may stand on in one square, unturned: a region, points of it that come first, and where one would like it."""

    region: Region
    wish: Point
    along: tuple[Point, ...] = ()
    own: FeatureShape | None = None
    shape: str = ""


class Square:
    """A square of a placed tile: what lies on it, seen as the tile lies."""

    def __init__(self, placed: Placed, plan: Layout, index: int) -> None:
        """Take the square of this number."""
        self._placed, self._plan, self._index = placed, plan, index
        at = plan.design.all_squares[index].at
        self._frame = Frame(SIDE * at[0], SIDE * at[1])
        self.polygon: Polygon = self._frame.polygon
        self._turns = placed.quarter_turns % 4
        self.angle = 90.0 * self._turns
        x, y = self.table(self._frame.centre)
        self.cell: Cell = (math.floor(x / SIDE), math.floor(y / SIDE))

    @property
    def middle(self) -> Point:
        """The middle of the square, on the unturned tile."""
        return self._frame.centre

    def table(self, point: Point) -> Point:
        """Return where a point of the unturned tile lies on the board."""
        x, y = point
        for _ in range(self._turns):
            x, y = SIDE - y, x
        return x + SIDE * self._placed.x, y + SIDE * self._placed.y

    def patch(self, on: tuple[str, str | None] | None, kinds: Mapping[str, FeatureKind]) -> _Patch:
        """Return what a piece stands on: a feature, or the square for None. Raises :class:`PositionError` where there is none."""
        if on is None:
            return _Patch(self.polygon, self._frame.centre)
        kind, port = on
        if port is not None and port not in PORTS:
            raise PositionError(f"{port!r} is no port")
        local = port and PORTS[(PORTS.index(port) - 3 * self._turns) % len(PORTS)]
        remainder = kind in kinds and kinds[kind].shape == "remainder"
        found = self._remainders(local) if remainder else self._features(kind, local)
        where = f"{kind} at {port}" if port else kind
        if not found:
            raise PositionError(f"there is no {where} on {self._plan.design.id} at {self.cell}")
        if len(found) > 1 and port is None:
            raise PositionError(f"there is more than one {kind} on {self._plan.design.id} at {self.cell}: name a port")
        return found[0]

    def obstacles(self, own: FeatureShape | None) -> list[tuple[Point, float]]:
        """Return what should stay in sight, as discs: marks, sites, overpasses. What one stands on does not count."""
        marks = [(m.spot.point, m.spot.clear) for m in self._plan.marks if m.square == self._index]
        sites = [(f.spot.point, f.spot.clear) for f in self._here() if f.spot is not None and f is not own]
        return marks + sites + [((b.x, b.y), b.span / 2) for f in self._here() for b in f.overpasses]

    def _here(self) -> Iterator[FeatureShape]:
        return (f for f in self._plan.features if f.ref[0] == self._index)

    def _features(self, kind: str, port: str | None) -> list[_Patch]:
        of_kind = [f for f in self._here() if f.feature.kind == kind]
        if port is not None:
            edge = next(e for e in EDGES if e == port[0])
            named = find(self._plan.design.all_squares[self._index], PortOf(kind=kind, port=edge))
            of_kind = [f for f in of_kind if f.ref[1] == named]
        found = []
        for f in of_kind:
            along = tuple(p for c in f.curves for p in c.samples(24) if f.region.contains(shapely.Point(p)))
            along = along if f.shape == "line" else ()
            found.append(_Patch(f.region, f.anchor.point, along, f, f.shape))
        return found

    def _remainders(self, port: str | None) -> list[_Patch]:
        found = []
        for derived in self._plan.fields:
            region = self._part(derived)
            if region.area < 1 or (port is not None and not self._reaches(derived, port)):
                continue
            found.append(_Patch(region, anchor(region).point, (), None, "remainder"))
        return found

    def _reaches(self, derived: DerivedField, port: str) -> bool:
        """Tell whether what remains reaches a half-edge, or one of the halves of an edge."""
        halves = [port] if port in HALVES else [half for half in HALVES if half[0] == port]
        return any((self._index, half) in derived.ports for half in halves)

    def _part(self, derived: DerivedField) -> Region:
        """Return what of it lies in this square. A drawing that is not planar shows it in pieces that share its half-edges."""
        piece = self._plan.piece_of(derived)
        pieces = [piece] if piece else [p for p in self._plan.pieces if set(p.ports) & set(derived.ports)]
        whole = unary_union([p.region for p in pieces]).intersection(self.polygon)
        # Where it only runs along the seam, the part is a line, and nobody stands there.
        return unary_union([part for part in getattr(whole, "geoms", [whole]) if isinstance(part, Polygon)])


def squares(placed: Sequence[Placed], layout: Callable[[Placed], Layout]) -> dict[Cell, Square]:
    """Return the squares of placed tiles by their cell."""
    found = [Square(item, plan, n) for item in placed for plan in [layout(item)] for n in range(len(plan.design.all_squares))]
    return {square.cell: square for square in found}


def stands(
    board: Mapping[Cell, Square], pieces: Sequence[PiecePlaced], radii: Sequence[float], kinds: Mapping[str, FeatureKind]
) -> list[Stand]:
    """Return where each piece stands; ``radii`` are the pieces', in hundredths of a side.

    Raises :class:`PositionError` for a piece off the tiles, on a feature that is not there, or beside one that is not.
    """
    for piece in pieces:
        if piece.cell not in board:
            raise PositionError(f"there is no tile at {piece.cell}")
    patches = [board[piece.cell].patch(piece.on, kinds) for piece in pieces]
    # Who has least room chooses first; who stands with another goes where that one went.
    order = sorted(range(len(pieces)), key=lambda n: (pieces[n].on is None, round(patches[n].region.area), n))
    found: dict[int, tuple[Point, float]] = {}
    while len(found) < len(pieces):
        ready = [n for n in order if n not in found and (pieces[n].beside is None or pieces[n].beside in found)]
        if not ready:
            raise PositionError(f"piece {min(set(order) - set(found))} stands beside none of the others")
        for n in ready:
            square, beside = board[pieces[n].cell], pieces[n].beside
            others = [spot for m, spot in found.items() if pieces[m].cell == square.cell]
            if pieces[n].across:
                found[n] = square.middle, _WAY
            elif beside is None:
                found[n] = _spot(square, patches[n], radii[n], others)
            elif pieces[beside].cell == square.cell:
                found[n] = _together(square, found[beside], radii[n], others)
            else:
                raise PositionError(f"piece {n} stands beside one in another square")
    return [
        Stand(*board[piece.cell].table(found[n][0]), found[n][1], patches[n].shape if piece.on else "")
        for n, piece in enumerate(pieces)
    ]


def _spot(square: Square, patch: _Patch, radius: float, others: Sequence[tuple[Point, float]]) -> tuple[Point, float]:
    """Return the best point of a patch for a disc, and its radius: smaller only where the edge of the square is nearer.

    A point is the better the more of the disc lies in the patch, in the square, beside the others, off what should stay in sight,
    and the nearer it is to where one would like it; the weights below say how much each of these counts.
    """
    if patch.along:
        points = np.array(patch.along)
    else:
        x0, y0, x1, y1 = patch.region.bounds
        grid = np.meshgrid(np.arange(x0 + _STEP / 2, x1, _STEP), np.arange(y0 + _STEP / 2, y1, _STEP))
        points = np.vstack([np.column_stack([axis.ravel() for axis in grid]), [patch.wish]])
        points = points[shapely.contains_xy(patch.region, points)]
    if not len(points):
        middle = patch.region.representative_point()
        points = np.array([(middle.x, middle.y)])
    dots = shapely.points(points)
    edge: Numbers = np.asarray(shapely.distance(square.polygon.exterior, dots))
    score: Numbers = -0.12 * _away(points, patch.wish)
    score -= 4 * np.maximum(radius - edge, 0)
    if not patch.along:
        score += np.minimum(shapely.distance(patch.region.boundary, dots), radius)
    for at, clear in square.obstacles(patch.own):
        score -= 0.5 * np.maximum(radius + clear - _away(points, at), 0)
    for at, clear in others:
        score -= 1.5 * np.maximum(radius + clear - _away(points, at), 0)
    best = int(np.argmax(np.round(score, 6)))
    return (float(points[best][0]), float(points[best][1])), min(radius, float(edge[best]))


def _together(
    square: Square, partner: tuple[Point, float], radius: float, others: Sequence[tuple[Point, float]]
) -> tuple[Point, float]:
    """Return where a disc stands beside another, inside the square, and out of the way of all the rest where it can."""
    (x, y), clear = partner
    best, best_score = (x, y), -math.inf
    for angle in _BESIDE:
        at = polar((x, y), angle - square.angle, _TOUCH * (radius + clear))
        outside = max(radius - square.polygon.exterior.distance(shapely.Point(at)), 0)
        if not square.polygon.contains(shapely.Point(at)):
            outside = SIDE
        hidden = sum(max(radius + r - math.dist(at, other), 0) for other, r in others if other != (x, y))
        hidden += 0.3 * sum(max(radius + r - math.dist(at, other), 0) for other, r in square.obstacles(None))
        if -4 * outside - hidden > best_score + 1:
            best, best_score = at, -4 * outside - hidden
    return best, min(radius, square.polygon.exterior.distance(shapely.Point(best)))


def _away(points: Numbers, at: Point) -> Numbers:
    away: Numbers = np.hypot(points[:, 0] - at[0], points[:, 1] - at[1])
    return away
