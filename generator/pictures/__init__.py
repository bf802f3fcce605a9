"""Pictures of tiles and boards as SVG, drawn from the data of the tiles and the drawings of the art folders.

A drawing is found by id: ``features/<kind>.svg.j2``, ``marks/<mark>.svg.j2`` and ``figures/<figure>.svg.j2``, else by what the id
is (``features/_area.svg.j2``, ``marks/_symbol.svg.j2``, ``figures/_figure.svg.j2``). Colours and measures are in ``inks.yaml``. The same
design gives the same bytes on every machine.
"""

from generator.pictures.board import Placed
from generator.pictures.pictures import SMALL, Pictures
from generator.pictures.standing import PiecePlaced, PositionError

__all__ = ["SMALL", "Pictures", "PiecePlaced", "Placed", "PositionError"]
