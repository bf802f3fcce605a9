"""Pictures of tiles and boards as SVG, drawn from the data of the tiles and the drawings of the art folders.

A drawing is found by id: ``features/<kind>.svg.j2``, ``marks/<mark>.svg.j2`` and ``figures/<figure>.svg.j2``, else by what the id
is (``features/_area.svg.j2``, ``marks/_symbol.svg.j2``, ``figures/_figure.svg.j2``). Colours and measures are in ``inks.yaml``. The same
design gives the same bytes on every machine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from generator.pictures.placed import PiecePlaced, Placed, PositionError

if TYPE_CHECKING:
    from generator.pictures.pictures import SMALL, Pictures

__all__ = ["SMALL", "Pictures", "PiecePlaced", "Placed", "PositionError"]


def __getattr__(name: str) -> Any:  # noqa: ANN401  each name has a type of its own
    """Fetch what draws, which takes its time: who only says what lies where does not wait for it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    return getattr(import_module("generator.pictures.pictures"), name)
