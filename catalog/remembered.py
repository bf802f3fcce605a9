"""What files gave that were found sound, by their content: after an edit only the files that differ are read and validated again.

A file is read and validated by itself, so that what it gives follows from its bytes, the model, and the code alone. What entries have
to do with one another is checked anew each time, unless nothing but texts of statements was edited: an *outline* is all that files say
but for these. A file with findings is not remembered: they show its name and its lines.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from catalog import cache, store
from catalog.model import Model
from catalog.reporter import Walked
from catalog.schema import validate
from catalog.yamlfile import YamlFile, parse

M = TypeVar("M", bound=Model)
T = TypeVar("T")


class Remembered:
    """Parts by name that are the same as long as the name is. Those that a reading asks for, or adds, are there for the next one."""

    def __init__(self, sort: str, key: str) -> None:
        """Begin with what the cache has got under a key."""
        self.walked = Walked()
        self._sort, self._key = sort, key
        self._written = {name: bytes(part) for name, part in (store.recall(sort, key) or {}).items()}
        self._opened: dict[str, Any] = {}
        self._asked: set[str] = set()
        self._more = False

    @classmethod
    def of(cls, sort: str, key: str | None) -> Remembered | None:
        """Return what is remembered under a key: by this process, else in the cache. None without a key: nothing is to be kept."""
        if key is None:
            return None
        found = _recent.pop((sort, key), None) or cls(sort, key)
        _recent[sort, key] = found
        while len(_recent) > store.KEPT:
            _recent.popitem(last=False)
        return found.begin()

    def begin(self) -> Self:
        """Begin another reading."""
        self._asked = set()
        self.walked = Walked(self.walked)
        return self

    def recall(self, name: str, read: Callable[[bytes], T]) -> T | None:
        """Return a part, ``read`` from its bytes unless that was done before; None if there is none, or none that can be read."""
        if name not in self._opened and name in self._written:
            try:
                self._opened[name] = read(self._written[name])
            except cache.UNREADABLE:
                del self._written[name]
        found: T | None = self._opened.get(name)
        if found is not None:
            self._asked.add(name)
        return found

    def note(self, name: str, part: object, written: bytes) -> None:
        """Remember a part; ``written`` are the bytes that it can be read from."""
        self._opened[name], self._written[name] = part, written
        self._asked.add(name)
        self._more = True

    def keep(self, *, current: bool, all_asked: bool = True) -> None:
        """Forget the parts that the last reading did not ask for, if it ``asked`` for all; keep the others in the cache.

        ``current``: whether our files still hold the code that runs here; else nothing is kept.
        """
        for name in self._written.keys() - self._asked if all_asked else ():
            del self._written[name]
            self._opened.pop(name, None)
        if self._more and current:
            store.keep(self._sort, self._key, self._written)
            self._more = False


_recent: OrderedDict[tuple[str, str], Remembered] = OrderedDict()
"""What this process remembers, what was asked for last at the end."""


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """How something is written as bytes and read again; ``read`` raises one of ``cache.UNREADABLE`` for other bytes."""

    write: Callable[[T], bytes]
    read: Callable[[bytes], T]


def _pickled(entry: object) -> bytes:
    return pickle.dumps(entry, protocol=5)


ENTRIES: Codec[Any] = Codec(_pickled, cache.opened)
"""Entries of the catalogue's own models."""


def name_of(sort: str, content: bytes) -> str:
    """Return the name of what a content gives that is read as a sort of file."""
    return f"{sort} {hashlib.sha256(content).hexdigest()}"


def validated(file: YamlFile, model: type[M], remembered: Remembered | None, codec: Codec[M] = ENTRIES) -> M | None:
    """Return the data of an opened file as a model, as :func:`catalog.schema.validate` does, or as it is remembered."""
    name = name_of(f"{model.__module__}.{model.__name__}", file.content)
    if remembered is not None and not file.findings:
        found = remembered.recall(name, codec.read)
        if isinstance(found, model):
            file.readable = True
            return found
    parse(file)
    parsed = validate(file, model)
    if remembered is not None and parsed is not None and not file.findings:
        remembered.note(name, parsed, codec.write(parsed))
    return parsed


def outline_of(files: Iterable[YamlFile], remembered: Remembered) -> str | None:
    """Return the name of what files say together but for the texts of statements; None where something is wrong with one of them."""
    found = hashlib.sha256()
    for file in files:
        if file.findings:
            return None
        name = name_of("outline", file.content)
        outline = remembered.recall(name, bytes)
        if outline is None:
            if file.data is None:
                parse(file)
            outline = hashlib.sha256(repr(_without_texts(file.data)).encode()).digest()
            remembered.note(name, outline, outline)
        found.update(repr((file.name, outline)).encode())
    return f"outline of all {found.hexdigest()}"


def _without_texts(data: Any) -> object:  # noqa: ANN401  what YAML holds may be anything
    match data:
        case {"statements": [*statements]}:
            return {**data, "statements": [{key: said for key, said in one.items() if key != "text"} for one in statements]}
    return data
