"""Writing one file for whoever asked for it: whole or not at all."""

from __future__ import annotations

import tempfile
from pathlib import Path

from bastide.terminal import fail
from catalog.paths import real
from generator.output import replace_file


def ready(path: Path) -> None:
    """End the program where a file cannot be written, before the work is done whose result it is to hold."""
    if path.is_dir():
        fail(f"{path} is a folder; name a file")
    if path.exists() and not path.is_file():
        return
    # Whether a folder can be written to is only known when it is done: it may be one of the system, or on a disk to be read alone.
    above = next(folder for folder in real(path).parents if folder.exists())
    try:
        with tempfile.TemporaryFile(dir=above):
            pass
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror}", code=1)


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
