"""Noting findings about entries in the files they stand in, and knowing what must not be blamed for the mistakes of others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from catalog.findings import Related, Severity, hint_for
from catalog.index import Catalog
from catalog.model import Model, Part, Path, Ref, walk
from catalog.statements import Statement
from catalog.yamlfile import YamlFile

_ELEMENTS = {"feature-kind", "figure", "role", "actor", "mark", "verb"}


@dataclass(frozen=True, slots=True)
class Problem:
    """What a check finds wrong with an entry, at a path inside it."""

    path: Path
    code: str
    message: str
    hint: str | None = None


class Walked:
    """All that is written in each entry, as :func:`catalog.model.walk` has it: each check asks for it, and all get the same."""

    def __init__(self, before: Walked | None = None) -> None:
        """Begin with nothing but what may be asked for again: entries that are the very same as ``before``."""
        self._before = {} if before is None else before.found
        self.found: dict[int, tuple[Model, list[Part]]] = {}

    def __call__(self, entry: Model) -> list[Part]:
        """Return ``(path, value, references)`` for all that is written in an entry."""
        there = self.found.get(id(entry))
        if there is None:
            # An entry that is held here keeps its number; one that is no more cannot be asked for.
            before = self._before.get(id(entry))
            there = before if before is not None and before[0] is entry else (entry, walk(entry))
            self.found[id(entry)] = there
        return there[1]


@dataclass(frozen=True)
class Reporter:
    """Notes findings about entries in the files they stand in.

    ``half_read`` are the ids in files that have findings already, ``unread`` the sorts of entries in files that could not be
    read at all: what refers to them is not blamed for it. ``broken`` are the names of all these files.
    """

    catalog: Catalog
    files: Mapping[str, YamlFile]
    half_read: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()
    broken: frozenset[str] = frozenset()

    walked: Walked = field(default_factory=Walked)

    def references(self, entry: Model) -> list[tuple[Path, str, Ref]]:
        """Return the words of an entry that name another one, each with the sorts of entries that it can be."""
        return [
            (path, value, mark) for path, value, marks in self.walked(entry) if marks and isinstance(value, str) for mark in marks
        ]

    @cached_property
    def effects(self) -> dict[str, list[tuple[Path, object]]]:
        """Each statement's effect as a list of all its parts, with their paths."""
        return {i: self.effect(s) for i, s in self.catalog.statements.items()}

    def effect(self, statement: Statement) -> list[tuple[Path, object]]:
        """Return all parts of a statement's effect, with their paths."""
        return [(path[1:], node) for path, node, _ in self.walked(statement) if path[:1] == ("effect",)]

    def excuses(self, element: str) -> bool:
        """Tell whether an element may be unknown only because a file could not be read."""
        return element in self.half_read or bool(self.unread & _ELEMENTS)

    def excuses_entry(self, sort: str, entry: str) -> bool:
        """Tell whether an entry of a sort may be unknown only because a file could not be read."""
        return self.excuses(entry) if sort == "element" else entry in self.half_read or sort in self.unread

    def hint(self, word: str, known: Iterable[str], kinds: Iterable[str] = ("element",)) -> str | None:
        """Return what to write for an unknown id of one of some kinds: the one that its entry has now, or the nearest that there is."""
        sorts = ("element" if kind in _ELEMENTS else kind for kind in kinds)
        now = next((new for sort in sorts if (new := self.catalog.moved_to(sort, word)) is not None), None)
        return hint_for(word, known) if now is None else f"it is called `{now}` now"

    def mentioned_in_broken(self, word: str) -> bool:
        """Tell whether a word occurs in a file that has findings already."""
        return any(word in self.files[name].text for name in self.broken)

    def add(
        self,
        sort: str,
        entry: str,
        path: Path,
        code: str,
        message: str,
        *,
        hint: str | None = None,
        key: bool = False,
        piece: str | None = None,
        severity: Severity = "error",
        others: Iterable[tuple[str, str, Path, str]] = (),
    ) -> None:
        """Note a finding at a path inside an entry, or at a ``piece`` of the text there.

        ``others`` are places in related entries, each ``(sort, id, path, message)``.
        """
        origin = self.catalog.origins[sort, entry]
        related = tuple(self._related(*other) for other in others)
        file = self.files[origin.file]
        file.add(code, (*origin.path, *path), message, hint=hint, key=key, piece=piece, severity=severity, related=related)

    def _related(self, sort: str, entry: str, path: Path, message: str) -> Related:
        place = self.catalog.origins[sort, entry]
        return self.files[place.file].related((*place.path, *path), message)
