"""Templates that were compiled: known to all environments of a process, and kept in the user's cache for the next one."""

from __future__ import annotations

import marshal
from pathlib import Path
from types import CodeType

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from catalog.cache import code_of, is_current, place_of
from catalog.remembered import Remembered

_HERE = Path(__file__).resolve()
_FILES = (_HERE, _HERE.with_name("rendering.py"))
"""What decides how a template is compiled, beside the libraries."""
_CODE = code_of(*_FILES)
_Part = tuple[str, CodeType]
"""The checksum of a template, and its code."""


class Compiled(BytecodeCache):
    """The code of the templates of a folder, by their name: the same in every language."""

    def __init__(self, folder: Path) -> None:
        """Begin with what is remembered; nothing is kept where it cannot be told what runs here."""
        place = place_of(folder, (), _CODE) if _CODE else None
        self._memory = Remembered("templates", place or "nowhere")
        self._more = False

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template its code, if that is known."""
        found = self._memory.recall(bucket.key, _read)
        if found is not None and found[0] == bucket.checksum:
            bucket.code = found[1]

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Note the code of a template, in the place of what it was before."""
        if bucket.code is not None:
            part = bucket.checksum, bucket.code
            self._memory.note(bucket.key, part, marshal.dumps(part))
            self._more = True

    def keep(self) -> None:
        """Keep what was compiled for the next process."""
        if self._more:
            self._memory.keep(current=is_current() and code_of(*_FILES) == _CODE != "", all_asked=False)
        self._more = False


def _read(part: bytes) -> _Part:
    """Read what was kept. Raises ``ValueError`` for anything else."""
    match marshal.loads(part):  # noqa: S302  the cache reads only what this user wrote, as Python does with what it compiles
        case (str(checksum), CodeType() as code):
            return checksum, code
    raise ValueError("no template")


_compiled: dict[Path, Compiled] = {}


def compiled(folder: Path) -> Compiled:
    """Return what is known of the templates of a folder."""
    if folder not in _compiled:
        _compiled[folder] = Compiled(folder)
    return _compiled[folder]


def keep() -> None:
    """Keep what was compiled here, of whichever folder."""
    for known in _compiled.values():
        known.keep()


__all__ = ["Compiled", "compiled", "keep"]
