"""Examples: positions on the table, what is done there, and what must then be so. Each is a test of its statements and a picture.

A cell of the board is ``[x, y]``: x counts to the east, y to the south. What lies on the table is described as it lies there, after
it was turned.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from catalog.effects import FigureRef, PileName, Points, StatementRef
from catalog.model import DesignId, EditionId, Id, Model, OptionChoice, Ref, Text
from catalog.tiles import Design, Edge, KindRef

Port = Literal["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"]
PORTS: tuple[Port, ...] = get_args(Port)
"""The ports of a square, clockwise from the west half of its northern edge."""
Turns = Literal[0, 90, 180, 270]
Colour = Annotated[Id, Ref("colour")]
DesignRef = Annotated[DesignId, Ref("design")]
Amount = Annotated[int, Field(ge=0, le=1000)]
Change = Annotated[int, Field(ge=-1000, le=1000)]


def _two(value: object) -> object:
    if isinstance(value, list | tuple) and len(value) != 2:
        raise ValueError("a cell is two whole numbers, [x, y]: x to the east, y to the south")
    return value


_Coordinate = Annotated[int, Field(strict=True, ge=-1000, le=1000)]
Cell = Annotated[tuple[_Coordinate, _Coordinate], BeforeValidator(_two)]


def _one_way(edge: Edge) -> Edge:
    """Name a way by one of its two ends: what leads south leads north."""
    return {"S": "N", "W": "E"}.get(edge, edge)  # type: ignore[return-value]


def as_printed(port: Port, turns: int) -> Port:
    """Return which port of a design comes to lie at ``port`` when the tile is turned clockwise by ``turns`` degrees."""
    return PORTS[(PORTS.index(port) - turns // 30) % len(PORTS)]


def as_it_lies(port: Port, turns: int) -> Port:
    """Return where a port of a design comes to lie when the tile is turned clockwise by ``turns`` degrees."""
    return PORTS[(PORTS.index(port) + turns // 30) % len(PORTS)]


class SpotOf(Model):
    """A feature of a square: ``{kind: port}`` with any port of it, as the tile lies; the bare ``kind`` where there is one of that kind."""

    kind: KindRef
    port: Port | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_short(cls, value: Any) -> Any:  # noqa: ANN401  what YAML holds may be anything
        if isinstance(value, str):
            return {"kind": value}
        if not isinstance(value, dict) or "kind" in value:
            return value
        if len(value) != 1:
            raise ValueError("one feature is told by its kind, or by {kind: port}")
        ((kind, port),) = value.items()
        return {"kind": kind, "port": port}


class PlacedTile(Model):
    """A tile on the table.

    ``tile``: its design. ``at``: the cell where it lies; of a tile of several squares, that of the first. ``turns``: by how many
    degrees it is turned clockwise, from the way it is drawn.
    """

    tile: DesignRef
    at: Cell
    turns: Turns = 0

    def cells(self, design: Design) -> tuple[tuple[int, int], ...]:
        """Return the cell of each square of its design, in the order of the squares."""
        squares = design.all_squares
        found = []
        for square in squares:
            x, y = square.at[0] - squares[0].at[0], square.at[1] - squares[0].at[1]
            for _ in range(self.turns // 90):
                x, y = -y, x
            found.append((self.at[0] + x, self.at[1] + y))
        return tuple(found)


class NamedPiece(Model):
    """A piece, told by as much as it takes.

    ``piece``: what it is. ``of``: whose, by colour. ``at``: the cell where it stands. ``on``: the feature there that it stands on.
    """

    piece: FigureRef | None = None
    of: Colour | None = None
    at: Cell | None = None
    on: SpotOf | None = None


class Standing(Model):
    """A piece and where it is, in one of these ways.

    ``piece``: what it is. ``of``: whose, by colour; a piece of which there is only one is nobody's. ``at``: the cell where it stands,
    with ``on``, the feature there, or on no feature of it; ``facing``: the edge that it looks to. ``before``: the player in front
    of whom it is. ``with``: the piece that it is with. ``place``: ``beside-board``, ``score-track`` or ``box``. Only of what is expected:
    ``place: board`` for anywhere on the board, ``supply`` for how many such pieces are in the supply of ``of``, and ``count`` for how
    many stand so, all told.
    """

    piece: FigureRef
    of: Colour | None = None
    at: Cell | None = None
    on: SpotOf | None = None
    facing: Edge | None = None
    before: Colour | None = None
    with_: NamedPiece | None = None
    supply: Amount | None = None
    place: Literal["board", "beside-board", "score-track", "box"] | None = None
    count: Amount | None = None


class PutPiece(Model):
    """A figure that goes onto the board with a tile.

    ``piece``: what it is. ``on``: the feature that it goes to. ``at``: the cell of that feature, if it is not the one placed on.
    """

    piece: FigureRef
    on: SpotOf | None = None
    at: Cell | None = None


class FeatureAt(Model):
    """A feature, told by any of its parts: ``at``, the cell, and ``on``, the part of the feature there."""

    at: Cell
    on: SpotOf


class Chosen(NamedPiece):
    """One thing that is chosen, of the sort that there is to choose from.

    ``direction``: an edge. ``cell``: a square of the board. A piece is told by ``piece``, ``of``, ``at``, ``on``,
    ``before`` (in front of whom it lies) and ``bearing`` (what is with it), a spot by ``at`` and ``on``. ``feature``: the feature that a
    part belongs to. In an auction, ``tile``: what is sold; ``points``: a bid; ``deal``: what the seller does with the highest bid.
    """

    before: Colour | None = None
    bearing: tuple[FigureRef, ...] = ()
    direction: Edge | None = None
    cell: Cell | None = None
    feature: FeatureAt | None = None
    tile: DesignRef | None = None
    points: Amount | None = None
    deal: Literal["buy", "sell"] | None = None


def _word_or_list(value: object) -> str:
    return "word" if isinstance(value, str) else "tuple"


Choice = Annotated[
    # The tags are the names by which the findings know the two.
    Annotated[tuple[Chosen, ...], Field(min_length=1), Tag("tuple")] | Annotated[Literal["nothing"], Tag("word")],
    Discriminator(_word_or_list),
]


class AcrossTile(Model):
    """A piece that is laid across a tile.

    ``piece``: what it is. ``at``: the cell of the tile. ``facing``: an edge that it leads to, N or S, E or W.
    """

    piece: FigureRef | None = None
    at: Cell
    facing: Annotated[Edge, AfterValidator(_one_way)]


class Move(Model):
    """An action, told by as much as it takes to tell it from all others that are legal then.

    ``place``: the cell that the drawn tile is placed on; of a tile of several squares, that of the first. ``turns``: by how many
    degrees it is turned. ``tile``: the face that is up, where a tile has two. ``put``: the figure that is placed with it, else
    none is. ``offer``: what else is done in that step, by the statement that offers it. ``choose``: what is chosen inside an
    effect, a list with a thing for each list to choose from; ``nothing`` declines. ``span``: a piece that is laid
    across a tile, with the tile that is placed or after it. ``discard``: the tile is let go, which would fit only with such a piece.
    ``pass``: no offer is taken, where that is a decision of its own.
    """

    place: Cell | None = None
    turns: Turns | None = None
    tile: DesignRef | None = None
    put: PutPiece | None = None
    offer: StatementRef | None = None
    choose: Choice | None = None
    span: AcrossTile | None = None
    discard: bool = False
    pass_: bool = False


class RefusedMove(Move):
    """An action that is not legal, told like any other. ``because``: the statements that the refusal cites."""

    because: tuple[StatementRef, ...] = ()


class Expected(Model):
    """What must be so after the moves. Only what is written is checked, and something is.

    ``points``: what each player has gained since the position (less than nothing for what was lost); whoever is not named has gained none. ``board``: tiles that lie so.
    ``pieces``: pieces that are there. ``piles``: how many tiles are in each. ``turn``: whose turn it is. ``decides``: who must
    decide now. ``choices``: how many legal actions there are. ``may``: for each of these, a legal action fits it. ``may-not``: no
    legal action fits any of these. ``over``: whether the game is over. ``winners``: all who have won.
    """

    points: dict[Colour, Change] | None = None
    board: Annotated[tuple[PlacedTile, ...], Field(min_length=1)] = ()
    pieces: Annotated[tuple[Standing, ...], Field(min_length=1)] = ()
    piles: Annotated[dict[PileName, Amount], Field(min_length=1)] | None = None
    turn: Colour | None = None
    decides: Colour | None = None
    choices: Amount | None = None
    may: Annotated[tuple[Move, ...], Field(min_length=1)] = ()
    may_not: Annotated[tuple[RefusedMove, ...], Field(min_length=1)] = ()
    over: bool | None = None
    winners: Annotated[tuple[Colour, ...], Field(min_length=1)] | None = None


class ExampleTable(Model):
    """What the example is played with; without it the box of the file and what that needs, in the newest edition.

    ``with``: the boxes, as the command line takes them: ``BOX[@EDITION][:MODULE+MODULE]``, and a comma between two. ``edition``: that
    of each box that names none. ``options``: the values that are chosen, each ``option=value``.
    """

    with_: Text | None = None
    edition: Annotated[EditionId, Ref("edition")] | None = None
    options: tuple[Annotated[OptionChoice, Ref("option")], ...] = ()


class Example(Model):
    """A position, the moves made there, and what is expected then.

    ``id``: unique among all examples. ``title``: one sentence that says what is to be seen, without links and placeholders.
    ``shows``: the statements that it proves, the main one first; each has an effect. ``table``: the boxes that are played with.
    ``players``: their colours in the order of turns, else the first two of the game. ``seed``: what chance begins with, where
    something is shuffled. ``board``: the tiles on the table; without it the game is set up by its own rules. ``pieces``: the pieces
    that are not where they begin. ``scores``: the points that players have at the beginning. ``piles``: the tiles of the face-down piles, the top one first. ``draws``: the tiles that are
    drawn next, in order, with more below them. ``turn``: whose turn begins, else the first player's. ``moves``: what is done, one
    action after another. ``expect``: what must be so afterwards.
    """

    id: Id
    title: Text
    shows: Annotated[tuple[StatementRef, ...], Field(min_length=1)]
    table: ExampleTable = ExampleTable()
    players: Annotated[tuple[Colour, ...], Field(min_length=1)] = ()
    seed: Annotated[int, Field(ge=0, le=2**31)] = 1
    board: Annotated[tuple[PlacedTile, ...], Field(min_length=1)] = ()
    pieces: tuple[Standing, ...] = ()
    scores: dict[Colour, Points] = {}
    piles: dict[PileName, tuple[DesignId, ...]] = {}
    draws: tuple[DesignRef, ...] = ()
    turn: Colour | None = None
    moves: tuple[Move, ...] = ()
    expect: Expected


class ExampleFile(Model):
    """The file ``examples.yaml`` of a box."""

    examples: tuple[Example, ...]
