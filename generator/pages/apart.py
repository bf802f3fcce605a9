"""What no reader asks for by itself: the page that stands in for others without a connection, and what systems are told of the site."""

from __future__ import annotations

from collections.abc import Iterator

from catalog import Catalog
from generator import addresses
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Scribe


def offline(scribe: Scribe) -> Page:
    """Return what a reader is shown without a connection, in place of a page that is not kept."""
    return scribe.page("offline.html.j2")


def manifest(scribe: Scribe) -> Page:
    """Return what a system is told that keeps the site as if it were a program."""
    return scribe.page("app.webmanifest.j2")


def leaves(_: Catalog) -> Iterator[Leaf]:
    """Yield them."""
    yield Leaf(addresses.OFFLINE, offline, listed=False)
    yield Leaf(addresses.MANIFEST, manifest, listed=False)
