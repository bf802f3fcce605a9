"""Loading: read every file, validate it, index the entries, run the checks. All findings come in one run."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from types import MappingProxyType

from catalog import checks
from catalog.boxes import BigBox, Box, BoxEdition, Edition, EditionFile, Source, SourceFile
from catalog.findings import Finding, hint_for
from catalog.index import Catalog, Origin, box_order, statement_order
from catalog.model import Model, Path
from catalog.paths import rules_data
from catalog.schema import validate
from catalog.statements import Statement, StatementFile
from catalog.tiles import Design, Printing, TileFile
from catalog.vocabulary import Element, FeatureKindFile, FigureFile, MarkFile, VerbFile
from catalog.yamlfile import YamlFile, read

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
}
ENTRIES: dict[str, set[str]] = {
    "editions.yaml": {"edition"},
    "sources.yaml": {"source"},
    "feature-kinds.yaml": {"feature-kind"},
    "figures.yaml": {"figure", "role", "actor"},
    "marks.yaml": {"mark"},
    "verbs.yaml": {"verb"},
    "expansion.yaml": {"box", "module", "option"},
    "tiles.yaml": {"design"},
    "rules.yaml": {"statement", "loop", "pile"},
    "rulings.yaml": {"statement", "loop", "pile"},
}
"""The sorts of entries that are in each file: of a file that cannot be read at all, nobody knows which."""
_BOX_ID = re.compile(r"^id:\s*[\"']?([a-z0-9.-]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading gives: a catalogue of the entries that are sound, and the findings in order of file and line."""

    catalog: Catalog
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that are errors."""
        return tuple(f for f in self.findings if f.severity == "error")


@dataclass
class _Builder:
    """Gathers entries while files are read; the first entry of an id stays, a second is a finding that names both places."""

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
    half_read: set[str] = field(default_factory=set)
    unread: set[str] = field(default_factory=set)
    stand_ins: dict[str, Box] = field(default_factory=dict)

    def open(self, path: FilePath, name: str, model: type[Model]) -> Model | None:
        file = self.files[name] = read(path, name)
        parsed = validate(file, model)
        if file.findings:
            self.half_read |= file.ids()
        if file.findings and not file.ids():
            self.unread |= ENTRIES[path.name]
        return parsed

    def add(self, sort: str, entry_id: str, file: str, path: Path, *, replaces: bool = False) -> bool:
        """Claim an id; return whether the entry is to be kept."""
        first = self.origins.get((sort, entry_id))
        if first is not None and not replaces:
            related = self.files[first.file].related((*first.path, "id"), "it is here first")
            self.files[file].add(
                "duplicate-id", (*path, "id"), f"the {sort} `{entry_id}` exists already",
                hint="give this one another id, or delete one of them", related=(related,),
            )  # fmt: skip
            return False
        if first is None and replaces:
            hint = hint_for(entry_id, (i for s, i in self.origins if s == sort))
            message = f"there is no {sort} `{entry_id}` to override"
            self.files[file].add("unknown-reference", (*path, "id"), message, hint=hint)
        self.origins[sort, entry_id] = Origin(file, path)
        return True


def load(packs: Sequence[FilePath | str] = (), root: FilePath | None = None) -> Loaded:
    """Load the data and the packs (folders like one of ``expansions/``), and check everything.

    Never raises for bad data: what is wrong is in the findings, and entries that are wrong are left out of the catalogue.
    """
    root = root or rules_data()
    folders = tuple(FilePath(p) for p in packs)
    builder = _Builder()
    _read_root(builder, root)
    for folder in folders:
        _read_pack(builder, folder)
    catalog = _catalog(builder, root, folders)
    whole = _catalog(builder, root, folders, builder.stand_ins) if builder.stand_ins else catalog
    checks.run(whole, builder.files, frozenset(builder.half_read), frozenset(builder.unread))
    findings = dict.fromkeys(f for file in builder.files.values() for f in file.findings)
    return Loaded(catalog, tuple(sorted(findings, key=lambda f: (f.file, f.line, f.column, f.code))))


def _read_root(builder: _Builder, root: FilePath) -> None:
    for name, take in (("editions.yaml", _take_editions), ("sources.yaml", _take_sources)):
        model: type[Model] = EditionFile if name == "editions.yaml" else SourceFile
        take(builder, builder.open(root / name, name, model), name)
    _read_vocabulary(builder, root / "vocabulary", "vocabulary")
    for folder in sorted(p for p in (root / "expansions").glob("*") if p.is_dir()):
        _read_box(builder, folder, f"expansions/{folder.name}")
    _stray(builder, root, "", {"editions.yaml", "sources.yaml"})


def _read_pack(builder: _Builder, folder: FilePath) -> None:
    shown = str(folder)
    if not folder.is_dir():
        file = builder.files[shown] = YamlFile(folder, shown)
        message = "this pack is not a folder" if folder.exists() else "there is no such folder"
        file.findings.append(
            Finding("file-missing", "error", shown, 1, 1, "", message, "a pack is a folder with expansion.yaml and tiles.yaml")
        )
        return
    if (folder / "sources.yaml").exists():
        name = f"{shown}/sources.yaml"
        _take_sources(builder, builder.open(folder / "sources.yaml", name, SourceFile), name)
    _read_vocabulary(builder, folder / "vocabulary", f"{shown}/vocabulary", required=False)
    _read_box(builder, folder, shown, extra={"sources.yaml"})


def _read_vocabulary(builder: _Builder, folder: FilePath, shown: str, *, required: bool = True) -> None:
    for filename, model in VOCABULARY.items():
        name = f"{shown}/{filename}"
        if not required and not (folder / filename).exists():
            continue
        parsed = builder.open(folder / filename, name, model)
        if parsed is None:
            continue
        for key, info in type(parsed).model_fields.items():
            for n, element in enumerate(getattr(parsed, key)):
                if builder.add("element", element.id, name, builder.files[name].entry(info.alias or key, n)):
                    builder.elements[element.id] = element
    _stray(builder, folder, shown, set(VOCABULARY))


def _read_box(builder: _Builder, folder: FilePath, shown: str, extra: frozenset[str] | set[str] = frozenset()) -> None:
    box_id, sure = folder.resolve().name, not extra
    name = f"{shown}/expansion.yaml"
    box = builder.open(folder / "expansion.yaml", name, Box)
    if isinstance(box, Box):
        if box.id != box_id and not extra:
            builder.files[name].add("wrong-place", ("id",), f"the box `{box.id}` stands in the folder `{box_id}`",
                                    hint="name the folder as the box")  # fmt: skip
        box_id, sure = box.id, True
        if builder.add("box", box.id, name, ()):
            builder.boxes[box.id] = box
    else:
        if (written := _BOX_ID.search(builder.files[name].text)) is not None:
            box_id, sure = written[1], True
        builder.half_read.add(box_id)
        if ("box", box_id) not in builder.origins:
            # What is wrong with a box hides neither its statements and tiles from the checks, nor them from what refers to them.
            builder.origins["box", box_id] = Origin(name, ())
            builder.stand_ins[box_id] = _stand_in(box_id, builder)
    for filename in ("tiles.yaml", "rules.yaml", "rulings.yaml"):
        if (folder / filename).exists():
            name = f"{shown}/{filename}"
            parsed = builder.open(folder / filename, name, BOX_FILES[filename])
            if isinstance(parsed, TileFile):
                _take_tiles(builder, parsed, name, box_id, pack=bool(extra), sure=sure)
            elif isinstance(parsed, StatementFile):
                for n, statement in enumerate(parsed.statements):
                    if builder.add("statement", statement.id, name, builder.files[name].entry("statements", n)):
                        builder.statements.append((statement, box_id))
    _stray(builder, folder, shown, set(BOX_FILES) | extra)


def _stand_in(box_id: str, builder: _Builder) -> Box:
    editions = {e: BoxEdition(year=0) for e in builder.editions}
    return Box.model_construct(None, id=box_id, name=box_id, sort="fan", about=box_id, editions=editions)


def _take_tiles(builder: _Builder, parsed: TileFile, name: str, box_id: str, *, pack: bool, sure: bool) -> None:
    file = builder.files[name]
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
        if builder.add("design", design.id, name, path, replaces=design.override):
            builder.designs[design.id] = design
    builder.printings += [(p, box_id, Origin(name, file.entry("printings", n))) for n, p in enumerate(parsed.printings)]


def _take_editions(builder: _Builder, parsed: Model | None, name: str) -> None:
    if isinstance(parsed, EditionFile):
        for n, edition in enumerate(parsed.editions):
            if builder.add("edition", edition.id, name, builder.files[name].entry("editions", n)):
                builder.editions[edition.id] = edition
        for n, big_box in enumerate(parsed.printings):
            if builder.add("big box", big_box.id, name, builder.files[name].entry("printings", n)):
                builder.big_boxes.append(big_box)


def _take_sources(builder: _Builder, parsed: Model | None, name: str) -> None:
    if isinstance(parsed, SourceFile):
        for n, source in enumerate(parsed.sources):
            if builder.add("source", source.id, name, builder.files[name].entry("sources", n)):
                builder.sources[source.id] = source


def _stray(builder: _Builder, folder: FilePath, shown: str, known: set[str]) -> None:
    """Find files beside the data that nothing reads: a misspelt name would otherwise be ignored in silence."""
    for path in sorted(folder.glob("*.y*ml")):
        if path.name not in known:
            name = f"{shown}/{path.name}" if shown else path.name
            file = builder.files.setdefault(name, YamlFile(path, name))
            hint = hint_for(path.name, known)
            file.findings.append(Finding("unknown-file", "error", name, 1, 1, "", "nothing reads a file of this name", hint))


def _catalog(
    builder: _Builder, root: FilePath, packs: tuple[FilePath, ...], stand_ins: Mapping[str, Box] = MappingProxyType({})
) -> Catalog:
    boxes = dict(sorted({**builder.boxes, **stand_ins}.items(), key=lambda item: box_order(item[1])))
    place: Callable[[str], int] = {b: n for n, b in enumerate(boxes)}.get  # type: ignore[assignment]
    statements = sorted(
        (s for s in builder.statements if s[1] in boxes), key=lambda item: (place(item[1]), statement_order(item[0]))
    )
    printings = [p for p in builder.printings if p[1] in boxes]
    origins = dict(builder.origins)
    origins.update({("printing", str(n)): origin for n, (_, _, origin) in enumerate(printings)})
    return Catalog(
        root=root,
        packs=packs,
        editions=builder.editions,
        big_boxes=tuple(builder.big_boxes),
        sources=builder.sources,
        boxes=boxes,
        elements=builder.elements,
        designs=builder.designs,
        printings=tuple(p for p, _, _ in printings),
        statements={s.id: s for s, _ in statements},
        box_of={s.id: box for s, box in statements},
        box_of_printing={n: box for n, (_, box, _) in enumerate(printings)},
        origins=origins,
    )
