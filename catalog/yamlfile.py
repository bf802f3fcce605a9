"""Reading one YAML file at two speeds: the C loader for what is fine, the node tree with its marks for what is not."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from pathlib import Path as FilePath

from ruamel.yaml import YAML
from ruamel.yaml.constructor import DuplicateKeyError
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import AliasEvent, NodeEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from catalog.findings import Finding, Related, Severity
from catalog.model import Path

MAX_BYTES = 1_000_000
"""The size bound of a data file; the largest real one is a tenth of it."""
MAX_DEPTH = 60
"""How deep an entry may be nested; a real effect reaches twenty."""
_ID_LINE = re.compile(r"\bid:\s*[\"']?([^\s\"',}]+)")
_MAYBE_ANCHOR = re.compile(r"(?:^|[\s,\[{])[&*][^\s&*]", re.MULTILINE)


@dataclass
class YamlFile:
    """A file, what it holds, and where each part of it stands. ``name`` is how findings show the file."""

    path: FilePath
    name: str
    text: str = ""
    data: object = None
    findings: list[Finding] = field(default_factory=list)
    kept: dict[str, list[int]] = field(default_factory=dict)

    def entry(self, key: str, n: int) -> Path:
        """Return the path of the n-th entry that was kept of a list."""
        return key, self.kept[key][n] if key in self.kept else n

    def ids(self) -> set[str]:
        """Return what look like ids of entries, whether the file could be read or not."""
        return set(_ID_LINE.findall(self.text))

    @cached_property
    def root(self) -> Node | None:
        """The node tree with marks: read only once there is something to point at."""
        return YAML(typ="safe", pure=True).compose(StringIO(self.text))

    def position(self, path: Path, *, key: bool = False) -> tuple[int, int]:
        """Return line and column (from 1) of what a path leads to, as near as the file has it.

        With ``key`` the place is that of the key, not of its value. Steps that are not in the file (a short form leaves them
        out) are passed over.
        """
        node, at = self.root, (1, 1)
        if node is None:
            return at
        at = _mark(node)
        for n, step in enumerate(path):
            found = _child(node, step)
            if found is None:
                continue
            key_node, node = found
            last = n == len(path) - 1
            at = _mark(key_node if key_node is not None and (key or not last or not _short(node)) else node)
        return at

    def add(
        self,
        code: str,
        path: Path,
        message: str,
        *,
        hint: str | None = None,
        key: bool = False,
        severity: Severity = "error",
        related: tuple[Related, ...] = (),
    ) -> None:
        """Note a finding at a path of this file."""
        line, column = self.position(path, key=key)
        self.findings.append(
            Finding(code, severity, self.name, line, column, ".".join(map(str, path)), message, hint, related)
        )

    def related(self, path: Path, message: str) -> Related:
        """Return a place of this file, to be shown beside a finding elsewhere."""
        line, column = self.position(path)
        return Related(self.name, line, column, message)


def read(path: FilePath, name: str) -> YamlFile:
    """Read a file. What is wrong with it as YAML is in ``findings``; then ``data`` is None."""
    file = YamlFile(path, name)
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            _note(file, "file-too-large", f"this file has {size:,} bytes; the bound is {MAX_BYTES:,}", "split it in several files")
            return file
        file.text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        _note(file, "not-utf-8", f"byte {error.start} is not UTF-8 text", "save the file as UTF-8")
        return file
    except OSError as error:
        _note(file, "file-missing", f"the file cannot be read: {error.strerror}", None)
        return file
    try:
        if _MAYBE_ANCHOR.search(file.text) and _has_anchor(file):
            return file
        file.data = YAML(typ="safe", pure=False).load(file.text)
    except DuplicateKeyError:
        _duplicates(file)
    except MarkedYAMLError as error:
        _syntax(file, error)
    except (YAMLError, ValueError) as error:
        _note(file, "yaml-syntax", str(error).splitlines()[0], None)
    except RecursionError:
        _note(file, "too-deep", "the entries are nested too deeply to be read", None)
        return file
    if file.data is None and not file.findings:
        _note(file, "empty-file", "this file has no entries", "delete it, or write its first entry")
    elif _depth(file.data) > MAX_DEPTH:
        file.data = None
        _note(file, "too-deep", f"the entries are nested more than {MAX_DEPTH} deep", None)
    return file


def _note(file: YamlFile, code: str, message: str, hint: str | None, line: int = 1, column: int = 1) -> None:
    file.findings.append(Finding(code, "error", file.name, line, column, "", message, hint))


def _syntax(file: YamlFile, error: MarkedYAMLError) -> None:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    what = ", ".join(str(p) for p in (error.context, error.problem) if p)
    _note(file, "yaml-syntax", f"this is not YAML: {what}", "check the indentation, quotes, colons and brackets here", line, column)


def _has_anchor(file: YamlFile) -> bool:
    for event in YAML(typ="safe", pure=True).parse(StringIO(file.text)):
        if isinstance(event, AliasEvent) or (isinstance(event, NodeEvent) and getattr(event, "anchor", None)):
            mark = event.start_mark
            message = f"`{event.anchor}` is a YAML anchor or alias; they are not used here"
            _note(file, "alias", message, "write the entry out", mark.line + 1, mark.column + 1)
    return bool(file.findings)


def _duplicates(file: YamlFile) -> None:
    loose = YAML(typ="safe", pure=True)
    loose.allow_duplicate_keys = True
    stack = [loose.compose(StringIO(file.text))]
    while stack:
        node = stack.pop()
        if isinstance(node, SequenceNode):
            stack.extend(node.value)
        elif isinstance(node, MappingNode):
            seen: dict[str, Node] = {}
            for key, value in node.value:
                stack.append(value)
                if key.value in seen:
                    line, column = _mark(key)
                    first = Related(file.name, *_mark(seen[key.value]), message="it stands here first")
                    message = f"the key `{key.value}` stands twice in one mapping"
                    file.findings.append(
                        Finding("duplicate-key", "error", file.name, line, column, key.value, message, "keep one of them", (first,))
                    )
                seen.setdefault(str(key.value), key)
    file.findings.sort(key=lambda f: (f.line, f.column))


def _mark(node: Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _short(node: Node) -> bool:
    return isinstance(node, ScalarNode) or bool(getattr(node, "flow_style", False))


def _child(node: Node, step: str | int) -> tuple[Node | None, Node] | None:
    if isinstance(node, SequenceNode):
        if isinstance(step, int) and 0 <= step < len(node.value):
            return None, node.value[step]
        return None
    if isinstance(node, MappingNode):
        for key, value in node.value:
            if str(key.value) == str(step):
                return key, value
        # A short form: the only key of the mapping stands for a step that the model has and the file has not.
        if len(node.value) == 1 and isinstance(step, str):
            key, value = node.value[0]
            inner = _child(value, step)
            if inner is not None:
                return inner
    return None


def _depth(data: object) -> int:
    deepest, stack = 0, [(data, 1)]
    while stack:
        node, depth = stack.pop()
        deepest = max(deepest, depth)
        if depth > MAX_DEPTH:
            break
        if isinstance(node, dict):
            stack.extend((v, depth + 1) for v in node.values())
        elif isinstance(node, list):
            stack.extend((v, depth + 1) for v in node)
    return deepest
