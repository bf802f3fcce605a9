"""The static site: every page in every language, written as a whole. The same data gives the same bytes.

A build remembers with its output what each file was made from, and takes over from there what would come out the same: see
:mod:`generator.building`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment
from ruamel.yaml import YAML

from catalog import Catalog
from catalog.garbage import settled
from catalog.paths import site_data
from generator import addresses, bytecode, cards, offline, untranslated
from generator.building import drawings, indexes, workers
from generator.building.drawings import Drawing
from generator.building.fingerprint import forget
from generator.building.grounds import Grounds, grounds
from generator.building.memory import Memory, Printed, numbered
from generator.building.parts import Part, Parts, packed, unpacked
from generator.building.performance import perform
from generator.building.tracing import Read, Traced, pruned
from generator.i18n import SOURCE, Language, Languages
from generator.keeping import Keeper
from generator.output import Output
from generator.pages import (
    apart,
    authors,
    boxes,
    catalogue,
    changes,
    designs,
    elements,
    home,
    matrix,
    moves,
    news,
    reference,
    searching,
    sources,
    statements,
    status,
    stories,
    tables,
)
from generator.pages.examples import BrokenExampleError, PlayedExample
from generator.pages.leaf import Leaf
from generator.pages.material import Coverage, Material
from generator.pages.scribe import SiteError
from generator.pictures import Placed
from generator.pictures.inks import Inks, player_styles, read_inks
from generator.rendering import environment
from generator.typesetting import Typesetter

if TYPE_CHECKING:
    from generator.pictures import Pictures

MODULES = (
    home,
    tables,
    boxes,
    statements,
    elements,
    catalogue,
    designs,
    sources,
    reference,
    matrix,
    changes,
    news,
    status,
    stories,
    authors,
    searching,
    moves,
    apart,
)
"""The modules of pages, in the order in which their pages are listed. Each has a function ``leaves(catalog)``."""
Progress = Callable[[int, int], None]
"""Is told after each page, picture or played example how many are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build gives: how many pages there are, in which languages, how long it took, and how many pages it had to make."""

    pages: int
    seconds: float
    languages: tuple[str, ...]
    made: int = 0


def build(
    catalog: Catalog,
    languages: Languages,
    out: Path,
    *,
    base_url: str = "",
    only: Collection[str] | None = None,
    coverage: Coverage | None = None,
    search: bool = True,
    progress: Progress | None = None,
    processes: int | None = None,
) -> Built:
    """Write the site into ``out``, which it replaces as a whole when all is written; a failed build leaves it as it was.

    ``base_url`` is where the site will be: with it, pages name their own address, and a sitemap is written, which must hold whole
    addresses. Links between pages are relative with or without it. ``only`` are the tags of the languages to build, None for all.
    ``coverage`` counts by box and edition what is played and shown by examples. Without ``search`` the page of the search is there,
    and says that it has nothing to search in. ``processes`` share the work: see
    :func:`generator.building.workers.count`. Their number changes nothing about what is written.

    Raises :class:`SiteError` for data that no site can be made of, an example that does not hold, and a language that is not there,
    :class:`~generator.output.OutputError` for a folder that cannot be replaced,
    :class:`~generator.building.workers.WorkersError` for a number of processes that is none.
    """
    started = time.perf_counter()
    site = Site(catalog, _chosen(languages, only), base_url, coverage)
    try:
        with settled():
            made = _Build(site, progress, workers.count(processes), search).into(Output(out))
        bytecode.keep()
    except BrokenExampleError as error:
        raise SiteError(str(error)) from None
    finally:
        forget()
    pages = sum(map(addresses.is_page, site.leaves)) * len(site.languages) + 2
    return Built(pages, time.perf_counter() - started, tuple(x.tag for x in site.languages), made)


def _chosen(languages: Languages, only: Collection[str] | None) -> list[Language]:
    unknown = sorted(set(only or ()) - set(languages.by_tag))
    if unknown:
        raise SiteError(f"there is no language {', '.join(unknown)}; there are: {', '.join(languages.by_tag)}")
    return [language for tag, language in languages.by_tag.items() if not only or tag in only]


@dataclass
class Site:
    """A site, of which any page can be made by itself. Raises :class:`SiteError` for data that no site can be made of."""

    catalog: Catalog
    languages: Sequence[Language]
    base_url: str = ""
    coverage: Coverage | None = None

    def __post_init__(self) -> None:
        """Take the site's files from where they lie."""
        self.folder = site_data()
        taken = sorted(addresses.RESERVED & set(self.catalog.boxes))
        if taken:
            raise SiteError(f"a box cannot be called {', '.join(taken)}: the site has a page of that name")

    @cached_property
    def leaves(self) -> dict[str, Leaf]:
        """Every page that each language has, by its path below the language."""
        found: dict[str, Leaf] = {}
        for module in MODULES:
            for leaf in module.leaves(self.catalog):
                if leaf.path in found:
                    raise SiteError(f"two pages want the address {leaf.path}")
                found[leaf.path] = leaf
        return found

    @cached_property
    def pictures(self) -> Pictures:
        """What draws its pictures."""
        from generator.pictures import Pictures  # noqa: PLC0415  a build that draws nothing does not wait for what draws

        return Pictures(self.catalog.kinds, self.catalog.marks, self._art, self.catalog.figures)

    @cached_property
    def inks(self) -> Inks:
        """The colours and measures of its drawings."""
        return read_inks(self._art)

    @property
    def _art(self) -> list[Path]:
        """The folders of the drawings, those of packs first."""
        return [*(art for pack in self.catalog.packs if (art := pack / "art").is_dir()), self.folder / "art"]

    @cached_property
    def opening(self) -> list[Placed]:
        """The board of the home page; nothing where the catalogue lacks one of its designs."""
        given = YAML(typ="safe", pure=True).load(self.folder / "templates" / "opening.yaml")["placed"]
        if any(design not in self.catalog.designs for design, *_ in given):
            return []
        return [Placed(self.catalog.designs[design], x, y, turns) for design, x, y, turns in given]

    def material(self, examples: Mapping[str, PlayedExample]) -> Material:
        """Return what its pages are made from, with examples that were played."""
        seen = dict.fromkeys(f.kind for p in self.opening for square in p.design.all_squares for f in square.features)
        return Material(self.catalog, self.languages, self.coverage, tuple(seen), examples, self.inks)

    def typesetter(self, material: Material, language: Language, keeper: Keeper | None = None) -> Typesetter:
        """Return what makes its pages in a language: ``site.typesetter(material, language).set(site.leaves[path])``."""
        return Typesetter(material, language, self.folder, self.base_url, keeper)

    @cached_property
    def assets(self) -> dict[str, Path]:
        """Its fonts, and all that the folders of its styles and scripts hold, by path: a page names those that it needs."""
        files = (
            *sorted((self.folder / "fonts").glob("*.woff2")),
            *sorted((self.folder / "css" / "site").iterdir()),
            *sorted(script for script in (self.folder / "js").glob("*.js") if script != self.worker),
        )
        return {f"{addresses.ASSETS}{file.name}": file for file in files}

    @property
    def worker(self) -> Path:
        """The script that keeps it for a table without a connection. It answers for what is beside and below it."""
        return self.folder / "js" / addresses.WORKER

    @cached_property
    def root(self) -> dict[str, Callable[[], str]]:
        """What belongs to no language, by path, each made by a call: the list of languages, the page for wrong addresses, and the
        files for robots.
        """
        found: dict[str, Callable[[], str]] = {
            "index.html": partial(self._listed, "index.html.j2", partial(addresses.relative, "")),
            "404.html": partial(self._listed, "404.html.j2", partial(addresses.rooted, self.base_url)),
            addresses.PLAYERS: partial(player_styles, self.inks),
            "robots.txt": self._robots,
        }
        return {**found, "sitemap.xml": self._sitemap} if self.base_url else found

    @cached_property
    def _env(self) -> Environment:
        english = next((x for x in self.languages if x.tag == SOURCE), self.languages[0])
        env = environment(self.folder / "templates", english)
        env.globals.update(base_url=self.base_url, at=addresses)
        return env

    def _listed(self, template: str, link: Callable[[str], str]) -> str:
        entries = [{"tag": x.tag, "name": x.name, "href": link(f"{x.tag}/")} for x in self.languages]
        kind = template.removesuffix(".html.j2")
        return untranslated.in_html(self._env.get_template(template).render(entries=entries, asset=link, page_kind=kind))

    def _robots(self) -> str:
        told = f"Sitemap: {addresses.absolute(self.base_url, 'sitemap.xml')}\n" if self.base_url else ""
        return f"User-agent: *\nAllow: /\n{told}"

    def _sitemap(self) -> str:
        # Paths of pages that can be found, without those of other files and of what only leads on.
        paths = [path for path, leaf in self.leaves.items() if leaf.listed and addresses.is_page(path)]
        return self._env.get_template("sitemap.xml.j2").render(paths=paths, tags=[x.tag for x in self.languages])

    @property
    def grounds(self) -> Grounds:
        """What all of it stands on."""
        return grounds(self.catalog, self.folder, [self.base_url, [(x.tag, x.name, str(x.locale)) for x in self.languages]])


@dataclass
class _Build:
    site: Site
    progress: Progress | None
    workers: int
    search: bool
    done: int = 0
    made: int = 0

    def into(self, output: Output) -> int:
        """Write the site, and return how many pages had to be made."""
        site, here = self.site, self.site.grounds
        known = Memory.read(output.remembered)
        # An empty ground is none: nobody could tell what it stands for.
        drawn = known.drawings if here.drawing and here.drawing == known.grounds.drawing else {}
        played = known.played if here.playing and here.playing == known.grounds.playing else {}
        pages = known if here.pages and here.pages == known.grounds.pages else Memory()
        with output:
            examples, performed = perform(site.catalog, played, self.workers, self._step)
            wanted: list[Drawing[str] | Drawing[bytes]] = [
                *drawings.drawings(site.catalog, lambda: site.pictures, site.opening, examples, performed),
                *cards.drawings(site.folder, site.languages, lambda: site.pictures, site.opening),
            ]
            drew = drawings.draw(wanted, output, drawn, self.workers, self._step)
            for path, file in site.assets.items():
                output.copy(file, path)
            for path, make in site.root.items():
                written = output.write(path, make())
                self.made += written and path.endswith(".html")
            material = site.material(examples)
            traced = Traced(material)
            printed, reads, parts = self._pages(output, traced, pages)
            origins = {language.tag: language.origin for language in site.languages}
            readings = site.folder / "readings"
            found = indexes.make(material, site.languages, readings, output, pages.indexes) if self.search else {}
            output.copy(site.worker, addresses.WORKER)
            # What is kept without a connection is told from what is there, so it comes last.
            for path, told in offline.lists(offline.hashes(output), [x.tag for x in site.languages], site.catalog.boxes):
                output.write(path, told)
            output.memory = Memory(here, drew, performed, printed, reads, parts, found, origins).written()
        return self.made

    @cached_property
    def _total(self) -> int:
        site = self.site
        pages, examples = len(site.leaves) * len(site.languages), len(site.catalog.examples)
        pictures = drawings.count(site.catalog, site.opening) + cards.count(site.folder, site.languages)
        return examples + pictures + pages

    def _step(self) -> None:
        self.done += 1
        if self.progress is not None:
            self.progress(self.done, self._total)

    def _pages(
        self, output: Output, traced: Traced, known: Memory
    ) -> tuple[dict[str, Printed], list[tuple[Read, str]], dict[str, str]]:
        """Make the pages that are not there as they should be; return all, what was read for them, and their parts, as a memory has them."""
        traced.answers.take(known.reads, known.origins)
        changed = {n for n, (read, before) in enumerate(known.reads) if traced.answers.fingerprint(read) != before}
        kept: dict[str, Printed] = {}
        made: dict[str, tuple[int, Sequence[Read]]] = {}
        parts: dict[str, str] = {}
        todo = []
        for language in self.site.languages:
            for leaf in self.site.leaves.values():
                path = addresses.file_of(f"{language.tag}/{leaf.path}")
                output.claim(path)
                left = known.pages.get(path)
                is_left = left is not None and output.is_left(path, left.size)
                if left is None or not is_left or not changed.isdisjoint(left.reads):
                    todo.append((path, language.tag, leaf, left if is_left else None))
                    continue
                output.keep(path)
                kept[path] = left
                if path in known.parts:
                    parts[path] = known.parts[path]
                self._step()
        tags = dict.fromkeys(tag for _, tag, *_ in todo)
        typesetters = {tag: self.site.typesetter(traced.material, traced.language(tag), traced.keeper()) for tag in tags}
        if self.workers > 1 and len(todo) >= workers.ALONE:
            # What is compiled here, each process need not compile, and the next build knows.
            for typesetter in typesetters.values():
                typesetter.compile()

        def work(page: tuple[str, str, Leaf, Printed | None]) -> tuple[int, Sequence[Read], str]:
            path, tag, leaf, left = page
            old: dict[str, Part] = {}
            if left is not None and path in known.parts:
                before = [known.reads[n][0] for n in left.reads]
                old = unpacked(output.old(path), before, {i for i, n in enumerate(left.reads) if n in changed}, known.parts[path])
            part = Parts(traced.recorder, old)
            with traced.reading(tag) as noted:
                text = typesetters[tag].set(leaf, part)
            reads = pruned(noted)
            return output.put(path, text), reads, packed(text, reads, part.made)

        for number, (size, reads, places) in workers.spread(work, todo, self.workers):
            path = todo[number][0]
            made[path] = size, reads
            if places:
                parts[path] = places
            self._step()
        self.made += sum(addresses.is_page(leaf.path) for _, _, leaf, _ in todo)
        return *numbered(known, kept, made, traced.answers.fingerprint), parts


__all__ = ["Built", "Progress", "Site", "SiteError", "build"]
