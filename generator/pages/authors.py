"""The page for authors: the vocabulary of effects, made from the declarations of its kinds, and the format of tiles."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, ForwardRef, Literal, Union, get_args, get_origin, get_type_hints

from catalog import Catalog, effects
from catalog.effects import KINDS, Effect
from catalog.findings import CODES
from catalog.model import Kind, Model, Ref, kebab
from catalog.statements import Statement
from catalog.tiles import Design
from generator import addresses
from generator.pages.leaf import Leaf
from generator.pages.material import Material
from generator.pages.scribe import Page, Scribe

Sort = Literal["list", "mapping", "ref", "words", "number", "text", "yes-no", "kinds"]
_PLAIN: Mapping[object, Sort] = {bool: "yes-no", int: "number"}
UNIONS = ("Player", "Amount", "Place", "At", "Selection", "Thing", "Condition", "Act", "Rule", "TileSet")
"""The names in the vocabulary under which kinds that may stand for one another are gathered, in the order of the page."""
PARTS: tuple[type[Model], ...] = (Effect, effects.Permit, effects.Holding, effects.Row, effects.Touching)
"""What is no kind and has fields that an author writes, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Type:
    """What a field takes, for a template to say. ``words`` are the literal words, the kinds' keys, or what is referred to."""

    sort: Sort
    words: tuple[str, ...] = ()
    of: tuple[Type, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of a kind: the word an author writes, what it takes, whether it may be left out and what holds then."""

    name: str
    type: Type
    required: bool
    default: str


@dataclass(frozen=True, slots=True)
class KindView:
    """A kind of the vocabulary, as the page prints it."""

    key: str
    about: str
    fields: tuple[FieldView, ...]
    example: Statement | None
    yaml: str


def authors(scribe: Scribe) -> Page:
    """Return the page for authors."""
    described = {kind.key: describe(kind, scribe.material) for kind in KINDS}
    groups: dict[str, list[KindView]] = {}
    for union in UNIONS:
        for key in _keys(getattr(effects, union)):
            if key in described:
                groups.setdefault(union, []).append(described.pop(key))
    groups["Other"] = list(described.values())
    design = _telling_design(scribe.material)
    return scribe.page(
        "authors.html.j2",
        groups=[(name, kinds) for name, kinds in groups.items() if kinds],
        parts=[(part.__name__, _doc(part), _fields(part)) for part in PARTS],
        events=effects.EVENTS,
        steps=effects.OFFER_NAMES,
        examples={k.key: scribe.entry(k.example.id) for _, ks in groups.items() for k in ks if k.example},
        kinds_of_feature=list(scribe.catalog.kinds.values()),
        design=design,
        design_yaml=scribe.material.yaml(design) if design else "",
        picture=scribe.picture(design, "fields", 200) if design else None,
        codes=sorted(CODES.items()),
    )


def leaves(_: Catalog) -> Iterator[Leaf]:
    """Yield the page for authors."""
    yield Leaf(addresses.AUTHORS, authors)


def describe(kind: type[Kind], material: Material) -> KindView:
    """Return what the page says of a kind: its documentation, its fields, and the first statement that uses it."""
    example = material.first_use.get(kind.key)
    return KindView(kind.key, _doc(kind), _fields(kind), example, material.yaml(example) if example else "")


def _telling_design(material: Material) -> Design | None:
    """Return the design of one square that shows most of the format: most features, with marks."""
    whole = [d for d in material.catalog.designs.values() if not d.squares]
    return max(whole, key=lambda d: (len({f.kind for f in d.features}), len(d.features), len(material.marks_of(d))), default=None)


def _doc(model: type[Model]) -> str:
    return re.sub(r"\s+", " ", inspect.getdoc(model) or "")


def _fields(model: type[Model]) -> tuple[FieldView, ...]:
    hints = get_type_hints(model, vars(effects), include_extras=True)
    return tuple(
        FieldView(
            name=info.alias or kebab(name),
            type=_type(hints[name], {}),
            required=info.is_required(),
            default="" if info.is_required() or info.default in (None, (), {}) else _word(info.default),
        )
        for name, info in model.model_fields.items()
    )


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
