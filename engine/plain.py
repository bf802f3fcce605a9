"""The state as plain JSON data: what does not follow from anything else. The rest is made anew, so that it cannot be wrong."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.ruleset import Ruleset
from engine.shapes import STEP
from engine.state import AREA, BESIDE, BOX, CELL, HALF, SUPPLY, TRACK, WITH, State, cell_of, place_of

Natural = Annotated[int, Field(ge=0)]
Pair = tuple[Natural, Natural]


class StateData(BaseModel):
    """A state as it is written: numbers of the ruleset throughout.

    ``tiles``: x, y, design, quarter turns. ``pieces``: kind, owner (-1: nobody), place, direction (-1: none), and the kind that it is
    seen as where it lies face down (-1: it does not). ``spans``: squares, and which way a piece lies across them. ``declared``: feature, kind, and whether it is completed, where a statement made
    it so. ``agenda``: frames of the effects that are under way.
    """

    model_config = ConfigDict(strict=True, extra="forbid")

    players: Natural
    seed: int
    chances: Annotated[int, Field(ge=0, le=1_000_000)]
    stage: Natural
    active: Natural
    turn: Natural
    drawn: Annotated[int, Field(ge=-1)]
    source: str
    taken: Natural
    scores: list[Natural]
    tiles: list[tuple[int, int, Natural, Annotated[int, Field(ge=0, le=3)]]]
    pieces: list[tuple[Natural, int, int, Annotated[int, Field(ge=-1, le=3)], Annotated[int, Field(ge=-1)]]]
    spans: list[Pair]
    declared: list[tuple[Natural, Natural, bool]]
    piles: dict[str, list[Natural]]
    placed: list[Natural]
    completed: list[Natural]
    turn_completed: list[Pair]
    turn_scored: list[Pair]
    turn_worth: list[Pair]
    turn_puts: list[Pair]
    turn_offers: list[Natural]
    turn_declared: list[Natural]
    agenda: list[list[int | list[int]]]


def dump(state: State) -> dict[str, Any]:
    """Return a state as JSON data: the same state gives the same data."""
    tiles = [n for n in range(len(state.sq_cell)) if state.sq_part[n] == 0]
    pieces = zip(state.piece_kind, state.owner, state.where, state.facing, state.hidden, strict=True)
    return {
        "players": state.players,
        "seed": state.seed,
        "chances": state.chances,
        "stage": state.stage,
        "active": state.active,
        "turn": state.turn,
        "drawn": state.drawn,
        "source": state.source,
        "taken": state.taken,
        "scores": list(state.scores),
        "tiles": [[*place_of(state.sq_cell[n]), state.sq_design[n], state.sq_turns[n]] for n in tiles],
        "pieces": [list(piece) for piece in pieces],
        "spans": [list(span) for span in sorted(state.spans.items())],
        "declared": [[root, *made] for root, made in sorted(state.declared.items())],
        "piles": {name: list(pile) for name, pile in sorted(state.piles.items())},
        "placed": list(state.placed),
        "completed": list(state.completed),
        "turn_completed": [list(pair) for pair in state.turn_completed],
        "turn_scored": [list(pair) for pair in state.turn_scored],
        "turn_worth": [list(pair) for pair in state.turn_worth],
        "turn_puts": [list(pair) for pair in state.turn_puts],
        "turn_offers": list(state.turn_offers),
        "turn_declared": list(state.turn_declared),
        "agenda": [[list(v) if isinstance(v, list) else v for v in frame] for frame in state.agenda],
    }


def digest(state: State) -> str:
    """Return the SHA-256 of the canonical JSON of a state."""
    return hashlib.sha256(json.dumps(dump(state), sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def load(rules: Ruleset, data: Any) -> State:  # noqa: ANN401  what is read may be anything
    """Make the state again that :func:`dump` wrote. Raises ``ValueError`` for data of another shape, and for what cannot be."""
    try:
        plain = StateData.model_validate_json(json.dumps(data))
    except (ValidationError, TypeError, ValueError, RecursionError) as error:
        reason = error.errors()[0] if isinstance(error, ValidationError) else None
        where = f"{'.'.join(map(str, reason['loc'])) or 'it'}: {reason['msg']}" if reason else str(error)
        raise ValueError(f"this is no state of a game: {where}") from error
    state = State(rules.players, len(rules.figures), plain.seed, rules.bystanders)
    _check(plain.players == rules.players and len(plain.scores) == rules.players and plain.active < rules.players, "players")
    _tiles(rules, state, plain)
    for root, kind, completed in plain.declared:
        _check(root < len(state.parent) and state.find(root) == root and kind < len(rules.kinds), "declared")
        state.declare(root, kind, completed=completed)
    _pieces(rules, state, plain)
    designs, segments, squares = len(rules.designs), len(state.parent), len(state.sq_cell)
    _check(plain.drawn < designs, "drawn")
    _check(all(design < designs for pile in plain.piles.values() for design in pile), "piles")
    _check(all(number < squares for number in plain.placed), "placed")
    _check(all(root < segments for root in plain.completed), "completed")
    _check(all(root < segments and kind < len(rules.kinds) for root, kind in plain.turn_completed), "turn_completed")
    _check(all(root < segments and player < rules.players for root, player in plain.turn_scored), "turn_scored")
    _check(all(root < segments for root, _ in plain.turn_worth), "turn_worth")
    _check(all(verb < len(rules.verbs) and piece < len(plain.pieces) for verb, piece in plain.turn_puts), "turn_puts")
    for name in ("chances", "stage", "active", "turn", "drawn", "source", "taken", "scores", "piles", "turn_completed", "turn_scored",
                 "turn_worth", "turn_puts", "turn_offers", "turn_declared", "agenda"):  # fmt: skip
        setattr(state, name, getattr(plain, name))
    state.placed, state.completed = tuple(plain.placed), tuple(plain.completed)
    return state


def _check(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(f"this is no state of a game: `{what}` cannot be so")


def _tiles(rules: Ruleset, state: State, plain: StateData) -> None:
    """Lay the tiles again, in the order in which they were laid, with what lies across them."""
    state.spans = dict(plain.spans)
    number = 0
    for x, y, design, turns in plain.tiles:
        _check(abs(x) < HALF - 2 and abs(y) < HALF - 2 and design < len(rules.designs), "tiles")
        shape = rules.shapes(design)[turns]
        cells = [cell_of(x, y) + dx * STEP[1] + dy * STEP[2] for dx, dy in shape.cells]
        _check(not any(cell in state.cells for cell in cells), "tiles")
        placed = []
        for part, cell in enumerate(cells):
            axis = state.spans.get(number + part)
            _check(axis is None or axis < 2, "spans")
            square = shape.squares[part] if axis is None else shape.squares[part].spans[axis]
            if square is None:
                raise ValueError("this is no state of a game: `spans` cannot be so")
            placed.append(state.lay(cell, design, turns, part, square))
        number += len(cells)
        state.close(tuple(placed))
    _check(all(square < number for square in state.spans), "spans")


def _pieces(rules: Ruleset, state: State, plain: StateData) -> None:
    """Put the pieces where they were, those that are with others last."""
    count = len(plain.pieces)
    single = {piece: kind for kind, piece in rules.single.items()}
    for number, (kind, owner, _, _, hidden) in enumerate(plain.pieces):
        nobody = number in single or (kind in rules.stocked | rules.unpublished and owner == -1)
        _check(kind < len(rules.figures) and hidden < len(rules.figures) and single.get(number, kind) == kind, "pieces")
        _check(owner == -1 if nobody else 0 <= owner < rules.players, "pieces")
        state.add_piece(kind, owner, BOX)
    _check(count >= len(single), "pieces")
    for number, (_, owner, where, facing, hidden) in enumerate(plain.pieces):
        _check(_is_place(rules, state, owner, where, count), "pieces")
        state.move(number, where)
        state.facing[number] = facing
        state.hidden[number] = hidden
    for number in range(count):
        seen, at = {number}, plain.pieces[number][2]
        while at >= WITH:
            _check(at - WITH not in seen, "pieces")
            seen.add(at - WITH)
            at = plain.pieces[at - WITH][2]


def _is_place(rules: Ruleset, state: State, owner: int, where: int, count: int) -> bool:
    if where >= WITH:
        return where - WITH < count
    if where >= CELL:
        return where - CELL in state.cells
    if where >= 0:
        return where < len(state.parent)
    return where in {BESIDE, BOX, TRACK} or (where == SUPPLY and owner >= 0) or AREA >= where > AREA - rules.players
