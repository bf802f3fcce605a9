"""Acts in which nobody has to choose, compiled to functions of the running game and the registers of a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from catalog.effects import (
    Act,
    Become,
    Complete,
    Deal,
    Discard,
    Draw,
    ForEach,
    Lay,
    LayAside,
    MajorityOf,
    Mix,
    Pay,
    Pile,
    Put,
    Score,
    Stock,
    Take,
    Turn,
)
from engine import piles, scoring
from engine.ask import Ask, Asker
from engine.frames import Frame
from engine.state import BESIDE, BOX, SUPPLY, TRACK

if TYPE_CHECKING:
    from engine.run import Run

Do = Callable[["Run", Frame], None]


def plain(  # noqa: PLR0911  one case for each kind of act
    asker: Asker, act: Act, bind: Callable[[str, str], tuple[Asker, int]]
) -> Do:
    """Compile an act in which nobody has to choose. ``bind`` gives a register to a name of a sort, and an asker that knows it."""
    statement = asker.statement
    match act:
        case Put():
            pieces, where, verb = asker.thing(act.piece), asker.place(act.to), asker.rules.verbs.index(act.verb)
            if act.hidden is not None:
                shown_as = asker.rules.figure_index[act.hidden]
                return lambda run, frame: run.hide(pieces(run, frame), where(run, frame), verb, statement, shown_as)
            return lambda run, frame: run.put_all(pieces(run, frame), where(run, frame), verb, statement)
        case ForEach():
            items = asker.thing(act.of)
            inner, slot = bind(act.as_, asker.sort(act.of))
            body = [plain(inner, a, bind) for a in act.do]
            fixed = isinstance(act.of, str)
            return lambda run, frame: _each_plain(run, frame, items, slot, body, fixed=fixed)
        case Score(points=points) if points is not None:
            players, amount = asker.player(act.player), asker.amount(points)
            features = asker.thing(act.feature) if act.feature is not None else _nowhere
            return lambda run, frame: scoring.bonus(
                run, players(run, frame), *amount(run, frame), features(run, frame), statement
            )
        case Score():
            players, features = asker.player(act.player), asker.thing(act.feature)
            row = 0 if act.row == "completed" else 1
            counted = isinstance(act.player, MajorityOf)
            return lambda run, frame: scoring.score(
                run, players(run, frame), features(run, frame), row, statement, counted=counted
            )
        case Pay():
            payers, takers, amount = asker.player(act.from_), asker.player(act.to), asker.amount(act.points)
            return lambda run, frame: scoring.pay(run, payers(run, frame), takers(run, frame), *amount(run, frame), statement)
        case Complete():
            features = asker.thing(act.feature)
            return lambda run, frame: run.complete(features(run, frame))
        case Become():
            features, kind = asker.thing(act.feature), asker.rules.kind_index[act.kind]
            return lambda run, frame: run.become(features(run, frame), kind, statement)
        case Turn():
            piece, way = asker.thing(act.piece), asker.thing(act.to)
            return lambda run, frame: run.turn(piece(run, frame)[0], way(run, frame)[0], statement)
        case _:
            return _with_tiles(asker, act)


def _with_tiles(asker: Asker, act: Act) -> Do:  # noqa: PLR0911  one return for each kind of act
    """Compile an act that brings pieces and tiles into the game, or takes tiles from their piles."""
    statement = asker.statement
    match act:
        case Stock():
            kind, outside = asker.rules.figure_index[act.kind], BOX if act.place == "box" else BESIDE
            shown_as = asker.rules.figure_index[act.hidden] if act.hidden is not None else -1
            return lambda run, _frame: run.stock(kind, act.count, outside, shown_as)
        case Pile():
            tiles, last = asker.rules.pile(act)
            return lambda run, _frame: piles.make(run, act.name, tiles, last, statement)
        case Lay():
            found = asker.rules.tiles(act.of)
            return lambda run, _frame: run.lay_start(found, statement)
        case Take():
            return lambda run, _frame: piles.take(run, act.from_, act.count, statement)
        case Draw():
            wanted = asker.thing(act.tile) if act.tile is not None else None
            names = act.from_
            if wanted is None:
                return lambda run, _frame: piles.draw(run, names, statement)
            return lambda run, frame: piles.draw(run, names, statement, wanted(run, frame)[0])
        case Discard():
            return lambda run, _frame: piles.discard(run, statement)
        case LayAside():
            return lambda run, _frame: piles.discard(run, statement, act.into)
        case Mix():
            return lambda run, _frame: piles.mix(run, act.from_, act.into, statement)
        case Deal():
            players, kind, count = asker.player(act.to), asker.rules.figure_index[act.kind], asker.amount(act.count)
            there = SUPPLY if act.place == "supply" else TRACK
            return lambda run, frame: run.deal(players(run, frame), kind, there, count(run, frame)[0])
        case _:
            raise TypeError(type(act).__name__)


def _nowhere(_run: Run, _frame: Frame) -> list[int]:
    return []


def _each_plain(run: Run, frame: Frame, items: Ask, slot: int, body: list[Do], *, fixed: bool) -> None:
    for n, item in enumerate(items(run, frame)):
        # Nothing has been done yet when the first comes.
        if n and not fixed and item not in items(run, frame):
            continue
        frame[slot] = item
        for do in body:
            do(run, frame)
