"""From a file's plain data to its model: every disagreement becomes a finding with its place and, where possible, the right word."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable
from typing import Any, TypeVar, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from catalog.findings import hint_for
from catalog.model import Kind, Model, Path, kebab
from catalog.yamlfile import YamlFile

M = TypeVar("M", bound=Model)


def validate(file: YamlFile, model: type[M]) -> M | None:
    """Return the file's data as a model, with the findings noted in the file.

    Entries of a list that are wrong are left out and the rest is kept, so that one run finds what is wrong with the rest too;
    ``file.kept`` then says which entries they are. None if nothing is left.
    """
    if file.data is None:
        return None
    try:
        return model.model_validate(file.data)
    except ValidationError as error:
        problems = error.errors(include_url=False)
    for details in problems:
        _note(file, model, details)
    bad = {(details["loc"][0], details["loc"][1]) for details in problems if len(details["loc"]) > 1}
    if not isinstance(file.data, dict) or any(len(details["loc"]) < 2 for details in problems):  # noqa: PLR2004
        return None
    sound: dict[object, object] = {}
    for key, value in file.data.items():
        if isinstance(value, list):
            file.kept[str(key)] = [n for n in range(len(value)) if (key, n) not in bad]
            sound[key] = [value[n] for n in file.kept[str(key)]]
        else:
            sound[key] = value
    try:
        return model.model_validate(sound)
    except ValidationError:
        return None


def _note(file: YamlFile, model: type[Model], error: ErrorDetails) -> None:
    path = tuple(error["loc"])
    last = str(path[-1]) if path else ""
    kind, given = error["type"], error["input"]
    if kind == "extra_forbidden":
        hint = hint_for(last, _keys_at(model, path[:-1]))
        file.add("unknown-key", path, f"`{last}` is not a key of this entry", hint=hint, key=True)
    elif kind == "missing":
        file.add("missing-key", path[:-1], f"the key `{last}` is missing here", hint=f"add `{last}: ...`", key=True)
    elif kind == "unknown_kind":
        known = str(error.get("ctx", {}).get("known", ""))
        shown = _shown(given)
        words = [w.removesuffix(": ...") for w in known.split(", ")]
        hint = hint_for(shown, words) or f"one of: {known}"
        file.add("unknown-kind", path, f"`{shown}` is none of the kinds that can stand here", hint=hint, key=True)
    elif kind in {"literal_error", "enum"}:
        words = re.findall(r"'([^']*)'", str(error.get("ctx", {}).get("expected", "")))
        file.add("wrong-value", path, f"`{_shown(given)}` cannot stand here", hint=hint_for(given, words) or ", ".join(words))
    elif kind == "value_error":
        file.add("wrong-shape", path, str(error["msg"]).removeprefix("Value error, "))
    elif kind == "string_pattern_mismatch":
        hint = f"the form is {error.get('ctx', {}).get('pattern')}"
        file.add("wrong-value", path, f"`{_shown(given)}` is not written as it must be here", hint=hint)
    elif kind in _SIZES:
        file.add("wrong-value", path, _sentence(error["msg"]))
    else:
        file.add("wrong-type", path, f"{_sentence(error['msg'])}, and this is {_named(given)}")


_SIZES = {
    "string_too_long", "string_too_short", "too_short", "too_long", "greater_than_equal", "less_than_equal", "greater_than",
    "less_than", "int_from_float", "int_parsing",
}  # fmt: skip


def _sentence(message: str) -> str:
    message = message.replace("Input should be", "this should be")
    return message[:1].lower() + message[1:]


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(str(k) for k in value) or "{}"
    text = str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _named(value: object) -> str:
    names = {dict: "a mapping", list: "a list", str: "a text", bool: "true or false", int: "a number", float: "a number"}
    return "nothing" if value is None else names.get(type(value), f"a {type(value).__name__}")


def _keys_at(model: type[Model], path: Path) -> set[str]:
    """Return the keys that the models at a path know."""
    found: Iterable[Any] = [model]
    for step in path:
        found = [inner for annotation in found for inner in _step(annotation, step)]
    return {key for annotation in found for m in _models(annotation) for key in _fields(m)}


def _fields(model: type[Model]) -> dict[str, Any]:
    return {info.alias or kebab(name): info.annotation for name, info in model.model_fields.items()}


def _step(annotation: object, step: str | int) -> list[Any]:
    if isinstance(step, int):
        return [a for item in _unions(annotation) for a in get_args(item) if a is not Ellipsis]
    found: list[Any] = []
    for model in _models(annotation):
        if issubclass(model, Kind) and model.key == step:
            found.append(model)
        elif step in (fields := _fields(model)):
            found.append(fields[step])
    return found


def _unions(annotation: object) -> list[Any]:
    """Take a union, an annotated type or an optional one apart."""
    origin = get_origin(annotation)
    if hasattr(annotation, "__metadata__"):
        return _unions(get_args(annotation)[0])
    if origin is types.UnionType or str(origin) == "typing.Union":
        return [inner for part in get_args(annotation) for inner in _unions(part)]
    return [annotation]


def _models(annotation: object) -> list[type[Model]]:
    found: list[type[Model]] = []
    for part in _unions(annotation):
        if isinstance(part, type) and issubclass(part, Model):
            found.append(part)
    return found
