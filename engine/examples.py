"""Examples played: a position is laid out, its moves are made, and what was expected is compared with what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from catalog import Catalog
from catalog.examples import PORTS, Example, Expected, Standing
from engine import plain
from engine.events import Event, IllegalActionError, SetupError, Words
from engine.game import Game
from engine.rules import Rules, compile_rules
from engine.run import Run
from engine.state import AREA, BESIDE, BOX, CELL, NOBODY, SUPPLY, TRACK, WITH, State, cell_of, place_of
from engine.table import TableError, lay_table
from engine.telling import Teller, alike, part, reaches

_PLACES = {"beside-board": BESIDE, "box": BOX, "score-track": TRACK}


class PositionError(ValueError):
    """A position that cannot be laid out, with the reason."""


@dataclass(frozen=True)
class Made:
    """A move of an example: the colour of who made it, what it was, what everybody sees after it, and the statements it follows from.

    A tile that lies on the board is no longer ``drawn``.
    """

    player: str
    move: Words
    view: Words
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """What came of an example: what everybody sees before and after, and in sentences what was not as expected (nothing: it holds).

    ``events`` are the statements that something followed from, in that order; ``made`` are its moves one by one.
    """

    before: Words | None
    after: Words | None
    failures: tuple[str, ...]
    events: tuple[str, ...] = ()
    made: tuple[Made, ...] = ()


@dataclass
class Examples:
    """Plays the examples of a catalogue; tables that several of them share are compiled once."""

    catalog: Catalog
    _rules: dict[tuple[object, ...], Rules] = field(default_factory=dict)

    def rules(self, example: Example) -> Rules:
        """Return the compiled table of an example. Raises :class:`TableError` or :class:`SetupError`."""
        table = example.table
        chosen = table.with_ or self.catalog.box_of_example[example.id]
        edition, options = table.edition, table.options
        players: tuple[str, ...] | int = example.players or 2
        key = (chosen, edition, options, players)
        if key not in self._rules:
            self._rules[key] = compile_rules(lay_table(self.catalog, chosen, edition, options), players)
        return self._rules[key]

    def run(self, example: Example) -> Outcome:
        """Play an example. Nothing in it makes this raise: what is wrong is among the failures."""
        try:
            rules = self.rules(example)
            begin = _laid_out(rules, example) if example.board else None
            game = Game(rules, example.seed, position=None if begin is None else plain.dump(begin))
        except (TableError, SetupError, PositionError) as error:
            return Outcome(None, None, (f"the position cannot be set up: {error}",))
        before = None if begin is None else _before(rules, example, begin)
        made = []
        for n, move in enumerate(example.moves, start=1):
            player = game.player
            try:
                action = game.find(move.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True))
                told = game.describe(action)
                events = game.apply(action)
            except IllegalActionError as error:
                because = f" ({', '.join(error.statements)})" if error.statements else ""
                return Outcome(before, game.view(), (f"move {n} is not legal: {error}{because}",))
            view = game.view()
            if game.state.stage > rules.stages.index("place"):
                view["drawn"] = None
            made.append(Made(rules.colours[player or 0], told, view, _cited(rules, events)))
        failures = tuple(_Check(game, example.expect, example.scores).failures())
        return Outcome(before, game.view(), failures, _cited(rules, game.events), tuple(made))


def _cited(rules: Rules, events: Sequence[Event]) -> tuple[str, ...]:
    """Return the statements that events follow from, once each, in the order in which they came."""
    return tuple(dict.fromkeys(rules.ruleset.statements[n].id for event in events for n in event.cites))


def run_example(catalog: Catalog, example: Example) -> Outcome:
    """Play one example; for many, keep an :class:`Examples`."""
    return Examples(catalog).run(example)


def position(rules: Rules, example: Example) -> dict[str, Any]:
    """Return the state that an example begins with. Raises :class:`PositionError` for a piece or a tile that cannot be there."""
    return plain.dump(_laid_out(rules, example))


def _before(rules: Rules, example: Example, begin: State) -> Words:
    run = Run(rules.ruleset, rules.programs, example.seed)
    run.load(begin)
    seen = Teller(run, rules.placing).view()
    shown = example.draws or tuple(tile for pile in example.piles.values() for tile in pile[:1])
    seen["drawn"] = shown[0] if shown else None
    return seen


def _laid_out(rules: Rules, example: Example) -> State:
    ruleset = rules.ruleset
    run = Run(ruleset, rules.programs, example.seed)
    run.set_up()
    dealt, board = run.state, State(ruleset.players, len(ruleset.figures), example.seed, ruleset.bystanders)
    # The pieces and the piles are those of the setup; the board is the example's.
    for name in ("chances", "piece_kind", "of_kinds", "owner", "where", "facing", "hidden", "supply", "piles"):
        setattr(board, name, getattr(dealt, name))
    run.state = board
    across = {cell_of(*p.at): _way(p) % 2 for p in example.pieces if p.at is not None and _lies_across(run, p)}
    for tile in example.board:
        cell = cell_of(*tile.at)
        _lay(run, tile.tile, cell, tile.turns // 90, across.get(cell))
    board.placed = board.completed = ()
    board.turn_completed = []
    for piece in example.pieces:
        _stand(run, piece)
    _piles(rules, example, board)
    for colour, points in example.scores.items():
        board.scores[_player(rules, colour)] = points
    if example.turn is not None:
        board.active = board.turn = _player(rules, example.turn)
    return board


def _lay(run: Run, design: str, cell: int, turns: int, axis: int | None) -> None:
    index = run.rules.design_index.get(design)
    if index is None:
        raise PositionError(f"the tile `{design}` is not on the table")
    if cell in run.state.cells:
        raise PositionError(f"two tiles lie on one cell: `{design}` is the second")
    if axis is not None and run.rules.shapes(index)[turns].squares[0].spans[axis] is None:
        raise PositionError(f"nothing can lie across `{design}` so")
    run.place(index, cell, turns, (), axis)


def _player(rules: Rules, colour: str) -> int:
    if colour not in rules.colours:
        raise PositionError(f"nobody plays `{colour}`")
    return rules.colours.index(colour)


def _stand(run: Run, piece: Standing) -> None:
    rules, state = run.rules, run.state
    figure = rules.figure_index[piece.piece]
    number = rules.single.get(figure)
    if number is None and piece.of is None and figure in rules.stocked:
        waiting = [p for p, kind in enumerate(state.piece_kind) if kind == figure and state.where[p] in _PLACES.values()]
        if not waiting:
            raise PositionError(f"no `{piece.piece}` is left to stand there")
        number = waiting[0]
    if number is None and figure in rules.unpublished:
        owner = NOBODY if piece.of is None else rules.colours.index(piece.of)
        if piece.supply is not None:
            state.add_piece(figure, owner, SUPPLY, piece.supply)
            return
        number = len(state.where)
        state.add_piece(figure, owner, BOX)
    if number is None:
        if piece.of is None or piece.of not in rules.colours:
            raise PositionError(f"a `{piece.piece}` belongs to one of the players: say `of`")
        supply = state.supply[rules.colours.index(piece.of)][figure]
        if not supply:
            raise PositionError(f"no `{piece.piece}` of {piece.of} is left to stand there")
        number = supply[0]
    hidden = state.hidden[number]
    state.move(number, _where(run, piece))
    if piece.place != "box":
        state.hidden[number] = hidden
    state.facing[number] = _way(piece) % 2 if _lies_across(run, piece) else _way(piece)


def _way(piece: Standing) -> int:
    """Return the direction in which a piece looks; -1 for none."""
    return -1 if piece.facing is None else "NESW".index(piece.facing)


def _lies_across(run: Run, piece: Standing) -> bool:
    """Tell whether a piece lies across its tile, so that the tile meets others by it."""
    span = run.rules.span
    return span is not None and piece.facing is not None and run.rules.figures[span.piece] == piece.piece


def _where(run: Run, piece: Standing) -> int:
    rules = run.rules
    if piece.with_ is not None:
        wanted = piece.with_.model_dump(by_alias=True, exclude_none=True)
        found = [p for p in range(len(run.state.where)) if alike("", wanted, _told(run, p))]
        if not found:
            raise PositionError(f"`{piece.piece}` has no such piece to be with")
        return WITH + found[0]
    if piece.before is not None:
        if piece.before not in rules.colours:
            raise PositionError(f"nobody plays `{piece.before}`")
        return AREA - rules.colours.index(piece.before)
    if piece.at is None:
        if piece.place not in _PLACES:
            raise PositionError(f"where `{piece.piece}` is, is not said")
        return _PLACES[piece.place]
    cell = cell_of(*piece.at)
    if cell not in run.state.cells:
        raise PositionError(f"no tile lies at {piece.at[0]},{piece.at[1]}")
    if piece.on is None:
        return CELL + cell
    number = run.state.cells[cell]
    square = run.state.shapes[number]
    for local, segment in enumerate(square.segments):
        if segment.kind < 0:
            continue
        ports = [PORTS[p] for p in segment.ports]
        if rules.kinds[segment.kind] == piece.on.kind and (piece.on.port is None or reaches(ports, piece.on.port)):
            return run.state.sq_first[number] + local
    raise PositionError(f"the tile at {piece.at[0]},{piece.at[1]} has no such part of a `{piece.on.kind}`")


def _told(run: Run, piece: int) -> Words:
    """Return a piece in words, as far as it stands on a feature or a cell."""
    rules, state = run.rules, run.state
    told: Words = {"piece": rules.figures[state.piece_kind[piece]]}
    if state.owner[piece] >= 0:
        told["of"] = rules.colours[state.owner[piece]]
    cell = state.cell_of_piece(piece)
    if cell is not None:
        number = state.cells[cell]
        told["at"] = list(place_of(cell))
        where = state.where[piece]
        if 0 <= where < CELL:
            told["on"] = part(rules, state.shapes[number], where - state.sq_first[number])
    return told


def _piles(rules: Rules, example: Example, board: State) -> None:
    index = rules.ruleset.design_index
    for tile in (*example.draws, *(t for pile in example.piles.values() for t in pile)):
        if tile not in index:
            raise PositionError(f"the tile `{tile}` is not on the table")
    if example.piles:
        board.piles = {name: [index[t] for t in reversed(pile)] for name, pile in example.piles.items()}
        return
    ending = rules.ruleset.ends_when[1]
    last = ending[0] if ending else next(reversed(board.piles), None)
    if last is None:
        raise PositionError("there is no pile to draw from")
    board.piles = {name: [] for name in board.piles} | {
        last: board.piles.get(last, []) + [index[t] for t in reversed(example.draws)]
    }


@dataclass(frozen=True)
class _Check:
    """Compares a game with what was expected of it."""

    game: Game
    expect: Expected
    begun: Mapping[str, int]

    def failures(self) -> Iterator[str]:
        """Yield a sentence for everything that is not as expected."""
        game, expect = self.game, self.expect
        view = game.view()
        if expect.points is not None:
            begun = self.begun
            gained = {c: s - begun.get(c, 0) for c, s in zip(game.colours, game.scores, strict=True) if s != begun.get(c, 0)}
            if gained != {c: s for c, s in expect.points.items() if s}:
                yield f"points: {gained}, expected {dict(expect.points)}"
        for tile in expect.board:
            wanted = {"tile": tile.tile, "at": list(tile.at), "turns": tile.turns}
            if not any(self._lies(wanted, there) for there in view["board"]):
                yield f"no tile lies so: {wanted}"
        yield from self._pieces()
        for name, count in (expect.piles or {}).items():
            if view["piles"].get(name) != count:
                yield f"pile {name}: {view['piles'].get(name)} tiles, expected {count}"
        for key, got in (
            ("turn", view["turn"]),
            ("decides", view["decides"]),
            ("choices", len(game.actions())),
            ("over", game.over),
        ):
            wanted = getattr(expect, key)
            if wanted is not None and wanted != got:
                yield f"{key}: {got}, expected {wanted}"
        winners = [game.colours[p] for p in game.winners]
        if expect.winners is not None and sorted(winners) != sorted(expect.winners):
            yield f"winners: {winners}, expected {list(expect.winners)}"
        yield from self._moves()

    def _lies(self, wanted: Words, there: Words) -> bool:
        if wanted["tile"] != there["tile"] or wanted["at"] != there["at"]:
            return False
        rules = self.game.rules.ruleset
        lies = rules.rotations(rules.design_index[wanted["tile"]])
        return bool(lies[wanted["turns"] // 90] == lies[there["turns"] // 90])

    def _pieces(self) -> Iterator[str]:
        run = self.game.run
        left = list(range(len(run.state.where)))
        # What lies face down is told as what it is, or as what it is seen as.
        tellers = [Teller(run, self.game.rules.placing, openly=openly) for openly in (True, False)]
        for standing in self.expect.pieces:
            wanted = standing.model_dump(by_alias=True, exclude_none=True)
            if standing.supply is not None:
                got = tellers[0].supply().get(standing.of or "", {}).get(standing.piece, 0)
                if got != standing.supply:
                    yield f"supply of {standing.of}: {got} of `{standing.piece}`, expected {standing.supply}"
                continue
            if standing.place == "board":
                del wanted["place"]
            if standing.count is not None:
                del wanted["count"]
                number = sum(any(alike("", wanted, teller.piece(p)) for teller in tellers) for p in left)
                if number != standing.count:
                    yield f"{number} pieces stand so, expected {standing.count}: {wanted}"
                continue
            found = next(
                (
                    p
                    for p in left
                    if any(alike("", wanted, t.piece(p)) for t in tellers)
                    and (standing.place != "board" or run.state.on_board(p))
                ),
                None,
            )
            if found is None:
                yield f"no piece stands so: {wanted}"
            else:
                left.remove(found)

    def _moves(self) -> Iterator[str]:
        game = self.game
        teller = Teller(game.run, game.rules.placing)
        told = [teller.action(a) for a in game.actions()] if self.expect.may or self.expect.may_not else []
        for move in self.expect.may:
            pattern = move.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True)
            if not any(teller.matches(pattern, t) for t in told):
                yield f"not legal, though it should be: {pattern}"
        for refused in self.expect.may_not:
            pattern = refused.model_dump(by_alias=True, exclude_none=True, exclude_defaults=True, exclude={"because"})
            if any(teller.matches(pattern, t) for t in told):
                yield f"legal, though it should not be: {pattern}"
            elif refused.because:
                cited = self._because(pattern)
                if not set(refused.because) <= set(cited):
                    yield f"refused because of {list(cited)}, expected {list(refused.because)}: {pattern}"

    def _because(self, pattern: Words) -> tuple[str, ...]:
        try:
            self.game.find(pattern)
        except IllegalActionError as error:
            return error.statements
        return ()
