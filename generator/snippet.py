"""Writes entries as YAML, as an author would: short forms, small lists on one line, nothing that is the default."""

from __future__ import annotations

from io import StringIO
from textwrap import dedent
from typing import TypeVar

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq

from catalog.model import Kind, Model, kebab
from catalog.tiles import Feature, PortOf

WIDTH = 88
Node = TypeVar("Node", CommentedMap, CommentedSeq)


def as_yaml(node: Model, *, listed: bool = False) -> str:
    """Return an entry as YAML; ``listed`` writes it as an item of a list."""
    yaml = YAML()
    yaml.width = WIDTH
    yaml.indent(mapping=2, sequence=4, offset=2)
    stream = StringIO()
    yaml.dump([_plain(node)] if listed else _plain(node), stream)
    # A list at the very beginning would stand as far to the right as the lists inside it.
    return dedent(stream.getvalue())


def _plain(value: object) -> object:
    if isinstance(value, Model):
        return _entry(value)
    if isinstance(value, tuple | list):
        return _short(CommentedSeq([_plain(item) for item in value]))
    if isinstance(value, dict):
        return _short(CommentedMap({key: _plain(item) for key, item in value.items()}))
    return value


def _entry(value: Model) -> CommentedMap:
    match value:
        case PortOf():
            return _short(CommentedMap({value.kind: value.port}))
        case Feature():
            body = _set_fields(value, skip={"kind"})
            if set(body) <= {"ports"}:
                return CommentedMap({value.kind: body.get("ports", _short(CommentedSeq()))})
            return CommentedMap({value.kind: _short(body)})
        case Kind(sole=str(sole)) if value.short:
            return _short(CommentedMap({value.key: _plain(getattr(value, sole))}))
        case Kind():
            return _short(CommentedMap({value.key: _short(_set_fields(value))}))
    return _set_fields(value)


def _set_fields(node: Model, skip: set[str] | frozenset[str] = frozenset()) -> CommentedMap:
    """Return the fields of an entry that are not what they would be anyway."""
    found = CommentedMap()
    for name, info in type(node).model_fields.items():
        value = getattr(node, name)
        if name not in skip and (info.is_required() or value != info.get_default(call_default_factory=True)):
            found[info.alias or kebab(name)] = _plain(value)
    return found


def _short(node: Node) -> Node:
    """Write a mapping or list on one line where it is short enough and holds no long text."""
    if len(_flow(node)) <= WIDTH // 2:
        node.fa.set_flow_style()
    return node


def _flow(node: object) -> str:
    if isinstance(node, dict):
        return "{" + ", ".join(f"{k}: {_flow(v)}" for k, v in node.items()) + "}"
    if isinstance(node, list):
        return "[" + ", ".join(_flow(v) for v in node) + "]"
    return str(node)
