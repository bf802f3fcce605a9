"""The engine: chooses the entries that are on a table, to play by them. Imports the catalogue alone."""

from catalog.model import Kind
from engine.table import Table, TableError, lay_table

RUNS: frozenset[type[Kind]] = frozenset()
"""The kinds of effects that the engine runs. It lays the table and does not play yet, so that coverage counts none as executed."""

__all__ = ["RUNS", "Table", "TableError", "lay_table"]
