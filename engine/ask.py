"""Selections, players, places and conditions of effects, compiled to functions of the running game.

Every function takes the run and the registers of its frame. A piece, a square, a segment, a cell, a direction are integers; a set
is a list of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from catalog.effects import (
    Area,
    Cell,
    Cells,
    Completed,
    Condition,
    Directions,
    Exists,
    Features,
    Happened,
    Line,
    MajorityOf,
    Not,
    OnFeature,
    Option,
    OwnerOf,
    Pieces,
    Spot,
    Spots,
    Supply,
    TileHas,
    With,
    WithBox,
)
from engine.events import SetupError
from engine.shapes import STEP
from engine.state import AREA, BESIDE, BOX, CELL, SUPPLY, TRACK, WITH

if TYPE_CHECKING:
    from engine.ruleset import Ruleset
    from engine.run import Run

Registers = list[object]
Ask = Callable[["Run", Registers], list[int]]
"""Gives a list: of pieces, cells, segments, directions or players."""
Test = Callable[["Run", Registers], bool]
Where = Callable[["Run", Registers], int | None]
"""Gives a place; None where there is none."""
Names = dict[str, int]
"""The register of each name."""
_PLACES = {"beside-board": BESIDE, "box": BOX, "score-track": TRACK}


def _as_list(value: object) -> list[int]:
    return value if isinstance(value, list) else [value]  # type: ignore[list-item]


class Asker:
    """Compiles what effects ask, for one ruleset and the names in scope."""

    def __init__(self, rules: Ruleset, names: Names, statement: int) -> None:
        """Compile for a ruleset, with these names bound, what this statement asks."""
        self.rules = rules
        self.names = names
        self.statement = statement

    def thing(self, node: object) -> Ask:
        """Compile a thing: a name, the only figure of a kind, or a selection."""
        if isinstance(node, str):
            if node in self.names:
                slot = self.names[node]
                return lambda _run, regs: _as_list(regs[slot])
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

    def selection(self, node: object) -> Ask:
        """Compile a selection."""
        match node:
            case Pieces():
                return self._pieces(node)
            case Cells():
                return self._cells(node)
            case Features():
                return self._features(node)
            case Spots():
                return self._spots(node)
            case Directions():
                return self._directions(node)
            case _:
                raise TypeError(type(node).__name__)

    def player(self, node: object) -> Ask:
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
            case MajorityOf():
                feature = self.thing(node.feature)
                return lambda run, regs: run.majority(feature(run, regs))
            case _:
                raise TypeError(type(node).__name__)

    def place(self, node: object) -> Where:
        """Compile a place that a piece goes to."""
        if isinstance(node, str):
            where = _PLACES[node]
            return lambda _run, _regs: where
        match node:
            case Supply():
                return lambda _run, _regs: SUPPLY
            case Area():
                return _first(self.player(node.of), lambda player: AREA - player)
            case Cell():
                return _first(self.thing(node.of), lambda cell: CELL + cell)
            case Spot():
                return _first(self.thing(node.of), lambda spot: spot)
            case With():
                return _first(self.thing(node.piece), lambda piece: WITH + piece)
            case _:
                raise TypeError(type(node).__name__)

    # Pieces

    def _pieces(self, node: Pieces) -> Ask:
        rules = self.rules
        kinds = rules.figures_of(node)
        tests: list[Callable[[Run, Registers], Callable[[int], bool]]] = []
        begin, whole = self._begin(node, kinds)
        if node.at is not None and not whole:
            tests.append(self._at(node.at))
        if node.owner is not None:
            owner = self.player(node.owner)
            tests.append(lambda run, regs: _member(run.state.owner, owner(run, regs)))
        if node.bearing is not None:
            borne = self._single(node.bearing)
            tests.append(lambda run, _regs: lambda p: run.state.where[borne] == WITH + p)
        if node.permitted is not None:
            permit = node.permitted
            tests.append(lambda run, _regs: lambda p: run.permits(permit.actor, permit.verb, p))
        if not tests:
            return begin

        def ask(run: Run, regs: Registers) -> list[int]:
            found = begin(run, regs)
            for test in tests:
                if not found:
                    break
                passes = test(run, regs)
                found = [p for p in found if passes(p)]
            return found

        return ask

    def _only(self, node: Pieces) -> bool:
        """Tell whether a selection asks of a single piece no more than where it is."""
        others = (node.class_, node.owner, node.bearing, node.permitted)
        plain = node.at is not None and not any(others)
        return plain and len(node.kind) == 1 and self.rules.figure_index[node.kind[0]] in self.rules.single

    def _stands(self, node: object, piece: int) -> Test:
        """Compile whether one piece is at a place."""
        match node:
            case "board":
                return lambda run, _regs: run.state.on_board(piece)
            case Area():
                players = self.player(node.of)
                return lambda run, regs: AREA - run.state.where[piece] in players(run, regs)
            case With():
                pieces = self.thing(node.piece)
                return lambda run, regs: run.state.where[piece] - WITH in pieces(run, regs)
            case Cell():
                cells = self.thing(node.of)
                return lambda run, regs: run.state.cell_of_piece(piece) in cells(run, regs)
        passes = self._at(node)
        return lambda run, regs: passes(run, regs)(piece)

    def _begin(self, node: Pieces, kinds: frozenset[int]) -> tuple[Ask, bool]:
        """Compile the pieces of these kinds to look at, as few as can be; and whether they are all that ``at`` asks for."""
        match node.at:
            case OnFeature():
                standing = self._standing(node.at)
                return lambda run, regs: [p for p in standing(run, regs) if run.state.piece_kind[p] in kinds], True
            case Cell():
                cells = self.thing(node.at.of)
                return lambda run, regs: run.pieces_on(cells(run, regs), kinds), True
            case Line():
                piece, slot = self.thing(node.at.from_), self.names[node.at.direction]
                return lambda run, regs: run.pieces_on(run.line(piece(run, regs)[0], int(regs[slot])), kinds), True
            case "board":
                return lambda run, _regs: run.pieces_on(run.state.cells, kinds), True
        return lambda run, _regs: run.pieces_of(kinds), False

    def _standing(self, node: OnFeature) -> Ask:
        features = self.thing(node.of)

        def ask(run: Run, regs: Registers) -> list[int]:
            state = run.state
            roots = dict.fromkeys([state.find(f) for f in features(run, regs)])
            return [p for root in roots for p in state.figs[root]]

        return ask

    def _at(self, node: object) -> Callable[[Run, Registers], Callable[[int], bool]]:  # noqa: PLR0911  one for each kind
        match node:
            case "board":
                return lambda run, _regs: run.state.on_board
            case "beside-board":
                return lambda run, _regs: lambda p: run.state.where[p] == BESIDE
            case Supply():
                players = self.player(node.of)
                return lambda run, regs: _supplied(run, players(run, regs))
            case Area():
                players = self.player(node.of)
                return lambda run, regs: _member(run.state.where, [AREA - p for p in players(run, regs)])
            case Cell():
                cells = self.thing(node.of)
                return lambda run, regs: _on(run, set(cells(run, regs)))
            case With():
                pieces = self.thing(node.piece)
                return lambda run, regs: _member(run.state.where, [WITH + p for p in pieces(run, regs)])
            case OnFeature():
                standing = self._standing(node)
                return lambda run, regs: set(standing(run, regs)).__contains__
            case Line():
                piece, slot = self.thing(node.from_), self.names[node.direction]
                return lambda run, regs: _on(run, run.line(piece(run, regs)[0], int(regs[slot])))  # type: ignore[call-overload]
            case _:
                raise TypeError(type(node).__name__)

    # Cells, features, spots, directions

    def _cells(self, node: Cells) -> Ask:
        mark = self.rules.mark_index[node.marked] if node.marked else None
        of = self.thing(node.of) if node.of is not None else None

        def ask(run: Run, regs: Registers) -> list[int]:
            squares = of(run, regs) if of is not None else range(len(run.state.sq_cell))
            return [run.state.sq_cell[s] for s in squares if mark is None or mark in run.square(s).marks]

        return ask

    def _features(self, node: Features) -> Ask:
        kinds = frozenset(self.rules.kind_index[k] for k in node.kind)
        of = self.thing(node.of) if node.of is not None else None
        touching = self.thing(node.touching) if node.touching is not None else None

        def ask(run: Run, regs: Registers) -> list[int]:
            state = run.state
            if of is not None:
                found = run.features_of(of(run, regs), node.of)
            elif node.occupied:
                found = sorted({state.find(w) for w in state.where if 0 <= w < CELL})
            else:
                found = [s for s in range(len(state.parent)) if state.parent[s] == s]
            if kinds:
                found = [f for f in found if state.kind[f] in kinds]
            if node.state is not None:
                found = [f for f in found if (f in state.done) == (node.state == "completed")]
            if node.occupied is not None:
                found = [f for f in found if bool(state.figs[f]) == node.occupied]
            if touching is not None:
                ends = {state.find(f) for f in touching(run, regs)}
                found = [f for f in found if run.touches(f, ends)]
            return found

        return ask

    def _spots(self, node: Spots) -> Ask:
        kinds = frozenset(self.rules.kind_index[k] for k in node.kind)
        of = self.thing(node.of) if node.of is not None else None
        permit = node.permitted
        chosen = max(self.names.values(), default=-1)

        def ask(run: Run, regs: Registers) -> list[int]:
            state = run.state
            squares = of(run, regs) if of is not None else range(len(state.sq_cell))
            found = [s for n in squares for s in run.segments_of(n) if not kinds or state.kind[s] in kinds]
            if node.free:
                found = [s for s in found if not state.occupied(s)]
            if node.unfinished:
                found = [s for s in found if not state.completed_feature(s)]
            if permit is not None:
                # The figure that is to stand there is the one that was chosen just before.
                found = [s for s in found if run.permits(permit.actor, permit.verb, regs[chosen], s)]  # type: ignore[arg-type]
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
            case Exists(of=Pieces() as pieces) if self._only(pieces):
                return self._stands(pieces.at, rules.single[rules.figure_index[pieces.kind[0]]])
            case Exists():
                ask = self.selection(node.of)
                return lambda run, regs: bool(ask(run, regs))
            case TileHas():
                slot = self.names[node.tile]
                return lambda run, regs: run.tile_has(regs[slot], node)
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
                return lambda run, regs: run.has_completed(kinds, by(run, regs), unscored(run, regs) if unscored else None)
            case WithBox():
                there = node.box in rules.table.editions
                return lambda _run, _regs: there
            case Option():
                chosen = node.option in rules.table.options
                return lambda _run, _regs: chosen
            case _:
                raise TypeError(type(node).__name__)


def _both(one: Test, other: Test) -> Test:
    return lambda run, regs: one(run, regs) and other(run, regs)


def _first(ask: Ask, place: Callable[[int], int]) -> Where:
    def where(run: Run, regs: Registers) -> int | None:
        found = ask(run, regs)
        return place(found[0]) if found else None

    return where


def _member(of: list[int], values: list[int]) -> Callable[[int], bool]:
    wanted = set(values)
    return lambda p: of[p] in wanted


def _supplied(run: Run, players: list[int]) -> Callable[[int], bool]:
    where, owner = run.state.where, run.state.owner
    return lambda p: where[p] == SUPPLY and owner[p] in players


def _on(run: Run, cells: set[int]) -> Callable[[int], bool]:
    return lambda p: run.state.cell_of_piece(p) in cells
