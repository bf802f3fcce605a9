"""Dataclasses as JSON data and back: what they hold is told by their annotations. A design or an example is its id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from catalog import Catalog
from catalog.examples import Example
from catalog.tiles import Design

D = TypeVar("D")


def dump(value: Any) -> Any:  # noqa: ANN401  whatever the fields hold
    """Return a value as JSON data."""
    match value:
        case None | str() | int() | float():
            return value
        case Design(id=key) | Example(id=key):
            return key
        case tuple() | list():
            return [dump(item) for item in value]
        case Mapping():
            return {key: dump(item) for key, item in value.items()}
    return [dump(getattr(value, name)) for name in _names(cast("Any", type(value)))]


@cache
def _names(kind: Any) -> tuple[str, ...]:  # noqa: ANN401  any dataclass
    return tuple(field.name for field in fields(kind))


def load(kind: type[D], data: object, catalog: Catalog) -> D:
    """Make a dataclass again that :func:`dump` wrote. Raises ``ValueError`` for data that is none."""
    try:
        loaded: D = _loader(cast("Any", kind))(data, catalog)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"this is no {kind.__name__}: {error}") from error
    return loaded


Load = Callable[[Any, Catalog], Any]


@cache
def _loader(hint: Any) -> Load:  # noqa: ANN401, PLR0911  a hint may be anything; a case a shape
    """Return what makes a value of a type from data."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return lambda data, _: data
    if hint is Design:
        return lambda data, catalog: catalog.designs[data]
    if hint is Example:
        return lambda data, catalog: catalog.examples[data]
    if origin in (Union, UnionType):
        one = _loader(next(kind for kind in inner if kind is not NoneType))
        return lambda data, catalog: None if data is None else one(data, catalog)
    if origin is tuple and inner[1:] == (...,):
        item = _loader(inner[0])
        return lambda data, catalog: tuple([item(each, catalog) for each in data])
    if origin is tuple:
        items = [*map(_loader, inner)]
        return lambda data, catalog: tuple([load(each, catalog) for load, each in zip(items, data, strict=True)])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        value = _loader(inner[1])
        return lambda data, catalog: {key: value(each, catalog) for key, each in data.items()}
    if is_dataclass(hint):
        return _of_dataclass(hint)
    words = inner if origin is Literal else None

    def plain(data: Any, _: Catalog) -> Any:  # noqa: ANN401
        if (data not in words) if words is not None else type(data) is not hint:
            raise TypeError(f"{data!r} is no {hint}")
        return data

    return plain


def _of_dataclass(kind: Any) -> Load:  # noqa: ANN401  any dataclass
    hints = get_type_hints(kind)
    loaders = [_loader(hints[field.name]) for field in fields(kind)]
    return lambda data, catalog: kind(*[load(each, catalog) for load, each in zip(loaders, data, strict=True)])
