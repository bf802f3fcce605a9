"""Squares of tiles as blocks of characters: what lies where, worked out from the data of the design."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from catalog.examples import PORTS
from catalog.fields import PLACES, occupied
from catalog.tiles import EDGES, Feature, PortOf, Square
from catalog.vocabulary import FeatureKind
from engine import Game
from engine.shapes import SquareShape
from engine.state import place_of

Place = tuple[int, int]
"""A column and a row of a block."""
Label = tuple[str, str]
"""What is written on a part: the characters and their style."""
Json = dict[str, Any]
DIRECTIONS = {"N": "north", "E": "east", "S": "south", "W": "west"}
AHEAD = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""One step north, east, south, west."""
_DEEP, _SLANT = 0.75, 0.62
"""How far an area on one edge reaches into the square (which is 2 x 2), and how much it narrows on the way."""
_CORNERS = {0: (0, 0), 4: (1, 0), 8: (1, 1), 12: (0, 1)}
"""The corners of a square among the sixteen places round it: whether each is east, and whether it is south."""


@dataclass
class Block:
    """A square in a block of ``width`` x ``height`` characters, both odd.

    ``part``: which part of a feature lies at a place (counted as the engine counts segments; none for a remainder that is told apart
    from no other). ``arms``: the edges that the line at a place runs to, 1 north, 2 east, 4 south, 8 west, added up. ``carried``: what
    a piece across the square carries, as the number of its part and its kind.
    """

    width: int
    height: int
    part: dict[Place, int] = field(default_factory=dict)
    arms: dict[Place, int] = field(default_factory=dict)
    ends: set[Place] = field(default_factory=set)
    carried: tuple[int, str] | None = None

    @property
    def middle(self) -> Place:
        """The place in the middle."""
        return self.width // 2, self.height // 2

    def places(self) -> Iterator[Place]:
        """Yield all places, row by row."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def spot(self, part: int, wide: int, taken: Container[Place] = ()) -> Place:
        """Return where something ``wide`` characters wide stands on a part: in the midst of it, where there is room for it."""
        mine = [p for p in self.places() if self.part.get(p) == part] or [self.middle]
        x0, y0 = sum(x for x, _ in mine) / len(mine), sum(y for _, y in mine) / len(mine)
        return self.near((x0 - (wide - 1) / 2, y0), wide, mine, taken)

    def near(self, goal: tuple[float, float], wide: int, mine: Container[Place] = (), taken: Container[Place] = ()) -> Place:
        """Return the nearest place to a goal with ``wide`` places to the right: such as are not taken first, and then one's own."""

        def cost(place: Place) -> tuple[int, int, float]:
            x, y = place
            under = [(x + i, y) for i in range(wide)]
            # A letter is about twice as high as it is wide.
            far = (x - goal[0]) ** 2 + 4 * (y - goal[1]) ** 2
            return sum(p in taken for p in under), -sum(p in mine for p in under), far

        return min(((x, y) for x, y in self.places() if x == 0 or x + wide <= self.width), key=cost)


@dataclass
class Drawn:
    """A square on the board: its block, the data it is drawn from, and what is written over it.

    ``sites``: the places of each part that is written as a letter in brackets, with what stands there. What stands on such a part stands
    in the brackets, so that both can be read: ``within``. ``become``: the kinds that parts have become since they were drawn.
    """

    block: Block
    square: Square
    shape: SquareShape
    sites: dict[int, dict[Place, Label]] = field(default_factory=dict)
    over: dict[Place, Label] = field(default_factory=dict)
    within: dict[int, tuple[list[Label], list[Place]]] = field(default_factory=dict)
    become: dict[int, str] = field(default_factory=dict)

    def kind(self, part: int) -> str | None:
        """Return the kind of a part; None for what remains."""
        if part in self.become:
            return self.become[part]
        if self.block.carried is not None and part == self.block.carried[0]:
            return self.block.carried[1]
        return self.square.features[part].kind if 0 <= part < len(self.square.features) else None

    def on(self, on: Json | None) -> int | None:
        """Return the part that ``{"kind", "ports"}`` means."""
        if on is None:
            return None
        drawn = [*(f.kind for f in self.square.features)]
        carried = self.block.carried
        for n, segment in enumerate(self.shape.segments):
            if n < len(drawn):
                same = drawn[n] == on["kind"]
            elif carried is not None and n == carried[0]:
                same = carried[1] == on["kind"]
            else:
                same = segment.kind >= 0 and on["kind"] not in {*drawn, carried and carried[1]}
            if same and [PORTS[p] for p in segment.ports] == on["ports"]:
                return n
        return None

    def stand(self, part: int | None, *labels: Label) -> None:
        """Write something on a part, or in a corner for what is on none; where something is written already, beside it."""
        if part is None:
            self._write(self.block.near((0, 0), _wide(labels), (), self._taken()), labels)
        elif part not in self.sites or not self._enclose(part, labels):
            self._write(self.block.spot(part, _wide(labels), self._taken()), labels)

    def number(self, *labels: Label) -> None:
        """Write something on the square as a whole, near its middle."""
        x, y = self.block.middle
        self._write(self.block.near((x - (_wide(labels) - 1) / 2, y), _wide(labels), (), self._taken()), labels)

    def _taken(self) -> set[Place]:
        return {*self.over, *(place for site in self.sites.values() for place in site)}

    def _enclose(self, part: int, labels: Sequence[Label]) -> bool:
        """Write something in the brackets of a site; return whether there was room."""
        site = sorted(self.sites[part].items())
        inside, before = self.within.get(part, ([], []))
        inside = [*inside, *labels]
        *head, tail = (label for _, label in site)
        whole = [*head, *inside, tail]
        x, y = site[0][0]
        x = max(0, min(x - _wide(inside) // 2, self.block.width - _wide(whole)))
        under = [(x + i, y) for i in range(_wide(whole))]
        others = (self._taken() - set(before)) - set(self.sites[part])
        if len(under) > self.block.width or not others.isdisjoint(under):
            return False
        for place in before:
            del self.over[place]
        self._write((x, y), whole)
        self.within[part] = inside, under
        return True

    def _write(self, place: Place, labels: Sequence[Label]) -> None:
        """Write on the square, from a place to the right, as much as there is room for."""
        written = ((character, style) for text, style in labels for character in text)
        x, y = place
        self.over |= {(x + i, y): label for i, label in enumerate(written) if x + i < self.block.width}


def _wide(labels: Sequence[Label]) -> int:
    return sum(len(text) for text, _ in labels)


def block(
    square: Square,
    shape: SquareShape,
    turns: int,
    kinds: Mapping[str, FeatureKind],
    size: tuple[int, int],
    carried: tuple[int, str, int] | None = None,
) -> Block:
    """Lay a square, turned by quarter turns, out in a block. ``shape`` is the square as the engine has it, turned as well.

    ``carried``: what a piece across the square carries: its part, its kind, and the edge that it begins at (0 north, 1 east).
    """
    drawn = Block(*size, carried=carried and carried[:2])
    lines, sites = [], []
    for n, feature in enumerate(square.features):
        match kinds[feature.kind].shape:
            case "area":
                _area(drawn, n, feature, turns)
            case "line":
                lines.append((n, feature))
            case "site":
                sites.append((n, feature.kind))
    areas = {f.kind for f in square.features if kinds[f.kind].shape == "area"}
    # What lies below a bridge is drawn first; and where a line runs by, a site is not in the middle.
    lines.sort(key=lambda item: item[1].over is not None)
    ending = {kind for _, kind in sites}
    for n, feature in lines:
        if feature.ends not in ending:
            _line(drawn, n, feature, turns, areas)
    if carried is not None:
        _across(drawn, carried[0], carried[2])
    for n, kind in sites:
        led = [(m, f) for m, f in lines if f.ends == kind]
        _site(drawn, n, [e for _, f in led for e in _edges(f.ports, turns)])
        for m, feature in led:
            _line(drawn, m, feature, turns, areas)
    _remainder(drawn, shape, len(square.features))
    return drawn


def _edges(ports: Sequence[str], turns: int) -> list[int]:
    return sorted((EDGES.index(port) + turns) % 4 for port in ports)


def _reach(edge: int, u: float, v: float) -> float | None:
    """Return how far a point is from an edge if an area on that edge alone reaches so far, else None."""
    dx, dy = AHEAD[edge]
    away = 1 - (u * dx + v * dy)
    aside = abs(u * dy + v * dx)
    return away if away < _DEEP and aside <= 1 - _SLANT * away else None


def _area(drawn: Block, n: int, feature: Feature, turns: int) -> None:
    edges = _edges(feature.ports, turns)
    for x, y in drawn.places():
        u, v = (2 * x + 1) / drawn.width - 1, (2 * y + 1) / drawn.height - 1
        mine = [d for e in edges if (d := _reach(e, u, v)) is not None]
        others = [d for e in range(4) if e not in edges and (d := _reach(e, u, v)) is not None]
        if len(edges) == 1:
            inside = bool(mine)
        elif len(edges) == 2 and (edges[1] - edges[0]) % 2:
            inside = sum(u * AHEAD[e][0] + v * AHEAD[e][1] for e in edges) > -0.05
        else:
            inside = not others or bool(mine and min(mine) < min(others))
        # Where two areas on neighbouring edges meet, each has what is nearer to it.
        if inside and ((x, y) not in drawn.part or (mine and min(mine) < min(others, default=2))):
            drawn.part[x, y] = n
    x, y = drawn.middle
    for corner in (c for c in occupied(feature, "area") if c % 4 == 0):
        east, south = _CORNERS[(corner + 4 * turns) % 16]
        drawn.part[2 * x * east, 2 * y * south] = n
        if PLACES[corner] in feature.corners:
            # The wall runs there, and divides what remains.
            for i in range(x + 1):
                drawn.part.setdefault((x + (i if east else -i), y + round(i * y / x) * (1 if south else -1)), n)
            if len(edges) == 1:
                # An area on one edge does not reach the middle, where the wall begins.
                dx, dy = AHEAD[edges[0]]
                for i in range(x + 1 if dx else y + 1):
                    drawn.part.setdefault((x + i * dx, y + i * dy), n)


def _site(drawn: Block, n: int, led: Sequence[int]) -> None:
    """Put a site in the middle, or where there is room near it, away from the edges that lines come from."""
    x, y = drawn.middle
    if drawn.part and not (led and drawn.middle not in drawn.part):
        x0 = x - sum(AHEAD[e][0] for e in led) / 2
        y0 = y - sum(AHEAD[e][1] for e in led) / 2
        inside = [(i, j) for i, j in drawn.places() if 0 < i < drawn.width - 1]
        free = [(i, j) for i, j in inside if not {(i - 1, j), (i, j), (i + 1, j)} & set(drawn.part)]
        x, y = min(free, key=lambda p: (p[0] - x0) ** 2 + 3 * (p[1] - y0) ** 2, default=drawn.middle)
    places = [(x - 1, y), (x, y), (x + 1, y)]
    drawn.part |= dict.fromkeys(places, n)
    drawn.ends.difference_update(places)
    for place in places:
        drawn.arms.pop(place, None)


def _line(drawn: Block, n: int, feature: Feature, turns: int, areas: set[str]) -> None:
    edges = _edges(feature.ports, turns)
    bridge = feature.over is not None
    blocked = set() if feature.over is not None and feature.over.kind in areas else set(drawn.part) - set(drawn.arms)
    towards = list(edges)
    if isinstance(feature.ends, PortOf):
        # It goes on to the gate of the area that it ends at.
        towards += _edges([feature.ends.port], turns)
    elif feature.ends is not None and bridge:
        towards += [e ^ 2 for e in edges]
    taken = drawn.middle in drawn.arms and not bridge and feature.under is None
    if taken and len(towards) == 2 and (towards[1] - towards[0]) % 2:
        path = _round(drawn, towards)
    else:
        path = _straight(drawn, edges, towards, blocked)
    for place, arms in path.items():
        if place not in blocked:
            # Lines that end at one thing meet there.
            met = place == drawn.middle and taken and len(edges) == 1
            drawn.arms[place] = arms | (drawn.arms[place] if met else 0)
            drawn.part[place] = n
    if len(towards) == 1 and drawn.middle not in blocked:
        drawn.ends.add(drawn.middle)


def _across(drawn: Block, n: int, edge: int) -> None:
    """Draw what a piece across the square carries: straight, over all that lies there."""
    ends = [edge, edge ^ 2]
    for place, arms in _straight(drawn, ends, ends, set()).items():
        drawn.arms[place], drawn.part[place] = arms, n
        drawn.ends.discard(place)


def _straight(drawn: Block, edges: Sequence[int], towards: Sequence[int], blocked: set[Place]) -> dict[Place, int]:
    """Return the places of a line over the middle to its edges, and towards others until something blocks it; with their arms."""
    x, y = drawn.middle
    path = {(x, y): sum(1 << e for e in towards)}
    for edge in towards:
        dx, dy = AHEAD[edge]
        for i in range(1, (x if dx else y) + 1):
            place = x + i * dx, y + i * dy
            if place in blocked and edge not in edges:
                break
            path[place] = 1 << edge | 1 << (edge ^ 2)
    return path


def _round(drawn: Block, edges: Sequence[int]) -> dict[Place, int]:
    """Return the places of a line that bends without touching the middle, where another one runs."""
    x, y = drawn.middle
    upright, level = sorted(edges, key=lambda e: e % 2)
    east, south = AHEAD[level][0], AHEAD[upright][1]
    bend = x + east * max(1, x - 1)
    path = {(x, y + south * i): 0b101 for i in range(1, y + 1)}
    path |= {(x + east * i, y): 0b1010 for i in range(abs(bend - x), x + 1)}
    path |= {(x + east * i, y + south): 0b1010 for i in range(1, abs(bend - x))}
    path[x, y + south] = 1 << upright | 1 << level
    path[bend, y + south] = 1 << (level ^ 2) | 1 << (upright ^ 2)
    path[bend, y] = 1 << upright | 1 << level
    return path


def _remainder(drawn: Block, shape: SquareShape, features: int) -> None:
    """Tell the parts of what remains from each other: each goes as far as nothing else lies between."""
    enclosed = next((n for n in range(features, shape.count) if not shape.segments[n].ports and shape.kinds[n] >= 0), None)
    waiting = [p for p in drawn.places() if p not in drawn.part]
    while waiting:
        reached, todo = {waiting[0]}, [waiting[0]]
        while todo:
            x, y = todo.pop()
            near = [(x + dx, y + dy) for dx, dy in AHEAD]
            new = [p for p in near if p not in reached and p not in drawn.part and p in waiting]
            reached.update(new)
            todo += new
        ports = [port for place in sorted(reached) for port in _ports(drawn, place)]
        carried = drawn.carried and drawn.carried[0]
        found = [shape.ports[port] for port in ports if shape.ports[port] >= features and shape.ports[port] != carried]
        part = found[0] if found else enclosed
        waiting = [p for p in waiting if p not in reached]
        drawn.part |= dict.fromkeys(reached, -1 if part is None else part)


def _ports(drawn: Block, place: Place) -> Iterator[int]:
    """Yield the ports of the square that a place lies at, from 0."""
    x, y = place
    mx, my = drawn.middle
    across, down = (x > mx) - (x < mx) + 1, (y > my) - (y < my) + 1
    if y == 0:
        yield PORTS.index(("NL", "N", "NR")[across])
    if x == drawn.width - 1:
        yield PORTS.index(("EL", "E", "ER")[down])
    if y == drawn.height - 1:
        yield PORTS.index(("SR", "S", "SL")[across])
    if x == 0:
        yield PORTS.index(("WR", "W", "WL")[down])


def turned_into(game: Game) -> dict[Place, dict[int, str]]:
    """Return the parts of squares that have become another kind of feature, by the cells of the squares."""
    state, kinds = game.state, game.rules.ruleset.kinds
    found: dict[Place, dict[int, str]] = {}
    for root, (kind, _) in state.declared.items():
        for number in state.squares_of(root):
            for part, was in enumerate(state.shapes[number].kinds):
                if was not in (kind, -1) and state.find(state.sq_first[number] + part) == root:
                    found.setdefault(place_of(state.sq_cell[number]), {})[part] = kinds[kind]
    return found
