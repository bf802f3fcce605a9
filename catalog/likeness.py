"""Whether the same is on two tiles, however they are called and turned."""

from __future__ import annotations

from catalog.fields import rotate
from catalog.tiles import EDGES, Design, PortOf, Square

_CORNERS = ("NW", "NE", "SE", "SW")
_TURNS = 4


def alike(one: Design, other: Design) -> bool:
    """Tell whether the same is on two designs, if one of them is turned; of several squares, only as they are drawn."""
    first, second = one.all_squares, other.all_squares
    if len(first) != len(second) or sorted(one.marks) != sorted(other.marks):
        return False
    if len(first) > 1:
        return all(a.at == b.at and _turned(a, 0) == _turned(b, 0) for a, b in zip(first, second, strict=True))
    return any(_turned(first[0], turns) == _turned(second[0], 0) for turns in range(_TURNS))


def _turned(square: Square, turns: int) -> tuple[str, tuple[str, ...], list[tuple[object, ...]]]:
    """Return what is on a square after so many quarter turns clockwise, in a form that can be compared."""

    def edge(name: str) -> str:
        return EDGES[(EDGES.index(name) + turns) % _TURNS] if name in EDGES else name

    def meets(other: str | PortOf | None) -> str:
        return f"{other.kind} {edge(other.port)}" if isinstance(other, PortOf) else other or ""

    features = [
        (
            feature.kind,
            tuple(sorted(edge(port) for port in feature.ports)),
            tuple(sorted(feature.marks)),
            tuple(sorted(_CORNERS[(_CORNERS.index(corner) + turns) % _TURNS] for corner in feature.corners)),
            *(meets(other) for other in (feature.ends, feature.over, feature.under)),
        )
        for feature in square.features
    ]
    return rotate(square.edges, turns), tuple(sorted(square.marks)), sorted(features)


__all__ = ["alike"]
