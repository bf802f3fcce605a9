"""The vocabulary of a game: feature kinds, figures, marks, tokens, roles and verbs. Each element is said once, whoever brings it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from catalog.model import Id, Model, Ref, Text

Shape = Literal["area", "line", "site", "remainder"]
Mode = Literal["choice", "automatic"]
Stage = Literal["playable", "referenced"]
"""``referenced``: its own rules are not public. Of it only that is known, and played, which rules of other boxes say of it."""


class Element(Model):
    """What every element has: its id, its names in English, and a sentence on what it is.

    ``aliases`` are other words for it. ``forms`` are the inflected forms of all these words (eats, ate, eaten; the plurals of
    aliases): questions and the search understand them. ``stage``: ``referenced`` where no box is playable yet that brings it.
    """

    id: Id
    name: Text
    plural: Text | None = None
    aliases: tuple[Text, ...] = ()
    forms: tuple[Text, ...] = ()
    about: Text | None = None
    stage: Stage = "playable"


class FeatureKind(Element):
    """A kind of feature. ``shape`` is how it divides a square: an area takes whole edges, a line the middle of its edges, a site
    none; the remainder is what the others leave. ``edge`` is its letter; ``bordered``: what remains is told which of these it touches.
    """

    shape: Shape
    edge: Annotated[str, Field(pattern=r"^[A-Z]$")] | None = None
    bordered: bool = False


class Figure(Element):
    """A figure that stands on the board, or a token that lies there. ``single``: there is only one of it, so that its id is its name in
    an effect.

    ``ground``: other figures stand on it, so that in a ruling it is the place of those that are with it.
    """

    single: bool = False
    ground: bool = False


class Role(Element):
    """What a figure is called while it stands on a kind of feature, on a tile with a mark, or on another figure (one that is ``ground``)."""

    of: Annotated[Id, Ref("figure")]
    on: Annotated[Id, Ref("feature-kind", "mark", "figure")]


class Mark(Element):
    """A mark printed on a tile or a feature: a ``symbol`` that a rule speaks of, or ``scenery``.

    ``ground``: figures stand on the mark itself, so that in a ruling it is the place of these alone; other marks are the place of all
    who stand on the tile.
    """

    sort: Literal["symbol", "scenery"]
    ground: bool = False


class Actor(Element):
    """Who or what acts in a ruling without being a figure or a mark: a player, say."""


class Verb(Element):
    """A verb of the rulings. ``mode``: a choice is answered may, may-not, must; an automatic verb does, does-not, need-not.

    ``unless-stated`` is what play does where no statement speaks.
    """

    mode: Mode
    unless_stated: Literal["allow", "refuse"]


class FeatureKindFile(Model):
    """The file ``vocabulary/feature-kinds.yaml``."""

    feature_kinds: tuple[FeatureKind, ...]


class FigureFile(Model):
    """The file ``vocabulary/figures.yaml``."""

    figures: tuple[Figure, ...] = ()
    roles: tuple[Role, ...] = ()
    actors: tuple[Actor, ...] = ()


class MarkFile(Model):
    """The file ``vocabulary/marks.yaml``."""

    marks: tuple[Mark, ...]


class VerbFile(Model):
    """The file ``vocabulary/verbs.yaml``."""

    verbs: tuple[Verb, ...]
