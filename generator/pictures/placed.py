"""What is shown on a board: tiles and pieces, each with its place. Where exactly a piece stands follows when it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from catalog.tiles import Design, Edge

Cell = tuple[int, int]


class PositionError(ValueError):
    """A piece cannot be drawn where it is said to stand; the message says why in a sentence."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A design on a board, ``x`` squares to the east and ``y`` to the south.

    The place is that of its square at (0, 0); round this the tile turns as a whole, by clockwise quarter turns.
    """

    design: Design
    x: int
    y: int
    quarter_turns: int = 0


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    """A piece on a board, in the square ``x`` to the east and ``y`` to the south.

    ``figure`` and ``colour`` are ids; no colour is a piece that belongs to nobody. ``on`` is the feature that it stands on: its
    kind, and one of its ports as the tile lies, or None where the square has one feature of that kind. ``facing`` is the edge it
    looks to. ``beside`` is the number, in the list of pieces, of the one in the same square that it stands with. ``across``: it lies
    over the whole square, towards the edge it looks to.
    """

    figure: str
    x: int
    y: int
    colour: str | None = None
    on: tuple[str, str | None] | None = None
    facing: Edge | None = None
    beside: int | None = None
    across: bool = False

    @property
    def cell(self) -> Cell:
        """The square as a pair."""
        return self.x, self.y
