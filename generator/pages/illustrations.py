"""The pictures of examples on a rulebook: which statement shows which, and what stands round them in the language of the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from catalog import Catalog
from catalog.statements import Statement
from generator import addresses
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
    """An example on a page: its title, where it stands on the page, and its positions, each as large as the others.

    ``moves`` is how many it has where they are shown one by one, on the page at ``href``.
    """

    title: Shown
    anchor: str
    positions: tuple[PositionView, ...]
    width: int
    height: int
    wide: bool
    moves: int
    href: str


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


def look_of(catalog: Catalog, figure: str) -> tuple[str, str | None]:
    """Return a figure and the colour that it is shown in by itself: none for one that belongs to nobody, else that of the first player."""
    return figure, None if catalog.figures[figure].single else next(iter(catalog.colours), None)


def figurehead(catalog: Catalog, box: str) -> tuple[str, str | None] | None:
    """Return the figure that stands for a box without tiles, and the colour that it is shown in; None for a box with tiles or without
    figures.
    """
    figure = next((element for element in catalog.boxes[box].brings if element in catalog.figures), None)
    if figure is None or catalog.printings_of(box):
        return None
    return look_of(catalog, figure)


def illustrated(scribe: Scribe, statement: Statement) -> Illustrated:
    """Return what shows a statement on this page.

    An example stands with its main statement: in the rulebook of the edition it is played in, and on the statement's own page.
    """
    here, links = [], []
    for played in scribe.material.shown_by.get(statement.id, []):
        home = played.home(scribe.catalog)
        if scribe.path in (home, addresses.own_page(statement.id)) and played.example.shows[0] == statement.id:
            here.append(example_view(scribe, played))
        elif home is not None:
            links.append((title_of(scribe, played), scribe.href(home, anchor_of(played))))
    return Illustrated(tuple(here), tuple(links))


def anchor_of(played: PlayedExample) -> str:
    """Return the id of an example on the page where it stands."""
    return f"example_{played.example.id}"


def title_of(scribe: Scribe, played: PlayedExample) -> Shown:
    """Return the sentence that says what an example shows."""
    return scribe.voice.text(f"example/{played.example.id}", played.example.title)


def example_view(scribe: Scribe, played: PlayedExample) -> ExampleView:
    """Return an example as a page shows it."""
    width, height = played.size
    return ExampleView(
        title=title_of(scribe, played),
        anchor=anchor_of(played),
        positions=tuple(position_view(scribe, played, name, position) for name, position in played.positions.items()),
        width=width,
        height=height,
        wide=played.wide,
        moves=len(played.steps),
        href=scribe.href(addresses.example_page(played.example.id)) if played.steps else "",
    )


def position_view(
    scribe: Scribe, played: PlayedExample, name: str, position: Position, gained: Mapping[str, int] | None = None
) -> PositionView:
    """Return a position of an example as a page shows it; ``gained`` are the points to tell of, else all since its beginning."""
    designs = (scribe.catalog.designs[design] for design in position.hand)
    return PositionView(
        name=name,
        src=scribe.asset(position_path(scribe.catalog, played, name)),
        hand=tuple(scribe.picture(design, "", min(_HAND, played.side)) for design in designs),
        asides=tuple(_asides(scribe, position.asides)),
        gained=tuple(
            (player_view(scribe, colour), points) for colour, points in (position.gained if gained is None else gained).items()
        ),
    )


def _asides(scribe: Scribe, asides: tuple[Aside, ...]) -> Iterator[AsideView]:
    for aside in asides:
        yield AsideView(
            src=scribe.asset(figure_path(aside.figure, aside.colour)),
            name=scribe.voice.name(aside.figure),
            count=aside.count,
            where=aside.where,
            player=player_view(scribe, aside.player) if aside.player else None,
        )


def player_view(scribe: Scribe, colour: str) -> PlayerView:
    """Return a player's colour as a page shows it."""
    ink = scribe.material.inks.player(colour)
    return PlayerView(colour, ink.fill, ink.on)
