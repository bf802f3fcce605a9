"""The engine: lays entries on a table, compiles them, and plays by them. Imports the catalogue alone."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from catalog.effects import KINDS
from catalog.model import Kind
from engine.events import Event, IllegalActionError, SetupError, Words
from engine.table import Table, TableError, lay_table

if TYPE_CHECKING:
    from engine.examples import Examples, Outcome, run_example
    from engine.explanation import explain
    from engine.game import Action, Game
    from engine.rules import Rules, compile_rules
    from engine.saved import SavedGameError, replay, save
    from engine.simulation import Played, random_game, simulate

RUNS: frozenset[type[Kind]] = frozenset(KINDS)
"""The kinds of effects that the engine runs."""
_HOMES = {
    "engine.examples": ["Examples", "Outcome", "run_example"],
    "engine.explanation": ["explain"],
    "engine.game": ["Action", "Game"],
    "engine.rules": ["Rules", "compile_rules"],
    "engine.saved": ["SavedGameError", "replay", "save"],
    "engine.simulation": ["Played", "random_game", "simulate"],
}
"""Where the names come from that play. They are fetched when they are first asked for: who lays a table does not wait for a game."""

__all__ = [
    "RUNS",
    "Action",
    "Event",
    "Examples",
    "Game",
    "IllegalActionError",
    "Outcome",
    "Played",
    "Rules",
    "SavedGameError",
    "SetupError",
    "Table",
    "TableError",
    "Words",
    "compile_rules",
    "explain",
    "lay_table",
    "random_game",
    "replay",
    "run_example",
    "save",
    "simulate",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401  each name has a type of its own
    """Fetch a name that plays."""
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    globals()[name] = getattr(import_module(home), name)
    return globals()[name]
