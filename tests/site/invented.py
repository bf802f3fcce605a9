"""Translations that a machine invents for tests, sound in all that is checked: what it takes to add a language."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from catalog import Catalog
from catalog.text import placeholders
from generator.i18n import po, update_all
from generator.i18n.conventions import locale_of, own_name, plurals

_KEPT = re.compile(r"(\]\([^)]*\)|\{[^{}]*\}|%\(\w+\)[sd]|%%|<[^>]*>|&\w+;)")
LETTERS = {
    "ar": dict(zip("abcdefghijklmnopqrstuvwxyz", "ابتثجحخدذرزسشصضطظعغفقكلمنهوي", strict=False)),
    "cy": dict(zip("aeiouwy", "âêîôûŵŷ", strict=True)),
}
"""The letters that stand for ours, by language."""


def invented(text: str, tag: str) -> str:
    """Return a text in the letters of a language; links, placeholders and tags are left."""
    letters = LETTERS[tag]
    parts = _KEPT.split(text)
    return "".join(part if n % 2 else "".join(letters.get(c.lower(), c) for c in part) for n, part in enumerate(parts))


def forms_of(tag: str, word: str = "tile") -> list[str]:
    """Return a word in as many forms as a language has for numbers, each of them another."""
    count = int(plurals(locale_of(tag)).partition("=")[2].partition(";")[0])
    return [f"{invented(word, tag)}{n * invented('n', tag)}" for n in range(count)]


def _of_data(english: str, tag: str) -> str:
    said = invented(english, tag)
    counted = next(iter(placeholders(english)), None)
    return said if counted is None else f"{said} {{{counted.name}:{'|'.join(forms_of(tag))}}}"


def invent(catalog: Catalog, tag: str) -> None:
    """Add a language to a catalogue whose data has none: its folder, its files, and the entry that says what language it is."""
    update_all(catalog, [tag])
    folder: Path = catalog.root / "locales" / tag
    for path in sorted(folder.glob("*.po")):
        file = po.read(path, path.name, plurals(locale_of(tag)))
        entries = []
        for entry in file.entries:
            if len(entry.ids) > 1:
                said = tuple(f"{invented(entry.ids[1], tag)} {form}" for form in forms_of(tag))
            else:
                said = (_of_data(entry.ids[0], tag) if path.stem == "rules" else invented(entry.ids[0], tag),)
            entries.append(replace(entry, strings=said))
        po.write(path, replace(file, entries=tuple(entries)))
    own = {"tag": tag, "name": own_name(locale_of(tag))}
    terms = [
        {"id": e.id, "name": invented(e.name, tag), **({"plural": invented(e.plural, tag)} if e.plural else {})}
        for e in catalog.elements.values()
    ]
    lines = [json.dumps(term, ensure_ascii=False) for term in terms]
    text = f"language: {json.dumps(own, ensure_ascii=False)}\nterms:\n" + "".join(f"  - {line}\n" for line in lines)
    (folder / "glossary.yaml").write_text(text, encoding="utf-8")


def lack(catalog: Catalog, tag: str, *, missing: Collection[str] | None = None, fuzzy: Collection[str] = ()) -> None:
    """Take translations of the interface away from a language: these, or all, and mark others as out of date."""
    path: Path = catalog.root / "locales" / tag / "interface.po"
    file = po.read(path, path.name, plurals(locale_of(tag)))
    entries = [
        replace(
            entry,
            strings=("",) * len(entry.strings) if missing is None or entry.ids[0] in missing else entry.strings,
            flags=entry.flags | {"fuzzy"} if entry.ids[0] in fuzzy else entry.flags,
        )
        for entry in file.entries
    ]
    po.write(path, replace(file, entries=tuple(entries)))
