"""A ruleset: the entries on a table with every id turned into a small integer, once.

Feature kinds, marks, figures, designs and statements are numbered in reading order.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from catalog import Catalog, Rulings
from catalog.effects import (
    Auction,
    Bystander,
    Counts,
    DoneWhen,
    Effect,
    EndsWhen,
    Fits,
    Holding,
    LayAside,
    Limit,
    Offer,
    Pieces,
    Pile,
    Rule,
    Span,
    Steps,
    Stock,
    Ties,
    TileHas,
    Tiles,
    Unplaceable,
    Value,
    Wins,
    WorthOf,
)
from catalog.model import Kind, values
from catalog.questions import AGAINST
from catalog.questions import Row as RulingRow
from catalog.statements import Statement
from catalog.tile_checks import shows
from engine import tables
from engine.events import SetupError
from engine.shapes import CLOSED, NEVER, SURROUNDED, Shape, SquareShape, look, shapes_of
from engine.table import Table
from engine.tables import Change, Points

_PLAYED = {"single", "shape", "edge", "ground", "mode", "unless_stated"}
"""What of an element plays a part, besides its id."""
_STATES = {"closed": CLOSED, "surrounded": SURROUNDED, "never": NEVER}
R = TypeVar("R", bound=Rule)
K = TypeVar("K", bound=Kind)


@dataclass(frozen=True, slots=True)
class Spanning:
    """The rule of pieces across tiles in integers: their kind, the letter that they lie over, the letter and kind of what they carry."""

    statement: int
    piece: int
    over: int
    letter: int
    kind: int
    verb: int
    permit: tuple[str, str] | None


@dataclass(frozen=True)
class Ruleset:
    """What the engine plays by; ``colours`` are those of the players, in turn order. Build it with :func:`compile_rules`."""

    table: Table
    colours: tuple[str, ...]
    _shapes: dict[int, tuple[Shape, ...]] = field(default_factory=dict)
    _allowed: dict[tuple[str, str, str, tuple[str, ...], frozenset[int]], bool] = field(default_factory=dict)
    _classes: dict[str, frozenset[str]] = field(default_factory=dict)
    _rotations: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def catalog(self) -> Catalog:
        """The catalogue that the table is laid from."""
        return self.table.catalog

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The statements at the table; citations are indices into it."""
        return self.table.statements

    @cached_property
    def statement_index(self) -> dict[str, int]:
        """The index of each statement by id."""
        return {s.id: n for n, s in enumerate(self.statements)}

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The feature kinds."""
        return tuple(self.catalog.kinds)

    @cached_property
    def kind_index(self) -> dict[str, int]:
        """The index of each feature kind."""
        return {k: n for n, k in enumerate(self.kinds)}

    @cached_property
    def mark_index(self) -> dict[str, int]:
        """The index of each mark."""
        return {m: n for n, m in enumerate(self.catalog.marks)}

    @cached_property
    def mark_names(self) -> tuple[str, ...]:
        """The marks."""
        return tuple(self.catalog.marks)

    @cached_property
    def grounds(self) -> frozenset[int]:
        """The marks that figures stand on themselves: they are the place of nobody else on the tile."""
        return frozenset(n for n, mark in enumerate(self.catalog.marks.values()) if mark.ground)

    @cached_property
    def floors(self) -> frozenset[int]:
        """The kinds of figures that other figures stand on: they are the place of those."""
        return frozenset(n for n, figure in enumerate(self.catalog.figures.values()) if figure.ground)

    @cached_property
    def unpublished(self) -> frozenset[int]:
        """The kinds of figures of which only that is known what rules of other boxes say: they come in positions alone."""
        return frozenset(n for n, figure in enumerate(self.catalog.figures.values()) if figure.stage == "referenced")

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """The figure kinds."""
        return tuple(self.catalog.figures)

    @cached_property
    def figure_index(self) -> dict[str, int]:
        """The index of each figure kind."""
        return {f: n for n, f in enumerate(self.figures)}

    @cached_property
    def single(self) -> dict[int, int]:
        """The figures of which there is only one, by kind: they are the first pieces, in this order."""
        brought = {e for box in self.table.editions for e in self.catalog.boxes[box].brings}
        there = [n for n, f in enumerate(self.catalog.figures.values()) if f.single and f.id in brought]
        return {figure: piece for piece, figure in enumerate(there)}

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.colours)

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the entries that this ruleset plays by: saved games name it."""
        designs = [self.catalog.designs[d].model_dump(mode="json") for d in self.designs]
        effects = [[s.id, s.effect.model_dump(mode="json")] for s in self.statements]
        prints = [[p.design, p.back, count] for p, count in self.table.printings]
        catalog = self.catalog
        # The numbers of a state are places in these lists.
        numbered = [
            [[e.id, e.model_dump(mode="json", include=_PLAYED)] for e in there.values()]
            for there in (catalog.figures, catalog.kinds, catalog.marks, catalog.verbs)
        ]
        chosen = [sorted(self.table.options), sorted(self.table.editions.items())]
        text = json.dumps([designs, effects, prints, numbered, chosen], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def letters(self) -> dict[str, int]:
        """The number of each edge letter, from 1; 0 is an edge that nothing meets."""
        return {k.edge: n + 1 for n, k in enumerate(k for k in self.catalog.kinds.values() if k.edge) if k.edge}

    @cached_property
    def sides(self) -> tuple[int, int, int, int]:
        """What a letter counts for on each side of a cell: the letters round a cell are one number, 0 where no tile lies."""
        base = len(self.letters) + 1
        return 1, base, base**2, base**3

    @cached_property
    def around(self) -> tuple[tuple[int, int, int, int], ...]:
        """The letters round a cell, by the number that they make."""
        base = len(self.letters) + 1
        return tuple((n % base, n // base % base, n // base**2 % base, n // base**3) for n in range(base**4))

    @cached_property
    def edge_kinds(self) -> tuple[int, ...]:
        """The feature kind of each edge letter, in their order."""
        return tuple(self.kind_index[k.id] for k in self.catalog.kinds.values() if k.edge)

    @cached_property
    def joins(self) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
        """For each edge letter and edge, the ports to join, each with the one it meets: a line and what lies on both sides of it, else all."""
        shapes = {self.letters[k.edge]: k.shape for k in self.catalog.kinds.values() if k.edge}
        return tuple(
            tuple(
                tuple((3 * edge + i, 3 * (edge ^ 2) + 2 - i) for i in ((0, 1, 2) if shapes.get(letter) == "line" else (1,)))
                for edge in range(4)
            )
            for letter in range(len(self.letters) + 1)
        )

    @cached_property
    def designs(self) -> tuple[str, ...]:
        """The designs on the table."""
        return tuple(dict.fromkeys(d for p, _ in self.table.printings for d in (p.design, p.back) if d))

    @cached_property
    def design_index(self) -> dict[str, int]:
        """The index of each design."""
        return {d: n for n, d in enumerate(self.designs)}

    @cached_property
    def faces(self) -> dict[int, tuple[int, ...]]:
        """The designs that a drawn tile may show, by the design of its front."""
        index = self.design_index
        return {
            index[p.design]: (index[p.design], index[p.back]) if p.back else (index[p.design],) for p, _ in self.table.printings
        }

    @cached_property
    def verbs(self) -> tuple[str, ...]:
        """The verbs."""
        return tuple(self.catalog.verbs)

    @property
    def rulings(self) -> Rulings:
        """The rulings, to be asked for this table."""
        return self.catalog.rulings

    def rules(self, kind: type[R]) -> list[tuple[int, R]]:
        """Return the rules of a kind on the table with the index of their statement, in reading order."""
        found: list[tuple[int, R]] = []
        for n, statement in enumerate(self.statements):
            if isinstance(statement.effect, Effect):
                found += [(n, rule) for rule in statement.effect.rules if isinstance(rule, kind)]
        return found

    def heard(self, event: str) -> list[int]:
        """Return the statements that hear an event: in reading order, but for what they say with ``after`` and ``before``."""
        hearing = [n for n, s in enumerate(self.statements) if isinstance(s.effect, Effect) and s.effect.when == event]
        index = {self.statements[n].id: n for n in hearing}
        first: dict[int, set[int]] = {n: set() for n in hearing}
        for n in hearing:
            effect = self._effect(n)
            if effect.after in index:
                first[n].add(index[effect.after])
            if effect.before in index:
                first[index[effect.before]].add(n)
        ordered: list[int] = []
        while hearing:
            free = [n for n in hearing if first[n].isdisjoint(hearing)]
            if not free:
                names = ", ".join(f"`{self.statements[n].id}`" for n in hearing)
                raise SetupError(f"these statements wait for one another: {names}")
            hearing.remove(free[0])
            ordered.append(free[0])
        return ordered

    def _effect(self, n: int) -> Effect:
        effect = self.statements[n].effect
        if not isinstance(effect, Effect):
            raise TypeError(self.statements[n].id)
        return effect

    # Permissions

    @cached_property
    def rows(self) -> tuple[RulingRow, ...]:
        """The rulings on the table."""
        held = {s.id for s in self.statements}
        return tuple(row for row in self.rulings.rows if row.statement.id in held)

    def places(self, square: SquareShape, segment: int, kind: int) -> tuple[str, ...]:
        """Return the places that who stands on a segment stands on: marks, what carries it across the tile, and what kind it is now."""
        marks = sorted(self.mark_names[m] for m in square.standing[segment])
        return (*marks, *self.carrying(square, segment), self.kinds[kind])

    def carrying(self, square: SquareShape, segment: int) -> tuple[str, ...]:
        """Return the figure that carries a segment across the tile, if one does."""
        return (self.figures[self.span.piece],) if self.span is not None and segment == square.carried else ()

    def reaching(self, actor: str, verb: str, target: str, on: tuple[str, ...], holding: frozenset[int]) -> list[RulingRow]:
        """Return the rulings that decide a case, of those without a condition and those whose conditions hold."""
        actors, targets = self.classes(actor), self.classes(target)
        places = {c for place in on for c in self.classes(place)}
        rows = [
            row
            for n, row in enumerate(self.rows)
            if row.permission.verb == verb
            and row.permission.actor in actors
            and row.target in targets
            and row.places <= places
            and (n in holding or not row.permission.if_)
        ]
        return self.rulings.winners(rows, self.table.setting)

    def allowed(
        self, actor: str, verb: str, target: str, on: tuple[str, ...] = (), holding: frozenset[int] = frozenset()
    ) -> bool:
        """Tell whether the rulings let this happen; ``holding`` are the rows whose conditions hold now."""
        key = (actor, verb, target, on, holding)
        if key not in self._allowed:
            rows = self.reaching(actor, verb, target, on, holding)
            default = self.catalog.verbs[verb].unless_stated == "allow"
            self._allowed[key] = not any(r.permission.verdict in AGAINST for r in rows) if rows else default
        return self._allowed[key]

    def bars(self, actor: str, verb: str) -> bool:
        """Tell whether the rulings on the table ever keep an actor from this."""
        counts_as = self.classes(actor)
        said = [r.permission for r in self.rows if r.permission.verb == verb and r.permission.actor in counts_as]
        return self.catalog.verbs[verb].unless_stated != "allow" or any(p.verdict in AGAINST for p in said)

    def ever(self, actor: str, verb: str, figure: int) -> bool:
        """Tell whether the rulings on the table ever let an actor do this to a kind of figure."""
        counts_as, targets = self.classes(actor), self.classes(self.figures[figure])
        said = [r.permission for r in self.rows if r.permission.verb == verb and r.target in targets]
        allowed = any(p.actor in counts_as and p.verdict not in AGAINST for p in said)
        return allowed or self.catalog.verbs[verb].unless_stated == "allow"

    # Scoring and completion

    @cached_property
    def done(self) -> tuple[int, ...]:
        """When each kind of feature is completed; never, where no statement says."""
        found = [NEVER] * len(self.kinds)
        for _, rule in self.rules(DoneWhen):
            found[self.kind_index[rule.of]] = _STATES[rule.state]
        return tuple(found)

    @cached_property
    def scoring(self) -> tuple[tuple[tuple[Points, ...], tuple[Points, ...]], ...]:
        """The rows by kind, completed and final: those for a mark first, then those for a number of tiles, then the others."""
        return tables.scoring(self)

    @cached_property
    def modified(self) -> tuple[tuple[Change, ...], ...]:
        """What changes the points of features, by kind."""
        return tables.modified(self)

    @cached_property
    def values(self) -> dict[int, tuple[int, tuple[int, ...]]]:
        """What pieces are worth by kind, each with the statement that says so."""
        return {self.figure_index[rule.of]: (rule.points, (n,)) for n, rule in self.rules(Value)}

    @cached_property
    def bystanders(self) -> frozenset[int]:
        """The kinds of figures that do not claim what they stand on."""
        named = {rule.figure for _, rule in self.rules(Bystander)}
        return frozenset(n for n, figure in enumerate(self.figures) if named & self.classes(figure))

    @cached_property
    def stocked(self) -> frozenset[int]:
        """The kinds of figures that come into the game without belonging to a player."""
        return frozenset(self.figure_index[node.kind] for node in self._parts(Stock))

    @cached_property
    def open_piles(self) -> tuple[str, ...]:
        """The piles that lie face up."""
        return tuple(dict.fromkeys([*(node.into for node in self._parts(Auction)), *self.laid_aside]))

    @cached_property
    def laid_aside(self) -> tuple[str, ...]:
        """The piles in which tiles are laid aside, in an order that says nothing."""
        return tuple(dict.fromkeys(node.into for node in self._parts(LayAside)))

    @cached_property
    def asks_worth(self) -> bool:
        """Whether a statement asks what a scored feature was worth, whoever got the points."""
        return bool(self._parts(WorthOf))

    def _parts(self, kind: type[K]) -> list[K]:
        """Return every part of this kind in the effects on the table."""
        return [node for node in self._written if isinstance(node, kind)]

    @cached_property
    def _written(self) -> tuple[object, ...]:
        """Every part of the effects on the table."""
        return tuple(node for s in self.statements for _, node in values(s.effect))

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """How much each figure kind counts for the majority: what is said of it, else what is said of what it counts as."""
        found = [0] * len(self.figures)
        said = {rule.class_: rule.as_ for _, rule in self.rules(Counts)}
        for n, figure in enumerate(self.figures):
            counted = self.classes(figure)
            found[n] = said.get(figure, max((w for c, w in said.items() if c in counted), default=0))
        return tuple(found)

    def figures_of(self, node: Pieces | Holding) -> frozenset[int]:
        """Return the kinds of figures that a selection is about."""
        named = {self.figure_index[k] for k in node.kind}
        if node.class_:
            named |= {n for n, f in enumerate(self.figures) if not self.classes(f).isdisjoint(node.class_)}
        return frozenset(named if node.kind or node.class_ else range(len(self.figures)))

    def classes(self, element: str) -> frozenset[str]:
        """Return an element and all that it counts as at this table."""
        if element not in self._classes:
            self._classes[element] = self.catalog.classes_of(element, self.statements)
        return self._classes[element]

    @cached_property
    def counted(self) -> tuple[tuple[int, frozenset[int]], ...]:
        """The statements that say how much figures count, each with the kinds of figures it decides for."""
        said = {rule.class_: n for n, rule in self.rules(Counts)}
        return tuple(
            (
                n,
                frozenset(
                    f
                    for f, figure in enumerate(self.figures)
                    if (c in self.classes(figure) and figure not in said) or c == figure
                ),
            )
            for c, n in said.items()
        )

    @cached_property
    def ties_shared(self) -> int | None:
        """The statement by which all who tie for a majority score, or None."""
        return next((n for n, rule in self.rules(Ties) if rule.in_ == "majority"), None)

    @cached_property
    def wins(self) -> int | None:
        """The statement that says who wins, or None."""
        return next((n for n, _ in self.rules(Wins)), None)

    @cached_property
    def wins_shared(self) -> int | None:
        """The statement by which players who are level win together, or None."""
        return next((n for n, rule in self.rules(Ties) if rule.in_ == "game"), None)

    # The turn

    @cached_property
    def ends_when(self) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """The statements by which the game ends, and the piles that are then empty."""
        said = self.rules(EndsWhen)
        return tuple(n for n, _ in said), tuple(dict.fromkeys(pile for _, rule in said for pile in rule.empty))

    @cached_property
    def offers(self) -> tuple[tuple[int, Offer], ...]:
        """The offers."""
        return tuple(self.rules(Offer))

    @cached_property
    def figure_limit(self) -> tuple[int | None, int]:
        """How many offers of that step a player may take in a turn, after the statement that says so (None: none does)."""
        found = [(rule.most, n) for n, rule in self.rules(Limit)]
        return (min(found)[1], min(found)[0]) if found else (None, len(self.offers))

    @cached_property
    def unplaceable(self) -> tuple[tuple[int, Unplaceable], ...]:
        """What happens to a tile that fits nowhere."""
        return tuple(self.rules(Unplaceable))

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """The steps of a turn in order."""
        return next((rule.order for _, rule in self.rules(Steps)), ())

    @cached_property
    def fits(self) -> tuple[tuple[int, Fits], ...]:
        """The rules of placement."""
        return tuple(self.rules(Fits))

    @cached_property
    def fits_cited(self) -> tuple[int, ...]:
        """The statements that say where a tile may be placed."""
        return tuple(n for n, _ in self.fits)

    @cached_property
    def span(self) -> Spanning | None:
        """The rule by which pieces lie across tiles. Raises :class:`SetupError` where several statements say it."""
        found = self.rules(Span)
        if len(found) > 1:
            names = ", ".join(f"`{self.statements[n].id}`" for n, _ in found)
            raise SetupError(f"several statements lay pieces across tiles: {names}")
        for n, rule in found:
            over, carried = (self.catalog.kinds[k].edge for k in (rule.over, rule.as_))
            if over is None or carried is None:
                raise SetupError(f"`{self.statements[n].id}` lays pieces over or as a kind of feature that has no edge letter")
            permit = (rule.permitted.actor, rule.permitted.verb) if rule.permitted is not None else None
            letters = self.letters[over], self.letters[carried]
            return Spanning(
                n, self.figure_index[rule.piece], *letters, self.kind_index[rule.as_], self.verbs.index(rule.verb), permit
            )
        return None

    # Tiles

    def tiles(self, node: Tiles) -> list[int]:
        """Return the designs of the tiles on the table that a selection names, each as often as it is there."""
        catalog, found = self.catalog, []
        for printing, count in self.table.printings:
            design = catalog.designs[printing.design]
            fits = (
                (node.box is None or node.box == self._box_of[id(printing)])
                and (not node.designs or design.id in node.designs)
                and all(shows(design, what) for what in node.has)
                and not any(shows(design, what) for what in node.lacks)
                and (node.squares is None or len(design.all_squares) == node.squares)
                and (node.start is None or node.start == printing.start)
            )
            if fits:
                found += [self.design_index[design.id]] * (1 if node.start else count)
        return found

    @cached_property
    def _box_of(self) -> dict[int, str]:
        return {id(p): self.catalog.box_of_printing[n] for n, p in enumerate(self.catalog.printings)}

    def pile(self, act: Pile) -> tuple[list[int], list[int]]:
        """Return the designs of a pile: those to be shuffled, and those that come last."""
        found = [d for node in act.of for d in self.tiles(node)]
        last = self.tiles(act.last) if act.last is not None else []
        for design in [d for node in act.except_ for d in self.tiles(node)] + last:
            if design in found:
                found.remove(design)
        return found, last

    # Shapes

    def shapes(self, design: int) -> tuple[Shape, ...]:
        """Return a design in its four rotations."""
        if design not in self._shapes:
            entry = self.catalog.designs[self.designs[design]]
            self._shapes[design] = shapes_of(self, entry)
        return self._shapes[design]

    def rotations(self, design: int) -> tuple[int, ...]:
        """Return for each rotation of a design the first one that lies just the same: what is symmetric is listed once."""
        if design not in self._rotations:
            looks = [look(shape) for shape in self.shapes(design)]
            self._rotations[design] = tuple(looks.index(look) for look in looks)
        return self._rotations[design]

    def shows(self, design: int, square: int, condition: TileHas) -> bool:
        """Tell whether a square of a design has what a condition asks for."""
        shape = self.shapes(design)[0].squares[square]
        if condition.mark is not None:
            return self.mark_index[condition.mark] in shape.shown
        return self.kind_index[condition.feature or ""] in shape.kinds
