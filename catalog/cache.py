"""The compiled catalogue: what was read and found sound once is not read again while no file differs.

The key is a hash of all that the result follows from: the names and the contents of the files, our own code, Python, and the
libraries that are installed. What is kept are pickles, of which only our own entries are made again (see :class:`_Reader`).
"""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pydantic

from catalog import store
from catalog.findings import Finding
from catalog.garbage import uncollected
from catalog.index import Catalog
from catalog.model import Model

_SORT = "catalogue"
_FINDINGS = "findings"
_PARTS = tuple(part.name for part in fields(Catalog) if part.name not in {"root", "packs", "key"})
_LARGE = 4_000_000
"""Where a file has more bytes than this, nothing is kept: the loader would not read it either."""
_METADATA = (".dist-info", ".egg-info")
_PACK_FOLDERS = ("vocabulary", "locales")
_OURS = Path(__file__).resolve().parent


def _add(to: Any, name: str, content: bytes | None = None) -> None:  # noqa: ANN401  hashlib names no type
    """Add a name and a content, with their lengths: what is added apart is never taken for what is added together."""
    encoded = name.encode("utf-8", "surrogateescape")
    to.update(f"{len(encoded)} {-1 if content is None else len(content)} ".encode())
    to.update(encoded)
    to.update(content or b"")


def code_of(*paths: Path) -> str:
    """Return a hash of our own source files, those in folders too; empty where there are none to be seen."""
    found = hashlib.sha256()
    there = False
    for path in paths:
        for file in sorted(path.rglob("*.py")) if path.is_dir() else (path,):
            try:
                content = file.read_bytes()
            except OSError:
                return ""
            there = True
            _add(found, f"{file.relative_to(path.parent)}", content)
    return found.hexdigest() if there else ""


_CODE = code_of(_OURS)
"""The code of this process: files that are edited later are not what runs here."""


def key_of(root: Path, packs: tuple[Path, ...]) -> str | None:
    """Return the key of the catalogue that these folders give, or None where it cannot be told."""
    found = _begun(packs)
    if found is None:
        return None
    try:
        for name, path in _files(root, packs):
            _add(found, name, None if path is None else _content(path))
    except OSError:
        return None
    return str(found.hexdigest())


def place_of(root: Path, packs: tuple[Path, ...], code: str = _CODE) -> str | None:
    """Return the key of these folders, whatever is in them, or None where nothing is kept. ``code``: what else it depends on."""
    found = _begun(packs)
    if found is None:
        return None
    _add(found, code)
    _add(found, f"{root.absolute()}")
    return str(found.hexdigest())


def _begun(packs: tuple[Path, ...]) -> Any:  # noqa: ANN401  hashlib names no type
    """Begin a key with what makes a difference whatever the files hold; None where nothing is kept."""
    if store.folder() is None or not _CODE:
        return None
    found = hashlib.sha256()
    for word in (_CODE, sys.version, pydantic.VERSION, *_libraries(), *map(str, packs)):
        _add(found, word)
    return found


def is_current() -> bool:
    """Tell whether our files still hold the code that runs here."""
    return code_of(_OURS) == _CODE


def _content(path: Path) -> bytes:
    if path.stat().st_size > _LARGE:
        raise OSError(f"{path} is too large")
    return path.read_bytes()


def _libraries() -> Iterator[str]:
    """Yield the libraries that are installed, each with its version, as their folders of metadata are named."""
    for folder in sys.path:
        try:
            yield from sorted(path.name for path in Path(folder).iterdir() if path.suffix in _METADATA)
        except OSError:
            continue


def _files(root: Path, packs: Iterable[Path]) -> Iterator[tuple[str, Path | None]]:
    """Yield the files that are read, and the folders they are in (without a path), each under its name."""
    yield from _under(root, "", 3)
    for number, pack in enumerate(packs):
        yield f"pack {number}", None
        if not pack.is_dir():
            continue
        # A pack may be a large folder with other things in it.
        for path in sorted(pack.iterdir()):
            # On some machines names in capitals are the same names.
            if path.name.lower() in _PACK_FOLDERS and path.is_dir():
                yield f"{path.name}/", None
                yield from _under(path, f"{path.name}/", 2)
            elif path.suffix.lower().startswith(".y"):
                yield path.name, path if path.is_file() else None


def _under(folder: Path, name: str, depth: int) -> Iterator[tuple[str, Path | None]]:
    for path in sorted(folder.iterdir()):
        shown = f"{name}{path.name}"
        if path.is_dir():
            yield f"{shown}/", None
            if depth > 1:
                yield from _under(path, f"{shown}/", depth - 1)
        else:
            yield shown, path if path.is_file() else None


def recall(key: str, root: Path, packs: tuple[Path, ...]) -> tuple[Catalog, tuple[Finding, ...]] | None:
    """Return the catalogue and the findings that were kept under a key, or None. Parts of it are opened when they are asked for."""
    parts = store.recall(_SORT, key)
    if parts is None or parts.keys() != {*_PARTS, _FINDINGS}:
        return None
    try:
        findings = opened(parts.pop(_FINDINGS))
    except UNREADABLE:
        return None
    unopened = {name: partial(_part, name, bytes(part), root, packs) for name, part in parts.items()}
    return Catalog.unopened(root, packs, key, unopened), findings


def _part(name: str, part: bytes, root: Path, packs: tuple[Path, ...]) -> object:
    """Open a part of a catalogue. If it holds what it should not, the files say what belongs there."""
    try:
        return opened(part)
    except UNREADABLE:
        from catalog.gathering import gather  # noqa: PLC0415

        return getattr(gather(root, packs).catalog, name)


def keep(key: str, catalog: Catalog, findings: tuple[Finding, ...]) -> Catalog:
    """Keep a catalogue without errors, and return it with its key; not if files, or our code, were edited since the key was made."""
    if key != key_of(catalog.root, catalog.packs) or not is_current():
        return catalog
    parts = {**{name: getattr(catalog, name) for name in _PARTS}, _FINDINGS: findings}
    store.keep(_SORT, key, {name: pickle.dumps(part, protocol=5) for name, part in parts.items()})
    return replace(catalog, key=key)


class _Reader(pickle.Unpickler):
    """Makes entries of ours and nothing else: no function is called, whatever a file says."""

    def find_class(self, module: str, name: str) -> type:
        """Return a class of the catalogue; refuse all else."""
        if module.partition(".")[0] == __package__ and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and (issubclass(found, Model) or is_dataclass(found)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no entry")


UNREADABLE = (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, TypeError, ValueError)


def opened(part: bytes | memoryview) -> Any:  # noqa: ANN401  each part has a type of its own
    """Make the entries again that a part holds. Raises one of ``UNREADABLE`` for what holds anything else."""
    with uncollected():
        return _Reader(io.BytesIO(part)).load()
