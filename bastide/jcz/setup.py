"""Setting up: the table that a file describes, the tiles that lie and are to come, and the figures that it gives the players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bastide.jcz.bag import Bag, order, playable
from bastide.jcz.reading import File, Record
from catalog import Catalog
from catalog.examples import Example, Expected, PlacedTile
from catalog.formats import Format, OfBox, Switch
from catalog.tile_checks import shows
from engine import Game, Rules, SavedGameError, SetupError, compile_rules, lay_table, plain
from engine.examples import PositionError, position
from engine.ruleset import Ruleset
from engine.run import Run
from engine.state import BOX, SUPPLY
from engine.table import Table, TableError


@dataclass
class Laid:
    """A file that is set up: the game before its first move, and the moves that are to be played."""

    game: Game
    form: Format
    bag: Bag
    names: tuple[str, ...]
    records: list[Record]

    @property
    def by_chance(self) -> bool:
        """Whether chance has decided something since the game was set up."""
        begun = self.game.position
        return begun is not None and bool(self.game.state.chances != begun["chances"])

    @property
    def catalog(self) -> Catalog:
        """The catalogue that it is played with."""
        return self.game.rules.table.catalog


def set_up(catalog: Catalog, form: Format, file: File, seed: int = 0) -> Laid:
    """Set a file up; what chance decides begins with a seed. Raises :class:`SavedGameError` with what we do not have, or do not play so."""
    sets = {name: times for name, times in file.setup.sets.items() if times}
    on = {name: int(value) or 1 for name, value in file.setup.elements.items() if value is False or value}
    _all_known(form, sets, on, catalog)
    editions = _editions(catalog, form, sets, on)
    bag = Bag.of(catalog, form, sets)
    _left_out(catalog, form, editions, on, bag)
    options = _options(form, file.setup.rules, editions)
    try:
        table = lay_table(catalog, ",".join(_words(form, editions, on)), None, options)
        rules = _rules(table, len(file.players))
    except (TableError, SetupError) as error:
        raise SavedGameError(f"this game cannot be set up: {error}") from error
    records = playable(form, file.replay)
    start = [(bag.take(tile.tile), tile) for tile in file.setup.start]
    lying = tuple(
        PlacedTile(tile=design, at=(tile.x, tile.y), turns=(tile.rotation + bag.names[tile.tile][design]) % 360)
        for design, tile in start
    )
    piles = _piles(rules, bag, *order(bag, form, file, records), file.gameAnnotations.endTurn)
    laid = Example.model_construct(
        None, id=form.id, title=form.name, shows=(), players=rules.colours, board=lying, piles=piles, seed=seed, expect=Expected()
    )
    try:
        begin = _deal(rules, position(rules, laid), form, editions, on)
        return Laid(Game(rules, position=begin), form, bag, file.names, records)
    except (PositionError, SetupError, ValueError) as error:
        raise SavedGameError(f"this game cannot be set up: {error}") from error


def _all_known(form: Format, sets: Iterable[str], on: Iterable[str], catalog: Catalog) -> None:
    """Refuse what nobody here knows, and name all boxes at once that we have not got."""
    for words, known, what in ((sets, form.sets, "set of tiles"), (on, form.elements, "element")):
        for word in words:
            if word not in known:
                raise SavedGameError(f"no {what} `{word}` is known here")
    named: list[OfBox] = [*(form.sets[s] for s in sets), *(form.elements[e] for e in on)]
    playable = {box.id for box in catalog.boxes.values() if box.playable}
    missing = dict.fromkeys(entry.box for entry in named if entry.box not in playable)
    if missing:
        told = ", ".join(f"{form.lacks.get(box, box)} ({box})" for box in missing)
        raise SavedGameError(f"this game needs {'a box' if len(missing) == 1 else 'boxes'} that the data has not got: {told}")
    if not sets:
        raise SavedGameError("no tiles are in the bag")


def _editions(catalog: Catalog, form: Format, sets: Iterable[str], on: Iterable[str]) -> dict[str, str]:
    """Return the edition of each box: that of its tiles; where it has none in the bag, that of the others, or its first."""
    editions: dict[str, str] = {}
    for name in sets:
        tiles = form.sets[name]
        if editions.setdefault(tiles.box, tiles.edition) != tiles.edition:
            raise SavedGameError(f"the tiles of `{tiles.box}` are in the bag in two editions; we play with one")
    common = tuple(dict.fromkeys(editions.values()))
    for name in on:
        box = form.elements[name].box
        published = catalog.editions_of(box)
        editions.setdefault(box, next((e for e in common if e in published), published[0]))
    return editions


def _words(form: Format, editions: Mapping[str, str], on: Mapping[str, int]) -> list[str]:
    """Return the choices of boxes, each with the modules that are on if the file could switch some."""
    words = []
    for box, edition in editions.items():
        switches = {name: e.module for name, e in form.elements.items() if e.box == box and e.module is not None}
        modules = "+".join(dict.fromkeys(module for name, module in switches.items() if name in on))
        words.append(f"{box}@{edition}" + (f":{modules}" if switches else ""))
    return words


def _left_out(catalog: Catalog, form: Format, editions: Mapping[str, str], on: Mapping[str, int], bag: Bag) -> None:
    """Refuse what we cannot leave out, and more sets of something than there is one of."""
    for name, switch in form.elements.items():
        if switch.box not in editions:
            continue
        single = switch.figure is not None and catalog.figures[switch.figure].single
        if on.get(name, 0) > 1 and (switch.figure is None or single):
            raise SavedGameError(f"`{name}` is there {on[name]} times; we play with one set of it")
        if name not in on and _needed(catalog, switch, bag):
            raise SavedGameError(f"`{name}` is left out, and we cannot play `{switch.box}` without it")


def _needed(catalog: Catalog, switch: Switch, bag: Bag) -> bool:
    if switch.module is not None:
        return False
    what = switch.shows
    if what is None:
        return switch.figure is None
    return any(shows(catalog.designs[design], what) for design, count in bag.left.items() if count)


def _options(form: Format, rules: Mapping[str, Any], editions: Mapping[str, str]) -> frozenset[str]:
    found = set()
    for name, value in rules.items():
        variant = form.rules.get(name)
        said = str(value).lower() if isinstance(value, bool) else str(value)
        if variant is None:
            raise SavedGameError(f"no rule `{name}` (here `{said}`) is known here")
        if variant.box not in editions:
            continue
        if said not in variant.values:
            raise SavedGameError(f"we do not play `{name}: {said}`; what we play is {', '.join(variant.values)}")
        if (option := variant.values[said]) is not None:
            found.add(option)
    return frozenset(found)


def _rules(table: Table, players: int) -> Rules:
    # Whoever plays alone has no game by the rules, and many files test something so.
    if players == 1:
        colours = dict.fromkeys(c for box in table.editions for c in table.catalog.boxes[box].colours)
        return Rules(Ruleset(table, tuple(colours)[:1]))
    return compile_rules(table, players)


def _piles(rules: Rules, bag: Bag, drawn: Sequence[str], certain: int, last_turn: int | None) -> dict[str, tuple[str, ...]]:
    """Return the piles, top first: what is drawn in its order, and below it what else is in the bag, unless the game ends before.

    ``certain``: how many are drawn as the file says; ``last_turn``: the turn after which it lets the game end.
    """
    run = Run(rules.ruleset, rules.programs, 0)
    run.set_up()
    designs = rules.ruleset.designs
    dealt = {name: [designs[n] for n in reversed(pile)] for name, pile in run.state.piles.items()}
    if not dealt:
        raise SavedGameError("no statement on the table makes a pile of tiles")
    piles: dict[str, list[str]] = {name: [] for name in dealt}

    def add(design: str) -> None:
        # A start tile that is not laid at the beginning is a tile like any other here: most of its like are in that pile.
        piles[max(dealt, key=lambda name: (dealt[name].count(design), name == list(dealt)[-1]))].append(design)

    for design in drawn if last_turn is None else drawn[: min(last_turn, certain)]:
        add(design)
    if last_turn is None or last_turn > certain:
        rest = [design for design in (*(d for pile in dealt.values() for d in pile), *bag.left.elements()) if _taken(bag, design)]
        for design in rest if last_turn is None else rest[: last_turn - certain]:
            add(design)
    return {name: tuple(pile) for name, pile in piles.items()}


def _taken(bag: Bag, design: str) -> bool:
    if bag.left[design] <= 0:
        return False
    bag.left[design] -= 1
    return True


def _deal(
    rules: Rules, laid: Mapping[str, Any], form: Format, editions: Mapping[str, str], on: Mapping[str, int]
) -> dict[str, Any]:
    """Give the players as many figures as the file says; those of the setup that are too many stay in the box."""
    state = plain.load(rules.ruleset, laid)
    for name, switch in form.elements.items():
        if switch.box not in editions or switch.figure is None:
            continue
        kind, count = rules.ruleset.figure_index[switch.figure], on.get(name, 0)
        single = rules.ruleset.single.get(kind)
        if single is not None:
            if not count:
                state.move(single, BOX)
            continue
        for player in range(rules.players):
            mine = list(state.supply[player][kind])
            for piece in mine[count:]:
                state.move(piece, BOX)
            for _ in range(count - len(mine)):
                state.add_piece(kind, player, SUPPLY)
    return plain.dump(state)
