"""The pictures of the site: those that nothing has changed for are taken over from the last build."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from catalog import Catalog
from catalog.tiles import Design
from catalog.vocabulary import FeatureKind
from generator import addresses
from generator.building.fingerprint import fingerprint
from generator.building.memory import Files, Made
from generator.building.workers import spread
from generator.output import Output
from generator.pages.examples import PlayedExample
from generator.pages.illustrations import figure_path, look_of, position_path
from generator.pages.scribe import edge_path, picture_path
from generator.pictures import Placed

if TYPE_CHECKING:
    from generator.pictures import Pictures

Drawn = Iterable[tuple[str, str]]
"""Paths from the root of the site, each with its SVG."""
Drawer = Callable[[], "Pictures"]
"""Gives what draws."""
Form = TypeVar("Form", str, bytes)
"""SVG, or the bytes of a PNG."""


@dataclass(frozen=True, slots=True)
class Drawing(Generic[Form]):
    """Pictures that are drawn together: what they are called, what they are drawn from (a fingerprint), and how."""

    name: str
    of: str
    draw: Callable[[], Iterable[tuple[str, Form]]]


def drawings(
    catalog: Catalog,
    pictures: Drawer,
    opening: Sequence[Placed],
    examples: Mapping[str, PlayedExample],
    performed: Mapping[str, Made],
) -> Iterator[Drawing[str]]:
    """Yield every drawing of the site: designs, edges, the board of the home page, examples, and the figures that stand by themselves.

    ``pictures`` is called when something is drawn. ``performed`` has what came of each example as data, in which the tiles are ids of designs.
    """
    for design in catalog.designs.values():
        yield Drawing(f"design {design.id}", fingerprint(design), partial(_design, pictures, design))
    edges = [kind for kind in catalog.kinds.values() if kind.edge]
    yield Drawing("edges", fingerprint(edges), partial(_edges, pictures, edges))
    if opening:
        yield Drawing("opening", fingerprint(list(opening)), partial(_opening, pictures, opening))
    figures = {look_of(catalog, figure): None for figure in catalog.figures}
    tiles = fingerprint(catalog.designs)
    for example, played in examples.items():
        seen = [catalog.box_of_example[example], played.example.title, performed[example].result, tiles]
        yield Drawing(f"example {example}", fingerprint(seen), partial(_example, catalog, pictures, played))
        figures.update({(a.figure, a.colour): None for position in played.frames.values() for a in position.asides})
    yield Drawing("figures", fingerprint(list(figures)), partial(_figures, pictures, list(figures)))


def _design(pictures: Drawer, design: Design) -> Drawn:
    yield picture_path(design.id), pictures().tile(design)
    yield picture_path(design.id, "fields"), pictures().overlay(design)


def _edges(pictures: Drawer, kinds: Sequence[FeatureKind]) -> Drawn:
    for kind in kinds:
        yield edge_path(kind.id), pictures().edge(kind)


def _opening(pictures: Drawer, opening: Sequence[Placed]) -> Drawn:
    yield f"{addresses.PICTURES}opening.svg", pictures().board(opening)


def _example(catalog: Catalog, pictures: Drawer, played: PlayedExample) -> Drawn:
    for name, drawn in played.draw(pictures()):
        yield position_path(catalog, played, name), drawn


def _figures(pictures: Drawer, figures: Sequence[tuple[str, str | None]]) -> Drawn:
    for figure, colour in figures:
        yield figure_path(figure, colour), pictures().figure(figure, colour)


def count(catalog: Catalog, opening: Sequence[Placed]) -> int:
    """Return how many drawings a site has."""
    return len(catalog.designs) + bool(opening) + len(catalog.examples) + 2


def draw(
    wanted: Sequence[Drawing[str] | Drawing[bytes]],
    output: Output,
    known: Mapping[str, Made],
    workers: int = 1,
    step: Callable[[], None] = lambda: None,
) -> dict[str, Made]:
    """Draw what the last build did not leave there, and return what the next one has to know. ``known`` is what the last one knew.

    ``step`` is called for each. Raises :class:`~generator.pages.examples.BrokenExampleError` for a position that cannot be drawn.
    """
    made: dict[str, Made] = {}
    todo = []
    for drawing in wanted:
        left = known.get(drawing.name)
        if left is None or left.of != drawing.of or not all(output.is_left(*file) for file in left.files.items()):
            todo.append(drawing)
            continue
        for path in left.files:
            output.claim(path)
            output.keep(path)
        made[drawing.name] = left
        step()

    def work(drawing: Drawing[str] | Drawing[bytes]) -> Files:
        drawn: Iterable[tuple[str, str | bytes]] = drawing.draw()
        return {path: output.put(path, one) for path, one in list(drawn)}

    for number, files in spread(work, todo, workers):
        for path in files:
            output.claim(path)
        made[todo[number].name] = Made(todo[number].of, files)
        step()
    return made
