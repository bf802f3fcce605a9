"""Things that are made once and used on many pages."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Keeper:
    """Keeps what was made, by a key that says all that it was made from."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._kept: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is kept under a key; make it if nothing is."""
        if key not in self._kept:
            self._kept[key] = make()
        kept: T = self._kept[key]
        return kept
