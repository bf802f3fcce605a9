"""The statements of a table compiled to programs, by the event that they wait for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from catalog.effects import EVENTS, OFFER_NAMES, Act, Condition, Effect, Exists, Offer, Option, Permit, Pieces, TileHas, WithBox
from engine.ask import CELLS, PIECE, Asker, Bound, Test
from engine.frames import FIRST, Program
from engine.lower import lower, may_stop
from engine.memo import Memo
from engine.ruleset import Ruleset

SETTLED = {"tile-drawn": "drawn", "tile-placed": "placed", "figure-step-done": "placed"}
"""Events about one tile: whether a statement cares is settled by the design."""
ABOUT_FIGURES = ("piece-left", "tile-entered")
"""Events about one figure: which statements hear them is settled by its kind."""


@dataclass(frozen=True, slots=True)
class OfferProgram:
    """An offer of a step, compiled: its statement, its rule and its program, whose first choice is where a player takes it."""

    statement: int
    rule: Offer
    program: Program


@dataclass(frozen=True, slots=True)
class Permission:
    """What is known of whether an actor may do something: the rulings with a condition, each by its index with a test of the piece in the
    first register and the cell in the second, and the answers so far, by all that they depend on.
    """

    conditions: tuple[tuple[int, Test], ...]
    answers: dict[tuple[int, int, frozenset[int], tuple[str, ...], frozenset[int]], bool] = field(default_factory=dict)


class Programs:
    """Every statement on the table that does something, compiled once for all games by a ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        """Compile for a ruleset."""
        self.rules = rules
        heard_in_acts = (*self._effects("piece-left"), *self._effects("feature-scored"))
        self._stepwise = any(may_stop(effect.do) for _, effect in heard_in_acts)
        # Where the turn tells what was drawn: whatever is drawn instead of it is told there again.
        self.drawn_stage = 0
        self.all: list[Program] = []
        self.of: list[str | None] = []
        self._permissions: dict[tuple[str, str], Permission] = {}
        # The programs that hear an event about a figure, by its kind; those that hear one about a tile, less those that its design
        # settles, by the design.
        self.about = {event: Memo(partial(self._hears_about, event)) for event in ABOUT_FIGURES}
        self.hearers = {event: Memo(partial(self._unsettled, event)) for event in SETTLED}
        self._waiting: dict[int, tuple[Test | None, ...]] = {}
        self.heard: dict[str, tuple[Program, ...]] = {event: self._hearing(event) for event in EVENTS}
        self.called = {rules.statements[p.statement].id: p for p in self.heard["called"]}
        self.unplaceable = tuple(self._acts(n, rule.do, ("drawn",)) for n, rule in rules.unplaceable)
        self.offers = tuple(
            OfferProgram(n, rule, self._acts(n, rule.do, OFFER_NAMES[rule.step], rule.if_)) for n, rule in rules.offers
        )
        self.begins = {step: tuple(p for p in self.heard["step-begins"] if self._effect(p).step == step) for step in rules.steps}

    def _hearing(self, event: str) -> tuple[Program, ...]:
        return tuple([self._lowered(n, effect, None) for n, effect in self._effects(event)])

    def _effects(self, event: str) -> list[tuple[int, Effect]]:
        effects = [(n, self.rules.statements[n].effect) for n in self.rules.heard(event)]
        return [(n, effect) for n, effect in effects if isinstance(effect, Effect)]

    def _acts(self, statement: int, do: tuple[Act, ...], names: tuple[str, ...], if_: tuple[Condition, ...] = ()) -> Program:
        effect = Effect.model_construct(None, when="called", step=None, of=None, after=None, if_=if_, do=do, rules=())
        return self._lowered(statement, effect, names)

    def _lowered(self, statement: int, effect: Effect, names: tuple[str, ...] | None) -> Program:
        program = lower(self.rules, statement, len(self.all), effect, names, stepwise=self._stepwise)
        self.all.append(program)
        self.of.append(effect.of)
        return program

    def _effect(self, program: Program) -> Effect:
        effect = self.rules.statements[program.statement].effect
        if not isinstance(effect, Effect):
            raise TypeError(self.rules.statements[program.statement].id)
        return effect

    def _hears_about(self, event: str, figure: int) -> tuple[Program, ...]:
        counts_as = self.rules.classes(self.rules.figures[figure])
        return tuple(p for p in self.heard[event] if (of := self.of[p.number]) is None or of in counts_as)

    def _unsettled(self, event: str, design: int) -> tuple[Program, ...]:
        return tuple(p for p in self.heard[event] if self.settled(self._effect(p).if_, SETTLED[event], design) is not False)

    def waiting(self, design: int) -> tuple[Test | None, ...]:
        """Return what stands between a tile of this design being placed and the figures: for each program that then has something to do
        what can be asked before the tile lies (None: nothing can).
        """
        if design not in self._waiting:
            found: list[Test | None] = []
            for program in self.hearers["tile-placed"][design]:
                before = [c for c in self._effect(program).if_ if _is_early(c)]
                asker = Asker(self.rules, {}, program.statement)
                found.append(asker.all_of(before) if before else None)
            self._waiting[design] = tuple(found)
        return self._waiting[design]

    def settled(self, conditions: tuple[Condition, ...], name: str, design: int) -> bool | None:
        """Tell whether conditions about a tile of this name hold for a design; None if something else decides too."""
        rules = self.rules
        squares = range(len(rules.shapes(design)[0].squares))
        certain = True
        for condition in conditions:
            match condition:
                case TileHas() if condition.tile == name:
                    holds = any(rules.shows(design, square, condition) for square in squares)
                case WithBox():
                    holds = condition.box in rules.table.editions
                case Option():
                    holds = condition.option in rules.table.options
                case _:
                    certain = False
                    continue
            if not holds:
                return False
        return True if certain else None

    def permission(self, actor: str, verb: str) -> Permission:
        """Return what is known of whether an actor may do this."""
        key = (actor, verb)
        if key not in self._permissions:
            rules, counts_as = self.rules, self.rules.classes(actor)
            found = []
            for n, row in enumerate(rules.rows):
                if row.permission.if_ and row.permission.verb == verb and row.permission.actor in counts_as:
                    asker = Asker(
                        rules,
                        {"target": Bound(FIRST, PIECE), "square": Bound(FIRST + 1, CELLS)},
                        rules.statement_index[row.statement.id],
                    )
                    found.append((n, asker.all_of(row.permission.if_)))
            self._permissions[key] = Permission(tuple(found))
        return self._permissions[key]

    def conditional(self, permit: Permit | None, figures: Iterable[int]) -> bool:
        """Tell whether a ruling with a condition has a say in what is asked about these kinds of figures."""
        if permit is None:
            return False
        rules = self.rules
        counts_as = {above for figure in figures for above in rules.classes(rules.figures[figure])}
        return any(rules.rows[n].target in counts_as for n, _ in self.permission(permit.actor, permit.verb).conditions)


def _is_early(condition: Condition) -> bool:
    """Tell whether a condition is the same before a tile lies and after: it asks only whether pieces are anywhere on the board, or off it."""
    match condition:
        case Exists(of=Pieces(bearing=None, permitted=None) as pieces):
            players = {"active", "each", "other", None}
            return (pieces.at is None or isinstance(pieces.at, str)) and pieces.owner in players
        case WithBox() | Option():
            return True
    return False
