"""Many random games, over several processes: the same seed gives the same games with any number of them."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain

from engine.game import Game
from engine.rules import Rules, compile_rules
from engine.table import Table

CHUNK = 25
"""So many games are played by a process before it tells."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end: its seed, the turns that began, the scores in turn order, who won, the hash of its last state."""

    seed: int
    turns: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    hash: str


def random_game(rules: Rules, seed: int, *, history: bool = False) -> Game:
    """Play a game to its end, each action chosen evenly among all that are legal, by a stream of chance that the seed alone decides."""
    game = Game(rules, seed, history=history)
    chance = random.Random(f"moves {seed}").random  # noqa: S311  chance in a game is no secret
    while actions := game.actions():
        action = actions[int(chance() * len(actions))]
        # What was listed is not needed any more: the next list takes its place in memory.
        del actions
        game.play(action)
    return game


def simulate(rules: Rules, games: int, seed: int = 0, workers: int = 1) -> Iterator[Played]:
    """Play random games and yield them in order; game n has the seed ``seed + n``. ``workers``: how many processes play."""
    chunks = [range(seed + n, seed + min(n + CHUNK, games)) for n in range(0, games, CHUNK)]
    workers = min(workers, len(chunks))
    with patient():
        if workers <= 1:
            yield from chain.from_iterable(_play(rules, chunk) for chunk in chunks)
            return
        with ProcessPoolExecutor(workers, initializer=_begin, initargs=(rules.table, rules.colours)) as pool:
            yield from chain.from_iterable(pool.map(_play_here, chunks))


@contextmanager
def patient() -> Iterator[None]:
    """Let Python look for garbage less often: games leave none in rings, and what is there already is not looked through again."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _play(rules: Rules, seeds: range) -> list[Played]:
    found = []
    for seed in seeds:
        game = random_game(rules, seed)
        found.append(Played(seed, game.state.turn + 1, tuple(game.scores), tuple(game.winners), game.hash()))
    return found


_HERE: list[Rules] = []


def _begin(table: Table, colours: tuple[str, ...]) -> None:
    """Compile in a process what it plays by: compiled rules hold functions, which do not go from one process to another."""
    _HERE[:] = [compile_rules(table, colours)]
    gc.freeze()
    gc.set_threshold(100_000)


def _play_here(seeds: range) -> list[Played]:
    return _play(_HERE[0], seeds)
