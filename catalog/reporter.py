"""Noting findings about entries in the files they stand in, and knowing what must not be blamed for the mistakes of others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from catalog.findings import Related, Severity, hint_for
from catalog.index import Catalog
from catalog.model import Path, walk
from catalog.yamlfile import YamlFile

_ELEMENTS = {"feature-kind", "figure", "role", "actor", "mark", "verb"}


@dataclass(frozen=True, slots=True)
class Problem:
    """What a check finds wrong with an entry, at a path inside it."""

    path: Path
    code: str
    message: str
    hint: str | None = None


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

    @cached_property
    def effects(self) -> dict[str, list[tuple[Path, object]]]:
        """Each statement's effect as a list of all its parts, with their paths."""
        return {i: [(path, node) for path, node, _ in walk(s.effect)] for i, s in self.catalog.statements.items()}

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
