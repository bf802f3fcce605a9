"""One state of the site: what the files said at a moment, of which any page, picture or other file is made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from catalog import Catalog
from catalog.examples import Example
from catalog.statements import Statement
from engine import Examples
from generator import addresses
from generator.i18n import Languages
from generator.pages.examples import PlayedExample, play_one
from generator.pages.illustrations import figure_path, position_path
from generator.pages.material import Coverage, Material
from generator.pages.scribe import picture_path
from generator.preview.faults import ExampleError
from generator.site import Site
from generator.typesetting import Typesetter

Draw = Callable[[], str]


class Lazy:
    """An example that is played when something of it is asked for that playing gives; else it is as a played one."""

    def __init__(self, example: Example, play: Callable[[Example], PlayedExample]) -> None:
        """``play`` plays it."""
        self.example = example
        self._play = play

    @cached_property
    def played(self) -> PlayedExample:
        """The example, played."""
        return self._play(self.example)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  whatever a played example has
        """Return what a played example has of this name."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.played, name)


class Stage:
    """A catalogue and its languages as a site. Errors of what is asked for are raised there and then."""

    def __init__(self, catalog: Catalog, languages: Languages, coverage: Coverage | None, before: Stage | None = None) -> None:
        """Begin; what was played ``before``, and would be played alike, is taken from there. Raises :class:`~generator.pages.scribe.SiteError` for data that no site can be made of."""
        self.catalog = catalog
        self.site = Site(catalog, list(languages.by_tag.values()), coverage=coverage)
        self._stage = Examples(catalog)
        self.examples = {i: Lazy(example, self._play) for i, example in catalog.examples.items()}
        if before is not None and _plays_alike(before.catalog, catalog):
            self.examples |= {
                i: lazy
                for i, lazy in before.examples.items()
                if "played" in vars(lazy) and i in self.examples and lazy.example == self.examples[i].example
            }
        self._typesetters: dict[str, Typesetter] = {}

    def redress(self) -> None:
        """Look for the styles, scripts and fonts again."""
        vars(self.site).pop("assets", None)

    def _play(self, example: Example) -> PlayedExample:
        played = play_one(self._stage, example)
        if isinstance(played, str):
            raise ExampleError(example.id, played)
        return played

    @cached_property
    def material(self) -> Material:
        """What pages are made from."""
        lazily: Mapping[str, Any] = self.examples
        return self.site.material(lazily)

    def text(self, path: str) -> str | None:
        """Return a page, or another file of words, by its path from the root of the site; None if there is none."""
        if (make := self.root.get(path or "index.html")) is not None:
            return make()
        tag, slash, below = path.partition("/")
        language = next((x for x in self.site.languages if x.tag == tag), None)
        leaf = self.site.leaves.get(below) if slash else None
        if language is None or leaf is None:
            return None
        if tag not in self._typesetters:
            self._typesetters[tag] = self.site.typesetter(self.material, language)
        return self._typesetters[tag].set(leaf)

    @property
    def root(self) -> dict[str, Draw]:
        """What belongs to no language, by its path: each is made by a call."""
        return self.site.root

    @cached_property
    def _pictures(self) -> dict[str, tuple[object, Draw]]:
        """The pictures that can be drawn without playing anything: what each is drawn from, and how."""
        return dict(self._listed())

    def _listed(self) -> Iterator[tuple[str, tuple[object, Draw]]]:
        pictures, opening = self.site.pictures, self.site.opening
        for design in self.catalog.designs.values():
            yield picture_path(design.id), (design, partial(pictures.tile, design))
            yield picture_path(design.id, "fields"), (design, partial(pictures.overlay, design))
        if opening:
            yield f"{addresses.PICTURES}opening.svg", (opening, partial(pictures.board, opening))
        for figure in self.catalog.figures:
            for colour in (*self.catalog.colours, None):
                yield figure_path(figure, colour), ((figure, colour), partial(pictures.figure, figure, colour))

    def picture(self, path: str) -> tuple[object, Draw] | None:
        """Return what a picture is drawn from (the same gives the same picture) and what draws it; None if there is none."""
        found = self._pictures.get(path)
        if found is None:
            box, _, file = path.removeprefix(addresses.PICTURES).partition("/")
            example, _, name = file.removesuffix(".svg").partition(".")
            lazy = self.examples.get(example)
            if lazy is not None and self.catalog.box_of_example[example] == box and name in lazy.played.positions:
                played = lazy.played
                if position_path(self.catalog, played, name) == path:
                    return (played.example, played.positions), lambda: dict(played.draw(self.site.pictures))[name]
        return found


_SAID = frozenset({"text", "source", "covers", "revises"})
"""The fields of a statement that nothing is played by."""


def _plays_alike(one: Catalog, other: Catalog) -> bool:
    """Tell whether the same example is played the same with two catalogues, which mostly differ in what statements say if at all."""
    if one is other:
        return True
    parts = ("editions", "boxes", "elements", "designs", "printings", "box_of", "box_of_printing", "box_of_example")
    return (
        all(getattr(one, part) == getattr(other, part) for part in parts)
        and [*one.statements] == [*other.statements]
        and all(_does_alike(mine, other.statements[i]) for i, mine in one.statements.items())
    )


def _does_alike(one: Statement, other: Statement) -> bool:
    return one is other or all(getattr(one, name) == getattr(other, name) for name in type(one).model_fields if name not in _SAID)
