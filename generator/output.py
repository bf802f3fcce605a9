"""Writes files and folders as a whole: to a new place beside them, swapped in at the end, so that a failure changes nothing."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

MARKER = ".bastide"
"""The file that says a folder was made here, and may be replaced as a whole."""


def replace_file(path: Path, data: bytes) -> None:
    """Write ``data`` to a new file in the same folder, then put it in the place of ``path``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        mode = path.stat().st_mode if path.exists() else 0o644
        Path(temporary).chmod(mode & 0o777)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


class OutputError(Exception):
    """The folder cannot be written; the message says why in a sentence."""


class Output:
    """A folder that is being written. Use it as a context manager: it is swapped in when the block ends without an error."""

    def __init__(self, target: Path) -> None:
        """Prepare to replace ``target``, which must be new, empty, or a folder that was written this way."""
        self.target = target.absolute()
        self.count = 0
        if self.target.is_file():
            raise OutputError(f"{target} is a file; name a folder to write to")
        if self.target.is_dir() and any(self.target.iterdir()) and not (self.target / MARKER).is_file():
            raise OutputError(f"{target} holds other files; name a new or empty folder, for it is replaced as a whole")
        self.folder = Path()

    def __enter__(self) -> Self:
        self.target.parent.mkdir(parents=True, exist_ok=True)
        self.folder = Path(tempfile.mkdtemp(prefix=f".{self.target.name}-", dir=self.target.parent))
        self.folder.chmod(0o755)
        self.write(MARKER, "This folder is written as a whole; what you change in it is lost.\n")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is not None:
            shutil.rmtree(self.folder)
            return
        if self.target.exists():
            old = Path(tempfile.mkdtemp(prefix=f".{self.target.name}-", dir=self.target.parent))
            self.target.rename(old / "old")
            self.folder.rename(self.target)
            shutil.rmtree(old)
        else:
            self.folder.rename(self.target)

    def write(self, path: str, content: str) -> None:
        """Write a text file. A path that is written twice is an error: two things would have one address."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with file.open("x", encoding="utf-8", newline="\n") as stream:
                stream.write(content)
        except FileExistsError:
            raise OutputError(f"two things want the address {path}") from None
        self.count += 1

    def page(self, path: str, content: str) -> None:
        """Write a page to the ``index.html`` of its path (which ends with a slash)."""
        self.write(f"{path}index.html", content)

    def copy(self, source: Path, path: str) -> None:
        """Copy a file."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, file)
