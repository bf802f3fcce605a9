"""The turn: what each of its stages does, and going on from one to the next until somebody must decide.

A stage moves the game on to the next one before anything is told, so that effects which stop for a decision find it there when they
are done. It returns True when a player must decide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.frames import Program
from engine.offers import all_options
from engine.placing import OFFER, SPAN
from engine.run import Run

if TYPE_CHECKING:
    from engine.rules import Rules

STEPS: dict[str, tuple[str, ...]] = {
    "draw-tile": ("drawn",),
    "place-tile": ("place", "span", "placed"),
    "place-figure": ("figure", "beside", "figure-done"),
    "score": ("completed", "scored"),
}
"""The stages that each step of a turn consists of."""
TOLD = {"placed": "tile-placed", "figure-done": "figure-step-done", "scored": "scoring-done", "completed": "features-completed"}
"""Stages that only tell of an event: where nobody hears it, there is no such stage."""
Handler = Callable[["Rules", Run], bool]


def advance(rules: Rules, run: Run) -> None:
    """Go on until somebody must decide, or the game is over."""
    handlers, state = rules.handlers, run.state
    while True:
        if state.agenda and run.work():
            return
        if handlers[state.stage](rules, run):
            return


def listed(rules: Rules, run: Run) -> list[tuple[Any, ...]]:
    """Return what the player whose turn it is may do in the stage that the turn has come to."""
    placing = rules.placing
    match rules.stages[run.state.stage]:
        case "place":
            placements = placing.actions(run)
            if placements and placing.at_any_time:
                placements += [(OFFER, suffix) for suffix in all_options(run, placing.at_any_time)[1:]]
            return placements
        case "span":
            return [(OFFER, ()), *((SPAN, place) for place in placing.spans.options(run))]
        case "figure":
            found = all_options(run, placing.step) if not placing.forced(run.state) else [()]
        case "beside":
            found = all_options(run, placing.beside) if not placing.forced(run.state) else [()]
        case _:
            return []
    if found != [()]:
        found += all_options(run, placing.at_any_time)[1:]
    return [(OFFER, suffix) for suffix in found]


def _begin(_rules: Rules, run: Run) -> bool:
    run.state.stage += 1
    run.log.append(("turn", run.state.active))
    if run.heard["turn-start"]:
        run.fire(run.heard["turn-start"])
    return False


def beginning(programs: tuple[Program, ...]) -> Handler:
    """Return the stage in which a step begins: those who hear of it do what they say."""

    def begins(_rules: Rules, run: Run) -> bool:
        run.state.stage += 1
        run.fire(programs)
        return False

    return begins


def _drawn(rules: Rules, run: Run) -> bool:
    """Tell of the tile that was drawn, if there is one."""
    state = run.state
    state.stage += 1
    if state.drawn >= 0:
        hearing = rules.programs.hearers["tile-drawn"][state.drawn]
        if hearing:
            run.fire(hearing, state.drawn)
    return False


def _place(rules: Rules, run: Run) -> bool:
    """Ask for a placement; a tile that fits nowhere is dealt with as the statements say."""
    state = run.state
    if state.drawn < 0:
        # Nothing was left to draw: nothing is placed, and nothing follows from it.
        state.placed = state.completed = ()
        state.stage = rules.stages.index("end")
        return False
    run.listed = listed(rules, run)
    if run.listed:
        return True
    run.listed = None
    let_go(rules, run)
    return False


def let_go(rules: Rules, run: Run) -> None:
    """Do what the statements say of a tile that fits nowhere."""
    state = run.state
    drawn = state.drawn
    if not rules.programs.unplaceable:
        state.drawn = -1
        return
    state.stage = rules.stages.index("drawn")
    run.fire(rules.programs.unplaceable, drawn)


def _about_tile(event: str) -> Handler:
    """Return the stage that tells of the tile just placed, by an event."""

    def tells(rules: Rules, run: Run) -> bool:
        state = run.state
        state.stage += 1
        hearing = rules.programs.hearers[event][state.sq_design[state.placed[0]]]
        if hearing:
            run.fire(hearing, list(state.placed))
        return False

    return tells


def _figure(rules: Rules, run: Run) -> bool:
    """Ask for an offer, if there is one that can be taken."""
    run.listed = listed(rules, run)
    if run.listed != [(OFFER, ())]:
        return True
    run.listed = None
    run.state.stage += 1
    return False


def _completed(_rules: Rules, run: Run) -> bool:
    """Tell of what is completed, and then of what is completed meanwhile."""
    state = run.state
    if state.completed:
        completed = list(state.completed)
        state.completed = ()
        run.fire(run.heard["features-completed"], completed)
    else:
        state.stage += 1
    return False


def _scored(_rules: Rules, run: Run) -> bool:
    run.state.stage += 1
    run.fire(run.heard["scoring-done"], list(run.state.placed))
    return False


def _end(rules: Rules, run: Run) -> bool:
    """End the turn, and the game if a statement says so; else the next player begins."""
    state = run.state
    state.drawn = -1
    state.source = ""
    state.taken = 0
    state.turn_completed.clear()
    state.turn_scored.clear()
    state.turn_worth.clear()
    state.turn_puts.clear()
    state.turn_offers.clear()
    state.turn_declared.clear()
    piles = state.piles
    cites, ending = rules.ruleset.ends_when
    for pile in ending:
        if piles.get(pile):
            break
    else:
        if cites:
            return _game_over(run, cites)
    if not state.placed:
        # No tile was left to draw, and none will be: nothing can happen any more.
        return _game_over(run, ())
    state.turn += 1
    state.active = state.turn % state.players
    state.stage = 0
    return False


def _game_over(run: Run, cites: tuple[int, ...]) -> bool:
    run.state.stage += 1
    run.log.append(("over", -1, -1, -1, 0, -1, -1, -1, 0, cites))
    run.fire(run.heard["game-end"])
    return False


def _over(_rules: Rules, _run: Run) -> bool:
    return True


HANDLERS: dict[str, Handler] = {
    "begin": _begin,
    "drawn": _drawn,
    "place": _place,
    "span": _figure,
    "placed": _about_tile(TOLD["placed"]),
    "figure": _figure,
    "beside": _figure,
    "figure-done": _about_tile(TOLD["figure-done"]),
    "completed": _completed,
    "scored": _scored,
    "end": _end,
    "over": _over,
}
