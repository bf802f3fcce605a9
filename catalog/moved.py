"""Ids that have moved: an id is for ever, so that an entry that gets another one leaves its old one behind, and whoever has that finds it."""

from __future__ import annotations

from catalog.model import Date, DesignId, Id, Model

SORTS: dict[str, str] = {
    "statements": "statement",
    "elements": "element",
    "boxes": "box",
    "designs": "design",
    "sources": "source",
}
"""The lists of the file, and the sort of entries that each is about."""


class Moved(Model):
    """An id that an entry had: ``from`` is now called ``to``, since that date."""

    from_: Id
    to: Id
    since: Date


class MovedDesign(Moved):
    """An id that a design had."""

    from_: DesignId
    to: DesignId


class MovedFile(Model):
    """The file ``moved.yaml``, of our data or of a pack."""

    statements: tuple[Moved, ...] = ()
    elements: tuple[Moved, ...] = ()
    boxes: tuple[Moved, ...] = ()
    designs: tuple[MovedDesign, ...] = ()
    sources: tuple[Moved, ...] = ()
