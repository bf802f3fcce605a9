"""Reading one YAML file: events first (depth, anchors, tags), then the data; the node tree with its marks only for findings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as FilePath

from ruamel.yaml import YAML
from ruamel.yaml.constructor import DuplicateKeyError
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, Event, NodeEvent, ScalarEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from catalog.findings import Finding, Related, Severity
from catalog.model import Path, Step

MAX_BYTES = 1_000_000
"""The size bound of a data file; the largest real one is a tenth of it."""
MAX_DEPTH = 60
"""How deep an entry may be nested; a real effect reaches twenty."""
_ID_LINE = re.compile(r"\b(?:id|name):\s*[\"']?([a-z0-9][a-z0-9./-]*)")
_TAB = "indent with spaces; a tab is no indentation in YAML"
_HINTS = {
    "mapping values are not allowed": "put a text that holds a colon in quotes, or check the indentation here",
    "cannot start any token": "put a text that begins with this character in quotes",
    "expected a single document": "one document a file: take out the line `---`",
    "found unexpected end of stream": "a quote or bracket that is opened here is never closed",
}
"""What to do about the commonest mistakes, by a piece of the parser's words."""


@dataclass
class YamlFile:
    """A file, what it holds, and where each part of it stands. ``name`` is how findings show the file."""

    path: FilePath
    name: str
    content: bytes = b""
    text: str = ""
    data: object = None
    readable: bool = False
    """Whether it is YAML of ours, so that places in it can be found."""
    findings: list[Finding] = field(default_factory=list)
    kept: dict[str, list[int]] = field(default_factory=dict)

    def entry(self, key: str, n: int) -> Path:
        """Return the path of the n-th entry that was kept of a list."""
        return key, self.kept[key][n] if key in self.kept else n

    def ids(self) -> set[str]:
        """Return what look like ids and names of entries, whether the file could be read or not."""
        return set(_ID_LINE.findall(self.text))

    @cached_property
    def root(self) -> Node | None:
        """The node tree with marks, read only once there is something to point at; None for a file that is no YAML of ours."""
        try:
            return _yaml().compose(self.text) if self.readable else None
        except YAMLError:
            return None

    def position(self, path: Path, *, key: bool = False) -> tuple[int, int]:
        """Return line and column (from 1) of what a path leads to, as near as the file has it.

        With ``key`` the place is that of the key, not of its value. Steps that are not in the file (a short form leaves them
        out) are passed over.
        """
        node, at = self.root, (1, 1)
        if node is None:
            return at
        at = _mark(node)
        for key_node, inner in _nodes(node, path):
            at = _mark(key_node if key_node is not None and (key or not _short(inner)) else inner)
        return at

    def spelled(self, path: Path) -> Path:
        """Return a path in the file's own words: the steps that are there, with the key of a short form in its place."""
        node = self.root
        if node is None:
            return path
        spelled: list[Step] = []
        for step in path:
            for key_node, inner in _child(node, step):
                spelled.append(step if key_node is None else str(key_node.value))
                node = inner
        return tuple(spelled)

    def add(
        self,
        code: str,
        path: Path,
        message: str,
        *,
        hint: str | None = None,
        key: bool = False,
        piece: str | None = None,
        severity: Severity = "error",
        related: tuple[Related, ...] = (),
    ) -> None:
        """Note a finding at a path of this file; with ``piece``, where that stands in the text that the path leads to."""
        line, column = (self._piece(path, piece) if piece else None) or self.position(path, key=key)
        self.findings.append(
            Finding(code, severity, self.name, line, column, ".".join(map(str, self.spelled(path))), message, hint, related)
        )

    def _piece(self, path: Path, piece: str) -> tuple[int, int] | None:
        """Return where a piece of a text stands; None where a line break of the file goes through it."""
        nodes = [node for _, node in _nodes(self.root, path)] if self.root is not None else []
        if not nodes or not isinstance(nodes[-1], ScalarNode):
            return None
        start, end = nodes[-1].start_mark, nodes[-1].end_mark
        whole_word = re.compile(rf"(?<!\w){re.escape(piece)}(?!\w)" if piece.isalnum() else re.escape(piece))
        lines = self.text.split("\n")
        for n in range(start.line, min(end.line + 1, len(lines))):
            found = whole_word.search(lines[n], start.column if n == start.line else 0)
            if found is not None:
                return n + 1, found.start() + 1
        return None

    def related(self, path: Path, message: str) -> Related:
        """Return a place of this file, to be shown beside a finding elsewhere."""
        line, column = self.position(path)
        return Related(self.name, line, column, message)


def read(path: FilePath, name: str) -> YamlFile:
    """Read a file. What is wrong with it as YAML is in ``findings``; then ``data`` is None, unless only keys stand twice."""
    file = opened(path, name)
    parse(file)
    return file


def opened(path: FilePath, name: str) -> YamlFile:
    """Take the content and the text of a file, and nothing more; what keeps from that is in ``findings``."""
    file = YamlFile(path, name)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            _note(file, "file-too-large", f"this file has {size:,} bytes; the bound is {MAX_BYTES:,}", "split it into several")
            return file
        file.content = path.read_bytes()
        file.text = file.content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = error.object[: error.start].decode("utf-8", "replace")
        place = good.count("\n") + 1, len(good) - good.rfind("\n")
        file.text = error.object.decode("latin-1")
        _note(file, "not-utf-8", f"byte {error.start + 1} is not UTF-8 text", "save the file as UTF-8", place)
        return file
    except OSError as error:
        there, hint = "is missing", f"is this the right folder? `{path.name}` has to be in it"
        if path.exists():
            there, hint = "is there, but cannot be read", "it has to be a file, and one that you may read"
        _note(file, "file-missing", f"the file {there} ({error.strerror})", hint)
    return file


def parse(file: YamlFile) -> None:
    """Read the data of a file that was opened, unless that has findings."""
    if file.findings:
        return
    try:
        _scan(file)
        if not file.findings:
            _construct(file)
    except MarkedYAMLError as error:
        _syntax(file, error)
    except YAMLError as error:
        at = getattr(error, "position", 0)
        _note(file, "yaml-syntax", str(error).splitlines()[0], "delete this character", _place(file.text, at))
    file.readable = file.data is not None
    if not file.readable and not file.findings:
        _note(file, "empty-file", "this file has no entries", "delete it, or write its first entry")


def _yaml(*, loose: bool = True) -> YAML:
    yaml = YAML(typ="safe", pure=False)
    yaml.allow_duplicate_keys = loose
    return yaml


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _note(
    file: YamlFile, code: str, message: str, hint: str | None, place: tuple[int, int] = (1, 1), related: tuple[Related, ...] = ()
) -> None:
    file.findings.append(Finding(code, "error", file.name, *place, "", message, hint, related))


def _syntax(file: YamlFile, error: MarkedYAMLError) -> None:
    mark, begin = error.problem_mark or error.context_mark, error.context_mark
    place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    what = ", ".join(str(p) for p in (error.context, error.problem) if p)
    line = file.text.split("\n")[place[0] - 1 :][:1]
    tab = bool(line) and "\t" in line[0][: len(line[0]) - len(line[0].lstrip())]
    hint = _TAB if tab else next((hint for piece, hint in _HINTS.items() if piece in what), None)
    related: tuple[Related, ...] = ()
    if begin is not None and mark is not None and (begin.line, begin.column) != (mark.line, mark.column):
        related = (Related(file.name, begin.line + 1, begin.column + 1, "what is not understood begins here"),)
    hint = hint or "check the indentation, quotes, colons and brackets here"
    _note(file, "yaml-syntax", f"this is not YAML: {what}", hint, place, related)


def _scan(file: YamlFile) -> None:
    """Note what no file of ours has, before anything is built from it.

    Events come one by one, so that neither a bomb of aliases nor brackets without end cost time or memory.
    """
    depth = 0
    for event in _yaml().parse(file.text):
        depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
        if depth > MAX_DEPTH:
            hint = "no entry needs that; is a bracket left open?"
            _note(file, "too-deep", f"this is nested more than {MAX_DEPTH} deep", hint, _at(event))
            return
        if isinstance(event, NodeEvent) and event.anchor is not None:
            sign, what = ("*", "alias") if isinstance(event, AliasEvent) else ("&", "anchor")
            message = f"`{sign}{event.anchor}` is a YAML {what}; they are not used here"
            _note(file, "alias", message, f"write the entry out, or put a text that begins with {sign} in quotes", _at(event))
        elif isinstance(event, ScalarEvent) and event.value == "<<" and not event.style:
            _note(file, "alias", "`<<` merges YAML mappings; that is not used here", "write the keys out", _at(event))
        if getattr(event, "tag", None) is not None:
            hint = "take it out, or put a text that begins with ! in quotes"
            _note(file, "tag", f"`{event.tag}` is a YAML tag; they are not used here", hint, _at(event))


def _at(event: Event) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _construct(file: YamlFile) -> None:
    try:
        file.data = _yaml(loose=False).load(file.text)
    except DuplicateKeyError:
        _duplicates(file)
        # The first of two is kept, and the rest of the file is looked at all the same.
        file.data = _yaml().load(file.text)
    except ValueError:
        _values(file)


def _nodes_of(file: YamlFile) -> Iterator[Node]:
    stack = [_yaml().compose(file.text)]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, SequenceNode):
            stack.extend(node.value)
        elif isinstance(node, MappingNode):
            stack.extend(part for pair in node.value for part in pair)


def _values(file: YamlFile) -> None:
    """Find the scalars that look like a number or a date and are none: a 13th month, a number of five thousand digits."""
    for node in _nodes_of(file):
        if isinstance(node, ScalarNode):
            try:
                _yaml().load(node.value)
            except ValueError as error:
                shown = node.value if len(node.value) <= 40 else node.value[:37] + "..."
                why = f": {error}" if len(node.value) <= 40 else ", but too long"
                message = f"`{shown}` looks like a number or a date and is none{why}"
                _note(file, "yaml-syntax", message, "put it in quotes if it is meant as a text", _mark(node))
            except YAMLError:
                continue
    if not file.findings:
        _note(file, "yaml-syntax", "a value of this file cannot be read", None)


def _duplicates(file: YamlFile) -> None:
    for node in _nodes_of(file):
        if not isinstance(node, MappingNode):
            continue
        seen: dict[str, Node] = {}
        for key, _ in node.value:
            name = str(key.value)
            if name in seen:
                first = Related(file.name, *_mark(seen[name]), message="it stands here first")
                message = f"the key `{name}` stands twice in one mapping"
                hint = "keep one of them; two entries are two items of a list"
                _note(file, "duplicate-key", message, hint, _mark(key), (first,))
            seen.setdefault(name, key)
    if not file.findings:
        _note(file, "duplicate-key", "two keys of one mapping are the same value, spelled in two ways", "keep one of them")


def _mark(node: Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _short(node: Node) -> bool:
    return isinstance(node, ScalarNode) or bool(getattr(node, "flow_style", False))


def _nodes(node: Node, path: Path) -> Iterator[tuple[Node | None, Node]]:
    """Yield ``(key, node)`` for each step of a path that is in the file."""
    for step in path:
        for key, inner in _child(node, step):
            yield key, inner
            node = inner


def _child(node: Node, step: Step) -> list[tuple[Node | None, Node]]:
    """Return what one step leads through: nothing where the file leaves it out, two nodes where a short form adds one."""
    if isinstance(node, SequenceNode):
        return [(None, node.value[step])] if isinstance(step, int) and 0 <= step < len(node.value) else []
    if isinstance(node, MappingNode):
        for key, value in node.value:
            if str(key.value) == str(step):
                return [(key, value)]
        # A short form: the only key of the mapping stands for a step that the model has and the file has not.
        if len(node.value) == 1:
            key, value = node.value[0]
            inner = _child(value, step) if isinstance(value, MappingNode | SequenceNode) else []
            return [(key, value), *inner] if inner else []
    return []
