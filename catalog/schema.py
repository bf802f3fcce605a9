"""From a file's plain data to its model: every disagreement becomes a finding with its place and, if possible, the right word."""

from __future__ import annotations

import datetime
import re
import types
import unicodedata
from collections.abc import Sequence
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from catalog.findings import hint_for
from catalog.model import ID, Kind, Model, Path, Step, fields_of, kebab
from catalog.yamlfile import YamlFile

M = TypeVar("M", bound=Model)

FORMS: dict[str, str] = {
    rf"^{ID}$": "an id is lower-case letters and digits, joined by hyphens: `like-this`",
    rf"^{ID}(={ID})?$": "a choice is `option=value`, in lower case",
    rf"^{ID}/{ID}$": "the id of a design is `box/letter` or `box/letter-variant`, in lower case",
    r"^[12]\d{3}(-[01]\d(-[0-3]\d)?)?$": "a date is 2025, 2025-10 or 2025-10-31",
    r"^[2-9]$|^1[0-9]$": "a number of players, from 2 to 19",
    r"^[a-z0-9.]+$": "the id of an edition is like `c3.1`",
    r"^[A-Z]{4}$": "four edge letters, clockwise from north",
    r"^[A-Z]$": "one capital letter",
    r"^[A-Z0-9][A-Za-z0-9]*$": "letters and digits, the first of them a capital or a digit",
    r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$": "a language is a BCP 47 tag: cs, pt-BR",
    r"^https://\S+$": "an address begins with https://",
}
"""What a pattern of the models asks for, in words."""
_TYPES = {
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "tuple_type": "a list",
    "list_type": "a list",
    "string_type": "a text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number of usual size",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "finite_number": "a whole number",
}


def validate(file: YamlFile, model: type[M]) -> M | None:
    """Return the file's data as a model, with the findings noted in the file.

    Entries of a list that are wrong, and keys that the file does not have, are left out and the rest is kept, so that one run
    finds what is wrong with the rest too; ``file.kept`` then says which entries they are. None if nothing is left.
    """
    if file.data is None:
        return None
    try:
        return model.model_validate(file.data)
    except ValidationError as error:
        problems = error.errors(include_url=False)
    for details in _worth_saying(model, problems, file.data):
        _note(file, model, details)
    if not isinstance(file.data, dict):
        return None
    bad = {details["loc"][:2] for details in problems}
    sound: dict[object, object] = {}
    for key, value in file.data.items():
        if isinstance(value, list):
            file.kept[str(key)] = [n for n in range(len(value)) if (key, n) not in bad]
            sound[key] = [value[n] for n in file.kept[str(key)]]
        elif (key,) not in {details["loc"] for details in problems if details["type"] == "extra_forbidden"}:
            sound[key] = value
    unknown = {details["loc"][0] for details in problems if details["type"] == "extra_forbidden" and len(details["loc"]) == 1}
    try:
        return model.model_validate({key: value for key, value in sound.items() if key not in unknown})
    except ValidationError:
        return None


def _worth_saying(model: type[Model], problems: Sequence[ErrorDetails], data: object) -> list[ErrorDetails]:
    """Leave out what only follows: from the other branches of a union, and from the items of a list that are wrong themselves."""
    meant: dict[Path, str] = {}
    said = []
    for details in problems:
        path = tuple(details["loc"])
        if all(_branch(model, path, n, data, meant) for n in range(len(path))):
            said.append(details)
    inner = {tuple(details["loc"])[:n] for details in said for n in range(len(details["loc"]))}
    return [d for d in said if d["type"] != "too_short" or not d["input"] or tuple(d["loc"]) not in inner]


def _branch(model: type[Model], path: Path, n: int, data: object, meant: dict[Path, str]) -> bool:
    """Tell whether step ``n`` of a path, if it names a member of a union, names the one that the author meant."""
    members = _members(model, path[:n])
    if len(members) < 2 or path[n] not in {_tag(m) for m in members}:
        return True
    if path[:n] not in meant:
        meant[path[:n]] = _meant(members, _value(data, path[:n]))
    return meant[path[:n]] == path[n]


def _members(model: type[Model], path: Path) -> list[Any]:
    """Return the members of the plain union at a path, those that pydantic names in its paths; nothing for a union of kinds."""
    members = [part for annotation in _annotations(model, path) for part in _unions(annotation)]
    if any(isinstance(m, type) and issubclass(m, Kind) for m in members):
        return []
    return [m for m in members if m is not type(None)]


def _tag(member: object) -> str:
    """Return what pydantic calls a member of a union in the path of an error."""
    if isinstance(member, type) and issubclass(member, Model):
        return member.__name__
    return "constrained-str" if member is str else getattr(member, "__name__", str(member))


def _meant(members: Sequence[Any], value: object) -> str:
    """Return the tag of the member that a value was meant to be: the one that knows the most of its keys."""
    if not isinstance(value, dict):
        return next((_tag(m) for m in members if not _models(m)), _tag(members[0]))
    models = [m for member in members for m in _models(member)]
    best = max(models, key=lambda m: len(set(_fields(m)) & {str(key) for key in value}), default=None)
    return _tag(members[0]) if best is None else best.__name__


def _value(data: object, path: Path) -> object:
    """Return what stands at a path, passing over the steps that are only in the models."""
    for step in path:
        if isinstance(data, dict):
            if step in data:
                data = data[step]
            elif len(data) == 1:
                (only,) = data.values()
                data = only if _has(only, step) else data
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
    return data


def _has(data: object, step: Step) -> bool:
    return (isinstance(data, dict) and step in data) or (isinstance(data, list) and isinstance(step, int))


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
        _note_kind(file, path, given, str(error.get("ctx", {}).get("known", "")))
    elif kind == "invalid_key":
        file.add("wrong-type", path[:-1], f"the key `{last}` is not a text", hint="keys are words; put it in quotes", key=True)
    elif kind == "value_error":
        file.add("wrong-shape", path, str(error["msg"]).removeprefix("Value error, "))
    elif kind in _TYPES:
        message = f"this should be {_TYPES[kind]}, and it is {_named(given)}"
        file.add("wrong-type", path, message, hint=_type_hint(kind, given, last))
    else:
        _note_value(file, path, error)


def _note_value(file: YamlFile, path: Path, error: ErrorDetails) -> None:
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    if kind in {"literal_error", "enum"}:
        expected = str(context.get("expected", ""))
        words = re.findall(r"'([^']*)'", expected)
        hint = hint_for(shown(given), words) or f"one of: {', '.join(words or re.findall(r'[0-9]+', expected))}"
        file.add("wrong-value", path, f"`{shown(given)}` cannot stand here", hint=hint)
    elif kind == "string_pattern_mismatch":
        pattern = str(context.get("pattern"))
        file.add("wrong-value", path, f"`{shown(given)}` is not written as it must be here",
                 hint=_corrected(given, pattern) or FORMS.get(pattern, f"the form is {pattern}"))  # fmt: skip
    elif kind == "string_too_short":
        file.add("wrong-value", path, "this text is empty", hint="write it, or leave the key out")
    elif kind == "too_short":
        least = int(context.get("min_length", 1))
        said, more = ("this is too little", f"{least} items") if given and least > 1 else ("this is empty", "one item")
        file.add("wrong-value", path, said, hint=f"write at least {more}")
    else:
        code = "wrong-value" if kind.startswith(("greater", "less", "string", "too")) else "wrong-type"
        file.add(code, path, f"{_sentence(error['msg'])}, and it is {_named(given)}")


def _type_hint(kind: str, given: object, last: str) -> str | None:
    if kind == "string_type" and isinstance(given, bool | int | float | datetime.date):
        return "put it in quotes if it is meant as a text"
    if kind == "tuple_type" and isinstance(given, str | int):
        return f"write `[{shown(given)}]`"
    if isinstance(given, dict) and list(given) == [last]:
        return f"leave out the key `{last}`: its value stands here alone"
    return None


def _note_kind(file: YamlFile, path: Path, given: object, known: str) -> None:
    words = [w.removesuffix(": ...") for w in known.split(", ")]
    if isinstance(given, dict) and len(given) > 1:
        first, *others = [str(key) for key in given]
        file.add("unknown-kind", path, f"one key should stand here, and there are several: {', '.join([first, *others])}",
                 hint=f"indent what belongs to `{first}` below it, or write a list item for each", key=True)  # fmt: skip
        return
    if isinstance(given, dict) and list(given) == list(path[-1:]):
        (only,) = given
        file.add("unknown-kind", path, f"`{shown(only)}` is none of the kinds that can stand here",
                 hint=f"leave out the key `{shown(only)}`: its value stands here alone", key=True)  # fmt: skip
        return
    if isinstance(given, list):
        file.add("wrong-type", path, "this should be one thing, and it is a list", hint="write the item without the brackets")
        return
    shorthand = isinstance(given, str) and given in words
    hint = f"write `{given}: ...`" if shorthand else hint_for(shown(given), words) or f"one of: {known}"
    file.add("unknown-kind", path, f"`{shown(given)}` is none of the kinds that can stand here", hint=hint, key=True)


def _corrected(given: object, pattern: str) -> str | None:
    """Return a hint with the author's own word as it should be written, where small changes make it right."""
    text = "".join(c for c in unicodedata.normalize("NFKD", str(given).strip()) if not unicodedata.combining(c))
    if not text.isascii():
        return None
    joints = "./=" if "=" in pattern else "./"
    slug = re.sub(rf"[^a-z0-9{joints}]+", "-", text.lower()).strip(f"-{joints}")
    for candidate in (slug, text.upper()):
        if candidate and candidate != given and len(candidate) <= 80 and re.fullmatch(pattern.strip("^$"), candidate):
            return f"write `{candidate}`"
    return None


def _sentence(message: str) -> str:
    message = message.replace("Input should be", "this should be")
    return message[:1].lower() + message[1:]


def shown(value: object) -> str:
    """Return a value as a message shows it: short, whatever it is."""
    if isinstance(value, dict):
        text = ", ".join(shown(k) for k in value) or "{}"
    elif isinstance(value, int) and abs(value) > 10**40:
        text = "a very large number"
    elif isinstance(value, list):
        text = "[" + ", ".join(shown(v) for v in value[:10]) + "]"
    elif value is None or isinstance(value, bool):
        text = {None: "null", True: "true", False: "false"}[value]
    else:
        text = str(value)
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:37] + "..."


def _named(value: object) -> str:
    if value is None:
        return "empty"
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    names = {str: "the text", int: "the number", float: "the number"}
    return f"{names.get(type(value), '')} `{shown(value)}`".strip()


def _keys_at(model: type[Model], path: Path) -> set[str]:
    """Return the keys that the models at a path know."""
    return {key for annotation in _annotations(model, path) for m in _models(annotation) for key in _fields(m)}


def _annotations(model: type[Model], path: Path) -> list[Any]:
    """Return what can stand at a path of an error, as annotations."""
    found: list[Any] = [model]
    for step in path:
        found = [inner for annotation in found for inner in _step(annotation, step)]
    return found


def _fields(model: type[Model]) -> dict[str, Any]:
    return {info.alias or kebab(name): info.annotation for name, info in fields_of(model).items()}


def _step(annotation: object, step: Step) -> list[Any]:
    """Follow one step: an index, a key, the key of a kind, or pydantic's name for a member of a union (no step in the file)."""
    parts = _unions(annotation)
    if isinstance(step, int):
        return [inner for part in parts if get_origin(part) is tuple for inner in get_args(part) if inner is not Ellipsis]
    found: list[Any] = []
    for part in parts:
        if get_origin(part) is dict:
            found.append(get_args(part)[1])
        elif isinstance(part, type) and issubclass(part, Model):
            if (issubclass(part, Kind) and part.key == step) or part.__name__ == step:
                found.append(part)
            elif step in (fields := _fields(part)):
                found.append(fields[step])
        elif step in {"word", _tag(part)}:
            found.append(part)
    return found


def _unions(annotation: object) -> list[Any]:
    """Take a union, an annotated type or an optional one apart."""
    if hasattr(annotation, "__metadata__"):
        return _unions(get_args(annotation)[0])
    if get_origin(annotation) in {types.UnionType, Union}:
        return [inner for part in get_args(annotation) for inner in _unions(part)]
    return [annotation]


def _models(annotation: object) -> list[type[Model]]:
    return [part for part in _unions(annotation) if isinstance(part, type) and issubclass(part, Model)]
