"""Checking: all of the data, a pack, or some files, as ``bastide check`` is asked to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from bastide.reading import BOX_FILE
from catalog import Catalog, Finding, load, prove
from catalog.paths import real, rules_data
from generator.i18n import check_all
from generator.pictures.checks import ART, DRAWING, check_art
from generator.pictures.inks import FILE

Proof = Literal["done", "failed", "not-tried"]
"""Nothing is unresolved; something is; the data have errors, so that it was not tried."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The catalogue and what was found. ``proof``: how the proof that was asked for went; None where none was."""

    catalog: Catalog
    findings: list[Finding]
    proof: Proof | None = None


def check(paths: Sequence[Path], packs: Sequence[Path], *, proof: bool = False) -> Checked:
    """Return the catalogue and the findings: all, or those that have to do with ``paths``. With ``proof`` those of the prover too.

    A path is a pack or a file in one, which is read too, or a file or folder of our own data. A finding in other files has to do
    with a pack if it is not there without the pack: two entries of one id, say. Raises :class:`catalog.ProverMissingError`.
    """
    root = real(rules_data())
    ours = {path: real(path) for path in paths if path.exists() and real(path).is_relative_to(root)}
    homes = {path: _pack(path) for path in paths if path not in ours}
    named = list(dict.fromkeys([*packs, *homes.values()]))
    checked = _checked(named, proof=proof)
    if not paths:
        return checked

    places = [*ours.values(), *(real(path) for path in homes)]

    def inside(finding: Finding) -> bool:
        names = {finding.file, *(r.file for r in finding.related)}
        files = [real(Path(name) if _in_a_pack(name, named) else root / name) for name in names]
        return any(file.is_relative_to(place) for file in files for place in places)

    kept = [f for f in checked.findings if inside(f)]
    if len(kept) < len(checked.findings) and any(path == home for path, home in homes.items()):
        without = _checked(list(packs), proof=proof).findings
        kept = [f for f in checked.findings if f in kept or f not in without]
    read = {f.file for f in kept if f.code == "unknown-file"}
    kept += [_unread(path) for path in paths if path.is_file() and not _is_read(path, homes.get(path)) and str(path) not in read]
    return replace(checked, findings=kept)


def _checked(packs: Sequence[Path], *, proof: bool) -> Checked:
    loaded = load(packs, cached=True)
    found = [*loaded.findings, *check_all(loaded.catalog), *check_art(loaded.catalog.packs)]
    if not proof:
        return Checked(loaded.catalog, found)
    # A ruling that could not be read decides nothing; rulings that clash are what the proof is about.
    if any(f.code != "clash" for f in loaded.errors):
        return Checked(loaded.catalog, found, "not-tried")
    proved = prove(loaded.catalog)
    told = {_places(finding) for finding in proved}
    kept = [f for f in found if f.code != "clash" or _places(f) not in told]
    return Checked(loaded.catalog, [*kept, *proved], "failed" if proved else "done")


def _places(finding: Finding) -> tuple[tuple[str, int, int], ...]:
    """Return where the two rulings of a clash stand."""
    return (finding.file, finding.line, finding.column), *((r.file, r.line, r.column) for r in finding.related[:1])


def _pack(path: Path) -> Path:
    """Return the pack that a path means: itself, or the one that the file lies in."""
    if path.is_file():
        return next((home for home in path.parents if (home / BOX_FILE).is_file()), path)
    return path


def _in_a_pack(name: str, packs: Sequence[Path]) -> bool:
    return any(name == str(pack) or name.startswith(f"{pack}/") for pack in packs)


def _is_read(path: Path, pack: Path | None) -> bool:
    """Tell whether a file is of a sort and in a place that is read: of a pack, those in its folder, its translations and drawings."""
    if pack is not None and real(path).is_relative_to(real(pack) / ART):
        return path.name == FILE or path.suffix == DRAWING
    if path.suffix not in {".yaml", ".yml", ".po"} or path.name.startswith("."):
        return False
    if pack is None or pack == path:
        return True
    here, home = real(path).parent, real(pack)
    return here.parent == home / "locales" or (here == home and path.suffix != ".po")


def _unread(path: Path) -> Finding:
    hint = "data are the .yaml files in the folder of a pack, translations the .po files in its locales/<language>/, "
    hint += "drawings inks.yaml and the .j2 files in its art/"
    return Finding("unknown-file", "error", str(path), 1, 1, "", "nothing reads this file", hint)
