"""The lists by which a browser keeps the site for a table without a connection: what belongs to a language, with a hash of each file.

The worker (``site/js/sw.js``) fetches what it does not have with that hash, and lets go of what is on no list any more.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from generator import addresses
from generator.output import Output

_OWN = ("index.html",)
"""The files of the root that a reader may come to."""
_SHARED = (addresses.ASSETS, addresses.PICTURES)
"""The folders that all languages use."""
_NOT = (".xml",)
"""The ends of files that are for programs elsewhere."""
_SHELL = (addresses.TABLE, addresses.SEARCH, addresses.OFFLINE)
"""The parts of a language of which all is wanted first."""
_FIRST = ("", addresses.DESIGNS, addresses.GLOSSARY, addresses.RULINGS)
"""The pages that are wanted first, besides the rulebooks."""


def list_path(tag: str) -> str:
    """Return the path of the list of a language, from the root of the site."""
    return f"{addresses.LISTS}{tag}.json"


def hashes(output: Output) -> dict[str, str]:
    """Return the hash of each file that was written, by its path from the root, in the order of the paths.

    That of a file that was taken over from the old folder is known from the lists there.
    """
    known: dict[str, str] = {}
    for told in sorted((output.target / addresses.LISTS).glob("*.json")):
        if output.is_left(f"{addresses.LISTS}{told.name}", told.stat().st_size):
            old = json.loads(told.read_text(encoding="utf-8"))
            known |= {**old["first"], **old["then"]}
    return {
        path: known[path] if path in known and output.is_kept(path) else hash_of(output.folder / path) for path in output.claimed
    }


def hash_of(file: Path) -> str:
    """Return the hash by which a file is told from what it was and will be."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def lists(files: Mapping[str, str], tags: Collection[str], boxes: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the list of each language, with its path.

    ``files`` are all files of the site with their hashes. What a reader needs at once is under ``first``, all else under ``then``.
    """
    shared, own = dict[str, str](), dict[str, dict[str, str]]({tag: {} for tag in tags})
    for path, told in files.items():
        if path in _OWN or (path.startswith(_SHARED) and not path.endswith(_NOT)):
            shared[path] = told
        elif (its := own.get(path.partition("/")[0])) is not None and not path.endswith(_NOT):
            its[path] = told
    for tag, its in own.items():
        wanted: dict[str, dict[str, str]] = {"first": {}, "then": {}}
        for path in sorted({**shared, **its}):
            wanted["first" if _is_first(path, tag, boxes) else "then"][path] = files[path]
        yield list_path(tag), json.dumps(wanted, ensure_ascii=False, separators=(",\n", ":")) + "\n"


def _is_first(path: str, tag: str, boxes: Collection[str]) -> bool:
    if not path.startswith(f"{tag}/"):
        return not path.startswith(addresses.PICTURES)
    below = path.removeprefix(f"{tag}/")
    page = below.removesuffix("index.html")
    part, _, rest = page.partition("/")
    is_rulebook = part in boxes and rest.count("/") == 1 and rest.endswith("/")
    return page in _FIRST or below.startswith(_SHELL) or is_rulebook or "/" not in below
