"""A compiled table: everything that games by the same rules share."""

from __future__ import annotations

from collections.abc import Sequence

from catalog.effects import Turns
from engine.events import SetupError
from engine.placing import Placing
from engine.programs import Programs
from engine.ruleset import Ruleset
from engine.state import HALF
from engine.table import Table
from engine.turns import HANDLERS, STEPS, TOLD, beginning


def compile_rules(table: Table, players: int | Sequence[str] = 2) -> Rules:
    """Compile what is on a table for a number of players, who have the first colours there are, or for these colours in turn order.

    Raises :class:`SetupError` with the reason where that is not possible.
    """
    boxes = table.catalog.boxes
    colours = tuple(dict.fromkeys(c for box in table.editions for c in boxes[box].colours))
    chosen = colours[:players] if isinstance(players, int) else tuple(dict.fromkeys(players))
    wanted = players if isinstance(players, int) else len(players)
    if wanted < 2:
        raise SetupError("a game needs at least 2 players")
    if not isinstance(players, int) and len(chosen) < wanted:
        raise SetupError(f"a colour is named twice: {', '.join(players)}")
    if not set(chosen) <= set(colours):
        strange = next(c for c in chosen if c not in colours)
        raise SetupError(f"no box on the table brings the colour `{strange}`; there are: {', '.join(colours) or 'none'}")
    if len(chosen) < wanted:
        bringing = ", ".join(box for box in table.editions if boxes[box].colours) or "none"
        more = [box.name for box in boxes.values() if box.id not in table.editions and set(box.colours) - set(colours)]
        hint = f"; more come with {', '.join(more)}" if more else ""
        raise SetupError(f"{wanted} players cannot play: the boxes on the table ({bringing}) bring {len(colours)} colours{hint}")
    rules = Ruleset(table, chosen)
    _check(rules)
    return Rules(rules)


def _check(rules: Ruleset) -> None:
    """Refuse a table that says too little to be played, or something that this engine does not play."""
    said = (
        (rules.steps, "which steps a turn has"),
        (rules.rules(Turns), "in what order the players take turns"),
        ([r for _, r in rules.fits if r.adjacent], "that a tile is placed next to another"),
        ([r for _, r in rules.fits if r.match], "that the edges of tiles have to match"),
    )
    for there, what in said:
        if not there:
            raise SetupError(f"no statement on the table says {what}")
    squares = sum(count * len(rules.catalog.designs[p.design].all_squares) for p, count in rules.table.printings)
    if squares >= HALF:
        raise SetupError(f"{squares} squares are on the table; {HALF - 1} are the most")


class Rules:
    """A compiled table: everything that games by it share."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Compile the programs and the tables of placement."""
        self.ruleset = ruleset
        self.programs = Programs(ruleset)
        self.placing = Placing(ruleset, self.programs)
        steps = ruleset.steps
        begins = self.programs.begins
        stages = ["begin"]
        for step in steps:
            stages += [f"begin {step}"] if begins[step] else []
            stages += [stage for stage in STEPS[step] if self._is_needed(stage)]
        self.stages = (*stages, "end", "over")
        # The stage in which figures are placed: a table without such a step has no use for it.
        self.figure_stage = self.stages.index("figure") if "figure" in self.stages else len(self.stages)
        if "drawn" in self.stages:
            self.programs.drawn_stage = self.stages.index("drawn")
        self.handlers = tuple(HANDLERS.get(stage) or beginning(begins[stage.removeprefix("begin ")]) for stage in self.stages)

    def _is_needed(self, stage: str) -> bool:
        """Tell whether a stage has something to do: somebody hears of it, or something is offered there."""
        if stage == "span":
            return self.ruleset.span is not None
        if stage == "beside":
            return bool(self.placing.beside)
        return stage not in TOLD or bool(self.programs.heard[TOLD[stage]])

    @property
    def table(self) -> Table:
        """The table that is played at."""
        return self.ruleset.table

    @property
    def players(self) -> int:
        """How many play."""
        return self.ruleset.players

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the players, in turn order."""
        return self.ruleset.colours
