"""Work that makes many lasting objects goes without the collector of garbage, which would look through all of them again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect no garbage inside; afterwards as before."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@contextmanager
def settled() -> Iterator[None]:
    """Let the collector pass over all that is there now: it stays. Nor does it write to it, so that copies of a process share it."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
