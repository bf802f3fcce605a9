"""Where pieces are, compiled: which pieces are at a place, and what stands on a feature or a square."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from catalog.effects import Area, Around, Cell, Cross, Holding, Line, OnFeature, OnSquare, Pieces, Supply, With
from engine.shapes import STEP
from engine.state import AREA, BESIDE, BOX, CELL, NEAR, SUPPLY, TRACK, WITH

if TYPE_CHECKING:
    from engine.ask import Ask, Asker, Fits, Registers, Sieve, Test
    from engine.run import Run

PLACES = {"beside-board": BESIDE, "box": BOX, "score-track": TRACK}
"""The places off the board that are the same for everybody."""


def only(asker: Asker, node: Pieces) -> bool:
    """Tell whether a selection asks of a single piece no more than where it is."""
    others = (node.class_, node.owner, node.bearing, node.off, node.permitted)
    plain = node.at is not None and not any(others)
    return plain and len(node.kind) == 1 and asker.rules.figure_index[node.kind[0]] in asker.rules.single


def begin(asker: Asker, node: Pieces, kinds: frozenset[int]) -> tuple[Ask, bool]:
    """Compile the pieces of these kinds to look at, as few as can be; and whether they are all that ``at`` asks for."""
    match node.at:
        case OnFeature():
            standing = _standing(asker, node.at)
            return lambda run, regs: [p for p in standing(run, regs) if run.state.piece_kind[p] in kinds], True
        case Cell():
            cells = asker.cells(node.at.of)
            return lambda run, regs: run.pieces_on(cells(run, regs), kinds), True
        case OnSquare():
            squares = asker.cells(node.at.of)
            return lambda run, regs: run.pieces_at([CELL + cell for cell in squares(run, regs)], kinds), True
        case Around() | Cross() | Line():
            there = region(asker, node.at)
            return lambda run, regs: run.pieces_on(there(run, regs), kinds), True
        case "board":
            return lambda run, _regs: run.on_board(kinds), True
    return lambda run, _regs: run.state.of_kinds[kinds], False


def those_at(asker: Asker, node: object) -> Sieve:
    """Compile which of some pieces are at a place of which not all there is looked through (:func:`begin`)."""
    match node:
        case "beside-board" | "box":
            there = PLACES[node]
            return lambda run, _regs, pieces: [p for p in pieces if run.state.where[p] == there]
        case Supply():
            players = asker.player(node.of)
            return lambda run, regs, pieces: _supplied(run, pieces, players(run, regs))
        case Area():
            players = asker.player(node.of)
            return lambda run, regs, pieces: _among(pieces, run.state.where, [AREA - p for p in players(run, regs)])
        case With():
            others = asker.thing(node.piece)
            return lambda run, regs, pieces: _among(pieces, run.state.where, [WITH + p for p in others(run, regs)])
        case _:
            raise TypeError(type(node).__name__)


def those_of(players: Ask) -> Sieve:
    """Compile which of some pieces belong to players."""
    return lambda run, regs, pieces: _among(pieces, run.state.owner, players(run, regs))


def stands(asker: Asker, node: object, piece: int) -> Test | None:
    """Compile whether one piece is at a place; None where there is no shorter way than to look at all that is there."""
    match node:
        case "board":
            return lambda run, _regs: run.state.on_board(piece)
        case Area(of="active"):
            return lambda run, _regs: run.state.where[piece] == AREA - run.state.active
        case Area():
            players = asker.player(node.of)
            return lambda run, regs: AREA - run.state.where[piece] in players(run, regs)
        case With():
            pieces = asker.thing(node.piece)
            return lambda run, regs: run.state.where[piece] - WITH in pieces(run, regs)
        case Cell():
            cells = asker.cells(node.of)
            return lambda run, regs: run.state.cell_of_piece(piece) in cells(run, regs)
    return None


def region(asker: Asker, node: Around | Cross | Line) -> Callable[[Run, Registers], set[int]]:
    """Compile the cells round things, in the four directions from them, or in a line."""
    if isinstance(node, Line):
        piece, slot = asker.thing(node.from_), asker.names[node.direction].slot
        return lambda run, regs: run.line(piece(run, regs)[0], int(regs[slot]))  # type: ignore[call-overload]
    if isinstance(node, Around):
        inner = asker.cells(node.of)
        return lambda run, regs: {cell + d for cell in inner(run, regs) for d in NEAR}
    begin, reach = asker.cells(node.from_), asker.amount(node.reach)

    def cells(run: Run, regs: Registers) -> set[int]:
        far = range(reach(run, regs)[0] + 1)
        return {cell + n * step for cell in begin(run, regs) for step in STEP for n in far}

    return cells


def holding(asker: Asker, nodes: Iterable[Holding], *, of: str) -> Fits | None:
    """Compile what has to stand on a feature, or on a cell itself; None where nothing is asked."""
    tests = [_holds(asker, node, of) for node in nodes]
    if not tests:
        return None
    return lambda run, regs, thing: all(test(run, regs, thing) for test in tests)


def _holds(asker: Asker, node: Holding, of: str) -> Fits:
    kinds = asker.rules.figures_of(node)
    owner = asker.player(node.owner) if node.owner is not None else None
    least, most = node.least, node.most

    def holds(run: Run, regs: Registers, thing: int) -> bool:
        state = run.state
        if of == "features":
            found = [p for p in state.standing(state.find(thing)) if state.piece_kind[p] in kinds]
        else:
            found = run.pieces_at((CELL + thing,), kinds)
        if owner is not None:
            players = owner(run, regs)
            found = [p for p in found if state.owner[p] in players]
        return len(found) >= least and (most is None or len(found) <= most)

    return holds


def _standing(asker: Asker, node: OnFeature) -> Ask:
    features = asker.thing(node.of)

    def ask(run: Run, regs: Registers) -> list[int]:
        state = run.state
        roots = dict.fromkeys([state.find(f) for f in features(run, regs)])
        return [p for root in roots for p in state.standing(root)]

    return ask


def _among(pieces: list[int], of: list[int], values: list[int]) -> list[int]:
    """Return those of some pieces of which a list says one of these values."""
    return [p for p in pieces if of[p] in values]


def _supplied(run: Run, pieces: list[int], players: list[int]) -> list[int]:
    where, owner = run.state.where, run.state.owner
    return [p for p in pieces if where[p] == SUPPLY and owner[p] in players]
