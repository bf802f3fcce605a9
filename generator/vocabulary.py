"""The vocabulary of effects as its declarations tell it: families, fields with what they take, and where a kind may stand."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ForwardRef, Literal, Union, get_args, get_origin, get_type_hints

from catalog import effects
from catalog.effects import KINDS, Effect
from catalog.model import Kind, Model, Ref, kebab

Sort = Literal["list", "mapping", "ref", "words", "number", "text", "yes-no", "kinds"]
_PLAIN: Mapping[object, Sort] = {bool: "yes-no", int: "number"}
UNIONS = ("Player", "Amount", "Place", "At", "Selection", "Thing", "Condition", "Act", "Rule", "TileSet")
"""The names in the vocabulary under which kinds that may stand for one another are gathered, in the order of the page."""
OTHER = "Other"
"""The family of the kinds that no union gathers."""
PARTS: tuple[type[Model], ...] = (Effect, effects.Permit, effects.Holding, effects.Row, effects.Touching)
"""What is no kind and has fields that an author writes, in the order of the page."""
_SENTENCE = re.compile(r"(?<=\.)\s+(?=[A-Z`])")


@dataclass(frozen=True, slots=True)
class Type:
    """What a field takes, for a template to say. ``words`` are the literal words, the kinds' keys, or what is referred to."""

    sort: Sort
    words: tuple[str, ...] = ()
    of: tuple[Type, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The keys of the kinds that it takes, at any depth, and the names of parts."""
        return (*(self.words if self.sort == "kinds" else ()), *(key for inner in self.of for key in inner.kinds))


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of a kind: the word an author writes, what it takes, whether it may be left out and what holds then.

    ``meaning``: the sentences of the kind's documentation that name the field.
    """

    name: str
    type: Type
    required: bool
    default: str
    meaning: str


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Return the kinds by family, each once: in the first union that gathers it."""
    left = [kind.key for kind in KINDS]
    found = {}
    for union in UNIONS:
        keys = [key for key in _keys(getattr(effects, union)) if key in left]
        left = [key for key in left if key not in keys]
        found[union] = tuple(keys)
    return {name: keys for name, keys in {**found, OTHER: tuple(left)}.items() if keys}


def kind_of(key: str) -> type[Kind]:
    """Return the kind with this key. Raises ``KeyError`` if there is none."""
    return _BY_KEY[key]


_BY_KEY = {kind.key: kind for kind in KINDS}


@cache
def places(key: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return where a kind may stand: in which kinds and parts, each with the fields that take it."""
    found = []
    for model in (*PARTS, *KINDS):
        name = model.key if issubclass(model, Kind) else model.__name__
        taking = tuple(f.name for f in fields(model) if key in f.type.kinds)
        if taking:
            found.append((name, taking))
    return tuple(found)


def taken(kind: type[Kind]) -> tuple[str, ...]:
    """Return the kinds that may stand in a kind."""
    return tuple(dict.fromkeys(key for field in fields(kind) for key in field.type.kinds if key in _BY_KEY))


def about(model: type[Model]) -> str:
    """Return the documentation of a kind or part, on one line."""
    return re.sub(r"\s+", " ", inspect.getdoc(model) or "")


def in_short(model: type[Model]) -> str:
    """Return the first sentence of the documentation of a kind or part."""
    return _SENTENCE.split(about(model))[0]


@cache
def fields(model: type[Model]) -> tuple[FieldView, ...]:
    """Return the fields of a kind or part, in the order of its declaration."""
    hints = get_type_hints(model, vars(effects), include_extras=True)
    sentences = _SENTENCE.split(about(model))
    return tuple(
        FieldView(
            name=info.alias or kebab(name),
            type=_type(hints[name], {}),
            required=info.is_required(),
            default="" if info.is_required() or info.default in (None, (), {}) else _word(info.default),
            meaning=_meaning(info.alias or kebab(name), sentences),
        )
        for name, info in model.model_fields.items()
    )


def _meaning(field: str, sentences: Sequence[str]) -> str:
    """Return the sentences that name a field; one that begins with its name as a heading is given without it."""
    named = re.compile(rf"``{re.escape(field)}(``|:)")
    return " ".join(sentence.removeprefix(f"``{field}``: ") for sentence in sentences if named.search(sentence))


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _type(hint: Any, refs: Mapping[str, Ref]) -> Type:  # noqa: ANN401  a type hint has no type of its own
    """Put a type hint into the words of the page. ``refs`` holds the mark of an ``Annotated`` that surrounds it."""
    origin = get_origin(hint)
    if isinstance(hint, ForwardRef):
        found = _type(getattr(effects, hint.__forward_arg__), refs)
    elif origin is Annotated:
        inner, *marks = get_args(hint)
        ref = next((m for m in marks if isinstance(m, Ref)), None)
        found = _type(inner, {"ref": ref} if ref else refs)
    elif origin in (Union, UnionType):
        found = _union([a for a in get_args(hint) if a is not NoneType], refs)
    elif origin is tuple:
        found = Type("list", of=(_type(get_args(hint)[0], refs),))
    elif origin is dict:
        found = Type("mapping", of=tuple(_type(a, {}) for a in get_args(hint)))
    elif origin is Literal:
        found = Type("words", tuple(_word(a) for a in get_args(hint)))
    elif issubclass(hint, Model):
        found = Type("kinds", (hint.key if issubclass(hint, Kind) else hint.__name__,))
    elif hint in _PLAIN:
        found = Type(_PLAIN[hint])
    else:
        found = Type("ref", refs["ref"].to) if refs else Type("text")
    return found


def _union(members: Sequence[object], refs: Mapping[str, Ref]) -> Type:
    types = [_type(m, refs) for m in members]
    if len(types) == 1:
        return types[0]
    kinds = tuple(word for t in types if t.sort == "kinds" for word in t.words)
    rest = tuple(t for t in types if t.sort != "kinds")
    return Type("kinds", kinds, rest)


def _keys(union: object) -> tuple[str, ...]:
    """Return the keys of the kinds that a union of the vocabulary names."""
    return _type(union, {}).words
