"""How fast the engine plays random games.

From the checkout: ``python benchmarks/engine.py`` (``--games`` in a batch, ``--batches``, ``--json``).

A game is played by two players, each action chosen evenly among all that are listed, events with their citations kept, nothing kept
for taking back. The best of several batches counts, after games to warm up. A figure for another machine is scaled by a loop of
plain Python that is timed on the same run: it takes 42 ms on the machine that figures are given for.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import timeit
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from catalog import Catalog, load  # noqa: E402  the checkout comes first
from engine import Rules, compile_rules, lay_table, random_game  # noqa: E402
from engine.simulation import patient  # noqa: E402

LOOP = "sum(i*i for i in range(1000000))"
REFERENCE = 0.042
"""So many seconds the loop takes on the machine that figures are given for."""
TABLES = (("base", "c1"), ("river,abbot,dragon-and-fairy", "c3.1"))


@dataclass(frozen=True)
class Figure:
    """How fast games at a table are: games a second here, and on the machine that figures are given for."""

    table: str
    edition: str
    games_per_second: float
    scaled: float
    moves: float


def calibrate(repeat: int = 3) -> float:
    """Return how many seconds the loop takes here, as ``python -m timeit -n 20`` tells it: the best of several runs."""
    return min(timeit.repeat(LOOP, number=20, repeat=repeat)) / 20


def rate(rules: Rules, games: int, batches: int) -> tuple[float, float]:
    """Return how many games are played in a second, in the best of the batches, and how many moves a game has."""
    for seed in range(games):
        random_game(rules, seed)
    best, moves = 0.0, 0
    with patient():
        for batch in range(batches):
            seeds = range(1000 * (batch + 1), 1000 * (batch + 1) + games)
            begin = perf_counter()
            for seed in seeds:
                moves += len(random_game(rules, seed).moves)
            best = max(best, games / (perf_counter() - begin))
    return best, moves / (games * batches)


def measure(catalog: Catalog, games: int, batches: int) -> tuple[float, list[Figure]]:
    """Return how long the loop takes, before and after whichever is shorter, and the figures."""
    loop = calibrate()
    rates = [rate(compile_rules(lay_table(catalog, *table), 2), games, batches) for table in TABLES]
    loop = min(loop, calibrate())
    return loop, [
        Figure(*table, round(speed, 1), round(speed * loop / REFERENCE, 1), round(moves, 1))
        for table, (speed, moves) in zip(TABLES, rates, strict=True)
    ]


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games in a batch (default: %(default)s)")
    parser.add_argument("--batches", type=int, default=7, help="batches, of which the best counts (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    if min(chosen.games, chosen.batches) < 1:
        parser.error("at least one game and one batch")
    loop, figures = measure(load().catalog, chosen.games, chosen.batches)
    if chosen.json:
        told = {
            "python": platform.python_version(),
            "games": chosen.games,
            "batches": chosen.batches,
            "loop_ms": round(loop * 1000, 2),
            "reference_ms": REFERENCE * 1000,
            "tables": [asdict(figure) for figure in figures],
        }
        print(json.dumps(told, indent=2))
        return
    print(
        f"Python {platform.python_version()}; the loop takes {loop * 1000:.1f} ms here, {REFERENCE * 1000:.0f} ms where figures are given for"
    )
    print(f"{'table':<38} {'games/s':>9} {'at 42 ms':>9} {'moves':>6}")
    for figure in figures:
        name = f"{figure.edition} {figure.table}"
        print(f"{name:<38} {figure.games_per_second:>9.1f} {figure.scaled:>9.1f} {figure.moves:>6.1f}")


if __name__ == "__main__":
    main()
