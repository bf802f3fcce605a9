"""The page of the search: a form, the words for what is found, and what its script needs to know."""

from __future__ import annotations

from collections.abc import Iterator

from catalog import Catalog
from catalog.index import SECTIONS
from generator import addresses
from generator.pages.leaf import Leaf
from generator.pages.material import RULINGS_SECTION
from generator.pages.scribe import Page, Scribe
from generator.search.index import INDEX, WORDS
from generator.search.records import SORTS


def search_page(scribe: Scribe) -> Page:
    """Return the page of the search. What it searches is made beside it, by :mod:`generator.search`."""
    catalog = scribe.catalog
    return scribe.page(
        "search.html.j2",
        index=f"{INDEX}pagefind.js",
        spellings=WORDS,
        sorts=SORTS,
        sections=SECTIONS,
        between=RULINGS_SECTION,
        boxes=[(box, scribe.box_name(box)) for box in catalog.boxes],
        editions=[(edition, scribe.edition_name(edition)) for edition in catalog.editions],
    )


def leaves(_: Catalog) -> Iterator[Leaf]:
    """Yield the page of the search."""
    yield Leaf(addresses.SEARCH, search_page)
