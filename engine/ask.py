"""Selections, players, places and conditions of effects, compiled to functions of the running game.

Every function takes the run and the registers of its frame. A piece, a square, a segment, a cell, a direction are integers; a set
is a list of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from catalog.effects import (
    Amount,
    Area,
    Around,
    ByPlayers,
    Cell,
    Cells,
    Completed,
    Condition,
    Directions,
    Exists,
    Features,
    FromPile,
    Happened,
    HasPoints,
    HolderOf,
    InPile,
    InTurn,
    MajorityOf,
    Not,
    NumberOf,
    OnFeature,
    Option,
    OwnerOf,
    Permit,
    Pieces,
    Spot,
    Spots,
    Supply,
    TileHas,
    ValueOf,
    With,
    WithBox,
    WorthOf,
)
from engine import features, scoring, whereabouts
from engine.events import SetupError
from engine.permissions import passes, permits
from engine.shapes import STEP
from engine.state import AREA, CELL, SUPPLY, WITH

if TYPE_CHECKING:
    from engine.ruleset import Ruleset
    from engine.run import Run

Registers = list[object]
Ask = Callable[["Run", Registers], list[int]]
"""Gives a list: of pieces, cells, segments, directions or players."""
Test = Callable[["Run", Registers], bool]
Where = Callable[["Run", Registers], int | None]
"""Gives a place; None where there is none."""
Measure = Callable[["Run", Registers], tuple[int, tuple[int, ...]]]
"""Gives a number, and the statements that it follows from."""
Sieve = Callable[["Run", Registers, list[int]], list[int]]
"""Gives those of some pieces that are as asked for."""
Fits = Callable[["Run", Registers, int], bool]
"""Tells of one thing, a feature or a cell, whether it is as asked for."""


class Bound(NamedTuple):
    """What a name stands for: the register, and what sort of thing is in it."""

    slot: int
    sort: str


class Loop(NamedTuple):
    """The registers of a loop: which time it goes round, from 1, and the cells on which pieces that move in it have stood."""

    lap: int
    trail: int


Names = dict[str, Bound]
Loops = dict[str, Loop]
PIECE, CELLS, SQUARE, FEATURE, DESIGN = "pieces", "cells", "square", "features", "design"
TILE, POINTS, DEAL = "in-pile", "points", "deal"
"""The sorts of things; those that are selected have the keys of their selections."""
SORTS = {
    "drawn": DESIGN, "placed": SQUARE, "mover": PIECE, "entered": CELLS, "completed": FEATURE, "scored": FEATURE, "piece": PIECE,
    "left": CELLS,
}  # fmt: skip
"""The sort of each name that an event binds."""
COMPLETED = "completed"


def _as_list(value: object) -> list[int]:
    return value if isinstance(value, list) else [value]  # type: ignore[list-item]


class Asker:
    """Compiles what effects ask, for one ruleset and the names in scope."""

    def __init__(self, rules: Ruleset, names: Names, statement: int, loops: Loops | None = None) -> None:
        """Compile for a ruleset, with these names bound, what this statement asks inside of these loops."""
        self.rules = rules
        self.names = names
        self.loops = loops or {}
        self.statement = statement

    def thing(self, node: object) -> Ask:
        """Compile a thing: a name, the only figure of a kind, or a selection."""
        if isinstance(node, str):
            if node in self.names:
                slot = self.names[node].slot
                if node == COMPLETED:
                    # A statement may have made something else of what was completed.
                    return lambda run, regs: [f for f in _as_list(regs[slot]) if f in run.state.done]
                return lambda _run, regs: value if isinstance(value := regs[slot], list) else [value]  # type: ignore[list-item]
            piece = self._single(node)
            return lambda _run, _regs: [piece]
        return self.selection(node)

    def _single(self, figure: str) -> int:
        """Return the one piece of a kind. Raises :class:`SetupError` where no box on the table brings it."""
        piece = self.rules.single.get(self.rules.figure_index[figure])
        if piece is None:
            statement = self.rules.statements[self.statement].id
            raise SetupError(f"`{statement}` speaks of `{figure}`, which no box on the table brings")
        return piece

    def sort(self, node: object) -> str:
        """Return what sort of thing a thing is."""
        if isinstance(node, str):
            return self.names[node].sort if node in self.names else PIECE
        return str(node.key)  # type: ignore[attr-defined]

    def cells(self, node: object) -> Ask:
        """Compile the cells that things are on: squares, pieces, features, spots, or cells themselves."""
        ask = self.thing(node)
        match self.sort(node):
            case "cells":
                return ask
            case "square":
                return lambda run, regs: [run.state.sq_cell[n] for n in ask(run, regs)]
            case "pieces":
                return lambda run, regs: [c for p in ask(run, regs) if (c := run.state.cell_of_piece(p)) is not None]
            case "features":
                return lambda run, regs: [c for f in ask(run, regs) for c in run.cells_of(f)]
        return lambda run, regs: [run.state.sq_cell[run.state.square[s]] for s in ask(run, regs)]

    def amount(self, node: Amount) -> Measure:
        """Compile a number."""
        rules = self.rules
        match node:
            case int():
                return lambda _run, _regs: (node, ())
            case NumberOf():
                ask = self.selection(node.of)
                return lambda run, regs: (len(ask(run, regs)), ())
            case ValueOf():
                pieces = self.thing(node.piece)
                return lambda run, regs: scoring.value(run, pieces(run, regs))
            case WorthOf():
                features = self.thing(node.feature)
                return lambda run, regs: (scoring.worth(run, features(run, regs)), ())
            case ByPlayers():
                # Whoever plays alone, which no rule speaks of, has what the fewest players have.
                number = node.numbers.get(str(rules.players) if rules.players > 1 else min(node.numbers, key=int))
                if number is None:
                    statement = rules.statements[self.statement].id
                    raise SetupError(f"`{statement}` does not say how many for {rules.players} players")
                return lambda _run, _regs: (number, ())

    def selection(self, node: object) -> Ask:
        """Compile a selection."""
        match node:
            case Pieces():
                return self._pieces(node)
            case Cells():
                return self._cells(node)
            case Features():
                return features.select(self, node)
            case Spots():
                return self._spots(node)
            case Directions():
                return self._directions(node)
            case InPile():
                return lambda run, _regs: list(dict.fromkeys(reversed(run.state.piles.get(node.pile, []))))
            case _:
                raise TypeError(type(node).__name__)

    def player(self, node: object) -> Ask:  # noqa: PLR0911  one for each kind
        """Compile a player: one, several or none."""
        match node:
            case "active":
                return lambda run, _regs: [run.state.active]
            case "each":
                return lambda run, _regs: list(range(run.state.players))
            case "other":
                return lambda run, _regs: [p for p in range(run.state.players) if p != run.state.active]
            case OwnerOf():
                piece = self.thing(node.piece)
                return lambda run, regs: list(dict.fromkeys([o for p in piece(run, regs) if (o := run.state.owner[p]) >= 0]))
            case HolderOf():
                held = self.thing(node.piece)
                return lambda run, regs: list(dict.fromkeys([h for p in held(run, regs) if (h := run.holder(p)) >= 0]))
            case MajorityOf():
                feature = self.thing(node.feature)
                return lambda run, regs: scoring.majority(run, feature(run, regs))
            case InTurn():
                lap = self._loop(node.loop).lap
                return lambda run, regs: [(run.state.active + int(regs[lap]) - 1) % run.state.players]  # type: ignore[call-overload]
            case _:
                raise TypeError(type(node).__name__)

    def _loop(self, name: str) -> Loop:
        """Return the loop of a name. Raises :class:`SetupError` where this does not stand in it."""
        if name not in self.loops:
            raise SetupError(f"`{self.rules.statements[self.statement].id}` speaks of the loop `{name}` outside of it")
        return self.loops[name]

    def place(self, node: object) -> Where:
        """Compile a place that a piece goes to."""
        if isinstance(node, str):
            where = whereabouts.PLACES[node]
            return lambda _run, _regs: where
        match node:
            case Supply():
                return lambda _run, _regs: SUPPLY
            case Area():
                return _first(self.player(node.of), lambda player: AREA - player)
            case Cell():
                return _first(self.cells(node.of), lambda cell: CELL + cell)
            case Spot() | OnFeature():
                return _first(self.thing(node.of), lambda spot: spot)
            case With():
                return _first(self.thing(node.piece), lambda piece: WITH + piece)
            case _:
                raise TypeError(type(node).__name__)

    # Pieces

    def _pieces(self, node: Pieces) -> Ask:
        rules = self.rules
        kinds = rules.figures_of(node)
        if node.permitted is not None:
            kinds = frozenset(k for k in kinds if rules.ever(node.permitted.actor, node.permitted.verb, k))
        sieves: list[Sieve] = []
        begin, whole = whereabouts.begin(self, node, kinds)
        if node.at is not None and not whole:
            sieves.append(whereabouts.those_at(self, node.at))
        if node.owner is not None:
            sieves.append(whereabouts.those_of(self.player(node.owner)))
        if node.bearing is not None:
            borne = self._single(node.bearing)
            sieves.append(lambda run, _regs, pieces: [p for p in pieces if run.state.where[borne] == WITH + p])
        if node.off:
            avoided = {rules.kind_index[k] for k in node.off}
            sieves.append(lambda run, _regs, pieces: [p for p in pieces if run.kind_under(p) not in avoided])
        if node.permitted is not None:
            actor, verb = node.permitted.actor, node.permitted.verb
            sieves.append(lambda run, _regs, pieces: [p for p in pieces if permits(run, actor, verb, p)])
        return features.sifted(begin, sieves)

    # Cells, features, spots, directions

    def _cells(self, node: Cells) -> Ask:
        mark = self.rules.mark_index[node.marked] if node.marked else None
        bounds: list[Callable[[Run, Registers], Iterable[int]]] = []
        if node.of is not None:
            bounds.append(self.cells(node.of))
        if node.around is not None:
            bounds.append(whereabouts.region(self, Around.model_construct(None, of=node.around)))
        if node.flanking is not None:
            flanked = self.thing(node.flanking)
            bounds.append(lambda run, regs: [c for f in flanked(run, regs) for c in run.flank(f)])
        if node.next_to is not None:
            beside = self.cells(node.next_to)
            bounds.append(lambda run, regs: [c + step for c in beside(run, regs) for step in STEP])
        holds = whereabouts.holding(self, node.holding, of=CELLS)
        trail = self._loop(node.new_in).trail if node.new_in is not None else None
        barred = self.barred(node.permitted)
        admit, chosen = node.admitting, self._chosen()

        def ask(run: Run, regs: Registers) -> list[int]:
            state = run.state
            found: Iterable[int] = state.sq_cell
            if bounds:
                cells = set(bounds[0](run, regs)).intersection(*[bound(run, regs) for bound in bounds[1:]])
                found = sorted(cells.intersection(state.cells), key=state.cells.__getitem__)
            if mark is not None:
                found = [c for c in found if mark in run.square(state.cells[c]).shown]
            if trail is not None:
                found = [c for c in found if c not in regs[trail]]  # type: ignore[operator]
            if barred is not None:
                found = [c for c in found if passes(run, *barred, c)]
            if admit is not None:
                found = [c for c in found if permits(run, admit.actor, admit.verb, regs[chosen], CELL + c)]  # type: ignore[arg-type]
            return [c for c in found if holds is None or holds(run, regs, c)]

        return ask

    def barred(self, permit: Permit | None) -> tuple[str, str] | None:
        """Return the actor and the verb to ask the rulings about; None where no ruling on the table is against it."""
        if permit is None or not self.rules.bars(permit.actor, permit.verb):
            return None
        return permit.actor, permit.verb

    def _chosen(self) -> int:
        """Return the register of what was chosen just before: the figure that is to stand where a choice goes on to ask."""
        return max([bound.slot for bound in self.names.values()], default=-1)

    def features_of(self, node: object) -> Ask:
        """Compile the features that things are, stand on, or have parts of: each once."""
        ask = self.thing(node)
        match self.sort(node):
            case "square":
                return lambda run, regs: run.roots([s for n in ask(run, regs) for s in run.segments_of(n)])
            case "pieces":
                return lambda run, regs: run.roots([w for p in ask(run, regs) if 0 <= (w := run.state.where[p]) < CELL])
            case "cells":
                return lambda run, regs: run.roots([s for cell in ask(run, regs) for s in run.segments_of(run.state.cells[cell])])
        return lambda run, regs: run.roots(ask(run, regs))

    def _spots(self, node: Spots) -> Ask:
        kinds = frozenset(self.rules.kind_index[k] for k in node.kind)
        of = self.cells(node.of) if node.of is not None else None
        permit, chosen = node.permitted, self._chosen()

        def ask(run: Run, regs: Registers) -> list[int]:
            state = run.state
            squares = [state.cells[cell] for cell in of(run, regs)] if of is not None else range(len(state.sq_cell))
            found = [s for n in squares for s in run.segments_of(n) if not kinds or state.kind[s] in kinds]
            if node.free:
                found = [s for s in found if not state.occupied(s)]
            if node.unfinished:
                found = [s for s in found if not state.completed_feature(s)]
            if permit is not None:
                found = [s for s in found if permits(run, permit.actor, permit.verb, regs[chosen], s)]  # type: ignore[arg-type]
            return found

        return ask

    def _directions(self, node: Directions) -> Ask:
        piece = self.thing(node.from_)

        def ask(run: Run, regs: Registers) -> list[int]:
            cell = run.state.cell_of_piece(piece(run, regs)[0])
            return [d for d in range(4) if cell is not None and cell + STEP[d] in run.state.cells]

        return ask

    # Conditions

    def all_of(self, nodes: Iterable[Condition]) -> Test:
        """Compile conditions that must all hold."""
        tests = [self.condition(node) for node in nodes]
        if not tests:
            return lambda _run, _regs: True
        test = tests[0]
        for other in tests[1:]:
            test = _both(test, other)
        return test

    def condition(self, node: object) -> Test:  # noqa: PLR0911  one for each kind
        """Compile one condition."""
        rules = self.rules
        match node:
            case Exists(of=Pieces() as pieces, least=1) if (stands := self._stands(pieces)) is not None:
                return stands
            case Exists():
                ask, least = self.selection(node.of), node.least
                return lambda run, regs: len(ask(run, regs)) >= least
            case TileHas():
                slot = self.names[node.tile].slot
                return lambda run, regs: run.tile_has(regs[slot], node)
            case HasPoints():
                players = self.player(node.player)
                return lambda run, regs: all(run.state.scores[p] >= node.least for p in players(run, regs))
            case FromPile():
                return lambda run, _regs: run.state.source == node.pile
            case Not():
                tests = [self.condition(inner) for inner in node.any_of]
                return lambda run, regs: not any(test(run, regs) for test in tests)
            case Happened():
                verb, piece = rules.verbs.index(node.verb), self.thing(node.piece)
                return lambda run, regs: any((verb, p) in run.state.turn_puts for p in piece(run, regs))
            case Completed():
                kinds = {rules.kind_index[k] for k in node.kind}
                by = self.player(node.by)
                unscored = self.player(node.unscored_by) if node.unscored_by is not None else None
                return lambda run, regs: (
                    bool(run.state.turn_completed)
                    and run.has_completed(kinds, by(run, regs), unscored(run, regs) if unscored else None)
                )
            case WithBox():
                there = node.box in rules.table.editions
                return lambda _run, _regs: there
            case Option():
                chosen = node.option in rules.table.options
                return lambda _run, _regs: chosen
            case _:
                raise TypeError(type(node).__name__)

    def _stands(self, node: Pieces) -> Test | None:
        """Compile whether the only figure of a kind is at a place; None where more is asked."""
        if not whereabouts.only(self, node):
            return None
        return whereabouts.stands(self, node.at, self.rules.single[self.rules.figure_index[node.kind[0]]])


def _both(one: Test, other: Test) -> Test:
    return lambda run, regs: one(run, regs) and other(run, regs)


def _first(ask: Ask, place: Callable[[int], int]) -> Where:
    def where(run: Run, regs: Registers) -> int | None:
        found = ask(run, regs)
        return place(found[0]) if found else None

    return where
