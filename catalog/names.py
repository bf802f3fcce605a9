"""Names in effects: what binds them, where they may be used, and which are unbound or ambiguous."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from catalog.effects import EVENTS, OFFER_NAMES, Choose, Effect, ForEach, Offer, Permission, Random, Unplaceable
from catalog.findings import hint_for
from catalog.model import Kind, Model, Path, references_of, steps_of
from catalog.vocabulary import Element, Figure

PERMISSION_NAMES = ("target", "square")
"""The names bound in the conditions of a ruling: to whom it is done, and the square that the question is about."""


@dataclass(frozen=True, slots=True)
class NameProblem:
    """A name that is unbound or ambiguous, at a path of the effect."""

    path: Path
    code: str
    message: str
    hint: str | None = None
    name: str | None = None


def check(effect: Effect, elements: Mapping[str, Element]) -> Iterator[NameProblem]:
    """Yield what is wrong with the names of an effect; paths start at the effect."""
    checker = _Names(elements)
    scope = EVENTS.get(effect.when or "", ())
    yield from checker.fields(effect, (), scope, skip={"rules"})
    for n, rule in enumerate(effect.rules):
        yield from checker.visit(rule, ("rules", n), ())


@dataclass(frozen=True, slots=True)
class _Names:
    elements: Mapping[str, Element]

    def visit(self, node: object, path: Path, scope: tuple[str, ...]) -> Iterator[NameProblem]:
        match node:
            case Choose():
                yield from self._choose(node, (*path, node.key), scope)
            case ForEach() | Random():
                inside = (*path, node.key)
                yield from self.visit_named(node.of, (*inside, "of"), scope)
                yield from self._binds(node.as_, (*inside, "as"), scope)
                yield from self.visit(node.do, (*inside, "do"), (*scope, node.as_))
            case Offer():
                yield from self.fields(node, (*path, node.key), OFFER_NAMES[node.step])
            case Unplaceable():
                yield from self.fields(node, (*path, node.key), ("drawn",))
            case Permission():
                yield from self.fields(node, (*path, node.key), PERMISSION_NAMES, skip={"actor", "target"})
            case Kind():
                yield from self.fields(node, path if node.short else (*path, node.key), scope)
            case Model():
                yield from self.fields(node, path, scope)
            case tuple():
                for n, item in enumerate(node):
                    yield from self.visit(item, (*path, n), scope)

    def fields(
        self, node: Model, path: Path, scope: tuple[str, ...], skip: set[str] | frozenset[str] = frozenset()
    ) -> Iterator[NameProblem]:
        for name, key, _ in steps_of(type(node)):
            value = getattr(node, name)
            if value is None or name in skip:
                continue
            step = (*path, node.key) if isinstance(node, Kind) and node.short else (*path, key)
            if isinstance(value, str):
                if any(ref.to == ("name",) for ref in references_of(type(node), name)):
                    yield from self._used(value, step, scope)
            else:
                yield from self.visit(value, step, scope)

    def visit_named(self, value: object, path: Path, scope: tuple[str, ...]) -> Iterator[NameProblem]:
        if isinstance(value, str):
            yield from self._used(value, path, scope)
        else:
            yield from self.visit(value, path, scope)

    def _choose(self, node: Choose, path: Path, scope: tuple[str, ...]) -> Iterator[NameProblem]:
        yield from self.visit(node.by, (*path, "by"), scope)
        if len(node.from_) != len(node.as_):
            message = f"{len(node.from_)} lists to choose from, and {len(node.as_)} names for what is chosen"
            yield NameProblem((*path, "as"), "wrong-shape", message, "write one name in `as` for each list in `from`")
        inner = scope
        for n, selection in enumerate(node.from_):
            yield from self.visit(selection, (*path, "from", n), inner)
            if n < len(node.as_):
                yield from self._binds(node.as_[n], (*path, "as", n), inner)
                inner = (*inner, node.as_[n])
        yield from self.visit(node.prefer, (*path, "prefer"), inner)
        yield from self.visit(node.do, (*path, "do"), inner)
        yield from self.visit(node.else_, (*path, "else"), scope)

    def _binds(self, name: str, path: Path, scope: tuple[str, ...]) -> Iterator[NameProblem]:
        if name in self.elements:
            message = f"`{name}` is an element; a name that is chosen must be another word"
            yield NameProblem(path, "ambiguous-name", message, f"say `the-{name}`")
        elif name in scope:
            yield NameProblem(path, "ambiguous-name", f"`{name}` is bound already", "choose another word")

    def _used(self, name: str, path: Path, scope: tuple[str, ...]) -> Iterator[NameProblem]:
        element = self.elements.get(name)
        if name in scope:
            if element is not None:
                yield NameProblem(path, "ambiguous-name", f"`{name}` is bound here and is an element too", None)
        elif isinstance(element, Figure) and element.single:
            return
        elif element is not None:
            hint = f"select some: {{pieces: {{kind: [{name}]}}}}" if isinstance(element, Figure) else None
            yield NameProblem(path, "unbound-name", f"there are many of `{name}`; which is meant?", hint, name)
        else:
            single = [i for i, e in self.elements.items() if isinstance(e, Figure) and e.single]
            yield NameProblem(path, "unbound-name", f"nothing here is called `{name}`", hint_for(name, [*scope, *single]), name)
