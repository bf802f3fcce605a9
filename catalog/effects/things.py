"""What effects speak of: players, amounts, places, selections and conditions."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from catalog.model import ByKey, DesignId, Id, Kind, Model, OptionChoice, Ref, as_text

Name = Annotated[Id, Ref("name")]
NewName = Annotated[Id, Ref("new-name")]
FigureRef = Annotated[Id, Ref("figure")]
MarkRef = Annotated[Id, Ref("mark")]
KindRef = Annotated[Id, Ref("feature-kind")]
VerbRef = Annotated[Id, Ref("verb")]
StatementRef = Annotated[Id, Ref("statement")]
LoopName = Annotated[Id, Ref("loop")]
PileName = Annotated[Id, Ref("pile")]
Count = Annotated[int, Field(ge=1, le=1000)]
Points = Annotated[int, Field(ge=0, le=1000)]
PlayerCount = Annotated[str, BeforeValidator(as_text), Field(pattern=r"^[2-9]$|^1[0-9]$")]
"""How many play, as the key of a mapping."""


# Players


class OwnerOf(Kind):
    """The player whose colour a piece has."""

    key: ClassVar[str] = "owner-of"
    sole: ClassVar[str] = "piece"
    piece: Thing


class MajorityOf(Kind):
    """Every player who has the most in a feature, or in several features taken together: one, or several in a tie, or none."""

    key: ClassVar[str] = "majority-of"
    sole: ClassVar[str] = "feature"
    feature: Thing


class HolderOf(Kind):
    """The player in front of whom a piece lies."""

    key: ClassVar[str] = "holder-of"
    sole: ClassVar[str] = "piece"
    piece: Thing


class InTurn(Kind):
    """Another player each time round a loop (``repeat``): the active one first, then one after the other, clockwise."""

    key: ClassVar[str] = "in-turn"
    sole: ClassVar[str] = "loop"
    loop: LoopName


Player = Annotated[Literal["active", "each", "other"] | OwnerOf | HolderOf | MajorityOf | InTurn, ByKey()]


# Amounts


class NumberOf(Kind):
    """As many as there are of these."""

    key: ClassVar[str] = "number-of"
    sole: ClassVar[str] = "of"
    of: Selection


class ValueOf(Kind):
    """What a piece is worth, as a statement says (``value``)."""

    key: ClassVar[str] = "value-of"
    sole: ClassVar[str] = "piece"
    piece: Thing


class WorthOf(Kind):
    """What a feature was worth when it was scored in this turn, whoever got the points."""

    key: ClassVar[str] = "worth-of"
    sole: ClassVar[str] = "feature"
    feature: Thing


class ByPlayers(Kind):
    """A number that depends on how many play."""

    key: ClassVar[str] = "by-players"
    sole: ClassVar[str] = "numbers"
    numbers: Annotated[dict[PlayerCount, Count], Field(min_length=1)]


Amount = Annotated[Points | NumberOf | ValueOf | WorthOf | ByPlayers, ByKey()]


# Places


class Supply(Kind):
    """The supply of a player."""

    key: ClassVar[str] = "supply"
    sole: ClassVar[str] = "of"
    of: Player


class Area(Kind):
    """The table in front of a player."""

    key: ClassVar[str] = "area"
    sole: ClassVar[str] = "of"
    of: Player


class Cell(Kind):
    """A square of the board. What is put there stands on no feature of it; what is looked for there may stand on one, or with another."""

    key: ClassVar[str] = "cell"
    sole: ClassVar[str] = "of"
    of: Thing


class Spot(Kind):
    """A spot on a feature of a tile, where a figure stands to claim the feature."""

    key: ClassVar[str] = "spot"
    sole: ClassVar[str] = "of"
    of: Thing


class OnFeature(Kind):
    """Anywhere on a feature."""

    key: ClassVar[str] = "feature"
    sole: ClassVar[str] = "of"
    of: Thing


class With(Kind):
    """With another piece, wherever that stands."""

    key: ClassVar[str] = "with"
    sole: ClassVar[str] = "piece"
    piece: Thing


class OnSquare(Kind):
    """On a square of the board itself, on no feature of it."""

    key: ClassVar[str] = "square"
    sole: ClassVar[str] = "of"
    of: Thing


class Around(Kind):
    """On the squares of something (a square, a tile, a piece) or the eight round each of them."""

    key: ClassVar[str] = "around"
    sole: ClassVar[str] = "of"
    of: Thing


class Cross(Kind):
    """On the square of something or up to so many squares away from it in the four directions, whether or not tiles lie between."""

    key: ClassVar[str] = "cross"
    from_: Thing
    reach: Amount


class Line(Kind):
    """In a straight line of tiles without a gap, from a piece in a direction."""

    key: ClassVar[str] = "line"
    from_: Thing
    direction: Name


Place = Annotated[Literal["beside-board", "box", "score-track"] | Supply | Area | Cell | Spot | OnFeature | With, ByKey()]
At = Annotated[
    Literal["board", "beside-board", "box"] | Supply | Area | Cell | OnSquare | Around | Cross | OnFeature | With | Line, ByKey()
]


# Selections


class Permit(Model):
    """Asks the rulings: may (or does) this actor do this to the thing selected? Unstated, the verb's own default holds."""

    actor: Annotated[Id, Ref("actor", "figure", "mark")]
    verb: VerbRef


class Holding(Model):
    """How many figures of these kinds, of these players, stand on a feature, or on a square and none of its features."""

    kind: tuple[FigureRef, ...] = ()
    class_: tuple[FigureRef, ...] = ()
    owner: Player | None = None
    least: Annotated[int, Field(ge=0, le=1000)] = 0
    most: Annotated[int, Field(ge=0, le=1000)] | None = None


class Pieces(Kind):
    """Figures on or off the board. ``kind`` takes exactly these, ``class`` also all that count as them.

    ``bearing``: those with whom such a figure stands. ``off``: those that do not stand on a feature of these kinds.
    """

    key: ClassVar[str] = "pieces"
    kind: tuple[FigureRef, ...] = ()
    class_: tuple[FigureRef, ...] = ()
    owner: Player | None = None
    at: At | None = None
    bearing: FigureRef | None = None
    off: tuple[KindRef, ...] = ()
    permitted: Permit | None = None


class Cells(Kind):
    """Squares of the board, or of one tile or feature on it (``of``): those that show a mark (``marked``), with these figures on them.

    ``around``: the squares of something and the eight round each of them. ``next-to``: those that share an edge with a square of
    something. ``flanking``: the squares of a feature whose tiles lie in one line, and those next to them on both of its long sides.
    ``new-in``: those on which nothing that moves in the loop of that name (``move``) has stood since it began. ``permitted``: those
    where the rulings are for it: on its features, its marks and whatever stands there. ``admitting``: only in a choice, after the
    pieces from which the figure is chosen: those on which, on none of their features, the rulings let it stand.
    """

    key: ClassVar[str] = "cells"
    marked: MarkRef | None = None
    of: Thing | None = None
    around: Thing | None = None
    flanking: Thing | None = None
    next_to: Thing | None = None
    new_in: LoopName | None = None
    holding: tuple[Holding, ...] = ()
    permitted: Permit | None = None
    admitting: Permit | None = None


class Features(Kind):
    """Features on the board, or of what is named by ``of`` (a tile, a set of features, the feature that a piece stands on).

    ``touching``: those that this other feature touches, or that touch it. ``holding``: those with these figures on them.
    ``tiles``: those on exactly so many tiles. ``has``, ``lacks``: those that show a mark, or do not; where ``of`` is a tile, that tile
    shows it there. ``near``: those that lie on one of these squares. ``earlier``: those that were of their kind before this turn began.
    """

    key: ClassVar[str] = "features"
    kind: tuple[KindRef, ...] = ()
    of: Thing | None = None
    touching: Thing | None = None
    state: Literal["completed", "unfinished"] | None = None
    occupied: bool | None = None
    holding: tuple[Holding, ...] = ()
    tiles: Count | None = None
    has: MarkRef | None = None
    lacks: MarkRef | None = None
    near: Cells | None = None
    earlier: bool = False


class Spots(Kind):
    """Spots for a figure, on one tile (``of``) or anywhere on the board, on these kinds of feature.

    ``free``: on a feature where nobody stands. ``unfinished``: on a feature that is not completed. ``permitted``: only in a choice, after
    the pieces from which the figure is chosen.
    """

    key: ClassVar[str] = "spots"
    kind: tuple[KindRef, ...] = ()
    of: Thing | None = None
    free: bool = True
    unfinished: bool = False
    permitted: Permit | None = None


class Directions(Kind):
    """The four directions from the square of a piece; those with a tile next to it (``toward: tile``)."""

    key: ClassVar[str] = "directions"
    from_: Thing
    toward: Literal["tile"]


class Tiles(Kind):
    """Tiles of the chosen boxes, before the game: by box, by what they show or do not show, by how many squares they have.

    ``start``: the start tile, which is one copy of the printing that is marked so.
    """

    key: ClassVar[str] = "tiles"
    box: Annotated[Id, Ref("box")] | None = None
    has: tuple[Annotated[Id, Ref("mark", "feature-kind")], ...] = ()
    lacks: tuple[Annotated[Id, Ref("mark", "feature-kind")], ...] = ()
    squares: Count | None = None
    start: bool | None = None
    designs: tuple[Annotated[DesignId, Ref("design")], ...] = ()


class InPile(Kind):
    """The tiles in a pile that lies face up, each design once."""

    key: ClassVar[str] = "in-pile"
    sole: ClassVar[str] = "pile"
    pile: PileName


Selection = Annotated[Pieces | Cells | Features | Spots | Directions | InPile, ByKey()]
Thing = Annotated[Name | Pieces | Cells | Features | Spots, ByKey()]


# Conditions


class Exists(Kind):
    """There is at least one of these; ``least``: there are so many."""

    key: ClassVar[str] = "exists"
    of: Selection
    least: Count = 1


class TileHas(Kind):
    """A tile shows a mark, on itself or on one of its features, or has a feature of a kind."""

    key: ClassVar[str] = "tile-has"
    tile: Name
    mark: MarkRef | None = None
    feature: KindRef | None = None


class Not(Kind):
    """None of these conditions holds."""

    key: ClassVar[str] = "not"
    sole: ClassVar[str] = "any_of"
    any_of: Annotated[tuple[Condition, ...], Field(min_length=1)]


class Happened(Kind):
    """Earlier in this turn a piece, or one of several, was put somewhere by this verb."""

    key: ClassVar[str] = "happened"
    verb: VerbRef
    piece: Thing


class Completed(Kind):
    """Earlier in this turn a player completed a feature of these kinds; ``unscored-by``: one that gave that player no points.

    Points that are not for the feature itself (a bonus) do not count as points for it.
    """

    key: ClassVar[str] = "completed"
    kind: Annotated[tuple[KindRef, ...], Field(min_length=1)]
    by: Player
    unscored_by: Player | None = None


class HasPoints(Kind):
    """A player has so many points at least."""

    key: ClassVar[str] = "has-points"
    player: Player
    least: Count


class FromPile(Kind):
    """The tile of this turn was drawn from a pile of this name."""

    key: ClassVar[str] = "from-pile"
    sole: ClassVar[str] = "pile"
    pile: PileName


class WithBox(Kind):
    """This box is on the table too."""

    key: ClassVar[str] = "with-box"
    sole: ClassVar[str] = "box"
    sample: ClassVar[str] = "with-box: another-box"
    box: Annotated[Id, Ref("box")]


class Option(Kind):
    """The table plays with this value of an option, by choice or as the default: ``option=value``."""

    key: ClassVar[str] = "option"
    sole: ClassVar[str] = "option"
    sample: ClassVar[str] = "option: end-of-the-round=after-each-turn"
    option: Annotated[OptionChoice, Ref("option")]


Condition = Annotated[Exists | TileHas | HasPoints | FromPile | Not | Happened | Completed | WithBox | Option, ByKey()]
