"""The static site: every page in every language, written as a whole. The same data gives the same bytes."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment
from ruamel.yaml import YAML

from catalog import Catalog
from catalog.paths import site_data
from generator import addresses
from generator.i18n import SOURCE, Language, Languages
from generator.output import Output
from generator.pages import (
    authors,
    boxes,
    catalogue,
    designs,
    elements,
    home,
    moves,
    reference,
    sources,
    statements,
    stories,
)
from generator.pages.examples import BrokenExampleError, PlayedExample, play
from generator.pages.illustrations import figure_path, look_of, position_path
from generator.pages.leaf import Leaf
from generator.pages.material import Coverage, Material
from generator.pages.scribe import SiteError, edge_path, picture_path
from generator.pictures import Pictures, Placed
from generator.rendering import environment
from generator.typesetting import Typesetter

MODULES = (home, boxes, statements, elements, catalogue, designs, sources, reference, stories, authors, moves)
"""The modules of pages, in the order in which their pages are listed. Each has a function ``leaves(catalog)``."""
Progress = Callable[[int, int], None]
"""Is told after each page or picture how many are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build gives: how many pages were written, in which languages, and how long it took."""

    pages: int
    seconds: float
    languages: tuple[str, ...]


def build(
    catalog: Catalog,
    languages: Languages,
    out: Path,
    *,
    base_url: str = "",
    only: Collection[str] | None = None,
    coverage: Coverage | None = None,
    progress: Progress | None = None,
) -> Built:
    """Write the site into ``out``, which it replaces as a whole when all is written; a failed build leaves it as it was.

    ``base_url`` is where the site will be: with it, pages name their own address, and a sitemap is written, which must hold whole
    addresses. Links between pages are relative with or without it. ``only`` are the tags of the languages to build, None for all.
    ``coverage`` counts by box and edition what is played and shown by examples.

    Raises :class:`SiteError` for data that no site can be made of, an example that does not hold, and a language that is not there,
    :class:`~generator.output.OutputError` for a folder that cannot be replaced.
    """
    started = time.perf_counter()
    return _Build(catalog, _chosen(languages, only), base_url, coverage, progress).into(out, started)


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield every page that each language has."""
    for module in MODULES:
        yield from module.leaves(catalog)


def _chosen(languages: Languages, only: Collection[str] | None) -> list[Language]:
    unknown = sorted(set(only or ()) - set(languages.by_tag))
    if unknown:
        raise SiteError(f"there is no language {', '.join(unknown)}; there are: {', '.join(languages.by_tag)}")
    return [language for tag, language in languages.by_tag.items() if not only or tag in only]


@dataclass
class _Build:
    catalog: Catalog
    languages: list[Language]
    base_url: str
    coverage: Coverage | None
    progress: Progress | None
    done: int = 0

    def into(self, out: Path, started: float) -> Built:
        taken = sorted(addresses.RESERVED & set(self.catalog.boxes))
        if taken:
            raise SiteError(f"a box cannot be called {', '.join(taken)}: the site has a page of that name")
        folder = site_data()
        opening = self._opening(folder)
        seen = dict.fromkeys(f.kind for p in opening for square in p.design.all_squares for f in square.features)
        try:
            examples = play(self.catalog)
        except BrokenExampleError as error:
            raise SiteError(str(error)) from None
        art = [pack / "art" for pack in self.catalog.packs if (pack / "art").is_dir()]
        pictures = Pictures(self.catalog.kinds, self.catalog.marks, [*art, folder / "art"], self.catalog.figures)
        material = Material(self.catalog, self.languages, self.coverage, tuple(seen), examples, pictures.inks)
        paths: list[str] = []
        with Output(out) as output:
            self._assets(output, folder)
            self._pictures(output, pictures, opening)
            self._examples(output, pictures, examples)
            for language in self.languages:
                paths = self._language(output, folder, material, language)
            self._root(output, folder, paths)
        return Built(len(paths) * len(self.languages) + 2, time.perf_counter() - started, tuple(x.tag for x in self.languages))

    @property
    def _total(self) -> int:
        return sum(1 for _ in leaves(self.catalog)) * len(self.languages) + len(self.catalog.designs) + len(self.catalog.examples)

    def _step(self) -> None:
        self.done += 1
        if self.progress is not None:
            self.progress(self.done, self._total)

    def _assets(self, output: Output, folder: Path) -> None:
        """Copy the fonts, and all that the folders of the site's styles and scripts hold: a page names those that it needs."""
        for file in (
            *sorted((folder / "fonts").glob("*.woff2")),
            *sorted((folder / "css" / "site").iterdir()),
            *sorted((folder / "js").glob("*.js")),
        ):
            output.copy(file, f"{addresses.ASSETS}{file.name}")

    def _pictures(self, output: Output, pictures: Pictures, opening: list[Placed]) -> None:
        for design in self.catalog.designs.values():
            output.write(picture_path(design.id), pictures.tile(design))
            output.write(picture_path(design.id, "fields"), pictures.overlay(design))
            self._step()
        for kind in self.catalog.kinds.values():
            if kind.edge:
                output.write(edge_path(kind.id), pictures.edge(kind))
        if opening:
            output.write(f"{addresses.PICTURES}opening.svg", pictures.board(opening))

    def _examples(self, output: Output, pictures: Pictures, examples: Mapping[str, PlayedExample]) -> None:
        """Write the pictures of the examples, every figure by itself, and those in colour that are shown beside an example."""
        figures = {look_of(self.catalog, figure): None for figure in self.catalog.figures}
        for played in examples.values():
            try:
                for name, drawn in played.draw(pictures):
                    output.write(position_path(self.catalog, played, name), drawn)
            except BrokenExampleError as error:
                raise SiteError(str(error)) from None
            figures.update({(a.figure, a.colour): None for position in played.frames.values() for a in position.asides})
            self._step()
        for figure, colour in figures:
            output.write(figure_path(figure, colour), pictures.figure(figure, colour))

    def _opening(self, folder: Path) -> list[Placed]:
        """Return the board of the home page; nothing where the catalogue lacks one of its designs."""
        given = YAML(typ="safe", pure=True).load(folder / "templates" / "opening.yaml")["placed"]
        if any(design not in self.catalog.designs for design, *_ in given):
            return []
        return [Placed(self.catalog.designs[design], x, y, turns) for design, x, y, turns in given]

    def _language(self, output: Output, folder: Path, material: Material, language: Language) -> list[str]:
        """Write the pages of a language; return their paths below it."""
        typesetter = Typesetter(material, language, folder, self.base_url)
        paths = []
        for leaf in leaves(self.catalog):
            output.write(addresses.file_of(f"{language.tag}/{leaf.path}"), typesetter.set(leaf))
            if leaf.listed:
                paths.append(leaf.path)
            self._step()
        return paths

    def _root(self, output: Output, folder: Path, paths: list[str]) -> None:
        """Write what belongs to no language: the list of languages, the page for wrong addresses, and the files for robots."""
        env = environment(folder / "templates", self._english())
        env.globals.update(base_url=self.base_url, at=addresses)
        entries = [{"tag": x.tag, "name": x.name, "href": addresses.relative("", f"{x.tag}/")} for x in self.languages]
        for template, path in (("index.html.j2", "index.html"), ("404.html.j2", "404.html")):
            asset = _from_root
            output.write(path, env.get_template(template).render(entries=entries, asset=asset))
        robots = "User-agent: *\nAllow: /\n"
        if self.base_url:
            output.write("sitemap.xml", _sitemap(env, paths, [x.tag for x in self.languages]))
            robots += f"Sitemap: {addresses.absolute(self.base_url, 'sitemap.xml')}\n"
        output.write("robots.txt", robots)

    def _english(self) -> Language:
        return next((x for x in self.languages if x.tag == SOURCE), self.languages[0])


def _from_root(path: str) -> str:
    return addresses.relative("", path)


def _sitemap(env: Environment, paths: list[str], tags: list[str]) -> str:
    return env.get_template("sitemap.xml.j2").render(paths=paths, tags=tags)


__all__ = ["Built", "Progress", "SiteError", "build", "leaves"]
