"""The engine: lays entries on a table, compiles them, and plays by them. Imports the catalogue alone."""

from catalog.effects import KINDS
from catalog.model import Kind
from engine.events import Event, IllegalActionError, SetupError
from engine.examples import Examples, Outcome, run_example
from engine.explain import explain
from engine.game import Action, Game
from engine.rules import Rules, compile_rules
from engine.saved import SavedGameError, replay, save
from engine.simulate import Played, random_game, simulate
from engine.table import Table, TableError, lay_table

RUNS: frozenset[type[Kind]] = frozenset(KINDS)
"""The kinds of effects that the engine runs."""

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
    "compile_rules",
    "explain",
    "lay_table",
    "random_game",
    "replay",
    "run_example",
    "save",
    "simulate",
]
