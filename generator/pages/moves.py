"""Pages at addresses that things had before their ids moved: each leads on to the address that the thing has now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from catalog import Catalog
from generator import addresses
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Scribe
from generator.voice import Shown


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield a page for each old address."""
    for sort, old in catalog.moved:
        new = catalog.moved_to(sort, old)
        if new is not None:
            for there, here in addresses_of(catalog, sort, old, new):
                yield Leaf(there, partial(redirect, sort=sort, old=old, path=here), listed=False)


def addresses_of(catalog: Catalog, sort: str, old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield the addresses that a thing had under its old id, each with the one that it has now."""
    match sort:
        case "statement":
            yield addresses.own_page(old), addresses.own_page(new)
        case "element":
            yield addresses.element_page(old), addresses.element_page(new)
        case "design":
            yield addresses.design_page(old), addresses.design_page(new)
        case "source":
            yield addresses.source_page(old), addresses.source_page(new)
        case _:
            yield addresses.box_page(old), addresses.box_page(new)
            for edition in catalog.editions_of(new):
                yield addresses.rulebook(old, edition), addresses.rulebook(new, edition)
                if catalog.printings_of(new, edition):
                    yield addresses.sheet(old, edition), addresses.sheet(new, edition)


def redirect(scribe: Scribe, sort: str, old: str, path: str) -> Page:
    """Return the page that leads on, from what had the old id once, to a path."""
    new = scribe.catalog.moved_to(sort, old) or old
    return scribe.page(
        "redirect.html.j2",
        name=_name(scribe, sort, new),
        since=scribe.date(scribe.catalog.moved[sort, old].since),
        target=scribe.href(path),
        now=f"{scribe.language.tag}/{path}",
    )


def _name(scribe: Scribe, sort: str, new: str) -> Shown:
    match sort:
        case "source":
            return scribe.title(new)
        case "box":
            return scribe.box_name(new)
        case _:
            return scribe.named(new)
