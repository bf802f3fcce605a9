"""The layout of a design: where each feature, each mark and each piece of what remains lies, over all squares of the tile.

The regions of a layout cover the tile and do not overlap. What remains between them falls into pieces, and these are the fields
of :func:`catalog.fields.derive`: what one sees is what is scored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from shapely import unary_union
from shapely.geometry import Point as Dot
from shapely.geometry import Polygon

from catalog.fields import DerivedField, derive, seams
from catalog.tiles import HALVES, Design, Feature, Square
from catalog.vocabulary import FeatureKind
from generator.gauges import Gauge, Measures
from generator.geometry.areas import AreaShape, area_shapes
from generator.geometry.curves import Chance, Curve, Point
from generator.geometry.frame import SIDE, Frame, Region
from generator.geometry.lines import Hub, Opening, Router, Way
from generator.geometry.spots import Spot, anchor, best_spot

_EMPTY = Polygon()
_ROOMS = (0.0, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class FeatureShape:
    """One feature as it lies on the tile. ``ref`` is (square, feature), as in :mod:`catalog.fields`.

    ``region`` is what it covers. An area has an outline ``d`` and ``curves`` that are its walls, a line has the curves that are
    seen and those ``hidden`` below ground, a site its centre and radius in ``spot``. ``anchor`` is where a figure can stand.
    """

    ref: tuple[int, int]
    feature: Feature
    shape: str
    region: Region
    anchor: Spot
    d: str = ""
    curves: tuple[Curve, ...] = ()
    hidden: tuple[Curve, ...] = ()
    gates: tuple[Opening, ...] = ()
    mouths: tuple[Opening, ...] = ()
    overpasses: tuple[Opening, ...] = ()
    spot: Spot | None = None
    arms: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkShape:
    """A mark as it lies on the tile; ``arms`` are the directions of the lines that end at it, ``region`` what it then covers."""

    mark: str
    square: int
    spot: Spot
    arms: tuple[float, ...] = ()
    region: Region = _EMPTY


@dataclass(frozen=True, slots=True)
class Piece:
    """A connected piece of what remains: the half-edges it reaches and the features it touches, read off the drawing.

    ``ports`` and ``touches`` are written as in :mod:`catalog.fields`.
    """

    region: Polygon
    ports: tuple[tuple[int, str], ...]
    touches: tuple[tuple[int, int], ...]
    anchor: Spot


@dataclass(frozen=True, slots=True)
class Layout:
    """All of a tile. ``bounds`` are west, north, east and south; the square at (0, 0) has its corner in the origin."""

    design: Design
    bounds: tuple[float, float, float, float]
    features: tuple[FeatureShape, ...]
    marks: tuple[MarkShape, ...]
    pieces: tuple[Piece, ...]
    fields: tuple[DerivedField, ...]

    def piece_of(self, derived: DerivedField) -> Piece | None:
        """Return the piece that the rules derive, or None where the drawing is not planar."""
        same = [p for p in self.pieces if p.ports == derived.ports]
        return next((p for p in same if set(p.touches) == set(derived.touches)), same[0] if len(same) == 1 else None)


def layout(design: Design, kinds: Mapping[str, FeatureKind], measures: Measures) -> Layout:
    """Lay out a design: the same for the same design on every machine."""
    squares = [_SquareLayout(i, square, kinds, measures, design) for i, square in enumerate(design.all_squares)]
    features = [f for square in squares for f in square.features()]
    hubs = [m for square in squares for m in square.hub_marks()]
    ground = unary_union([square.frame.polygon for square in squares])
    taken = unary_union([f.region for f in features] + [m.region for m in hubs])
    rest = ground.difference(taken)
    pieces = tuple(_piece(p, squares, features, kinds) for p in _parts(rest))
    marks = _stand(squares, features, hubs, rest, measures)
    stood = unary_union([Dot(m.spot.x, m.spot.y).buffer(m.spot.clear) for m in marks])
    features = [replace(f, anchor=_beside(f.region, stood)) if f.shape == "area" else f for f in features]
    pieces = tuple(replace(p, anchor=_beside(p.region, stood)) for p in pieces)
    x0, y0, x1, y1 = ground.bounds
    return Layout(design, (x0, y0, x1, y1), tuple(features), (*hubs, *marks), pieces, derive(design, kinds))


def _beside(region: Region, stood: Region) -> Spot:
    """Return where a figure can stand in a region without hiding a mark, if it has such a place."""
    left = region.difference(stood)
    return anchor(region if left.is_empty else left)


def _parts(region: Region) -> list[Polygon]:
    parts = getattr(region, "geoms", [region])
    return [p for p in parts if isinstance(p, Polygon) and p.area > 2]


class _SquareLayout:
    """One square: its areas, the ways of its lines, its sites."""

    def __init__(self, index: int, square: Square, kinds: Mapping[str, FeatureKind], measures: Measures, design: Design) -> None:
        self.index, self.square, self.measures = index, square, measures
        self.frame = Frame(SIDE * square.at[0], SIDE * square.at[1])
        self.chance = Chance(f"{design.id}/{index}")
        self.shapes = {n: kinds[f.kind].shape for n, f in enumerate(square.features) if f.kind in kinds}
        self.seams = {edge for a, e, b, o in seams(design.all_squares) for k, edge in ((a, e), (b, o)) if k == index}
        for room in _ROOMS:
            if self._attempt(room):
                break

    def _of_shape(self, shape: str) -> dict[int, Feature]:
        return {n: f for n, f in enumerate(self.square.features) if self.shapes.get(n) == shape}

    def _attempt(self, room: float) -> bool:
        """Lay out with this much room for what remains; return whether every site and mark that needs it has its place."""
        gauge = self.measures.kind
        self.areas: dict[int, AreaShape] = area_shapes(self.frame, self._of_shape("area"), room, self.chance)
        lines = {n: gauge(f.kind) for n, f in self._of_shape("line").items()}
        sites: dict[str, tuple[int, Gauge]] = {}
        for n, f in self._of_shape("site").items():
            sites.setdefault(f.kind, (n, gauge(f.kind)))
        ends = {f.ends for f in self.square.features if isinstance(f.ends, str)}
        marks = {e: self.measures.mark(e) for e in ends if e not in sites}
        self.router = Router(self.square, self.frame, lines, sites, marks, self.areas, self.chance)
        self.router.run()
        self.sites: dict[int, Spot] = {h.site: Spot(h.x, h.y, h.radius) for h in self.router.hubs if h.site is not None}
        fits = True
        for n, f in self._of_shape("site").items():
            size = gauge(f.kind)
            if n in self.sites:
                continue
            spot = best_spot(self._free(), near=[self.frame.centre], need=size.radius + 6, pull=0.08, offset=self.offset(f.kind))
            if spot is None:
                continue
            fits = fits and spot.clear > size.radius + 3
            self.sites[n] = Spot(spot.x, spot.y, min(size.radius, max(spot.clear - 3, 3)))
        return fits

    def offset(self, key: str) -> Point:
        """Return the shift of the grid of spots for a thing, so that equal squares differ."""
        return self.chance.of("x", key), self.chance.of("y", key)

    def _free(self) -> Region:
        taken: list[Region] = [a.polygon for a in self.areas.values()]
        taken += [way.body(self.router.lines[n].width) for n, way in self.router.ways.items() if way.curves]
        taken += [Dot(h.x, h.y).buffer(h.radius) for h in self.router.hubs]
        taken += [Dot(s.x, s.y).buffer(s.clear) for s in self.sites.values()]
        return self.frame.polygon.difference(unary_union(taken))

    def features(self) -> list[FeatureShape]:
        """Return the features in the order of the data; a bridge takes its place from what it crosses."""
        hubs = unary_union([Dot(h.x, h.y).buffer(h.radius) for h in self.router.hubs])
        areas = unary_union([a.polygon for a in self.areas.values()])
        bodies = {n: self._body(n, way).difference(unary_union([hubs, areas])) for n, way in self.router.ways.items()}
        order = sorted(bodies, key=lambda n: self.router.crossed[n] is None)
        above: Region = _EMPTY
        for n in order:
            bodies[n] = bodies[n].difference(above)
            above = unary_union([above, bodies[n]])
        found = []
        for n, feature in enumerate(self.square.features):
            if n in self.areas:
                found.append(self._area(n, feature))
            elif n in bodies:
                found.append(self._line(n, feature, bodies[n]))
            elif n in self.sites:
                spot = self.sites[n]
                arms = next((h.arms for h in self.router.hubs if h.site == n), ())
                region = Dot(spot.x, spot.y).buffer(spot.clear)
                found.append(FeatureShape((self.index, n), feature, "site", region, spot, spot=spot, arms=arms))
        return found

    def _body(self, n: int, way: Way) -> Region:
        return way.body(self.router.lines[n].width).intersection(self.frame.polygon) if way.curves else _EMPTY

    def _area(self, n: int, feature: Feature) -> FeatureShape:
        shape = self.areas[n]
        gates = tuple(g for m, way in self.router.ways.items() for g in way.gates if shape.polygon.distance(Dot(g.x, g.y)) < 0.5)
        return FeatureShape(
            (self.index, n), feature, "area", shape.polygon, anchor(shape.polygon), shape.d, shape.walls, gates=gates
        )

    def _line(self, n: int, feature: Feature, body: Region) -> FeatureShape:
        way = self.router.ways[n]
        width = self.router.lines[n].width
        stand = Spot(*way.curves[0].at(0.55 * len(way.curves[0].cubics)), width / 2)
        return FeatureShape(
            (self.index, n),
            feature,
            "line",
            body,
            stand,
            curves=tuple(way.curves),
            hidden=tuple(way.hidden),
            mouths=tuple(way.mouths),
            overpasses=tuple(self.router.overpasses(n)),
            gates=tuple(way.gates),
        )

    def hub_marks(self) -> list[MarkShape]:
        """Return the marks that lines end at, with what they cover."""
        return [
            MarkShape(h.key, self.index, Spot(h.x, h.y, h.radius), h.arms, self._hub_region(h))
            for h in self.router.hubs
            if h.site is None
        ]

    def _hub_region(self, hub: Hub) -> Region:
        return (
            Dot(hub.x, hub.y)
            .buffer(hub.radius)
            .intersection(self.frame.polygon)
            .difference(unary_union([a.polygon for a in self.areas.values()]))
        )


def _piece(
    region: Polygon, squares: Sequence[_SquareLayout], features: Sequence[FeatureShape], kinds: Mapping[str, FeatureKind]
) -> Piece:
    ports = tuple(
        (square.index, half)
        for square in squares
        for half in HALVES
        if half[0] not in square.seams and region.distance(Dot(square.frame.half(half))) < 0.05
    )
    near = region.buffer(0.2)
    touches = tuple(f.ref for f in features if kinds[f.feature.kind].bordered and near.intersection(f.region).area > 0.4)
    return Piece(region, ports, touches, anchor(region))


def _stand(
    squares: Sequence[_SquareLayout],
    features: Sequence[FeatureShape],
    hubs: Sequence[MarkShape],
    rest: Region,
    measures: Measures,
) -> list[MarkShape]:
    """Find a place for each mark that no line ends at: those of a feature first, then those of a square."""
    found: list[MarkShape] = []
    done = {(m.square, m.mark) for m in hubs}
    for f in features:
        for mark in f.feature.marks:
            region: Region = f.region if f.shape == "area" else rest
            near = [_middle(f)] if f.shape == "area" else f.curves[0].samples() if f.curves else [f.anchor.point]
            found.append(_placed(mark, squares[f.ref[0]], [region], near, found, measures))
    for square in squares:
        for mark in square.square.marks:
            if (square.index, mark) in done:
                continue
            on = measures.mark(mark).on
            own = [f for f in features if f.ref[0] == square.index]
            lines = [f for f in own if f.shape == "line"]
            if on == "line" and lines:
                found.append(_on_line(mark, square, lines[0], measures))
                continue
            near = [square.frame.centre]
            if on == "beside" and lines:
                near = [p for f in lines for c in f.curves for p in c.samples()[4:-4]]
            walled = unary_union([f.region for f in own if f.shape == "area"])
            inside = rest.intersection(square.frame.polygon)
            regions = {"area": [walled, inside], "any": [inside, walled]}.get(on, [inside, walled])
            found.append(_placed(mark, square, regions, near, found, measures))
    return found


def _middle(f: FeatureShape) -> Point:
    """Return the middle of an area, or where a figure can stand when that lies outside."""
    centre = f.region.centroid
    return (centre.x, centre.y) if f.region.contains(centre) else f.anchor.point


def _placed(
    mark: str,
    square: _SquareLayout,
    regions: Sequence[Region],
    near: Sequence[Point],
    others: Sequence[MarkShape],
    measures: Measures,
) -> MarkShape:
    """Stand a mark in the first of these regions that has room for it, or in the one with the most."""
    gauge = measures.mark(mark)
    taken = unary_union([Dot(m.spot.x, m.spot.y).buffer(m.spot.clear) for m in others])
    best: Spot | None = None
    for region in regions:
        pull = 0.8 if gauge.on == "beside" else 0.1
        spot = best_spot(region.difference(taken), near=near, need=gauge.radius + 6, pull=pull, offset=square.offset(mark))
        if spot is not None and (best is None or spot.clear > best.clear):
            best = spot
        if best is not None and best.clear > gauge.radius + 2.5:
            break
    best = best or Spot(*square.frame.centre, gauge.radius)
    return MarkShape(mark, square.index, Spot(best.x, best.y, min(gauge.radius, max(best.clear - 2.5, 5))))


def _on_line(mark: str, square: _SquareLayout, line: FeatureShape, measures: Measures) -> MarkShape:
    """Stand a mark on a line: at the seam with the next square if the line crosses one, else half way."""
    crossing = [p for p in line.feature.ports if p in square.seams]
    way = line.curves[0]
    t = 0.5 * len(way.cubics)
    x, y = square.frame.middle(crossing[0]) if crossing else way.at(t)
    angle = Frame.inward(crossing[0]) if crossing else way.angle(t)
    return MarkShape(mark, square.index, Spot(x, y, measures.mark(mark).radius), (angle, angle + 180))


__all__ = ["FeatureShape", "Layout", "MarkShape", "Piece", "layout"]
