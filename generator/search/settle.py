"""Puts an index of pagefind in order: it writes the values of a filter as they fall, and the same records would differ by it."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import cast

import cbor2

_SIGNATURE = b"pagefind_dcd"
_SHORT, _LONG = 7, 10
"""How many digits of a hash the names of a filter and of the list of all files have."""


class UnknownIndexError(Exception):
    """The files are not as this module knows them; the message says what is strange."""


def settle(folder: Path) -> None:
    """Rewrite the files of an index whose order is left to chance, and the names that follow from what is in them.

    These are the filters, and the list of all files, which names the filters. Words and texts are in order as they come.
    Raises :class:`UnknownIndexError` for an index of another make, as a later pagefind may write.
    """
    entry_file = folder / "pagefind-entry.json"
    entry = json.loads(entry_file.read_text(encoding="utf-8"))
    for tag, language in entry["languages"].items():
        renamed = {}
        for file in sorted((folder / "filter").glob("*.pf_filter")):
            name, values = cast("tuple[str, list[tuple[str, list[int]]]]", _read(file, 2))
            new = f"{tag}_{_replace(file, [name, sorted(values)], f'{tag}_', _SHORT)}"
            renamed[file.stem] = new
        old = folder / f"pagefind.{language['hash']}.pf_meta"
        content = _read(old, 6)
        filters = cast("list[list[str]]", content[3])
        if sorted(hashed for _, hashed in filters) != sorted(renamed):
            raise UnknownIndexError(f"{old.name} does not list the filters that are there")
        content[3] = sorted([name, renamed[hashed]] for name, hashed in filters)
        language["hash"] = f"{tag}_{_replace(old, content, f'pagefind.{tag}_', _LONG)}"
    entry_file.write_text(json.dumps(entry, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _read(file: Path, length: int) -> list[object]:
    try:
        data = gzip.decompress(file.read_bytes())
        content = cbor2.loads(data.removeprefix(_SIGNATURE))
    except (OSError, EOFError, ValueError, cbor2.CBORDecodeError) as error:
        raise UnknownIndexError(f"{file.name} cannot be read") from error
    if not data.startswith(_SIGNATURE) or not isinstance(content, list) or len(content) != length:
        raise UnknownIndexError(f"{file.name} is of another make")
    return content


def _replace(file: Path, content: list[object], stem: str, digits: int) -> str:
    """Write content in the place of a file, under the name that it gives; return that part of the name."""
    data = _SIGNATURE + cbor2.dumps(content)
    digest = hashlib.sha256(data).hexdigest()[:digits]
    file.unlink()
    (file.parent / f"{stem}{digest}{file.suffix}").write_bytes(gzip.compress(data, mtime=0))
    return digest
