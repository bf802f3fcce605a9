"""A page before it is made: what modules of pages list, so that a build can tell which pages there are without making any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.pages.scribe import Page, Scribe


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page that can be made: its path below the language, and the function that prepares it through a scribe.

    A path that ends with a slash is that of a page, any other one that of a file. What the function needs besides the scribe is bound
    to it (``partial``): ids, never statements or examples, which have to be read through the scribe, so that the build sees what the
    page depends on. With an ``edition``, links to statements stay in it where they can. One that is not ``listed`` only leads on from an
    old address: it is no page to be found.
    """

    path: str
    prepare: Callable[[Scribe], Page]
    edition: str | None = None
    listed: bool = True
