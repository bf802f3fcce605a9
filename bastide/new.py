"""Starting files for authors: commented YAML that is right as it stands and says what to change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from bastide import files
from bastide.reading import BOX_FILE
from bastide.terminal import quoted
from catalog import Catalog
from catalog.model import ID
from catalog.paths import real
from generator.addresses import RESERVED

_BOX = """\
# A pack: a folder with this file, tiles.yaml, and rulings.yaml or rules.yaml if it has rules of its own. Positions that prove
# these rules, and are drawn beside them, go into examples.yaml.
id: {box}
name: {name}
sort: fan
about: One sentence on what this pack adds.
needs: [{needs}]
# The editions whose tiles it goes with, each with the year in which it came out.
editions:
  {edition}: {{year: {year}}}
"""
_TILES = """\
# A tile has edges, clockwise from north ({letters}), and features: which edges each one reaches.
# A line with one edge says what it ends at: a mark, a site of the tile, or {{kind: edge}}. Fields follow from the rest.
# `bastide show {design} --pack {folder} --svg tile.svg` draws a tile and tells its fields.
designs:
{tile}
# How often each comes, under which letter.
printings:
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
_RULINGS = """\
# Rulings in reading order. What the text says is done by the effect; the page for authors lists the kinds of effects.
# Give it an effect in place of `none: pending`, or {{none: flavour}} if there is nothing to be done.
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


class NewError(ValueError):
    """An entry that cannot be begun; ``hint`` says what to do instead, where that is known."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        """Say what is wrong and what to do instead."""
        super().__init__(message)
        self.hint = hint


class BadIdError(NewError):
    """What was given is no id."""


@dataclass(frozen=True)
class Author:
    """Begins entries in the pack in ``folder``, which the catalogue has read if it is there. Methods return the files written."""

    catalog: Catalog
    folder: Path
    year: int

    def expansion(self, box: str) -> list[Path]:
        """Begin a pack. Raises :class:`NewError` if the id or the file is taken."""
        box = _id(box, slash=False)
        path = self.folder / BOX_FILE
        if path.exists():
            raise NewError(f"{path} exists already")
        return [self._write(path, self._box(box))]

    def tile(self, design: str) -> list[Path]:
        """Begin a tile, with the pack itself where it is new. Raises :class:`NewError` if the id is taken."""
        design = _id(design, slash=True)
        box, _, letter = design.partition("/")
        if design in self.catalog.designs:
            raise NewError(f"there is a design `{design}` already", "give the new one another letter")
        wanted = self._pack(box)
        if wanted != box:
            raise NewError(f"the pack in {self.folder} is `{wanted}`, not `{box}`", f"write {wanted}/{letter}")
        kind = next(k for k in self.catalog.kinds.values() if k.shape == "area" and k.edge)
        values = {
            "design": design,
            "folder": self.folder,
            "kind": kind.id,
            "edges": f"{kind.edge}{self.catalog.rest_letter * 3}",
            "letter": re.sub(r"[^A-Za-z0-9]", "", letter).capitalize(),
            "edition": self._edition(box),
            "letters": ", ".join(f"{k.edge} {k.name}" for k in self.catalog.kinds.values() if k.edge),
        }
        path = self.folder / "tiles.yaml"
        new, printing = _TILE.format(**values), _PRINTING.format(**values)
        text = appended(path, {"designs": new, "printings": printing}) if path.exists() else None
        return [*self._begin_pack(box), self._write(path, text or _TILES.format(tile=new, printing=printing, **values))]

    def ruling(self, statement: str) -> list[Path]:
        """Begin a ruling, with its source and the pack itself where they are new. Raises :class:`NewError` if the id is taken."""
        statement = _id(statement, slash=False)
        if statement in self.catalog.statements:
            raise NewError(f"there is a statement `{statement}` already", "give the new one another id")
        box = self._pack(real(self.folder).name)
        source, sources = self._source(box)
        path = self.folder / "rulings.yaml"
        new = _STATEMENT.format(statement=statement, source=source)
        text = appended(path, {"statements": new}) if path.exists() else None
        written = self._begin_pack(box)
        if sources is not None:
            written.append(self._write(self.folder / "sources.yaml", sources))
        return [*written, self._write(path, text or _RULINGS.format(statement=new))]

    def _pack(self, box: str) -> str:
        """Return the id of the pack in the folder, or for a new one ``box``, if it is free."""
        if (self.folder / BOX_FILE).exists():
            return next(i for i in self.catalog.boxes if self._is_here("box", i))
        try:
            box = _id(box, slash=False)
        except BadIdError:
            hint = f"begin the pack first: bastide new expansion ID --pack {self.folder}"
            raise NewError(f"the folder's name {quoted(box)} is no id for a pack", hint) from None
        if box in self.catalog.boxes:
            raise NewError(f"there is a box `{box}` already", "give the pack another id")
        if box in RESERVED:
            raise NewError(f"the site has a page called `{box}`", "give the pack another id")
        return box

    def _begin_pack(self, box: str) -> list[Path]:
        return [] if (self.folder / BOX_FILE).exists() else self.expansion(box)

    def _is_here(self, sort: str, entry: str) -> bool:
        origin = self.catalog.origins.get((sort, entry))
        return origin is not None and origin.file.startswith(f"{self.folder}/")

    def _box(self, box: str) -> str:
        box = self._pack(box)
        base = next((b.id for b in self.catalog.boxes.values() if b.sort == "base"), "")
        edition = [*self.catalog.editions][-1]
        return _BOX.format(box=box, name=_name(box), needs=base, edition=edition, year=self.year)

    def _edition(self, box: str) -> str:
        return (self.catalog.editions_of(box) if box in self.catalog.boxes else [*self.catalog.editions])[-1]

    def _source(self, box: str) -> tuple[str, str | None]:
        """Return the source of a ruling: one of the pack, or a new one with the text of its file."""
        own = next((i for i in self.catalog.sources if self._is_here("source", i)), None)
        if own is not None:
            return own, None
        path = self.folder / "sources.yaml"
        if path.exists():
            raise NewError(f"{path} is there without {BOX_FILE}", f"begin the pack first: bastide new expansion {box}")
        source = f"{box}-rules"
        return source, _SOURCES.format(source=source, name=_name(box))

    def _write(self, path: Path, text: str) -> Path:
        files.write(path, text)
        return path


def _id(word: str, *, slash: bool) -> str:
    """Return an id in small letters. Raises :class:`BadIdError` for one that is not kebab-case, or has the wrong form."""
    wanted = word.strip().lower()
    if not re.fullmatch(rf"{ID}/{ID}" if slash else ID, wanted) or len(wanted) > 80:
        shape = "box/letter, such as my-pack/a" if slash else "such as my-pack"
        raise BadIdError(f"{quoted(word)} is no id", f"write {shape}: small letters, digits and hyphens, 80 at most")
    return wanted


def _name(box: str) -> str:
    return box.replace("-", " ").capitalize()


def appended(path: Path, entries: Mapping[str, str]) -> str:
    """Return the text of a YAML file with entries added to its lists. Only whole lines are put in; the author's own stay.

    Raises :class:`NewError` for a file whose lists are written in a way that lines cannot be added to.
    """
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            before = stream.read()
    except UnicodeDecodeError:
        raise NewError(f"{path} is not UTF-8 text", "save the file as UTF-8") from None
    text, end = before, "\r\n" if "\r\n" in before else "\n"
    for key, entry in entries.items():
        text = _with(text, key, entry.replace("\n", end), end)
    old, new = _parsed(before) or {}, _parsed(text)
    added = {key: _parsed(entry) for key, entry in entries.items()}
    if not isinstance(old, dict) or new != {**old, **{key: [*(old.get(key) or []), *added[key]] for key in entries}}:
        listed = " and ".join(f"`{key}`" for key in entries)
        raise NewError(f"{path} has {listed} in a form that nothing can be added to", "write a list with an item a line")
    return text


def _parsed(text: str) -> Any:  # noqa: ANN401  a file may hold anything
    try:
        return YAML(typ="safe", pure=True).load(text)
    except (YAMLError, ValueError, RecursionError):
        # A date that there is not, say, is no mistake of YAML.
        return None


def _with(text: str, key: str, entry: str, end: str) -> str:
    """Put an entry at the end of a list at the top of a file."""
    head = re.search(rf"^\ufeff?{key}:[^\S\r\n]*(\[\s*\]|null|~)?[^\S\r\n]*(#.*?)?(?:\r?\n|\Z)", text, re.MULTILINE)
    if head is None:
        kept = text if not text or text.endswith("\n") else text + end
        return f"{kept}{key}:{end}{entry}"
    after = re.compile(r"^[^\s#-]|^---|^\.\.\.", re.MULTILINE).search(text, head.end())
    items = text[head.end() : after.start() if after else len(text)]
    # Behind the last item; the empty lines and comments that follow it belong to what comes next.
    last = max((m.end() for m in re.finditer(r"^(?!#)[^\r\n]*\S[^\r\n]*(?:\r?\n|\Z)", items, re.MULTILINE)), default=0)
    dash = re.search(r"^([^\S\r\n]*)-", items, re.MULTILINE)
    if dash is not None:
        entry = re.sub(r"^ {2}", dash[1], entry, flags=re.MULTILINE)
    line = head[0] if head[0].endswith("\n") else head[0] + end
    if head[1]:
        line = re.sub(rf"[^\S\r\n]*{re.escape(head[1])}", "", line, count=1)
    own = items[:last] + ("" if not last or items[:last].endswith("\n") else end)
    return text[: head.start()] + line + own + entry + items[last:] + (text[after.start() :] if after else "")
