"""Writing one file for an author: whole or not at all."""

from __future__ import annotations

from pathlib import Path

from catalog.paths import real
from generator.output import replace_file


def write(path: Path, content: str | bytes) -> None:
    """Write a text (as UTF-8) or bytes beside its place and swap it in; a pipe or a device is written to as it is.

    Folders above it are made. Raises ``OSError`` where that is not possible.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("wb") as stream:
            stream.write(data)
        return
    # A link stays a link: what it leads to is replaced.
    replace_file(real(path), data)
