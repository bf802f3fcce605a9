"""What a statement is about: the elements it names, and the boxes they come from."""

from __future__ import annotations

from catalog.index import Catalog
from catalog.model import walk
from catalog.statements import Statement
from catalog.text import Link, parse

_ELEMENT = {"figure", "role", "mark", "feature-kind", "actor"}


def elements_of(statement: Statement) -> tuple[str, ...]:
    """Return the elements that a statement names: those of its rulings first, then its links, then the rest of its effect."""
    found: dict[str, None] = {}
    for permission in statement.permissions:
        found.update(dict.fromkeys((permission.actor, permission.target, *permission.on)))
    found.update(dict.fromkeys(p.target for p in parse(statement.text) if isinstance(p, Link)))
    for _, value, references in walk(statement.effect):
        if isinstance(value, str) and any(_ELEMENT & set(ref.to) for ref in references):
            found.setdefault(value)
    return tuple(found)


def boxes_of(statement: Statement, catalog: Catalog) -> tuple[str, ...]:
    """Return the boxes that a statement is about: its own, those it needs, those that bring what its rulings name.

    A place that only its effect names, among others that it leaves out, does not make it a statement about another box.
    """
    found = {catalog.box_of[statement.id]: None}
    found.update(dict.fromkeys(statement.boxes))
    named = {e for p in statement.permissions for e in (p.actor, p.target)} | _places(statement)
    found.update(dict.fromkeys(box.id for box in catalog.boxes.values() if named & set(box.brings)))
    return tuple(found)


def _places(statement: Statement) -> set[str]:
    """Return the places that a statement speaks of: those that its text names; where that names none, the only one there is."""
    places = {place for permission in statement.permissions for place in permission.on}
    said = places & {part.target for part in parse(statement.text) if isinstance(part, Link)}
    return said or (places if len(places) == 1 else set())


def is_ruling(statement: Statement) -> bool:
    """Tell whether a statement rules on a case: it permits or forbids, or it was said in hindsight or about another box."""
    return statement.section in {"general", "interactions"} or any(True for _ in statement.permissions)


def between(statement: Statement, catalog: Catalog) -> tuple[str, ...]:
    """Return what a ruling is between: the actors, targets and places of its permissions, else the first two elements it names, else boxes."""
    places = _places(statement)
    pairs = dict.fromkeys(e for p in statement.permissions for e in (p.actor, p.target, *(o for o in p.on if o in places)))
    return tuple(pairs) or elements_of(statement)[:2] or boxes_of(statement, catalog)
