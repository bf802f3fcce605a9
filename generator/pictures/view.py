"""What a drawing in the art folder sees of the thing it draws (``it``), and the filters it may use.

A drawing never computes geometry: it asks for paths, for openings and for places where decor may stand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import shapely
from shapely import unary_union
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Dot

from generator.geometry import Chance, Curve, Opening, Point, Region, number, pair, polar


@dataclass(frozen=True, slots=True)
class Place:
    """A place for decor: its point, a direction that fits what is near, the room round it, a number of [0, 1) to choose by."""

    x: float
    y: float
    turn: float
    r: float
    pick: float


def disc(x: float, y: float, radius: float) -> Region:
    """Return a round region."""
    return Dot(x, y).buffer(radius)


class Room:
    """What is left of a picture for decor: each thing that is placed takes its room, so that nothing stands on another."""

    def __init__(self) -> None:
        """Begin with nothing taken."""
        self._taken: Region = Polygon()
        self.drawn: list[Curve] = []
        """The walls and lines of the whole tile."""

    def take(self, region: Region) -> None:
        """Take a region away."""
        self._taken = self._taken.union(region)

    def left(self, region: Region) -> Region:
        """Return what is left of a region."""
        return region.difference(self._taken)


@dataclass(frozen=True)
class View:
    """A feature, a mark or a piece of what remains, as its drawing sees it.

    ``ways`` are the paths of a line or the walls of an area, ``d`` the outline of an area; ``x``, ``y``, ``r`` the place of a
    site or a mark; ``arms`` the directions of the lines that end there. ``turn`` is how far the tile is turned.
    """

    id: str
    name: str
    uid: str
    detail: bool
    chance: Chance
    room: Room
    region: Region
    d: str = ""
    ways: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    curves: tuple[Curve, ...] = ()
    gates: tuple[Opening, ...] = ()
    mouths: tuple[Opening, ...] = ()
    overpasses: tuple[Opening, ...] = ()
    width: float = 0
    x: float = 0
    y: float = 0
    r: float = 0
    arms: tuple[float, ...] = ()
    turn: float = 0

    def roll(self, *words: object) -> float:
        """Return a number of [0, 1) for these words, always the same for this thing."""
        return self.chance.of(self.id, *words)

    def about(self, spread: float, *words: object) -> float:
        """Return a number of [-spread, spread) for these words."""
        return self.chance.about(spread, self.id, *words)

    def scatter(
        self, word: str, radius: float, limit: int = 99, *, gap: float = 0, margin: float = 0, share: float = 1
    ) -> list[Place]:
        """Return up to ``limit`` places of this radius inside the region, and take their room.

        ``gap`` is kept between two of them, ``margin`` to the edge of the region; of the places found a ``share`` is used.
        """
        inside = self.room.left(self.region).buffer(-radius - margin)
        if inside.is_empty:
            return []
        x0, y0, x1, y1 = inside.bounds
        step = 2 * radius + gap
        cells = [(row, col) for row in range(int((y1 - y0) / step / 0.88) + 3) for col in range(int((x1 - x0) / step) + 3)]
        cells.sort(key=lambda cell: self.roll(word, *cell))
        start = x0 + step * (self.roll(word, "x") - 1), y0 + step * (self.roll(word, "y") - 1)
        points = [
            (
                start[0] + step * (col + (row % 2) / 2 + self.about(0.1, word, row, col, "x")),
                start[1] + step * (0.88 * row + self.about(0.08, word, row, col, "y")),
            )
            for row, col in cells
        ]
        fit = shapely.contains_xy(inside, [p[0] for p in points], [p[1] for p in points])
        usable = [(cell, p) for cell, p, ok in zip(cells, points, fit, strict=True) if ok]
        chosen: list[Place] = []
        for cell, (x, y) in usable[: max(1, round(len(usable) * share))]:
            if len(chosen) == limit:
                break
            if all(math.hypot(x - o.x, y - o.y) >= 1.96 * radius for o in chosen):
                chosen.append(Place(x, y, self._guide((x, y)), radius, self.roll(word, *cell, "pick")))
        self.room.take(unary_union([disc(p.x, p.y, radius) for p in chosen]))
        return chosen

    def along(self, step: float, clear: float = 0) -> list[Place]:
        """Return places along the curves, about ``step`` apart, none at an end nor within ``clear`` of another wall or line."""
        others = [LineString(c.samples()) for c in self.room.drawn if c not in self.curves]
        found = []
        for n, c in enumerate(self.curves):
            line = LineString(c.samples())
            count = max(1, round(line.length / step))
            for k in range(1, count):
                here, ahead = line.interpolate(k * line.length / count), line.interpolate(k * line.length / count + 1)
                if all(here.distance(other) >= clear for other in others):
                    angle = math.degrees(math.atan2(ahead.y - here.y, ahead.x - here.x))
                    found.append(Place(here.x, here.y, angle, step / 2, self.roll("along", n, k)))
        return found

    def _guide(self, at: Point) -> float:
        """Return the direction of the nearest curve; where there is none, the one that leads round the middle."""
        if not self.curves:
            return math.degrees(math.atan2(at[1] - self.y, at[0] - self.x)) + 90
        return min(self._signs, key=lambda sign: math.dist(sign[0], at))[1]

    @cached_property
    def _signs(self) -> list[tuple[Point, float]]:
        """Points along the curves, each with the direction there."""
        steps = [(c, k / 20) for c in self.curves for k in range(20 * len(c.cubics) + 1)]
        return [(c.at(t), c.angle(t)) for c, t in steps]


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure, as its drawing sees it: its place and radius, and the colour of its player.

    ``across``: it lies over the whole square, whose side is 100, from edge to edge. ``turn`` is 90 for one that lies and 0 for one that stands; ``facing`` is where it looks, in degrees clockwise from north, or
    None. ``fill``, ``on`` and ``sign`` are those of :class:`generator.pictures.inks.PlayerInk`.
    """

    id: str
    name: str
    uid: str
    detail: bool
    x: float
    y: float
    r: float
    turn: int
    facing: int | None
    fill: str
    on: str
    sign: str
    across: bool = False


def strokes(place: Place | Opening, points: Sequence[Sequence[float]], turn: float = 0) -> str:
    """Write an open path: points given as seen from a place that looks along its direction."""
    angle = (place.angle if isinstance(place, Opening) else place.turn) + turn
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return "M" + "L".join(pair((place.x + x * cos - y * sin, place.y + x * sin + y * cos)) for x, y in points)


def shape(place: Place | Opening, points: Sequence[Sequence[float]], turn: float = 0) -> str:
    """Write a closed path: points given as seen from a place that looks along its direction."""
    return strokes(place, points, turn) + "Z"


def dot(place: Place | Opening, radius: float, dx: float = 0, dy: float = 0) -> str:
    """Write a circle as part of a path."""
    r = number(radius)
    across = number(2 * radius)
    return f"M{pair((place.x + dx - radius, place.y + dy))}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0"


def ray(x: float, y: float, angle: float, length: float) -> Place:
    """Return the place at this angle and distance from a point, looking away from it."""
    px, py = polar((x, y), angle, length)
    return Place(px, py, angle, 0, 0)


def between(arms: Iterable[float]) -> list[tuple[float, float]]:
    """Return the openings between directions: the middle angle of each and its width, widest first; one full turn for none."""
    turned = sorted(a % 360 for a in arms)
    if not turned:
        return [(0.0, 360.0)]
    gaps = [((b - a) % 360 or 360.0, a) for a, b in zip(turned, turned[1:] + turned[:1], strict=True)]
    return [(a + width / 2, width) for width, a in sorted(gaps, key=lambda g: (-g[0], g[1]))]


def turned(place: Place, turn: float) -> Place:
    """Return a place that looks elsewhere."""
    return Place(place.x, place.y, place.turn + turn, place.r, place.pick)


def blob(view: View, radius: float, wobble: float, dx: float = 0, dy: float = 0) -> str:
    """Write a smooth closed path round the place of a thing: never farther than the radius, nearer by up to this share."""
    count = 9
    first = 360 * view.roll("blob")
    rim = [
        polar((view.x + dx, view.y + dy), first + 360 * k / count, radius * (1 - wobble * view.roll("blob", k)))
        for k in range(count)
    ]
    d = f"M{pair(rim[0])}"
    for k in range(count):
        before, a, b, after = (rim[(k + i) % count] for i in (-1, 0, 1, 2))
        h1 = a[0] + (b[0] - before[0]) / 5.4, a[1] + (b[1] - before[1]) / 5.4
        h2 = b[0] - (after[0] - a[0]) / 5.4, b[1] - (after[1] - a[1]) / 5.4
        d += f"C{pair(h1)} {pair(h2)} {pair(b)}"
    return d + "Z"


def hundredths(value: float) -> str:
    """Write a scale with two decimals."""
    return f"{value:.2f}"


FILTERS: dict[str, Callable[..., object]] = {
    "shape": shape,
    "strokes": strokes,
    "dot": dot,
    "blob": blob,
    "turned": turned,
    "between": between,
    "n": number,
    "hundredths": hundredths,
}
"""What a template may write after a bar; ``ray`` is a function of its own."""
