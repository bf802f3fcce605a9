"""Tiles: a *design* is what is on the squares, a *printing* says how often it comes, under which letter, in which edition."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from catalog.model import Confidence, DesignId, EditionId, Id, Model, Ref, Text

Edge = Literal["N", "E", "S", "W"]
Corner = Literal["NW", "NE", "SE", "SW"]
Half = Literal["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"]
EDGES: tuple[Edge, ...] = ("N", "E", "S", "W")
HALVES: tuple[Half, ...] = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
MarkRef = Annotated[Id, Ref("mark")]
KindRef = Annotated[Id, Ref("feature-kind")]


class PortOf(Model):
    """A feature of the same square, told by its kind and one of its edges: ``{city: N}``."""

    kind: KindRef
    port: Edge

    @model_validator(mode="before")
    @classmethod
    def _from_pair(cls, value: Any) -> Any:  # noqa: ANN401
        if isinstance(value, dict) and len(value) == 1:
            ((kind, port),) = value.items()
            return {"kind": kind, "port": port}
        return value


class Feature(Model):
    """One feature of a square, written ``- kind: [ports]`` or ``- kind: {ports: [...], ...}``.

    ``ends`` is what a one-edge line ends at: a mark, a feature without edges, or another feature by its port. Lines that end
    at the same thing meet there. ``over`` crosses another feature on a bridge and meets it; ``under`` passes below it and
    separates nothing. ``corners`` are corners of the square that the wall of an area runs into.
    """

    kind: KindRef
    ports: tuple[Edge, ...] = ()
    marks: tuple[MarkRef, ...] = ()
    corners: tuple[Corner, ...] = ()
    ends: Annotated[Id, Ref("mark", "feature-kind")] | PortOf | None = None
    over: PortOf | None = None
    under: PortOf | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_pair(cls, value: Any) -> Any:  # noqa: ANN401
        if not isinstance(value, dict) or "kind" in value or len(value) != 1:
            return value
        ((kind, body),) = value.items()
        if body is None or isinstance(body, list | tuple):
            body = {"ports": body or ()}
        return {"kind": kind, **body} if isinstance(body, dict) else value


class FieldGiven(Model):
    """A field written out, for the rare drawing that is not planar: its half-edges, and one port of each feature it touches."""

    ports: tuple[Half, ...]
    touches: tuple[PortOf, ...] = ()


class Square(Model):
    """One square of a tile: four edge letters clockwise from north, and the features on it."""

    name: Id | None = None
    at: tuple[int, int] = (0, 0)
    edges: Annotated[str, Field(pattern=r"^[A-Z]{4}$")]
    features: tuple[Feature, ...] = ()
    fields: tuple[FieldGiven, ...] | None = None
    marks: tuple[MarkRef, ...] = ()


class Design(Model):
    """What is on a tile: one square, or several squares that are placed together (``squares``).

    ``override``: a pack's design takes the place of the design of that id.
    """

    id: DesignId
    edges: Annotated[str, Field(pattern=r"^[A-Z]{4}$")] | None = None
    features: tuple[Feature, ...] = ()
    fields: tuple[FieldGiven, ...] | None = None
    marks: tuple[MarkRef, ...] = ()
    squares: tuple[Square, ...] = ()
    confidence: Confidence = "high"
    note: Text | None = None
    override: bool = False

    @model_validator(mode="after")
    def _one_or_several(self) -> Self:
        if bool(self.squares) == (self.edges is not None):
            message = "a design has either edges (one square) or squares (several)"
            raise ValueError(message)
        if any(s.name is None for s in self.squares):
            message = "each of several squares has a name and a place (at)"
            raise ValueError(message)
        return self

    @cached_property
    def all_squares(self) -> tuple[Square, ...]:
        """The squares of the tile, one or several."""
        if self.squares:
            return self.squares
        return (
            Square.model_construct(None, edges=self.edges or "", features=self.features, fields=self.fields, marks=self.marks),
        )

    @property
    def box(self) -> str:
        """The id of the box that the design belongs to."""
        return self.id.partition("/")[0]


class Alias(Model):
    """What another program calls a tile. ``turns``: by how many degrees ours is turned clockwise to lie as theirs does when it is not
    turned. ``editions``: those in which it has this name there, if not in all.
    """

    id: Annotated[str, Field(min_length=1, max_length=80)]
    turns: Literal[0, 90, 180, 270] = 0
    editions: tuple[Annotated[EditionId, Ref("edition")], ...] = ()


class Printing(Model):
    """How often a design comes in a box: its letter, and the count in each edition. ``back`` is the other face. ``known-as``: what it
    is called in the saved games of other programs, by their format.
    """

    design: Annotated[DesignId, Ref("design")]
    back: Annotated[DesignId, Ref("design")] | None = None
    letter: Annotated[str, Field(pattern=r"^[A-Z0-9][A-Za-z0-9]*$")]
    counts: Annotated[dict[Annotated[EditionId, Ref("edition")], Annotated[int, Field(ge=1)]], Field(min_length=1)]
    start: bool = False
    known_as: dict[Annotated[Id, Ref("format")], Alias] = {}
    confidence: Confidence = "high"
    note: Text | None = None


class TileFile(Model):
    """The file ``tiles.yaml`` of a box."""

    designs: tuple[Design, ...] = ()
    printings: tuple[Printing, ...] = ()
