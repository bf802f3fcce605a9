"""The indexes of the search, one a language: one whose records are the same as at the last build is taken over from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from generator import addresses, search
from generator.building.fingerprint import fingerprint
from generator.building.memory import Files, Made
from generator.i18n import Language
from generator.output import Output
from generator.pages.material import Material
from generator.pages.scribe import Scribe
from generator.reading import Readings


def make(
    material: Material, languages: Sequence[Language], readings: Path, output: Output, known: Mapping[str, Made]
) -> dict[str, Made]:
    """Write the index of each language beside the page of its search; return what the next build has to know of them, by tag.

    ``known`` is what the last one knew, ``readings`` the folder of the readings.
    """
    return {language.tag: _make(material, language, readings, output, known.get(language.tag)) for language in languages}


def _make(material: Material, language: Language, readings: Path, output: Output, left: Made | None) -> Made:
    scribe = Scribe(material, language, Readings(material.catalog, language, readings), addresses.SEARCH)
    records = search.records(scribe)
    of = fingerprint(records)
    below = f"{language.tag}/{addresses.SEARCH}"
    if left is not None and left.of == of and all(output.is_left(path, size) for path, size in left.files.items()):
        for path in left.files:
            output.claim(path)
            output.keep(path)
        return left
    for path in (search.INDEX, search.WORDS):
        output.clear(f"{below}{path}")
    files: Files = {}
    for file in search.write(output.folder / below, language.tag, records):
        path = f"{below}{file.relative_to(output.folder / below).as_posix()}"
        output.claim(path)
        files[path] = file.stat().st_size
    return Made(of, files)
