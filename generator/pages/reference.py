"""The list of all rulings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from catalog import Catalog
from catalog.effects import Permission
from generator import addresses
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Scribe
from generator.voice import Shown

Ruling = tuple[str, str, Permission]
"""A ruling of the list: a name of its own, the statement that gives it, and what it permits."""


def rulings(scribe: Scribe) -> Page:
    """Return all permissions, grouped by the one that acts and the one it is done to, in the order of their names."""
    groups: dict[str, dict[str, list[Ruling]]] = {}
    for statement, permissions in scribe.material.permissions.items():
        for number, permission in enumerate(permissions):
            by_target = groups.setdefault(permission.actor, {})
            by_target.setdefault(permission.target, []).append((f"{statement} {number}", statement, permission))
    actors = _sorted(scribe, list(groups))
    found = [
        (actor, name, [(target, other, groups[actor][target]) for target, other in _sorted(scribe, list(groups[actor]))])
        for actor, name in actors
    ]
    return scribe.page("rulings.html.j2", groups=found, shown=partial(_shown, scribe))


def _shown(scribe: Scribe, statement_id: str, permission: Permission) -> dict[str, object]:
    """Return a permission and the statement that gives it, as the list shows them."""
    statement = scribe.catalog.statements[statement_id]
    return {
        "verb": scribe.voice.name(permission.verb),
        "verdict": permission.verdict,
        "places": [scribe.voice.name(place) for place in permission.on],
        "conditions": scribe.conditions(permission.if_),
        "text": scribe.body(statement),
        "source": scribe.source(statement),
        "href": scribe.href(addresses.own_page(statement.id)),
        "box": scribe.box_name(scribe.catalog.box_of[statement.id]),
        "editions": [scribe.edition_name(edition) for edition in scribe.catalog.editions_of_statement(statement)],
    }


def _sorted(scribe: Scribe, elements: list[str]) -> list[tuple[str, Shown]]:
    """Return elements with their names, sorted as the language sorts."""
    named = [(element, scribe.voice.name(element)) for element in elements]
    return sorted(named, key=lambda pair: (scribe.language.sort_key(pair[1].text), pair[0]))


def leaves(_: Catalog) -> Iterator[Leaf]:
    """Yield the list of rulings."""
    yield Leaf(addresses.RULINGS, rulings)
