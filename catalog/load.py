"""Loading: a catalogue and the findings, from the files or, where none of them differs, as they were compiled before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath

from catalog import cache
from catalog.findings import Finding
from catalog.index import Catalog
from catalog.paths import rules_data


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading gives: a catalogue of the entries that are sound, and the findings in order of file and line."""

    catalog: Catalog
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that are errors."""
        return tuple(f for f in self.findings if f.severity == "error")


def load(packs: Sequence[FilePath | str] = (), root: FilePath | None = None, *, cached: bool = False) -> Loaded:
    """Load the data and the packs (folders like one of ``expansions/``), and check everything.

    Never raises for bad data: what is wrong is in the findings, and entries that are wrong are left out of the catalogue.

    With ``cached`` a catalogue without errors is kept in the user's cache folder, and taken from there as long as no file differs;
    where some do, only these are read, and the checks run again. What is returned is the same, sooner.
    """
    root = root or rules_data()
    folders = tuple(FilePath(p) for p in packs)
    key = cache.key_of(root, folders) if cached else None
    kept = cache.recall(key, root, folders) if key else None
    if kept is not None:
        return Loaded(*kept)
    # Who finds the catalogue in the cache does not wait for what reads and checks it.
    from catalog.gathering import gather  # noqa: PLC0415
    from catalog.remembered import Remembered  # noqa: PLC0415

    loaded = gather(root, folders, Remembered.of("files", cache.place_of(root, folders)) if cached else None)
    if key is None or loaded.errors:
        return loaded
    return Loaded(cache.keep(key, loaded.catalog, loaded.findings), loaded.findings)
