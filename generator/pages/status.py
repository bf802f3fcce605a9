"""The state of the work: what is translated in which language, and what is played and shown by examples, with all that is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from catalog import Catalog
from catalog.effects import Effect, NoEffect
from generator import addresses
from generator.i18n import Language, Status
from generator.i18n.languages import count_of
from generator.pages.leaf import Leaf
from generator.pages.matrix import own_entry
from generator.pages.scribe import Page, Scribe
from generator.voice import RIGHT, Shown


@dataclass(frozen=True, slots=True)
class Count:
    """How many texts there are: of those that are right how many are reviewed, and how many are out of date."""

    total: int = 0
    translated: int = 0
    outdated: int = 0
    reviewed: int = 0

    @classmethod
    def of(cls, *found: Status) -> Count:
        """Return the counts of some parts together."""
        whole = sum(found, Status())
        return cls(whole.total, whole.translated, whole.fuzzy, whole.reviewed)

    @property
    def drafts(self) -> int:
        """How many are right, and not reviewed."""
        return self.translated - self.reviewed

    @property
    def missing(self) -> int:
        """How many are not there."""
        return self.total - self.translated - self.outdated

    @property
    def percent(self) -> int:
        """The share that is right in whole per cent, rounded down, so that 100 means all."""
        return 100 * self.translated // self.total if self.total else 100


@dataclass(frozen=True, slots=True)
class BoxView:
    """The texts of a box in a language: its name (none for what belongs to no box), its counts, and those of its rulebooks."""

    name: Shown | None
    count: Count
    pages: list[tuple[Markup, Count]]


@dataclass(frozen=True, slots=True)
class Lacking:
    """The texts of a box that are not right in a language, by their state: what each is the text of."""

    id: str
    name: Shown | None
    outdated: list[Markup]
    missing: list[Markup]


@dataclass(frozen=True, slots=True)
class LanguageView:
    """A language: its parts, what its texts lack by box, the elements without a name. The counts of a box are a part of the page."""

    tag: str
    name: str
    source: bool
    whole: Count
    parts: dict[str, Count]
    boxes: list[Lacking]
    unnamed: list[Markup]


def status(scribe: Scribe) -> Page:
    """Return how much is translated, and how much of each box is played and shown by examples."""
    return scribe.page(
        "status.html.j2",
        languages=[_language(scribe, language) for language in scribe.material.languages],
        texts=partial(_texts, scribe),
        boxes=[(box, scribe.box_entry(box)) for box in scribe.catalog.boxes],
        played=partial(_box, scribe),
        covered=scribe.material.coverage is not None,
    )


def leaves(_: Catalog) -> Iterator[Leaf]:
    """Yield the page of the state."""
    yield Leaf(addresses.STATUS, status)


def _language(scribe: Scribe, language: Language) -> LanguageView:
    catalog = scribe.catalog
    counts = {box: scribe.material.counts[language.tag, box].whole for box in (*catalog.boxes, "")}
    rules = sum(counts.values(), Status())
    names = [language.name_of(element) for element in catalog.elements]
    unnamed = [e for e, name in zip(catalog.elements, names, strict=True) if name.state not in RIGHT]
    return LanguageView(
        tag=language.tag,
        name=language.name,
        source=language.is_source,
        whole=Count.of(rules, count_of(names), language.interface),
        parts={"rules": Count.of(rules), "names": Count.of(count_of(names)), "interface": Count.of(language.interface)},
        boxes=[_lacking(scribe, language.tag, box) for box, count in counts.items() if count.total],
        unnamed=[
            Markup('<a href="{}">{}</a>').format(scribe.resolve(element) or "", catalog.elements[element].name)
            for element in unnamed
        ],
    )


def _texts(scribe: Scribe, tag: str, box: str) -> BoxView:
    counts = scribe.material.counts[tag, box]
    pages = []
    for edition in scribe.catalog.editions_of(box) if box else ():
        path = addresses.rulebook(box, edition)
        link = Markup('<a href="{}">{}</a>').format(scribe.href(path), scribe.edition_name(edition))
        pages.append((link, Count.of(counts.pages[path])))
    return BoxView(scribe.box_name(box) if box else None, Count.of(counts.whole), pages)


def _lacking(scribe: Scribe, tag: str, box: str) -> Lacking:
    lacking: dict[str, list[Markup]] = {"outdated": [], "missing": []}
    for stands, contexts in scribe.material.texts[tag, box].items():
        if stands.state in lacking:
            lacking[stands.state] += (_named(scribe, context) for context in contexts)
    return Lacking(box, scribe.box_name(box) if box else None, **lacking)


def _named(scribe: Scribe, context: str) -> Markup:
    """Return what a text is the text of: a link where it has a page, else its context."""
    sort, _, rest = context.partition("/")
    if sort == "statement" and not rest.endswith("/note"):
        return own_entry(scribe, rest)
    if sort == "design" and rest.removesuffix("/note") in scribe.catalog.designs:
        return scribe.entry(rest.removesuffix("/note"))
    return Markup("<code>{}</code>").format(context)


def _box(scribe: Scribe, box: str) -> dict[str, object]:
    """Return what is played of a box and shown by examples: counts by edition, and the statements that lack it."""
    catalog, coverage = scribe.catalog, scribe.material.coverage
    editions = []
    pending: dict[str, None] = {}
    unshown: dict[str, None] = {}
    for edition in catalog.editions_of(box):
        statements = catalog.statements_of(box, edition)
        waiting = [s.id for s in statements if isinstance(s.effect, NoEffect) and s.effect.none == "pending"]
        doing = [s.id for s in statements if isinstance(s.effect, Effect)]
        shown = [s for s in doing if s in scribe.material.shown_by]
        pending.update(dict.fromkeys(waiting))
        unshown.update(dict.fromkeys(s for s in doing if s not in scribe.material.shown_by))
        given = coverage.get(box, {}).get(edition, {}) if coverage else {}
        editions.append(
            {
                "name": scribe.edition_name(edition),
                "href": scribe.href(addresses.rulebook(box, edition)),
                "statements": len(statements),
                "effects": len(doing),
                "shown": len(shown),
                "executed": given.get("executed", 0),
                "pending": len(waiting),
            }
        )
    return {
        "editions": editions,
        "pending": [own_entry(scribe, statement) for statement in pending],
        "unshown": [own_entry(scribe, statement) for statement in unshown],
    }
