"""How much room things take on a tile, in hundredths of its side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Stance = Literal["any", "area", "remainder", "beside", "line"]


@dataclass(frozen=True, slots=True)
class Gauge:
    """How much room a thing takes: ``width`` of a line, how far it strays (``bend``), ``radius`` of a site or a mark.

    ``on`` says where a mark stands when nothing else decides: anywhere, in an area, in what remains, beside a line, on a line.
    """

    width: float = 8
    bend: float = 4
    radius: float = 11
    on: Stance = "any"


@dataclass(frozen=True, slots=True)
class Measures:
    """How much room each kind of feature and each mark takes; what is not named takes the room of a :class:`Gauge` as it is."""

    kinds: Mapping[str, Gauge]
    marks: Mapping[str, Gauge]

    def kind(self, name: str) -> Gauge:
        """Return the gauge of a kind of feature."""
        return self.kinds.get(name, Gauge())

    def mark(self, name: str) -> Gauge:
        """Return the gauge of a mark."""
        return self.marks.get(name, Gauge())


__all__ = ["Gauge", "Measures", "Stance"]
