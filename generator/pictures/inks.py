"""The inks and measures of the drawings: ``inks.yaml`` of each art folder, read as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field
from ruamel.yaml import YAML

from catalog.model import Id, Model
from catalog.vocabulary import Shape
from generator.gauges import Gauge, Measures, Stance

FILE = "inks.yaml"
Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
PLAIN = Gauge()
Length = Annotated[float, Field(gt=0, le=100)]


class KindInk(Model):
    """A kind of feature: when it is drawn (lower ``order`` first, so further down), and the room it takes."""

    order: int = 50
    width: Length = PLAIN.width
    bend: Annotated[float, Field(ge=0, le=12)] = PLAIN.bend
    radius: Length = PLAIN.radius
    upright: bool = False


class MarkInk(Model):
    """A mark: its radius, where it stands when no line ends at it, and whether it stays upright on a turned tile."""

    radius: Length = PLAIN.radius
    on: Stance = "any"
    upright: bool = True


class FigureInk(Model):
    """A figure: its radius, and the shapes of the features on which it lies down."""

    radius: Length = 12
    lies: tuple[Shape, ...] = ()


class PlayerInk(Model):
    """A player's colour: what fills a figure, and a sign for who does not tell colours apart.

    ``sign`` is the data of a path that fits a square of 10 x 10 round the origin, drawn in the colour ``on`` the fill.
    """

    fill: Colour
    on: Colour
    sign: Annotated[str, Field(pattern=r"^[MLHVCSQTAZmlhvcsqtaz0-9 ,.-]*$")] = ""


NOBODY = PlayerInk(fill="#8f8d88", on="#ffffff")


class Inks(Model):
    """The file ``inks.yaml``: colours by name, measures of kinds, marks and figures by id, players' colours by id.

    ``tints`` are the colours of the overlay of fields.
    """

    colours: dict[Id, Colour] = {}
    tints: tuple[Colour, ...] = ()
    kinds: dict[Id, KindInk] = {}
    marks: dict[Id, MarkInk] = {}
    figures: dict[Id, FigureInk] = {}
    players: dict[Id, PlayerInk] = {}

    def under(self, other: Inks) -> Inks:
        """Return these inks where the other says nothing."""
        return Inks.model_validate(
            {
                "colours": {**self.colours, **other.colours},
                "tints": other.tints or self.tints,
                "kinds": {**self.kinds, **other.kinds},
                "marks": {**self.marks, **other.marks},
                "figures": {**self.figures, **other.figures},
                "players": {**self.players, **other.players},
            }
        )

    def kind(self, name: str) -> KindInk:
        """Return the ink of a kind of feature, known or not."""
        return self.kinds.get(name, KindInk())

    def mark(self, name: str) -> MarkInk:
        """Return the ink of a mark, known or not."""
        return self.marks.get(name, MarkInk())

    def figure(self, name: str) -> FigureInk:
        """Return the ink of a figure, known or not."""
        return self.figures.get(name, FigureInk())

    def player(self, name: str | None) -> PlayerInk:
        """Return a player's colour; for one that has no ink, and for nobody's, a grey without a sign."""
        return self.players.get(name or "", NOBODY)

    @property
    def measures(self) -> Measures:
        """The room that things take, for the layout."""
        return Measures(
            {name: Gauge(width=k.width, bend=k.bend, radius=k.radius) for name, k in self.kinds.items()},
            {name: Gauge(radius=m.radius, on=m.on) for name, m in self.marks.items()},
        )


def player_styles(inks: Inks) -> str:
    """Return the style of what is in a player's colour: the class ``player``, and of each colour its own, ``of-<colour>``."""
    classes = {".player": NOBODY, **{f".of-{name}": ink for name, ink in inks.players.items()}}
    return "".join(f"{of} {{ background: {ink.fill}; color: {ink.on}; }}\n" for of, ink in classes.items())


def read_inks(art: Sequence[Path]) -> Inks:
    """Read the inks of art folders; the first folder that names a thing decides.

    Raises ``pydantic.ValidationError`` for a file that is not as described here.
    """
    inks = Inks()
    for found in _files(art):
        inks = Inks.model_validate(YAML(typ="safe").load(found.read_text(encoding="utf-8")) or {}).under(inks)
    return inks


def _files(art: Sequence[Path]) -> Iterator[Path]:
    return (folder / FILE for folder in art if (folder / FILE).is_file())
