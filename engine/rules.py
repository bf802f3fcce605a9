"""A compiled table: everything that games by the same rules share."""

from __future__ import annotations

from collections.abc import Sequence

from catalog.effects import Turns
from engine.events import SetupError
from engine.placing import Placing
from engine.programs import Programs
from engine.ruleset import Ruleset
from engine.table import Table
from engine.turns import HANDLERS, STEPS, TOLD


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
    if not set(chosen) <= set(colours):
        strange = next(c for c in chosen if c not in colours)
        raise SetupError(f"no box on the table brings the colour `{strange}`; there are: {', '.join(colours) or 'none'}")
    if len(chosen) < wanted:
        bringing = ", ".join(box for box in table.editions if boxes[box].colours) or "none"
        more = [box.name for box in boxes.values() if box.id not in table.editions and set(box.colours) - set(colours)]
        hint = f"; more come with {', '.join(more)}" if more else ""
        raise SetupError(f"{wanted} players cannot play: the boxes on the table ({bringing}) bring {len(colours)} colours{hint}")
    rules = Ruleset(table, chosen)
    for there, what in ((rules.steps, "which steps a turn has"), (rules.rules(Turns), "in what order the players take turns")):
        if not there:
            raise SetupError(f"no statement on the table says {what}")
    return Rules(rules)


class Rules:
    """A compiled table: everything that games by it share."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Compile the programs and the tables of placement."""
        self.ruleset = ruleset
        self.programs = Programs(ruleset)
        self.placing = Placing(ruleset, self.programs)
        steps = ruleset.steps
        self.begins = {STEPS[step][0]: self.programs.begins[step] for step in steps}
        stages = ("begin", *(stage for step in steps for stage in STEPS[step]), "end", "over")
        self.stages = tuple(s for s in stages if s not in TOLD or self.programs.heard[TOLD[s]] or self.begins.get(s))
        self.handlers = tuple(HANDLERS[stage] for stage in self.stages)

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
