"""The base of every model: frozen, strict about keys, YAML spelling (kebab-case) outside and Python spelling inside.

References between entries are strings that carry what they refer to (:class:`Ref`), so that one walk over a model finds
every reference, whatever the model is.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

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


def walk(node: object, path: Path = ()) -> Iterator[tuple[Path, object, tuple[object, ...]]]:
    """Yield ``(path, value, metadata)`` for a model and all that was written in it, in the order of its declaration.

    The path is the one an author sees in YAML; ``metadata`` is what the field's annotation carries (a :class:`Ref`, say).
    """
    for at, value, field in _walk(node, path, None):
        yield at, value, () if field is None else _metadata(*field)


def values(node: object) -> Iterator[tuple[Path, object]]:
    """Yield what :func:`walk` does without its metadata, for which models have to be made ready to read entries."""
    yield from ((path, value) for path, value, _ in _walk(node, (), None))


def fields_of(model: type[Model]) -> dict[str, FieldInfo]:
    """Return the fields of a model with their annotations, those that name what is declared further down too."""
    if not model.__pydantic_complete__:
        model.model_rebuild()
    return model.model_fields


_Field = tuple[type[Model], str]


@cache
def _metadata(model: type[Model], name: str) -> tuple[object, ...]:
    return metadata_of(fields_of(model)[name])


def _walk(node: object, path: Path, field: _Field | None) -> Iterator[tuple[Path, object, _Field | None]]:
    yield path, node, field
    if isinstance(node, Model):
        inside = (*path, node.key) if isinstance(node, Kind) else path
        for name in type(node).model_fields:
            value = getattr(node, name)
            if value is None or name not in node.model_fields_set:
                continue
            step = inside if isinstance(node, Kind) and node.short else (*inside, kebab(name))
            yield from _walk(value, step, (type(node), name))
    elif isinstance(node, tuple | list):
        for i, item in enumerate(node):
            yield from _walk(item, (*path, i), field)
    elif isinstance(node, dict):
        for key, item in node.items():
            # The references of a mapping are its keys: points by mark, counts by edition.
            yield (*path, key), key, field
            yield from _walk(item, (*path, key), None)


def metadata_of(info: FieldInfo) -> tuple[object, ...]:
    """Return what a field's annotation carries, at any depth of it."""
    found: list[object] = list(info.metadata)
    _collect(info.annotation, found)
    return tuple(found)


def _collect(annotation: object, found: list[object]) -> None:
    """Gather the marks inside an annotation: ``tuple[Annotated[str, Ref("mark")], ...]`` carries its Ref to its items."""
    found.extend(m for m in getattr(annotation, "__metadata__", ()) if isinstance(m, Ref))
    for inner in getattr(annotation, "__args__", ()):
        _collect(inner, found)
    origin = getattr(annotation, "__origin__", None)
    if origin is not None and getattr(annotation, "__metadata__", None):
        _collect(origin, found)
