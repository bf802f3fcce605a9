"""The ground that pages, pictures and played examples stand on: all that they depend on and that is not traced, in one fingerprint each.

It is the code that runs, the libraries, the files of the site, and the parts of the catalogue that hardly ever change. When a ground
gives way, all that stands on it is made again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from catalog import Catalog
from catalog.cache import code_of
from generator.building.fingerprint import fingerprint

_PACKAGES = Path(__file__).resolve().parents[2]
_DRAWING = ("catalog", "generator/gauges.py", "generator/geometry", "generator/pictures", "generator/cards.py")
_PLAYING = ("catalog", "engine", "generator/pages/examples.py", "generator/building")
_PRINTING = ("catalog", "engine", "generator")
_LIBRARIES = (
    *("babel", "cbor2", "fonttools", "jinja2", "markdown-it-py", "markupsafe", "numpy", "pagefind", "pagefind_bin_extended"),
    *("pillow", "pydantic", "pyicu", "pyicu-wheels", "resvg_py", "ruamel.yaml", "shapely"),
)
_PARTS = ("editions", "big_boxes", "sources", "boxes", "elements", "designs", "printings", "box_of_printing", "formats", "moved")
"""The parts of a catalogue that are not traced."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """The fingerprints of the three grounds. An empty one is nothing to build on: nobody could tell what it is."""

    drawing: str
    playing: str
    pages: str


NOWHERE = Grounds("", "", "")
"""Nothing to build on."""


def grounds(catalog: Catalog, folder: Path, options: object) -> Grounds:
    """Return the grounds of a build with the site's ``folder`` and these options, which pages depend on."""
    libraries = sys.version_info[:3], *map(_version, _LIBRARIES)
    entries = [fingerprint(getattr(catalog, part)) for part in _PARTS]
    art = _files([*(pack / "art" for pack in catalog.packs), folder / "art"])
    # Which pieces lie across tiles is asked of all statements, whatever is on the table.
    return Grounds(
        drawing=_ground(_DRAWING, libraries, art, fingerprint([catalog.kinds, catalog.marks, catalog.figures])),
        playing=_ground(_PLAYING, libraries, entries, fingerprint(catalog.carried)),
        pages=_ground(_PRINTING, libraries, entries, art, _files([folder]), fingerprint(options)),
    )


def _ground(code: tuple[str, ...], *parts: object) -> str:
    running = _code(code)
    return fingerprint([running, *parts]) if running else ""


@cache
def _code(paths: tuple[str, ...]) -> str:
    """Return what code runs, or an empty text if that cannot be seen. What is edited later is not what runs."""
    return code_of(*(_PACKAGES / path for path in paths))


@cache
def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""


def _files(folders: Iterable[Path]) -> str:
    """Return the fingerprint of all files in folders."""
    return fingerprint([list(_contents(folder)) for folder in folders])


def _contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            yield file.relative_to(folder).as_posix(), file.read_bytes()
