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
from types import NoneType
from typing import Any, cast

from catalog.examples import Example
from catalog.model import Model
from catalog.statements import Statement
from catalog.tiles import Design
from generator.pages.examples import PlayedExample

LENGTH = 8
"""The bytes of a fingerprint; each is two letters."""
_PLAIN = frozenset({NoneType, bool, dict, float, int, list, str, tuple})
"""Types that are written as they are; what they hold comes by itself."""
_ENTRIES = (Statement, Design, Example, PlayedExample)
"""What is met again and again."""


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


def _of_entry(entry: object) -> str:
    """Return the fingerprint of an entry, worked out once for each: entries never change."""
    known = _known.get(id(entry))
    if known is None or known[0] is not entry:
        known = _known[id(entry)] = entry, _hashed((type(entry).__name__, *_contents(entry)))
    return known[1]


def tell(entry: object, by: object) -> None:
    """Tell an entry, from now on, by something that says all that is in it and is written sooner."""
    _known[id(entry)] = entry, _hashed((type(entry).__name__, by))


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
        if isinstance(value, Model) or is_dataclass(value):
            return tuple, ((type(value).__name__, *_contents(value)),)
        if isinstance(value, str):
            return str, (str.__str__(value),)
        ordered = _ordered(value)
        if ordered is value:
            raise TypeError(f"nobody can tell whether this is the same elsewhere: {type(value).__name__}")
        return tuple, (ordered,)


def _contents(value: Any) -> Iterable[object]:  # noqa: ANN401  an entry or a dataclass
    """Yield the fields of a dataclass; those that were written in an entry, each after its name: the others are what the code says."""
    if not isinstance(value, Model):
        for name in _compared(cast("Any", type(value))):
            yield _ordered(getattr(value, name))
        return
    given, values = value.model_fields_set, value.__dict__
    for name in type(value).model_fields:
        if name in given:
            yield name
            yield _ordered(values[name])


@cache
def _compared(kind: Any) -> tuple[str, ...]:  # noqa: ANN401  any dataclass
    """Return the fields of a dataclass by which two of them differ."""
    return tuple(field.name for field in fields(kind) if field.compare)


def _ordered(value: object) -> object:
    """Return what has no order of its own, or is of no plain type, as something that has one and is."""
    if type(value) in _PLAIN:
        return value
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
