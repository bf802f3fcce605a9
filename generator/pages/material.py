"""What all pages of a build share, whatever their language: the catalogue, and what is looked up in it again and again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from catalog import Catalog, holes
from catalog.differences import Difference, differences
from catalog.effects import Effect, IsA, Modify, Permission, Score, Scoring, Value
from catalog.matrix import Matrix, matrix, together
from catalog.model import Kind, Model, values
from catalog.questions import Rulings
from catalog.relations import boxes_of, is_ruling
from catalog.statements import Statement
from catalog.text import Link, numbers, parse
from catalog.tiles import Design, Printing
from catalog.vocabulary import Role
from engine import lay_table
from generator import addresses
from generator.i18n import Language, Status, Translated
from generator.i18n.languages import count_of
from generator.i18n.progress import rulebooks
from generator.i18n.standing import standing
from generator.pages.examples import PlayedExample
from generator.pictures.inks import Inks
from generator.snippet import as_yaml

RULINGS_SECTION = "interactions"
RELATIONS = ("replaces", "overrides", "revises")
"""What a statement may say of others."""
Coverage = Mapping[str, Mapping[str, Mapping[str, int]]]
"""Counts by box and edition: ``statements``, ``executed``, ``exemplified``, ``pending``."""
Case = tuple[Statement, Permission]
"""A statement with one of its rulings."""
Membership = tuple[str, str]
"""The other end of a membership, with the statement that declares it, by its id."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """When a statement holds, by ids; ``about`` are the boxes that a ruling among boxes is about, none for other statements."""

    id: str
    box: str
    section: str
    editions: tuple[str, ...]
    boxes: tuple[str, ...]
    module: str | None
    option: str | None
    replaces: tuple[str, ...]
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How the texts of a box stand in a language: all of them, and those of each of its rulebooks by its path."""

    whole: Status
    pages: Mapping[str, Status]


@dataclass(frozen=True)
class Material:
    """The catalogue with the look-ups that pages need.

    ``languages`` are those the site is built in, ``examples`` those that were played, by id, and ``inks`` have the players' colours.
    """

    catalog: Catalog
    languages: Sequence[Language]
    coverage: Coverage | None = None
    opening: Sequence[str] = ()
    examples: Mapping[str, PlayedExample] = field(default_factory=dict)
    inks: Inks = field(default_factory=Inks)
    _numbers: dict[str, dict[str, int]] = field(default_factory=dict)
    _named: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _yaml: dict[int, tuple[Model, str]] = field(default_factory=dict)

    def numbers(self, statement: Statement) -> dict[str, int]:
        """Return the numbers that the text of a statement shows."""
        if statement.id not in self._numbers:
            self._numbers[statement.id] = numbers(statement, self.catalog)
        return self._numbers[statement.id]

    def yaml(self, entry: Model) -> str:
        """Return an entry, or a part of one, as an author would write it; a design and a statement as an item of a list."""
        if id(entry) not in self._yaml:
            # Who is held here keeps its number.
            self._yaml[id(entry)] = entry, as_yaml(entry, listed=isinstance(entry, Design | Statement))
        return self._yaml[id(entry)][1]

    def named(self, statement: Statement) -> tuple[str, ...]:
        """Return the elements that the text of a statement links to, in the order of the text."""
        if statement.id not in self._named:
            targets = dict.fromkeys(part.target for part in parse(statement.text) if isinstance(part, Link))
            self._named[statement.id] = tuple(target for target in targets if target in self.catalog.elements)
        return self._named[statement.id]

    @cached_property
    def mentions(self) -> dict[str, list[str]]:
        """The statements whose text links to an element, by element, in reading order."""
        found: dict[str, list[str]] = {}
        for statement in self.catalog.statements.values():
            targets = dict.fromkeys(part.target for part in parse(statement.text) if isinstance(part, Link))
            for target in targets:
                found.setdefault(target, []).append(statement.id)
        return found

    @cached_property
    def shown_by(self) -> dict[str, list[PlayedExample]]:
        """The examples that show a statement, by statement: first those whose main one it is."""
        found: dict[str, list[PlayedExample]] = {}
        for played in self.examples.values():
            for statement in dict.fromkeys(played.example.shows):
                found.setdefault(statement, []).append(played)
        for statement, examples in found.items():
            examples.sort(key=lambda played: played.example.shows[0] != statement)
        return found

    @cached_property
    def cited(self) -> dict[str, list[str]]:
        """The statements that cite a source, by source, in reading order."""
        found: dict[str, list[str]] = {}
        for statement in self.catalog.statements.values():
            found.setdefault(statement.source.doc, []).append(statement.id)
        return found

    @cached_property
    def brought_by(self) -> dict[str, list[str]]:
        """The boxes that bring an element, by element."""
        found: dict[str, list[str]] = {}
        for box in self.catalog.boxes.values():
            for element in box.brings:
                found.setdefault(element, []).append(box.id)
        return found

    @cached_property
    def alike(self) -> dict[str, tuple[str, ...]]:
        """The designs of one square by their edges, however they are turned: see :func:`catalog.holes.alike`."""
        return holes.alike(self.catalog)

    @cached_property
    def former(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """The ids that entries had before, by sort and id."""
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for sort, old in self.catalog.moved:
            new = self.catalog.moved_to(sort, old)
            if new is not None:
                found[sort, new] = (*found.get((sort, new), ()), old)
        return found

    @cached_property
    def answered_by(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """By what they say of another (one of :data:`RELATIONS`) and by that other, the ids of the statements that say so."""
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for statement in self.catalog.statements.values():
            for relation in RELATIONS:
                for other in getattr(statement, relation):
                    found[relation, other] = (*found.get((relation, other), ()), statement.id)
        return found

    @cached_property
    def sections(self) -> dict[tuple[str, str], list[str]]:
        """The statements of each section of a box, by box and section, in reading order."""
        found: dict[tuple[str, str], list[str]] = {}
        for statement in self.catalog.statements.values():
            found.setdefault((self.catalog.box_of[statement.id], statement.section), []).append(statement.id)
        return found

    @cached_property
    def permissions(self) -> dict[str, tuple[Permission, ...]]:
        """What statements permit and forbid, by the statement, in reading order."""
        return {s.id: given for s in self.catalog.statements.values() if (given := tuple(s.permissions))}

    @cached_property
    def rulings_of(self) -> dict[str, list[Case]]:
        """The rulings that name an element as who acts, what is done, or to whom or where it is done, by element."""
        found: dict[str, list[Case]] = {}
        for statement in self.catalog.statements.values():
            for permission in statement.permissions:
                named = (permission.actor, permission.verb, permission.target, *permission.on)
                for element in dict.fromkeys(named):
                    found.setdefault(element, []).append((statement, permission))
        return found

    @cached_property
    def between(self) -> dict[tuple[str, str], list[Statement]]:
        """The statements that rule on what one does to another, by both, in reading order."""
        found: dict[tuple[str, str], dict[str, Statement]] = {}
        for statement in self.catalog.statements.values():
            for permission in statement.permissions:
                found.setdefault((permission.actor, permission.target), {})[statement.id] = statement
        return {pair: list(statements.values()) for pair, statements in found.items()}

    @cached_property
    def counts_as(self) -> tuple[dict[str, list[Membership]], dict[str, list[Membership]]]:
        """What counts as what: by element the classes it belongs to, by class the elements, each with the statement that says so."""
        classes: dict[str, list[Membership]] = {}
        members: dict[str, list[Membership]] = {}
        for statement in self.catalog.statements.values():
            for rule in _rules(statement):
                if isinstance(rule, IsA):
                    classes.setdefault(rule.element, []).append((rule.class_, statement.id))
                    members.setdefault(rule.class_, []).append((rule.element, statement.id))
        return classes, members

    @cached_property
    def texts(self) -> dict[tuple[str, str], dict[Translated, list[str]]]:
        """The contexts of all texts of the data, by language and box (an empty text: of none), and how they stand: without their words."""
        found: dict[tuple[str, str], dict[Translated, list[str]]] = {}
        homes: dict[str, str] = {}
        for language in self.languages:
            found.update(((language.tag, box), {}) for box in (*self.catalog.boxes, ""))
            for message in language.messages:
                context = message.context or ""
                if context not in homes:
                    homes[context] = standing(self.catalog, context).box
                here = found[language.tag, homes[context]]
                here.setdefault(language.stands(context, message.english), []).append(context)
        return found

    @cached_property
    def counts(self) -> dict[tuple[str, str], Counts]:
        """How many texts of the data are right, by language and box."""
        said: dict[str, dict[str, Translated]] = {language.tag: {} for language in self.languages}
        for (tag, _), texts in self.texts.items():
            said[tag].update((context, stands) for stands, contexts in texts.items() for context in contexts)
        printed = rulebooks(self.catalog)
        found = {}
        for (tag, box), texts in self.texts.items():
            paths = [addresses.rulebook(box, edition) for edition in self.catalog.editions_of(box)] if box else []
            found[tag, box] = Counts(
                count_of(stands for stands, contexts in texts.items() for _ in contexts),
                {path: count_of(said[tag][c] for c in printed[path] if c in said[tag]) for path in paths},
            )
        return found

    @cached_property
    def roles_of(self) -> dict[str, list[Role]]:
        """The names that a figure has in its places, by figure."""
        found: dict[str, list[Role]] = {}
        for role in self.catalog.roles.values():
            found.setdefault(role.of, []).append(role)
        return found

    @cached_property
    def showing(self) -> dict[str, list[Design]]:
        """The designs that show a mark or a kind of feature, by that."""
        found: dict[str, list[Design]] = {}
        for design in self.catalog.designs.values():
            for element in (*self.kinds_of(design), *self.marks_of(design)):
                found.setdefault(element, []).append(design)
        return found

    @cached_property
    def uses(self) -> dict[str, list[str]]:
        """The ids of the statements whose effect uses a kind of the vocabulary, by the kind's key, in reading order."""
        found: dict[str, list[str]] = {}
        for statement in self.catalog.statements.values():
            for key in dict.fromkeys(node.key for node in self._written[statement.id] if isinstance(node, Kind)):
                found.setdefault(key, []).append(statement.id)
        return found

    @cached_property
    def specimen(self) -> str | None:
        """A small statement that shows most of the format, by its id: an event, a condition, an act, a number in its text, an example."""
        found = []
        for statement in self.catalog.statements.values():
            effect = statement.effect
            if isinstance(effect, Effect) and effect.when and effect.do:
                signs = (bool(effect.if_), bool(self.numbers(statement)), statement.id in self.shown_by)
                found.append((-sum(signs), self.sizes[statement.id], statement.id))
        return min(found, key=lambda one: one[:2])[2] if found else None

    @cached_property
    def sizes(self) -> dict[str, int]:
        """Of how many parts the effect of a statement is made, by statement."""
        return {statement: len(parts) for statement, parts in self._written.items()}

    @cached_property
    def _written(self) -> dict[str, list[object]]:
        """All that is written in the effect of a statement, by statement."""
        return {s.id: [part for _, part in values(s.effect)] for s in self.catalog.statements.values()}

    @cached_property
    def matrices(self) -> dict[str, Matrix]:
        """All that can be asked, with its answer, by edition."""
        rulings = Rulings(self.catalog)
        return {edition: matrix(rulings, edition) for edition in self.catalog.editions}

    @cached_property
    def ruling(self) -> tuple[object, ...]:
        """What the matrices follow from in statements: when those hold that rule on a case or on what counts as what, and how."""
        return tuple(
            (s.id, self.catalog.box_of[s.id], self.catalog.editions_of_statement(s), s.boxes, s.module, s.option, *said)
            for s in self.catalog.statements.values()
            for said in [(s.replaces, s.overrides, [rule for rule in _rules(s) if isinstance(rule, IsA | Permission)])]
            if any(said)
        )

    @cached_property
    def together(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """The statements that are about two boxes, for each two that can be expected on one table."""
        return together(self.catalog)

    @cached_property
    def differences(self) -> dict[tuple[str, str], list[Difference]]:
        """What changed between each two editions, the earlier one first."""
        return {pair: differences(self.catalog, *pair) for pair in combinations(self.catalog.editions, 2)}

    @cached_property
    def dated(self) -> list[tuple[str, str]]:
        """The ids of the statements with a date, their own or that of their document, newest first; of one date in reading order."""
        sources = self.catalog.sources
        found = [(date, s.id) for s in self.catalog.statements.values() if (date := s.source.date or sources[s.source.doc].date)]
        return sorted(found, key=lambda pair: pair[0], reverse=True)

    @cached_property
    def conditions(self) -> tuple[Conditions, ...]:
        """When each statement holds, in reading order: nothing of this is about what it says."""
        return tuple(
            Conditions(
                id=s.id,
                box=self.catalog.box_of[s.id],
                section=s.section,
                editions=self.catalog.editions_of_statement(s),
                boxes=s.boxes,
                module=s.module,
                option=s.option,
                replaces=s.replaces,
                about=boxes_of(s, self.catalog) if s.section == RULINGS_SECTION else (),
            )
            for s in self.catalog.statements.values()
        )

    @cached_property
    def giving_points(self) -> tuple[str, ...]:
        """The statements that may stand in a scoring table, in reading order."""
        giving = Scoring | Modify | Value | Score
        return tuple(s for s, parts in self._written.items() if any(isinstance(part, giving) for part in parts))

    def held_at(self, chosen: str) -> tuple[str, ...]:
        """Return the statements that hold at a table, in reading order; it is chosen as on the command line."""
        return tuple(statement.id for statement in lay_table(self.catalog, chosen).statements)

    def related(self, box: str) -> list[str]:
        """Return the boxes that bring something this box brings too, so that their tiles may be taken for its own."""
        own = self.catalog.boxes[box].brings
        return list(dict.fromkeys(other for element in own for other in self.brought_by[element] if other != box))

    def rulings_about(self, box: str, edition: str) -> list[Statement]:
        """Return the rulings that other boxes hold about this one in an edition, but for boxes that are played with it anyway."""
        return [s for s in self._rulings.get(box, ()) if edition in self.catalog.editions_of_statement(s)]

    @cached_property
    def _rulings(self) -> dict[str, list[Statement]]:
        """The rulings that other boxes hold about a box, by box."""
        found: dict[str, list[Statement]] = {}
        for name, statement in self.catalog.statements.items():
            home = self.catalog.box_of[name]
            for box in boxes_of(statement, self.catalog) if is_ruling(statement) else ():
                if box != home and box not in self.catalog.boxes[home].needs:
                    found.setdefault(box, []).append(statement)
        return found

    def letter(self, design: Design) -> str:
        """Return the letter printed on a design, or the last part of its id where no printing has it."""
        printings = self.catalog.printings_of_design(design.id)
        return printings[0].letter if printings else design.id.partition("/")[2].upper()

    def samples(self, box: str, edition: str, count: int = 6) -> list[Printing]:
        """Return a handful of printings that tell a box from others: those with the rarest symbols first, then a spread."""
        printings = self.catalog.printings_of(box, edition)
        if len(printings) <= count:
            return printings
        chosen: dict[str, Printing] = {}
        seen: set[str] = set()
        for printing in printings:
            symbols = [m for m in self.marks_of(self.catalog.designs[printing.design]) if self.catalog.marks[m].sort == "symbol"]
            if not seen.issuperset(symbols) and len(chosen) < count:
                seen.update(symbols)
                chosen[printing.design] = printing
        for n in range(count):
            if len(chosen) < count:
                printing = printings[n * len(printings) // count]
                chosen.setdefault(printing.design, printing)
        return [p for p in printings if chosen.get(p.design) is p]

    @cached_property
    def published(self) -> dict[str, tuple[str, ...]]:
        """The editions in which a design is printed, by design, in whatever box and on whichever face."""
        found: dict[str, set[str]] = {}
        for printing in self.catalog.printings:
            for name in (printing.design, printing.back):
                if name:
                    found.setdefault(name, set()).update(printing.counts)
        return {name: tuple(e for e in self.catalog.editions if e in there) for name, there in found.items()}

    def telltales(self, edition: str, count: int) -> list[Design]:
        """Return designs of one square that tell an edition from others: those of the fewest editions, from as many boxes as can be."""
        by_box: dict[str, list[Design]] = {}
        for name, there in self.published.items():
            design = self.catalog.designs[name]
            if edition in there and not design.squares:
                by_box.setdefault(design.box, []).append(design)

        def rare(design: Design) -> tuple[int, int]:
            return len(self.published[design.id]), -len(self.kinds_of(design)) - len(self.marks_of(design))

        ranked = [(n, design) for designs in by_box.values() for n, design in enumerate(sorted(designs, key=rare))]
        ranked.sort(key=lambda pair: (pair[0], rare(pair[1])))
        chosen = {design.id for _, design in ranked[:count]}
        return [design for design in self.catalog.designs.values() if design.id in chosen]

    def emblem(self, box: str) -> Design | None:
        """Return the design of one square that stands for a box: the one that shows most, of its newest edition."""
        published = self.catalog.editions_of(box)
        found = [self.catalog.designs[p.design] for p in self.catalog.printings_of(box, published[-1])] if published else []
        return max((d for d in found if not d.squares), key=lambda d: len(self.kinds_of(d)) + len(self.marks_of(d)), default=None)

    def marks_of(self, design: Design) -> list[str]:
        """Return the marks of a design once each: those of its features, then those of its squares."""
        marks: dict[str, None] = {}
        for square in design.all_squares:
            for feature in square.features:
                marks.update(dict.fromkeys(feature.marks))
                if isinstance(feature.ends, str) and feature.ends in self.catalog.marks:
                    marks[feature.ends] = None
            marks.update(dict.fromkeys(square.marks))
        marks.update(dict.fromkeys(design.marks))
        return list(marks)

    def kinds_of(self, design: Design) -> list[str]:
        """Return the kinds of features of a design, once each, fields included where it has some."""
        kinds = dict.fromkeys(f.kind for square in design.all_squares for f in square.features)
        if self.catalog.fields(design.id):
            kinds.update(dict.fromkeys(k.id for k in self.catalog.kinds.values() if k.shape == "remainder"))
        return list(kinds)


def _rules(statement: Statement) -> Sequence[object]:
    return statement.effect.rules if isinstance(statement.effect, Effect) else ()
