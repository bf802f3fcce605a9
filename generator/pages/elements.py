"""The elements: the glossary, and a page for each with all that is said of it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from catalog import Catalog
from catalog.effects import Permission
from catalog.statements import Statement
from catalog.vocabulary import Element, Figure, Mark, Role
from generator import addresses
from generator.pages.illustrations import figure_path, look_of
from generator.pages.leaf import Leaf
from generator.pages.material import Case, Membership
from generator.pages.scribe import Page, Scribe
from generator.pages.terms import TermView, term_view
from generator.voice import RIGHT, Shown

FULL = 14_000
"""Statements that together have at most so many characters are set in full, more of them by their beginnings."""
SHOWN = 12
"""So many tiles are shown; the catalogue of tiles has them all."""


@dataclass(frozen=True, slots=True)
class Word:
    """What another language calls an element."""

    tag: str
    name: str
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class ElementView:
    """An element with its words.

    ``sort`` is the name of its class, ``former`` the ids that it had before, and ``in_print`` the words of printed rules that are not
    its name.
    """

    id: str
    former: tuple[str, ...]
    name: Shown
    plural: Shown | None
    sort: str
    aliases: tuple[str, ...]
    about: Shown | None
    public: bool
    words: tuple[Word, ...]
    term: TermView
    in_print: tuple[str, ...]
    href: str


@dataclass(frozen=True, slots=True)
class Bringing:
    """A box that brings an element, and the editions in which it does."""

    box: Markup
    editions: tuple[tuple[Shown, str], ...]


@dataclass(frozen=True, slots=True)
class Brief:
    """A ruling in a table: the places, whether it has conditions, in which editions if not in all of its box's."""

    href: str
    places: tuple[Shown, ...]
    conditional: bool
    editions: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The rulings with one verb and one answer, by the other one of them.

    ``actor`` is the one that acts, where that is neither the element nor named in each.
    """

    actor: Shown | None
    verb: Shown
    verdict: str
    others: tuple[tuple[Shown, tuple[Brief, ...]], ...]


@dataclass(frozen=True, slots=True)
class Mentions:
    """Statements of a box that speak of an element: a link to each, with its text where there is room."""

    box: Shown
    entries: tuple[tuple[Shown, str], ...]


def element_view(scribe: Scribe, element: Element) -> ElementView:
    """Return an element with its names in all languages."""
    plural = scribe.voice.name(element.id, plural=True) if element.plural else None
    name = scribe.voice.name(element.id)
    term = term_view(scribe, element.id)
    words = tuple(
        Word(other.tag, other.name, said.text, scribe.asset(f"{other.tag}/{addresses.element_page(element.id)}"))
        for other in scribe.material.languages
        if other.tag != scribe.language.tag and (said := other.name_of(element.id)).state in RIGHT
    )
    return ElementView(
        id=element.id,
        former=scribe.material.former.get(("element", element.id), ()),
        name=name,
        plural=plural if plural is not None and plural.text != name.text else None,
        sort=type(element).__name__,
        aliases=_aliases(scribe, element, {one.word.casefold() for one in term.printed}),
        about=scribe.note(f"element/{element.id}/about", element.about),
        public=element.stage == "playable",
        words=words,
        term=term,
        in_print=tuple(dict.fromkeys(p.word for p in term.printed if p.word.casefold() != name.text.casefold())),
        href=scribe.href(addresses.element_page(element.id)),
    )


def _aliases(scribe: Scribe, element: Element, printed: Container[str]) -> tuple[str, ...]:
    """Return the other names of an element in the language of the page, but for those of printed rules, which have their own place."""
    term = scribe.language.terms.get(element.id)
    aliases = element.aliases if scribe.language.is_source else term.aliases if term else ()
    return tuple(alias for alias in aliases if alias.casefold() not in printed)


def glossary(scribe: Scribe) -> Page:
    """Return every element with its names, in the order of the language, by first letters."""
    views = [element_view(scribe, element) for element in scribe.catalog.elements.values()]
    views.sort(key=lambda view: (scribe.language.sort_key(view.name.text), view.id))
    groups: list[tuple[str, list[ElementView]]] = []
    for view in views:
        letter = scribe.language.letter(view.name.text)
        if not groups or groups[-1][0] != letter:
            groups.append((letter, []))
        groups[-1][1].append(view)
    return scribe.page("glossary.html.j2", groups=groups, count=len(views))


def element_page(scribe: Scribe, element_id: str) -> Page:
    """Return the page of an element."""
    material, element = scribe.material, scribe.catalog.elements[element_id]
    classes, members = material.counts_as
    found = material.rulings_of.get(element.id, [])
    acting = [case for case in found if case[1].actor == element.id]
    suffering = [case for case in found if case[1].target == element.id]
    done = [case for case in found if case[1].verb == element.id]
    there = [case for case in found if element.id in case[1].on]
    tabled = {statement.id for statement, _ in (*acting, *suffering, *done, *there)}
    mentions = [scribe.catalog.statements[s] for s in material.mentions.get(element.id, ()) if s not in tabled]
    whole = sum(len(s.text) for s in mentions) <= FULL
    showing = material.showing.get(element.id, [])
    return scribe.page(
        "element.html.j2",
        element=element_view(scribe, element),
        portrait=_portrait(scribe, element),
        brought=tuple(_bringing(scribe, element)),
        of=scribe.entry(element.of) if isinstance(element, Role) else None,
        on=scribe.entry(element.on) if isinstance(element, Role) else None,
        roles=tuple((scribe.entry(role.id), scribe.entry(role.on)) for role in material.roles_of.get(element.id, ())),
        classes=_memberships(scribe, classes.get(element.id, ())),
        members=_memberships(scribe, members.get(element.id, ())),
        acting=tuple(_verdicts(scribe, acting, "target")),
        suffering=tuple(_verdicts(scribe, suffering, "actor")),
        there=tuple(_verdicts(scribe, there, "both")),
        done=tuple(_verdicts(scribe, done, "both")),
        mentions=tuple(_mentions(scribe, mentions, whole=whole)),
        mentioned=len(mentions),
        whole=whole,
        tiles=tuple((scribe.picture(d, "", 88), scribe.href(addresses.design_page(d.id))) for d in showing[:SHOWN]),
        showing=len(showing),
        filter="mark" if isinstance(element, Mark) else "feature",
        catalogue=scribe.href(addresses.DESIGNS),
    )


def _portrait(scribe: Scribe, element: Element) -> str | None:
    """Return the address of the picture of a figure; a name of a figure in its place has that of the figure."""
    figure = element.of if isinstance(element, Role) else element.id if isinstance(element, Figure) else None
    return scribe.asset(figure_path(*look_of(scribe.catalog, figure))) if figure else None


def _bringing(scribe: Scribe, element: Element) -> Iterator[Bringing]:
    for box in scribe.material.brought_by.get(element.id, ()):
        editions = scribe.catalog.editions_of(box)
        views = tuple((scribe.edition_name(edition), scribe.href(addresses.rulebook(box, edition))) for edition in editions)
        yield Bringing(scribe.box_entry(box), views)


def _memberships(scribe: Scribe, found: Iterable[Membership]) -> tuple[tuple[Markup, tuple[tuple[Shown, str], ...]], ...]:
    """Return elements with the statements that say that they belong there, each by its box and its address."""
    by_element: dict[str, list[tuple[Shown, str]]] = {}
    for other, statement in found:
        box = scribe.box_name(scribe.catalog.box_of[statement])
        by_element.setdefault(other, []).append((box, scribe.href(addresses.own_page(statement))))
    return tuple((scribe.entry(other), tuple(said)) for other, said in by_element.items())


def _verdicts(scribe: Scribe, cases: Iterable[Case], shown: str) -> Iterator[tuple[Shown, tuple[Verdict, ...]]]:
    """Yield rulings by box, then by verb and answer.

    ``shown`` is the side of the ruling that is named, ``actor`` or ``target``; with ``both`` they are also parted by who acts.
    """
    found: dict[str, dict[tuple[str | None, str, str], dict[str, list[Brief]]]] = {}
    for statement, permission in cases:
        box = scribe.catalog.box_of[statement.id]
        key = permission.actor if shown == "both" else None, permission.verb, permission.verdict
        others = found.setdefault(box, {}).setdefault(key, {})
        others.setdefault(permission.actor if shown == "actor" else permission.target, []).append(
            _brief(scribe, statement, permission)
        )
    for box, by_answer in found.items():
        verdicts = tuple(
            Verdict(
                actor=scribe.voice.name(actor) if actor else None,
                verb=scribe.voice.name(verb),
                verdict=verdict,
                others=tuple((scribe.voice.name(other), tuple(briefs)) for other, briefs in others.items()),
            )
            for (actor, verb, verdict), others in by_answer.items()
        )
        yield scribe.box_name(box), verdicts


def _brief(scribe: Scribe, statement: Statement, permission: Permission) -> Brief:
    narrower = statement.editions and set(statement.editions) != set(
        scribe.catalog.editions_of(scribe.catalog.box_of[statement.id])
    )
    return Brief(
        href=scribe.href(addresses.own_page(statement.id)),
        places=tuple(scribe.voice.name(place) for place in permission.on),
        conditional=bool(permission.if_),
        editions=tuple(scribe.edition_name(e) for e in statement.editions) if narrower else (),
    )


def _mentions(scribe: Scribe, statements: Iterable[Statement], *, whole: bool) -> Iterator[Mentions]:
    found: dict[str, list[tuple[Shown, str]]] = {}
    for statement in statements:
        text = scribe.body(statement) if whole else scribe.beginning(statement, 70)
        entry = text, scribe.href(addresses.own_page(statement.id))
        found.setdefault(scribe.catalog.box_of[statement.id], []).append(entry)
    for box, entries in found.items():
        yield Mentions(scribe.box_name(box), tuple(entries))


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield the glossary and a page for each element."""
    yield Leaf(addresses.GLOSSARY, glossary)
    for element in catalog.elements:
        yield Leaf(addresses.element_page(element), partial(element_page, element_id=element))
