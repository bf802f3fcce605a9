"""Integers told in words: what a game shows, what its actions are called, and why an action is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from catalog.effects import Steps
from catalog.examples import PORTS
from catalog.questions import AGAINST
from engine.events import IllegalActionError, Words
from engine.offers import SPOT, Plan, Suffix
from engine.placing import CHOOSE, DISCARD, OFFER, SPAN, Placing
from engine.ruleset import Ruleset
from engine.run import Run
from engine.shapes import STEP, SquareShape
from engine.state import AREA, BESIDE, BOX, CELL, HALF, NOBODY, SUPPLY, TRACK, WITH, cell_of, place_of

DIRECTIONS = ("N", "E", "S", "W")
DEALS = ("buy", "sell")
"""What a seller in an auction does with a higher bid, by number."""
_PLACES = {SUPPLY: "supply", BESIDE: "beside-board", BOX: "box", TRACK: "score-track"}
_SIDES = ("north", "east", "south", "west")


class Teller:
    """Tells of one moment of a game."""

    def __init__(self, run: Run, placing: Placing, *, openly: bool = False) -> None:
        """Tell of a running game as it stands now; ``openly``: of what lies face down too."""
        self.openly = openly
        self.run = run
        self.rules = run.rules
        self.placing = placing

    # Things

    def view(self) -> Words:
        """Return what everybody sees: the board, the pieces, the scores, how many tiles are in each pile, an auction that goes on, and
        the tile in hand.
        """
        state, rules = self.run.state, self.rules
        return {
            "board": [
                {
                    "tile": rules.designs[state.sq_design[n]],
                    "at": list(place_of(state.sq_cell[n])),
                    "turns": 90 * state.sq_turns[n],
                }
                for n in range(len(state.sq_cell))
                if state.sq_part[n] == 0
            ],
            "pieces": [self.piece(p) for p in self._seen()],
            "supply": self.supply(),
            "scores": {rules.colours[p]: state.scores[p] for p in range(state.players)},
            "piles": {name: len(pile) for name, pile in state.piles.items()},
            "open": {name: [rules.designs[d] for d in reversed(state.piles.get(name, []))] for name in rules.open_piles},
            "auction": self._auction(),
            "drawn": rules.designs[state.drawn] if state.drawn >= 0 else None,
        }

    def _auction(self) -> Words | None:
        """Return what is sold, by whom, and who has bid most so far; None where no auction goes on."""
        rules, run = self.rules, self.run
        for frame in reversed(run.state.agenda):
            for sale in run.programs[frame[0]].sales:
                told = sale.told(frame)
                if told is not None:
                    lots, seller, lot, bid, best = told
                    begun = lot >= 0
                    return {
                        "tiles": [rules.designs[d] for d in lots],
                        "seller": rules.colours[seller],
                        "tile": rules.designs[lot] if begun else None,
                        "bid": bid if begun else None,
                        "of": rules.colours[best] if begun else None,
                    }
        return None

    def _seen(self) -> list[int]:
        """Return the pieces that are not in a supply; those that lie face down last, in an order that does not tell which is which."""
        state = self.run.state
        pieces = [p for p in range(len(state.where)) if state.where[p] != SUPPLY]
        face_up = [p for p in pieces if state.hidden[p] < 0 or self.openly]
        face_down = [p for p in pieces if p not in face_up]
        return face_up + sorted(face_down, key=lambda p: (state.hidden[p], state.where[p], state.owner[p]))

    def supply(self) -> dict[str, dict[str, int]]:
        """Return how many figures of each kind each player has in the supply."""
        state, rules = self.run.state, self.rules
        return {
            rules.colours[p]: {rules.figures[kind]: len(pieces) for kind, pieces in enumerate(kinds) if pieces}
            for p, kinds in enumerate(state.supply)
        }

    def piece(self, piece: int) -> Words:
        """Return a piece: what it is, whose, and where it is."""
        state, rules = self.run.state, self.rules
        hidden = state.hidden[piece]
        told: Words = {"piece": rules.figures[state.piece_kind[piece] if hidden < 0 or self.openly else hidden]}
        if state.owner[piece] != NOBODY:
            told["of"] = rules.colours[state.owner[piece]]
        where = state.where[piece]
        if where >= WITH:
            told["with"] = self.piece(where - WITH)
        elif where >= CELL:
            told["at"] = list(place_of(where - CELL))
        elif where >= 0:
            told |= self.spot(where)
        elif where <= AREA:
            told["before"] = rules.colours[AREA - where]
        else:
            told["place"] = _PLACES[where]
        if state.facing[piece] >= 0:
            told["facing"] = DIRECTIONS[state.facing[piece]]
        return told

    def spot(self, segment: int) -> Words:
        """Return a spot: the cell, the kind of feature and the ports of the part that lies there."""
        state = self.run.state
        number = state.square[segment]
        square = self.run.square(number)
        return {"at": list(place_of(state.sq_cell[number])), "on": part(self.rules, square, segment - state.sq_first[number])}

    def feature(self, root: int, mask: int) -> Words:
        """Return a feature: its kind and the cells of its tiles."""
        state = self.run.state
        cells = [list(place_of(state.sq_cell[n])) for n in range(mask.bit_length()) if mask >> n & 1]
        return {"kind": self.rules.kinds[state.kind[root]], "tiles": cells}

    # Actions

    def action(self, action: Sequence[Any]) -> Words:
        """Return an action in words."""
        if action[0] == CHOOSE:
            return self._choice(action[1])
        if action[0] == SPAN:
            return {"span": self._across(action[1])}
        if action[0] == DISCARD:
            return {"discard": True}
        if action[0] != OFFER:
            cell, (design, turns, suffix, *across) = action
            told: Words = {"place": list(place_of(cell)), "tile": self.rules.designs[design], "turns": 90 * turns}
            if across:
                told["span"] = self._across(across[0])
            return told if not suffix else told | self._offer(suffix, (design, cell, turns))
        return self._offer(action[1], None) if action[1] else {"pass": True}

    def _across(self, place: tuple[int, int]) -> Words:
        rule = self.rules.span
        if rule is None:
            raise IllegalActionError("nothing is laid across tiles in this game")
        cell, axis = place
        return {"piece": self.rules.figures[rule.piece], "at": list(place_of(cell)), "facing": DIRECTIONS[axis]}

    def _choice(self, option: tuple[int, ...] | None) -> Words:
        decision = self.run.decision
        if decision is None:
            raise IllegalActionError("nobody has to choose now")
        statement = self.rules.statements[decision.choice.statement].id
        if option is None:
            return {"choose": "nothing", "statement": statement}
        things = [self._thing(sort, value) for sort, value in zip(decision.choice.sorts, option, strict=True)]
        return {"choose": things, "statement": statement}

    def _thing(self, sort: str, value: int) -> Words:  # noqa: PLR0911  one return for each sort
        match sort:
            case "pieces":
                return {**self.piece(value), **self._bearing(value)}
            case "cells":
                return {"cell": list(place_of(value))}
            case "directions":
                return {"direction": DIRECTIONS[value]}
            case "spots":
                return self.spot(value)
            case "in-pile":
                return {"tile": self.rules.designs[value]}
            case "points":
                return {"points": value}
            case "deal":
                return {"deal": DEALS[value]}
        state = self.run.state
        root = state.find(value)
        parts = [self.spot(s) for n in state.squares_of(root) for s in self.run.segments_of(n) if state.find(s) == root]
        return {"feature": {**self.feature(root, state.tiles[root]), "parts": parts}}

    def _bearing(self, piece: int) -> Words:
        """Return what is with a piece, by which it is told from another one that stands in the same place."""
        state, figures = self.run.state, self.rules.figures
        there = [figures[kind] for kind, where in zip(state.piece_kind, state.where, strict=True) if where == WITH + piece]
        return {"bearing": there} if there else {}

    def _offer(self, suffix: Suffix, tile: tuple[int, int, int] | None) -> Words:
        plan = self.placing.plans[suffix[0]]
        told: Words = {"offer": self.rules.statements[plan.offer.statement].id}
        if plan.sort == SPOT:
            _, kind, local = suffix
            return {"put": {"piece": self.rules.figures[kind], **self._goal(local, tile)}, **told}
        if plan.choice is not None:
            told["choose"] = [self._thing(s, v) for s, v in zip(plan.choice.sorts, suffix[1:], strict=True)]
        return told

    def _goal(self, local: int, tile: tuple[int, int, int] | None) -> Words:
        if local < 0:
            return self.spot(~local)
        if tile is None:
            return self.spot(self.run.state.sq_first[self.run.state.placed[0]] + local)
        design, cell, turns = tile
        shape = self.rules.shapes(design)[turns]
        for (dx, dy), square in zip(shape.cells, shape.squares, strict=True):
            if local < square.count:
                at = place_of(cell + dx * STEP[1] + dy * STEP[2])
                return {"at": list(at), "on": part(self.rules, square, local)}
            local -= square.count
        raise IllegalActionError("the tile has no such part")

    # Moves in words

    def find(
        self, move: Mapping[str, Any], actions: Sequence[Sequence[Any]], waiting: str, *, placing: bool, offering: bool
    ) -> Any:  # noqa: ANN401  an action
        """Return the one action that a move describes; what it does not name is not done. Raises :class:`IllegalActionError`."""
        _shaped(move)
        found = [action for action in actions if self.means(move, self.action(action))]
        if not found:
            if placing and "put" in move and any(action[0] >= 0 and action[1][2] is None for action in actions):
                raise self._by_itself(move, actions)
            if offering and (forcing := self._forcing(actions)):
                raise IllegalActionError("something else has to be done in this step, and nothing but that", forcing)
            raise self._reason(move, waiting, placing=placing, offering=offering)
        if len(found) > 1:
            # What one action is called may be a part of what another is called: told in full it is the one.
            found = [action for action in found if self.action(action) == move] or found
        if len(found) > 1:
            told = "; ".join(str(self.action(a)) for a in found[:3])
            raise IllegalActionError(f"the move says too little: it could be any of {len(found)} actions, such as {told}")
        return found[0]

    def means(self, move: Mapping[str, Any], told: Words) -> bool:
        """Tell whether a move means exactly this action: a figure that it does not name is not placed."""
        if "place" in move and any(
            more in told and not {"put", "offer", "span"} & set(move) for more in ("put", "offer", "span")
        ):
            return False
        if "put" in move and "place" in move and "at" not in move["put"]:
            move = {**move, "put": {**move["put"], "at": move["place"]}}
        return self.matches(move, told)

    def matches(self, pattern: Mapping[str, Any], told: Words) -> bool:
        """Tell whether an action fits a pattern: what the pattern does not name may be anything.

        A rotation of a symmetric tile is any that lies just the same.
        """
        if "turns" in pattern and "turns" in told and pattern["turns"] in (0, 90, 180, 270):
            lies = self.rules.rotations(self.rules.design_index[told["tile"]])
            pattern = {**pattern, "turns": 90 * lies[pattern["turns"] // 90]}
        return all(key in told and alike(key, value, told[key]) for key, value in pattern.items())

    # Refusals

    def _reason(self, move: Mapping[str, Any], waiting: str, *, placing: bool, offering: bool) -> IllegalActionError:
        state = self.run.state
        if not placing or "place" not in move:
            return self._out_of_turn(move, waiting, offering=offering)
        x, y = move["place"]
        if max(abs(x), abs(y)) >= HALF - 2:
            return IllegalActionError(f"{x},{y} is too far away to be a place on this table", self._ids(self._adjacent()))
        faces = [d for d in self.rules.faces[state.drawn] if move.get("tile") in (None, self.rules.designs[d])]
        if not faces:
            message = f"the tile that was drawn is `{self.rules.designs[state.drawn]}`"
            return IllegalActionError(message, self._ids(self._stepping()))
        turns = [move["turns"] // 90] if "turns" in move else list(range(4))
        problems = [self._misfit(d, cell_of(x, y), t) for d in faces for t in turns]
        if all(problems):
            return next(p for p in problems if p)
        put = move.get("put")
        if put is None:
            return IllegalActionError(
                "this may not be done after the tile is placed", self._statements(p for p in self.placing.plans)
            )
        design, turned = next((d, t) for d in faces for t in turns if self._misfit(d, cell_of(x, y), t) is None)
        return self._no_figure(put, design, cell_of(x, y), turned)

    def _by_itself(self, move: Mapping[str, Any], actions: Sequence[Sequence[Any]]) -> IllegalActionError:
        """Return why a tile and a figure cannot be placed in one move now, or what else is wrong with the tile."""
        alone = {key: value for key, value in move.items() if key not in {"put", "offer", "choose"}}
        if any(self.matches(alone, self.action(action)) for action in actions):
            message = "the tile is placed in a move of its own now: something is decided before a figure may follow"
            return IllegalActionError(message, self._ids(self._stepping()))
        return self._reason(alone, "", placing=True, offering=False)

    def _out_of_turn(self, move: Mapping[str, Any], waiting: str, *, offering: bool) -> IllegalActionError:
        """Return why a move that places no tile is refused; ``offering``: a figure might go to the tile just placed."""
        if offering and "put" in move and "place" not in move:
            state = self.run.state
            first = state.placed[0]
            return self._no_figure(move["put"], state.sq_design[first], state.sq_cell[first], state.sq_turns[first])
        return IllegalActionError(f"this may not be done now: {waiting}", self._deciding())

    def _forcing(self, actions: Sequence[Sequence[Any]]) -> tuple[str, ...]:
        """Return the statements of the offers that have to be taken now; none where it may be passed."""
        taken = [self.placing.plans[action[1][0]] for action in actions if action[0] == OFFER and action[1]]
        return self._statements(plan for plan in taken if plan.must)

    def _deciding(self) -> tuple[str, ...]:
        """Return the statement that somebody has to choose by; else what the turn consists of, or by what the game is over."""
        decision, rules = self.run.decision, self.rules
        if decision is not None:
            return self._ids([decision.choice.statement])
        over = any(entry[0] == "over" for entry in reversed(self.run.log))
        return self._ids([*rules.ends_when[0]] if over else self._stepping())

    def _stepping(self) -> list[int]:
        return [n for n, _ in self.rules.rules(Steps)]

    def _adjacent(self) -> list[int]:
        return [n for n, rule in self.rules.fits if rule.adjacent]

    def _ids(self, numbers: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.rules.statements[n].id for n in numbers)

    def _statements(self, plans: Iterator[Plan]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.rules.statements[p.offer.statement].id for p in plans))

    def _misfit(self, design: int, first: int, turns: int) -> IllegalActionError | None:
        """Return why a tile does not fit a cell, or None if it does."""
        state, rules = self.run.state, self.rules
        shape = rules.shapes(design)[turns]
        if self.placing.lies(state, shape, first):
            return None
        cells = [first + dx * STEP[1] + dy * STEP[2] for dx, dy in shape.cells]
        for cell in cells:
            if cell in state.cells:
                return IllegalActionError(f"a tile lies at {_at(cell)} already", self._ids(self._adjacent()))
        if not any(cell in state.frontier for cell in cells):
            return IllegalActionError(f"no tile lies next to {_at(first)}", self._ids(self._adjacent()))
        for cell, square in zip(cells, shape.squares, strict=True):
            code = state.frontier.get(cell, 0)
            for edge in range(4):
                letter = rules.around[code][edge]
                if letter and letter != square.edges[edge]:
                    mine, theirs = (rules.kinds[rules.edge_kinds[n - 1]] for n in (square.edges[edge], letter))
                    message = (
                        f"at {_at(cell)} the {_SIDES[edge]} edge of the tile shows {mine}, and the tile there shows {theirs}"
                    )
                    return IllegalActionError(message, self._ids([n for n, r in rules.fits if r.match]))
        if any(self.placing.u_turn(state, s, c) for s, c in zip(shape.squares, cells, strict=True)):
            return IllegalActionError(
                f"at {_at(first)} it would bend the same way as the tile before it",
                self._ids([n for n, r in rules.fits if r.no_u_turn]),
            )
        return IllegalActionError(
            f"at {_at(first)} the tile does not continue what it has to", self._ids([n for n, r in rules.fits if r.continues])
        )

    def _no_figure(self, put: Mapping[str, Any], design: int, first: int, turns: int) -> IllegalActionError:
        """Return why a figure may not go where a move says, on a tile that fits."""
        rules, state = self.rules, self.run.state
        figure = put.get("piece")
        if figure not in rules.figure_index:
            return IllegalActionError(f"there is no figure `{figure}`", self._statements(iter(self.placing.plans)))
        kind = rules.figure_index[figure]
        plans = [p for p in self.placing.plans if kind in p.figures]
        if not plans:
            message = f"no statement on the table lets you place `{figure}`"
            return IllegalActionError(message, self._statements(iter(self.placing.plans)))
        if not state.supply[state.active][kind]:
            return IllegalActionError(
                f"no `{figure}` is left in the supply of {rules.colours[state.active]}", self._statements(iter(plans))
            )
        settled = self.placing.programs.settled
        live = [p for p in plans if settled(p.offer.rule.if_, "placed", design) is not False]
        shape = rules.shapes(design)[turns]
        wanted = tuple(put.get("at", place_of(first)))
        for (dx, dy), square in zip(shape.cells, shape.squares, strict=True):
            if wanted == place_of(first + dx * STEP[1] + dy * STEP[2]):
                return self._no_spot(put, live or plans, square, figure)
        return self._not_there(put, live, wanted, figure)

    def _not_there(self, put: Mapping[str, Any], plans: list[Plan], at: tuple[int, int], figure: str) -> IllegalActionError:
        """Return why a figure may not go on another tile than the one placed."""
        number = self.run.state.cells.get(cell_of(*at))
        if number is None:
            return IllegalActionError(f"no tile lies at {at[0]},{at[1]}", self._statements(iter(plans)))
        anywhere = [p for p in plans if p.anywhere]
        if not anywhere:
            message = f"`{figure}` may only go on the tile that is placed now, and not on the one at {at[0]},{at[1]}"
            return IllegalActionError(message, self._statements(iter(plans)))
        return self._no_spot(put, anywhere, self.run.square(number), figure)

    def _no_spot(self, put: Mapping[str, Any], plans: list[Plan], square: SquareShape, figure: str) -> IllegalActionError:
        rules = self.rules
        parts = [n for n in range(square.count) if "on" not in put or alike("on", put["on"], part(self.rules, square, n))]
        if not parts:
            return IllegalActionError("the tile has no such feature there", self._statements(iter(plans)))
        kind = square.kinds[parts[0]]
        on = rules.places(square, parts[0], kind)
        for plan in plans:
            if plan.permit is not None:
                rows = rules.reaching(*plan.permit, figure, on, frozenset())
                against = [row.statement.id for row in rows if row.permission.verdict in AGAINST]
                if against:
                    return IllegalActionError(f"`{figure}` may not go there: a ruling forbids it", tuple(dict.fromkeys(against)))
        fitting = [p for p in plans if kind in p.kinds]
        if not fitting:
            return IllegalActionError(f"no statement lets `{figure}` go on `{rules.kinds[kind]}`", self._statements(iter(plans)))
        message = f"`{figure}` may not go on that `{rules.kinds[kind]}`: somebody stands on it, or it is completed"
        return IllegalActionError(message, self._statements(iter(fitting)))


def _shaped(move: object) -> None:
    """Raise :class:`IllegalActionError` for what is no move at all."""
    if not isinstance(move, Mapping):
        raise IllegalActionError(f"{move!r} is no move: a move is a mapping, such as {{'place': [1, 0], 'turns': 90}}")
    put = move.get("put", {})
    wrong = (
        ("place" in move and not _is_cell(move["place"]) and "`place` is two whole numbers, [x, y]")
        or (
            "turns" in move
            and (isinstance(move["turns"], bool) or move["turns"] not in (0, 90, 180, 270))
            and "`turns` is 0, 90, 180 or 270"
        )
        or ((not isinstance(put, Mapping) or not isinstance(put.get("piece", ""), str)) and "`put` is a mapping with a `piece`")
        or ("at" in put and not _is_cell(put["at"]) and "`at` is two whole numbers, [x, y]")
        or (
            "on" in put
            and not _is_part(put["on"])
            and "`on` is a kind of feature, or a mapping with `kind` and `port` or `ports`"
        )
    )
    if wrong:
        raise IllegalActionError(f"this is no move: {wrong}")


def _is_part(value: object) -> bool:
    if not isinstance(value, Mapping):
        return isinstance(value, str)
    ports = value.get("ports", [])
    return isinstance(value.get("port", ""), str) and isinstance(ports, list | tuple) and all(isinstance(p, str) for p in ports)


def _is_cell(value: object) -> bool:
    return (
        isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(n, int) and not isinstance(n, bool) for n in value)
    )


def part(rules: Ruleset, square: SquareShape, local: int) -> Words:
    """Return a part of a feature on a square: its kind, and its ports as the tile lies."""
    segment = square.segments[local]
    return {"kind": rules.kinds[segment.kind], "ports": [PORTS[p] for p in segment.ports]}


def reaches(ports: Sequence[str], port: str) -> bool:
    """Tell whether a part with these ports has one of that name; the name of an edge is enough for a part that has a half of it."""
    return port in ports or f"{port}L" in ports or f"{port}R" in ports


def _at(cell: int) -> str:
    x, y = place_of(cell)
    return f"{x},{y}"


def alike(key: str, wanted: Any, told: Any) -> bool:  # noqa: ANN401  both are JSON data
    """Tell whether a value of a pattern fits a value of an action or a piece."""
    if key == "on":
        return _on(wanted, told)
    if key == "feature":
        return isinstance(wanted, Mapping) and isinstance(told, Mapping) and _feature(wanted, told)
    if isinstance(wanted, Mapping):
        return isinstance(told, Mapping) and all(k in told and alike(k, v, told[k]) for k, v in wanted.items())
    if isinstance(wanted, list | tuple) and isinstance(told, list | tuple):
        return len(wanted) == len(told) and all(alike("", w, t) for w, t in zip(wanted, told, strict=True))
    return bool(wanted == told)


def _feature(wanted: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    """Tell whether a feature is the one meant: by its kind, its tiles, all its parts, or one of its parts (``at``, ``on``)."""
    if any(key in wanted and wanted[key] != told[key] for key in told):
        return False
    part_of_it = {key: value for key, value in wanted.items() if key not in told}
    return any(alike("", part_of_it, p) for p in told["parts"])


def _on(wanted: Any, told: Words) -> bool:  # noqa: ANN401
    """Tell whether a part of a feature is the one meant: by its kind, by one of its ports (``port``), or by all of them (``ports``)."""
    if isinstance(wanted, str):
        return bool(wanted == told["kind"])
    if wanted.get("kind") != told["kind"]:
        return False
    if "ports" in wanted:
        return set(wanted["ports"]) == set(told["ports"])
    return wanted.get("port") is None or reaches(told["ports"], wanted["port"])
