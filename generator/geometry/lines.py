"""Lines: the way each takes from the middle of its edges to the other edge, to the thing it ends at, or to a gate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from shapely import unary_union
from shapely.geometry import LineString
from shapely.geometry import Point as Dot

from catalog.fields import find
from catalog.tiles import EDGES, Edge, PortOf, Square
from generator.gauges import Gauge
from generator.geometry.areas import AreaShape
from generator.geometry.curves import Chance, Curve, Point, curve, heading, mix, polar
from generator.geometry.frame import SIDE, Frame, Region
from generator.geometry.spots import best_spot

_ROUND = 0.552 * SIDE / 2
"""The handle that makes a quarter circle between two neighbouring edges."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A gate, a tunnel's mouth or a bridge: a point, the direction of the line there, and the width of what it meets."""

    x: float
    y: float
    angle: float
    span: float = 0


@dataclass(frozen=True, slots=True)
class Hub:
    """What lines end at together: a mark or a site. ``arms`` are the directions in which the lines leave it."""

    key: str
    x: float
    y: float
    radius: float
    lines: tuple[int, ...]
    site: int | None
    arms: tuple[float, ...] = ()


@dataclass(slots=True)
class Way:
    """The way of one line: its curves (one from edge to edge, or one an arm), and where it passes what."""

    curves: list[Curve]
    hidden: list[Curve]
    gates: list[Opening]
    mouths: list[Opening]

    def body(self, width: float) -> Region:
        """Return the region that the line covers, and a little beyond its ends, so that it is cut off along straight edges."""
        strips = []
        for c in self.curves:
            before = polar(c.start, heading(c.cubics[0][1], c.start), 2)
            beyond = polar(c.end, heading(c.cubics[-1][2], c.end), 2)
            strips.append(LineString([before, *c.samples(), beyond]).buffer(width / 2, cap_style="flat"))
        return unary_union(strips)


class Router:
    """Finds the ways of the lines of one square, and the hubs at which they end."""

    def __init__(
        self,
        square: Square,
        frame: Frame,
        lines: Mapping[int, Gauge],
        sites: Mapping[str, tuple[int, Gauge]],
        marks: Mapping[str, Gauge],
        areas: Mapping[int, AreaShape],
        chance: Chance,
    ) -> None:
        """Prepare for a square: the gauges of its lines by number, of its sites by kind, of the marks by id; its areas."""
        self.square, self.frame, self.lines, self.sites = square, frame, lines, sites
        self.marks, self.areas, self.chance = marks, areas, chance
        self.ways: dict[int, Way] = {n: Way([], [], [], []) for n in lines}
        self.hubs: list[Hub] = []
        self.crossed = {n: self._named(square.features[n].over) for n in lines}
        """The line or area that each line passes over."""

    def run(self) -> None:
        """Find all ways: those that run through first, then those that meet, then those that end at something found by then."""
        features = self.square.features
        meeting: dict[str, list[int]] = {}
        for n in self.lines:
            ends = features[n].ends
            if isinstance(ends, str):
                meeting.setdefault(ends, []).append(n)
            elif len(features[n].ports) > 1:
                self._through(n)
        for key, members in meeting.items():
            self._meet(key, members)
        for n in self.lines:
            if isinstance(features[n].ends, PortOf):
                self._gate(n)
        for n in self.lines:
            if features[n].under is not None:
                self._bury(n)

    def overpasses(self, n: int) -> list[Opening]:
        """Return where a line passes over another."""
        other = self.crossed[n]
        if other is None or other not in self.ways:
            return []
        found = []
        below = unary_union([LineString(c.samples()) for c in self.ways[other].curves])
        for c in self.ways[n].curves:
            hit = LineString(c.samples()).intersection(below)
            for dot in getattr(hit, "geoms", [hit]):
                if isinstance(dot, Dot) and not dot.is_empty:
                    t = self._nearest(c, (dot.x, dot.y))
                    found.append(Opening(dot.x, dot.y, c.angle(t), self.lines[other].width))
        return found

    def _named(self, port: PortOf | None) -> int | None:
        return None if port is None else find(self.square, port)

    def _side(self, edge: int) -> int:
        """Return 1 when an area takes this edge, else 0."""
        return int(any(EDGES[edge % 4] in self.square.features[n].ports for n in self.areas))

    def _crossers(self, n: int) -> list[int]:
        """Return the one-edge lines that cross this line, over it or below it, and end beyond."""
        own = [self.crossed[n]] if self.crossed[n] is not None else []
        others = [m for m, over in self.crossed.items() if over == n] + [m for m in own if m is not None]
        return [m for m in others if m in self.lines and isinstance(self.square.features[m].ends, str)]

    def _through(self, n: int) -> None:
        ports = self.square.features[n].ports
        way, gauge = self.ways[n], self.lines[n]
        if len(ports) > 2:
            centre = polar(self.frame.centre, 360 * self.chance.of("star", n), 3)
            way.curves = [self._arm(n, port, centre) for port in ports]
            return
        a, b = (EDGES.index(p) for p in ports)
        if (b - a) % 4 == 3:
            a, b = b, a
        start, end = self.frame.middle(EDGES[a]), self.frame.middle(EDGES[b])
        crossers = [EDGES.index(self.square.features[m].ports[0]) for m in self._crossers(n)]
        if (b - a) % 4 == 2:
            side = (a + 1) % 4
            shift = 5.0 * (self._side(side + 2) - self._side(side)) + 11.0 * (
                crossers.count(side) - crossers.count((side + 2) % 4)
            )
            shift += self.chance.about(gauge.bend * 0.6, "shift", n)
            middle = polar(self.frame.centre, 90 * side - 90, shift)
            tilt = 90 * a + 90 + self.chance.about(4 * gauge.bend, "tilt", n)
            span = 20 + self.chance.about(3, "span", n)
            into, on = self.frame.inward(EDGES[a]), self.frame.inward(EDGES[b]) + 180
            way.curves = [
                Curve(curve(start, into, middle, tilt, (24, span)).cubics + curve(middle, tilt, end, on, (span, 24)).cubics)
            ]
            return
        tight = self._side(b + 1) or self._side(b + 2)
        reach = 0 if tight else gauge.bend * self.chance.of("reach", n)
        reach += 12 * bool(set(crossers) & {a, b}) if crossers else 0
        handles = tuple(_ROUND + reach + self.chance.about(gauge.bend * (0.4 if tight else 0.8), "handle", n, k) for k in (0, 1))
        into, on = self.frame.inward(EDGES[a]), self.frame.inward(EDGES[b]) + 180
        way.curves = [curve(start, into, end, on, (handles[0], handles[1]))]

    def _arm(self, n: int, port: Edge, hub: Point) -> Curve:
        """Return the way from an edge to a hub, a little bent."""
        start = self.frame.middle(port)
        length = Dot(start).distance(Dot(hub))
        bend = self.chance.about(3 * self.lines[n].bend, "arm", n, port)
        return curve(
            start, self.frame.inward(port), hub, heading(mix(start, hub, 0.45), hub) + bend, (0.42 * length, 0.3 * length)
        )

    def _obstacles(self, without: set[int]) -> Region:
        parts: list[Region] = [shape.polygon for shape in self.areas.values()]
        parts += [w.body(self.lines[n].width) for n, w in self.ways.items() if w.curves and n not in without]
        parts += [Dot(h.x, h.y).buffer(h.radius) for h in self.hubs]
        return unary_union(parts)

    def _crossings(self, n: int) -> set[int]:
        found = {m for m, over in self.crossed.items() if over == n}
        over = self.crossed[n]
        return found | ({over} if over is not None else set())

    def _meet(self, key: str, members: list[int]) -> None:
        site, gauge = self.sites.get(key, (None, self.marks.get(key, Gauge())))
        free = self.frame.polygon.difference(self._obstacles(set()))
        pieces = [g for g in getattr(free, "geoms", [free]) if g.area > 20]
        starts = [
            (self.frame.middle(self.square.features[n].ports[0]), bool(self._crossings(n) & {*self.areas, *self.ways}))
            for n in members
        ]
        allowed = [p for p in pieces if all((p.distance(Dot(at)) < 0.1) is not crosses for at, crosses in starts)]
        crossing = any(crosses for _, crosses in starts)
        wish = mix(self.frame.centre, starts[0][0], -0.1) if len(members) == 1 else self.frame.centre
        wish = polar(wish, 360 * self.chance.of("hub", key), 4)
        spot = best_spot(unary_union(allowed or pieces), near=[wish], need=gauge.radius + 6, pull=0.2 if crossing else 0.5)
        x, y = spot.point if spot is not None else self.frame.centre
        arms = []
        for n in members:
            way = self._arm(n, self.square.features[n].ports[0], (x, y))
            self.ways[n].curves = [way]
            arms.append(way.angle(1) + 180)
        self.hubs.append(Hub(key, x, y, gauge.radius, tuple(members), site, tuple(arms)))

    def _gate(self, n: int) -> None:
        feature = self.square.features[n]
        start, into = self.frame.middle(feature.ports[0]), self.frame.inward(feature.ports[0])
        target = self._named(feature.ends if isinstance(feature.ends, PortOf) else None)
        area = self.areas.get(target) if target is not None else None
        walls = area.walls if area is not None else tuple(self.ways[target].curves) if target in self.ways else ()
        if not walls:
            self.ways[n].curves = [self._arm(n, feature.ports[0], self.frame.centre)]
            return
        alone = sum(f.ends == feature.ends for f in self.square.features) == 1
        aim = polar(start, into + self.chance.about(6, "gate", n), 30 if alone else 17)
        wall = min(walls, key=lambda w: LineString(w.samples()).distance(Dot(aim)))
        t = self._nearest(wall, aim)
        gate = wall.at(t)
        # An area lies to the right of its walls; a line is met from the side on which the way begins.
        sides = [wall.angle(t) + 90] if area is not None else [wall.angle(t) + 90, wall.angle(t) - 90]
        normal = min(sides, key=lambda a: Dot(polar(gate, a + 180, 10)).distance(Dot(start)))
        length = 0.4 * max(Dot(start).distance(Dot(gate)), 4)
        way = curve(start, into, gate, normal, (length, length))
        if area is not None:
            beyond = polar(gate, normal, 3)
            way = Curve((*way.cubics, (gate, mix(gate, beyond, 0.3), mix(gate, beyond, 0.7), beyond)))
            self.ways[n].gates.append(Opening(*gate, normal, self.lines[n].width))
        self.ways[n].curves = [way]

    def _bury(self, n: int) -> None:
        """Take out of a way what lies below ground: what it passes under, and a little before, so that the rest stays whole."""
        other = self._named(self.square.features[n].under)
        if other is None:
            return
        cover = (
            self.areas[other].polygon.buffer(9) if other in self.areas else self.ways[other].body(self.lines[other].width + 12)
        )
        way = self.ways[n]
        seen: list[Curve] = []
        for c in way.curves:
            steps = 80 * len(c.cubics)
            covered = [cover.contains(Dot(c.at(k / 80))) for k in range(steps + 1)]
            edges = [0, *(k for k in range(1, steps + 1) if covered[k] is not covered[k - 1]), steps]
            for k0, k1 in pairwise(edges):
                piece = c.part(k0 / 80, k1 / 80)
                (way.hidden if covered[(k0 + k1) // 2] else seen).append(piece)
            for k in edges[1:-1]:
                inward = c.angle(k / 80) + (0 if covered[k] else 180)
                way.mouths.append(Opening(*c.at(k / 80), inward, self.lines[n].width))
        way.curves = seen

    @staticmethod
    def _nearest(c: Curve, to: Point) -> float:
        steps = [k / 40 for k in range(40 * len(c.cubics) + 1)]
        return min(steps, key=lambda t: (c.at(t)[0] - to[0]) ** 2 + (c.at(t)[1] - to[1]) ** 2)
