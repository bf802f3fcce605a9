"""Questions: may this actor do this to that, there? One function answers the command line, the site and the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from catalog.effects import Permission, Verdict
from catalog.index import Catalog
from catalog.statements import Statement

AGAINST = ("may-not", "does-not", "need-not")
"""The verdicts by which play refuses a choice, or does not do what would be automatic."""
CHOICE = ("may", "may-not", "must")
AUTOMATIC = ("does", "does-not", "need-not")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, in ids: actor, verb, target, where the target stands, in which edition, with which boxes (None: all)."""

    actor: str
    verb: str
    target: str
    on: tuple[str, ...] = ()
    edition: str | None = None
    boxes: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Exception_:
    """A ruling that gives another verdict under a condition."""

    verdict: Verdict
    statement: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rulings say: ``verdict`` or ``not-stated``, what play does, exceptions, consequences and the rulings by id.

    ``other_editions`` is not empty when only rulings of other editions speak: then the answer is theirs.
    """

    verdict: Verdict | str
    play: str
    exceptions: tuple[Exception_, ...] = ()
    consequences: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    other_editions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """A ruling of a statement, with its scope spelled out: the smaller it is, the more exactly it speaks."""

    permission: Permission
    statement: Statement
    box: str
    editions: frozenset[str]

    @cached_property
    def places(self) -> frozenset[str]:
        """The places it speaks of, all of which must hold."""
        return frozenset(self.permission.on)

    @cached_property
    def conditions(self) -> frozenset[str]:
        """Its conditions, in a form that can be compared."""
        return frozenset(c.model_dump_json() for c in self.permission.if_)

    @cached_property
    def boxes(self) -> frozenset[str]:
        """The boxes it needs on the table."""
        return frozenset((self.box, *self.statement.boxes))


@dataclass(frozen=True)
class Rulings:
    """Every ruling of a catalogue, ready to be asked."""

    catalog: Catalog
    _classes: dict[tuple[str, str | None], frozenset[str]] = field(default_factory=dict)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rulings in reading order."""
        catalog = self.catalog
        return tuple(
            Row(permission, statement, catalog.box_of[i], frozenset(catalog.editions_of_statement(statement)))
            for i, statement in catalog.statements.items()
            for permission in statement.permissions
        )

    def classes(self, element: str, edition: str | None = None) -> frozenset[str]:
        """Return an element and all that it counts as in an edition (in any, without one)."""
        key = (element, edition)
        if key not in self._classes:
            catalog = self.catalog
            statements = (s for s in catalog.statements.values() if edition is None or edition in catalog.editions_of_statement(s))
            self._classes[key] = catalog.classes_of(element, statements)
        return self._classes[key]

    def within(self, inner: str, outer: str) -> bool:
        """Tell whether one element counts as another."""
        return outer in self.classes(inner)

    def beats(self, one: Row, other: Row) -> bool:
        """Tell whether one ruling wins over another that applies too: its scope lies within the other's, or it says so."""
        if other.statement.id in one.statement.overrides:
            return True
        if one.statement.id in other.statement.overrides:
            return False
        a, b = one.permission, other.permission
        subset = (
            self.within(a.actor, b.actor)
            and self.within(a.target, b.target)
            and one.places >= other.places
            and one.conditions >= other.conditions
            and one.boxes >= other.boxes
        ) or (
            # Two boxes may rule on the same case; which box speaks is then no part of the scope unless all else is equal.
            self.within(a.actor, b.actor)
            and self.within(a.target, b.target)
            and one.places >= other.places
            and one.conditions >= other.conditions
            and (a.actor, a.target, one.places, one.conditions) != (b.actor, b.target, other.places, other.conditions)
        )
        same = (a.actor, a.target, one.places, one.conditions, one.boxes) == (
            b.actor, b.target, other.places, other.conditions, other.boxes,
        )  # fmt: skip
        return subset and not same

    def clashes(self) -> Iterator[tuple[Row, Row]]:
        """Yield pairs of rulings that can apply to one case, disagree, and have no winner."""
        for one, other in combinations(self.rows, 2):
            a, b = one.permission, other.permission
            if a.verb != b.verb or a.verdict == b.verdict or not one.editions & other.editions:
                continue
            actor, target = self._narrower(a.actor, b.actor), self._narrower(a.target, b.target)
            if actor is None or target is None or self.beats(one, other) or self.beats(other, one):
                continue
            places, conditions = one.places | other.places, one.conditions | other.conditions
            if len(places & self.catalog.kinds.keys()) > 1:
                continue  # What stands on a feature stands on one: the two never apply together.
            settled = any(
                self.beats(third, one)
                and self.beats(third, other)
                and third.permission.verb == a.verb
                and self.within(actor, third.permission.actor)
                and self.within(target, third.permission.target)
                and third.places <= places
                and third.conditions <= conditions
                for third in self.rows
            )
            if not settled:
                yield one, other

    def _narrower(self, a: str, b: str) -> str | None:
        if self.within(a, b):
            return a
        return b if self.within(b, a) else None

    def ask(self, question: Question) -> Answer:
        """Answer a question. What no ruling reaches is ``not-stated``; ``play`` then says what the verb's default does."""
        verb = self.catalog.verbs[question.verb]
        rows = [row for row in self.rows if self._applies(row, question, question.edition)]
        elsewhere = not rows
        if elsewhere:
            rows = [row for row in self.rows if self._applies(row, question, None)]
        firm = self._winners(row for row in rows if not row.conditions)
        verdict = firm[0].permission.verdict if firm else None
        against = [
            row
            for row in self._winners(row for row in rows if row.conditions)
            if row.permission.verdict != verdict and not any(self.beats(f, row) for f in firm)
        ]
        play = verb.unless_stated if verdict is None else ("refuse" if verdict in AGAINST else "allow")
        cited = [*firm, *against]
        entailed = [s for row in firm for s in row.permission.entails]
        other = {e for row in cited for e in row.editions} if elsewhere else set()
        return Answer(
            verdict=verdict or "not-stated",
            play=play,
            exceptions=tuple(Exception_(row.permission.verdict, row.statement.id) for row in against),
            consequences=tuple(dict.fromkeys(entailed)),
            rulings=tuple(dict.fromkeys(row.statement.id for row in cited)),
            other_editions=tuple(e for e in self.catalog.editions if e in other),
        )

    def _applies(self, row: Row, question: Question, edition: str | None) -> bool:
        asked = row.permission
        places = frozenset().union(*(self.classes(place, edition) for place in question.on), frozenset())
        return (
            asked.verb == question.verb
            and (edition is None or edition in row.editions)
            and asked.actor in self.classes(question.actor, edition)
            and asked.target in self.classes(question.target, edition)
            and row.places <= places
            and (question.boxes is None or row.boxes <= set(question.boxes))
        )

    def _winners(self, rows: Iterable[Row]) -> list[Row]:
        found = list(rows)
        return [row for row in found if not any(self.beats(other, row) for other in found if other is not row)]


def can(catalog: Catalog, question: Question) -> Answer:
    """Answer one question; for many, keep a :class:`Rulings`."""
    return Rulings(catalog).ask(question)
