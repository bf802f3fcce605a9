"""What the templates of a rulebook are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from markupsafe import Markup

from catalog.model import Confidence
from generator.pages.illustrations import PlayerView
from generator.voice import Shown

E = TypeVar("E")
"""A statement as it is shown: :class:`Entry` in a booklet."""


@dataclass(frozen=True, slots=True)
class Face:
    """A drawn tile: its picture, its width in squares, its letter, and what it shows in words."""

    picture: Markup
    columns: int
    letter: str
    names: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class BesideView:
    """Pieces off the board, drawn: see :class:`generator.pages.examples.Aside`."""

    picture: Markup
    name: Shown
    count: int
    where: str
    player: PlayerView | None


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of an example, with what is beside the board and the points that players gained until then."""

    name: str
    picture: Markup
    hand: tuple[Face, ...]
    asides: tuple[BesideView, ...]
    gained: tuple[tuple[PlayerView, int], ...]


@dataclass(frozen=True, slots=True)
class ExampleFigure:
    """An example: what it shows, and its positions, each so many millimetres wide on paper.

    ``beside``: the positions are so narrow that what is off the board has room beside it.
    """

    title: Shown
    moments: tuple[Moment, ...]
    width: float
    beside: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A statement in the book: ``number`` is that of its source in the list at the end, ``together`` are the other boxes it needs.

    ``date`` is empty where it is that of the whole document.
    """

    id: str
    text: Shown
    box: Shown
    number: int
    date: str
    confidence: Confidence
    option: tuple[Shown, Shown] | None
    together: tuple[Shown, ...]
    beats: tuple[Markup, ...]
    flavour: bool
    example: ExampleFigure | None


@dataclass(frozen=True, slots=True)
class Part(Generic[E]):
    """A section of a chapter: the id of the words that head it (empty: none), and its statements."""

    id: str
    entries: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Chapter(Generic[E]):
    """A chapter: the section whose words head it, and its parts; the first of them has no heading of its own."""

    id: str
    parts: tuple[Part[E], ...]


@dataclass(frozen=True, slots=True)
class Pair(Generic[E]):
    """Rulings between boxes: the id of their section, the boxes, the rulings."""

    id: str
    boxes: tuple[Shown, ...]
    entries: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """Where a number comes from: a statement in the book, and its box."""

    id: str
    box: Shown


@dataclass(frozen=True, slots=True)
class PointsLine:
    """A line of the scoring table: ``sort`` and ``thing`` say what for (:data:`generator.rulebook.points.Thing`)."""

    sort: str
    thing: Shown | None
    completed: int | None
    final: int | None


@dataclass(frozen=True, slots=True)
class PointsGroup:
    """What one sort of features is worth; see :class:`generator.rulebook.points.Group`."""

    kind: Shown
    having: Shown | None
    tiles: int | None
    holding: Shown | None
    adds: bool
    divide: int | None
    lines: tuple[PointsLine, ...]
    said: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class BoxView(Generic[E]):
    """A box on the table: its name and edition, what is in it, its tiles.

    ``unpublished``: its own rules are not public. ``left_out`` are the modules that are not played, ``chosen`` the options with their
    values.
    """

    id: str
    name: Shown
    edition: Shown
    year: int
    confidence: Confidence
    unpublished: bool
    left_out: tuple[Shown, ...]
    chosen: tuple[tuple[Shown, Shown], ...]
    contents: tuple[object, ...]
    tiles: tuple[TileView, ...]
    total: int
    entries: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class TileView:
    """A printing in the sheet of a box: its faces, its letter, how often it comes."""

    faces: tuple[Face, ...]
    letter: str
    count: int
    start: bool
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class SourceView:
    """A document in the list of sources: how many statements of the book are taken from it, and what is noted about some of them."""

    id: str
    number: int
    title: Shown
    publisher: str
    date: str
    sort: str
    url: str | None
    cited: int
    notes: tuple[tuple[Reference, Shown], ...]
