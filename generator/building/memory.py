"""What a build tells the next one: what each file was made from. It is kept with the output, and says the same for the same site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import to_json

from generator.building.grounds import NOWHERE, Grounds
from generator.building.tracing import Read, ordered

Files = dict[str, int]
"""Files by their path from the root of the site, each with its size in bytes."""


@dataclass(frozen=True, slots=True)
class Made:
    """Something that was made: from what (a fingerprint), into which files, and what else came of it, as JSON data."""

    of: str
    files: Files = field(default_factory=dict)
    result: Any = None


@dataclass(frozen=True, slots=True)
class Printed:
    """A page that was made: its size in bytes, and what was read for it, by the numbers of the reads in a :class:`Memory`."""

    size: int
    reads: Sequence[int]


class _Data(BaseModel):
    """The memory as it is written: reads once each, pages with the numbers of theirs."""

    model_config = ConfigDict(strict=True, extra="forbid")

    grounds: dict[str, str]
    drawings: dict[str, tuple[str, Files]]
    played: dict[str, tuple[str, Any]]
    reads: list[tuple[str, list[Any]]]
    pages: dict[str, tuple[int, list[int]]]
    parts: dict[str, str]
    indexes: dict[str, tuple[str, Files]]
    origins: dict[str, str]


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of the last build. Nothing, where there was none or it cannot be read.

    ``reads`` are all that were made for pages, in an order of their own, each with the fingerprint of what came of it. ``parts`` are
    those of pages that have some, by path: see :func:`generator.building.parts.packed`. ``origins`` tell where the texts of the languages
    come from, by tag: see :attr:`generator.i18n.Language.origin`.
    """

    grounds: Grounds = NOWHERE
    drawings: Mapping[str, Made] = field(default_factory=dict)
    played: Mapping[str, Made] = field(default_factory=dict)
    pages: Mapping[str, Printed] = field(default_factory=dict)
    reads: Sequence[tuple[Read, str]] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    indexes: Mapping[str, Made] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)

    def written(self) -> str:
        """Return it as text; the order in which things were made does not show."""
        told = {
            "grounds": asdict(self.grounds),
            "drawings": {name: (made.of, made.files) for name, made in sorted(self.drawings.items())},
            "played": {name: (made.of, made.result) for name, made in sorted(self.played.items())},
            "pages": {path: (page.size, page.reads) for path, page in sorted(self.pages.items())},
            "reads": [(known, read) for read, known in self.reads],
            "parts": dict(sorted(self.parts.items())),
            "indexes": {tag: (made.of, made.files) for tag, made in sorted(self.indexes.items())},
            "origins": dict(sorted(self.origins.items())),
        }
        return f"{to_json(told).decode()}\n"

    @classmethod
    def read(cls, text: str) -> Memory:
        """Return what a text says; nothing where it is no memory of a build."""
        try:
            data = _Data.model_validate_json(text)
            pages = {path: Printed(size, numbers) for path, (size, numbers) in data.pages.items()}
            numbers = set().union(*(page.reads for page in pages.values()))
            if numbers and not 0 <= min(numbers) <= max(numbers) < len(data.reads):
                return cls()
            return cls(
                Grounds(**data.grounds),
                {name: Made(of, files) for name, (of, files) in data.drawings.items()},
                {name: Made(of, result=result) for name, (of, result) in data.played.items()},
                pages,
                [(_tuples(read), known) for known, read in data.reads],
                data.parts,
                {tag: Made(of, files) for tag, (of, files) in data.indexes.items()},
                data.origins,
            )
        except (ValidationError, TypeError, RecursionError):
            return cls()


def numbered(
    known: Memory, kept: Mapping[str, Printed], made: Mapping[str, tuple[int, Sequence[Read]]], answer: Callable[[Read], str]
) -> tuple[dict[str, Printed], list[tuple[Read, str]]]:
    """Return pages and reads as a :class:`Memory` has them: of pages that are ``kept`` as they were ``known``, and of those just made.

    These have their size and what was read for them. ``answer`` gives the fingerprint of what comes of a read.
    """
    used = set[int]().union(*(page.reads for page in kept.values()))
    reads = {known.reads[n][0] for n in used}.union(*(reads for _, reads in made.values()))
    number = {read: n for n, read in enumerate(ordered(reads))}
    moved = {n: number[known.reads[n][0]] for n in used}
    is_moved = any(n != to for n, to in moved.items())
    pages = {path: Printed(page.size, [moved[n] for n in page.reads]) if is_moved else page for path, page in kept.items()}
    pages.update((path, Printed(size, sorted(number[read] for read in reads))) for path, (size, reads) in made.items())
    return pages, [(read, answer(read)) for read in number]


def _tuples(value: Sequence[Any]) -> tuple[Any, ...]:
    """Return a read, which JSON has as a list. Raises ``TypeError`` for one that could not have been made."""
    found = tuple([_tuples(item) if isinstance(item, list) else item for item in value])
    hash(found)
    return found
