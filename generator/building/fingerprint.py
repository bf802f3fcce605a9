"""Fingerprints: a few letters that differ when a value differs, the same in every process for the same value.

An entry is told by what was written in it, so that two catalogues read from the same files have the same fingerprints. The value is
written as a pickle without its memory of what was written before, which is quick, and then depends on nothing but the value.
"""

from __future__ import annotations

import hashlib
import io
import pickle
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from functools import cache
from gettext import NullTranslations
from typing import Any

from catalog.examples import Example
from catalog.model import Model
from catalog.statements import Statement
from catalog.tiles import Design

LENGTH = 8
"""The bytes of a fingerprint; each is two letters."""
_ENTRIES = (Statement, Design, Example)
"""The entries that are met again and again."""


def fingerprint(value: object) -> str:
    """Return the fingerprint of a value: entries, dataclasses, and what Python's plain types hold.

    Raises ``TypeError`` for anything else, for nobody could tell whether that is the same in another process.
    """
    if isinstance(value, _ENTRIES):
        return _of_entry(value)
    return _hashed(_ordered(value))


def _hashed(value: object) -> str:
    written = io.BytesIO()
    _Writer(written).dump(value)
    return hashlib.blake2b(written.getbuffer(), digest_size=LENGTH).hexdigest()


_known: dict[int, tuple[object, str]] = {}


def _of_entry(entry: Statement | Design | Example) -> str:
    """Return the fingerprint of an entry, worked out once for each: entries never change."""
    known = _known.get(id(entry))
    if known is None or known[0] is not entry:
        known = _known[id(entry)] = entry, _hashed((type(entry).__name__, *_written(entry)))
    return known[1]


def forget() -> None:
    """Let go of the entries whose fingerprints are known."""
    _known.clear()


class _Writer(pickle.Pickler):
    def __init__(self, to: io.BytesIO) -> None:
        super().__init__(to, protocol=5)
        self.fast = True

    def reducer_override(self, value: Any) -> Any:  # noqa: ANN401  whatever is met
        """Say how something is written that is no plain type."""
        if isinstance(value, type):
            return NotImplemented
        if isinstance(value, _ENTRIES):
            return str, (_of_entry(value),)
        if isinstance(value, Model):
            return tuple, ((type(value).__name__, *_written(value)),)
        if is_dataclass(value):
            kind: Any = type(value)
            return tuple, ((kind.__name__, *(_ordered(getattr(value, name)) for name in _compared(kind))),)
        if isinstance(value, str):
            return str, (str.__str__(value),)
        ordered = _ordered(value)
        if ordered is value:
            raise TypeError(f"nobody can tell whether this is the same elsewhere: {type(value).__name__}")
        return tuple, (ordered,)


def _written(entry: Model) -> Iterable[object]:
    """Yield the fields that were written in an entry, each after its name; the others are what the code says."""
    given, values = entry.model_fields_set, entry.__dict__
    for name in type(entry).model_fields:
        if name in given:
            yield name
            yield _ordered(values[name])


@cache
def _compared(kind: Any) -> tuple[str, ...]:  # noqa: ANN401  any dataclass
    """Return the fields of a dataclass by which two of them differ."""
    return tuple(field.name for field in fields(kind) if field.compare)


def _ordered(value: object) -> object:
    """Return what has no order of its own, or is of no plain type, as something that has one and is."""
    match value:
        case dict() | tuple() | list() | str():
            return value
        case Mapping():
            return dict(value)
        case AbstractSet():
            return tuple(sorted(value))
        case NullTranslations():
            # The header tells when the strings were read.
            return {message: said for message, said in vars(value).get("_catalog", {}).items() if message}
    return value
