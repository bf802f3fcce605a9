"""Turns entries into what the templates of a rulebook show; every link stays within the book."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from markupsafe import Markup

from catalog.effects import NoEffect
from catalog.paths import site_data
from catalog.statements import Statement
from catalog.tiles import Design, Printing
from engine import Table
from generator.i18n import Language
from generator.pages.examples import Aside, PlayedExample, Position
from generator.pages.illustrations import PlayerView
from generator.pages.material import Material
from generator.pictures import Placed
from generator.reading import Readings
from generator.rulebook.laid import TableScribe
from generator.rulebook.views import BesideView, Entry, ExampleFigure, Face, Moment, TileView

if TYPE_CHECKING:
    from generator.pictures import Pictures

SQUARE = 15.0
"""The side of a square of an example on paper, in millimetres, where there is room."""
_WIDTH, _HEIGHT = 82.0, 76.0
"""The room for one of two positions that stand side by side, in millimetres."""
_NARROW = 47.0
"""A position of at most so many millimetres leaves room beside it."""
_PLAIN = 64
"""The side of a square, in pixels, for which examples are drawn: small enough to go without decor, which would hide the pieces."""


class BookScribe(TableScribe[Entry]):
    """What the chapters of a rulebook ask."""

    def __init__(self, table: Table, language: Language, material: Material, pictures: Pictures, *, apart: bool = False) -> None:
        """Write for a table in a language; ``material`` has the examples that hold there.

        With ``apart`` each picture is a document of its own inside the page, which sets faster; else it is a part of the page.
        """
        held = {statement.id: statement for statement in table.statements}
        super().__init__(table, held, material, language, Readings(table.catalog, language, site_data() / "readings"), "")
        self.pictures = pictures
        self.apart = apart
        cited = {statement.source.doc for statement in table.statements}
        self.source_numbers = {doc: n for n, doc in enumerate((d for d in self.catalog.sources if d in cited), start=1)}

    def resolve(self, target: str) -> str | None:
        """Return the link to a statement that is in the book; nothing else has a place of its own there."""
        return f"#{target}" if target in self.held else None

    def enter(self, statement: Statement) -> Entry:
        """Return a statement as the book shows it, with the first of the examples that are about it above all."""
        source = self.source(statement)
        shown = self.material.shown_by.get(statement.id, [])
        example = next((played for played in shown if played.example.shows[0] == statement.id), None)
        return Entry(
            id=statement.id,
            text=self.body(statement),
            box=self.name_here(self.catalog.box_of[statement.id]),
            number=self.source_numbers[statement.source.doc],
            date="" if source.when == self.catalog.sources[statement.source.doc].date else source.date,
            confidence=source.confidence,
            option=self.voice.choice(self.catalog, statement.option) if statement.option else None,
            together=tuple(self.name_here(box) for box in statement.boxes),
            beats=tuple(self.entry(other) for other in statement.overrides if other in self.held),
            flavour=isinstance(statement.effect, NoEffect) and statement.effect.none == "flavour",
            example=self._example(example) if example else None,
        )

    def tiles(self, box: str, edition: str) -> tuple[TileView, ...]:
        """Return the tiles of a box, drawn."""
        return tuple(self._tile(printing, printing.counts[edition]) for printing in self.catalog.printings_of(box, edition))

    def _tile(self, printing: Printing, count: int) -> TileView:
        return TileView(
            faces=tuple(self.face(self.catalog.designs[design]) for design in (printing.design, printing.back) if design),
            letter=printing.letter,
            count=count,
            start=printing.start,
            confidence=printing.confidence,
        )

    def face(self, design: Design, *, plain: bool = False) -> Face:
        """Return a drawn tile; ``plain`` without decor."""
        seen = (*self.material.kinds_of(design), *self.material.marks_of(design))
        return Face(
            picture=self.board([Placed(design, 0, 0, 0)], plain=plain),
            columns=1 + max(square.at[0] for square in design.all_squares),
            letter=self.material.letter(design),
            names=tuple(self.voice.name(element) for element in seen),
        )

    def board(self, placed: list[Placed], *, plain: bool = False) -> Markup:
        """Return drawn tiles, hidden from who does not see: the text beside says what they are."""
        return self._picture(self.pictures.board(placed, size=_PLAIN if plain else None, margin=0.5))

    def _picture(self, svg: str) -> Markup:
        if self.apart:
            return Markup('<img src="data:image/svg+xml;base64,{}" alt="">').format(base64.b64encode(svg.encode()).decode())
        return Markup(svg)  # noqa: S704  our own drawing

    def _example(self, played: PlayedExample) -> ExampleFigure:
        side = min(SQUARE, _WIDTH / played.columns, _HEIGHT / played.rows)
        drawn = dict(played.draw(self.pictures, size=_PLAIN, title=""))
        return ExampleFigure(
            title=self.voice.text(f"example/{played.example.id}", played.example.title),
            moments=tuple(self._moment(name, drawn[name], position) for name, position in played.positions.items()),
            width=round(side * played.columns, 1),
            beside=side * played.columns <= _NARROW,
        )

    def _moment(self, name: str, drawn: str, position: Position) -> Moment:
        return Moment(
            name=name,
            picture=self._picture(drawn),
            hand=tuple(self.face(self.catalog.designs[design], plain=True) for design in position.hand),
            asides=tuple(self._beside(aside) for aside in position.asides),
            gained=tuple((self._player(colour), points) for colour, points in position.gained.items()),
        )

    def _beside(self, aside: Aside) -> BesideView:
        return BesideView(
            picture=self._picture(self.pictures.figure(aside.figure, aside.colour)),
            name=self.voice.name(aside.figure),
            count=aside.count,
            where=aside.where,
            player=self._player(aside.player) if aside.player else None,
        )

    def _player(self, colour: str) -> PlayerView:
        ink = self.pictures.inks.player(colour)
        return PlayerView(colour, ink.fill, ink.on)
