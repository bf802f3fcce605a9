"""Our data, read once for all tests of a process. Who changes it changes a copy."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from catalog import Loaded, load


@cache
def ours(*packs: Path) -> Loaded:
    """Return our data, with packs that no test edits beside it."""
    return load(packs)
