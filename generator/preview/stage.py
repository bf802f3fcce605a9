"""One state of the site: what the files said at a moment, of which any page, picture or other file is made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any

from catalog import Catalog
from catalog.examples import Example
from catalog.statements import Statement
from engine import Examples
from generator import cards
from generator.building.drawings import Drawing, Drawn, drawings
from generator.building.performance import SAID
from generator.i18n import Languages
from generator.pages.examples import PlayedExample, play_one
from generator.pages.illustrations import figure_path, position_path
from generator.pages.material import Coverage, Material
from generator.pages.scribe import picture_path
from generator.preview.faults import ExampleError
from generator.site import Site
from generator.typesetting import Typesetter

Draw = Callable[[], str | bytes]


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
        self._drawn: dict[str, dict[str, str | bytes]] = {}

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

    def has(self, path: str) -> bool:
        """Tell whether there is a page, or another file of words, at a path from the root of the site."""
        tag, slash, below = path.partition("/")
        spoken = slash and any(language.tag == tag for language in self.site.languages)
        return path in self.root or bool(spoken and below in self.site.leaves)

    @property
    def root(self) -> dict[str, Callable[[], str]]:
        """What belongs to no language, by its path: each is made by a call."""
        return self.site.root

    # Pictures

    @cached_property
    def icons(self) -> dict[str, bytes]:
        """The icons of the site that are made of pixels, by path."""
        drawn = (self.site.folder / "css" / "site" / "icon.svg").read_text(encoding="utf-8")
        return dict(cards.icons(drawn))

    def picture(self, path: str) -> tuple[object, Draw] | None:
        """Return what a picture is drawn from (the same gives the same picture) and what draws it; None if there is none."""
        drawing = self._designs.get(path)
        if drawing is not None:
            return drawing.of, partial(self._one, drawing.name, drawing.draw, path)
        if path in self._others:
            return self, partial(self._others.__getitem__, path)
        return self._figures.get(path) or self._frame(path)

    def _one(self, name: str, draw: Callable[[], Drawn], path: str) -> str | bytes:
        """Return one of the pictures that are drawn together. The others are asked for next."""
        if name not in self._drawn:
            self._drawn[name] = dict(draw())
        return self._drawn[name][path]

    @cached_property
    def _drawings(self) -> list[Drawing[str]]:
        """All that is drawn but the examples."""
        return list(drawings(self.catalog, lambda: self.site.pictures, self.site.opening, {}, {}))

    @cached_property
    def _designs(self) -> dict[str, Drawing[str]]:
        """The drawings of designs by the paths of their pictures."""
        by_name = {drawing.name: drawing for drawing in self._drawings}
        return {picture_path(i, sort): by_name[f"design {i}"] for i in self.catalog.designs for sort in ("", "fields")}

    @cached_property
    def _others(self) -> dict[str, str | bytes]:
        """The few other pictures, drawn."""
        known = {drawing.name for drawing in self._designs.values()}
        return {path: drawn for drawing in self._drawings if drawing.name not in known for path, drawn in drawing.draw()}

    @cached_property
    def _figures(self) -> dict[str, tuple[object, Draw]]:
        """The figures in each colour: which of them stand beside the board of an example, only playing it would tell."""
        draw = self.site.pictures.figure
        return {
            figure_path(figure, colour): ((figure, colour), partial(draw, figure, colour))
            for figure in self.catalog.figures
            for colour in (*self.catalog.colours, None)
        }

    def _frame(self, path: str) -> tuple[object, Draw] | None:
        """Return a frame of an example, which is played for it."""
        example, _, name = path.rpartition("/")[2].removesuffix(".svg").partition(".")
        if example not in self.examples:
            return None
        played = self.examples[example].played
        if name not in played.frames or position_path(self.catalog, played, name) != path:
            return None
        return (played.example, played.frames), partial(self._one, f"example {example}", partial(self._framed, played), path)

    def _framed(self, played: PlayedExample) -> Drawn:
        return ((position_path(self.catalog, played, name), drawn) for name, drawn in played.draw(self.site.pictures))


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
    return one is other or all(getattr(one, name) == getattr(other, name) for name in type(one).model_fields if name not in SAID)
