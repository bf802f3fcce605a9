"""The state of the work: what is translated in which language, and what is played and shown by examples, with all that is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from markupsafe import Markup

from catalog import Catalog
from catalog.effects import Effect, NoEffect
from generator import addresses
from generator.i18n import Language, State
from generator.pages.leaf import Leaf
from generator.pages.matrix import own_entry
from generator.pages.scribe import Page, Scribe
from generator.voice import RIGHT, Shown

SORTS = ("statement", "example", "other")
"""The texts of a box: its statements, its examples, and the rest (names, contents, options, notes)."""


@dataclass
class Count:
    """How many texts there are, how many of them are right, out of date, and missing."""

    total: int = 0
    translated: int = 0
    outdated: int = 0
    missing: int = 0

    def add(self, state: State) -> None:
        """Count a text."""
        self.total += 1
        if state in RIGHT:
            self.translated += 1
        elif state == "outdated":
            self.outdated += 1
        else:
            self.missing += 1

    @property
    def percent(self) -> int:
        """The share that is right in whole per cent, rounded down, so that 100 means all."""
        return 100 * self.translated // self.total if self.total else 100


@dataclass
class Texts:
    """The texts of a box in a language, by sort; of those that are not right: what they are in words, by state."""

    counts: dict[str, Count] = field(default_factory=lambda: {sort: Count() for sort in SORTS})
    lacking: dict[str, list[Markup]] = field(default_factory=lambda: {"outdated": [], "missing": []})

    @property
    def all(self) -> Count:
        """All sorts together."""
        parts = self.counts.values()
        return Count(*(sum(getattr(p, name) for p in parts) for name in ("total", "translated", "outdated", "missing")))


@dataclass(frozen=True, slots=True)
class LanguageView:
    """A language: its parts, its texts by box (a box of no name holds what belongs to none), the elements without a name."""

    tag: str
    name: str
    source: bool
    whole: Count
    parts: dict[str, Count]
    boxes: list[tuple[Shown | None, Texts]]
    unnamed: list[Markup]


def status(scribe: Scribe) -> Page:
    """Return how much is translated, and how much of each box is played and shown by examples."""
    return scribe.page(
        "status.html.j2",
        languages=[_language(scribe, language) for language in scribe.material.languages],
        boxes=[_box(scribe, box) for box in scribe.catalog.boxes],
        covered=scribe.material.coverage is not None,
    )


def leaves(_: Catalog) -> Iterator[Leaf]:
    """Yield the page of the state."""
    yield Leaf(addresses.STATUS, status)


def _language(scribe: Scribe, language: Language) -> LanguageView:
    catalog = scribe.catalog
    boxes: dict[str, Texts] = {box: Texts() for box in (*catalog.boxes, "")}
    for message in language.messages:
        context = message.context or ""
        state = language.text(context, message.english).state
        sort, _, rest = context.partition("/")
        texts = boxes[_box_of(scribe, sort, rest)]
        texts.counts[sort if sort in SORTS and not rest.endswith("/note") else "other"].add(state)
        if state not in RIGHT:
            texts.lacking["outdated" if state == "outdated" else "missing"].append(_named(scribe, sort, rest, context))
    names, unnamed = Count(), []
    for element in catalog.elements:
        state = language.name_of(element).state
        names.add(state)
        if state not in RIGHT:
            address = scribe.resolve(element) or ""
            unnamed.append(Markup('<a href="{}">{}</a>').format(address, catalog.elements[element].name))
    its = language.interface
    interface = Count(its.total, its.translated, its.fuzzy, its.total - its.translated - its.fuzzy)
    rules = Count()
    for texts in boxes.values():
        found = texts.all
        rules.total, rules.translated = rules.total + found.total, rules.translated + found.translated
        rules.outdated, rules.missing = rules.outdated + found.outdated, rules.missing + found.missing
    parts = {"rules": rules, "names": names, "interface": interface}
    whole = Count(*(sum(getattr(p, n) for p in parts.values()) for n in ("total", "translated", "outdated", "missing")))
    return LanguageView(
        tag=language.tag,
        name=language.name,
        source=language.is_source,
        whole=whole,
        parts=parts,
        boxes=[(scribe.box_name(box) if box else None, texts) for box, texts in boxes.items() if texts.all.total],
        unnamed=unnamed,
    )


def _box_of(scribe: Scribe, sort: str, rest: str) -> str:
    """Return the box that a text of the data belongs to, by its context; an empty text for what belongs to none."""
    catalog = scribe.catalog
    entry = rest.removesuffix("/note")
    match sort:
        case "statement":
            return catalog.box_of[entry]
        case "example":
            return catalog.box_of_example[entry]
        case "box" | "module" | "option" | "design" | "printing":
            box = rest.partition("/")[0]
            return box if box in catalog.boxes else ""
    return ""


def _named(scribe: Scribe, sort: str, rest: str, context: str) -> Markup:
    """Return what a text is the text of: a link where it has a page, else its context."""
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
        "id": box,
        "name": scribe.box_entry(box),
        "editions": editions,
        "pending": [own_entry(scribe, statement) for statement in pending],
        "unshown": [own_entry(scribe, statement) for statement in unshown],
    }
