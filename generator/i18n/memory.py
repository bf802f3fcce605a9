"""What the files of the languages gave, and which translations were found right: see :mod:`catalog.remembered`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from catalog.cache import code_of, is_current, place_of
from catalog.index import Catalog
from catalog.remembered import Codec, Remembered, name_of
from generator.i18n import po
from generator.i18n.style import Style

_HERE = Path(__file__).resolve().parent
_FILES = (_HERE, _HERE.parent / "rendering.py")
_CODE = code_of(*_FILES)


def memory_of(catalog: Catalog) -> Remembered | None:
    """Return what is remembered of the languages of a catalogue; None where nothing is to be kept."""
    return Remembered.of("languages", place_of(catalog.root, catalog.packs, _CODE) if _CODE else None)


def strings_of(site: Path, code: Path) -> Remembered | None:
    """Return what is remembered of the strings of the interface, by the folders they are in."""
    return Remembered.of("strings", place_of(site, (code,), _CODE) if _CODE else None)


def keep(memory: Remembered | None, *, all_asked: bool = True) -> None:
    """Keep what was read."""
    if memory is not None:
        memory.keep(current=is_current() and code_of(*_FILES) == _CODE, all_asked=all_asked)


def read_po(path: Path, name: str, plural_forms: str, memory: Remembered | None) -> po.PoFile:
    """Read a PO file as :func:`generator.i18n.po.read` does, or as it is remembered."""
    try:
        content = path.read_bytes()
    except OSError as error:
        return po.unread(error, name, plural_forms)
    known = name_of(f"po {plural_forms}", content)
    found = None if memory is None else memory.recall(known, _PO.read)
    if found is None:
        found = po.decode(content, name, plural_forms)
        if memory is not None and not found.findings:
            memory.note(known, found, _PO.write(found))
    return replace(found, origin=known)


def _written(file: po.PoFile) -> bytes:
    entries = [
        [
            e.context,
            e.ids,
            e.strings,
            sorted(e.flags),
            e.comments,
            e.notes,
            e.files,
            e.previous,
            e.obsolete,
            e.previous_context,
            e.line,
        ]
        for e in file.entries
    ]
    return json.dumps([file.header, file.plural_forms, entries], ensure_ascii=False).encode()


def _read(part: bytes) -> po.PoFile:
    header, plural_forms, entries = json.loads(part)
    return po.PoFile(
        header,
        plural_forms,
        tuple(
            po.Entry(
                context,
                tuple(ids),
                tuple(strings),
                frozenset(flags),
                tuple(comments),
                tuple(notes),
                tuple(files),
                tuple(previous),
                obsolete,
                elsewhere,
                line,
            )
            for context, ids, strings, flags, comments, notes, files, previous, obsolete, elsewhere, line in entries
        ),
    )


_PO: Codec[po.PoFile] = Codec(_written, _read)


class Right:
    """The translations of one file in which nothing was found wrong, each beside the English it was held against."""

    def __init__(self, memory: Remembered | None, file: str, known: Collection[str], style: Style) -> None:
        """``known`` are the ids that a link may lead to, ``style`` how the language sets texts: with others, all is looked at again."""
        self._memory, self._name = memory, f"right {file}"
        held = "\n".join((*sorted(known), repr((style.own, style.terms, style.forms))))
        self._known = hashlib.sha256(held.encode()).digest() if memory is not None else b""
        self._before: frozenset[str] = (memory.recall(self._name, _words) if memory is not None else None) or frozenset()
        self._now: set[str] = set()

    def mark_of(self, entry: po.Entry, english: Sequence[str]) -> str:
        """Return what an entry and its English are known by."""
        ids, strings = entry.ids, entry.strings
        # With their numbers, which word belongs where; no text has a NUL.
        spelled = "\0".join((f"{len(ids)} {len(strings)} {len(english)}", *ids, *strings, *english, *sorted(entry.flags)))
        return hashlib.blake2b(spelled.encode(), digest_size=12, key=self._known[:32]).hexdigest()

    def has(self, mark: str) -> bool:
        """Tell whether an entry was right before; then it is right now too."""
        if mark in self._before:
            self._now.add(mark)
        return mark in self._before

    def add(self, mark: str) -> None:
        """Note that an entry is right."""
        self._now.add(mark)

    def note(self) -> None:
        """Remember those that are right now."""
        if self._memory is not None and self._now != self._before:
            self._memory.note(self._name, frozenset(self._now), " ".join(sorted(self._now)).encode())


def _words(part: bytes) -> frozenset[str]:
    return frozenset(part.decode().split())
