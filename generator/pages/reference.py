"""The pages that gather over all boxes: rulings, glossary, sources."""

from __future__ import annotations

from collections.abc import Iterator

from catalog import Catalog
from catalog.effects import Permission
from catalog.statements import Statement
from generator import addresses
from generator.i18n.conventions import locale_of
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Scribe
from generator.voice import RIGHT, Shown


def rulings(scribe: Scribe) -> Page:
    """Return all permissions, grouped by the one that acts and the one it is done to, in the order of their names."""
    groups: dict[str, dict[str, list[dict[str, object]]]] = {}
    for statement in scribe.catalog.statements.values():
        for permission in statement.permissions:
            by_target = groups.setdefault(permission.actor, {})
            by_target.setdefault(permission.target, []).append(_ruling(scribe, statement, permission))
    actors = _sorted(scribe, list(groups))
    found = [
        (actor, name, [(target, other, groups[actor][target]) for target, other in _sorted(scribe, list(groups[actor]))])
        for actor, name in actors
    ]
    return scribe.page("rulings.html.j2", groups=found)


def _ruling(scribe: Scribe, statement: Statement, permission: Permission) -> dict[str, object]:
    return {
        "verb": scribe.voice.name(permission.verb),
        "verdict": permission.verdict,
        "places": [scribe.voice.name(place) for place in permission.on],
        "conditions": scribe.conditions(permission.if_),
        "said": scribe.statement(statement),
    }


def _sorted(scribe: Scribe, elements: list[str]) -> list[tuple[str, Shown]]:
    """Return elements with their names, sorted as the language sorts."""
    named = [(element, scribe.voice.name(element)) for element in elements]
    return sorted(named, key=lambda pair: (scribe.language.sort_key(pair[1].text), pair[0]))


def glossary(scribe: Scribe) -> Page:
    """Return every element with its names in all languages, what it is, and the statements that speak of it."""
    catalog = scribe.catalog
    terms = []
    for element_id, name in _sorted(scribe, list(catalog.elements)):
        element = catalog.elements[element_id]
        others = [
            {"tag": other.tag, "name": other.name, "text": said.text}
            for other in scribe.material.languages
            if other.tag != scribe.language.tag and (said := other.name_of(element_id)).state in RIGHT
        ]
        terms.append(
            {
                "id": element_id,
                "name": name,
                "sort": type(element).__name__,
                "aliases": _aliases(scribe, element_id),
                "about": scribe.note(f"element/{element_id}/about", element.about),
                "public": element.stage == "playable",
                "others": others,
                "boxes": [scribe.entry(box) for box in scribe.material.brought_by.get(element_id, [])],
                "mentions": [
                    (scribe.entry(s.id), scribe.box_name(catalog.box_of[s.id]))
                    for s in scribe.material.mentions.get(element_id, [])
                ],
            }
        )
    return scribe.page("glossary.html.j2", terms=terms)


def _aliases(scribe: Scribe, element: str) -> tuple[str, ...]:
    """Return the other names of an element in the language of the page."""
    if scribe.language.is_source:
        return scribe.catalog.elements[element].aliases
    term = scribe.language.terms.get(element)
    return term.aliases if term else ()


def _language_name(scribe: Scribe, tag: str) -> str:
    """Return the name of a language in the language of the page; its tag where nobody knows it."""
    locale = locale_of(tag)
    return (locale.get_display_name(scribe.language.locale) if locale else None) or tag


def sources(scribe: Scribe) -> Page:
    """Return every cited document, with what is taken from it."""
    found = [
        {
            "source": source,
            "title": scribe.title(source.id),
            "date": scribe.date(source.date),
            "language": _language_name(scribe, source.language),
            "note": scribe.note(f"source/{source.id}/note", source.note),
            "cited": [scribe.entry(s.id) for s in scribe.material.cited.get(source.id, [])],
        }
        for source in scribe.catalog.sources.values()
    ]
    return scribe.page("sources.html.j2", sources=found)


def offline(scribe: Scribe) -> Page:
    """Return what a reader is shown without a connection, in place of a page that is not kept."""
    return scribe.page("offline.html.j2")


def manifest(scribe: Scribe) -> Page:
    """Return what a system is told that keeps the site as if it were a program."""
    return scribe.page("app.webmanifest.j2")


def leaves(_: Catalog) -> Iterator[Leaf]:
    """Yield the pages that gather over all boxes, and those that no reader asks for."""
    yield Leaf(addresses.RULINGS, rulings)
    yield Leaf(addresses.GLOSSARY, glossary)
    yield Leaf(addresses.SOURCES, sources)
    yield Leaf(addresses.OFFLINE, offline)
    yield Leaf(addresses.MANIFEST, manifest)
