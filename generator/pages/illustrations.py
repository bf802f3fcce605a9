"""The pictures of examples on a rulebook: which statement shows which, and what stands round them in the language of the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalog import Catalog
from catalog.statements import Statement
from generator.pages.examples import Aside, PlayedExample, Position
from generator.pages.scribe import Picture, Scribe, picture_path
from generator.voice import Shown

_HAND = 72
"""The side of a square of a tile in the hand, in CSS pixels, where the board is not smaller."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's colour by its id, with the two colours that show it: what fills a thing, and what reads on it."""

    id: str
    fill: str
    on: str


@dataclass(frozen=True, slots=True)
class AsideView:
    """Pieces off the board: their picture and name, how many, and where: see :class:`generator.pages.examples.Aside`."""

    src: str
    name: Shown
    count: int
    where: str
    player: PlayerView | None


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position: its name, its picture, and what is beside the board. ``gained`` are points by player."""

    name: str
    src: str
    hand: tuple[Picture, ...]
    asides: tuple[AsideView, ...]
    gained: tuple[tuple[PlayerView, int], ...]


@dataclass(frozen=True, slots=True)
class ExampleView:
    """An example on a page: its title, where it stands on the page, and its positions, each as large as the others."""

    title: Shown
    anchor: str
    positions: tuple[PositionView, ...]
    width: int
    height: int
    wide: bool


@dataclass(frozen=True, slots=True)
class Illustrated:
    """What shows a statement: examples that stand there, and links (a title and an address) to others that show it too."""

    examples: tuple[ExampleView, ...]
    links: tuple[tuple[Shown, str], ...]


def position_path(catalog: Catalog, played: PlayedExample, name: str) -> str:
    """Return the path of the file that holds the picture of a position."""
    example = played.example.id
    return picture_path(f"{catalog.box_of_example[example]}/{example}", name)


def figure_path(figure: str, colour: str | None) -> str:
    """Return the path of the file that holds the picture of a figure; without a colour it belongs to nobody."""
    return picture_path(figure, colour or "nobody")


def illustrated(scribe: Scribe, statement: Statement) -> Illustrated:
    """Return what shows a statement on this page. An example stands with its main statement, in the edition it is played in."""
    here, links = [], []
    for played in scribe.material.shown_by.get(statement.id, []):
        home = played.home(scribe.catalog)
        if home == scribe.path and played.example.shows[0] == statement.id:
            here.append(_example(scribe, played))
        elif home is not None:
            links.append((_title(scribe, played), scribe.href(home, _anchor(played))))
    return Illustrated(tuple(here), tuple(links))


def _anchor(played: PlayedExample) -> str:
    return f"example_{played.example.id}"


def _title(scribe: Scribe, played: PlayedExample) -> Shown:
    return scribe.voice.text(f"example/{played.example.id}", played.example.title)


def _example(scribe: Scribe, played: PlayedExample) -> ExampleView:
    width, height = played.size
    return ExampleView(
        title=_title(scribe, played),
        anchor=_anchor(played),
        positions=tuple(_position(scribe, played, name, position) for name, position in played.positions.items()),
        width=width,
        height=height,
        wide=played.wide,
    )


def _position(scribe: Scribe, played: PlayedExample, name: str, position: Position) -> PositionView:
    designs = (scribe.catalog.designs[design] for design in position.hand)
    return PositionView(
        name=name,
        src=scribe.asset(position_path(scribe.catalog, played, name)),
        hand=tuple(scribe.picture(design, "", min(_HAND, played.side)) for design in designs),
        asides=tuple(_asides(scribe, position.asides)),
        gained=tuple((_player(scribe, colour), points) for colour, points in position.gained.items()),
    )


def _asides(scribe: Scribe, asides: tuple[Aside, ...]) -> Iterator[AsideView]:
    for aside in asides:
        yield AsideView(
            src=scribe.asset(figure_path(aside.figure, aside.colour)),
            name=scribe.voice.name(aside.figure),
            count=aside.count,
            where=aside.where,
            player=_player(scribe, aside.player) if aside.player else None,
        )


def _player(scribe: Scribe, colour: str) -> PlayerView:
    ink = scribe.material.inks.player(colour)
    return PlayerView(colour, ink.fill, ink.on)
