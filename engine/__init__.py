"""The engine: chooses the entries that are on the table and plays by them. Imports the catalogue alone."""

from catalog.effects import Fits
from catalog.model import Kind
from engine.board import Board, Placed, random_board
from engine.table import Table, TableError, lay_table

RUNS: frozenset[type[Kind]] = frozenset({Fits})
"""The kinds of effects that the engine runs."""

__all__ = ["RUNS", "Board", "Placed", "Table", "TableError", "lay_table", "random_board"]
