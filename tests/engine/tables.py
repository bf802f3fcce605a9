"""Tables, games and positions for tests: chosen by chance, or laid out by hand.

What chance chooses comes from a function that takes one of several things, so that hypothesis can do it as well as a seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from catalog import Catalog
from catalog.effects import Effect, NoEffect
from catalog.examples import Example
from engine import Event, Game, Rules, compile_rules, lay_table
from engine.examples import position
from tests.ours import ours

NEXT_TO_START = {"place": [1, 0], "turns": 0}
"""Where a straight road goes on from the start tile."""
BLUE_ON_THE_ROAD = {"piece": "meeple", "of": "blue", "at": [0, 0], "on": {"road": "E"}}
"""Somebody who keeps others from the road of the start tile."""

T = TypeVar("T")
OneOf = Callable[[Sequence[T]], T]
"""Takes one of several things."""


def catalog(*packs: Path) -> Catalog:
    """Return the entries, read once a process."""
    return ours(*packs).catalog


@dataclass(frozen=True)
class Setting:
    """What is to lie on the table, in the words of the command line, and how many play."""

    chosen: str
    edition: str
    options: tuple[str, ...]
    players: int

    def __str__(self) -> str:
        options = "".join(f" --option {option}" for option in self.options)
        return f"--with {self.chosen} --edition {self.edition}{options} --players {self.players}"


def settings(entries: Catalog, one_of: OneOf[Any], wanted: Iterable[str] | None = None) -> Setting:
    """Choose a table: the base boxes and some of the others (of ``wanted``, or of all), editions, modules and options by chance."""
    edition = one_of(list(entries.editions))
    mixed = one_of([False, False, True])
    words: list[str] = []
    options: list[str] = []
    for box in entries.boxes.values():
        there = [e for e in entries.editions_of(box.id) if mixed or e == edition]
        if not there or (box.needs and (not one_of([True, False]) or (wanted is not None and box.id not in wanted))):
            continue
        modules = [m.id for m in box.modules if one_of([True, True, False])]
        its_own = one_of(there)
        words.append(f"{box.id}@{its_own}" + (f":{'+'.join(modules)}" if box.modules else ""))
        options += [one_of(values) for o in box.options if (values := o.choices(its_own)) and one_of([True, False])]
    colours = len({colour for word in words for colour in entries.boxes[word.split("@")[0]].colours})
    return Setting(",".join(words), edition, tuple(options), one_of(range(2, colours + 1)))


@lru_cache(maxsize=32)
def compiled(setting: Setting, *packs: Path) -> Rules:
    """Return the compiled table of a setting."""
    table = lay_table(catalog(*packs), setting.chosen, setting.edition, setting.options)
    return compile_rules(table, setting.players)


def played(rules: Rules, seed: int, moves: int | None = None, *, history: bool = False) -> Game:
    """Return a game with so many moves made by chance, or with all of them."""
    game, chance = Game(rules, seed, history=history), random.Random(seed)
    while game.player is not None and (moves is None or len(game.moves) < moves):
        game.play(any_of(chance, game.actions()))
    return game


def any_of(chance: random.Random, of: Sequence[T]) -> T:
    """Take one of several things by chance."""
    return of[int(chance.random() * len(of))]


def without(entries: Catalog, *names: str) -> Catalog:
    """Return the entries with nothing done by these statements any more."""
    return changed(entries, {name: NoEffect(none="flavour") for name in names})


def changed(entries: Catalog, effects: Mapping[str, Effect | NoEffect | dict[str, Any]]) -> Catalog:
    """Return the entries with other effects of these statements, whose texts nobody reads here."""
    statements = dict(entries.statements)
    for name, effect in effects.items():
        read = Effect.model_validate(effect) if isinstance(effect, dict) else effect
        statements[name] = statements[name].model_copy(update={"effect": read})
    return replace(entries, statements=statements)


def added(entries: Catalog, box: str, like: str, **fields: dict[str, Any]) -> Catalog:
    """Return the entries with more statements at the end of a box: copies of another one with these fields changed, by id."""
    statements, box_of = dict(entries.statements), dict(entries.box_of)
    for word, update in fields.items():
        name = word.replace("_", "-")
        given = {k: Effect.model_validate(v) if k == "effect" and isinstance(v, dict) else v for k, v in update.items()}
        statements[name] = entries.statements[like].model_copy(update={"id": name, **given})
        box_of[name] = box
    return replace(entries, statements=statements, box_of=box_of)


def laid(entries: Catalog, chosen: str = "base", edition: str = "c1", **what: Any) -> Game:
    """Return a game that goes on from a position, which is written as in an example; ``options`` are those of the table."""
    table = {"with": chosen, "edition": edition, "options": what.pop("options", ())}
    board = what.pop("board", [{"tile": "base/d", "at": [0, 0]}])
    told = {"id": "x", "title": "X.", "shows": ["x"], "table": table, "board": board, "expect": {"choices": 0}, **what}
    example = Example.model_validate(told)
    laid_out = lay_table(entries, chosen, edition, example.table.options)
    rules = compile_rules(laid_out, example.players or 2)
    return Game(rules, example.seed, position=position(rules, example))


# Short words for what tests look at


def rules(entries: Catalog | None = None, chosen: str = "base", edition: str = "c1", players: int | Sequence[str] = 2) -> Rules:
    """Return a compiled table: of the real entries, if no others are given."""
    return compile_rules(lay_table(entries or catalog(), chosen, edition), players)


def words(game: Game) -> list[dict[str, Any]]:
    """Return what may be done, in words."""
    return [game.describe(action) for action in game.actions()]


def what(events: Iterable[Event]) -> list[str]:
    """Return what happened, in one word each."""
    return [event.what for event in events]


def cited(game: Game, event: Event) -> list[str]:
    """Return the statements that an event follows from."""
    return [game.rules.ruleset.statements[n].id for n in event.cites]


def put(piece: str, on: Any, **where: Any) -> dict[str, Any]:
    """Return the move that goes on with the road of the start tile and puts a piece somewhere."""
    return {**NEXT_TO_START, "put": {"piece": piece, "on": on, **where}}
