"""The cited documents: a list of them by what they are, and a page for each with what is taken from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import get_args

from markupsafe import Markup

from catalog import Catalog
from catalog.boxes import Source, SourceClass
from generator import addresses
from generator.i18n.conventions import locale_of
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Scribe
from generator.voice import Shown

CLASSES: tuple[str, ...] = get_args(SourceClass)


@dataclass(frozen=True, slots=True)
class SourceView:
    """A document: its title, its date (``when``, and in words), its language in words, and how many statements cite it.

    ``former`` are the ids that it had before.
    """

    entry: Source
    former: tuple[str, ...]
    title: Shown
    date: str
    language: str
    href: str
    note: Shown | None
    cited: int


@dataclass(frozen=True, slots=True)
class Gathered:
    """Statements of one box, each as a link."""

    box: Markup
    entries: tuple[Markup, ...]


def source_view(scribe: Scribe, source: Source) -> SourceView:
    """Return a document as pages show it."""
    return SourceView(
        entry=source,
        former=scribe.material.former.get(("source", source.id), ()),
        title=scribe.title(source.id),
        date=scribe.date(source.date),
        language=_language_name(scribe, source.language),
        href=scribe.href(addresses.source_page(source.id)),
        note=scribe.note(f"source/{source.id}/note", source.note),
        cited=len(scribe.material.cited.get(source.id, ())),
    )


def _language_name(scribe: Scribe, tag: str) -> str:
    """Return the name of a language in the language of the page; its tag where nobody knows it."""
    locale = locale_of(tag)
    return (locale.get_display_name(scribe.language.locale) if locale else None) or tag


def sources(scribe: Scribe) -> Page:
    """Return the list of all documents, by what they are; of each sort the newest first."""
    found = [source_view(scribe, source) for source in scribe.catalog.sources.values()]
    found.sort(key=lambda view: view.entry.date or "", reverse=True)
    groups = [(class_, [view for view in found if view.entry.class_ == class_]) for class_ in CLASSES]
    return scribe.page("sources.html.j2", groups=[(class_, views) for class_, views in groups if views])


def source_page(scribe: Scribe, source_id: str) -> Page:
    """Return the page of a document."""
    cited, source = scribe.material.cited.get(source_id, ()), source_view(scribe, scribe.catalog.sources[source_id])
    return scribe.page("source.html.j2", source=source, gathered=tuple(by_box(scribe, cited)))


def by_box(scribe: Scribe, statements: Iterable[str]) -> Iterator[Gathered]:
    """Yield statements by their boxes, in reading order."""
    found: dict[str, list[Markup]] = {}
    for statement in statements:
        found.setdefault(scribe.catalog.box_of[statement], []).append(scribe.entry(statement))
    yield from (Gathered(scribe.box_entry(box), tuple(entries)) for box, entries in found.items())


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield the list and a page for each document."""
    yield Leaf(addresses.SOURCES, sources)
    for source in catalog.sources:
        yield Leaf(addresses.source_page(source), partial(source_page, source_id=source))
