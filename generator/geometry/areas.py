"""Areas: the region that takes whole edges, and the walls that part it from the rest of the square."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shapely.geometry import Polygon

from catalog.tiles import EDGES, Feature
from generator.geometry.curves import Chance, Curve, curve, pair
from generator.geometry.frame import CORNERS, Frame

# Round a corner an angle is measured from the edge that goes on clockwise (0) to the edge that came before (90). The first number
# is for a wall that begins and ends on the edge of its own area, the second for one that crosses the square from corner to
# corner, the third for one that cuts off an edge of the rest; each is taken from the area's own edge. The last column is what
# it gives up when the rest needs room.
_ANGLES = {0: (57.0, 15.0), 45: (36.0, 4.0), 90: (45.0, 22.0)}
_SHARE_OF_AREA, _SHARE_BETWEEN, _SHARE_OF_REST = 1.0, 0.7, 1.0


@dataclass(frozen=True, slots=True)
class AreaShape:
    """The region of an area, its outline as data of a path, and its walls (what of the outline is not the edge of the square)."""

    polygon: Polygon
    d: str
    walls: tuple[Curve, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """A stretch of the border that belongs to an area, from corner to corner clockwise; a lone corner begins where it ends."""

    start: int
    end: int

    @property
    def lone(self) -> bool:
        return self.start == self.end


@dataclass(slots=True)
class _Wall:
    """A wall on its way: from the end of a run to the start of the next."""

    feature: int
    leaves: _Run
    arrives: _Run
    angles: tuple[float, float] = (0, 0)


def _runs(feature: Feature) -> list[_Run]:
    owned = sorted(EDGES.index(p) for p in feature.ports)
    runs, inside = [], set()
    for edge in owned:
        if (edge - 1) % 4 in owned:
            continue
        last = edge
        while (last + 1) % 4 in owned:
            last = (last + 1) % 4
        length = (last - edge) % 4 + 1
        runs.append(_Run(edge, (edge + length) % 4))
        inside |= {(edge + k) % 4 for k in range(length + 1)}
    runs.extend(_Run(c, c) for c in map(CORNERS.index, feature.corners) if c not in inside)
    return sorted(runs, key=lambda run: run.start)


def _place(wall: _Wall, *, leaving: bool) -> tuple[int, int]:
    """Return the corner of one end of a wall, and its place in the order round that corner."""
    run = wall.leaves if leaving else wall.arrives
    if run.lone:
        return run.start, 1 if leaving else 2
    return (run.end, 3) if leaving else (run.start, 0)


def _lone_angle(wall: _Wall, room: float, *, leaving: bool) -> float:
    """Return the angle of a wall that has its corner to itself."""
    here, there = (wall.leaves.end, wall.arrives.start) if leaving else (wall.arrives.start, wall.leaves.end)
    step = (here - there if leaving else there - here) % 4
    plain, give = _ANGLES[{1: 0, 2: 45, 3: 90}.get(step, 45)]
    angle = plain - give * room
    return 90 - angle if leaving else angle


def _set_angles(walls: list[_Wall], room: float, chance: Chance) -> None:
    for corner in range(4):
        ends = [
            (_place(w, leaving=leaving)[1], n, leaving)
            for n, w in enumerate(walls)
            for leaving in (True, False)
            if _place(w, leaving=leaving)[0] == corner
        ]
        ends.sort()
        weights = [_SHARE_OF_REST if ends and ends[0][2] else _SHARE_OF_AREA]
        for k, (_, _, leaving) in enumerate(ends):
            between = not leaving and k + 1 < len(ends)
            weights.append(_SHARE_OF_AREA if leaving else _SHARE_BETWEEN if between else _SHARE_OF_REST)
        for k, (_, n, leaving) in enumerate(ends):
            alone = len(ends) == 1
            angle = _lone_angle(walls[n], room, leaving=leaving) if alone else 90 * sum(weights[: k + 1]) / sum(weights)
            angle += chance.about(3 if alone else 1.2, "wall", corner, k)
            first, second = walls[n].angles
            walls[n].angles = (angle, second) if leaving else (first, angle)


def _drawn(frame: Frame, wall: _Wall, room: float, chance: Chance) -> Curve:
    a, b = wall.leaves.end, wall.arrives.start
    across = (b - a) % 4 == 2
    length = 52.0 if across else 45.0 + 10 * room * ((b - a) % 4 == 1)
    handles = tuple(length * (1 + chance.about(0.07, "handle", wall.feature, a, b, k)) for k in (0, 1))
    leave, arrive = 90 * a + wall.angles[0], 90 * b + wall.angles[1] + 180
    return curve(frame.corner(a), leave, frame.corner(b), arrive, (handles[0], handles[1]))


def area_shapes(frame: Frame, areas: Mapping[int, Feature], room: float, chance: Chance) -> dict[int, AreaShape]:
    """Return the shape of each area of a square, by the number of its feature.

    ``room`` from 0 to 1 makes the areas shrink in favour of what remains, where something has to stand there.
    """
    runs = {n: _runs(feature) for n, feature in areas.items()}
    walls = [
        _Wall(n, here, own[(k + 1) % len(own)])
        for n, own in runs.items()
        if len(set(areas[n].ports)) < len(EDGES)
        for k, here in enumerate(own)
    ]
    _set_angles(walls, room, chance)
    shapes = {}
    for n, own in runs.items():
        curves = tuple(_drawn(frame, w, room, chance) for w in walls if w.feature == n)
        if not curves:
            shapes[n] = AreaShape(frame.polygon, _border(frame), ())
            continue
        points, d = [], f"M{pair(frame.corner(own[0].start))}"
        for run, wall in zip(own, curves, strict=True):
            border = [frame.corner(run.start + k) for k in range((run.end - run.start) % 4 + 1)]
            points += border + wall.samples()[1:-1]
            d += "".join(f"L{pair(p)}" for p in border[1:]) + wall.steps()
        shapes[n] = AreaShape(Polygon(points), d + "Z", curves)
    return shapes


def _border(frame: Frame) -> str:
    return "M" + "L".join(pair(frame.corner(k)) for k in range(4)) + "Z"
