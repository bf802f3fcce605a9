"""Writing one file for an author: whole or not at all."""

from __future__ import annotations

from pathlib import Path

from generator.output import replace_file


def write(path: Path, text: str) -> None:
    """Write a text as UTF-8 beside its place and swap it in; a pipe or a device is written to as it is.

    Folders above it are made. Raises ``OSError`` where that is not possible.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        return
    # A link stays a link: what it leads to is replaced.
    replace_file(path.resolve(), text.encode())
