"""Questions: may this actor do this to that, there? One function answers the command line, the site and the engine."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from catalog.asked import check
from catalog.effects import Effect, IsA, Not, Permission, Verdict
from catalog.index import Catalog
from catalog.model import Model, Path
from catalog.options import split
from catalog.statements import Statement
from catalog.vocabulary import Figure, Mark

AGAINST = ("may-not", "does-not", "need-not")
"""The verdicts by which play refuses a choice, or does not do what would be automatic."""
CHOICE = ("may", "may-not", "must")
AUTOMATIC = ("does", "does-not", "need-not")
_CAUTION = ("may-not", "does-not", "need-not", "may", "must", "does")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, in ids: actor, verb, target, where the target stands, in which edition, with which boxes (None: all).

    ``table`` says it more exactly, for tables that mix printings: the boxes, each with its edition; it is taken instead of
    ``edition`` and ``boxes``. ``options`` are the values that the table has chosen, each ``option=value``; other options
    have their default. ``left_out``: the modules it does not play.
    """

    actor: str
    verb: str
    target: str
    on: tuple[str, ...] = ()
    edition: str | None = None
    boxes: tuple[str, ...] | None = None
    table: Mapping[str, str] | None = None
    options: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exception_:  # noqa: N801  without the underscore it is Python's
    """A ruling that gives another verdict under a condition."""

    verdict: Verdict
    statement: str


@dataclass(frozen=True, slots=True)
class Beaten:
    """A ruling that would give another verdict, had it not lost; ``reached``: the statements by which it speaks of this case at all."""

    verdict: Verdict
    statement: str
    reached: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rulings say: ``verdict`` or ``not-stated``, what play does, exceptions, consequences and the rulings by id.

    ``beaten`` are the more general rulings that the verdict departs from. ``other_editions`` is not empty when only rulings of other editions speak: then the answer is theirs.
    """

    verdict: Verdict | str
    play: str
    exceptions: tuple[Exception_, ...] = ()
    consequences: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    other_editions: tuple[str, ...] = ()
    beaten: tuple[Beaten, ...] = ()


def spelled(condition: Model) -> str:
    """Return a condition in a form that can be compared. No model has to learn to write entries for it."""
    return repr(condition)


@dataclass(frozen=True)
class Row:
    """A ruling of a statement, with its scope spelled out: the smaller it is, the more exactly it speaks.

    A role is spelled as what it is: a figure (``target``) on a kind of feature, which is one of the ``places``.
    """

    permission: Permission
    statement: Statement
    box: str
    editions: frozenset[str]
    target: str
    places: frozenset[str]

    @property
    def path(self) -> Path:
        """The path of the ruling in its statement."""
        rules = self.statement.effect.rules if isinstance(self.statement.effect, Effect) else ()
        return "effect", "rules", next(n for n, rule in enumerate(rules) if rule is self.permission), "permission"

    @cached_property
    def conditions(self) -> frozenset[str]:
        """Its conditions, the value of an option it holds with among them, in a form that can be compared."""
        option = {f"option {self.statement.option}"} if self.statement.option else set()
        return frozenset(option | {spelled(c) for c in self.permission.if_})

    @cached_property
    def ruled_out(self) -> frozenset[str]:
        """The conditions under which it does not hold."""
        return frozenset(spelled(c) for outer in self.permission.if_ if isinstance(outer, Not) for c in outer.any_of)

    @cached_property
    def boxes(self) -> frozenset[str]:
        """The boxes it needs on the table."""
        return frozenset((self.box, *self.statement.boxes))

    @cached_property
    def needs(self) -> frozenset[str]:
        """All that it needs on the table: boxes, and the module it belongs to."""
        return self.boxes | ({f"module {self.statement.module}"} if self.statement.module else set())


@dataclass(frozen=True, slots=True)
class Clash:
    """Two rulings that disagree on a case (an actor and a target), and neither wins."""

    one: Row
    other: Row
    actor: str
    target: str


@dataclass(frozen=True, slots=True)
class Setting:
    """What is on the table: the boxes (None: all), in one edition (None: any), or each in its own (``editions``)."""

    edition: str | None = None
    boxes: tuple[str, ...] | None = None
    editions: tuple[tuple[str, str], ...] | None = None
    options: frozenset[str] = frozenset()
    left_out: tuple[str, ...] = ()

    def holds(self, editions: Container[str], box: str, needs: Iterable[str], module: str | None, option: str | None) -> bool:
        """Tell whether what a box says in these editions, with these boxes, this module and this value, holds here."""
        if module in self.left_out or (option is not None and option not in self.options and self != ANYWHERE):
            return False
        if self.editions is not None:
            table = dict(self.editions)
            return table.get(box) in editions and all(other in table for other in needs)
        there = self.boxes is None or {box, *needs} <= {*self.boxes}
        return there and (self.edition is None or self.edition in editions)


ANYWHERE = Setting()


@dataclass(frozen=True)
class Rulings:
    """Every ruling of a catalogue, ready to be asked."""

    catalog: Catalog
    _links: dict[Setting, dict[str, dict[str, str | None]]] = field(default_factory=dict)
    _classes: dict[tuple[str, Setting], dict[str, tuple[str, ...]]] = field(default_factory=dict)
    _replaced: dict[Setting, frozenset[str]] = field(default_factory=dict)
    _both: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rulings in reading order."""
        return tuple(
            self._row(permission, statement)
            for statement in self.catalog.statements.values()
            for permission in statement.permissions
        )

    def _row(self, permission: Permission, statement: Statement) -> Row:
        catalog = self.catalog
        role = catalog.roles.get(permission.target)
        target, places = (role.of, {role.on}) if role else (permission.target, set())
        editions = frozenset(catalog.editions_of_statement(statement))
        return Row(permission, statement, catalog.box_of[statement.id], editions, target, frozenset({*permission.on, *places}))

    def classes(self, element: str, setting: Setting = ANYWHERE) -> dict[str, tuple[str, ...]]:
        """Return an element and all that it counts as, each with the statements that make it so."""
        if (element, setting) not in self._classes:
            links = self._memberships(setting)
            found: dict[str, tuple[str, ...]] = {element: ()}
            todo = [element]
            for one in todo:
                for above, statement in links.get(one, {}).items():
                    if above not in found:
                        found[above] = (*found[one], *([statement] if statement else []))
                        todo.append(above)
            self._classes[element, setting] = found
        return self._classes[element, setting]

    def _memberships(self, setting: Setting) -> dict[str, dict[str, str | None]]:
        if setting not in self._links:
            links: dict[str, dict[str, str | None]] = {role.id: {role.of: None} for role in self.catalog.roles.values()}
            for statement, rule in self._declared:
                if self._stands(statement, setting):
                    links.setdefault(rule.element, {}).setdefault(rule.class_, statement.id)
            self._links[setting] = links
        return self._links[setting]

    @cached_property
    def _declared(self) -> list[tuple[Statement, IsA]]:
        """The statements by which one thing counts as another."""
        effects = ((s, s.effect) for s in self.catalog.statements.values())
        return [(s, rule) for s, e in effects if isinstance(e, Effect) for rule in e.rules if isinstance(rule, IsA)]

    def _holds(self, statement: Statement, setting: Setting) -> bool:
        catalog = self.catalog
        editions, box = catalog.editions_of_statement(statement), catalog.box_of[statement.id]
        return setting.holds(editions, box, statement.boxes, statement.module, statement.option)

    def _stands(self, statement: Statement, setting: Setting) -> bool:
        """Tell whether a statement holds and none stands in its place. Anywhere, what is replaced somewhere stands elsewhere."""
        return self._holds(statement, setting) and (setting == ANYWHERE or statement.id not in self.replaced(setting))

    def replaced(self, setting: Setting) -> frozenset[str]:
        """Return the statements that do not hold because another one stands in their place."""
        if setting not in self._replaced:
            self._replaced[setting] = frozenset(
                other
                for statement in self.catalog.statements.values()
                if statement.replaces and self._holds(statement, setting)
                for other in statement.replaces
            )
        return self._replaced[setting]

    def within(self, inner: str, outer: str, setting: Setting = ANYWHERE) -> bool:
        """Tell whether one element counts as another."""
        return outer in self.classes(inner, setting)

    def beats(self, one: Row, other: Row, setting: Setting = ANYWHERE) -> bool:
        """Tell whether one ruling wins over another that applies too. What lies within what, the statements say that hold there.

        It wins if it says so; or if its case (actor, target, places, conditions) lies within the other's and is narrower; or if
        both rule on the very same case, and it needs all that the other needs on the table and more. No two beat one another.
        """
        if other.statement.id in (*one.statement.overrides, *one.statement.replaces):
            return True
        if one.statement.id in (*other.statement.overrides, *other.statement.replaces) or not self._inside(one, other, setting):
            return False
        return not self._inside(other, one, setting) or one.needs > other.needs

    def may_lie_in(self, one: Row, other: Row) -> bool:
        """Tell whether the case of one ruling lies within that of another, on some table at least."""
        return self._inside(one, other, ANYWHERE)

    def _inside(self, one: Row, other: Row, setting: Setting) -> bool:
        return (
            self.within(one.permission.actor, other.permission.actor, setting)
            and self.within(one.target, other.target, setting)
            and all(any(self.within(place, outer, setting) for place in one.places) for outer in other.places)
            and one.conditions >= other.conditions
        )

    def clashes(self) -> Iterator[Clash]:
        """Yield pairs of rulings that can apply to one case, disagree, and have no winner."""
        for one, other in self._rivals():
            if self._apart(one, other) or self.beats(one, other) or self.beats(other, one):
                continue
            cases = [
                (actor, target)
                for actor in self._shared(one.permission.actor, other.permission.actor)
                for target in self._shared(one.target, other.target)
            ]
            editions = [e for e in self.catalog.editions if e in one.editions & other.editions]
            yield from (
                Clash(one, other, *case)
                for case in cases
                if not all(self._settled(one, other, *case, edition) for edition in editions)
            )

    def _rivals(self) -> Iterator[tuple[Row, Row]]:
        """Yield the pairs of rulings that disagree about one verb, in reading order."""
        by_verb: dict[str, list[Row]] = {}
        for row in self.rows:
            by_verb.setdefault(row.permission.verb, []).append(row)
        place = {id(row): n for n, row in enumerate(self.rows)}
        pairs = [
            (one, other)
            for rows in by_verb.values()
            for one, other in combinations(rows, 2)
            if one.permission.verdict != other.permission.verdict
        ]
        yield from sorted(pairs, key=lambda pair: (place[id(pair[0])], place[id(pair[1])]))

    @cached_property
    def _grounds(self) -> frozenset[str]:
        """What a figure stands on, on one of them at a time: kinds of features, and marks and figures that are a ground."""
        elements = self.catalog.elements
        return frozenset(self.catalog.kinds) | {i for i, e in elements.items() if isinstance(e, Mark | Figure) and e.ground}

    def _apart(self, one: Row, other: Row) -> bool:
        """Tell whether two rulings never speak of one case: a figure stands on one feature or one ground, a condition holds or
        does not, and a table plays with one value of an option.
        """
        mine, theirs = one.statement.option or "", other.statement.option or ""
        return (
            len((one.places | other.places) & self._grounds) > 1
            or bool(one.ruled_out & other.conditions or other.ruled_out & one.conditions)
            or (mine != theirs and split(mine)[0] == split(theirs)[0])
        )

    def _shared(self, a: str, b: str) -> list[str]:
        """Return the widest elements that count as both of two."""
        if (a, b) not in self._both:
            counted = self._counted
            below = counted.get(a, frozenset({a})) & counted.get(b, frozenset({b}))
            both = [e for e in dict.fromkeys((a, b, *self.catalog.elements)) if e in below]
            self._both[a, b] = [e for e in both if not any(self.within(e, o) and not self.within(o, e) for o in both)]
        return self._both[a, b]

    @cached_property
    def _counted(self) -> dict[str, frozenset[str]]:
        """By element, all that count as it somewhere."""
        found: dict[str, set[str]] = {}
        spoken = {word for row in self.rows for word in (row.permission.actor, row.target)}
        for element in dict.fromkeys((*self.catalog.elements, *spoken)):
            for above in self.classes(element):
                found.setdefault(above, set()).add(element)
        return {above: frozenset(below) for above, below in found.items()}

    def _settled(self, one: Row, other: Row, actor: str, target: str, edition: str) -> bool:
        """Tell whether one of two rulings loses the case that they share to a third, which always holds where these two do."""
        needs, places, conditions = one.needs | other.needs, one.places | other.places, one.conditions | other.conditions
        boxes = self._table(one, other, actor, target)
        needs |= {*boxes}
        return bool({one.statement.id, other.statement.id} & self.replaced(Setting(edition, boxes))) or any(
            third.permission.verb == one.permission.verb
            and edition in third.editions
            and third.needs <= needs
            and third.conditions <= conditions
            and all(any(self.within(place, outer) for place in places) for outer in third.places)
            and self.within(actor, third.permission.actor)
            and self.within(target, third.target)
            and (self.beats(third, one) or self.beats(third, other))
            for third in self.rows
        )

    def _table(self, one: Row, other: Row, actor: str, target: str) -> tuple[str, ...]:
        """Return the boxes that are on every table on which two rulings speak of a case: theirs, and those that these need."""
        found = one.boxes | other.boxes
        for row in (one, other):
            reached = self.classes(actor)[row.permission.actor] + self.classes(target)[row.target]
            found |= {box for i in reached for box in (self.catalog.box_of[i], *self.catalog.statements[i].boxes)}
        todo = list(found)
        for box in todo:
            todo += [b for b in (self.catalog.boxes[box].needs if box in self.catalog.boxes else ()) if b not in todo]
        return tuple(sorted(todo))

    def ask(self, question: Question) -> Answer:
        """Answer a question. What no ruling reaches is ``not-stated``; ``play`` then says what the verb's default does.

        Without an edition, and where that edition is silent, the newest one speaks in which a ruling reaches the case; but what
        comes with one box in that edition is not spoken of by the rulings of another box that brings the like. Raises
        ``KeyError`` for a verb that does not exist; other words that do not exist are never reached.
        """
        verb = self.catalog.verbs[question.verb]
        setting, rows = self._spoken(question)
        chosen = {f"option {choice}" for choice in setting.options}
        open_ = [row for row in rows if row.conditions <= chosen]
        firm = self.winners(open_, setting)
        # Winners that disagree are a finding; the answer is then the cautious one, whichever stands first.
        verdict = min((row.permission.verdict for row in firm), key=_CAUTION.index, default=None)
        against = [
            row
            for row in self.winners((row for row in rows if not row.conditions <= chosen), setting)
            if row.permission.verdict != verdict and not any(self.beats(f, row, setting) for f in firm)
        ]
        play = verb.unless_stated if verdict is None else ("refuse" if verdict in AGAINST else "allow")
        cited = [*firm, *against]
        lost = [row for row in open_ if row.permission.verdict != verdict and not any(row is other for other in firm)]
        rulings = tuple(dict.fromkeys(i for row in cited for i in (row.statement.id, *self._reached(row, question, setting))))
        elsewhere = question.edition not in {None, setting.edition} and question.table is None
        return Answer(
            verdict=verdict or "not-stated",
            play=play,
            exceptions=tuple(Exception_(row.permission.verdict, row.statement.id) for row in against),
            consequences=tuple(dict.fromkeys(s for row in firm for s in row.permission.entails)),
            rulings=rulings,
            other_editions=self.together(rulings) if elsewhere else (),
            beaten=tuple(
                dict.fromkeys(
                    Beaten(row.permission.verdict, row.statement.id, self._reached(row, question, setting)) for row in lost
                )
            ),
        )

    def together(self, statements: Iterable[str]) -> tuple[str, ...]:
        """Return the editions in which all of some statements hold; where there is none, those in which any of them does."""
        catalog = self.catalog
        held = [{*catalog.editions_of_statement(catalog.statements[i])} for i in statements]
        found = set.intersection(*held) or set.union(*held) if held else set()
        return tuple(e for e in catalog.editions if e in found)

    def _spoken(self, question: Question) -> tuple[Setting, list[Row]]:
        """Return the first setting in which a ruling gives the verdict, with the rulings there; else the first with an exception."""
        silent: tuple[Setting, list[Row]] = (ANYWHERE, [])
        for setting in self._settings(question):
            rows = self._about(question, setting)
            if question.table is None and setting.edition != question.edition:
                rows = [row for row in rows if self._same_things(row, question)]
            if any(row.conditions <= {f"option {choice}" for choice in setting.options} for row in rows):
                return setting, rows
            if rows and not silent[1]:
                silent = setting, rows
        return silent

    def _same_things(self, row: Row, question: Question) -> bool:
        """Tell whether a ruling of another edition is about the things of the edition asked for: of a box that brings them in both."""
        catalog = self.catalog
        involved = {b for box in row.boxes for b in (box, *(catalog.boxes[box].needs if box in catalog.boxes else ()))}
        there = [
            b for b in catalog.boxes.values() if question.edition in b.editions and b.id in (question.boxes or catalog.boxes)
        ]
        for element in (question.actor, question.target):
            bringing = {box.id for box in there if element in box.brings}
            if bringing and not bringing & involved:
                return False
        return True

    def _settings(self, question: Question) -> Iterator[Setting]:
        """Yield the settings to ask in: the table's; else the edition asked for, then the others from the newest."""
        catalog, left_out = self.catalog, question.left_out
        if question.table is not None:
            values = catalog.values_at(question.table, question.options)
            yield Setting(editions=tuple(sorted(question.table.items())), options=values, left_out=left_out)
            return
        newest_first = [*catalog.editions][::-1]
        newest_first.sort(key=lambda edition: edition != question.edition)
        boxes = [box for box in catalog.boxes.values() if question.boxes is None or box.id in question.boxes]
        for edition in newest_first:
            values = catalog.values_at({box.id: edition for box in boxes if edition in box.editions}, question.options)
            yield Setting(edition, question.boxes, options=values, left_out=left_out)

    def _about(self, question: Question, setting: Setting) -> list[Row]:
        """Return the rulings that reach a question; those with a value that is not chosen are among them."""
        role = self.catalog.roles.get(question.target)
        places = {c for place in (*question.on, *([role.on] if role else [])) for c in self.classes(place, setting)}
        actors, targets = self.classes(question.actor, setting), self.classes(question.target, setting)
        replaced = self.replaced(setting)
        return [
            row
            for row in self.rows
            if row.permission.verb == question.verb
            and row.permission.actor in actors
            and row.target in targets
            and row.places <= places
            and setting.holds(row.editions, row.box, row.statement.boxes, row.statement.module, None)
            and row.statement.id not in replaced
        ]

    def _reached(self, row: Row, question: Question, setting: Setting) -> tuple[str, ...]:
        """Return the statements by which what is asked about counts as what a ruling speaks of."""
        reached = self.classes(question.actor, setting)[row.permission.actor] + self.classes(question.target, setting)[row.target]
        return tuple(self._said_there(membership, row.box, setting) for membership in reached)

    def _said_there(self, membership: str, box: str, setting: Setting) -> str:
        """Return the statement of a box that says what another one says of a class; that other one, if the box does not say it."""
        said = {(rule.element, rule.class_) for statement, rule in self._declared if statement.id == membership}
        return next(
            (
                statement.id
                for statement, rule in self._declared
                if (rule.element, rule.class_) in said
                and self.catalog.box_of[statement.id] == box
                and self._stands(statement, setting)
            ),
            membership,
        )

    def winners(self, rows: Iterable[Row], setting: Setting) -> list[Row]:
        """Return those of the rulings on a case that no other of them beats."""
        found = list(rows)
        return [row for row in found if not any(self.beats(other, row, setting) for other in found if other is not row)]


def can(catalog: Catalog, question: Question) -> Answer:
    """Answer one question. Raises :class:`~catalog.asked.QuestionError` where it names what is not in the data.

    For many questions keep a :class:`Rulings`, which takes for granted that they are about something.
    """
    check(catalog, question)
    return Rulings(catalog).ask(question)
