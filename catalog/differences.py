"""What changed between two editions: boxes, what is in them, tiles, options, statements, and the words for the elements.

Two boxes are compared that are one box in both editions, or of which one takes the other's place (``follows``); two statements that
are one, or of which one ``revises`` the other. Of a box whose rules are not public only that is compared which is known of it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Literal, TypeVar

from catalog.boxes import Content, RuleOption
from catalog.index import SECTIONS, Catalog
from catalog.likeness import alike
from catalog.tile_checks import shows
from catalog.tiles import Printing

Sort = Literal["box", "content", "element", "module", "option", "tile", "statement", "term"]
Change = Literal["added", "removed", "renamed", "changed"]
T = TypeVar("T", bound=Hashable)
_Key = tuple[str, str | None, bool, int | None]


@dataclass(frozen=True, slots=True)
class Side:
    """What there is in one of the two editions: an entry by its id.

    ``count``: how many tiles or figures; ``letter``: that of a tile; ``word``: what an element is called, or a box; ``values``: those
    of an option, the default first.
    """

    id: str
    count: int | None = None
    letter: str | None = None
    word: str | None = None
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference: what there is ``before``, in the first of the two editions, and ``after``, in the second.

    ``id`` is that of the entry in the second edition, if it is there. ``box`` is the box in which it is found, None for what belongs to
    no box; ``section`` that of a statement; ``content`` the line in the list of contents that says what is counted.
    """

    id: str
    sort: Sort
    change: Change
    box: str | None
    before: tuple[Side, ...] = ()
    after: tuple[Side, ...] = ()
    section: str | None = None
    content: Content | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """The boxes that are compared with each other: those of the first edition and those of the second. One side may be empty."""

    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def id(self) -> str:
        """The box that the pair is known by: the first of the second edition, else of the first."""
        return next(iter((*self.after, *self.before)))


def pairs(catalog: Catalog, earlier: str, later: str) -> list[Pair]:
    """Return which boxes are compared between two editions, in reading order. Raises ``KeyError`` for no edition."""
    for edition in (earlier, later):
        catalog.editions[edition]
    there = [box for box in catalog.boxes if {earlier, later} & {*catalog.boxes[box].editions}]
    links = [(box, other) for box in there for other in there if other in catalog.predecessors[box]]
    return [
        Pair(*(tuple(box for box in group if edition in catalog.boxes[box].editions) for edition in (earlier, later)))
        for group in _groups(there, links)
    ]


def differences(catalog: Catalog, earlier: str, later: str, box: str | None = None) -> list[Difference]:
    """Return what changed from one edition to another: of every box, or of one and those that it is compared with.

    The words for what no box brings are told only where no box is asked about. The second edition may be the older one; of an
    edition and itself there are none. Raises ``KeyError`` for an edition that does not exist.
    """
    compared = [pair for pair in pairs(catalog, earlier, later) if box is None or box in (*pair.before, *pair.after)]
    if earlier == later:
        return []
    found = [d for pair in compared for d in _Comparison(catalog, earlier, later, pair).differences()]
    if box is None:
        brought = {element for one in catalog.boxes.values() for element in one.brings}
        found += _terms(catalog, earlier, later, [e for e in catalog.elements if e not in brought], None)
    return found


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Compares the boxes of a pair."""

    catalog: Catalog
    earlier: str
    later: str
    pair: Pair

    def differences(self) -> Iterator[Difference]:
        pair = self.pair
        yield from self._box()
        yield from self._elements()
        if pair.before and pair.after:
            yield from _terms(self.catalog, self.earlier, self.later, self._in_both(), pair.id)
            yield from self._contents()
            if self._public(pair.before, self.earlier) and self._public(pair.after, self.later):
                yield from self._modules()
                yield from self._options()
                yield from self._tiles()
                yield from self._statements()

    def _public(self, boxes: Iterable[str], edition: str) -> bool:
        """Tell whether all is known of some boxes: what their data do not name is not in them."""
        return all(self.catalog.boxes[box].editions[edition].stage == "playable" for box in boxes)

    def _box(self) -> Iterator[Difference]:
        def side(box: str, edition: str) -> Side:
            return Side(box, word=self.catalog.boxes[box].editions[edition].name or self.catalog.boxes[box].name)

        before = tuple(side(box, self.earlier) for box in self.pair.before)
        after = tuple(side(box, self.later) for box in self.pair.after)
        if before != after:
            yield Difference(self.pair.id, "box", _change(before, after, renamed=True), self.pair.id, before, after)

    def _brought(self, boxes: Iterable[str]) -> dict[str, None]:
        return {element: None for box in boxes for element in self.catalog.boxes[box].brings}

    def _in_both(self) -> list[str]:
        after = self._brought(self.pair.after)
        return [element for element in self._brought(self.pair.before) if element in after]

    def _elements(self) -> Iterator[Difference]:
        """Yield the elements that come or go with the boxes, and not with others that are in both editions."""
        boxes = self.catalog.boxes.values()
        here, there = (self._brought(b.id for b in boxes if edition in b.editions) for edition in (self.earlier, self.later))
        for element in self._brought(self.pair.before):
            if element not in there and self._public(self.pair.after, self.later):
                yield Difference(element, "element", "removed", self.pair.id, before=(Side(element),))
        for element in self._brought(self.pair.after):
            if element not in here and self._public(self.pair.before, self.earlier):
                yield Difference(element, "element", "added", self.pair.id, after=(Side(element),))

    def _contents(self) -> Iterator[Difference]:
        old, new = (self._lines(boxes, e) for boxes, e in ((self.pair.before, self.earlier), (self.pair.after, self.later)))
        for one, other in ((old, new), (new, old)):
            # That all tiles of a box are of one square goes without saying where there are no others.
            for key in [k for k in one if k not in other and k[3] is not None and k[1] is None]:
                bare = (*key[:3], None)
                if bare in other and bare not in one:
                    one[bare] = one.pop(key)
        for key in dict.fromkeys((*old, *new)):
            lines = old.get(key), new.get(key)
            content = lines[1] or lines[0]
            sides = ((lines[0], self.pair.before, self.earlier), (lines[1], self.pair.after, self.later))
            counts = [self._counted(key, line, boxes, edition) for line, boxes, edition in sides]
            # What a list that is not complete leaves out is not said to be missing.
            if content is None or None in counts or counts[0] == counts[1]:
                continue
            before, after = (
                (Side(content.of or content.with_ or boxes[0], count=count),) if count else ()
                for count, (_, boxes, _) in zip(counts, sides, strict=True)
            )
            name = next(side.id for side in (*after, *before))
            yield Difference(name, "content", _change(before, after), self.pair.id, before, after, content=content)

    def _lines(self, boxes: Iterable[str], edition: str) -> dict[_Key, Content]:
        lines = [
            line for box in boxes for line in self.catalog.boxes[box].contents if not line.editions or edition in line.editions
        ]
        return {("tiles" if line.tiles else f"figures {line.of}", line.with_, line.plain, line.squares): line for line in lines}

    def _counted(self, key: _Key, line: Content | None, boxes: Collection[str], edition: str) -> int | None:
        """Return how many there are of what is counted: as the list says, else by the tiles; None if nobody knows."""
        if line is not None:
            return line.tiles or line.figures or 0
        if not self._public(boxes, edition):
            return None
        designs, (sort, with_, _, squares) = self.catalog.designs, key
        if sort != "tiles" or with_ is None:
            return 0
        found = [p for box in boxes for p in self.catalog.printings_of(box, edition) if p.design in designs]
        return sum(
            p.counts[edition]
            for p in found
            if shows(designs[p.design], with_) and squares in {None, len(designs[p.design].all_squares)}
        )

    def _modules(self) -> Iterator[Difference]:
        old, new = (
            {m.id: None for box in boxes for m in self.catalog.boxes[box].modules}
            for boxes in (self.pair.before, self.pair.after)
        )
        yield from (Difference(m, "module", "removed", self.pair.id, before=(Side(m),)) for m in old if m not in new)
        yield from (Difference(m, "module", "added", self.pair.id, after=(Side(m),)) for m in new if m not in old)

    def _options(self) -> Iterator[Difference]:
        def sides(boxes: Iterable[str], edition: str) -> dict[str, Side]:
            options: list[RuleOption] = [option for box in boxes for option in self.catalog.boxes[box].options]
            return {
                o.id: Side(o.id, values=tuple(v.id for v in o.values_in(edition)))
                for o in options
                if len(o.values_in(edition)) > 1
            }

        yield from self._by_id("option", sides(self.pair.before, self.earlier), sides(self.pair.after, self.later))

    def _by_id(self, sort: Sort, old: Mapping[str, Side], new: Mapping[str, Side]) -> Iterator[Difference]:
        for name in dict.fromkeys((*old, *new)):
            before, after = (((side[name],) if name in side else ()) for side in (old, new))
            if before != after:
                yield Difference(name, sort, _change(before, after), self.pair.id, before, after)

    def _tiles(self) -> Iterator[Difference]:
        old, new = self._printed(self.pair.before, self.earlier), self._printed(self.pair.after, self.later)
        yield from self._by_id("tile", {i: s for i, s in old.items() if i in new}, {i: s for i, s in new.items() if i in old})
        gone = {i: side for i, side in old.items() if i not in new}
        come = {i: side for i, side in new.items() if i not in old}
        for design, side in come.items():
            former = self._former(design, side, gone)
            if former is None:
                yield Difference(design, "tile", "added", self.pair.id, after=(side,))
                continue
            other, designs = gone.pop(former), self.catalog.designs
            same = other.count == side.count and alike(designs[former], designs[design])
            yield Difference(design, "tile", "renamed" if same else "changed", self.pair.id, (other,), (side,))
        yield from (Difference(design, "tile", "removed", self.pair.id, (side,)) for design, side in gone.items())

    def _printed(self, boxes: Collection[str], edition: str) -> dict[str, Side]:
        found: dict[str, list[Printing]] = {}
        for box in boxes:
            for printing in self.catalog.printings_of(box, edition):
                found.setdefault(printing.design, []).append(printing)
        return {
            i: Side(i, sum(p.counts[edition] for p in some), some[0].letter)
            for i, some in found.items()
            if i in self.catalog.designs
        }

    def _former(self, design: str, side: Side, gone: Mapping[str, Side]) -> str | None:
        """Return the tile whose place a new one takes: in one box that of its letter, else one on which there is the same."""
        designs = self.catalog.designs
        by_letter = [i for i, other in gone.items() if designs[i].box == designs[design].box and other.letter == side.letter]
        return next(chain(by_letter, (i for i in gone if alike(designs[i], designs[design]))), None)

    def _statements(self) -> Iterator[Difference]:
        old, new = (
            {s.id: s for box in boxes for s in self.catalog.statements_of(box, edition)}
            for boxes, edition in ((self.pair.before, self.earlier), (self.pair.after, self.later))
        )
        names = [i for i in dict.fromkeys((*new, *old)) if (i in old) != (i in new)]
        links = [(i, other) for i in names for other in self._revised(i) if other in names]
        found = []
        for group in _groups(names, links):
            before, after = (tuple(Side(i) for i in group if i in side) for side in (old, new))
            name = next(side.id for side in (*after, *before))
            section = self.catalog.statements[name].section
            found.append(Difference(name, "statement", _change(before, after), self.pair.id, before, after, section))
        yield from sorted(found, key=lambda d: SECTIONS.index(d.section or SECTIONS[0]))

    def _revised(self, statement: str) -> list[str]:
        """Return the statements that one revises, and those that these revise."""
        reached = [statement]
        for one in reached:
            if one in self.catalog.statements:
                reached += [other for other in self.catalog.statements[one].revises if other not in reached]
        return reached[1:]


def _change(before: Collection[object], after: Collection[object], *, renamed: bool = False) -> Change:
    if not before:
        return "added"
    return ("renamed" if renamed else "changed") if after else "removed"


def _terms(catalog: Catalog, earlier: str, later: str, elements: Iterable[str], box: str | None) -> Iterator[Difference]:
    """Yield the elements that the two editions have different words for. No rule speaks of scenery."""
    for element in elements:
        name = catalog.elements[element].name
        if element in catalog.marks and catalog.marks[element].sort == "scenery":
            continue
        old, new = (catalog.editions[edition].terms.get(name, name) for edition in (earlier, later))
        if old != new:
            yield Difference(element, "term", "renamed", box, (Side(element, word=old),), (Side(element, word=new),))


def _groups(items: Iterable[T], links: Iterable[tuple[T, T]]) -> list[list[T]]:
    """Return the items in groups of those that are linked, by way of others too; both in the order of the items."""
    group_of: dict[T, list[T]] = {item: [item] for item in items}
    for one, other in links:
        if group_of[one] is not group_of[other]:
            group_of[one] += group_of[other]
            for item in group_of[other]:
                group_of[item] = group_of[one]
    order = {item: n for n, item in enumerate(group_of)}
    unique = {id(group): sorted(group, key=order.__getitem__) for group in group_of.values()}
    return list(unique.values())


__all__ = ["Change", "Difference", "Pair", "Side", "Sort", "differences", "pairs"]
