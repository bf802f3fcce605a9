"""Fields are derived: features divide the disc of a square, the pieces that remain are its fields.

Round a square there are sixteen places, clockwise from the north-west corner: four corners and twelve ports. A line occupies
the middle of its edges, an area whole edges, the corner between two of them, and the corners its wall runs into. Features that
meet form one *block*. Two free places belong to one field when no block separates them; a field touches a feature when it lies
beside it with nothing between.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from catalog.tiles import HALVES, Design, Feature, PortOf, Square
from catalog.vocabulary import FeatureKind

PLACES = ("NW", "NL", "N", "NR", "NE", "EL", "E", "ER", "SE", "SL", "S", "SR", "SW", "WL", "W", "WR")
INDEX = {name: i for i, name in enumerate(PLACES)}
OPPOSITE = {"NL": "SR", "NR": "SL", "EL": "WR", "ER": "WL", "SL": "NR", "SR": "NL", "WL": "ER", "WR": "EL"}
_STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@dataclass(frozen=True, slots=True)
class DerivedField:
    """A field: the half-edges it reaches, as ``(square, half-edge)``, and the features it touches as ``(square, feature)``.

    Squares and features are counted from 0 in the order of the design. A field with no half-edges is enclosed.
    """

    ports: tuple[tuple[int, str], ...]
    touches: tuple[tuple[int, int], ...]
    corners: tuple[tuple[int, str], ...] = ()


def occupied(feature: Feature, shape: str) -> frozenset[int]:
    """Return the places (0 to 15, clockwise from the north-west corner) that a feature occupies."""
    if shape == "line":
        return frozenset(INDEX[p] for p in feature.ports)
    places = {(INDEX[p] + d) % 16 for p in feature.ports for d in (-1, 0, 1)}
    places |= {c for c in (0, 4, 8, 12) if (c - 1) % 16 in places and (c + 1) % 16 in places}
    return frozenset(places | {INDEX[c] for c in feature.corners})


@dataclass(frozen=True, slots=True)
class _Block:
    """Features that meet: their places in order, which feature has each, and which features meet directly."""

    owner: Mapping[int, int]
    meets: frozenset[tuple[int, int]]

    @property
    def places(self) -> list[int]:
        return sorted(self.owner)

    def arc(self, place: int) -> tuple[int, int]:
        """Return the two places of the block on either side of a free place (going back, going on)."""
        places = self.places
        after = next((p for p in places if p > place), places[0])
        before = next((p for p in reversed(places) if p < place), places[-1])
        return before, after


def derive(design: Design, kinds: Mapping[str, FeatureKind]) -> tuple[DerivedField, ...]:
    """Return the fields of a design, over all its squares; those written out in the data are taken as written."""
    fields: list[DerivedField] = []
    for i, square in enumerate(design.all_squares):
        fields.extend(_given(i, square) if square.fields is not None else _of_square(i, square, kinds))
    return tuple(_joined(design.all_squares, fields))


def find(square: Square, port: PortOf) -> int | None:
    """Return the index of the feature of a square that a port names, or None."""
    return next((i for i, f in enumerate(square.features) if f.kind == port.kind and port.port in f.ports), None)


def _given(i: int, square: Square) -> list[DerivedField]:
    fields = []
    for given in square.fields or ():
        touches = tuple(sorted((i, n) for n in (find(square, t) for t in given.touches) if n is not None))
        fields.append(DerivedField(tuple((i, p) for p in given.ports), touches))
    return fields


def _of_square(i: int, square: Square, kinds: Mapping[str, FeatureKind]) -> list[DerivedField]:
    blocks = _blocks(square, kinds)
    taken = {place for block in blocks for place in block.owner}
    classes: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for place in range(16):
        if place not in taken:
            classes.setdefault(tuple(block.arc(place) for block in blocks), []).append(place)
    fields = []
    for signature, places in classes.items():
        # A free middle of an edge is no port of its own: it lies between two halves of the same field.
        ports = tuple((i, PLACES[p]) for p in places if PLACES[p] in HALVES)
        corners = tuple((i, PLACES[p]) for p in places if p % 4 == 0)
        touches = sorted(_touched(blocks, signature, square, kinds))
        fields.append(DerivedField(ports, tuple((i, f) for f in touches), corners))
    return fields


def _blocks(square: Square, kinds: Mapping[str, FeatureKind]) -> list[_Block]:
    features = square.features
    parent = list(range(len(features)))

    def root(n: int) -> int:
        while parent[n] != n:
            n = parent[n]
        return n

    meets: set[tuple[int, int]] = set()
    for a, b in _meetings(square):
        meets.update(((a, b), (b, a)))
        parent[root(a)] = root(b)
    owners: dict[int, dict[int, int]] = {}
    for n, feature in enumerate(features):
        if feature.under is None and feature.kind in kinds:
            places = occupied(feature, kinds[feature.kind].shape)
            owners.setdefault(root(n), {}).update(dict.fromkeys(places, n))
    return [_Block(owner, frozenset((a, b) for a, b in meets if root(a) == r)) for r, owner in owners.items() if owner]


def _meetings(square: Square) -> Iterator[tuple[int, int]]:
    """Yield the pairs of features that meet: one ends at or crosses the other, or both end at the same thing."""
    ends: dict[str, list[int]] = {}
    for n, feature in enumerate(square.features):
        if isinstance(feature.ends, str):
            ends.setdefault(feature.ends, []).append(n)
        for port in (feature.ends, feature.over):
            if isinstance(port, PortOf) and (other := find(square, port)) is not None:
                yield n, other
    for together in ends.values():
        yield from combinations(together, 2)


def _touched(
    blocks: Sequence[_Block], signature: tuple[tuple[int, int], ...], square: Square, kinds: Mapping[str, FeatureKind]
) -> set[int]:
    found: set[int] = set()
    for b, block in enumerate(blocks):
        between = (len({other.arc(p) for p in block.owner} | {signature[o]}) > 1 for o, other in enumerate(blocks) if o != b)
        if any(between):
            continue
        ends = {block.owner[p] for p in signature[b]}
        for n in set(block.owner.values()):
            meets_both = all((end, n) in block.meets for end in ends)
            if kinds[square.features[n].kind].bordered and (n in ends or meets_both):
                found.add(n)
    return found


def _joined(squares: Sequence[Square], fields: list[DerivedField]) -> list[DerivedField]:
    """Join the fields of neighbouring squares of one tile across their seam."""
    at = {square.at: i for i, square in enumerate(squares)}
    seam: dict[tuple[int, str], tuple[int, str]] = {}
    for i, square in enumerate(squares):
        for half in HALVES:
            dx, dy = _STEP[half[0]]
            other = at.get((square.at[0] + dx, square.at[1] + dy))
            if other is not None:
                seam[i, half] = (other, OPPOSITE[half])
    joined = list(fields)
    for here, there in seam.items():
        a = next((f for f in joined if here in f.ports), None)
        b = next((f for f in joined if there in f.ports), None)
        if a is not None and b is not None and a is not b:
            joined[joined.index(a)] = DerivedField(
                a.ports + b.ports, tuple(sorted({*a.touches, *b.touches})), a.corners + b.corners
            )
            joined.remove(b)
    inner = set(seam)
    return [DerivedField(tuple(sorted((p for p in f.ports if p not in inner), key=_order)), f.touches, f.corners) for f in joined]


def _order(port: tuple[int, str]) -> tuple[int, int]:
    return port[0], HALVES.index(port[1])


def edges_of(square: Square, kinds: Mapping[str, FeatureKind], rest: str) -> str:
    """Return the edge letters that the features of a square make, clockwise from north; ``rest`` where there is none."""
    letters = dict.fromkeys("NESW", rest)
    for feature in square.features:
        for port in feature.ports:
            letters[port] = kinds[feature.kind].edge or rest
    return "".join(letters[p] for p in "NESW")


def rotate(edges: str, quarter_turns: int) -> str:
    """Return four edge letters after clockwise quarter turns."""
    k = quarter_turns % 4
    return edges[-k:] + edges[:-k] if k else edges


def seams(squares: Sequence[Square]) -> list[tuple[int, str, int, str]]:
    """Return each inner edge of a tile of several squares once: ``(square, edge, other square, its edge)``."""
    at = {square.at: i for i, square in enumerate(squares)}
    found = []
    for i, square in enumerate(squares):
        for edge, opposite in (("E", "W"), ("S", "N")):
            dx, dy = _STEP[edge]
            other = at.get((square.at[0] + dx, square.at[1] + dy))
            if other is not None:
                found.append((i, edge, other, opposite))
    return found


__all__ = ["PLACES", "DerivedField", "derive", "edges_of", "find", "occupied", "rotate", "seams"]
