"""The examples of the rules, ready for the pages: each is played, and what there is to see before and after is kept.

All of this is the same in every language. A picture shows what was played, so an example that does not hold cannot be shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from catalog import Catalog
from catalog.examples import Example, PlacedTile
from engine import Table, TableError, Words, lay_table
from generator import addresses
from generator.pictures import PiecePlaced, Placed, PositionError

if TYPE_CHECKING:
    from engine import Examples, Outcome
    from generator.pictures import Pictures

WIDTH, HEIGHT = 300, 420
"""The room for one of two pictures that stand side by side, in CSS pixels."""
WHOLE = 620
"""The room for a picture that has the column to itself."""
SIDE = 100
"""The side of a square where there is room enough."""
_MARGIN = 4
"""Round a board, in hundredths of a square."""
_DETAIL = 70
"""Below this many pixels a side, a square is drawn without decor, which would only hide the pieces then."""
_TOLD = 3
"""So many examples that do not hold are told of in one go."""
Cell = tuple[int, int]


class BrokenExampleError(Exception):
    """An example does not hold, or cannot be drawn; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Aside:
    """Pieces that are off the board: ``count`` of them.

    ``where`` is ``before`` (a ``player``), ``supply`` (of a ``player``), ``beside-board`` or ``score-track``.
    """

    figure: str
    colour: str | None
    where: str
    player: str | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Position:
    """What there is to see at one moment. ``outlined`` are the cells that it is about.

    These are where tiles are placed between the two moments, or else where the example says whether one may be placed.
    """

    board: tuple[Placed, ...]
    pieces: tuple[PiecePlaced, ...]
    outlined: tuple[Cell, ...] = ()
    hand: tuple[str, ...] = ()
    """The designs of the tiles that were drawn and do not lie there yet, in the order in which they come."""
    asides: tuple[Aside, ...] = ()
    gained: Mapping[str, int] = field(default_factory=dict)
    """The points that players gained until then, by their colour."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move on its way: who made it (a colour), what it was in the words of the engine, and the statements that it follows from.

    ``name`` and ``position`` are what there is to see after it; the last one shows what the example shows afterwards. ``gained`` are
    the points that this move brought, by colour.
    """

    name: str
    position: Position
    player: str
    move: Words
    cites: tuple[str, ...]
    gained: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PlayedExample:
    """An example with its positions by their names: ``before`` and ``after``, or the one of them that says it all.

    ``editions`` are those of the boxes on its table. ``cells`` are all that is on its boards, from the first moment to the last.
    ``steps`` are its moves, where it has several.
    """

    example: Example
    editions: Mapping[str, str]
    positions: Mapping[str, Position]
    cells: tuple[Cell, ...]
    steps: tuple[Step, ...] = ()

    @property
    def frames(self) -> dict[str, Position]:
        """All that is drawn of it, by name: its positions, and those between two moves."""
        return {**self.positions, **{step.name: step.position for step in self.steps if step.name not in self.positions}}

    @property
    def columns(self) -> int:
        """How many squares wide its boards are."""
        return self._extent(0)

    @property
    def rows(self) -> int:
        """How many squares high its boards are."""
        return self._extent(1)

    def _extent(self, axis: int) -> int:
        places = [cell[axis] for cell in self.cells] or [0]
        return 1 + max(places) - min(places)

    @property
    def wide(self) -> bool:
        """Whether its boards stand one above the other, for want of room beside each other."""
        return len(self.positions) > 1 and SIDE * self.columns > 1.4 * WIDTH

    @property
    def side(self) -> int:
        """The side of a square in CSS pixels."""
        width = WHOLE if self.wide or len(self.positions) == 1 else WIDTH
        share = 2 * _MARGIN / 100
        return round(min(SIDE, width / (self.columns + share), HEIGHT / (self.rows + share)))

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height of each of its pictures in CSS pixels."""
        share = 2 * _MARGIN / 100
        return round(self.side * (self.columns + share)), round(self.side * (self.rows + share))

    def home(self, catalog: Catalog) -> str | None:
        """Return the path, below the language, of the page that shows it: the rulebook of its main statement as it was played."""
        main = self.example.shows[0]
        return addresses.statement_page(catalog, main, self.editions.get(catalog.box_of[main]))

    def draw(self, pictures: Pictures, *, size: int | None = None, title: str | None = None) -> Iterator[tuple[str, str]]:
        """Yield the name and the SVG of each of its :attr:`frames`, all of one size. Raises :class:`BrokenExampleError` for a piece that cannot stand there.

        ``size`` is the side of a square in pixels, else as there is room on a page of the site; ``title`` is what the pictures are
        called for who does not see them, else that of the example in English.
        """
        if size is None and self.side < _DETAIL:
            size = self.side
        for name, position in self.frames.items():
            try:
                drawn = pictures.position(
                    position.board,
                    position.pieces,
                    highlight=position.outlined,
                    room=self.cells,
                    size=size,
                    title=self.example.title if title is None else title,
                    margin=_MARGIN,
                )
            except PositionError as error:
                raise BrokenExampleError(f"the example `{self.example.id}` cannot be drawn: {error}") from None
            yield name, drawn


def play(catalog: Catalog) -> dict[str, PlayedExample]:
    """Play all examples, and return them by their ids. Raises :class:`BrokenExampleError` where one does not hold."""
    from engine import Examples  # noqa: PLC0415  who plays nothing does not wait for what plays

    examples = Examples(catalog)
    return held({example.id: play_one(examples, example) for example in catalog.examples.values()})


def play_one(examples: Examples, example: Example) -> PlayedExample | str:
    """Play an example, and return it as it is seen; where it does not hold, a sentence that says so."""
    outcome = examples.run(example)
    if outcome.failures or outcome.after is None:
        return f"the example `{example.id}` does not hold: {outcome.failures[0]}"
    return _Viewer(examples.catalog, example, outcome.after).seen(outcome, examples.rules(example).table.editions)


def held(outcomes: Mapping[str, PlayedExample | str]) -> dict[str, PlayedExample]:
    """Return what :func:`play_one` gave for some examples, if all of them hold. Raises :class:`BrokenExampleError` otherwise."""
    broken = [outcome for outcome in outcomes.values() if isinstance(outcome, str)]
    if broken:
        more = f"; and {len(broken) - _TOLD} more" if len(broken) > _TOLD else ""
        raise BrokenExampleError("; ".join(broken[:_TOLD]) + more)
    return {name: outcome for name, outcome in outcomes.items() if not isinstance(outcome, str)}


def play_at(table: Table, wanted: Iterable[Example]) -> dict[str, PlayedExample]:
    """Play examples as they come out at a table, and return those that hold there, by their ids.

    Each is played with its own boxes, but in the editions of the table, with the values of its options and without the modules that
    it leaves out. What is about other boxes, needs tiles of other editions, comes out otherwise, or shows a statement that does not
    hold at the table is not among them.
    """
    from engine import Examples  # noqa: PLC0415  as above

    catalog, examples, held = table.catalog, Examples(table.catalog), {statement.id for statement in table.statements}
    played = {}
    for example in wanted:
        there = _there(table, example) if held.issuperset(example.shows) else None
        if there is None:
            continue
        outcome = examples.run(there)
        if outcome.after is not None and not outcome.failures:
            played[example.id] = _Viewer(catalog, there, outcome.after).seen(outcome, examples.rules(there).table.editions)
    return played


def _there(table: Table, example: Example) -> Example | None:
    """Return an example on the part of a table that it is about, or None where that has not all of its boxes."""
    catalog, own = table.catalog, example.table
    chosen = own.with_ or catalog.box_of_example[example.id]
    try:
        part = lay_table(catalog, chosen, own.edition, own.options)
    except TableError:
        return None
    if not table.editions.keys() >= part.editions.keys():
        return None
    boxes = []
    for box, modules in part.modules.items():
        left = [m for m in (modules, table.modules[box]) if m is not None]
        only = f":{'+'.join(sorted(frozenset.intersection(*left)))}" if left else ""
        boxes.append(f"{box}@{table.editions[box]}{only}")
    options = tuple(sorted(o for o in table.options if (value := catalog.value(o)) is not None and value[0].id in part.editions))
    there = own.model_copy(update={"with_": ",".join(boxes), "edition": None, "options": options})
    return example.model_copy(update={"table": there})


@dataclass(frozen=True, slots=True)
class _Viewer:
    """Turns what the engine tells of an example into what is drawn."""

    catalog: Catalog
    example: Example
    last: Words

    def seen(self, outcome: Outcome, editions: Mapping[str, str]) -> PlayedExample:
        lies = _tiles(self.last)
        lay = _tiles(outcome.before) if outcome.before else lies
        placed = [tile for tile in lies if tile not in lay]
        drawn = outcome.before["drawn"] if outcome.before else None
        outlined = tuple(cell for tile in placed for cell in self._cells(tile)) or self._asked_about(drawn)
        positions = {}
        if outcome.before is not None:
            hand = self._drawn(placed) if drawn else ()
            still = (self.last["drawn"],) if drawn and self.last["drawn"] and not placed else ()
            positions["before"] = self._position(outcome.before, outcome, outlined, hand)
            positions["after"] = self._position(self.last, outcome, outlined, still)
            if positions["before"] == positions["after"]:
                del positions["after"]
        else:
            positions["after"] = self._position(self.last, outcome, outlined, ())
        cells = tuple(dict.fromkeys([*outlined, *(cell for tile in lies for cell in self._cells(tile))]))
        steps = tuple(self._steps(outcome, outlined, positions)) if len(outcome.made) > 1 else ()
        return PlayedExample(self.example, editions, positions, cells, steps)

    def _steps(self, outcome: Outcome, outlined: tuple[Cell, ...], positions: Mapping[str, Position]) -> Iterator[Step]:
        """Yield the moves; after the last one there is to see what the example shows at its end."""
        scores = (outcome.before or {"scores": {}})["scores"]
        last = list(positions)[-1]
        for n, made in enumerate(outcome.made, start=1):
            hand = (made.view["drawn"],) if made.view["drawn"] else ()
            ends = n == len(outcome.made)
            yield Step(
                name=last if ends else f"move-{n}",
                position=positions[last] if ends else self._position(made.view, outcome, outlined, hand),
                player=made.player,
                move=made.move,
                cites=made.cites,
                gained={c: gain for c, points in made.view["scores"].items() if (gain := points - scores.get(c, 0))},
            )
            scores = made.view["scores"]

    def _drawn(self, placed: Sequence[PlacedTile]) -> tuple[str, ...]:
        """Return the tiles that are drawn, in order, until all that are placed have come; only the first where that cannot be told."""
        coming = self.example.draws or tuple(tile for pile in self.example.piles.values() for tile in pile)
        missing = [tile.tile for tile in placed]
        for count, design in enumerate(coming, start=1):
            if design in missing:
                missing.remove(design)
            if not missing:
                return coming[:count]
        return coming[:1]

    def _asked_about(self, drawn: str | None) -> tuple[Cell, ...]:
        """Return the cells on which the tile that was drawn may be placed or may not, as the example says."""
        found: dict[Cell, None] = {}
        for move in (*self.example.expect.may, *self.example.expect.may_not):
            tile = move.tile or drawn
            if move.place is not None and move.turns is not None and tile is not None:
                found |= dict.fromkeys(self._cells(PlacedTile(tile=tile, at=move.place, turns=move.turns)))
            elif move.place is not None:
                found[move.place] = None
        return tuple(found)

    def _cells(self, tile: PlacedTile) -> tuple[Cell, ...]:
        return tile.cells(self.catalog.designs[tile.tile])

    def _position(self, view: Words, outcome: Outcome, outlined: tuple[Cell, ...], hand: tuple[str, ...]) -> Position:
        scores, started = view["scores"], (outcome.before or {"scores": {}})["scores"]
        gained = {colour: points - started.get(colour, 0) for colour, points in scores.items()}
        return Position(
            board=tuple(self._placed(tile) for tile in _tiles(view)),
            pieces=tuple(_standing(view["pieces"], self.catalog.carried)),
            outlined=outlined,
            hand=hand,
            asides=(*self._asides(view, outcome), *(self._supplies(outcome) if view is self.last else ())),
            gained={colour: points for colour, points in gained.items() if points},
        )

    def _placed(self, tile: PlacedTile) -> Placed:
        design = self.catalog.designs[tile.tile]
        x, y = design.all_squares[0].at
        for _ in range(tile.turns // 90):
            x, y = -y, x
        return Placed(design, tile.at[0] - x, tile.at[1] - y, tile.turns // 90)

    def _asides(self, view: Words, outcome: Outcome) -> Iterator[Aside]:
        """Yield the pieces off the board that matter: those that somebody has, that the example names, or that come or go."""
        # The score track is as good as always the same, so it has to be what the example is about.
        about = self.example.expect.pieces
        shown = {
            "beside-board": {standing.piece for standing in (*self.example.pieces, *about) if standing.place != "score-track"},
            "score-track": {standing.piece for standing in about if standing.place == "score-track"},
        }
        always = _beside(outcome.before) & _beside(self.last) if outcome.before else _beside(self.last)
        found: Counter[tuple[str, str | None, str, str | None]] = Counter()
        for piece in view["pieces"]:
            figure, owner, place = piece["piece"], piece.get("of"), piece.get("place")
            if "before" in piece:
                found[figure, owner, "before", piece["before"]] += 1
            elif figure in shown.get(place, ()) or (place == "beside-board" and (figure, owner) not in always):
                found[figure, owner, place, None] += 1
        for (figure, owner, where, player), count in found.items():
            yield Aside(figure, owner, where, player, count)

    def _supplies(self, outcome: Outcome) -> Iterator[Aside]:
        """Yield the supplies that the example looks at afterwards, but for those that nothing happened to."""
        before = outcome.before["supply"] if outcome.before else {}
        for standing in self.example.expect.pieces:
            if standing.supply is None or standing.of is None:
                continue
            if standing.supply != before.get(standing.of, {}).get(standing.piece, 0):
                yield Aside(standing.piece, standing.of, "supply", standing.of, standing.supply)


def _tiles(view: Words) -> list[PlacedTile]:
    return [PlacedTile(tile=tile["tile"], at=tuple(tile["at"]), turns=tile["turns"]) for tile in view["board"]]


def _standing(pieces: Sequence[Words], spans: Mapping[str, str]) -> Iterator[PiecePlaced]:
    """Yield the pieces on the board; who is with another one stands on what that one stands on.

    Who stands on what a piece across the tile carries (``spans``: what each figure does) stands with that piece.
    """
    on_board = [piece for piece in pieces if "at" in _bearer(piece)]
    across = {tuple(p["at"]): n for n, p in enumerate(on_board) if p["piece"] in spans and "facing" in p}
    for piece in on_board:
        bearer = _bearer(piece)
        part = bearer.get("on")
        x, y = bearer["at"]
        below = across.get((x, y))
        if below is not None and part and part["kind"] == spans[on_board[below]["piece"]] and len(part["ports"]) == 2:
            edge = on_board[below]["facing"]
            if edge in part["ports"]:
                yield PiecePlaced(piece["piece"], x, y, piece.get("of"), beside=below)
                continue
        yield PiecePlaced(
            piece["piece"],
            x,
            y,
            piece.get("of"),
            on=(part["kind"], next(iter(part["ports"]), None)) if part else None,
            facing=piece.get("facing"),
            beside=on_board.index(piece["with"]) if "with" in piece else None,
            across=piece["piece"] in spans and "facing" in piece,
        )


def _bearer(piece: Words) -> Words:
    """Return the piece that a piece is with, or else itself."""
    while "with" in piece:
        piece = piece["with"]
    return piece


def _beside(view: Words) -> set[tuple[str, str | None]]:
    """Return what is beside the board: what the pieces are, and whose."""
    return {(piece["piece"], piece.get("of")) for piece in view["pieces"] if piece.get("place") == "beside-board"}
