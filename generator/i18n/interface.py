"""The strings of the interface: taken from the templates with Jinja2's extractor and from our Python with Babel's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_python
from jinja2 import TemplateSyntaxError
from jinja2.ext import babel_extract

from catalog.findings import Finding
from catalog.paths import site_data
from catalog.remembered import Remembered, name_of
from generator.i18n.memory import keep, strings_of
from generator.i18n.messages import Message
from generator.rendering import EXTENSIONS

TEMPLATE_OPTIONS = {
    "extensions": ",".join(EXTENSIONS),
    "trim_blocks": "true",
    "lstrip_blocks": "true",
    "newstyle_gettext": "true",
    "silent": "false",
}
"""How templates are read: as they are rendered, so that a text is extracted just as it will be asked for."""
NOTE_TAG = "Translators:"
"""A comment that begins so, right above a string, is shown to translators."""
_TEMPLATES = (".j2", ".html")


def interface_messages(
    site: Path | None = None, code: Path | None = None, *, cached: bool = False
) -> tuple[list[Message], list[Finding]]:
    """Return the interface strings in order of file and place, and the templates that cannot be read.

    ``site`` is the folder of the templates, ``code`` that of the Python files; without them, ours. With ``cached``, files that are
    as they were before are not read again.
    """
    site = site or site_data()
    code = code or Path(__file__).resolve().parent.parent
    memory = strings_of(site, code) if cached else None
    found: dict[tuple[str | None, str], Message] = {}
    findings: list[Finding] = []
    for path in sorted(p for p in site.rglob("*") if p.suffix in _TEMPLATES and p.is_file()):
        name = f"site/{path.relative_to(site).as_posix()}"
        try:
            _gather(found, _strings(path, babel_extract, TEMPLATE_OPTIONS, memory), name)
        except (TemplateSyntaxError, UnicodeDecodeError) as error:
            line = error.lineno if isinstance(error, TemplateSyntaxError) else 1
            findings.append(Finding("template-syntax", "error", name, line, 1, "", f"the template cannot be read: {error}", None))
    for path in sorted(code.rglob("*.py")):
        _gather(found, _strings(path, extract_python, {}, memory), f"generator/{path.relative_to(code).as_posix()}")
    keep(memory)
    return list(found.values()), findings


_Found = tuple[str | None, tuple[str, ...], tuple[str, ...]]


def _strings(
    path: Path, method: Callable[..., Iterable[Any]], options: Mapping[str, str], memory: Remembered | None
) -> list[_Found]:
    """Return context, msgid (and msgid_plural), and notes of each string of a file, in order."""
    content = path.read_bytes()
    name = name_of(method.__name__, content)
    known = None if memory is None else memory.recall(name, _read)
    if known is not None:
        return known
    results = list(extract(method, BytesIO(content), DEFAULT_KEYWORDS, (NOTE_TAG,), options, strip_comment_tags=True))
    found: list[_Found] = []
    for _, texts, notes, context in results:
        ids = (texts,) if isinstance(texts, str) else tuple(texts)
        found.append((context, ids, tuple(note for note in notes if note)))
    if memory is not None:
        memory.note(name, found, json.dumps(found, ensure_ascii=False).encode())
    return found


def _read(part: bytes) -> list[_Found]:
    return [(context, tuple(ids), tuple(notes)) for context, ids, notes in json.loads(part)]


def _gather(found: dict[tuple[str | None, str], Message], strings: Iterable[_Found], name: str) -> None:
    """Add the strings of a file; one that is there already, as gettext tells them apart, gets the file and the notes as well."""
    for context, ids, notes in strings:
        plural = ids[1] if len(ids) > 1 else None
        old = found.get((context, ids[0]))
        if old is None:
            found[context, ids[0]] = Message(context, ids[0], (name,), plural, notes)
            continue
        found[context, ids[0]] = replace(
            old,
            files=tuple(dict.fromkeys((*old.files, name))),
            plural=old.plural or plural,
            notes=tuple(dict.fromkeys((*old.notes, *notes))),
        )
