"""The pages of what changed between editions: what ``bastide diff`` tells, box by box, with the words that differ marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations, groupby

from markupsafe import Markup

from catalog import Catalog
from catalog.differences import Difference, Side, Sort, pairs
from catalog.text import plain
from generator import addresses
from generator.comparing import Comparing
from generator.i18n import SOURCE
from generator.pages.leaf import Leaf
from generator.pages.scribe import Page, Picture, Scribe
from generator.pages.wording import marked
from generator.untranslated import Marking
from generator.voice import Shown

ORDER = ("changed", "removed", "added")
"""The statements of a section in order: first what became of old ones."""


@dataclass(frozen=True, slots=True)
class Text:
    """A statement in a comparison: its words, marked where they differ, and the address of its page."""

    id: str
    words: Markup
    shown: Shown
    href: str


@dataclass(frozen=True, slots=True)
class Row:
    """A difference on a page; what ``before`` and ``after`` are depends on its sort: words, statements or tiles."""

    id: str
    sort: Sort
    change: str
    before: tuple[object, ...]
    after: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile in a comparison: its picture, its page and how often it comes."""

    letter: str
    count: int
    picture: Picture
    href: str


@dataclass(frozen=True, slots=True)
class BoxView:
    """What changed in a box: its title, a row of its own where it came, went or has another name, and the rest by heading.

    Differences of statements, of which there are many, are parts of the page, heading by heading: here are only their numbers.
    """

    id: str
    title: Markup
    notes: tuple[str, ...]
    box: Row | None
    groups: tuple[tuple[str, Sort, tuple[Row | int, ...]], ...]
    count: int


def compared(catalog: Catalog) -> list[tuple[str, str]]:
    """Return the editions that are compared, the earlier one first: all in which there are boxes that can be compared."""
    return [
        (earlier, later)
        for earlier, later in combinations(catalog.editions, 2)
        if any(pair.before and pair.after for pair in pairs(catalog, earlier, later)) or _follows(catalog, earlier, later)
    ]


def _follows(catalog: Catalog, earlier: str, later: str) -> bool:
    editions = list(catalog.editions)
    return editions.index(later) - editions.index(earlier) == 1


def leaves(catalog: Catalog) -> Iterator[Leaf]:
    """Yield the overview of editions, and a page for each two that are compared."""
    yield Leaf(addresses.CHANGES, _overview)
    for earlier, later in compared(catalog):
        prepare = partial(_comparison, earlier=earlier, later=later)
        yield Leaf(addresses.changes_page(earlier, later), prepare, later)


def _overview(scribe: Scribe) -> Page:
    """Return the page of the editions, with links to what is compared."""
    catalog = scribe.catalog
    editions = [
        {
            "id": edition.id,
            "name": scribe.edition_name(edition.id),
            "from": edition.years[0],
            "to": edition.years[1],
            "marks": scribe.note(f"edition/{edition.id}/marks", edition.marks),
            "note": scribe.note(f"edition/{edition.id}/note", edition.note),
            "boxes": [(scribe.box_name(b, edition.id), _rules(scribe, b, edition.id)) for b in _boxes_in(catalog, edition.id)],
        }
        for edition in catalog.editions.values()
    ]
    links = [
        {
            "names": (scribe.edition_name(earlier), scribe.edition_name(later)),
            "href": scribe.href(addresses.changes_page(earlier, later)),
            "count": len(scribe.material.differences[earlier, later]),
            "next": _follows(catalog, earlier, later),
        }
        for earlier, later in compared(catalog)
    ]
    return scribe.page("changes.html.j2", editions=editions, links=links)


def _boxes_in(catalog: Catalog, edition: str) -> list[str]:
    return [box.id for box in catalog.boxes.values() if edition in box.editions]


def _rules(scribe: Scribe, box: str, edition: str) -> str:
    return scribe.href(addresses.rulebook(box, edition))


def _comparison(scribe: Scribe, earlier: str, later: str) -> Page:
    """Return what changed from one edition to another."""
    catalog = scribe.catalog
    found = scribe.material.differences[earlier, later]
    view = _View(scribe, earlier, later)
    boxes = [view.box(box, list(some)) for box, some in groupby(enumerate(found), key=lambda one: one[1].box)]
    told = {box.id for box in boxes}
    same = [pair for pair in pairs(catalog, earlier, later) if pair.before and pair.after and pair.id not in told]

    def row(number: int) -> Row:
        # What differs is a matter of each part of the page, not only of the page as a whole.
        return view.row(scribe.material.differences[earlier, later][number])

    return scribe.page(
        "changes_editions.html.j2",
        earlier=scribe.edition_name(earlier),
        later=scribe.edition_name(later),
        boxes=boxes,
        count=len(found),
        same=[scribe.box_entry(box) for pair in same for box in pair.after],
        comparing=view.phrases,
        row=row,
    )


@dataclass(frozen=True)
class _View:
    """Shows the differences of two editions on a page."""

    scribe: Scribe
    earlier: str
    later: str

    @property
    def phrases(self) -> Comparing:
        return Comparing(Marking(self.scribe.language))

    def box(self, box: str | None, found: list[tuple[int, Difference]]) -> BoxView:
        """Return what changed in a box; without one, what changed in no box. The differences come with their numbers."""
        own = next((d for _, d in found if d.sort == "box"), None)
        rest = [(number, d) for number, d in found if d.sort != "box"]
        groups: list[tuple[str, Sort, tuple[Row | int, ...]]] = []
        for (sort, section), some in groupby(rest, key=lambda one: (one[1].sort, one[1].section)):
            heading = f"section:{section}" if section else f"sort:{sort}"
            if sort == "statement":
                ordered = sorted(some, key=lambda one: ORDER.index(one[1].change))
                groups.append((heading, sort, tuple(number for number, _ in ordered)))
            else:
                groups.append((heading, sort, tuple(self.row(d) for _, d in some)))
        return BoxView(
            id=box or "words",
            title=self._title(box, own),
            notes=self._notes(own),
            box=self.row(own) if own else None,
            groups=tuple(groups),
            count=len(found),
        )

    def _title(self, box: str | None, own: Difference | None) -> Markup:
        if box is None:
            return Markup.escape(self.phrases.heading("term"))
        if own is None:
            return self.scribe.box_entry(box)
        sides = (self._names(own.before, self.earlier), self._names(own.after, self.later))
        return Markup(" → ").join(Markup(" + ").join(names) for names in sides if names)

    def _names(self, sides: Iterable[Side], edition: str) -> list[Markup]:
        return [
            Markup('<a href="{}">{}</a>').format(_rules(self.scribe, side.id, edition), self.scribe.box_name(side.id, edition))
            for side in sides
        ]

    def _notes(self, own: Difference | None) -> tuple[str, ...]:
        """Return in which edition there is a box at all, and why little is said of it."""
        if own is None:
            return ()
        sides = [(side.id, self.earlier) for side in own.before] + [(side.id, self.later) for side in own.after]
        public = all(self.scribe.catalog.boxes[box].editions[edition].stage == "playable" for box, edition in sides)
        notes = []
        if not own.before or not own.after:
            name = self.scribe.edition_name(self.earlier if own.before else self.later)
            notes.append(self.phrases.only_in(name.text, public=public))
        if not public:
            notes.append(self.phrases.rules_not_public())
        return tuple(notes)

    def row(self, difference: Difference) -> Row:
        """Return a difference with what there was and what there is."""
        sides = ((difference.before, self.earlier), (difference.after, self.later))
        before: tuple[object, ...]
        after: tuple[object, ...]
        if difference.sort == "statement":
            before, after = self._texts(difference)
        else:
            before, after = (tuple(self._side(difference, side, e) for side in some) for some, e in sides)
        return Row(difference.id, difference.sort, difference.change, before, after)

    def _side(self, difference: Difference, side: Side, edition: str) -> object:
        scribe = self.scribe
        match difference.sort:
            case "box":
                shown: object = scribe.box_name(side.id, edition)
            case "tile":
                shown = self._tile(side)
            case "content":
                shown = self._counted(difference, side)
            case "term":
                shown = Shown(side.word or "", lang="" if scribe.language.is_source else SOURCE)
            case "module":
                shown = self._module(side)
            case "option":
                shown = self._option(side)
            case _:
                shown = scribe.voice.name(side.id)
        return shown

    def _tile(self, side: Side) -> Tile:
        picture = self.scribe.picture(self.scribe.catalog.designs[side.id], side=72)
        return Tile(side.letter or "", side.count or 0, picture, self.scribe.href(addresses.design_page(side.id)))

    def _module(self, side: Side) -> Shown:
        boxes = self.scribe.catalog.boxes.values()
        box, name = next((b, m.name) for b in boxes for m in b.modules if m.id == side.id)
        return self.scribe.voice.text(f"module/{box.id}/{side.id}", name)

    def _counted(self, difference: Difference, side: Side) -> str:
        """Return a line of the list of contents in words."""
        content, count = difference.content, side.count or 0
        catalog, voice = self.scribe.catalog, self.scribe.voice
        name = voice.name(side.id, plural=count > 1).text if side.id in catalog.elements else None
        if content is None or not content.tiles:
            return f"{count} × {name}"
        return self.phrases.counted(count, name, plain=content.plain, squares=content.squares)

    def _option(self, side: Side) -> Markup:
        voice, catalog = self.scribe.voice, self.scribe.catalog
        chosen = [voice.choice(catalog, f"{side.id}={value}") for value in side.values]
        default, *others = (value for _, value in chosen)
        values = [self.phrases.default(default.text), *(value.text for value in others)]
        return Markup("{}: {}").format(chosen[0][0], ", ".join(values))

    def _texts(self, difference: Difference) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
        """Return the statements of a difference; of those that changed, the words that differ are marked."""
        old, new = ([self._said(side.id) for side in some] for some in (difference.before, difference.after))
        if difference.change == "changed":
            words = marked([shown.text for _, shown in old], [shown.text for _, shown in new])
        else:
            words = ([shown.body for _, shown in old], [shown.body for _, shown in new])
        before, after = (
            tuple(
                Text(statement, its, shown, self.scribe.href(addresses.own_page(statement)))
                for (statement, shown), its in zip(some, these, strict=True)
            )
            for some, these in ((old, words[0]), (new, words[1]))
        )
        return before, after

    def _said(self, statement_id: str) -> tuple[str, Shown]:
        """Return a statement in plain words."""
        scribe = self.scribe
        statement = scribe.catalog.statements[statement_id]
        numbers = scribe.material.numbers(statement)
        shown = scribe.voice.text(f"statement/{statement_id}", statement.text, numbers)
        return statement_id, Shown(plain(shown.text, numbers), shown.state, shown.lang)
