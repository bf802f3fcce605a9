"""The user's cache folder: what is kept there under a key, and what is believed of it.

Only what this user wrote is read, and only as it was written: a file of somebody else's, one that others may change, one that is
cut short or altered, and one of another key are the same as none. Nothing here raises: without a folder nothing is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "BASTIDE_CACHE"
"""The environment variable that names another folder, or is ``off``."""
OFF = ("off", "0")
KEPT = 8
"""So many files of a sort are kept, those that were used last: the data, and some packs."""
_MAGIC = b"bastide cache 1\n"
_DIGEST = 32
_OTHERS_WRITE = 0o022
_HOUR = 3600.0
_SUFFIX = ".cache"
_UNFINISHED = ".unfinished"


def folder() -> Path | None:
    """Return the folder of the cache, which need not exist; None where it is switched off or there is no place for one."""
    named = os.environ.get(VARIABLE, "").strip()
    if named.lower() in OFF:
        return None
    try:
        return Path(named).expanduser() if named else _platform_folder()
    except RuntimeError:
        # There is no home.
        return None


def _platform_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "bastide" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "bastide"
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # A relative one is to be ignored, says the specification.
    return (named if named.is_absolute() else Path.home() / ".cache") / "bastide"


def recall(sort: str, key: str) -> dict[str, memoryview] | None:
    """Return the parts that were kept under a key, or None."""
    place = folder()
    if place is None:
        return None
    path = place / f"{sort}-{key}{_SUFFIX}"
    try:
        if not _ours(place.stat()):
            return None
        handle = os.open(
            path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
        )
        with os.fdopen(handle, "rb") as file:
            content = file.read() if _ours(os.fstat(handle)) else b""
    except OSError:
        return None
    found = _parts(content, sort, key)
    if found is not None:
        _touch(path)
    return found


def _touch(path: Path) -> None:
    """Note that a file is used, so that it stays. Where nothing can be written, or it has just gone, it is good all the same."""
    with contextlib.suppress(OSError):
        os.utime(path)


def _ours(status: os.stat_result) -> bool:
    """Tell whether this user owns a file or folder, and nobody else may write it."""
    if not hasattr(os, "geteuid"):
        # Windows: the folder lies in the user's profile, which others cannot write.
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & _OTHERS_WRITE


def _parts(content: bytes, sort: str, key: str) -> dict[str, memoryview] | None:
    whole = memoryview(content)
    start = len(_MAGIC) + _DIGEST
    if whole[: len(_MAGIC)] != _MAGIC or whole[len(_MAGIC) : start] != _digest(sort, key, whole[start:]):
        return None
    table, at = content.index(b"\n", start), start
    sizes: dict[str, int] = json.loads(content[start:table])
    found, at = {}, table + 1
    for name, size in sizes.items():
        found[name], at = whole[at : at + size], at + size
    return found


def _digest(sort: str, key: str, body: bytes | memoryview) -> bytes:
    found = hashlib.sha256(f"{sort} {key}\n".encode())
    found.update(body)
    return found.digest()


def keep(sort: str, key: str, parts: Mapping[str, bytes]) -> None:
    """Keep parts under a key: written beside their place and put there whole, so that nobody reads half of them."""
    place = folder()
    if place is None:
        return
    body = b"".join((json.dumps({name: len(part) for name, part in parts.items()}).encode(), b"\n", *parts.values()))
    temporary = None
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _ours(place.stat()):
            return
        handle, name = tempfile.mkstemp(dir=place, suffix=_UNFINISHED)
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + _digest(sort, key, body) + body)
        temporary.replace(place / f"{sort}-{key}{_SUFFIX}")
        temporary = None
        _clear(place, sort)
    except OSError:
        return
    finally:
        if temporary is not None:
            _remove(temporary)


def _clear(place: Path, sort: str) -> None:
    """Remove what was not used for longest, and what a process left that was ended while it wrote."""
    used = sorted(place.glob(f"{sort}-*{_SUFFIX}"), key=_last_used, reverse=True)
    left = [path for path in place.glob(f"*{_UNFINISHED}") if time.time() - _last_used(path) > _HOUR]
    for path in (*used[KEPT:], *left):
        _remove(path)


def _last_used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        # Another process has removed it.
        return 0.0


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return
