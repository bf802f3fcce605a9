"""What the chapters ask of whoever writes the rules of one table: for a booklet, or for a page of the site."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic

from catalog.statements import Statement
from engine import Table
from generator.i18n import Language
from generator.pages.material import Material
from generator.pages.scribe import Scribe
from generator.reading import Readings
from generator.rulebook.views import E, Reference, TileView
from generator.voice import Shown


class TableScribe(Scribe, ABC, Generic[E]):
    """Writes the rules that hold at ``table``; ``held`` are those statements by id, in reading order."""

    def __init__(
        self, table: Table, held: Mapping[str, Statement], material: Material, language: Language, readings: Readings, path: str
    ) -> None:
        """Write for a table, in a language, at a path below it."""
        super().__init__(material, language, readings, path)
        self.table = table
        self.held = held

    @abstractmethod
    def enter(self, statement: Statement) -> E:
        """Return a statement as it is shown."""

    def tiles(self, box: str, edition: str) -> tuple[TileView, ...]:  # noqa: ARG002  a booklet shows them
        """Return the tiles of a box as they are shown; none where they have a page of their own."""
        return ()

    def name_here(self, box: str) -> Shown:
        """Return the name of a box in the edition in which it is on the table."""
        return self.box_name(box, self.table.editions.get(box))

    def reference(self, statement: str) -> Reference:
        """Return where a statement stands."""
        return Reference(statement, self.name_here(self.catalog.box_of[statement]))
