"""The vocabulary of effects: what a statement does, in one closed set of typed kinds.

An effect has at most one event (``when``), conditions (``if``), acts in order (``do``), and facts that are not steps (``rules``).
Each kind is a mapping with one key, the name of the kind. Where a thing is expected, a bare word is a name: bound by the event
(:data:`EVENTS`), by ``choose``, by ``for-each``, or a figure of which there is only one.

Each class below is the documentation of its kind: its docstring is printed on the site's page for authors.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from catalog.model import ByKey, DesignId, Id, Kind, Model, Ref

Name = Annotated[Id, Ref("name")]
NewName = Annotated[Id, Ref("new-name")]
FigureRef = Annotated[Id, Ref("figure")]
MarkRef = Annotated[Id, Ref("mark")]
KindRef = Annotated[Id, Ref("feature-kind")]
VerbRef = Annotated[Id, Ref("verb")]
StatementRef = Annotated[Id, Ref("statement")]
PileName = Annotated[Id, Ref("pile")]
Count = Annotated[int, Field(ge=1, le=1000)]
Points = Annotated[int, Field(ge=0, le=1000)]
StepName = Literal["draw-tile", "place-tile", "place-figure", "score"]
Verdict = Literal["may", "may-not", "must", "does", "does-not", "need-not"]

EVENTS: dict[str, tuple[str, ...]] = {
    "setup": (),
    "turn-start": (),
    "step-begins": (),
    "tile-drawn": ("drawn",),
    "figure-step-done": ("placed",),
    "tile-entered": ("mover", "entered"),
    "features-completed": ("completed",),
    "feature-scored": ("scored",),
    "piece-left": ("piece",),
    "scoring-done": ("placed",),
    "game-end": (),
    "called": (),
}
"""Each event and the names it binds. ``features-completed`` comes once a placement, with all that it completed."""
OFFER_NAMES: dict[str, tuple[str, ...]] = {"place-figure": ("placed",)}
"""The names that are bound in an offer, by the step it is made in."""
Event = Literal[
    "setup", "turn-start", "step-begins", "tile-drawn", "figure-step-done", "tile-entered", "features-completed",
    "feature-scored", "piece-left", "scoring-done", "game-end", "called",
]  # fmt: skip


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


Player = Annotated[Literal["active", "each", "other"] | OwnerOf | MajorityOf, ByKey()]


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
    """A square of the board, on no feature of it."""

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


class Line(Kind):
    """In a straight line of tiles without a gap, from a piece in a direction."""

    key: ClassVar[str] = "line"
    from_: Thing
    direction: Name


Place = Annotated[Literal["beside-board", "box", "score-track"] | Supply | Area | Cell | Spot | With, ByKey()]
At = Annotated[Literal["board", "beside-board"] | Supply | Area | Cell | OnFeature | With | Line, ByKey()]


# Selections


class Permit(Model):
    """Asks the rulings: may (or does) this actor do this to the thing selected? Unstated, the verb's own default holds."""

    actor: Annotated[Id, Ref("actor", "figure", "mark")]
    verb: VerbRef


class Pieces(Kind):
    """Figures on or off the board. ``kind`` takes exactly these, ``class`` also all that count as them."""

    key: ClassVar[str] = "pieces"
    kind: tuple[FigureRef, ...] = ()
    class_: tuple[FigureRef, ...] = ()
    owner: Player | None = None
    at: At | None = None
    bearing: FigureRef | None = None
    permitted: Permit | None = None


class Cells(Kind):
    """Squares of the board, or of one tile on it (``of``): those that show a mark (``marked``)."""

    key: ClassVar[str] = "cells"
    marked: MarkRef | None = None
    of: Thing | None = None


class Features(Kind):
    """Features on the board, or of what is named by ``of`` (a tile, a set of features, the feature that a piece stands on).

    ``touching``: those that this other feature touches, or that touch it.
    """

    key: ClassVar[str] = "features"
    kind: tuple[KindRef, ...] = ()
    of: Thing | None = None
    touching: Thing | None = None
    state: Literal["completed", "unfinished"] | None = None
    occupied: bool | None = None


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


Selection = Annotated[Pieces | Cells | Features | Spots | Directions, ByKey()]
Thing = Annotated[Name | Pieces | Cells | Features | Spots, ByKey()]


# Conditions


class Exists(Kind):
    """There is at least one of these."""

    key: ClassVar[str] = "exists"
    of: Selection


class TileHas(Kind):
    """A tile shows a mark, or has a feature of a kind."""

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
    """Earlier in this turn a piece was put somewhere by this verb."""

    key: ClassVar[str] = "happened"
    verb: VerbRef
    piece: Name


class Completed(Kind):
    """Earlier in this turn a player completed a feature of these kinds; ``unscored-by``: one that gave that player no points.

    Points that are not for the feature itself (a bonus) do not count as points for it.
    """

    key: ClassVar[str] = "completed"
    kind: Annotated[tuple[KindRef, ...], Field(min_length=1)]
    by: Player
    unscored_by: Player | None = None


class WithBox(Kind):
    """This box is on the table too."""

    key: ClassVar[str] = "with-box"
    sole: ClassVar[str] = "box"
    box: Annotated[Id, Ref("box")]


class Option(Kind):
    """The table has chosen this option of the rules."""

    key: ClassVar[str] = "option"
    sole: ClassVar[str] = "option"
    option: Annotated[Id, Ref("option")]


Condition = Annotated[Exists | TileHas | Not | Happened | Completed | WithBox | Option, ByKey()]


# Acts


class Put(Kind):
    """A piece goes to a place; the verb is what permissions and other statements call it."""

    key: ClassVar[str] = "put"
    piece: Thing
    to: Place
    verb: VerbRef


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

    Only the row ``completed`` scores the feature itself and is told by ``feature-scored``; the row ``final`` counts what it is
    worth as it stands.
    """

    key: ClassVar[str] = "score"
    player: Player
    points: Points | None = None
    feature: Thing | None = None
    row: Literal["completed", "final"] | None = None


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
    loop: Annotated[Id, Ref("loop")]


class Walk(Kind):
    """A piece moves straight on in the direction it faces, tile by tile, until no tile is ahead; each tile it comes to is entered."""

    key: ClassVar[str] = "walk"
    sole: ClassVar[str] = "piece"
    piece: Name


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
    """The active player draws the top tile of the first of these piles that is not empty."""

    key: ClassVar[str] = "draw"
    from_: Annotated[tuple[PileName, ...], Field(min_length=1)]


class Discard(Kind):
    """The tile just drawn goes back into the box."""

    key: ClassVar[str] = "discard"
    sole: ClassVar[str] = "tile"
    tile: Name


class Deal(Kind):
    """Each of these players gets a number of figures of a kind in their colour."""

    key: ClassVar[str] = "deal"
    to: Player
    kind: FigureRef
    count: Count
    place: Literal["supply", "score-track"] = "supply"


Act = Annotated[
    Put | Choose | ForEach | Score | Run | Repeat | Stop | Walk | Turn | Pile | Lay | Take | Draw | Discard | Deal, ByKey()
]
Acts = Annotated[tuple[Act, ...], Field(min_length=1)]
TileSet = Annotated[Tiles, ByKey()]


# Rules


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
    """One more thing that a player may do in a step."""

    key: ClassVar[str] = "offer"
    step: Literal["place-figure"]
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


class Scoring(Kind):
    """The scoring table of a kind of feature, completed and at the end of the game.

    ``tiles``: only for features of this many tiles, and for these instead of the table that names no number.
    """

    key: ClassVar[str] = "scoring"
    of: KindRef
    tiles: Count | None = None
    completed: Row | None = None
    final: Row | None = None


class EndsWhen(Kind):
    """The game ends after the turn in which these piles are found empty."""

    key: ClassVar[str] = "ends-when"
    sole: ClassVar[str] = "empty"
    empty: Annotated[tuple[PileName, ...], Field(min_length=1)]


class Wins(Kind):
    """Who wins: whoever has the most of this."""

    key: ClassVar[str] = "wins"
    most: Literal["points"]


class IsA(Kind):
    """A figure counts as another wherever statements speak of the other."""

    key: ClassVar[str] = "is-a"
    element: FigureRef
    class_: FigureRef


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
    Steps | Turns | Fits | Unplaceable | Offer | Limit | Counts | Ties | DoneWhen | Scoring | EndsWhen | Wins | IsA | Permission,
    ByKey(),
]


class Effect(Model):
    """What a statement does. ``of`` narrows the event to one thing; ``after`` names a statement that goes first on the same event."""

    when: Event | None = None
    step: StepName | None = None
    of: Name | None = None
    after: StatementRef | None = None
    if_: tuple[Condition, ...] = ()
    do: tuple[Act, ...] = ()
    rules: tuple[Rule, ...] = ()


class CoveredBy(Kind):
    """What the statement says is done by other entries: statements, designs, or a box's list of contents."""

    key: ClassVar[str] = "covered-by"
    sole: ClassVar[str] = "entries"
    entries: Annotated[tuple[Annotated[str, Ref("statement", "design", "box")], ...], Field(min_length=1)]


class NoEffect(Model):
    """Why a statement has no effect: it is flavour, it is covered by other entries, or its effect is still to be written."""

    none: Annotated[Literal["flavour", "pending"] | CoveredBy, ByKey()]


def _kinds(parent: type[Kind] = Kind) -> tuple[type[Kind], ...]:
    return tuple(k for k in parent.__subclasses__() if k.__module__ == __name__)


KINDS = _kinds()
"""Every kind of the vocabulary, in the order of its declaration."""
_MODELS: tuple[type[Model], ...] = (*KINDS, Permit, Touching, Row, Effect, NoEffect)
for _model in _MODELS:
    _model.model_rebuild()
