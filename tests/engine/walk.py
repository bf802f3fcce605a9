"""How what rulings speak of comes about: for each actor and verb, what is done on the board of a cell, and whether it then happens."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from catalog.effects import Permission
from catalog.questions import AGAINST, Row
from engine import Game
from engine.shapes import NEVER
from engine.state import CELL, cell_of
from engine.telling import Teller, alike
from tests.engine.cells import (
    DRAWN,
    EAST,
    FARTHER,
    FARTHEST,
    MIDDLE,
    NORTH,
    ROUND,
    SOUTH,
    TABLES,
    THEM,
    UNPUBLISHED,
    US,
    WEST,
    Board,
    Cell,
    NoCellError,
    Place,
    Spot,
    Stage,
    UnplayedError,
    contrary,
    lawless,
    made,
    spots,
    stage,
)

BESIDE = {"statue"}
"""Grounds beside which figures are placed, on a feature of the tile: other things stand on them."""
Way = Callable[[Board], bool]
Words = dict[str, Any]


@dataclass
class Walked:
    """What came of the cells of an actor and a verb: those played, with the verdicts, those that play otherwise, those not played and why."""

    played: dict[Cell, str] = field(default_factory=dict)
    wrong: dict[str, str] = field(default_factory=dict)
    unplayed: dict[str, list[str]] = field(default_factory=dict)


@cache
def walked(name: str, actor: str, verb: str) -> Walked:
    """Play every cell that is stated at a table."""
    found, at = Walked(), stage(name)
    for cell, verdict in at.stated(actor, verb):
        try:
            happens = comes_about(at, actor, verb, cell)
        except NoCellError:
            continue
        except UnplayedError as error:
            found.unplayed.setdefault(str(error), []).append(str(cell))
            continue
        found.played[cell] = verdict
        if happens != favours(verdict):
            found.wrong[str(cell)] = f"the answer is {verdict}, and it {'happens' if happens else 'does not happen'}"
    return found


def deciding(name: str, actor: str, verb: str) -> Iterator[tuple[Row, list[Cell]]]:
    """Yield every ruling that decides cells which are played, with these cells."""
    at, found = stage(name), walked(name, actor, verb)
    classes = at.rules.ruleset.classes
    cited = {cell: set(at.ask(actor, verb, cell.target, cell.on).rulings) for cell in found.played}
    for row in at.rules.ruleset.rows:
        said = row.permission
        if said.verb != verb or said.actor not in classes(actor):
            continue
        cells = [
            cell
            for cell, verdict in found.played.items()
            if row.statement.id in cited[cell]
            and verdict == said.verdict
            and (cell.under == row.statement.id) == bool(said.if_)
            and at.reaches(row, cell)
        ]
        if cells:
            yield row, cells


def unfelt(actor: str, verb: str) -> set[str]:
    """Return the statements of rulings of which nothing is felt in play: the opposite would make no difference to any cell, though it
    could, since what they are about happens, or would if nothing were against it. Each is tried at the first table where it decides.
    """
    found: set[str] = set()
    tried: set[tuple[str, Permission]] = set()
    for name in TABLES:
        at, reached = stage(name), _Reached(name, actor, verb)
        for row, cells in deciding(name, actor, verb):
            if (row.statement.id, row.permission) in tried:
                continue
            there = cells if favours(row.permission.verdict) else [cell for cell in cells if reached(cell)]
            if there:
                tried.add((row.statement.id, row.permission))
                other = contrary(at, row)
                if not any(comes_about(other, actor, verb, cell) != favours(row.permission.verdict) for cell in there):
                    found.add(row.statement.id)
    return found


class _Reached:
    """Tells whether what a cell is about happens where no ruling is against it."""

    def __init__(self, name: str, actor: str, verb: str) -> None:
        self.at, self.asked, self.known = lawless(stage(name)), (actor, verb), dict[Cell, bool]()

    def __call__(self, cell: Cell) -> bool:
        if cell not in self.known:
            self.known[cell] = comes_about(self.at, *self.asked, cell)
        return self.known[cell]


def favours(verdict: str) -> bool:
    """Tell whether what a verdict is about happens, or may."""
    return verdict not in AGAINST


def comes_about(stage: Stage, actor: str, verb: str, cell: Cell) -> bool:
    """Tell whether what a cell is about happens on its board, or may. Raises :class:`UnplayedError` where there is no such board, and
    :class:`NoCellError` for what is no cell.
    """
    way, where = WAYS[actor, verb]
    wanted = stage.ask(actor, verb, cell.target, cell.on)
    found = [(spot, stage.ask(actor, verb, cell.target, spot.places)) for spot in where(stage, cell)]
    # A spot is one of the cell if nothing narrower is said of it, or at least nothing else.
    same = [spot for spot, answer in found if answer == wanted]
    same += [spot for spot, answer in found if (answer.verdict, answer.exceptions) == (wanted.verdict, wanted.exceptions)]
    if not same:
        raise UnplayedError("wherever it stands, another ruling decides")
    # What an exception asks for has to be such as can be shown, also by a way that stands nothing on the board itself.
    Board(stage, cell, same[0]).meet(US)
    return way(Board(stage, cell, same[0]))


# What happens by itself


def _entered(board: Board) -> tuple[Game, int | None]:
    """Let the dragon come in from the south."""
    board.middle()
    board.lay(SOUTH)
    if board.spot.kind != "castle":
        board.lay(NORTH, board.tile[0], turns=180)
    board.stand(THEM)
    board.pieces.append({"piece": "dragon", "at": SOUTH, "facing": "N"})
    stage = board.stage
    if stage.walks:
        return board.game([made(None, ["dragon-symbol"])])
    game, number = board.game()
    run, kind = game.run, stage.rules.ruleset.figure_index["dragon"]
    run.tell(run.compiled.about["tile-entered"][kind], stage.rules.ruleset.single[kind], cell_of(*MIDDLE))
    run.work()
    return game, number


def _removed(board: Board) -> bool:
    game, number = _entered(board)
    if number is None:
        return board.stage.rules.ruleset.kinds[game.state.kind[0]] != board.spot.kind
    verb = board.stage.rules.ruleset.verbs.index("remove")
    return any(event.what == "put" and event.piece == number and event.verb == verb for event in game.events)


def _passed(board: Board) -> bool:
    game, _ = _entered(board)
    return any(event.what == "walk" and event.to == CELL + cell_of(*NORTH) for event in game.events)


def _faced(board: Board) -> bool:
    """Put the dragon on the hoard in the south: whether it has to look at the tile in the middle, and not away from it."""
    board.middle()
    board.lay(SOUTH, None, ["dragon-hoard"])
    board.lay(FARTHER)
    board.stand(THEM)
    board.pieces.append({"piece": "dragon", "before": US})
    game, _ = board.game()
    _choose(game, {"cell": list(SOUTH)})
    ways = {told["choose"][0].get("direction") for told in _told(game) if isinstance(told.get("choose"), list)}
    if {"N", "S"} <= ways:
        return False
    dragon = board.stage.rules.ruleset.single[board.stage.rules.ruleset.figure_index["dragon"]]
    assert game.state.facing[dragon] == "NESW".index("N")
    return True


def _brings_points(board: Board) -> bool:
    """Complete the feature of the figure, once with the fairy and once without: whether she brings points."""
    kind, rules = board.spot.kind, board.stage.rules.ruleset
    if kind is None:
        raise UnplayedError("who stands on no feature is not there when one is scored")
    if rules.done[rules.kind_index[kind]] == NEVER and board.cell.under is None:
        raise UnplayedError("such a feature is never completed")
    return _gained(board, with_her=True) > _gained(board, with_her=False)


def _gained(board: Board, *, with_her: bool) -> int:
    again, (kind, drawn) = Board(board.stage, board.cell, board.spot), (board.spot.kind, board.tile[0])
    again.middle()
    again.stand(US)
    if with_her:
        again.pieces.append({"piece": "fairy", "with": {"piece": again.figure, "at": MIDDLE}})
    if board.cell.under is not None:
        game, number = again.game()
        begun = game.scores[0]
        _recall(again, game, number)
    elif drawn is not None and board.stage.entries.kinds[drawn].shape == "site":
        for place in ROUND[:-1]:
            again.lay(place)
        game, _ = again.game()
        begun = game.scores[0]
        _place(game, ROUND[-1])
    elif board.spot.across is not None:
        again.lay(WEST, kind, turns=90)
        game, _ = again.game([made(kind)])
        begun = game.scores[0]
        _place(game, EAST, 270)
    else:
        game, _ = again.game([made(drawn)])
        begun = game.scores[0]
        _place(game, NORTH, 180)
    _go_on(game)
    # What she brings at the start of a turn is not for what is scored in it.
    return game.scores[0] - begun


def _recall(board: Board, game: Game, number: int | None) -> None:
    offered = next(o for o in _offers(game, SOUTH) if _is_chosen(game, number or 0, o) and "recall" in _does(board, o))
    game.apply(game.find(offered))


# What is chosen


def _called(board: Board) -> bool:
    """Complete a road that brings us nothing: whether the fairy may come to the figure then."""
    board.middle()
    board.lay(SOUTH)
    board.lay(FARTHER, "road", turns=180)
    board.stand(US)
    game, number = board.game([made("road")])
    _place(game, FARTHEST)
    _go_on(game, lambda told: "assign" in board.stage.verbs.get(told.get("statement", ""), ()))
    return game.run.decision is not None and any(number in option for option in game.run.decision.options)


def _assigned(board: Board) -> bool:
    rules = board.stage.rules.ruleset
    called = not any("assign" in board.stage.verbs[rules.statements[n].id] for n, _ in rules.offers)
    return _called(board) if called else _offered_here(board, "assign")


def _offered_here(board: Board, verb: str) -> bool:
    """Place a tile beside it: whether an offer does this to the figure."""
    board.middle()
    board.stand(US)
    game, number = board.game()
    return _may_choose(board, game, number, verb, FARTHER if any(tile["at"] == list(SOUTH) for tile in board.tiles) else SOUTH)


def _expelled(board: Board) -> bool:
    """Add a princess to the city of the figure: whether it may be sent home."""
    board.middle()
    board.stand(THEM)
    game, number = board.game([made("city", ["princess"])])
    north = board.spot.kind == "city"
    return _may_choose(board, game, number, "expel", NORTH if north else SOUTH, 180 if north else 90)


def _may_choose(board: Board, game: Game, number: int | None, verb: str, at: Place, turns: int = 0) -> bool:
    if number is None:
        raise UnplayedError("it is no piece")
    return any(_is_chosen(game, number, offered) and verb in _does(board, offered) for offered in _offers(game, at, turns))


def _is_chosen(game: Game, number: int, offered: Words) -> bool:
    """Tell whether a piece is what is chosen, whatever is with it."""
    told = Teller(game.run, game.rules.placing).piece(number)
    return any(alike("", told, thing) for thing in offered.get("choose", ()))


def _captured(board: Board) -> bool:
    """Build a floor in the south: whether the figure may be captured."""
    board.middle()
    board.lay(SOUTH, None, ["tower-foundation"])
    board.stand(THEM)
    game, number = board.game()
    for offered in _offers(game, FARTHER):
        if {"cell": list(SOUTH)} in offered.get("choose", ()) and "build" in _does(board, offered):
            game.apply(game.find(offered))
            decision = game.run.decision
            return decision is not None and any(number in option for option in decision.options)
    raise AssertionError(board.cell)


def _led(board: Board) -> bool:
    """Place a tile with a portal, and one without: whether the figure may go to the tile in the middle by the portal alone."""
    stage = board.stage
    drawn = board.spot.kind is not None and board.spot.kind not in DRAWN
    if board.spot.ground in stage.unpublished & {*stage.entries.marks} or (board.figure in stage.unpublished and not drawn):
        raise UnplayedError(UNPUBLISHED)
    board.middle()
    board.lay(SOUTH)
    board.meet(THEM)
    if board.figure in stage.unpublished:
        board.pieces.append({"piece": board.figure, "of": US, "supply": 1})
    return _goes(board, made(None, ["magic-portal"]), FARTHER) and not _goes(board, made(), FARTHER)


def _beside(stage: Stage, cell: Cell) -> Iterator[Spot]:
    """Yield where a figure is placed: on a feature beside what is ground for other things, else where it stands."""
    for spot in spots(stage, cell):
        yield replace(spot, kind="road") if spot.ground in BESIDE else spot


def _placed(board: Board) -> bool:
    """Place the tile of the cell: whether the figure may go there."""
    spot = board.spot
    if board.stage.crossing is not None and board.figure == board.stage.crossing[0]:
        # To place it is to build it.
        return _built(board)
    if spot.ground in board.stage.unpublished or board.figure in board.stage.unpublished:
        raise UnplayedError(UNPUBLISHED)
    if spot.ground in board.stage.entries.figures or spot.kind == "castle":
        raise UnplayedError("the tile that was just placed bears no such thing")
    if spot.across is not None and board.stage.crossing is None:
        raise UnplayedError(UNPUBLISHED)
    drawn = board.tile[0]
    if drawn == "river":
        board.lay(NORTH, drawn, turns=180)
    else:
        board.lay(SOUTH)
    return _goes(board, made(*board.tile), MIDDLE)


def _goes(board: Board, drawn: str, at: Place) -> bool:
    game, _ = board.game([drawn])
    spot, figure = board.spot, board.figure
    on = {"kind": spot.kind, **({"ports": ["E", "W"]} if spot.across is not None else {})}
    onto_ground = {"cell": list(MIDDLE)} if spot.ground in board.stage.entries.marks else {"piece": spot.ground}
    onto = {"at": list(MIDDLE), "on": on} if spot.kind is not None else onto_ground
    laid = {"piece": spot.across, "at": list(MIDDLE), "facing": "E"} if spot.across is not None and at == MIDDLE else None
    return any(
        alike("", {"piece": figure, **onto}, offered.get("put", {}))
        or alike("", [{"piece": figure}, onto], offered.get("choose", []))
        for offered in _offers(game, at, 0, laid)
        if "place" in _does(board, offered)
    )


def _towers(_stage: Stage, cell: Cell) -> Iterator[Spot]:
    """Yield the tower that a figure stands on: nothing else is its place."""
    if set(cell.on) - {"tower-foundation"}:
        raise NoCellError
    yield Spot(ground="tower-foundation")


def _stationed(board: Board) -> bool:
    """Stand on the tower in the middle."""
    board.middle()
    board.pieces.append({"piece": "tower-floor", "of": THEM, "at": MIDDLE})
    game, _ = board.game()
    return any(
        "station" in _does(board, offered)
        and offered["choose"][0]["piece"] == board.figure
        and offered["choose"][1] == {"cell": list(MIDDLE)}
        for offered in _offers(game, SOUTH)
        if len(offered.get("choose", ())) > 1
    )


def _built(board: Board) -> bool:
    """Place a tile in the south: whether something may be laid across the tile in the middle."""
    if board.stage.crossing is None or board.figure != board.stage.crossing[0]:
        raise UnplayedError(UNPUBLISHED)
    board.middle()
    board.meet(THEM)
    game, _ = board.game()
    _place(game, SOUTH)
    return any(told.get("span", {}).get("at") == list(MIDDLE) for told in _told(game))


# What there is to do


def _told(game: Game) -> list[Words]:
    return [game.describe(action) for action in game.actions()]


def _choose(game: Game, thing: Words) -> None:
    for action in game.actions():
        if game.describe(action).get("choose") == [thing]:
            game.apply(action)
            return


def _place(game: Game, at: Place, turns: int = 0) -> None:
    game.apply(game.find({"place": list(at), "turns": turns}))


def _go_on(game: Game, until: Callable[[Words], bool] = lambda _told: False) -> None:
    """Decline all that is offered in the rest of the turn, up to a choice."""
    turn = game.state.turn
    while game.player is not None and (game.state.turn == turn or game.run.decision is not None):
        told = _told(game)
        declined = [t for t in told if t == {"pass": True} or t.get("choose") == "nothing"]
        if not declined or any(until(t) for t in told):
            return
        game.apply(game.find(declined[0]))


def _offers(game: Game, at: Place, turns: int = 0, laid: Words | None = None) -> Iterator[Words]:
    """Yield all that may be done with the tile placed there, whether at once or after it; with a piece laid across it, if one is told."""
    if laid is None:
        yield from (t for t in _told(game) if t.get("place") == list(at) and "span" not in t and {"put", "offer"} & {*t})
    _place(game, at, turns)
    if laid is not None:
        game.apply(game.find({"span": laid}))
    turn = game.state.turn
    while game.player is not None and game.run.decision is None and game.state.turn == turn:
        told = _told(game)
        yield from (t for t in told if "place" not in t)
        if {"pass": True} not in told:
            return
        game.apply(game.find({"pass": True}))


def _does(board: Board, offered: Words) -> frozenset[str]:
    """Return the verbs of an offer that is told."""
    return board.stage.verbs.get(offered.get("offer", ""), frozenset())


WAYS: dict[tuple[str, str], tuple[Way, Callable[[Stage, Cell], Iterator[Spot]]]] = {
    ("dragon", "remove"): (_removed, spots),
    ("dragon", "pass"): (_passed, spots),
    ("dragon", "face"): (_faced, spots),
    ("fairy", "assign"): (_assigned, spots),
    ("fairy", "score"): (_brings_points, spots),
    ("princess", "expel"): (_expelled, spots),
    ("magic-portal", "place"): (_led, _beside),
    ("player", "place"): (_placed, spots),
    ("player", "recall"): (lambda board: _offered_here(board, "recall"), spots),
    ("player", "station"): (_stationed, _towers),
    ("player", "build"): (_built, spots),
    ("tower-floor", "capture"): (_captured, spots),
}
"""How each of those who do something does it, and where what it is done to may be."""


def listed(name: str, actor: str, verb: str) -> dict[str, list[str]]:
    """Return the cells that are not played, by the reason why."""
    return {why: sorted(cells) for why, cells in sorted(walked(name, actor, verb).unplayed.items())}


def _written() -> Iterator[str]:
    yield "# The cells of the rulings that tests/engine/walk.py does not play, and why: at which table, who does what; to what, and where."
    yield "# `python -m tests.engine.walk > tests/data/unplayed.yaml` writes it anew."
    for name in TABLES:
        for actor, verb in WAYS:
            for why, cells in listed(name, actor, verb).items():
                words = textwrap.fill(
                    ", ".join(cells), 120, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
                )
                yield f'- table: {name}\n  asked: {actor} {verb}\n  why: "{why}"\n  cells: [\n{words},\n  ]'


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in _written())
