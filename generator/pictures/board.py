"""Where a tile comes to lie on a board: boxes and quarter turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.geometry import SIDE, number


@dataclass(frozen=True, slots=True)
class Box:
    """An upright box."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, boxes: Sequence[Box]) -> Box:
        """Return the smallest box round others, or the box of one square for none."""
        if not boxes:
            return cls(0, 0, SIDE, SIDE)
        return cls(
            min(b.left for b in boxes), min(b.top for b in boxes), max(b.right for b in boxes), max(b.bottom for b in boxes)
        )

    @property
    def width(self) -> float:
        """Its extent from west to east."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Its extent from north to south."""
        return self.bottom - self.top

    @property
    def view(self) -> str:
        """The box as a ``viewBox``."""
        return " ".join(number(v) for v in (self.left, self.top, self.width, self.height))

    def shifted(self, dx: float, dy: float) -> Box:
        """Return the box moved."""
        return Box(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def grown(self, by: float) -> Box:
        """Return the box with a margin."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def box_of(bounds: tuple[float, float, float, float]) -> Box:
    """Return the bounds of a layout as a box."""
    return Box(*bounds)


def turned(box: Box, quarter_turns: int) -> Box:
    """Return a box turned clockwise about the middle of the square at (0, 0)."""
    for _ in range(quarter_turns % 4):
        box = Box(SIDE - box.bottom, box.left, SIDE - box.top, box.right)
    return box
