"""Formats: what another program's saved games call our boxes, figures, features and moves.

The names on the left of each mapping are the other program's. An entry belongs to a box, and refers to our entries only where that
box is among the data: a format may speak of boxes that nobody has written down yet, which ``lacks`` then names.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from catalog.model import EditionId, Id, Model, Ref, Text

BoxRef = Annotated[Id, Ref("box")]
Foreign = Annotated[str, Field(min_length=1, max_length=80)]
"""A name of the other program."""
Doing = Literal["place", "put", "move", "take", "spend", "pick", "pass", "end", "undo"]


class OfBox(Model):
    """What an entry belongs to. ``box``: without it, the other parts are of the base game of the format."""

    box: BoxRef


class TileSet(OfBox):
    """A set of tiles in the bag: those of ``box`` in an ``edition``. ``names``: what this set calls tiles that the format knows by other
    names too (``known-as``), each with that other name.
    """

    edition: Annotated[EditionId, Ref("edition")]
    names: dict[Foreign, Foreign] = {}


class Switch(OfBox):
    """Something that is switched on by itself, whatever tiles are in the bag.

    ``module``: the part of the box that it switches; without one, the box itself. ``figure``: the number that it is set to is how many
    of them each player has, or whether that figure is there if there is only one. ``shows``: a mark or kind of feature on tiles that
    plays no part without it; a table that shows it and has the box cannot leave it out.
    """

    module: Annotated[Id, Ref("module")] | None = None
    figure: Annotated[Id, Ref("figure")] | None = None
    shows: Annotated[Id, Ref("mark", "feature-kind")] | None = None


class Variant(OfBox):
    """A rule that has several values, each with our option for it; ``null`` where it is how we play without any."""

    values: Annotated[dict[Foreign, Text | None], Field(min_length=1)]


class NamedFigure(OfBox):
    """A figure. ``figure``: which of ours. ``says``: what assertions call it, if not by the same name."""

    figure: Annotated[Id, Ref("figure")]
    says: Foreign | None = None


class NamedFeature(OfBox):
    """A feature of a tile: ``kind``, or the ``square`` itself where our figure stands on none of its features."""

    kind: Annotated[Id, Ref("feature-kind")] | None = None
    square: bool = False

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.kind is None) != self.square:
            raise ValueError("a feature is a `kind` of ours, or the `square` itself")
        return self


class NamedScore(OfBox):
    """What points are given for: a feature of a ``kind``; without one, what the statements of the box give for no feature."""

    kind: Annotated[Id, Ref("feature-kind")] | None = None


class Source(OfBox):
    """By what a figure is taken from the board: the ``statements`` that let it be."""

    statements: Annotated[tuple[Annotated[Id, Ref("statement")], ...], Field(min_length=1)]


class MoveKind(Model):
    """A kind of moves. ``does``: what it means to us. ``box``: to which they belong, if not to the game itself. ``undoable``: whether
    they can be taken back. ``statements``: those that offer it or ask for it, where the things that are chosen do not tell.

    ``place``: a tile; ``put``: a figure onto the board; ``move``: a figure that is nobody's; ``take``: a figure, where it stands or by
    its name; ``spend``: a piece that goes to a place; ``pick``: a place; ``pass``: what is offered is declined; ``end``: the turn goes
    on to what follows from it; ``undo``: the last move is taken back.
    """

    does: Doing
    box: BoxRef | None = None
    undoable: bool = True
    statements: tuple[Annotated[Id, Ref("statement")], ...] = ()


class Phase(Model):
    """A part of a turn: ``when`` a tile has to be placed, a figure may be, the turn is to be ended, or the game is over; or when a
    statement of ``choice-of``, a box, asks for a choice. ``figure``: only this one may still be placed, by its name in the format.
    """

    when: Literal["place", "figure", "end", "over", "choice"]
    choice_of: BoxRef | None = None
    figure: Foreign | None = None


class ActionName(Model):
    """What assertions call what may be done: ``does`` as in moves, ``sentence``: the word before its options, if it is another."""

    does: Doing
    sentence: Foreign | None = None


class Format(Model):
    """Another program's saved games. ``id``: also the key by which tiles name their aliases there (``known-as``).

    ``lacks``: the boxes that its games speak of and our data have not got, each with its name.
    """

    id: Id
    name: Text
    about: Text | None = None
    lacks: dict[Id, Text] = {}
    sets: dict[Foreign, TileSet] = {}
    elements: dict[Foreign, Switch] = {}
    rules: dict[Foreign, Variant] = {}
    figures: dict[Foreign, NamedFigure] = {}
    tokens: dict[Foreign, NamedFigure] = {}
    features: dict[Foreign, NamedFeature] = {}
    scored: dict[Foreign, NamedScore] = {}
    sources: dict[Foreign, Source] = {}
    moves: dict[Foreign, MoveKind] = {}
    phases: dict[Foreign, Phase] = {}
    actions: dict[Foreign, ActionName] = {}
