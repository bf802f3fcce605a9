"""The page that a statement has to itself: what it says and rules, where it holds, where it comes from, and what goes with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from catalog import Catalog
from catalog.effects import Permission
from catalog.relations import elements_of
from catalog.statements import Statement
from generator import addresses
from generator.i18n import Language, State
from generator.markup import to_html
from generator.pages.illustrations import illustrated
from generator.pages.leaf import Leaf
from generator.pages.material import RELATIONS
from generator.pages.scribe import Page, Scribe
from generator.voice import RIGHT, Shown

RELATED = 30
"""So many rulings on the same two are listed; the list of rulings has them all."""


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling in words: who, what, to whom, where, on which conditions, the answer, and what follows from it."""

    actor: Markup
    verb: Markup
    verdict: str
    target: Markup
    places: tuple[Markup, ...]
    conditions: tuple[Markup, ...]
    entails: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """A place where a rulebook prints a statement: the edition, the name that the box has there, and the address."""

    edition: Shown
    box: Shown
    year: int
    href: str


@dataclass(frozen=True, slots=True)
class Version:
    """A statement in one of the languages of the site. ``html`` is its text there, None where it is not right.

    ``draft``: it is a translation that nobody has reviewed.
    """

    tag: str
    name: str
    href: str
    state: State
    draft: bool
    html: Markup | None


def statement_page(scribe: Scribe, statement_id: str) -> Page:
    """Return the page of a statement."""
    catalog, material = scribe.catalog, scribe.material
    statement, box = catalog.statements[statement_id], catalog.box_of[statement_id]
    answers = {relation: material.answered_by.get((relation, statement.id), ()) for relation in RELATIONS}
    before, after = _neighbours(scribe, statement, box)
    newest = addresses.statement_page(catalog, statement.id)
    return scribe.page(
        "statement.html.j2",
        said=scribe.statement(statement),
        beginning=scribe.beginning(statement, 60),
        told=scribe.beginning(statement, 160),
        section=statement.section,
        book=scribe.href(newest) if newest else None,
        home=scribe.href(addresses.box_page(box)),
        rulings=tuple(ruling(scribe, permission) for permission in statement.permissions),
        printed=tuple(_printed(scribe, statement, box)),
        seen=illustrated(scribe, statement),
        revises=tuple(scribe.entry(other) for other in statement.revises),
        replaced_by=tuple(scribe.entry(other) for other in answers["replaces"]),
        beaten_by=tuple(scribe.entry(other) for other in answers["overrides"]),
        revised_by=tuple(scribe.entry(other) for other in answers["revises"]),
        versions=tuple(_version(scribe, other, statement) for other in material.languages),
        elements=tuple(scribe.entry(e) for e in elements_of(statement) if e in catalog.elements),
        related=tuple(
            (scribe.entry(other.id), scribe.box_name(catalog.box_of[other.id])) for other in _related(scribe, statement)
        ),
        before=before,
        after=after,
    )


def ruling(scribe: Scribe, permission: Permission) -> RulingView:
    """Return a ruling in words."""
    return RulingView(
        actor=scribe.entry(permission.actor),
        verb=scribe.entry(permission.verb),
        verdict=permission.verdict,
        target=scribe.entry(permission.target),
        places=tuple(scribe.entry(place) for place in permission.on),
        conditions=tuple(scribe.conditions(permission.if_)),
        entails=tuple(scribe.entry(other) for other in permission.entails),
    )


def _printed(scribe: Scribe, statement: Statement, box: str) -> Iterator[Printed]:
    for edition in scribe.catalog.editions_of_statement(statement):
        href = scribe.href(addresses.rulebook(box, edition), statement.id)
        year = scribe.catalog.boxes[box].editions[edition].year
        yield Printed(scribe.edition_name(edition), scribe.box_name(box, edition), year, href)


def _version(scribe: Scribe, other: Language, statement: Statement) -> Version:
    numbers = scribe.material.numbers(statement)
    text = other.text(f"statement/{statement.id}", statement.text, numbers)
    html = to_html(text.text, numbers, _no_link) if text.state in RIGHT else None
    draft = text.state == "translated" and not text.reviewed
    return Version(other.tag, other.name, scribe.asset(f"{other.tag}/{scribe.path}"), text.state, draft, html)


def _no_link(_: str) -> None:
    """Leave the words of another language without links: what they name is linked on the page there."""


def _neighbours(scribe: Scribe, statement: Statement, box: str) -> tuple[Markup | None, Markup | None]:
    """Return the statements before and after this one in its section."""
    section = scribe.material.sections[box, statement.section]
    at = section.index(statement.id)
    before = section[at - 1] if at else None
    after = section[at + 1] if at + 1 < len(section) else None
    return scribe.entry(before) if before else None, scribe.entry(after) if after else None


def _related(scribe: Scribe, statement: Statement) -> list[Statement]:
    """Return other statements that rule on the same two, or else on the same one that acts."""
    pairs = dict.fromkeys((p.actor, p.target) for p in statement.permissions)
    found = {other.id: other for pair in pairs for other in scribe.material.between[pair] if other.id != statement.id}
    return list(found.values())[:RELATED]


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield a page for each statement."""
    for statement in catalog.statements:
        yield Leaf(addresses.own_page(statement), partial(statement_page, statement_id=statement))
