"""Features that effects ask for, compiled: a list to begin with, and sieves that it goes through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catalog.effects import Features
from engine import whereabouts
from engine.state import CELL

if TYPE_CHECKING:
    from engine.ask import Ask, Asker, Registers, Sieve
    from engine.run import Run


def select(asker: Asker, node: Features) -> Ask:
    """Compile a selection of features."""
    kinds = frozenset(asker.rules.kind_index[k] for k in node.kind)
    begin = asker.features_of(node.of) if node.of is not None else _stood_on if node.occupied else _all
    marks = [(asker.rules.mark_index[m], m == node.has) for m in (node.has, node.lacks) if m is not None]
    tile = asker.thing(node.of) if marks and node.of is not None and asker.sort(node.of) == "square" else None
    holds = whereabouts.holding(asker, node.holding, of="features")
    sieves: list[Sieve] = []
    if kinds:
        sieves.append(lambda run, _regs, features: [f for f in features if run.state.kind[f] in kinds])
    if node.state is not None:
        completed = node.state == "completed"
        sieves.append(lambda run, _regs, features: [f for f in features if (f in run.state.done) == completed])
    if node.occupied is not None:
        occupied = node.occupied
        sieves.append(lambda run, _regs, features: [f for f in features if bool(run.state.figs[f]) == occupied])
    if node.touching is not None:
        sieves.append(_touching(asker.thing(node.touching)))
    if node.tiles is not None:
        sieves.append(lambda run, _regs, features: [f for f in features if run.state.tiles[f].bit_count() == node.tiles])
    sieves += [_showing(mark, tile, wanted=wanted) for mark, wanted in marks]
    if node.earlier:
        sieves.append(lambda run, _regs, features: [f for f in features if f not in run.state.turn_declared])
    if node.near is not None:
        sieves.append(_near(asker.selection(node.near)))
    if holds is not None:
        sieves.append(lambda run, regs, features: [f for f in features if holds(run, regs, f)])
    return sifted(begin, sieves)


def sifted(begin: Ask, sieves: list[Sieve]) -> Ask:
    """Return what gives those of a list that pass every sieve."""
    if not sieves:
        return begin

    def ask(run: Run, regs: Registers) -> list[int]:
        found = begin(run, regs)
        for sieve in sieves:
            if not found:
                break
            found = sieve(run, regs, found)
        return found

    return ask


def _stood_on(run: Run, _regs: Registers) -> list[int]:
    """Return the features that pieces stand on."""
    find = run.state.find
    return sorted({find(w) for w in run.state.where if 0 <= w < CELL})


def _all(run: Run, _regs: Registers) -> list[int]:
    """Return all features."""
    kind = run.state.kind
    return [s for s, root in enumerate(run.state.parent) if root == s and kind[s] >= 0]


def _touching(things: Ask) -> Sieve:
    """Return what gives the features that touch one of some things."""

    def sieve(run: Run, regs: Registers, features: list[int]) -> list[int]:
        ends = {run.state.find(f) for f in things(run, regs)}
        return [f for f in features if run.touches(f, ends)]

    return sieve


def _showing(mark: int, tile: Ask | None, *, wanted: bool) -> Sieve:
    """Return what gives the features with a mark (or without, as wanted), anywhere or on a tile."""

    def sieve(run: Run, regs: Registers, features: list[int]) -> list[int]:
        squares = tile(run, regs) if tile is not None else None
        return [f for f in features if run.shows(f, mark, squares) == wanted]

    return sieve


def _near(cells: Ask) -> Sieve:
    """Return what gives the features that lie on one of some cells."""

    def sieve(run: Run, regs: Registers, features: list[int]) -> list[int]:
        mask = sum(1 << run.state.cells[cell] for cell in cells(run, regs))
        return [f for f in features if run.state.tiles[f] & mask]

    return sieve
