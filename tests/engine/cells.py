"""Cells of the rulings: who does what to what, and where. Each that is stated is laid out on a small board of made tiles, to be played.

A made tile shows one feature, in the north where its kind takes edges, and marks; its other edges are bare, so that tiles lie side
by side. The tile of the cell lies in the middle, with what the cell is about on it. What comes to it comes from the south; what
carries a feature across it leads from west to east.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any

from catalog import Catalog, Question, Rulings
from catalog.effects import Exists, Features, Happened, OnSquare, Pieces, Put, Verdict, Walk, With
from catalog.examples import Example
from catalog.model import walk
from catalog.questions import Answer, Row
from catalog.tile_checks import shows
from catalog.tiles import Design, Printing
from engine import Game, Rules, compile_rules, lay_table
from engine.examples import position
from engine.ruleset import Ruleset
from engine.shapes import NEVER
from engine.state import CELL, WITH, cell_of
from tests.engine.tables import catalog

Place = tuple[int, int]
DRAWN = {"castle": "city"}
"""What is drawn on a tile for a kind of feature that is none of its own."""
MIDDLE, NORTH, EAST, SOUTH, WEST = (0, 0), (0, -1), (1, 0), (0, 1), (-1, 0)
FARTHER, FARTHEST = (0, 2), (0, 3)
ROUND = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != MIDDLE]
US, THEM = "red", "blue"
"""Who decides, and the other player."""
STANDING = {"meeple", "abbot", "builder", "pig", "mayor", "messenger", "scarecrow", "shepherd", "ringmistress", "magic-figure"}
"""Figures, and classes of figures, that stand on features; all others stand on the tile itself."""
OPPOSITES: dict[str, Verdict] = {
    "may": "may-not", "may-not": "may", "must": "may-not", "does": "does-not", "does-not": "does", "need-not": "does",
}  # fmt: skip
MIXED, VARIED = "mixed", "varied"
"""The table of all boxes in their newest editions, and that of the oldest edition with the last value of each option."""
TABLES = ("c1", "c2", "c3", "c3.1", MIXED, VARIED)
UNMIXED = {"princess-and-dragon"}
"""The boxes that are not mixed: another one has the same figures, with rules of its own."""
UNPUBLISHED = "its own rules are not public: nobody knows how it comes about"


class NoCellError(Exception):
    """An element and places that are no cell, since the one is never in the others."""


class UnplayedError(Exception):
    """A cell that no board shows, with the reason."""


@dataclass(frozen=True)
class Cell:
    """A case of the rulings: an element, in places. ``under``: the statement of an exception, whose condition is to hold."""

    target: str
    on: tuple[str, ...] = ()
    under: str | None = None

    def __str__(self) -> str:
        return " ".join([self.target, *(f"on {place}" for place in self.on), *([f"under {self.under}"] if self.under else [])])


@dataclass(frozen=True)
class Spot:
    """Where something is on the tile of a cell: on a feature of a kind, on a mark or a figure that is ground, or on the tile itself.

    ``across``: the figure that lies across the tile and carries the feature. ``marks``: what else the tile shows.
    """

    kind: str | None = None
    ground: str | None = None
    across: str | None = None
    marks: tuple[str, ...] = ()

    @property
    def places(self) -> frozenset[str]:
        """All that a ruling could call this place."""
        return frozenset({*self.marks, *(place for place in (self.kind, self.ground, self.across) if place is not None)})


@dataclass
class Stage:
    """Many boxes on one table, with made tiles, and what the rulings say there."""

    name: str
    entries: Catalog
    rules: Rules
    rulings: Rulings

    @cached_property
    def elements(self) -> list[str]:
        """The elements that the boxes bring, less what is drawn on tiles but on none of theirs."""
        table, catalog = self.rules.ruleset.table, self.entries
        brought = {element for box in table.editions for element in catalog.boxes[box].brings}
        real = [catalog.designs[p.design] for p, _ in table.printings if not p.design.startswith("made/")]
        missing = {k for k, kind in catalog.kinds.items() if kind.shape == "site" and not any(shows(d, k) for d in real)}
        return [element for element in catalog.elements if element in brought - missing]

    @cached_property
    def unpublished(self) -> frozenset[str]:
        """The elements that are brought by boxes alone whose own rules are not public: nobody knows how they come about."""
        table, boxes = self.rules.ruleset.table, self.entries.boxes
        public = {element for box in table.editions if box not in table.unpublished for element in boxes[box].brings}
        return frozenset(self.elements) - public

    @cached_property
    def walks(self) -> bool:
        """Whether anything on the table walks by itself."""
        return any(isinstance(node, Walk) for s in self.rules.ruleset.statements for _, node, _ in walk(s.effect))

    @cached_property
    def verbs(self) -> dict[str, frozenset[str]]:
        """The verbs by which each statement puts pieces somewhere."""
        return {
            s.id: frozenset(node.verb for _, node, _ in walk(s.effect) if isinstance(node, Put))
            for s in self.rules.ruleset.statements
        }

    @cached_property
    def places(self) -> list[tuple[str, ...]]:
        """The places, and combinations of places, that any ruling names and the boxes bring."""
        named = sorted({tuple(sorted(row.places)) for row in self.rulings.rows})
        return [places for places in named if set(places) <= {*self.elements}]

    @cached_property
    def dealt(self) -> frozenset[str]:
        """The figures of which there are pieces, or can be in a position. A class alone has none."""
        rules = self.rules.ruleset
        kinds = {*Game(self.rules, 1).state.piece_kind, *rules.unpublished}
        return frozenset(rules.figures[kind] for kind in kinds)

    @cached_property
    def crossing(self) -> tuple[str, str] | None:
        """The figure that lies across tiles, and the kind of feature that it carries."""
        lies = self.rules.ruleset.span
        return (self.rules.ruleset.figures[lies.piece], self.rules.ruleset.kinds[lies.kind]) if lies is not None else None

    def ask(self, actor: str, verb: str, target: str, on: Iterable[str]) -> Answer:
        """Return what the rulings say at this table."""
        table = self.rules.ruleset.table
        options, on = tuple(table.options), tuple(sorted(on))
        return self.rulings.ask(Question(actor, verb, target, on, table=dict(table.editions), options=options))

    def stated(self, actor: str, verb: str) -> Iterator[tuple[Cell, str]]:
        """Yield every cell that is stated, with its verdict; each exception is a cell of its own."""
        for target in self.elements:
            for on in self.places:
                answer = self.ask(actor, verb, target, on)
                if answer.verdict != "not-stated":
                    yield Cell(target, on), answer.verdict
                yield from ((Cell(target, on, e.statement), e.verdict) for e in answer.exceptions)

    def reaches(self, row: Row, cell: Cell) -> bool:
        """Tell whether a ruling is about the target of a cell, in its places."""
        classes, role = self.rules.ruleset.classes, self.entries.roles.get(cell.target)
        places = {c for place in (*cell.on, *([role.on] if role is not None else [])) for c in classes(place)}
        return row.target in classes(cell.target) and row.places <= places

    def counts_as(self, element: str, classes: Iterable[str]) -> bool:
        """Tell whether an element is one of these, or is counted as one."""
        return not self.rules.ruleset.classes(element).isdisjoint(classes)

    def figure(self, target: str) -> str | None:
        """Return a figure that an element stands for: itself, that of a role, or a member of a class; None for what is no figure."""
        entries = self.entries
        figure = entries.roles[target].of if target in entries.roles else target
        if figure not in entries.figures or figure in self.dealt:
            return figure if figure in entries.figures else None
        members = [f for f in self.elements if f in self.dealt and self.counts_as(f, {figure})]
        if not members:
            raise UnplayedError(UNPUBLISHED)
        return members[0]


@cache
def stage(name: str) -> Stage:
    """Return a table with made tiles, compiled once: that of an edition, ``MIXED`` or ``VARIED``."""
    entries = catalog()
    edition = next(iter(entries.editions)) if name == VARIED else name
    editions = {box.id: edition for box in entries.boxes.values() if edition in box.editions}
    if name == MIXED:
        editions = {box: entries.editions_of(box)[-1] for box in entries.boxes if box not in UNMIXED}
    boxes = list(editions)
    options = [o.choices(editions[box])[-1] for box in boxes for o in entries.boxes[box].options if o.choices(editions[box])]
    designs = [*_made(entries, editions)]
    printings = [Printing.model_validate({"design": d.id, "letter": "Z", "counts": {editions[boxes[0]]: 1}}) for d in designs]
    first = len(entries.printings)
    entries = replace(
        entries,
        designs={**entries.designs, **{design.id: design for design in designs}},
        printings=(*entries.printings, *printings),
        box_of_printing={**entries.box_of_printing, **{first + n: boxes[0] for n in range(len(designs))}},
    )
    chosen = ",".join(f"{box}@{edition}" for box, edition in editions.items())
    table = lay_table(entries, chosen, None, options if name == VARIED else ())
    return Stage(name, entries, compile_rules(table, (US, THEM)), Rulings(entries))


def made(kind: str | None = None, marks: Iterable[str] = ()) -> str:
    """Return the id of a made tile."""
    return f"made/{'-'.join([kind or 'bare', *marks])}"


def _made(entries: Catalog, boxes: Iterable[str]) -> Iterator[Design]:
    brought = {element for box in boxes for element in entries.boxes[box].brings}
    kinds = [k for i, k in entries.kinds.items() if i in brought and k.shape != "remainder" and (k.edge or k.shape == "site")]
    rest = entries.rest_letter
    symbols = [mark for i, mark in entries.marks.items() if i in brought and mark.sort == "symbol"]
    for mark in symbols:
        for ground in (m for m in symbols if m.ground and not mark.ground):
            marks = (mark.id, ground.id)
            yield Design.model_validate({"id": made(None, marks), "edges": 4 * rest, "marks": marks})
    for marks in ((), *((mark.id,) for mark in symbols)):
        yield Design.model_validate({"id": made(None, marks), "edges": 4 * rest, "marks": marks})
        for kind in kinds:
            feature = {kind.id: {"ports": ["N"] if kind.edge else [], "marks": marks}}
            edges = (kind.edge or rest) + 3 * rest
            yield Design.model_validate({"id": made(kind.id, marks), "edges": edges, "features": [feature], "marks": marks})


@dataclass
class Board:
    """A position in the making, for a cell and one of its spots. The tile in the middle, once laid, is the first."""

    stage: Stage
    cell: Cell
    spot: Spot
    tiles: list[dict[str, Any]] = field(default_factory=list)
    pieces: list[dict[str, Any]] = field(default_factory=list)
    declared: list[list[Any]] = field(default_factory=list)

    @property
    def tile(self) -> tuple[str | None, tuple[str, ...]]:
        """The feature and the marks of the tile that the cell is about."""
        entries, spot = self.stage.entries, self.spot
        drawn = DRAWN.get(spot.kind or "", spot.kind)
        bare = drawn is None or spot.across is not None or entries.kinds[drawn].shape == "remainder"
        return None if bare else drawn, (*spot.marks, *([spot.ground] if spot.ground in entries.marks else []))

    @property
    def figure(self) -> str | None:
        """The figure that the cell is about."""
        return self.stage.figure(self.cell.target)

    def lay(self, at: Place, kind: str | None = None, marks: Iterable[str] = (), turns: int = 0) -> None:
        """Lay a made tile."""
        self.tiles.append({"tile": made(kind, marks), "at": list(at), "turns": turns})

    @property
    def completable(self) -> bool:
        """Whether the feature of the spot is one that is drawn in the middle and can be completed."""
        rules, kind = self.stage.rules.ruleset, self.spot.kind
        return kind is not None and kind == self.tile[0] and rules.done[rules.kind_index[kind]] != NEVER

    def middle(self) -> None:
        """Lay the tile of the cell, with what lies on it for others to stand on."""
        spot, stage = self.spot, self.stage
        self.lay(MIDDLE, *self.tile)
        if spot.kind == "castle":
            self.lay(NORTH, "city", turns=180)
            self.declared.append([0, stage.rules.ruleset.kind_index["castle"], False])
        if spot.across is not None:
            self.pieces.append({"piece": spot.across, "of": THEM, "at": MIDDLE, "facing": "E"})
        if spot.ground in stage.entries.figures:
            self.pieces.append({"piece": spot.ground, "at": MIDDLE})

    def stand(self, owner: str) -> None:
        """Stand the figure of the cell on its spot, and make the conditions of an exception hold."""
        spot, figure = self.spot, self.figure
        if figure is not None:
            told = {"piece": figure, **self.owned(figure, owner)}
            if spot.ground in self.stage.entries.figures:
                where: dict[str, Any] = {"with": {"piece": spot.ground, "at": MIDDLE}}
            else:
                on = DRAWN.get(spot.kind or "", spot.kind)
                where = {"at": MIDDLE, **({"on": on} if on is not None else {})}
            if self.stage.crossing is not None and figure == self.stage.crossing[0]:
                where["facing"] = "E"
            self.pieces.append({**told, **where})
        self.meet(owner)

    def owned(self, figure: str, owner: str) -> dict[str, str]:
        """Return whose a figure is, in the words of an example: nobody's, where there is one of it or it comes from a stock."""
        rules = self.stage.rules.ruleset
        index = rules.figure_index[figure]
        return {} if index in rules.single or index in rules.stocked else {"of": owner}

    def meet(self, owner: str) -> None:
        """Make the conditions of an exception hold."""
        for row in rows_of(self.stage, self.cell):
            for condition in row.permission.if_:
                self._meet(condition, self.figure, owner)

    def _meet(self, condition: object, figure: str | None, owner: str) -> None:
        match condition:
            case Happened(piece=Pieces()):
                # What happened to others was done by an offer that is none of the cell's.
                raise UnplayedError("no board of the walk shows what this exception asks for")
            case Exists(of=Pieces(at=With(piece="target"), kind=(other,))) if figure is not None:
                self.pieces.append({"piece": other, "with": {"piece": figure, **self.owned(figure, owner), "at": MIDDLE}})
            case Exists(of=Pieces(at=OnSquare(of="square")) as pieces):
                other = (*pieces.kind, *pieces.class_)[0]
                self.pieces.append({"piece": other, **self.owned(other, THEM), "at": MIDDLE})
            case Exists(of=Features(of="target", state="completed")) if self.completable:
                site = self.stage.entries.kinds[self.tile[0] or ""].shape == "site"
                for place in ROUND if site else [NORTH]:
                    self.lay(place, None if site else self.tile[0], turns=180)
            case Exists(of=Features(of="target", state="completed")):
                raise NoCellError
            case Happened(piece="target"):
                # Whoever plays the cell makes that happen first.
                pass
            case _:
                raise UnplayedError("no board of the walk shows what this exception asks for")

    def game(self, draws: Iterable[str] = ()) -> tuple[Game, int | None]:
        """Return the game that goes on from here, and the number of the piece that the cell is about, where it stands on the board."""
        rules = self.stage.rules
        told = {
            "id": "x", "title": "X.", "shows": ["x"], "players": [US, THEM], "board": self.tiles, "pieces": self.pieces,
            "draws": [*draws, made(), made()], "expect": {"choices": 0},
        }  # fmt: skip
        data = position(rules, Example.model_validate(told))
        number = next((p for p, piece in enumerate(data["pieces"]) if self._is_it(data, *piece[:3])), None)
        return Game(rules, 1, position={**data, "declared": self.declared}), number

    def _is_it(self, data: dict[str, Any], kind: int, _owner: int, where: int) -> bool:
        figures, spot = self.stage.rules.ruleset.figures, self.spot
        if figures[kind] != self.figure:
            return False
        if spot.ground in self.stage.entries.figures:
            return where >= WITH and figures[data["pieces"][where - WITH][0]] == spot.ground
        # The segments of the tile in the middle are the first ones.
        return 0 <= where < 8 if spot.kind is not None else where == CELL + cell_of(*MIDDLE)


def contrary(at: Stage, row: Row) -> Stage:
    """Return a table that plays as if a ruling said the opposite; what the rulings say stays as it is."""
    verdict = OPPOSITES[row.permission.verdict]
    changed = replace(row, permission=row.permission.model_copy(update={"verdict": verdict}))
    return _playing(at, rows=tuple(changed if one is row else one for one in at.rules.ruleset.rows))


def lawless(at: Stage) -> Stage:
    """Return a table that plays as if every ruling and every verb were for it."""
    return _playing(at, allowed=lambda *_asked: True, ever=lambda *_asked: True)


def _playing(at: Stage, **otherwise: object) -> Stage:
    """Return a table that plays with other attributes of its ruleset, instead of those that follow from the entries."""
    before = at.rules.ruleset
    after = Ruleset(before.table, before.colours, _shapes=before._shapes)
    vars(after).update(rulings=before.rulings, **otherwise)
    other = Stage(at.name, at.entries, Rules(after), at.rulings)
    vars(other).update(
        {name: getattr(at, name) for name in ("elements", "places", "unpublished", "walks", "verbs", "dealt", "crossing")}
    )
    return other


def rows_of(stage: Stage, cell: Cell) -> list[Row]:
    """Return the rulings of the exception that a cell is about, of one verdict on its target."""
    rows = [r for r in stage.rulings.rows if r.statement.id == cell.under and r.permission.if_]
    return [row for row in rows if stage.counts_as(stage.figure(cell.target) or cell.target, {row.target})][:1]


def spots(stage: Stage, cell: Cell) -> Iterator[Spot]:
    """Yield the spots that a cell may mean, the most usual first. Raises :class:`NoCellError` where there is none,
    and :class:`UnplayedError` where nobody knows.
    """
    entries = stage.entries
    role = entries.roles.get(cell.target)
    on = {*cell.on, *([role.on] if role is not None else []), *([cell.target] if cell.target in entries.kinds else [])}
    carrier, carried = stage.crossing or (None, None)
    across = [place for place in on if place == carrier]
    kinds = [place for place in on if place in entries.kinds]
    grounds = [p for p in on if p not in (*kinds, *across) and getattr(entries.elements[p], "ground", False)]
    marks = tuple(sorted(on - {*across, *kinds, *grounds}))
    if len(kinds) + len(grounds) > 1 or (across and (grounds or not {*kinds} <= {carried})):
        raise NoCellError
    if any(place in entries.figures and place not in stage.dealt for place in grounds):
        raise UnplayedError(UNPUBLISHED)
    if len(marks) > 1:
        raise UnplayedError("no tile is made with so many marks")
    if across:
        yield Spot(carried, across=carrier, marks=marks)
    elif grounds:
        yield Spot(ground=grounds[0], marks=marks)
    elif kinds:
        yield Spot(kinds[0], marks=marks)
    elif stage.counts_as(stage.figure(cell.target) or cell.target, STANDING):
        drawn = [i for i, kind in entries.kinds.items() if i in stage.elements and (kind.edge or kind.shape == "site")]
        yield from (Spot(kind, marks=marks) for kind in drawn)
    else:
        yield Spot(marks=marks)
