"""The catalogue: every entry by id, in reading order, with where each one stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Self, TypeVar, get_args

from catalog.boxes import BigBox, Box, Edition, OptionValue, RuleOption, Source
from catalog.model import Path
from catalog.moved import Moved
from catalog.statements import Section, Statement
from catalog.vocabulary import Actor, Element, FeatureKind, Figure, Mark, Role, Verb

if TYPE_CHECKING:
    # Whoever asks for these parts makes their models.
    from catalog.examples import Example
    from catalog.fields import DerivedField
    from catalog.formats import Format
    from catalog.questions import Rulings
    from catalog.tiles import Design, Printing

SECTIONS: tuple[str, ...] = get_args(Section)
_SORTS = ("base", "large", "mini", "fan")
E = TypeVar("E", bound=Element)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an entry stands: the file as findings show it, and the path in it."""

    file: str
    path: Path


@dataclass(frozen=True)
class Catalog:
    """All that is known, by id. Built by :func:`catalog.load`; nothing in it changes afterwards."""

    root: FilePath
    packs: tuple[FilePath, ...] = ()
    editions: Mapping[str, Edition] = field(default_factory=dict)
    big_boxes: tuple[BigBox, ...] = field(default_factory=tuple)
    sources: Mapping[str, Source] = field(default_factory=dict)
    boxes: Mapping[str, Box] = field(default_factory=dict)
    elements: Mapping[str, Element] = field(default_factory=dict)
    designs: Mapping[str, Design] = field(default_factory=dict)
    printings: tuple[Printing, ...] = field(default_factory=tuple)
    statements: Mapping[str, Statement] = field(default_factory=dict)
    box_of: Mapping[str, str] = field(default_factory=dict)
    box_of_printing: Mapping[int, str] = field(default_factory=dict)
    examples: Mapping[str, Example] = field(default_factory=dict)
    box_of_example: Mapping[str, str] = field(default_factory=dict)
    formats: Mapping[str, Format] = field(default_factory=dict)
    moved: Mapping[tuple[str, str], Moved] = field(default_factory=dict)
    """The ids that entries had before, by sort and old id."""
    origins: Mapping[tuple[str, str], Origin] = field(default_factory=dict)
    key: str | None = field(default=None, compare=False)
    """By what the cache knows the files it was read from; None where it is not kept."""

    @classmethod
    def unopened(cls, root: FilePath, packs: tuple[FilePath, ...], key: str, parts: Mapping[str, Callable[[], object]]) -> Self:
        """Return a catalogue whose other parts are opened when they are first asked for; then they are as ever."""
        catalog = object.__new__(cls)
        catalog.__dict__.update(root=root, packs=packs, key=key, _unopened=parts)
        return catalog

    if not TYPE_CHECKING:
        # Known to the type checker, a catalogue would seem to have every attribute there is.
        def __getattr__(self, name: str) -> Any:  # noqa: ANN401
            """Open a part. Whatever has been opened, and all that a catalogue was made with, is found before this is asked."""
            parts = self.__dict__.get("_unopened", {})
            if name not in parts:
                raise AttributeError(f"a catalogue has no {name}", name=name, obj=self)
            self.__dict__[name] = parts[name]()
            return self.__dict__[name]

    @cached_property
    def kinds(self) -> dict[str, FeatureKind]:
        """The kinds of features."""
        return self._elements(FeatureKind)

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The figures."""
        return self._elements(Figure)

    @cached_property
    def roles(self) -> dict[str, Role]:
        """What figures are called on kinds of features."""
        return self._elements(Role)

    @cached_property
    def marks(self) -> dict[str, Mark]:
        """The symbols and the scenery printed on tiles."""
        return self._elements(Mark)

    @cached_property
    def actors(self) -> dict[str, Actor]:
        """Who acts in rulings without being a figure or a mark."""
        return self._elements(Actor)

    @cached_property
    def verbs(self) -> dict[str, Verb]:
        """The verbs of rulings."""
        return self._elements(Verb)

    def _elements(self, kind: type[E]) -> dict[str, E]:
        return {i: e for i, e in self.elements.items() if type(e) is kind}

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players, in the order of the boxes that bring them."""
        return tuple(dict.fromkeys(colour for box in self.boxes.values() for colour in box.colours))

    @cached_property
    def carried(self) -> dict[str, str]:
        """What kind of feature each figure carries that lies across tiles, by figure."""
        from catalog.effects import Effect, Span  # noqa: PLC0415  most of what is asked needs no effects

        rules = [rule for s in self.statements.values() if isinstance(s.effect, Effect) for rule in s.effect.rules]
        return {rule.piece: rule.as_ for rule in rules if isinstance(rule, Span)}

    @cached_property
    def rulings(self) -> Rulings:
        """The rulings, ready to be asked."""
        from catalog.questions import Rulings  # noqa: PLC0415  questions are about a catalogue

        return Rulings(self)

    @cached_property
    def rest_letter(self) -> str:
        """The edge letter of the kind that remains where no other feature is."""
        return next((k.edge or "" for k in self.kinds.values() if k.shape == "remainder"), "")

    @cached_property
    def _fields(self) -> dict[str, tuple[DerivedField, ...]]:
        """The derived fields that were asked for, by design."""
        return {}

    def fields(self, design: str) -> tuple[DerivedField, ...]:
        """Return the derived fields of a design."""
        if design not in self._fields:
            from catalog.fields import derive  # noqa: PLC0415  an answer needs no tiles

            self._fields[design] = derive(self.designs[design], self.kinds)
        return self._fields[design]

    def editions_of(self, box: str) -> list[str]:
        """Return the editions in which a box was published, in their order."""
        return [e for e in self.editions if e in self.boxes[box].editions]

    def editions_of_statement(self, statement: Statement) -> tuple[str, ...]:
        """Return the editions in which a statement holds: its own, or those in which the rules of its box are public, if any are."""
        if statement.editions:
            return statement.editions
        return self._public[self.box_of[statement.id]]

    @cached_property
    def _public(self) -> dict[str, tuple[str, ...]]:
        """By box, the editions in which its rules are public, or all of them if none are."""
        return {
            box.id: tuple(e for e in self.editions_of(box.id) if box.editions[e].stage == "playable" or not box.playable)
            for box in self.boxes.values()
        }

    def moved_to(self, sort: str, old: str) -> str | None:
        """Return the id that an entry of a sort (``statement``, ``element``, ``box``, ``design``, ``source``) has now that had this one.

        None where it had not, and where nothing is found in the end.
        """
        seen, now = {old}, old
        while (sort, now) in self.moved:
            now = self.moved[sort, now].to
            if now in seen:
                return None
            seen.add(now)
        return now if now != old and now in self.entries(sort) else None

    def entries(self, sort: str) -> Collection[str]:
        """Return the ids of all entries of a sort (those of :meth:`moved_to`)."""
        match sort:
            case "statement":
                return self.statements
            case "element":
                return self.elements
            case "box":
                return self.boxes
            case "design":
                return self.designs
            case _:
                return self.sources

    @cached_property
    def predecessors(self) -> dict[str, frozenset[str]]:
        """By box, the boxes of earlier editions whose place it takes, those that they follow too."""
        found: dict[str, frozenset[str]] = {}
        for box in self.boxes:
            reached = list(self.boxes[box].follows)
            for one in reached:
                reached += [other for other in self.boxes[one].follows if other not in reached] if one in self.boxes else []
            found[box] = frozenset(reached)
        return found

    def statements_of(self, box: str, edition: str | None = None) -> list[Statement]:
        """Return the statements of a box in reading order, those of one edition if one is given."""
        return [self.statements[statement] for statement in self.statement_ids_of(box, edition)]

    def statement_ids_of(self, box: str, edition: str | None = None) -> list[str]:
        """Return the ids of the statements of a box in reading order, those of one edition if one is given."""
        said = self._said.get(box, ())
        return [i for i in said if edition is None or edition in self.editions_of_statement(self.statements[i])]

    @cached_property
    def _said(self) -> dict[str, list[str]]:
        """The ids of the statements of a box, by box."""
        found: dict[str, list[str]] = {}
        for statement in self.statements:
            found.setdefault(self.box_of[statement], []).append(statement)
        return found

    def printings_of(self, box: str, edition: str | None = None) -> list[Printing]:
        """Return the printings of a box, those of one edition if one is given."""
        return [p for p in self._printed.get(box, ()) if edition is None or edition in p.counts]

    @cached_property
    def _printed(self) -> dict[str, list[Printing]]:
        """The printings of a box, by box."""
        found: dict[str, list[Printing]] = {}
        for n, printing in enumerate(self.printings):
            found.setdefault(self.box_of_printing[n], []).append(printing)
        return found

    def printings_of_design(self, design: str) -> list[Printing]:
        """Return the printings that show a design on either side."""
        return [*self._showing.get(design, ())]

    @cached_property
    def _showing(self) -> dict[str, list[Printing]]:
        """The printings that show a design, by design."""
        found: dict[str, list[Printing]] = {}
        for printing in self.printings:
            for design in dict.fromkeys(filter(None, (printing.design, printing.back))):
                found.setdefault(design, []).append(printing)
        return found

    def value(self, choice: str) -> tuple[Box, RuleOption, OptionValue] | None:
        """Return the box, the option and the value that a choice ``option=value`` names, or None."""
        for box in self.boxes.values():
            for option in box.options:
                for value, name in zip(option.values, option.choices(), strict=True):
                    if name == choice:
                        return box, option, value
        return None

    def values_at(self, editions: Mapping[str, str], chosen: Iterable[str] = ()) -> frozenset[str]:
        """Return the values of the options that boxes play with, each ``option=value``: the last one chosen, or the default.

        ``editions`` are the boxes, each with its edition. What is chosen and does not exist there is passed over.
        """
        wanted = list(chosen)[::-1]
        found = set()
        for box, edition in editions.items():
            for option in self.boxes[box].options if box in self.boxes else ():
                here = option.choices(edition)
                found.update([choice for choice in (*wanted, *here) if choice in here][:1])
        return frozenset(found)

    def classes_of(self, element: str, statements: Iterable[Statement]) -> frozenset[str]:
        """Return an element and all that it counts as, by the memberships that these statements declare, and by its role."""
        from catalog.effects import Effect, IsA  # noqa: PLC0415  the index is below the effects only for reading

        links: dict[str, set[str]] = {}
        for statement in statements:
            if isinstance(statement.effect, Effect):
                for rule in statement.effect.rules:
                    if isinstance(rule, IsA):
                        links.setdefault(rule.element, set()).add(rule.class_)
        for role in self.roles.values():
            links.setdefault(role.id, set()).add(role.of)
        found, todo = {element}, [element]
        while todo:
            for above in links.get(todo.pop(), ()):
                if above not in found:
                    found.add(above)
                    todo.append(above)
        return frozenset(found)

    def newest_edition(self, boxes: Iterable[str]) -> str | None:
        """Return the newest edition in which all of these boxes exist, or None."""
        common = [e for e in self.editions if all(e in self.boxes[b].editions for b in boxes if b in self.boxes)]
        return common[-1] if common else None


def box_order(box: Box) -> tuple[int, int, str]:
    """Return the reading order of boxes: the base game, the large ones by number, the small ones, fans' packs."""
    return _SORTS.index(box.sort), box.number or 0, box.id


def statement_order(statement: Statement) -> int:
    """Return the reading order of sections."""
    return SECTIONS.index(statement.section)


__all__ = ["SECTIONS", "Catalog", "Origin", "box_order", "statement_order"]
