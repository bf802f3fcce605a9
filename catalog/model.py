"""The base of every model: frozen, strict about keys, YAML spelling (kebab-case) outside and Python spelling inside.

References between entries are strings that carry what they refer to (:class:`Ref`), so that one walk over a model finds
every reference, whatever the model is.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin, get_type_hints

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetCoreSchemaHandler, model_validator
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, core_schema

ID = r"[a-z0-9]+(?:[.-][a-z0-9]+)*"
Id = Annotated[str, Field(pattern=rf"^{ID}$", max_length=80)]
"""An id: kebab-case ASCII, the same in YAML, address, PO context and code."""
DesignId = Annotated[str, Field(pattern=rf"^{ID}/{ID}$", max_length=80)]
"""The id of a design: ``<box>/<letter>[-variant]``."""
OptionChoice = Annotated[str, Field(pattern=rf"^{ID}(={ID})?$", max_length=161)]
"""A value of an option: ``<option>=<value>``. Without a value it is read, so that the checks can tell which there are."""


def as_text(value: object) -> object:
    """Return a number or a date as the text that was written: YAML reads an unquoted year as a number and an unquoted day as a date; both are written dates here."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float | datetime.date):
        return str(value)
    return value


Date = Annotated[str, BeforeValidator(as_text), Field(pattern=r"^[12]\d{3}(-[01]\d(-[0-3]\d)?)?$")]
"""A date as exact as it is known: ``2025``, ``2025-10`` or ``2025-10-31``."""
EditionId = Annotated[str, BeforeValidator(as_text), Field(pattern=r"^[a-z0-9.]+$")]
Text = Annotated[str, Field(min_length=1, max_length=4000)]
Confidence = Literal["high", "medium", "low"]


def kebab(name: str) -> str:
    """Spell a Python name as YAML does."""
    return name.rstrip("_").replace("_", "-")


@dataclass(frozen=True, slots=True)
class Ref:
    """Marks a string as a reference: the entry it names is of one of the kinds ``to`` (``"figure"``, ``"statement"`` ...)."""

    to: tuple[str, ...]

    def __init__(self, *to: str) -> None:
        """Refer to an entry of one of these kinds."""
        object.__setattr__(self, "to", to)


class Model(BaseModel):
    """What every entry is made of.

    A model learns to read an entry when it reads its first one: a catalogue that is taken from the cache needs none that can.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=kebab, populate_by_name=False, strict=False, defer_build=True
    )


class Kind(Model):
    """A thing written as a mapping with one key: ``put: {...}``. The key says which kind it is.

    ``sole`` names the field that takes the value when a kind has only one: ``owner-of: mover``. A kind that has others too is written
    out where they are given: ``walk: mover``, ``walk: {piece: mover, permitted: {...}}``. ``sample``: how a kind is written of which our
    own statements show no example.
    """

    key: ClassVar[str]
    sole: ClassVar[str | None] = None
    sample: ClassVar[str | None] = None

    @model_validator(mode="before")
    @classmethod
    def _unwrap(cls, value: Any) -> Any:  # noqa: ANN401  what YAML holds may be anything
        if not isinstance(value, dict) or set(value) != {cls.key}:
            return value
        body = value[cls.key]
        if cls.sole is None:
            return {} if body is None else body
        written_out = len(cls.model_fields) > 1 and isinstance(body, dict) and kebab(cls.sole) in body
        return body if written_out else {kebab(cls.sole): body}

    @property
    def short(self) -> bool:
        """Whether its value is that of its sole field."""
        return self.sole is not None and self.model_fields_set <= {self.sole}


def _key_of(value: object) -> str | None:
    if isinstance(value, Kind):
        return value.key
    if isinstance(value, dict):
        return str(next(iter(value))) if len(value) == 1 else None
    if isinstance(value, int) and not isinstance(value, bool):
        return "number"
    return "word" if isinstance(value, str) else None


class ByKey:
    """Makes a union of kinds one that is told apart by the key: ``Annotated[Put | Score, ByKey()]``.

    A member that is no kind takes the bare words (a name, a literal) or the numbers.
    """

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:  # noqa: ANN401
        """Build the tagged union; what fits none is told the keys and words that would."""
        choices: dict[Any, CoreSchema] = {}
        known: list[str] = []
        for member in get_args(source) or (source,):
            if isinstance(member, type) and issubclass(member, Kind):
                choices[member.key] = handler.generate_schema(member)
                known.append(f"{member.key}: ...")
            elif get_origin(member) is Annotated and get_args(member)[0] is int:
                choices["number"] = handler.generate_schema(member)
                known.append("a whole number")
            else:
                choices["word"] = handler.generate_schema(member)
                known.extend(get_args(member) if get_origin(member) is Literal else ["a name"])
        return core_schema.tagged_union_schema(
            choices,
            discriminator=_key_of,
            custom_error_type="unknown_kind",
            custom_error_message="this is none of: {known}",
            custom_error_context={"known": ", ".join(known)},
        )


Step = str | int
Path = tuple[Step, ...]


Part = tuple[Path, object, tuple[Ref, ...]]


def walk(node: object, path: Path = ()) -> list[Part]:
    """Return ``(path, value, references)`` for a model and all that was written in it, in the order of its declaration.

    The path is the one an author sees in YAML; the references are those that the field's annotation carries.
    """
    found: list[_Found] = []
    _walk(node, path, None, found)
    return [(at, value, () if field is None else references_of(*field)) for at, value, field in found]


def values(node: object) -> Iterator[tuple[Path, object]]:
    """Yield what :func:`walk` returns, without the references."""
    found: list[_Found] = []
    _walk(node, (), None, found)
    return ((path, value) for path, value, _ in found)


def fields_of(model: type[Model]) -> dict[str, FieldInfo]:
    """Return the fields of a model with their annotations, those that name what is declared further down too."""
    if not model.__pydantic_complete__:
        model.model_rebuild()
    return model.model_fields


_Field = tuple[type[Model], str]
_Found = tuple[Path, object, _Field | None]


@cache
def steps_of(model: type[Model]) -> tuple[tuple[str, str, _Field], ...]:
    """Return the fields of a model: the name of each, its key in YAML, and what finds its references."""
    return tuple((name, kebab(name), (model, name)) for name in model.model_fields)


def _walk(node: object, path: Path, field: _Field | None, found: list[_Found]) -> None:
    found.append((path, node, field))
    # Most of what is met is a word or a number.
    if isinstance(node, str | int):
        return
    if isinstance(node, Model):
        written, given = node.model_fields_set, node.__dict__
        inside = (*path, node.key) if isinstance(node, Kind) else path
        short = isinstance(node, Kind) and node.short
        for name, key, inner in steps_of(type(node)):
            if name in written and (value := given[name]) is not None:
                _walk(value, inside if short else (*inside, key), inner, found)
    elif isinstance(node, tuple | list):
        for i, item in enumerate(node):
            _walk(item, (*path, i), field, found)
    elif isinstance(node, dict):
        for key, item in node.items():
            # The references of a mapping are its keys: points by mark, counts by edition.
            found.append(((*path, key), key, field))
            _walk(item, (*path, key), None, found)


@cache
def references_of(model: type[Model], name: str) -> tuple[Ref, ...]:
    """Return the references that a field is annotated with, at any depth: ``tuple[Annotated[str, Ref("mark")], ...]`` has one."""
    found: dict[Ref, None] = {}
    _collect(_hints(model)[name], found)
    return tuple(found)


@cache
def _hints(model: type[Model]) -> dict[str, Any]:
    # What a model says of itself is there without its learning to read, which takes a hundred times as long.
    return get_type_hints(model, include_extras=True)


def _collect(annotation: object, found: dict[Ref, None]) -> None:
    found.update(dict.fromkeys(m for m in getattr(annotation, "__metadata__", ()) if isinstance(m, Ref)))
    for inner in getattr(annotation, "__args__", ()):
        _collect(inner, found)
