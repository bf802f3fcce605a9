"""Chains of cubic Béziers, and chance that is always the same for the same words.

All lengths are in hundredths of the side of a square, x to the east and y to the south; angles in degrees, clockwise from east.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass

Point = tuple[float, float]
Cubic = tuple[Point, Point, Point, Point]


class Chance:
    """Numbers drawn from a seed and a word: the same on every machine, whatever was drawn before."""

    def __init__(self, seed: str) -> None:
        """Draw for this seed (the id of a design, say)."""
        self.seed = seed

    def of(self, *words: object) -> float:
        """Return a number of [0, 1) for these words."""
        text = "\x1f".join((self.seed, *map(str, words)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48

    def about(self, spread: float, *words: object) -> float:
        """Return a number of [-spread, spread) for these words."""
        return (2 * self.of(*words) - 1) * spread


def number(value: float) -> str:
    """Write a coordinate with at most one decimal."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    """Write a point as in the data of a path."""
    return f"{number(point[0])} {number(point[1])}"


def polar(origin: Point, angle: float, length: float) -> Point:
    """Return the point at this angle and distance from the origin."""
    turn = math.radians(angle)
    return origin[0] + length * math.cos(turn), origin[1] + length * math.sin(turn)


def mix(a: Point, b: Point, share: float) -> Point:
    """Return the point that is this share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def heading(a: Point, b: Point) -> float:
    """Return the angle at which b is seen from a."""
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def _point(c: Cubic, t: float) -> Point:
    u = 1 - t
    w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return sum(k * p[0] for k, p in zip(w, c, strict=True)), sum(k * p[1] for k, p in zip(w, c, strict=True))


def _cut(c: Cubic, t: float) -> tuple[Cubic, Cubic]:
    a, b, d = mix(c[0], c[1], t), mix(c[1], c[2], t), mix(c[2], c[3], t)
    e, f = mix(a, b, t), mix(b, d, t)
    g = mix(e, f, t)
    return (c[0], a, e, g), (g, f, d, c[3])


@dataclass(frozen=True, slots=True)
class Curve:
    """A chain of cubic Béziers, each beginning where the one before ends. Its parameter runs from 0 to the number of them."""

    cubics: tuple[Cubic, ...]

    @property
    def start(self) -> Point:
        """Its first point."""
        return self.cubics[0][0]

    @property
    def end(self) -> Point:
        """Its last point."""
        return self.cubics[-1][3]

    def at(self, t: float) -> Point:
        """Return the point at a parameter."""
        i = min(int(t), len(self.cubics) - 1)
        return _point(self.cubics[i], t - i)

    def angle(self, t: float) -> float:
        """Return the direction of travel at a parameter."""
        step = 0.01
        return heading(self.at(max(t - step, 0)), self.at(min(t + step, len(self.cubics))))

    def samples(self, each: int = 14) -> list[Point]:
        """Return points along the curve, ``each`` to a Bézier, with both ends."""
        return [_point(c, k / each) for c in self.cubics for k in range(each)] + [self.end]

    def part(self, t0: float, t1: float) -> Curve:
        """Return the stretch between two parameters, t0 < t1."""
        cubics = []
        for i, cubic in enumerate(self.cubics):
            a, b = max(t0 - i, 0), min(t1 - i, 1)
            if b - a > 1e-6:
                head, _ = _cut(cubic, b) if b < 1 else (cubic, cubic)
                cubics.append(_cut(head, a / b)[1] if a > 0 else head)
        return Curve(tuple(cubics))

    def steps(self) -> str:
        """Write the curve as data of a path that already stands at its start."""
        return "".join(f"C{pair(c[1])} {pair(c[2])} {pair(c[3])}" for c in self.cubics)

    @property
    def d(self) -> str:
        """The curve as data of a path."""
        return f"M{pair(self.start)}{self.steps()}"


def curve(a: Point, angle_a: float, b: Point, angle_b: float, handles: tuple[float, float]) -> Curve:
    """Return the Bézier that leaves a at one angle and arrives at b travelling at the other; ``handles`` are lengths."""
    return Curve(((a, polar(a, angle_a, handles[0]), polar(b, angle_b + 180, handles[1]), b),))
