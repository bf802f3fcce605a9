"""What is wrong with the drawings of packs, as findings: their inks, and drawings that cannot be read at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError

from catalog.findings import Finding
from catalog.remembered import validated
from catalog.yamlfile import opened
from generator.pictures.inks import FILE, Inks

ART = "art"
"""The folder of a pack that its drawings are in."""
DRAWING = ".j2"
"""How the name of a drawing ends."""


def check_art(packs: Iterable[Path]) -> tuple[Finding, ...]:
    """Return what is wrong with the drawings of packs, without drawing anything."""
    return tuple(finding for pack in packs for finding in _check(pack / ART, f"{pack}/{ART}"))


def _check(folder: Path, shown: str) -> Iterator[Finding]:
    if (folder / FILE).exists():
        file = opened(folder / FILE, f"{shown}/{FILE}")
        validated(file, Inks, None)
        yield from file.findings
    # Hidden files are those of other programs.
    for path in sorted(p for p in folder.rglob(f"*{DRAWING}") if not p.name.startswith(".")):
        file = opened(path, f"{shown}/{path.relative_to(folder).as_posix()}")
        yield from file.findings or _misread(file.text, file.name)


def _misread(text: str, name: str) -> Iterator[Finding]:
    try:
        Environment(autoescape=True).parse(text)
    except TemplateSyntaxError as error:
        hint = "a drawing is SVG with what Jinja fills in: {{ ... }} and {% ... %}"
        yield Finding("template-syntax", "error", name, error.lineno, 1, "", f"this is no drawing: {error.message}", hint)
