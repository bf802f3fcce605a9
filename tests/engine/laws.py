"""What must be so in every game at every moment, checked the slow way: from the designs as the data give them, trying everything."""

from __future__ import annotations

import copy
from typing import Any

from catalog.effects import Fits
from catalog.fields import rotate
from engine import Game, explain
from engine.offers import all_options
from engine.shapes import STEP
from engine.state import AREA, BESIDE, BOX, CELL, SUPPLY, TRACK, WITH, cell_of, place_of

_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
Cell = tuple[int, int]


def edges_on_board(game: Game) -> dict[Cell, str]:
    """Return the four edge letters of each square on the board, from its design as the data give it."""
    state, rules = game.state, game.rules.ruleset
    found = {}
    for number, cell in enumerate(state.sq_cell):
        design = rules.catalog.designs[rules.designs[state.sq_design[number]]]
        square = design.all_squares[state.sq_part[number]]
        found[place_of(cell)] = rotate(square.edges, state.sq_turns[number])
    return found


def check(game: Game) -> None:
    """Assert what must be so between any two actions."""
    assert bool(game.actions()) == (game.player is not None), "somebody has to decide and can do nothing, or the other way round"
    _edges_match(game)
    _opens_recounted(game)
    _pieces_in_one_place(game)
    _occupied_ports(game)


def _edges_match(game: Game) -> None:
    board = edges_on_board(game)
    for (x, y), edges in board.items():
        for side, (dx, dy) in enumerate(_STEPS):
            other = board.get((x + dx, y + dy))
            assert other is None or other[(side + 2) % 4] == edges[side], f"{x},{y} does not match its neighbour"


def _opens_recounted(game: Game) -> None:
    """Assert that the open ends, the tiles and the marks of each feature are those that a count from nothing gives."""
    state, rules = game.state, game.rules.ruleset
    opens: dict[int, int] = {}
    tiles: dict[int, set[int]] = {}
    marks: dict[int, int] = {}
    for segment in range(len(state.parent)):
        root = state.find(segment)
        number = state.square[segment]
        shape = state.shapes[number]
        local = segment - state.sq_first[number]
        tiles.setdefault(root, set()).add(number)
        marks[root] = marks.get(root, 0) + shape.seg_marks[local]
        if shape.opens[local]:
            middles = [p // 3 for p in shape.segments[local].ports if p % 3 == 1]
            free = sum(state.sq_cell[number] + STEP[edge] not in state.cells for edge in middles)
            opens[root] = opens.get(root, 0) + free
    for root, mine in tiles.items():
        assert set(state.squares_of(root)) == mine
        assert state.marks[root] == marks[root]
        if root in opens:
            assert state.opens[root] == opens[root], rules.kinds[state.kind[root]]


def _pieces_in_one_place(game: Game) -> None:
    state = game.state
    standing = [p for root, figs in enumerate(state.figs) if state.parent[root] == root for p in figs]
    supplied = [p for player in state.supply for kind in player for p in kind]
    assert len(set(standing)) == len(standing)
    assert len(set(supplied)) == len(supplied)
    for piece, where in enumerate(state.where):
        assert (piece in standing) == (0 <= where < CELL)
        assert (piece in supplied) == (where == SUPPLY)
        if where >= WITH:
            assert state.on_board(where - WITH)
        elif where < 0:
            assert where in {SUPPLY, BESIDE, BOX, TRACK} or AREA >= where > AREA - state.players
        elif where < CELL:
            assert piece in state.figs[state.find(where)]
    for root, figs in enumerate(state.figs):
        assert not figs or state.parent[root] == root


def _occupied_ports(game: Game) -> None:
    """Assert that each open cell knows the letters round it and the ports where an occupied feature comes in."""
    state = game.state
    board = edges_on_board(game)
    for cell, code in state.frontier.items():
        x, y = place_of(cell)
        for side, (dx, dy) in enumerate(_STEPS):
            other = board.get((x + dx, y + dy))
            letter = 0 if other is None else game.rules.ruleset.letters[other[(side + 2) % 4]]
            assert game.rules.ruleset.around[code][side] == letter
        mask = 0
        for side in range(4):
            number = state.cells.get(cell + STEP[side])
            if number is not None:
                shape = state.shapes[number]
                for port in range(12):
                    facing = 3 * (side ^ 2) + 2 - port % 3
                    if port // 3 == side and shape.ports[facing] >= 0 and joined(game, shape.edges[side ^ 2], side, port):
                        mask |= bool(state.occupied(state.sq_first[number] + shape.ports[facing])) << port
        assert state.occ[cell] == mask


def joined(game: Game, letter: int, side: int, port: int) -> bool:
    """Tell whether features of this edge letter are joined at a port."""
    return any(mine == port for mine, _ in game.rules.ruleset.joins[letter][side])


def placing(game: Game) -> bool:
    """Tell whether the player who must decide has to place a tile."""
    return game.player is not None and game.run.decision is None and game.rules.stages[game.state.stage] == "place"


def check_list(game: Game) -> None:
    """Assert that the list of actions of a player who has to place a tile is what trying everything gives, each action once."""
    listed, tried = game.actions(), brute_force(game)
    assert len(set(listed)) == len(listed), "an action is listed twice"
    if any(move[-1] is None for _, move in listed):
        # What follows is decided once the tile lies: the list is about the placement alone.
        tried = {(cell, (*move[:-1], None)) for cell, move in tried}
    for action in listed:
        assert action in tried, f"{game.describe(action)} is listed, and may not be done"
    for action in sorted(tried - set(listed), key=repr):
        raise AssertionError(f"{game.describe(action)} may be done, and is not listed")


def check_points(game: Game) -> None:
    """Assert that the points that are explained add up to the scores, and that statements are cited for each."""
    told = explain(game)
    assert all(points["statements"] for points in told)
    for colour, score in zip(game.colours, game.scores, strict=True):
        assert sum(points["points"] for points in told if points["player"] == colour) == score
        assert explain(game, colour) == [points for points in told if points["player"] == colour]


def brute_force(game: Game) -> set[tuple[Any, ...]]:
    """Return every joint action, by laying the tile on a copy at each cell near the board and asking there what may be done."""
    state, rules = game.state, game.rules.ruleset
    near = {(x + dx, y + dy) for x, y in map(place_of, state.cells) for dx in range(-2, 3) for dy in range(-2, 3)}
    board = edges_on_board(game)
    found: set[tuple[Any, ...]] = set()
    for design in rules.faces[state.drawn]:
        for x, y in near:
            for turns in sorted(set(rules.rotations(design))):
                if may_lie(game, board, rules.designs[design], (x, y), turns):
                    there = copy.copy(game.run)
                    there.state, there.log = state.clone(), []
                    there.place(design, cell_of(x, y), turns, ())
                    found |= {(cell_of(x, y), (design, turns, suffix)) for suffix in all_options(there, game.rules.placing.plans)}
    return found


def may_lie(game: Game, board: dict[Cell, str], design: str, at: Cell, turns: int) -> bool:
    """Tell whether a tile may be placed, from the statements and the designs alone; ``board``: the edge letters on it."""
    rules = game.rules.ruleset
    squares = rules.catalog.designs[design].all_squares
    placed: dict[Cell, Any] = {}
    for square in squares:
        x, y = square.at[0] - squares[0].at[0], square.at[1] - squares[0].at[1]
        for _ in range(turns):
            x, y = -y, x
        placed[at[0] + x, at[1] + y] = square
    if placed.keys() & board.keys():
        return False
    touching = [
        (cell, side, board[cell[0] + dx, cell[1] + dy])
        for cell in placed
        for side, (dx, dy) in enumerate(_STEPS)
        if (cell[0] + dx, cell[1] + dy) in board
    ]
    if not touching:
        return False
    if any(rotate(placed[cell].edges, turns)[side] != other[(side + 2) % 4] for cell, side, other in touching):
        return False
    for _, rule in rules.rules(Fits):
        kind = rule.continues
        if kind is not None and any(f.kind == kind for s in squares for f in s.features):
            letter = rules.catalog.kinds[kind].edge
            if not any(other[(side + 2) % 4] == letter for _, side, other in touching):
                return False
        if rule.no_u_turn is not None and any(_turns_back(game, rule.no_u_turn, cell, placed[cell], turns) for cell in placed):
            return False
    return True


def _turns_back(game: Game, kind: str, cell: Cell, square: Any, turns: int) -> bool:
    """Tell whether walking along a line over this square and the one before it goes round the same corner twice."""
    state, rules = game.state, game.rules.ruleset
    for bend in _bends(square, kind, turns):
        for entry, leave in (bend, bend[::-1]):
            dx, dy = _STEPS[entry]
            number = state.cells.get(cell_of(cell[0] + dx, cell[1] + dy))
            if number is None:
                continue
            design = rules.catalog.designs[rules.designs[state.sq_design[number]]]
            other = design.all_squares[state.sq_part[number]]
            for theirs in _bends(other, kind, state.sq_turns[number]):
                for first, last in (theirs, theirs[::-1]):
                    if last == (entry + 2) % 4 and _hand(first, last) == _hand(entry, leave):
                        return True
    return False


def _bends(square: Any, kind: str, turns: int) -> list[tuple[int, int]]:
    found = []
    for feature in square.features:
        if feature.kind == kind and len(feature.ports) == 2:
            one, other = (("NESW".index(p) + turns) % 4 for p in feature.ports)
            if (one - other) % 2:
                found.append((one, other))
    return found


def _hand(entry: int, leave: int) -> str:
    """Return to which hand one turns who comes in at an edge and goes out at another."""
    heading = (entry + 2) % 4
    return "right" if (heading + 1) % 4 == leave else "left"
