"""The frame of a square: its corners and edges by number, clockwise (corner 0 north-west, edge 0 north)."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry as Region

from catalog.tiles import EDGES, HALVES, Corner, Edge
from generator.geometry.curves import Point, polar

SIDE = 100.0
CORNERS: tuple[Corner, ...] = ("NW", "NE", "SE", "SW")
_HALVES_OF: dict[str, tuple[int, float]] = {half: ("NESW".index(half[0]), 0.25 if half[1] == "L" else 0.75) for half in HALVES}


@dataclass(frozen=True, slots=True)
class Frame:
    """One square of a tile, by its north-west corner."""

    x: float
    y: float

    def corner(self, n: int) -> Point:
        """Return a corner by its number, of any size."""
        n %= 4
        return self.x + SIDE * (n in (1, 2)), self.y + SIDE * (n in (2, 3))

    def along(self, edge: int, share: float) -> Point:
        """Return the point of an edge this share of the way clockwise."""
        return polar(self.corner(edge), 90 * (edge % 4), SIDE * share)

    def middle(self, port: Edge) -> Point:
        """Return where a line crosses an edge: always its middle, so that neighbours join."""
        return self.along(EDGES.index(port), 0.5)

    @staticmethod
    def inward(port: Edge) -> float:
        """Return the direction that leads from an edge into the square."""
        return 90.0 * EDGES.index(port) + 90

    def half(self, half: str) -> Point:
        """Return the middle of a half-edge."""
        return self.along(*_HALVES_OF[half])

    @property
    def centre(self) -> Point:
        """The middle of the square."""
        return self.x + SIDE / 2, self.y + SIDE / 2

    @property
    def polygon(self) -> Polygon:
        """The whole square."""
        return box(self.x, self.y, self.x + SIDE, self.y + SIDE)


__all__ = ["CORNERS", "SIDE", "Frame", "Region"]
