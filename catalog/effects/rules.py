"""The facts that effects state: rules that are no steps."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from catalog.effects.acts import Acts
from catalog.effects.things import Condition, Count, FigureRef, KindRef, MarkRef, Permit, PileName, Points, StatementRef, VerbRef
from catalog.model import ByKey, Id, Kind, Model, Ref

StepName = Literal["draw-tile", "place-tile", "place-figure", "score"]
OfferStep = Literal["place-figure", "any"]
Verdict = Literal["may", "may-not", "must", "does", "does-not", "need-not"]


class Touching(Model):
    """Points for each feature of a kind that the scored feature touches; ``completed``: only for those that are."""

    kind: KindRef
    completed: bool
    points: Points


class Row(Model):
    """Points for a feature: for each of its tiles, each tile round it, each mark in it, each feature it touches."""

    tile: Points = 0
    neighbour: Points = 0
    marks: dict[MarkRef, Points] = {}
    touching: Touching | None = None


class Steps(Kind):
    """The steps of a turn, in order."""

    key: ClassVar[str] = "steps"
    sole: ClassVar[str] = "order"
    order: Annotated[tuple[StepName, ...], Field(min_length=1)]


class Turns(Kind):
    """How the turns go round: one player after another in this direction, from the starting player on whom the players agree."""

    key: ClassVar[str] = "turns"
    sole: ClassVar[str] = "order"
    order: Literal["clockwise"]


class Fits(Kind):
    """Where a tile may be placed. ``adjacent``: next to a tile. ``match``: every edge meets its like.

    ``continues``: a tile with a feature of this kind continues it at an open end. ``no-u-turn``: two bends of this kind on
    neighbouring tiles may not turn the same way. Where several statements speak, all of them hold.
    """

    key: ClassVar[str] = "fits"
    adjacent: bool = False
    match: bool = False
    continues: KindRef | None = None
    no_u_turn: KindRef | None = None


class Unplaceable(Kind):
    """What happens to a tile that fits nowhere; it is named ``drawn``."""

    key: ClassVar[str] = "unplaceable"
    do: Acts


class Offer(Kind):
    """One more thing that a player may do in a step; in the step ``any``: once in a turn, whenever that player has a tile to place or
    may take another offer.

    ``beside``: not one of those that the limit counts; it may be taken after them, once a turn. ``must``: where it can be taken it has
    to be, and nothing else is done in the step.
    """

    key: ClassVar[str] = "offer"
    step: OfferStep
    beside: bool = False
    must: bool = False
    if_: tuple[Condition, ...] = ()
    do: Acts


class Limit(Kind):
    """How many of the offers of a step a player may take in a turn."""

    key: ClassVar[str] = "limit"
    step: Literal["place-figure"]
    most: Count


class Counts(Kind):
    """How much a figure counts when the majority in a feature is told."""

    key: ClassVar[str] = "counts"
    class_: FigureRef
    as_: Count


class Ties(Kind):
    """Who is ahead when players are level: everyone who is, each in full."""

    key: ClassVar[str] = "ties"
    in_: Literal["majority", "game"]
    share: Literal["all-in-full"]


class DoneWhen(Kind):
    """When features of a kind are completed: when no end is open, when all eight squares round them hold tiles, or never."""

    key: ClassVar[str] = "done-when"
    of: KindRef
    state: Literal["closed", "surrounded", "never"]


class Scoring(Kind):
    """The scoring table of a kind of feature, completed and at the end of the game.

    ``having``: only for features that show this mark; ``tiles``: only for features of this many tiles. A table that names a mark goes
    before one that names a number, and that before the one that names neither.
    """

    key: ClassVar[str] = "scoring"
    of: KindRef
    having: MarkRef | None = None
    tiles: Count | None = None
    completed: Row | None = None
    final: Row | None = None


class Modify(Kind):
    """Changes what the tables give for features of these kinds; ``holding``: only for those on which such a figure stands.

    First everything is added (``add``), then the points are divided (``divide``), halves and the like rounded up.
    """

    key: ClassVar[str] = "modify"
    of: Annotated[tuple[KindRef, ...], Field(min_length=1)]
    holding: FigureRef | None = None
    add: Row | None = None
    divide: Annotated[int, Field(ge=2, le=10)] | None = None


class Value(Kind):
    """What a piece of a kind is worth where statements ask for its value."""

    key: ClassVar[str] = "value"
    of: FigureRef
    points: Points


class Bystander(Kind):
    """A figure that stands on features without claiming them: it keeps nobody away and has no part in the majority."""

    key: ClassVar[str] = "bystander"
    sole: ClassVar[str] = "figure"
    figure: FigureRef


class Span(Kind):
    """A player may lay one piece a turn across a tile, from edge to opposite edge, where both show what the piece spans (``over``).

    From then on a feature of another kind (``as``) leads over the tile there, and its edges have to be met by their like. The tile is
    the one just placed or one next to it, and nothing lies across it yet. A tile that fits only with the piece may be placed with it.
    """

    key: ClassVar[str] = "span"
    piece: FigureRef
    over: KindRef
    as_: KindRef
    verb: VerbRef
    permitted: Permit | None = None


class EndsWhen(Kind):
    """The game ends after the turn in which these piles are found empty; where several statements name piles, all of them."""

    key: ClassVar[str] = "ends-when"
    sole: ClassVar[str] = "empty"
    empty: Annotated[tuple[PileName, ...], Field(min_length=1)]


class Wins(Kind):
    """Who wins: whoever has the most of this."""

    key: ClassVar[str] = "wins"
    most: Literal["points"]


class IsA(Kind):
    """A figure counts as another wherever statements speak of the other; or as a feature of a kind, for figures that stand on it."""

    key: ClassVar[str] = "is-a"
    element: FigureRef
    class_: Annotated[Id, Ref("figure", "feature-kind")]


class Permission(Kind):
    """A ruling: what an actor may do, must do or does to a target, on these places, under these conditions.

    Of two rulings that both apply, the one whose scope lies within the other's wins. ``entails``: statements that follow from it.
    """

    key: ClassVar[str] = "permission"
    actor: Annotated[Id, Ref("actor", "figure", "mark")]
    verb: VerbRef
    target: Annotated[Id, Ref("figure", "role", "mark", "feature-kind")]
    on: tuple[Annotated[Id, Ref("mark", "feature-kind", "figure")], ...] = ()
    if_: tuple[Condition, ...] = ()
    verdict: Verdict
    entails: tuple[StatementRef, ...] = ()


Rule = Annotated[
    Steps
    | Turns
    | Fits
    | Span
    | Unplaceable
    | Offer
    | Limit
    | Counts
    | Bystander
    | Ties
    | DoneWhen
    | Scoring
    | Modify
    | Value
    | EndsWhen
    | Wins
    | IsA
    | Permission,
    ByKey(),
]
