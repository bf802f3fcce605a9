"""What must be so in every game at every moment, checked the slow way: from the designs as the data give them, trying everything."""

from __future__ import annotations

import copy
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from catalog.effects import Fits, Span
from catalog.fields import rotate
from engine import Game, explain
from engine.offers import STEP as OF_STEP
from engine.offers import all_options
from engine.permissions import permits
from engine.placing import DISCARD, OFFER
from engine.shapes import CLOSED, STEP, SURROUNDED
from engine.state import AREA, AROUND, BESIDE, BOX, CELL, SUPPLY, TRACK, WITH, cell_of, place_of

_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
Cell = tuple[int, int]


def edges_on_board(game: Game) -> dict[Cell, str]:
    """Return the four edge letters of each square on the board: of its design as the data give it, and of what lies across it."""
    state, rules = game.state, game.rules.ruleset
    found = {}
    for number, cell in enumerate(state.sq_cell):
        design = rules.catalog.designs[rules.designs[state.sq_design[number]]]
        square = design.all_squares[state.sq_part[number]]
        edges = rotate(square.edges, state.sq_turns[number])
        found[place_of(cell)] = edges if number not in state.spans else _spanned(game, edges, state.spans[number])
    return found


def _span_rule(game: Game) -> Span | None:
    return next((rule for _, rule in game.rules.ruleset.rules(Span)), None)


def _letters(game: Game) -> tuple[str, str]:
    """Return the edge letter that pieces lie over, and the one of what they carry."""
    rule, kinds = _span_rule(game), game.rules.ruleset.catalog.kinds
    assert rule is not None
    over, carried = kinds[rule.over].edge, kinds[rule.as_].edge
    assert over
    assert carried
    return over, carried


def _spanned(game: Game, edges: str, axis: int) -> str:
    """Return the edges of a square with a piece across it."""
    over, carried = _letters(game)
    assert edges[axis] == edges[axis + 2] == over, "something lies across a square where it cannot"
    return "".join(carried if edge % 2 == axis else letter for edge, letter in enumerate(edges))


def check(game: Game) -> None:
    """Assert what must be so between any two actions."""
    assert bool(game.actions()) == (game.player is not None), "somebody has to decide and can do nothing, or the other way round"
    assert min(game.scores) >= 0, "somebody has less than no points"
    _edges_match(game)
    _joined_as_they_lie(game)
    _features_recounted(game)
    _completed_recounted(game)
    _pieces_in_one_place(game)
    _pieces_face_down(game)
    _occupied_ports(game)


def _edges_match(game: Game) -> None:
    board = edges_on_board(game)
    for (x, y), edges in board.items():
        for side, (dx, dy) in enumerate(_STEPS):
            other = board.get((x + dx, y + dy))
            assert other is None or other[(side + 2) % 4] == edges[side], f"{x},{y} does not match its neighbour"


def _segments(game: Game) -> Iterator[tuple[int, int, int]]:
    """Yield each part of a feature that is there: its number, the square, and its place among the parts of the square."""
    state = game.state
    for number, shape in enumerate(state.shapes):
        first = state.sq_first[number]
        for local, kind in enumerate(shape.kinds):
            if kind >= 0:
                yield first + local, number, local
            else:
                # What would be carried by a piece that does not lie there: of no kind, of no feature, and nobody stands on it.
                assert (state.kind[first + local], state.parent[first + local]) == (-1, first + local)
                assert not state.figs[first + local]
                assert local == shape.count - 1
                assert number not in state.spans


def _joined_as_they_lie(game: Game) -> None:
    """Assert that parts are one feature where the edges of neighbouring squares join them, and nowhere else."""
    state = game.state
    group = {segment: {segment} for segment, _, _ in _segments(game)}
    for number, cell in enumerate(state.sq_cell):
        for side in (1, 2):
            other = state.cells.get(cell + STEP[side])
            if other is None:
                continue
            mine, theirs = state.shapes[number], state.shapes[other]
            for port in range(3 * side, 3 * side + 3):
                facing = 3 * (side ^ 2) + 2 - port % 3
                if joined(game, mine.edges[side], side, port) and mine.ports[port] >= 0 and theirs.ports[facing] >= 0:
                    one = group[state.sq_first[number] + mine.ports[port]]
                    two = group[state.sq_first[other] + theirs.ports[facing]]
                    if one is not two:
                        one |= two
                        group.update(dict.fromkeys(two, one))
    for segment, feature in group.items():
        # The oldest part is the one that the feature is known by.
        assert state.find(segment) == min(feature)


def _features_recounted(game: Game) -> None:
    """Assert that the open ends, the tiles and the marks of each feature are those that a count from nothing gives."""
    state, rules = game.state, game.rules.ruleset
    opens: dict[int, int] = {}
    tiles: dict[int, set[int]] = {}
    marks: dict[int, int] = {}
    for segment, number, local in _segments(game):
        root = state.find(segment)
        shape = state.shapes[number]
        kind = state.declared[root][0] if root in state.declared else shape.kinds[local]
        assert state.kind[segment] == kind, "a part of a feature is of another kind"
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


def _completed_recounted(game: Game) -> None:
    """Assert that what is completed is what has no open end, or is surrounded, or what a statement made so."""
    state, rules = game.state, game.rules.ruleset
    completed = {root for root, (_, is_completed) in state.declared.items() if is_completed}
    for segment, number, local in _segments(game):
        root = state.find(segment)
        if root in state.declared:
            continue
        state_of_kind = rules.done[state.shapes[number].kinds[local]]
        surrounded = all(state.sq_cell[number] + d in state.cells for d in AROUND)
        if (state_of_kind == CLOSED and state.opens[root] == 0) or (state_of_kind == SURROUNDED and surrounded):
            completed.add(root)
    assert {state.find(root) for root in state.done} == completed


def _pieces_in_one_place(game: Game) -> None:
    state = game.state
    standing = [p for root, figs in enumerate(state.figs) if state.parent[root] == root for p in figs]
    guests = [p for there in state.guests.values() for p in there]
    supplied = [p for player in state.supply for kind in player for p in kind]
    for places in (standing, guests, supplied):
        assert len(set(places)) == len(places), "a piece is there twice"
    for piece, where in enumerate(state.where):
        on_feature, claims = 0 <= where < CELL, state.piece_kind[piece] not in state.bystanders
        assert (piece in standing) == (on_feature and claims)
        assert (piece in guests) == (on_feature and not claims)
        assert (piece in supplied) == (where == SUPPLY)
        if where >= WITH:
            assert state.on_board(where - WITH), "a piece stands with one that is not on the board"
        elif where >= CELL:
            assert where - CELL in state.cells, "a piece stands where no tile lies"
        elif where < 0:
            assert where in {SUPPLY, BESIDE, BOX, TRACK} or AREA >= where > AREA - state.players
        else:
            assert state.kind[where] >= 0, "a piece stands on a part that is not there"
            assert piece in state.standing(state.find(where))
        if where == SUPPLY:
            assert piece in state.supply[state.owner[piece]][state.piece_kind[piece]]
    for root, figs in enumerate(state.figs):
        assert not figs or state.parent[root] == root
        assert list(figs) == sorted(figs)
    for root, there in state.guests.items():
        assert there, "nobody is noted as a guest"
        assert state.parent[root] == root
    assert all(pieces == sorted(pieces) for player in state.supply for pieces in player)


def _pieces_face_down(game: Game) -> None:
    """Assert that nobody sees of a piece that lies face down more than its class."""
    state, rules = game.state, game.rules.ruleset
    shown: Counter[str] = Counter()
    for piece, where in enumerate(state.where):
        hidden = state.hidden[piece]
        assert hidden < 0 or rules.figures[hidden] in rules.classes(rules.figures[state.piece_kind[piece]])
        if where != SUPPLY:
            shown[rules.figures[hidden if hidden >= 0 else state.piece_kind[piece]]] += 1
    assert Counter(told["piece"] for told in game.view()["pieces"]) == shown


def _occupied_ports(game: Game) -> None:
    """Assert that each open cell knows the letters round it and the ports where an occupied feature comes in, and each feature its ends."""
    state = game.state
    board = edges_on_board(game)
    assert set(state.frontier) == {cell + step for cell in state.cells for step in STEP} - set(state.cells)
    ends: dict[int, set[int]] = defaultdict(set)
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
                        root = state.find(state.sq_first[number] + shape.ports[facing])
                        mask |= bool(state.figs[root]) << port
                        ends[root].add(cell * 16 + port)
        assert state.occ[cell] == mask
    for root, parent in enumerate(state.parent):
        if parent == root:
            leading = [(cell + step, ports) for cell, ways in state.leads[root] for step, ports in ways]
            known = {there * 16 + n for there, ports in leading if there in state.frontier for n in range(12) if ports >> n & 1}
            assert known == ends[root]


def joined(game: Game, letter: int, side: int, port: int) -> bool:
    """Tell whether features of this edge letter are joined at a port."""
    return any(mine == port for mine, _ in game.rules.ruleset.joins[letter][side])


def placing(game: Game) -> bool:
    """Tell whether the player who must decide has to place a tile."""
    return game.player is not None and game.run.decision is None and game.rules.stages[game.state.stage] == "place"


def fork(game: Game) -> Game:
    """Return a copy that goes on from the same moment without a history."""
    other = copy.copy(game)
    other.run = copy.copy(game.run)
    other.run.log = []
    other._history, other.moves = None, []
    other.run.load(game.state.clone())
    other._resume()
    return other


# The list of actions


def check_list(game: Game) -> None:
    """Assert that the list of actions of a player who has to place a tile is what trying everything gives, each action once."""
    listed = game.actions()
    assert len(set(listed)) == len(listed), "an action is listed twice"
    plain = {action for action in listed if action[0] >= 0 and len(action[1]) == 3}
    # Where what follows is decided once the tile lies, the list is about the placement alone.
    late = {move[0] for _, move in plain if move[-1] is None}
    tried = {(cell, (*move[:-1], None) if move[0] in late else move) for cell, move in brute_force(game)}
    across = spanned(game)
    if across and not tried and game.rules.programs.unplaceable:
        across.add((DISCARD, ()))
    at_any_time = {(OFFER, suffix) for suffix in all_options(game.run, game.rules.placing.at_any_time)[1:]}
    expected = tried | across | at_any_time
    for action in listed:
        assert action in expected, f"{game.describe(action)} is listed, and may not be done"
    for action in sorted(expected - set(listed), key=repr):
        raise AssertionError(f"{game.describe(action)} may be done, and is not listed")
    for action in sorted(plain, key=repr):
        if action[1][2] == ():
            _check_steps(game, action, {move[2] for cell, move in plain if (cell, *move[:2]) == (action[0], *action[1][:2])})


def _check_steps(game: Game, action: tuple[Any, ...], suffixes: set[Any]) -> None:
    """Assert that what may follow a placement in the same action is what is offered once the tile lies, and comes to the same."""
    cell, (design, turns, _) = action
    laid = fork(game)
    laid.play((cell, (design, turns, None)))
    at_it = laid.player is not None and laid.run.decision is None and laid.rules.stages[laid.state.stage] == "figure"
    offers = set()
    if at_it:
        plans = laid.rules.placing.plans
        offers = {suffix for _, suffix in laid.actions() if not suffix or plans[suffix[0]].when == OF_STEP}
    assert offers == suffixes if at_it else suffixes == {()}, f"{game.describe(action)} is followed by other offers"
    if at_it and game.rules.ruleset.figure_limit[1] == 1:
        last = max(suffixes, key=repr)
        at_once = fork(game)
        at_once.play((cell, (design, turns, last)))
        laid.play((OFFER, last))
        assert at_once.hash() == laid.hash(), f"{at_once.moves} is not the same in two steps"


def check_words(game: Game) -> None:
    """Assert that every action has words of its own, and that it is found again by them."""
    actions = game.actions()
    told = [json.dumps(game.describe(action), sort_keys=True) for action in actions]
    assert len(set(told)) == len(told), next(words for words in told if told.count(words) > 1)
    for n in {0, len(actions) // 2, len(actions) - 1} if actions else ():
        assert game.find(json.loads(told[n])) == actions[n]


def check_points(game: Game) -> None:
    """Assert that the points that are explained add up to the scores, never below nothing, and that statements are cited for each."""
    told = explain(game)
    assert all(points["statements"] for points in told)
    for colour, score in zip(game.colours, game.scores, strict=True):
        total = 0
        for points in told:
            if points["player"] == colour:
                total += points["points"]
                assert total >= 0, f"{colour} pays more points than there are"
        assert total == score
        assert explain(game, colour) == [points for points in told if points["player"] == colour]


def _near(game: Game) -> set[Cell]:
    return {(x + dx, y + dy) for x, y in map(place_of, game.state.cells) for dx in range(-2, 3) for dy in range(-2, 3)}


def brute_force(game: Game) -> set[tuple[Any, ...]]:
    """Return every joint action, by laying the tile on a copy at each cell near the board and asking there what may be done."""
    state, rules = game.state, game.rules.ruleset
    board = edges_on_board(game)
    found: set[tuple[Any, ...]] = set()
    for design in rules.faces[state.drawn]:
        for x, y in _near(game):
            for turns in sorted(set(rules.rotations(design))):
                if may_lie(game, board, rules.designs[design], (x, y), turns):
                    there = copy.copy(game.run)
                    there.state, there.log = state.clone(), []
                    there.place(design, cell_of(x, y), turns, ())
                    options = all_options(there, game.rules.placing.step)
                    found |= {(cell_of(x, y), (design, turns, suffix)) for suffix in options}
    return found


def spanned(game: Game) -> set[tuple[Any, ...]]:
    """Return every placement that needs a piece across the tile or the one next to it, by trying each place for the piece."""
    state, rules, rule = game.state, game.rules.ruleset, _span_rule(game)
    found: set[tuple[Any, ...]] = set()
    if rule is None:
        return found
    kind, verb = rules.figure_index[rule.piece], rules.verbs.index(rule.verb)
    supply = state.supply[state.active][kind]
    if not supply or any(v == verb and state.piece_kind[piece] == kind for v, piece in state.turn_puts):
        return found
    board = edges_on_board(game)
    for design in rules.faces[state.drawn]:
        squares = rules.catalog.designs[rules.designs[design]].all_squares
        if len(squares) > 1:
            continue
        for x, y in {(x + dx, y + dy) for x, y in board for dx, dy in _STEPS} - set(board):
            for turns in sorted(set(rules.rotations(design))):
                if may_lie(game, board, rules.designs[design], (x, y), turns):
                    continue
                edges = rotate(squares[0].edges, turns)
                for at in ((x, y), *((x + dx, y + dy) for dx, dy in _STEPS)):
                    for axis in (0, 1):
                        if _may_span(game, {**board, (x, y): edges}, at, axis) and may_lie(
                            game,
                            {cell: _spanned(game, e, axis) if cell == at else e for cell, e in board.items()},
                            rules.designs[design],
                            (x, y),
                            turns,
                            _spanned(game, edges, axis) if at == (x, y) else edges,
                        ):
                            there = copy.copy(game.run)
                            there.state, there.log = state.clone(), []
                            there.place(design, cell_of(x, y), turns, ())
                            permit = rule.permitted
                            if permit is None or permits(there, permit.actor, permit.verb, supply[0], CELL + cell_of(*at)):
                                found.add((cell_of(x, y), (design, turns, None, (cell_of(*at), axis))))
    return found


def _may_span(game: Game, board: dict[Cell, str], at: Cell, axis: int) -> bool:
    """Tell whether a piece could lie across a tile: both its ends show what is spanned, nothing lies there, and older tiles do not mind."""
    over, carried = _letters(game)
    number = game.state.cells.get(cell_of(*at))
    if at not in board or number in game.state.spans or any(board[at][edge] != over for edge in (axis, axis + 2)):
        return False
    if number is None:
        return True
    ends = [(at[0] + _STEPS[edge][0], at[1] + _STEPS[edge][1], edge) for edge in (axis, axis + 2)]
    return all(board[x, y][edge ^ 2] == carried for x, y, edge in ends if (x, y) in board)


def may_lie(game: Game, board: dict[Cell, str], design: str, at: Cell, turns: int, edges: str | None = None) -> bool:
    """Tell whether a tile may be placed, from the statements and the designs alone; ``board``: the edge letters on it.

    ``edges``: those of a tile of one square, as it would lie, where they are not those of its design.
    """
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
    shown = {cell: edges or rotate(square.edges, turns) for cell, square in placed.items()}
    if any(shown[cell][side] != other[(side + 2) % 4] for cell, side, other in touching):
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
