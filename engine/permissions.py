"""May this be done to a piece, or to what is on a tile? The engine asks the rulings here, as the table stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.state import CELL, WITH

if TYPE_CHECKING:
    from engine.run import Run

_NOTHING: frozenset[int] = frozenset()
_NOWHERE: tuple[str, ...] = ()


def permits(run: Run, actor: str, verb: str, piece: int, goal: int | None = None, marks: frozenset[int] | None = None) -> bool:
    """Tell whether an actor may do this, or does it, to a piece where it stands, or would stand at a goal: a spot, or a square.

    ``marks`` are those of the square, of a tile that does not lie yet.
    """
    state, rules = run.state, run.rules
    where = state.where[piece] if goal is None else goal
    cell: int | None
    kind, under = -1, _NOWHERE
    if 0 <= where < CELL:
        number = state.square[where]
        cell, shape, segment = state.sq_cell[number], state.shapes[number], where - state.sq_first[number]
        marks, kind = shape.standing[segment], state.kind[where]
        if segment == shape.carried:
            under = rules.carrying(shape, segment)
    else:
        on_square = CELL <= where < WITH
        cell = where - CELL if on_square else state.cell_of_piece(piece)
        if marks is None:
            marks = state.shapes[state.cells[cell]].marks if cell is not None else _NOTHING
        if not on_square:
            marks, under = marks - rules.grounds, _under(run, where)
    holding = _NOTHING
    permission = run.compiled.permission(actor, verb)
    for n, test in permission.conditions:
        if test(run, [0, 0, piece, -1 if cell is None else cell]):
            holding |= {n}
    key = (state.piece_kind[piece], kind, marks, under, holding)
    if key not in permission.answers:
        on = (*sorted(rules.mark_names[m] for m in marks), *under, *((rules.kinds[kind],) if kind >= 0 else ()))
        permission.answers[key] = rules.allowed(actor, verb, rules.figures[state.piece_kind[piece]], on, holding)
    return permission.answers[key]


def passes(run: Run, actor: str, verb: str, cell: int) -> bool:
    """Tell whether an actor may do this, or does it, to a placed tile and all there is on it: features, marks and pieces."""
    state, rules = run.state, run.rules
    pieces = run.pieces_on((cell,), frozenset(range(len(rules.figures))))
    if not all(permits(run, actor, verb, piece) for piece in pieces):
        return False
    number = state.cells[cell]
    shape = state.shapes[number]
    # What a ruling says of the thing asked about itself is about no piece here.
    holding = frozenset(n for n, test in run.compiled.permission(actor, verb).conditions if test(run, [0, 0, [], cell]))
    places = tuple(sorted(rules.mark_names[m] for m in shape.marks))
    kinds = {rules.kinds[state.kind[s]] for s in run.segments_of(number)}
    things = {*(rules.mark_names[m] for m in shape.shown), *kinds}
    return all(rules.allowed(actor, verb, thing, places, holding) for thing in sorted(things))


def _under(run: Run, where: int) -> tuple[str, ...]:
    """Return the figures, those that are ground, with which a piece at this place is."""
    state, rules = run.state, run.rules
    found = []
    while where >= WITH:
        kind, where = state.piece_kind[where - WITH], state.where[where - WITH]
        found += [rules.figures[kind]] if kind in rules.floors else []
    return tuple(found)
