"""Rulings as a logic program (for clingo): every table that can be laid, every case on it, which rulings apply and which win.

The program says in its own language what :class:`catalog.questions.Rulings` does for one case; the tests hold the two together.
Numbers stand for rulings (by their place in ``Rulings.rows``) and for conditions; ids stand for themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from catalog.effects import Effect, IsA, Not, Option, WithBox
from catalog.model import Model
from catalog.questions import Row, Rulings, spelled
from catalog.statements import Statement
from catalog.vocabulary import Figure, Mark

PROGRAM = """
% A table: boxes and what they need, each in one edition, with some of its modules and one value of each option.
{ box(B) : printed(B, _) }.
:- box(B), needs(B, N), not box(N).
1 { at(B, E) : printed(B, E) } 1 :- box(B).
{ plays(B, M) : module(B, M) } :- box(B).
1 { value(B, O, C) : choice(B, O, E, C) } 1 :- at(B, E), choice(B, O, E, _).
plays(M) :- plays(_, M).
chosen(C) :- value(_, _, C).

% The statements that hold there, and those in whose place none stands.
holds(S) :- statement(S, B), at(B, E), edition(S, E), box(N) : with(S, N); plays(M) : module_of(S, M); chosen(C) : value_of(S, C).
replaced(S) :- holds(T), replaces(T, S).
stands(S) :- holds(S), not replaced(S).

% What counts as what.
is_a(X, X) :- element(X).
is_a(X, Z) :- is_a(X, Y), counts(S, Y, Z), stands(S).

% A case: who does what to whom, in which places (on one ground at most), under which conditions.
1 { verb(V) : row(_, _, V, _, _) } 1.
1 { actor(X) : may_act(X) } 1.
1 { target(X) : may_suffer(X) } 1.
{ place(X) : may_be_place(X) }.
:- 2 { place(X) : ground(X) }.
{ true(C) } :- free(C).
true(C) :- none_of(C), not true(D) : inner(C, D).
true(C) :- needs_box(C, B), box(B).
true(C) :- needs_value(C, V), chosen(V).
acts(A) :- actor(X), is_a(X, A).
suffers(T) :- target(X), is_a(X, T).
there(P) :- place(X), is_a(X, P).

% The rulings that apply, and those that win.
applies(R) :- row(R, S, V, A, T), stands(S), verb(V), acts(A), suffers(T), there(P) : on(R, P); true(C) : if(R, C).
covers(Q, R, P) :- may_lie_in(Q, R), on(R, P), on(Q, X), is_a(X, P).
inside(Q, R) :- may_lie_in(Q, R), row(Q, _, _, A, T), row(R, _, _, B, U), is_a(A, B), is_a(T, U), covers(Q, R, P) : on(R, P).
beats(Q, R) :- names(Q, R).
beats(Q, R) :- inside(Q, R), not inside(R, Q), not names(R, Q).
beats(Q, R) :- inside(Q, R), inside(R, Q), needs_more(Q, R), not names(R, Q).
beaten(R) :- applies(R), applies(Q), beats(Q, R).
wins(R) :- applies(R), not beaten(R).

% What must not be: two that win and disagree; or some that apply, each beaten by another, so that none wins.
{ wanted }.
1 { clash(R, Q) : rivals(R, Q); circle(R) : row(R, _, _, _, _) } 1 :- wanted.
:- clash(R, _), not wins(R).
:- clash(_, Q), not wins(Q).
:- circle(R), not applies(R).
:- circle(_), wins(_).

% The smallest first: few boxes, values that are not the default, modules; then few and wide words, then what is newest.
#minimize { 1@9, B : box(B) }.
#minimize { 1@8, B, O : value(B, O, C), at(B, E), not default(B, O, E, C) }.
#minimize { 1@7, B, M : plays(B, M) }.
#minimize { 1@6, X : place(X); 1@6, C : true(C), free(C) }.
#minimize { 1@5, X, Y : actor(X), is_a(X, Y); 1@5, X, Y, t : target(X), is_a(X, Y) }.
#minimize { 1@4, R : applies(R) }.
#minimize { N@3, B : at(B, E), age(E, N) }.
#minimize { N@2, X : box(X), order(X, N) }.
#minimize { N@1, X, a : actor(X), order(X, N); N@1, X, t : target(X), order(X, N); N@1, X, p : place(X), order(X, N) }.
"""


class Encoding:
    """The rulings of a catalogue as facts for ``PROGRAM``."""

    def __init__(self, rulings: Rulings) -> None:
        """Take the rulings that are to be encoded."""
        self.rulings = rulings
        self.catalog = rulings.catalog
        self.conditions: dict[str, int] = {}
        self._facts: dict[str, None] = {}

    @cached_property
    def text(self) -> str:
        """The facts, in clingo's language."""
        self._tables()
        self._statements()
        self._elements()
        for n, row in enumerate(self.rulings.rows):
            self._row(n, row)
        for pair in self._pairs():
            self._pair(*pair)
        return "\n".join(self._facts)

    def _add(self, name: str, *arguments: str | int) -> None:
        words = (str(a) if isinstance(a, int) else '"' + a.replace("\\", "\\\\").replace('"', '\\"') + '"' for a in arguments)
        self._facts[f"{name}({', '.join(words)})."] = None

    def _tables(self) -> None:
        catalog = self.catalog
        newest_first = [*catalog.editions][::-1]
        for n, edition in enumerate(newest_first):
            self._add("age", edition, n)
        for n, box in enumerate(catalog.boxes.values()):
            self._add("order", box.id, n)
            for need in box.needs:
                if need in catalog.boxes:
                    self._add("needs", box.id, need)
            for module in box.modules:
                self._add("module", box.id, module.id)
            for edition in catalog.editions_of(box.id):
                self._add("printed", box.id, edition)
                for option in box.options:
                    for place, choice in enumerate(option.choices(edition)):
                        self._add("choice", box.id, option.id, edition, choice)
                        if place == 0:
                            self._add("default", box.id, option.id, edition, choice)

    def _statements(self) -> None:
        """Add the statements that rule, those that say what counts as what, and those that replace one of these."""
        statements = self.catalog.statements
        wanted = [s.id for s in statements.values() if any(s.permissions) or _memberships(s)]
        for one in wanted:
            wanted += [s.id for s in statements.values() if one in s.replaces and s.id not in wanted]
        for statement in (statements[i] for i in wanted):
            self._add("statement", statement.id, self.catalog.box_of[statement.id])
            for edition in self.catalog.editions_of_statement(statement):
                self._add("edition", statement.id, edition)
            for box in statement.boxes:
                self._add("with", statement.id, box)
            if statement.module is not None:
                self._add("module_of", statement.id, statement.module)
            if statement.option is not None:
                self._add("value_of", statement.id, statement.option)
            for other in statement.replaces:
                self._add("replaces", statement.id, other)
            for rule in _memberships(statement):
                self._add("counts", statement.id, rule.element, rule.class_)

    def _elements(self) -> None:
        """Add the elements that a ruling can reach: a role is spelled as a figure in a place, and reached as that."""
        rows, roles = self.rulings.rows, self.catalog.roles
        acting, suffering = {row.permission.actor for row in rows}, {row.target for row in rows}
        places = {place for row in rows for place in row.places}
        for n, (name, element) in enumerate(self.catalog.elements.items()):
            classes = self.rulings.classes(name).keys()
            sorts = [
                sort
                for sort, reached in (("may_act", acting), ("may_suffer", suffering), ("may_be_place", places))
                if classes & reached and name not in roles
            ]
            for sort in sorts:
                self._add(sort, name)
            self._add("element", name)
            if sorts:
                self._add("order", name, n)
            if name in self.catalog.kinds or (isinstance(element, Mark | Figure) and element.ground):
                self._add("ground", name)
        for name in acting | suffering | places:
            self._add("element", name)

    def _row(self, n: int, row: Row) -> None:
        permission = row.permission
        self._add("row", n, row.statement.id, permission.verb, permission.actor, row.target)
        for place in row.places:
            self._add("on", n, place)
        for condition in permission.if_:
            self._add("if", n, self._condition(condition))

    def _condition(self, condition: Model) -> int:
        """Return the number of a condition. One on the table holds as the table is laid, others as it happens."""
        key = spelled(condition)
        if key in self.conditions:
            return self.conditions[key]
        n = self.conditions[key] = len(self.conditions)
        match condition:
            case Not():
                self._add("none_of", n)
                for inner in condition.any_of:
                    self._add("inner", n, self._condition(inner))
            case WithBox():
                self._add("needs_box", n, condition.box)
            case Option():
                self._add("needs_value", n, condition.option)
            case _:
                self._add("free", n)
        return n

    def _pairs(self) -> Iterator[tuple[int, Row, int, Row]]:
        rows = [*enumerate(self.rulings.rows)]
        for n, one in rows:
            yield from ((n, one, m, other) for m, other in rows if n != m and one.permission.verb == other.permission.verb)

    def _pair(self, n: int, one: Row, m: int, other: Row) -> None:
        """Add what is so between two rulings on every table; whether one lies within the other depends on the table."""
        if n < m and one.permission.verdict != other.permission.verdict:
            self._add("rivals", n, m)
        if other.statement.id in (*one.statement.overrides, *one.statement.replaces):
            self._add("names", n, m)
        if self.rulings.may_lie_in(one, other):
            self._add("may_lie_in", n, m)
            if one.needs > other.needs:
                self._add("needs_more", n, m)


def _memberships(statement: Statement) -> list[IsA]:
    rules = statement.effect.rules if isinstance(statement.effect, Effect) else ()
    return [rule for rule in rules if isinstance(rule, IsA)]
