"""What a build tells the next one: what each file was made from. It is kept with the output, and says the same for the same site."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from generator.building.grounds import NOWHERE, Grounds
from generator.building.tracing import Read

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
    """A page that was made: its size in bytes, and what was read for it."""

    size: int
    reads: tuple[Read, ...]


class _Data(BaseModel):
    """The memory as it is written: reads once each, pages with the numbers of theirs."""

    model_config = ConfigDict(strict=True, extra="forbid")

    grounds: dict[str, str]
    drawings: dict[str, tuple[str, Files]]
    played: dict[str, tuple[str, Any]]
    reads: list[tuple[str, list[Any]]]
    pages: dict[str, tuple[int, list[int]]]
    indexes: dict[str, tuple[str, Files]]


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of the last build. Nothing, where there was none or it cannot be read."""

    grounds: Grounds = NOWHERE
    drawings: Mapping[str, Made] = field(default_factory=dict)
    played: Mapping[str, Made] = field(default_factory=dict)
    pages: Mapping[str, Printed] = field(default_factory=dict)
    fingerprints: Mapping[Read, str] = field(default_factory=dict)
    indexes: Mapping[str, Made] = field(default_factory=dict)

    def written(self) -> str:
        """Return it as text; the order in which things were made does not show."""
        reads = sorted({read for page in self.pages.values() for read in page.reads}, key=_line)
        numbers = {read: n for n, read in enumerate(reads)}
        parts: dict[str, Iterable[tuple[str, object]]] = {
            "grounds": asdict(self.grounds).items(),
            "drawings": ((name, (made.of, made.files)) for name, made in self.drawings.items()),
            "played": ((name, (made.of, made.result)) for name, made in self.played.items()),
            "pages": ((path, (page.size, sorted(numbers[read] for read in page.reads))) for path, page in self.pages.items()),
            "indexes": ((tag, (made.of, made.files)) for tag, made in self.indexes.items()),
        }
        lines = [f"{_line(name)}: {_rows(rows)}" for name, rows in parts.items()]
        told = ",\n".join(_line((self.fingerprints[read], read)) for read in reads)
        return "{" + ",\n".join([*lines, f'"reads": [\n{told}]']) + "}\n"

    @classmethod
    def read(cls, text: str) -> Memory:
        """Return what a text says; nothing where it is no memory of a build."""
        try:
            data = _Data.model_validate_json(text)
            reads = [(_tuples(read), known) for known, read in data.reads]
            return cls(
                Grounds(**data.grounds),
                {name: Made(of, files) for name, (of, files) in data.drawings.items()},
                {name: Made(of, result=result) for name, (of, result) in data.played.items()},
                {path: Printed(size, tuple(reads[n][0] for n in numbers)) for path, (size, numbers) in data.pages.items()},
                dict(reads),
                {tag: Made(of, files) for tag, (of, files) in data.indexes.items()},
            )
        except (ValidationError, TypeError, IndexError, RecursionError):
            return cls()


def _rows(rows: Iterable[tuple[str, object]]) -> str:
    return "{\n" + ",\n".join(f"{_line(key)}:{_line(value)}" for key, value in sorted(rows, key=lambda row: row[0])) + "}"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _tuples(value: Sequence[Any]) -> tuple[Any, ...]:
    """Return a read, which JSON has as a list. Raises ``TypeError`` for one that could not have been made."""
    found = tuple(_tuples(item) if isinstance(item, list) else item for item in value)
    hash(found)
    return found
