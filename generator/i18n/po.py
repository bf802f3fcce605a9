"""PO files: read with their lines and all that is wrong with them, written so that the same content is the same bytes."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from babel.messages.catalog import Catalog as PoCatalog
from babel.messages.catalog import Message as PoMessage
from babel.messages.pofile import PoFileParser, denormalize, normalize

from catalog.findings import Finding, Related
from generator.i18n.header import read_header
from generator.output import replace_file

Ids = tuple[str, ...]
"""An English text, or its singular and its plural."""
_STRING = r'"(?:[^"\\]|\\.)*"'
_LINE = re.compile(rf"^(?:(?:msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\])\s+)?{_STRING}$")
_PREVIOUS = re.compile(rf"^#\|\s*(?:(msgctxt|msgid|msgid_plural)\s+)?({_STRING})$")
FUZZY = "fuzzy"
"""The flag of a translation that a translator has to look at again."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a PO file.

    ``strings`` is as long as ``ids`` asks for: one translation, or one for each plural form of the language. ``previous`` is
    the English that the translation was made for, where that is another, and ``previous_context`` the context that it was made
    in, where that is another: msgmerge offers what was said elsewhere. ``line`` (from 1) is that of the msgid.
    """

    context: str | None
    ids: Ids
    strings: tuple[str, ...] = ("",)
    flags: frozenset[str] = frozenset()
    comments: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    previous: Ids = ()
    obsolete: bool = False
    previous_context: str | None = None
    line: int = field(default=0, compare=False)

    @property
    def fuzzy(self) -> bool:
        """Whether a translator has to look at it again."""
        return FUZZY in self.flags

    @property
    def translated(self) -> bool:
        """Whether every form has a text; it may be fuzzy."""
        return all(self.strings)


@dataclass(frozen=True, slots=True)
class PoFile:
    """A PO file: its header as it stands in the file, its entries in file order (obsolete ones too), and its findings.

    ``plural_forms`` is what the header declares, as in ``nplurals=2; plural=(n != 1);``, or what was assumed. ``origin`` names the bytes
    that all this was read from, where that is known.
    """

    header: str
    plural_forms: str
    entries: tuple[Entry, ...] = ()
    findings: tuple[Finding, ...] = ()
    origin: str = field(default="", compare=False)

    @property
    def nplurals(self) -> int:
        """The number of plural forms."""
        return int(self.plural_forms.partition("=")[2].partition(";")[0])


class _Recorder(PoCatalog):
    """Keeps every message as it is read: a catalogue of Babel's would merge those with the same key in silence."""

    def __init__(self, plural_forms: str) -> None:
        super().__init__()
        self.mime_headers = [("Plural-Forms", plural_forms)]
        self.read: list[PoMessage] = []
        self.flags: frozenset[str] = frozenset()

    def __setitem__(self, id: str | list[str] | tuple[str, ...], message: PoMessage) -> None:  # noqa: A002  Babel's name
        # A message of Babel's gives itself flags by what its text looks like; those of the file are wanted.
        message.flags = set(self.flags)
        self.read.append(message)


class _Parser(PoFileParser):
    """Collects what is wrong instead of stopping at the first error. ``problems`` are lines (from 1) and sentences."""

    def __init__(self, catalog: _Recorder) -> None:
        super().__init__(catalog)
        self._recorder = catalog
        self.problems: list[tuple[int, str]] = []

    def _add_message(self) -> None:
        self._recorder.flags = frozenset(self.flags)
        super()._add_message()

    def _invalid_pofile(self, line: str, lineno: int, msg: str) -> None:
        self.problems.append((lineno + 1, f"{msg}: {line}" if line else msg))


def read(path: Path, name: str, plural_forms: str) -> PoFile:
    """Read a PO file; ``name`` is how findings show it. Never raises for what is in the file, nor where it cannot be opened.

    ``plural_forms`` holds for a file whose header declares none.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        return unread(error, name, plural_forms)
    return decode(content, name, plural_forms)


def unread(error: OSError, name: str, plural_forms: str) -> PoFile:
    """Return what is known of a file that is there, and cannot be opened."""
    message = f"the file is there, but cannot be read ({error.strerror})"
    hint = "it has to be a file, and one that you may read"
    return PoFile("", plural_forms, (), (Finding("file-missing", "error", name, 1, 1, "", message, hint),))


def decode(data: bytes, name: str, plural_forms: str) -> PoFile:
    """Read the content of a PO file, as :func:`read` does."""
    if not data.strip():
        hint = "`translate update` writes it anew, without the translations that it had"
        empty = Finding("empty-file", "error", name, 1, 1, "", "this file has no entries", hint)
        return PoFile("", plural_forms, (), (empty,))
    try:
        file = parse(data.decode("utf-8-sig"), name, plural_forms)
        return replace(file, findings=(*_odd_bytes(data, name), *file.findings))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return PoFile("", plural_forms, (), (_finding(name, line, "this line is not UTF-8 text", "save the file as UTF-8"),))


def _odd_bytes(data: bytes, name: str) -> Iterator[Finding]:
    """Yield what other programs do not like in a file that can be read."""
    hint = "save the file as UTF-8 without a mark, with the ends of lines of Unix: `translate update` does"
    if data.startswith(codecs.BOM_UTF8):
        message = "the file begins with a byte order mark, and gettext refuses it"
        yield Finding("translation-file", "warning", name, 1, 1, "", message, hint)
    if b"\r" in data:
        line = data[: data.index(b"\r")].count(b"\n") + 1
        yield Finding("translation-file", "warning", name, line, 1, "", "this line ends as Windows ends lines", hint)


def parse(text: str, name: str, plural_forms: str) -> PoFile:
    """Read the text of a PO file. An entry that cannot be read is left out, and is a finding."""
    lines = [line.strip() for line in text.split("\n")]
    header = _take_header(lines)
    declared, findings = read_header(header, name, plural_forms)
    plural_forms = declared or plural_forms
    findings += _take_bad_blocks(lines, name)
    findings += _lone_contexts(lines, name)
    previous = _take_previous(lines)
    catalog = _Recorder(plural_forms)
    parser = _Parser(catalog)
    parser.parse(lines)
    hint = "write msgctxt, msgid and msgstr in this order"
    findings += [_finding(name, line, message, hint) for line, message in parser.problems]
    broken = {line for line, _ in parser.problems}
    entries = [_entry(m, previous, obsolete=False) for m in catalog.read if m.id and m.lineno not in broken]
    entries += [_entry(m, previous, obsolete=True) for m in catalog.obsolete.values()]
    return PoFile(header, plural_forms, tuple(entries), tuple(sorted(findings, key=lambda f: f.line)))


def duplicates(file: PoFile, name: str, *, by_context: bool) -> Iterator[Finding]:
    """Yield a finding for each entry whose key an earlier entry of the file has."""
    first: dict[object, Entry] = {}
    for entry in file.entries:
        if entry.obsolete:
            continue
        there = first.setdefault(key_of(entry, by_context=by_context), entry)
        if there is not entry:
            what = f"`{entry.context}`" if entry.context else f'the message "{entry.ids[0]}"'
            yield Finding(
                "translation-duplicate", "error", name, entry.line, 1, entry.context or "",
                f"{what} is translated twice in this file", "keep one of the two entries",
                (Related(name, there.line, 1, "it stands here first"),),
            )  # fmt: skip


def key_of(entry: Entry, *, by_context: bool) -> object:
    """Return what tells an entry apart: its context where each has one, else context and English text, as gettext does."""
    return entry.context if by_context else (entry.context, entry.ids[0])


def write(path: Path, file: PoFile) -> bool:
    """Write a file beside its place and swap it in. Returns False, and touches nothing, where it holds the same bytes."""
    data = render(file).encode("utf-8")
    if path.exists() and path.read_bytes() == data:
        return False
    replace_file(path, data)
    return True


def render(file: PoFile) -> str:
    """Return the text of a PO file: the header as it is, the entries in their order, the obsolete ones last.

    Babel's own writer breaks a long previous text in the middle of a quoted string, drops the flags of obsolete entries, and
    rewrites the header with today's date; its quoting is used.
    """
    live = [_lines_of(e) for e in file.entries if not e.obsolete]
    gone = [_lines_of(e) for e in file.entries if e.obsolete]
    return "\n\n".join([file.header, *("\n".join(block) for block in (*live, *gone))]) + "\n"


def _lines_of(entry: Entry) -> Iterator[str]:
    yield from (f"# {c}".rstrip() for c in entry.comments)
    if not entry.obsolete:
        yield from (f"#. {note}" for note in entry.notes)
        yield from (f"#: {_quoted(file)}" for file in entry.files)
    if entry.flags:
        yield f"#, {', '.join(sorted(entry.flags))}"
    keywords = ("msgid", "msgid_plural")
    if not entry.obsolete:
        if entry.previous and entry.previous_context is not None:
            yield from _string("msgctxt", entry.previous_context, "#| ")
        for keyword, text in zip(keywords, entry.previous, strict=False):
            yield from _string(keyword, text, "#| ")
    prefix = "#~ " if entry.obsolete else ""
    if entry.context is not None:
        yield from _string("msgctxt", entry.context, prefix)
    for keyword, text in zip(keywords, entry.ids, strict=False):
        yield from _string(keyword, text, prefix)
    plural = len(entry.ids) > 1
    for n, text in enumerate(entry.strings):
        yield from _string(f"msgstr[{n}]" if plural else "msgstr", text, prefix)


def _string(keyword: str, text: str, prefix: str) -> Iterator[str]:
    first, *rest = normalize(text).split("\n")
    yield f"{prefix}{keyword} {first}"
    yield from (f"{prefix}{line}" for line in rest)


def _quoted(file: str) -> str:
    return f"\u2068{file}\u2069" if re.search(r"\s", file) else file


def _finding(name: str, line: int, message: str, hint: str) -> Finding:
    return Finding("translation-syntax", "error", name, line, 1, "", message, hint)


def _take_header(lines: list[str]) -> str:
    """Return the header and blank its lines, so that what translators' tools keep there comes through untouched."""
    start = next((n for n, line in enumerate(lines) if line.startswith(("msgid", "msgctxt"))), None)
    if start is None or lines[start] != 'msgid ""' or not lines[start + 1 :] or not lines[start + 1].startswith("msgstr"):
        return ""
    end = start + 2
    while end < len(lines) and lines[end].startswith('"'):
        end += 1
    header = "\n".join(lines[:end]).strip("\n")
    lines[:end] = [""] * end
    return header


def _take_bad_blocks(lines: list[str], name: str) -> Iterator[Finding]:
    """Blank the paragraphs that hold a line which is not PO; Babel would read some of them as something else."""
    for start, end in _blocks(lines):
        bad = [n for n in range(start, end) if not _readable(lines[n])]
        for n in bad:
            hint = 'write a keyword and a text in "quotes", and each " inside the text as \\"'
            yield _finding(name, n + 1, f"this line is not PO: {lines[n]}", hint)
        if bad:
            lines[start:end] = [""] * (end - start)


def _lone_contexts(lines: Sequence[str], name: str) -> Iterator[Finding]:
    """Find each msgctxt that no msgid follows, as where a file breaks off; Babel passes over it."""
    waiting = 0
    for n, line in enumerate((*lines, "msgctxt"), 1):
        if line.startswith("msgctxt"):
            if waiting:
                yield _finding(name, waiting, "missing msgid after msgctxt", "write msgctxt, msgid and msgstr in this order")
            waiting = n
        elif line.startswith("msgid"):
            waiting = 0


def _blocks(lines: list[str]) -> Iterator[tuple[int, int]]:
    start = 0
    for n, line in enumerate([*lines, ""]):
        if not line:
            if start < n:
                yield start, n
            start = n + 1


def _readable(line: str) -> bool:
    if line.startswith("#~|"):
        return True
    if line.startswith("#~"):
        return _LINE.match(line[2:].strip()) is not None
    if line.startswith("#-"):
        return False
    return line.startswith("#") or _LINE.match(line) is not None


def _take_previous(lines: list[str]) -> dict[int, tuple[str | None, Ids]]:
    """Return previous context and English by the line of the msgid they belong to, and blank the comments that hold them."""
    found: dict[int, tuple[str | None, Ids]] = {}
    parts: list[tuple[str, list[str]]] = []
    for n, line in enumerate(lines):
        if line.startswith(("#|", "#~|")):
            match = _PREVIOUS.match(line)
            if match and match[1]:
                parts.append((match[1], [match[2]]))
            elif match and parts:
                parts[-1][1].append(match[2])
            lines[n] = "#"
        elif line.startswith("msgid ") and parts:
            said = [(keyword, "".join(map(denormalize, texts))) for keyword, texts in parts]
            context = next((text for keyword, text in said if keyword == "msgctxt"), None)
            found[n + 1] = (context, tuple(text for keyword, text in said if keyword != "msgctxt"))
            parts = []
    return found


def _entry(message: PoMessage, previous: dict[int, tuple[str | None, Ids]], *, obsolete: bool) -> Entry:
    line = message.lineno or 0
    context, english = previous.get(line, (None, ()))
    return Entry(
        context=message.context,
        # A singular and at most one plural: Babel also takes in a msgid_plural that stands twice.
        ids=_texts(message.id)[:2],
        strings=_texts(message.string),
        # What is set aside is checked by nobody.
        flags=frozenset(f for f in message.flags if not (obsolete and f.endswith("-format"))),
        comments=tuple(c for c in message.user_comments if c),
        notes=tuple(message.auto_comments),
        files=tuple(file for file, _ in message.locations),
        previous=english,
        obsolete=obsolete,
        # msgmerge writes the context where it has not changed too.
        previous_context=context if english and context != message.context else None,
        line=line,
    )


def _texts(value: str | Iterable[str] | None) -> tuple[str, ...]:
    return (value or "",) if value is None or isinstance(value, str) else tuple(value)
