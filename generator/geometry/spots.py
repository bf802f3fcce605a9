"""Good places to stand: the point of a region that is far from its edge and near to where one would like it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from generator.geometry.curves import Point
from generator.geometry.frame import Region

_STEP = 2.5


@dataclass(frozen=True, slots=True)
class Spot:
    """A point with the distance to the edge of its region."""

    x: float
    y: float
    clear: float

    @property
    def point(self) -> Point:
        """The point as a pair."""
        return self.x, self.y


def best_spot(
    region: Region, *, near: Sequence[Point] = (), need: float = 12, pull: float = 0.3, offset: Point = (0, 0)
) -> Spot | None:
    """Return the best point of a region, or None where the region is empty.

    A point is good when its distance to the edge reaches ``need`` (more does not help) and when it is near the wished points:
    each hundredth of a side away costs ``pull`` of clearance. ``offset`` shifts the grid of points that are tried.
    """
    if region.is_empty or region.area < 1:
        return None
    x0, y0, x1, y1 = region.bounds
    xs = np.arange(x0 + offset[0] * _STEP, x1, _STEP)
    ys = np.arange(y0 + offset[1] * _STEP, y1, _STEP)
    grid_x, grid_y = (a.ravel() for a in np.meshgrid(xs, ys))
    inside = shapely.contains_xy(region, grid_x, grid_y)
    if not inside.any():
        centre = region.representative_point()
        return Spot(centre.x, centre.y, float(region.boundary.distance(centre)))
    grid_x, grid_y = grid_x[inside], grid_y[inside]
    points = shapely.points(grid_x, grid_y)
    clear = shapely.distance(region.boundary, points)
    score = np.minimum(clear, need) + 0.04 * clear
    if near:
        away = np.min([np.hypot(grid_x - p[0], grid_y - p[1]) for p in near], axis=0)
        score = score - pull * away
    k = int(np.argmax(np.round(score, 6)))
    return Spot(float(grid_x[k]), float(grid_y[k]), float(clear[k]))


def anchor(region: Region) -> Spot:
    """Return the point of a region that is farthest from its edge: where a figure can stand."""
    parts = [g for g in getattr(region, "geoms", [region]) if g.area > 0]
    largest = max(parts, key=lambda g: g.area)
    line = shapely.maximum_inscribed_circle(largest, tolerance=0.5)
    (x, y), _ = line.coords
    return Spot(x, y, line.length)
