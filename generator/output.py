"""Writes files and folders as a whole: to a new place beside them, swapped in at the end, so that a failure changes nothing.

A folder that is written again takes over from the old one what has not changed: such a file is not written, it is the same file.
The old one stays beside it, hidden, until it is written once more. That begins there, for hardly anything is to be done to it.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import stat
import sys
import tempfile
import time
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

MARKER = ".bastide"
"""The file that says a folder was made here, and may be replaced as a whole. After its first line it tells the next build of this one."""
NOTICE = "This folder is written as a whole; what you change in it is lost.\n"
_PATIENCE = 10.0
"""So many seconds a build waits for another one that writes to the same folder: one that was killed is not gone at once."""
_HERE, _EXCHANGE = -100, 2
"""The numbers of Linux for the working folder and for an exchange of two names."""


def replace_file(path: Path, data: bytes) -> None:
    """Write ``data`` to a new file in the same folder, then put it in the place of ``path``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        # Who reads the message knows nothing of the new file.
        error.filename = str(path)
        raise
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
    """A folder that is being written. Use it as a context manager: it is swapped in when the block ends without an error.

    Until then all is written to a folder beside it: to the one that was swapped out the last time, or to what a build has left there
    that was killed. Of what is there only files stay that the old folder has too, each the very same file.
    """

    def __init__(self, target: Path) -> None:
        """Prepare to replace ``target``, which must be new, empty, or a folder that was written this way."""
        self.target = target.absolute()
        self.folder = self.target.with_name(f".{self.target.name}{MARKER}-new")
        self._aside = self.target.with_name(f".{self.target.name}{MARKER}-old")
        self.memory = ""
        """What is kept in the marker, for the next build to read."""
        self._old, self._new = f"{self.target}{os.sep}", f"{self.folder}{os.sep}"
        self._lock: int | None = None
        self._there: dict[str, int] = {}
        """The files that are there, each with its number in the file system."""
        self._folders: dict[str, None] = {"": None}
        """Those that are there, what is in one of them before it."""
        self._claimed: set[str] = {MARKER}
        self._kept: set[str] = set()
        if self.target.is_file():
            raise OutputError(f"{target} is a file; name a folder to write to")
        if self.target.is_dir() and any(self.target.iterdir()) and not (self.target / MARKER).is_file():
            raise OutputError(f"{target} holds other files; name a new or empty folder, for it is replaced as a whole")

    @property
    def remembered(self) -> str:
        """What the last build left in the marker of the folder as it still is; empty where there was none."""
        try:
            notice, _, memory = (self.target / MARKER).read_text(encoding="utf-8").partition("\n")
        except (OSError, UnicodeDecodeError):
            return ""
        return memory if f"{notice}\n" == NOTICE else ""

    def __enter__(self) -> Self:
        self.target.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(self.folder, self.target)
        try:
            if self._aside.exists() and not self.target.exists():
                # Killed between its two renames: the old folder goes back to its place.
                self._aside.rename(self.target)
            _remove(self._aside)
            self.folder.chmod(0o755)
            self._look(self.folder, "")
        except BaseException:
            self._unlock()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            if error is None:
                # The marker is the last to be written: a file that is younger than it was changed by somebody else.
                self._tidy()
                self._place(MARKER).write_text(NOTICE + self.memory, encoding="utf-8", newline="\n")
                self._swap()
            else:
                _remove(self.folder)
        finally:
            self._unlock()

    def _look(self, folder: str | Path, below: str) -> None:
        """See what is there."""
        with os.scandir(folder) as entries:
            for entry in entries:
                path = f"{below}{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    self._look(entry.path, f"{path}/")
                    self._folders[path] = None
                else:
                    self._there[path] = entry.inode()

    def _tidy(self) -> None:
        """Remove what was there and is not wanted any more."""
        wanted = {""}
        for path in self._claimed:
            below = path.rpartition("/")[0]
            while below not in wanted:
                wanted.add(below)
                below = below.rpartition("/")[0]
        for path in [*(self._there.keys() - self._claimed), *(folder for folder in self._folders if folder not in wanted)]:
            # A folder in whose place there is a file now has gone with all that it held.
            with suppress(FileNotFoundError, NotADirectoryError):
                (self.folder / path).rmdir() if path in self._folders else (self.folder / path).unlink()

    def _swap(self) -> None:
        if not self.target.exists():
            self.folder.rename(self.target)
        elif not _exchange(self.folder, self.target):
            self.target.rename(self._aside)
            self.folder.rename(self.target)
            _remove(self._aside)

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def claim(self, path: str) -> None:
        """Say that something will be at a path. A path that is claimed twice is an error: two things would have one address."""
        if path in self._claimed:
            raise OutputError(f"two things want the address {path}")
        self._claimed.add(path)

    @property
    def claimed(self) -> list[str]:
        """The paths that were claimed, in their order."""
        return sorted(self._claimed - {MARKER})

    def is_kept(self, path: str) -> bool:
        """Tell whether a file is known to be that of the old folder; one that another process took over is not."""
        return path in self._kept

    def write(self, path: str, content: str | bytes) -> bool:
        """Claim a path and put something there. Return whether that had to be written: else the old file says the same."""
        self.claim(path)
        return self._put(path, _bytes(content))

    def copy(self, source: Path, path: str) -> None:
        """Claim a path and copy a file there."""
        self.claim(path)
        self._put(path, source.read_bytes())

    def put(self, path: str, content: str | bytes) -> int:
        """Put a text or bytes into a file that somebody has claimed, and return its size in bytes.

        Where the old file says the same it is taken over.
        """
        data = _bytes(content)
        self._put(path, data)
        return len(data)

    def clear(self, path: str) -> None:
        """Remove what is at a path, a file or a folder: somebody writes there who knows nothing of an old folder."""
        _remove(self.folder / path)

    def is_left(self, path: str, size: int) -> bool:
        """Tell whether a file of the old folder is still there as it was left, with this size."""
        try:
            old = os.lstat(f"{self._old}{path}")
        except OSError:
            return False
        return stat.S_ISREG(old.st_mode) and old.st_size == size and old.st_mtime_ns <= self._left

    def old(self, path: str) -> str:
        """Return a text of the old folder."""
        return (self.target / path).read_bytes().decode()

    def keep(self, path: str) -> None:
        """Take a file of the old folder over as it is, unread."""
        old, new = f"{self._old}{path}", f"{self._new}{path}"
        if self._there.get(path) != os.lstat(old).st_ino:
            self._place(path)
            try:
                os.link(old, new)
            except OSError:
                # Not every file system can give a file a second name.
                shutil.copy2(old, new)
        self._kept.add(path)

    @cached_property
    def _left(self) -> int:
        """When the old folder was finished."""
        try:
            return (self.target / MARKER).stat().st_mtime_ns
        except OSError:
            return 0

    def _put(self, path: str, data: bytes) -> bool:
        same = self._says(path, data)
        if same:
            self.keep(path)
        else:
            self._place(path).write_bytes(data)
        return not same

    def _says(self, path: str, data: bytes) -> bool:
        """Tell whether a file of the old folder holds just this."""
        old = self.target / path
        try:
            return old.lstat().st_size == len(data) and not old.is_symlink() and old.read_bytes() == data
        except OSError:
            return False

    def _place(self, path: str) -> Path:
        """Return where a file goes: nothing is there, for it may be one that the old folder has too."""
        self._make(path.rpartition("/")[0])
        _remove(self.folder / path)
        return self.folder / path

    def _make(self, folder: str) -> None:
        if folder not in self._folders:
            self._make(folder.rpartition("/")[0])
            if folder in self._there:
                (self.folder / folder).unlink()
                del self._there[folder]
            # Another process may have been quicker.
            (self.folder / folder).mkdir(exist_ok=True)
            self._folders[folder] = None


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _locked(folder: Path, target: Path) -> int | None:
    """Make the folder that a build writes to, and hold it alone until what is returned is closed; it ends with the process too."""
    until = time.monotonic() + _PATIENCE
    while True:
        folder.mkdir(exist_ok=True)
        if sys.platform == "win32":
            return None
        import fcntl  # noqa: PLC0415  other systems have none

        with suppress(FileNotFoundError):
            opened = os.open(folder, os.O_RDONLY)
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # Another build may have swapped it in just before.
                if folder.exists() and os.path.samestat(os.fstat(opened), folder.stat()):
                    return opened
            except BlockingIOError:
                if time.monotonic() > until:
                    os.close(opened)
                    raise OutputError(f"another build is writing to {target}; wait until it is done") from None
                time.sleep(0.05)
            os.close(opened)


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders change their names at once; return False where the system cannot."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    done: int = rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE)
    return done == 0
