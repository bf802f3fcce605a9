"""Starting files for authors: commented YAML that is right as it stands and says what to change."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from ruamel.yaml import YAML

from catalog import Catalog
from catalog.model import ID


class NewError(ValueError):
    """An entry that cannot be begun: a bad id, or one that is taken."""


_BOX = """\
# A pack: a folder with this file, tiles.yaml, and rules.yaml if it has rules of its own.
id: {box}
name: {name}
sort: fan
about: One sentence on what this pack adds.
needs: [{needs}]
editions:
  {edition}: {{year: {year}}}
"""
_TILES = """\
# Edges clockwise from north ({letters}), then the features: which edges each reaches.
# A line with one edge says what it ends at: a mark, a site of the tile, or {{kind: port}}.
# `bastide show {design} --pack FOLDER --svg tile.svg` draws it and tells its fields.
designs:
{tile}printings:
{printing}"""
_TILE = """\
  - id: {design}
    edges: {edges}
    features:
      - {kind}: [N]
"""
_PRINTING = """\
  - {{design: {design}, letter: {letter}, counts: {{{edition}: 1}}}}
"""
_RULES = """\
# Statements in reading order: text and effect say the same. The page for authors lists the kinds of effects.
statements:
{statement}"""
_STATEMENT = """\
  - id: {statement}
    section: interactions
    text: Say in one sentence what holds.
    source: {{doc: {source}, confidence: low}}
    effect: {{none: pending}}
"""
_SOURCES = """\
# The documents that the statements of this pack cite.
sources:
  - {{id: {source}, title: The rules of {name}, publisher: The author of the pack, language: en, class: third-party}}
"""


def check_id(word: str, *, slash: bool) -> str:
    """Return an id in small letters. Raises :class:`NewError` for one that is not kebab-case, or has the wrong form."""
    wanted = word.strip().lower()
    form = rf"{ID}/{ID}" if slash else ID
    if not re.fullmatch(form, wanted):
        shape = "box/letter, such as my-pack/a" if slash else "kebab-case, such as my-pack"
        raise NewError(f"`{word}` is no id here: write {shape}, small letters, digits and hyphens")
    return wanted


def expansion(catalog: Catalog, box: str, folder: Path, year: int) -> list[Path]:
    """Begin a pack in a folder, and return the files written. Raises :class:`NewError` if the id or the file is taken."""
    box = check_id(box, slash=False)
    path = folder / "expansion.yaml"
    if path.exists():
        raise NewError(f"{path} exists already")
    if box in catalog.boxes:
        raise NewError(f"there is a box `{box}` already; give the pack another id")
    write(path, _BOX.format(box=box, name=_name(box), needs=_base(catalog), edition=_edition(catalog), year=year))
    return [path]


def tile(catalog: Catalog, design: str, folder: Path, year: int) -> list[Path]:
    """Begin a tile in a pack, with the pack itself where it is new; return the files written."""
    design = check_id(design, slash=True)
    box, _, letter = design.partition("/")
    if design in catalog.designs:
        raise NewError(f"there is a design `{design}` already")
    written = [] if (folder / "expansion.yaml").exists() else expansion(catalog, box, folder, year)
    kind = next(k for k in catalog.kinds.values() if k.shape == "area" and k.edge)
    values = {
        "design": design,
        "kind": kind.id,
        "edges": f"{kind.edge}{catalog.rest_letter * 3}",
        "letter": re.sub(r"[^A-Za-z0-9]", "", letter).capitalize(),
        "edition": _edition(catalog),
        "letters": ", ".join(f"{k.edge} {k.name}" for k in catalog.kinds.values() if k.edge),
    }
    path = folder / "tiles.yaml"
    new_tile, printing = _TILE.format(**values), _PRINTING.format(**values)
    if path.exists():
        _append(path, {"designs": new_tile, "printings": printing})
    else:
        write(path, _TILES.format(tile=new_tile, printing=printing, **values))
    return [*written, path]


def ruling(catalog: Catalog, statement: str, folder: Path, year: int) -> list[Path]:
    """Begin a ruling in a pack, with its source and the pack itself where they are new; return the files written."""
    statement = check_id(statement, slash=False)
    if statement in catalog.statements:
        raise NewError(f"there is a statement `{statement}` already")
    box = folder.resolve().name
    written = [] if (folder / "expansion.yaml").exists() else expansion(catalog, box, folder, year)
    source = f"{box}-rules"
    if source not in catalog.sources:
        if (folder / "sources.yaml").exists():
            source = next(iter(YAML(typ="safe").load(folder / "sources.yaml")["sources"]))["id"]
        else:
            write(folder / "sources.yaml", _SOURCES.format(source=source, name=_name(box)))
            written.append(folder / "sources.yaml")
    path = folder / "rulings.yaml"
    new = _STATEMENT.format(statement=statement, source=source)
    if path.exists():
        _append(path, {"statements": new})
    else:
        write(path, _RULES.format(statement=new))
    return [*written, path]


def _name(box: str) -> str:
    return box.replace("-", " ").capitalize()


def _base(catalog: Catalog) -> str:
    return next((b.id for b in catalog.boxes.values() if b.sort == "base"), "")


def _edition(catalog: Catalog) -> str:
    return list(catalog.editions)[-1]


def _append(path: Path, entries: dict[str, str]) -> None:
    """Add entries to the lists of a file. Only whole lines are put in, so that the author's own stay as they are."""
    text = path.read_text(encoding="utf-8")
    for key, entry in entries.items():
        match = re.search(rf"^{key}:[^\S\n]*(?:\[\s*\])?[^\S\n]*(?:#.*)?\n", text, re.MULTILINE)
        if match is None:
            text = f"{text.rstrip()}\n{key}:\n{entry}"
            continue
        after = re.search(r"^[a-z]", text[match.end() :], re.MULTILINE)
        end = match.end() + after.start() if after else len(text)
        kept = text[match.end() : end].rstrip("\n")
        text = f"{text[: match.start()]}{key}:\n{kept}{chr(10) if kept else ''}{entry}{text[end:]}"
    write(path, text)


def write(path: Path, text: str) -> None:
    """Write a file beside its place and swap it in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    Path(name).chmod(0o644)
    Path(name).replace(path)
