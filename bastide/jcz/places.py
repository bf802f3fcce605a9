"""Places on a tile: locations of JCloisterZone and the ports of ours.

A location is written as the tile lies: the edges that a feature reaches (``N``, ``WE``; ``_N``: all but the north), the half-edges of
what lies between (``NL.NR.EL``; left and right as seen from the centre), or a Roman number for what reaches no edge. Half-edges have
the same names with us.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from catalog.examples import PORTS

EDGES = "NESW"
_INNER = re.compile(r"I|II|III|IV")
_HALVES = frozenset(p for p in PORTS if len(p) == 2)


def ports(location: str) -> frozenset[str] | None:
    """Return the edges or half-edges that a location names, none for one inside the tile; None for a word that is no location."""
    if _INNER.fullmatch(location):
        return frozenset()
    if location.startswith("_"):
        rest = location[1:]
        return frozenset(EDGES) - set(rest) if rest and set(rest) <= set(EDGES) else None
    if set(location) <= set(EDGES):
        return frozenset(location)
    halves = location.split(".")
    return frozenset(halves) if set(halves) <= _HALVES else None


def edges(found: Iterable[str]) -> frozenset[str]:
    """Return ports of ours as a location has them: an edge, or a half-edge where the edge itself is another's."""
    there = frozenset(found)
    return frozenset(p for p in there if len(p) == 1 or p[0] not in there)
