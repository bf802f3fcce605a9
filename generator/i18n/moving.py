"""Translations of entries whose ids have moved: they go with the entry, to the context that its texts have now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from catalog.index import Catalog
from generator.i18n.po import Entry

_SORTS = {
    "statement": "statement",
    "element": "element",
    "source": "source",
    "box": "box",
    "module": "box",
    "option": "box",
    "design": "design",
    "printing": "design",
}
"""What the first word of a context is, by the sort of the entry whose id comes next."""


def moved(entries: Iterable[Entry], catalog: Catalog) -> tuple[Entry, ...]:
    """Return the entries of a PO file under the contexts of now. One that has a translation there already stays where it is."""
    found = tuple(_made_here(entry, catalog) for entry in entries)
    taken = {e.context for e in found if any(e.strings) and not e.obsolete}
    return tuple(
        replace(entry, context=now) if (now := context_now(entry.context, catalog)) not in taken else entry for entry in found
    )


def _made_here(entry: Entry, catalog: Catalog) -> Entry:
    """Return an entry that msgmerge filled from a context which is the same text's former one: then it was made for this."""
    if entry.previous_context is None or context_now(entry.previous_context, catalog) != context_now(entry.context, catalog):
        return entry
    return replace(entry, previous_context=None)


def context_now(context: str | None, catalog: Catalog) -> str | None:
    """Return the context that a text has now, from one that it had or has."""
    first, *rest = (context or "").split("/")
    sort = _SORTS.get(first)
    if sort is None:
        return context
    # The id of a design has two parts.
    length = 2 if sort == "design" else 1
    new = catalog.moved_to(sort, "/".join(rest[:length]))
    return context if new is None else "/".join((first, new, *rest[length:]))
