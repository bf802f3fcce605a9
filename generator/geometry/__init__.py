"""Where everything on a tile lies: regions, walls, ways, spots. No colour and no style.

A square is 100 x 100, x to the east, y to the south. See :func:`layout`.
"""

from generator.geometry.curves import Chance, Curve, Point, number, pair, polar
from generator.geometry.frame import SIDE, Frame, Region
from generator.geometry.layout import FeatureShape, Layout, MarkShape, Piece, layout
from generator.geometry.lines import Opening
from generator.geometry.spots import Spot

__all__ = [
    "SIDE",
    "Chance",
    "Curve",
    "FeatureShape",
    "Frame",
    "Layout",
    "MarkShape",
    "Opening",
    "Piece",
    "Point",
    "Region",
    "Spot",
    "layout",
    "number",
    "pair",
    "polar",
]
