"""What effects do, one act after another."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from catalog.effects.things import (
    Amount,
    Condition,
    Count,
    FigureRef,
    KindRef,
    LoopName,
    Name,
    NewName,
    Permit,
    PileName,
    Place,
    Player,
    Points,
    Selection,
    StatementRef,
    Thing,
    Tiles,
    VerbRef,
)
from catalog.model import ByKey, Id, Kind


class Put(Kind):
    """A piece goes to a place; the verb is what permissions and other statements call it.

    ``hidden``: it lies face down, and nobody sees which of its class (``hidden`` names it) it is until it is put elsewhere.
    """

    key: ClassVar[str] = "put"
    piece: Thing
    to: Place
    verb: VerbRef
    hidden: FigureRef | None = None


class Choose(Kind):
    """A player chooses one of each list (``from``), named by ``as``; then ``do``. ``optional``: may decline.

    ``prefer`` keeps only the choices that meet its conditions, and lapses when none does. ``else`` is done when there is nothing
    to choose from. A single choice that cannot be declined is taken without asking. ``by`` is one player. A piece that is chosen from
    one list is not in the next.
    """

    key: ClassVar[str] = "choose"
    by: Player = "active"
    from_: Annotated[tuple[Selection, ...], Field(min_length=1)]
    as_: Annotated[tuple[NewName, ...], Field(min_length=1)]
    optional: bool = False
    prefer: tuple[Condition, ...] = ()
    do: Acts
    else_: tuple[Act, ...] = ()


class ForEach(Kind):
    """Do this for each of these, named by ``as``. The list is fixed at the start; each item is asked again whether it still belongs."""

    key: ClassVar[str] = "for-each"
    of: Thing
    as_: NewName = "it"
    do: Acts


class Score(Kind):
    """A player gets points: a number (``points``, a bonus), or what the scoring table gives for a feature (``feature``, ``row``).

    With both ``points`` and a ``feature``, the points are for that feature, whatever its table gives.

    Only the row ``completed`` scores the feature itself and is told by ``feature-scored``; the row ``final`` counts what it is
    worth as it stands.
    """

    key: ClassVar[str] = "score"
    player: Player
    points: Amount | None = None
    feature: Thing | None = None
    row: Literal["completed", "final"] | None = None


class Pay(Kind):
    """A player gives points to another, as far as there are any: no score falls below nothing."""

    key: ClassVar[str] = "pay"
    from_: Player
    to: Player
    points: Amount


class Complete(Kind):
    """A feature to which nothing can be added is completed from now on: ``features-completed`` tells of it with what else is completed."""

    key: ClassVar[str] = "complete"
    sole: ClassVar[str] = "feature"
    feature: Thing


class Become(Kind):
    """A feature to which nothing can be added turns into one of another kind, with all that stands on it. It is not completed any more."""

    key: ClassVar[str] = "become"
    feature: Thing
    kind: KindRef


class Random(Kind):
    """Chance picks one of these, named by ``as``; then ``do``. Where there is none, nothing is done."""

    key: ClassVar[str] = "random"
    of: Selection
    as_: NewName
    do: Acts


class Run(Kind):
    """Do what another statement says (one whose event is ``called``)."""

    key: ClassVar[str] = "run"
    statement: StatementRef


class Repeat(Kind):
    """Do this a number of times, in a loop with a name."""

    key: ClassVar[str] = "repeat"
    name: Id
    times: Count
    do: Acts


class Stop(Kind):
    """End the loop of that name at once, whichever statement runs it."""

    key: ClassVar[str] = "stop"
    loop: LoopName


class Walk(Kind):
    """A piece moves straight on in the direction it faces, tile by tile, until no tile is ahead; each tile it comes to is entered.

    ``permitted``: it stops before a tile that it may not pass, itself, its features and marks, or something that stands there.
    """

    key: ClassVar[str] = "walk"
    sole: ClassVar[str] = "piece"
    piece: Name
    permitted: Permit | None = None


class Move(Kind):
    """A piece goes to a square as it is, without turning; it leaves where it stood, and the tile there is entered."""

    key: ClassVar[str] = "move"
    piece: Name
    to: Thing


class Turn(Kind):
    """A piece turns to a direction."""

    key: ClassVar[str] = "turn"
    piece: Name
    to: Name


class Pile(Kind):
    """Make a face-down pile of tiles, shuffled; ``last`` lies at the bottom."""

    key: ClassVar[str] = "pile"
    name: Id
    of: Annotated[tuple[TileSet, ...], Field(min_length=1)]
    except_: tuple[TileSet, ...] = ()
    last: TileSet | None = None


class Lay(Kind):
    """Lay a tile on the table to start with."""

    key: ClassVar[str] = "lay"
    sole: ClassVar[str] = "of"
    of: TileSet


class Take(Kind):
    """Take a number of tiles from a pile unseen and put them back into the box."""

    key: ClassVar[str] = "take"
    from_: PileName
    count: Count


class Draw(Kind):
    """The active player draws the top tile of the first of these piles that is not empty; nothing if a tile was drawn already.

    ``tile``: this one, wherever in the pile it lies.
    """

    key: ClassVar[str] = "draw"
    from_: Annotated[tuple[PileName, ...], Field(min_length=1)]
    tile: Name | None = None


class Discard(Kind):
    """The tile just drawn goes back into the box."""

    key: ClassVar[str] = "discard"
    sole: ClassVar[str] = "tile"
    tile: Name


class LayAside(Kind):
    """The tile just drawn is laid aside, face up in a pile (``into``). Whatever is drawn instead is told by ``tile-drawn`` again."""

    key: ClassVar[str] = "lay-aside"
    tile: Name
    into: Id


class Mix(Kind):
    """All tiles of a pile (``from``) are shuffled into another; where there are none, nothing is done."""

    key: ClassVar[str] = "mix"
    from_: PileName
    into: PileName


class Auction(Kind):
    """As many tiles as there are players are turned up from a pile (``from``) and go, for points, one to each player; nothing is done
    where there are fewer.

    The player after the active one sells first: picks a tile and bids for it, ``least`` or more, or nothing with fewer points. Each other player without a tile may
    bid more, once, clockwise. Nobody bids more than they have. Then the seller pays the highest bidder that bid and has the tile, or
    is paid it and leaves the tile to them; where nobody bid more, the seller has the tile and the bid is lost. The next player without a
    tile sells next; the last one has the last tile for nothing. The tiles lie face up in a pile (``into``), in the order of the turns
    to come. ``bids: false``: nothing is sold, they are only turned up.
    """

    key: ClassVar[str] = "auction"
    from_: PileName
    into: Id
    least: Points = 0
    bids: bool = True


class Stock(Kind):
    """Figures that belong to nobody come into the game, so many of a kind.

    ``hidden``: they lie face down, and nobody sees which of that class they are until they are put elsewhere.
    """

    key: ClassVar[str] = "stock"
    kind: FigureRef
    count: Count
    place: Literal["box", "beside-board"] = "box"
    hidden: FigureRef | None = None


class Deal(Kind):
    """Each of these players gets a number of figures of a kind in their colour."""

    key: ClassVar[str] = "deal"
    to: Player
    kind: FigureRef
    count: Amount
    place: Literal["supply", "score-track"] = "supply"


Act = Annotated[
    Put
    | Choose
    | ForEach
    | Random
    | Score
    | Pay
    | Complete
    | Become
    | Run
    | Repeat
    | Stop
    | Walk
    | Move
    | Turn
    | Pile
    | Lay
    | Take
    | Draw
    | Discard
    | LayAside
    | Mix
    | Auction
    | Stock
    | Deal,
    ByKey(),
]
Acts = Annotated[tuple[Act, ...], Field(min_length=1)]
TileSet = Annotated[Tiles, ByKey()]
