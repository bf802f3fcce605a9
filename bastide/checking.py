"""Checking: all of the data, a pack, or some files, as ``bastide check`` is asked to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from catalog import Catalog, Finding, load
from catalog.paths import rules_data
from generator.i18n import check_all

BOX_FILE = "expansion.yaml"


def check(paths: Sequence[Path], packs: Sequence[Path]) -> tuple[Catalog, list[Finding]]:
    """Return the catalogue and the findings: all, or those that have to do with ``paths``.

    A path is a pack or a file in one, which is read too, or a file or folder of our own data. A finding in other files has to do
    with a pack if it is not there without the pack: two entries of one id, say.
    """
    root = rules_data().resolve()
    ours = {path: path.resolve() for path in paths if path.exists() and path.resolve().is_relative_to(root)}
    homes = {path: _pack(path) for path in paths if path not in ours}
    named = list(dict.fromkeys([*packs, *homes.values()]))
    catalog, found = _findings(named)
    if not paths:
        return catalog, found

    def inside(finding: Finding) -> bool:
        names = {finding.file, *(r.file for r in finding.related)}
        return any(_lies(name, str(path)) for name in names for path in homes) or any(
            (root / finding.file).is_relative_to(place) for place in ours.values()
        )

    kept = [f for f in found if inside(f)]
    if len(kept) < len(found) and any(path == home for path, home in homes.items()):
        _, without = _findings(list(packs))
        kept = [f for f in found if f in kept or f not in without]
    return catalog, kept


def _findings(packs: Sequence[Path]) -> tuple[Catalog, list[Finding]]:
    loaded = load(packs)
    return loaded.catalog, [*loaded.findings, *check_all(loaded.catalog)]


def _pack(path: Path) -> Path:
    """Return the pack that a path means: itself, or the one that the file lies in."""
    if path.is_file():
        return next((home for home in path.parents if (home / BOX_FILE).is_file()), path)
    return path


def _lies(name: str, place: str) -> bool:
    return name == place or name.startswith(f"{place}/")
