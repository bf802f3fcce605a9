"""Gathering: read every file, validate it, index the entries, run the checks. All findings come in one run."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from types import MappingProxyType

from catalog import cache, checks
from catalog.boxes import BigBox, Box, BoxEdition, Edition, EditionFile, Source, SourceFile
from catalog.examples import Example, ExampleFile
from catalog.findings import Finding, hint_for
from catalog.formats import Format
from catalog.garbage import uncollected
from catalog.index import Catalog, Origin, box_order, statement_order
from catalog.load import Loaded
from catalog.model import Model, Path, kebab
from catalog.moved import SORTS, Moved, MovedFile
from catalog.paths import real
from catalog.remembered import Remembered, outline_of, validated
from catalog.statements import Statement, StatementFile
from catalog.tiles import Design, Printing, TileFile
from catalog.vocabulary import Element, FeatureKindFile, FigureFile, MarkFile, VerbFile
from catalog.yamlfile import YamlFile, opened

VOCABULARY: dict[str, type[Model]] = {
    "feature-kinds.yaml": FeatureKindFile,
    "figures.yaml": FigureFile,
    "marks.yaml": MarkFile,
    "verbs.yaml": VerbFile,
}
BOX_FILES: dict[str, type[Model]] = {
    "expansion.yaml": Box,
    "tiles.yaml": TileFile,
    "rules.yaml": StatementFile,
    "rulings.yaml": StatementFile,
    "examples.yaml": ExampleFile,
}
MOVED = "moved.yaml"
"""The file of ids that have moved, in our data and in packs, where there are any."""
ENTRIES: dict[str, set[str]] = {
    "editions.yaml": {"edition"},
    "sources.yaml": {"source"},
    "feature-kinds.yaml": {"feature-kind"},
    "figures.yaml": {"figure", "role", "actor"},
    "marks.yaml": {"mark"},
    "verbs.yaml": {"verb"},
    "expansion.yaml": {"box", "module", "option", "colour"},
    "tiles.yaml": {"design"},
    "rules.yaml": {"statement", "loop", "pile"},
    "rulings.yaml": {"statement", "loop", "pile"},
    "examples.yaml": {"example"},
    MOVED: set(),
}
"""The sorts of entries that are in each file: of a file that cannot be read at all, nobody knows which."""
_BOX_ID = re.compile(r"^id:\s*[\"']?([a-z0-9.-]+)", re.MULTILINE)


@dataclass
class _Gathered:
    """Gathers entries while files are read; the first entry of an id stays, a second is a finding that names both places."""

    remembered: Remembered | None = None
    files: dict[str, YamlFile] = field(default_factory=dict)
    origins: dict[tuple[str, str], Origin] = field(default_factory=dict)
    editions: dict[str, Edition] = field(default_factory=dict)
    big_boxes: list[BigBox] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
    elements: dict[str, Element] = field(default_factory=dict)
    designs: dict[str, Design] = field(default_factory=dict)
    printings: list[tuple[Printing, str, Origin]] = field(default_factory=list)
    statements: list[tuple[Statement, str]] = field(default_factory=list)
    examples: list[tuple[Example, str]] = field(default_factory=list)
    formats: dict[str, Format] = field(default_factory=dict)
    moved: dict[tuple[str, str], Moved] = field(default_factory=dict)
    half_read: set[str] = field(default_factory=set)
    unread: set[str] = field(default_factory=set)
    stand_ins: dict[str, Box] = field(default_factory=dict)

    def open(self, path: FilePath, name: str, model: type[Model]) -> Model | None:
        file = self.files[name] = opened(path, name)
        parsed = validated(file, model, self.remembered)
        if file.findings:
            self.half_read |= file.ids()
        if file.findings and not file.ids():
            self.unread |= ENTRIES.get(path.name, {"format"})
        return parsed

    def add(self, sort: str, entry_id: str, file: str, path: Path, *, key: str = "id", replaces: bool = False) -> bool:
        """Claim an id, which stands under ``key``; return whether the entry is to be kept."""
        first = self.origins.get((sort, entry_id))
        if first is not None and not replaces:
            related = self.files[first.file].related((*first.path, key), "it is here first")
            self.files[file].add(
                "duplicate-id", (*path, key), f"the {sort} `{entry_id}` exists already",
                hint="give this one another id, or delete one of them", related=(related,),
            )  # fmt: skip
            return False
        if first is None and replaces:
            hint = hint_for(entry_id, (i for s, i in self.origins if s == sort))
            message = f"there is no {sort} `{entry_id}` to override"
            self.files[file].add("unknown-reference", (*path, "id"), message, hint=hint)
        self.origins[sort, entry_id] = Origin(file, path)
        return True


def gather(root: FilePath, folders: tuple[FilePath, ...], remembered: Remembered | None = None) -> Loaded:
    """Read the data and the packs, and check everything; what :func:`catalog.load` promises.

    Files that are ``remembered`` are not read again; those that are not are remembered afterwards.
    """
    with uncollected():
        loaded = _gather(root, folders, remembered)
        if remembered is not None:
            remembered.keep(current=cache.is_current())
        return loaded


def _gather(root: FilePath, folders: tuple[FilePath, ...], remembered: Remembered | None) -> Loaded:
    gathered = _Gathered(remembered)
    _read_root(gathered, root)
    for folder in folders:
        _read_pack(gathered, folder)
    catalog = _catalog(gathered, root, folders)
    whole = _catalog(gathered, root, folders, gathered.stand_ins) if gathered.stand_ins else catalog
    walked = None if remembered is None else remembered.walked
    outline = None if remembered is None else outline_of(gathered.files.values(), remembered)
    outlined = outline is not None and remembered is not None and remembered.recall(outline, bool) is True
    checks.run(whole, gathered.files, frozenset(gathered.half_read), frozenset(gathered.unread), walked, outlined=outlined)
    findings = dict.fromkeys(f for file in gathered.files.values() for f in file.findings)
    if outline is not None and remembered is not None and not findings and not outlined:
        remembered.note(outline, part=True, written=b"sound")
    return Loaded(catalog, tuple(sorted(findings, key=lambda f: (f.file, f.line, f.column, f.code))))


def _read_root(gathered: _Gathered, root: FilePath) -> None:
    for name, take in (("editions.yaml", _take_editions), ("sources.yaml", _take_sources)):
        model: type[Model] = EditionFile if name == "editions.yaml" else SourceFile
        take(gathered, gathered.open(root / name, name, model), name)
    _read_vocabulary(gathered, root / "vocabulary", "vocabulary")
    for folder in sorted(p for p in (root / "expansions").glob("*") if p.is_dir()):
        _read_box(gathered, folder, f"expansions/{folder.name}")
    for path in sorted((root / "formats").glob("*.yaml")):
        _read_format(gathered, path, f"formats/{path.name}")
    _read_moved(gathered, root / MOVED, MOVED)
    _stray(gathered, root, "", {"editions.yaml", "sources.yaml", MOVED})


def _read_format(gathered: _Gathered, path: FilePath, name: str) -> None:
    parsed = gathered.open(path, name, Format)
    if not isinstance(parsed, Format):
        # What names a format is not blamed for a mistake in its file, which is named as the format is.
        gathered.half_read.add(path.stem)
        return
    if parsed.id != path.stem:
        hint = f"name it {parsed.id}.yaml"
        gathered.files[name].add("wrong-place", ("id",), f"the format `{parsed.id}` stands in the file `{path.name}`", hint=hint)
    if gathered.add("format", parsed.id, name, ()):
        gathered.formats[parsed.id] = parsed


def _read_moved(gathered: _Gathered, path: FilePath, name: str) -> None:
    """Take the ids that have moved, where there is a list of them."""
    parsed = gathered.open(path, name, MovedFile) if path.exists() else None
    if isinstance(parsed, MovedFile):
        for key, sort in SORTS.items():
            for n, moved in enumerate(getattr(parsed, key)):
                if gathered.add(f"moved {sort}", moved.from_, name, gathered.files[name].entry(key, n), key="from"):
                    gathered.moved[sort, moved.from_] = moved


def _read_pack(gathered: _Gathered, folder: FilePath) -> None:
    shown = str(folder)
    if not folder.is_dir():
        file = gathered.files[shown] = YamlFile(folder, shown)
        message = "this pack is not a folder" if folder.exists() else "there is no such folder"
        file.findings.append(
            Finding("file-missing", "error", shown, 1, 1, "", message, "a pack is a folder with expansion.yaml and tiles.yaml")
        )
        return
    if (folder / "sources.yaml").exists():
        name = f"{shown}/sources.yaml"
        _take_sources(gathered, gathered.open(folder / "sources.yaml", name, SourceFile), name)
    _read_vocabulary(gathered, folder / "vocabulary", f"{shown}/vocabulary", required=False)
    _read_moved(gathered, folder / MOVED, f"{shown}/{MOVED}")
    _read_box(gathered, folder, shown, extra={"sources.yaml", MOVED})


def _read_vocabulary(gathered: _Gathered, folder: FilePath, shown: str, *, required: bool = True) -> None:
    for filename, model in VOCABULARY.items():
        name = f"{shown}/{filename}"
        if not required and not (folder / filename).exists():
            continue
        parsed = gathered.open(folder / filename, name, model)
        if parsed is None:
            continue
        for key in type(parsed).model_fields:
            for n, element in enumerate(getattr(parsed, key)):
                if gathered.add("element", element.id, name, gathered.files[name].entry(kebab(key), n)):
                    gathered.elements[element.id] = element
    _stray(gathered, folder, shown, set(VOCABULARY))


def _read_box(gathered: _Gathered, folder: FilePath, shown: str, extra: frozenset[str] | set[str] = frozenset()) -> None:
    box_id, sure = real(folder).name, not extra
    name = f"{shown}/expansion.yaml"
    box = gathered.open(folder / "expansion.yaml", name, Box)
    if gathered.files[name].findings:
        # Colours are mere words: those that are lost with a mistake have no id by which they could be known.
        gathered.unread.add("colour")
    if isinstance(box, Box):
        if box.id != box_id and not extra:
            gathered.files[name].add("wrong-place", ("id",), f"the box `{box.id}` stands in the folder `{box_id}`",
                                    hint="name the folder as the box")  # fmt: skip
        box_id, sure = box.id, True
        if gathered.add("box", box.id, name, ()):
            gathered.boxes[box.id] = box
    else:
        if (written := _BOX_ID.search(gathered.files[name].text)) is not None:
            box_id, sure = written[1], True
        gathered.half_read.add(box_id)
        if ("box", box_id) not in gathered.origins:
            # What is wrong with a box hides neither its statements and tiles from the checks, nor them from what refers to them.
            gathered.origins["box", box_id] = Origin(name, ())
            gathered.stand_ins[box_id] = _stand_in(box_id, gathered)
    for filename in ("tiles.yaml", "rules.yaml", "rulings.yaml", "examples.yaml"):
        if (folder / filename).exists():
            name = f"{shown}/{filename}"
            parsed = gathered.open(folder / filename, name, BOX_FILES[filename])
            if isinstance(parsed, TileFile):
                _take_tiles(gathered, parsed, name, box_id, pack=bool(extra), sure=sure)
            else:
                _take_sayings(gathered, parsed, name, box_id)
    _stray(gathered, folder, shown, set(BOX_FILES) | extra)


def _stand_in(box_id: str, gathered: _Gathered) -> Box:
    editions = {e: BoxEdition(year=0) for e in gathered.editions}
    return Box.model_construct(None, id=box_id, name=box_id, sort="fan", about=box_id, editions=editions)


def _take_tiles(gathered: _Gathered, parsed: TileFile, name: str, box_id: str, *, pack: bool, sure: bool) -> None:
    file = gathered.files[name]
    for n, design in enumerate(parsed.designs):
        path = file.entry("designs", n)
        if design.override and not pack:
            file.add("wrong-place", (*path, "override"), "only a pack overrides designs of others")
            continue
        if sure and design.box != box_id and not design.override:
            file.add(
                "wrong-place", (*path, "id"), f"the design `{design.id}` stands among the tiles of `{box_id}`",
                hint=f"write `{box_id}/{design.id.partition('/')[2]}`",
            )  # fmt: skip
        if gathered.add("design", design.id, name, path, replaces=design.override):
            gathered.designs[design.id] = design
    gathered.printings += [(p, box_id, Origin(name, file.entry("printings", n))) for n, p in enumerate(parsed.printings)]


def _take_sayings(gathered: _Gathered, parsed: Model | None, name: str, box_id: str) -> None:
    """Take what a box says: its statements, or the examples of them."""
    file = gathered.files[name]
    if isinstance(parsed, StatementFile):
        for n, statement in enumerate(parsed.statements):
            if gathered.add("statement", statement.id, name, file.entry("statements", n)):
                gathered.statements.append((statement, box_id))
    elif isinstance(parsed, ExampleFile):
        for n, example in enumerate(parsed.examples):
            if gathered.add("example", example.id, name, file.entry("examples", n)):
                gathered.examples.append((example, box_id))


def _take_editions(gathered: _Gathered, parsed: Model | None, name: str) -> None:
    if isinstance(parsed, EditionFile):
        for n, edition in enumerate(parsed.editions):
            if gathered.add("edition", edition.id, name, gathered.files[name].entry("editions", n)):
                gathered.editions[edition.id] = edition
        for n, big_box in enumerate(parsed.printings):
            if gathered.add("big box", big_box.id, name, gathered.files[name].entry("printings", n)):
                gathered.big_boxes.append(big_box)


def _take_sources(gathered: _Gathered, parsed: Model | None, name: str) -> None:
    if isinstance(parsed, SourceFile):
        for n, source in enumerate(parsed.sources):
            if gathered.add("source", source.id, name, gathered.files[name].entry("sources", n)):
                gathered.sources[source.id] = source


def _stray(gathered: _Gathered, folder: FilePath, shown: str, known: set[str]) -> None:
    """Find files beside the data that nothing reads: a misspelt name would otherwise be ignored in silence.

    Hidden files are those of other programs, in a pack that is kept with git, say.
    """
    for path in sorted(folder.glob("*.y*ml")):
        if path.name not in known and not path.name.startswith("."):
            name = f"{shown}/{path.name}" if shown else path.name
            file = gathered.files.setdefault(name, YamlFile(path, name))
            hint = hint_for(path.name, known)
            file.findings.append(Finding("unknown-file", "error", name, 1, 1, "", "nothing reads a file of this name", hint))


def _catalog(
    gathered: _Gathered, root: FilePath, packs: tuple[FilePath, ...], stand_ins: Mapping[str, Box] = MappingProxyType({})
) -> Catalog:
    boxes = dict(sorted({**gathered.boxes, **stand_ins}.items(), key=lambda item: box_order(item[1])))
    place: Callable[[str], int] = {b: n for n, b in enumerate(boxes)}.get  # type: ignore[assignment]
    statements = sorted(
        (s for s in gathered.statements if s[1] in boxes), key=lambda item: (place(item[1]), statement_order(item[0]))
    )
    examples = sorted((e for e in gathered.examples if e[1] in boxes), key=lambda item: place(item[1]))
    printings = [p for p in gathered.printings if p[1] in boxes]
    origins = dict(gathered.origins)
    origins.update({("printing", str(n)): origin for n, (_, _, origin) in enumerate(printings)})
    return Catalog(
        root=root,
        packs=packs,
        editions=gathered.editions,
        big_boxes=tuple(gathered.big_boxes),
        sources=gathered.sources,
        boxes=boxes,
        elements=gathered.elements,
        designs=gathered.designs,
        printings=tuple(p for p, _, _ in printings),
        statements={s.id: s for s, _ in statements},
        box_of={s.id: box for s, box in statements},
        box_of_printing={n: box for n, (_, box, _) in enumerate(printings)},
        examples={e.id: e for e, _ in examples},
        box_of_example={e.id: box for e, box in examples},
        formats=gathered.formats,
        moved=gathered.moved,
        origins=origins,
    )
