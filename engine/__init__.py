"""The engine: chooses the entries that are on the table and plays by them. Imports the catalogue alone."""

from engine.board import Board, Placed, random_board
from engine.table import Table, TableError, lay_table

__all__ = ["Board", "Placed", "Table", "TableError", "lay_table", "random_board"]
