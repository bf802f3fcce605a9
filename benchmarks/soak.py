"""Random games without end, checked in every way that is known: for a night, before a release, after a change of the engine.

From the checkout: ``python benchmarks/soak.py`` (``--games``, ``--seed``, ``--seconds`` for no longer than that, ``--pack DIR`` to play
with a fan's pack too, ``--every`` how often the slowest check is made, ``--whole`` to check many games at their end alone). The same seed does the same again. At the first difference it prints the seed and the table, how to do that
game alone, and what is wrong, and ends with 1.

Boxes, their editions, modules, options and the number of players are chosen by chance for every few games. In every other game the
players are eager: of a few actions they take the one that brings the most points and completed features, so that much happens of
which games by chance alone see little. In each game, as it goes:
the board and the pieces are counted from nothing every few actions; on some turns the list of actions is compared with what trying
everything gives; a copy from the JSON of some moment plays along, and one of most moments in the middle of an effect; each of some
actions is found again by its words; moves are taken back and made again. At its end the explained points
are added up, the saved game is replayed, and everything is taken back.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine import Game, replay, save  # noqa: E402  the checkout comes first
from engine.game import Action  # noqa: E402
from tests.engine.laws import check, check_list, check_points, check_words, fork, placing  # noqa: E402
from tests.engine.tables import Setting, any_of, catalog, compiled, settings  # noqa: E402

TOGETHER = 4
"""So many games in a row are played at a table."""
LOOKED_AT = 5
"""So many actions an eager player tries before one is taken."""
CHECKED = 7
"""The board and the pieces are counted from nothing every so many actions."""


@dataclass
class Covered:
    """What has been done."""

    games: int = 0
    turns: int = 0
    actions: int = 0
    checks: int = 0
    lists: int = 0
    copies: int = 0
    choices: int = 0
    undone: int = 0
    tables: set[str] = field(default_factory=set)
    boxes: set[frozenset[str]] = field(default_factory=set)

    def __str__(self) -> str:
        return (
            f"{self.games} games at {len(self.tables)} tables ({len(self.boxes)} choices of boxes and editions): {self.turns} turns, "
            f"{self.actions} actions, {self.checks} counts, {self.lists} lists of actions tried by hand, {self.copies} copies from JSON, "
            f"{self.choices} of them in the middle of an effect, {self.undone} actions taken back"
        )


class Soak:
    """One run: chance, and what it has covered."""

    def __init__(self, seed: int, every: int, packs: tuple[Path, ...], whole: int = 1) -> None:
        """Begin with a seed, how often a list is compared, and the packs of fans that are to lie on the table too.

        ``whole``: of so many games one is checked all along, the others at their end alone.
        """
        self.seed, self.every, self.packs, self.whole = seed, every, packs, whole
        self.covered = Covered()

    def setting(self, number: int) -> Setting:
        """Return the table of a game: the same for a few in a row."""
        chance = random.Random(f"table {self.seed} {number // TOGETHER}")
        return settings(catalog(*self.packs), lambda of: any_of(chance, of))

    def play(self, number: int) -> None:
        """Play a game and check it in every way. Raises whatever is wrong with it."""
        covered, setting = self.covered, self.setting(number)
        rules = compiled(setting, *self.packs)
        chance = random.Random(f"game {self.seed} {number}")
        game = Game(rules, chance.getrandbits(32))
        first, beside = game.hash(), None
        until = 0
        while number % self.whole and game.player is not None:
            game.play(_eager(game, chance) if number % 2 else any_of(chance, game.actions()))
        while game.player is not None:
            if len(game.moves) % CHECKED == 0:
                check(game)
                covered.checks += 1
            if placing(game):
                covered.turns += 1
                # By the number of the game, not by what came before it: alone it is checked in the same turns.
                if (game.state.turn + 37 * number) % self.every == 0:
                    check_list(game)
                    check_words(game)
                    covered.lists += 1
            elif chance.random() < 0.5:
                check_words(game)
            if chance.random() < 0.02:
                self._take_back(game, chance)
                beside = None
            if beside is None and chance.random() < 0.03:
                beside, until = _copy(game), len(game.moves) + chance.randrange(25)
                covered.copies += 1
            elif game.run.decision is not None and chance.random() < 0.5:
                _same(game, _copy(game))
                covered.copies += 1
                covered.choices += 1
            action = _eager(game, chance) if number % 2 else any_of(chance, game.actions())
            if beside is not None:
                _same(game, beside)
                happened = beside.apply(action)
                before = len(game.events)
                game.play(action)
                _expect(happened == game.events[before:], "a copy tells of other events")
                beside = beside if len(game.moves) < until else None
            else:
                game.play(action)
        covered.games += 1
        covered.actions += len(game.moves)
        self._end(game, first, again=number % self.whole == 0)
        covered.tables.add(str(setting))
        covered.boxes.add(frozenset(word.split(":")[0] for word in setting.chosen.split(",")))

    def _take_back(self, game: Game, chance: random.Random) -> None:
        """Take some actions back and make them again: everything is as it was."""
        end, listed, moves, events = game.hash(), game.actions(), [*game.moves], game.events
        for _ in range(chance.randrange(1, 12)):
            if game.moves:
                game.undo()
                self.covered.undone += 1
        for action in moves[len(game.moves) :]:
            game.play(action)
        _expect(game.hash() == end, "taken back and done again, the state is another")
        _expect(game.events == events, "taken back and done again, other things have happened")
        _expect(game.actions() == listed, "taken back and done again, there are other actions")

    def _end(self, game: Game, first: str, *, again: bool) -> None:
        """Check a game that is over, and take it back to its beginning; ``again``: it is saved and played again too."""
        check(game)
        check_points(game)
        if again:
            same = replay(catalog(*self.packs), json.loads(json.dumps(save(game))))
            _expect(same.hash() == game.hash(), "the saved game ends in another state")
            _expect(same.events == game.events, "in the saved game other things happen")
        while game.moves:
            game.undo()
            self.covered.undone += 1
        _expect(game.hash() == first, "taken back to its beginning, the game is another")


def _eager(game: Game, chance: random.Random) -> Action:
    """Return the best of a few actions for whoever has to decide, of those that bring the same any."""
    actions, player = game.actions(), game.player
    if player is None or len(actions) == 1:
        return actions[0]
    tried = []
    for action in {any_of(chance, actions): None for _ in range(LOOKED_AT)}:
        then = fork(game)
        then.play(action)
        gain = then.scores[player] - game.scores[player] + 2 * (len(then.state.done) - len(game.state.done))
        used = len(then.state.turn_puts) + sum(map(bool, then.state.figs)) - sum(map(bool, game.state.figs))
        tried.append((gain, used, chance.random(), action))
    return max(tried, key=lambda entry: entry[:3])[3]


def _copy(game: Game) -> Game:
    return Game.from_json(game.rules, json.loads(json.dumps(game.to_json())))


def _same(game: Game, other: Game) -> None:
    _expect(other.hash() == game.hash(), "a copy from JSON has another state")
    _expect(other.actions() == game.actions(), "a copy from JSON lists other actions")


def _expect(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)


def main() -> int:
    """Play, and tell what was covered, or what is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000, help="how many games (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="what decides everything (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (default: %(default)s)")
    parser.add_argument("--seconds", type=float, help="end after so many seconds")
    parser.add_argument("--every", type=int, default=10, help="compare the list in every so many turns (default: %(default)s)")
    parser.add_argument(
        "--whole",
        type=int,
        default=1,
        help="check one of so many games all along, the others at their end (default: %(default)s)",
    )
    parser.add_argument("--pack", type=Path, action="append", default=[], help="a fan's pack; may be given again")
    chosen = parser.parse_args()
    soak = Soak(chosen.seed, max(1, chosen.every), tuple(chosen.pack), max(1, chosen.whole))
    console, begin = Console(), perf_counter()
    columns = (TextColumn("soak"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("soak", total=chosen.games)
        for number in range(chosen.first, chosen.first + chosen.games):
            try:
                soak.play(number)
            except Exception:  # noqa: BLE001  whatever is wrong is told
                progress.stop()
                packs = "".join(f" --pack {pack}" for pack in chosen.pack)
                print(f"Game {number} of seed {chosen.seed} at the table {soak.setting(number)}")
                print(
                    f"Alone: python benchmarks/soak.py --seed {chosen.seed} --first {number} --games 1 --every {soak.every} --whole {soak.whole}{packs}"
                )
                print(traceback.format_exc().rstrip())
                print(f"Before that: {soak.covered}")
                return 1
            progress.advance(task)
            if chosen.seconds is not None and perf_counter() - begin > chosen.seconds:
                break
    print(f"{soak.covered}; no difference, in {perf_counter() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
