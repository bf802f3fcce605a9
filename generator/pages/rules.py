"""A statement among the rules of a table: what stands beside it, and the examples that can be seen there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from catalog import Catalog
from catalog.effects import NoEffect
from catalog.statements import Statement
from engine import Table, lay_table
from generator import addresses
from generator.pages.examples import PlayedExample
from generator.pages.illustrations import ExampleView, example_view
from generator.pages.scribe import Scribe, Source
from generator.voice import Shown


@dataclass(frozen=True, slots=True)
class TableExample:
    """An example, and at which tables it can be seen.

    Those are the tables at which the statements ``shows`` hold, with ``options`` (each ``option=value``) and with the boxes of
    ``played``. That is what it was played with, each ``box@edition``; ``editions`` are those in words, for a table with others.
    """

    id: str
    view: ExampleView
    shows: tuple[str, ...]
    options: tuple[str, ...]
    played: tuple[str, ...]
    editions: tuple[Shown, ...]
    elsewhere: bool


@dataclass(frozen=True, slots=True)
class Rule:
    """A statement: ``box`` is the id of the box it comes from, ``together`` and ``beats`` are by id too."""

    id: str
    text: Shown
    box: str
    name: Shown
    source: Source
    href: str
    option: tuple[Shown, Shown] | None
    together: tuple[tuple[str, Shown], ...]
    beats: tuple[tuple[str, Markup], ...]
    flavour: bool
    examples: tuple[TableExample, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """A table, and the ids of the statements that hold at it."""

    table: Table
    held: frozenset[str]


def rule(scribe: Scribe, statement: Statement, name: Callable[[str], Shown], desk: Desk | None = None) -> Rule:
    """Return a statement as the rules of a table show it; without a ``desk``, with all that those of any table could show."""
    catalog, box = scribe.catalog, scribe.catalog.box_of[statement.id]
    return Rule(
        id=statement.id,
        text=scribe.body(statement),
        box=box,
        name=name(box),
        source=scribe.source(statement),
        href=scribe.href(addresses.own_page(statement.id)),
        option=scribe.voice.choice(catalog, statement.option) if statement.option else None,
        together=tuple((other, name(other)) for other in statement.boxes if other in catalog.boxes),
        beats=tuple((other, scribe.entry(other)) for other in statement.overrides if desk is None or other in desk.held),
        flavour=isinstance(statement.effect, NoEffect) and statement.effect.none == "flavour",
        examples=tuple(examples(scribe, statement.id, desk)),
    )


def examples(scribe: Scribe, statement: str, desk: Desk | None = None) -> Iterator[TableExample]:
    """Yield the examples that are about a statement above all: those that can be seen at the table, or all without a ``desk``."""
    for played in scribe.material.shown_by.get(statement, []):
        if played.example.shows[0] == statement:
            example = _example(scribe, played, desk)
            if desk is None or _seen(example, desk):
                yield example


def _example(scribe: Scribe, played: PlayedExample, desk: Desk | None) -> TableExample:
    there = tuple(f"{box}@{edition}" for box, edition in played.editions.items())
    here = None if desk is None else {f"{box}@{edition}" for box, edition in desk.table.editions.items()}
    return TableExample(
        id=played.example.id,
        view=example_view(scribe, played),
        shows=tuple(dict.fromkeys(played.example.shows)),
        options=tuple(sorted(_options(scribe.catalog, played))),
        played=there,
        editions=tuple(scribe.edition_name(edition) for edition in dict.fromkeys(played.editions.values())),
        elsewhere=here is None or not here.issuperset(there),
    )


def _options(catalog: Catalog, played: PlayedExample) -> frozenset[str]:
    """Return the values of the options that an example was played with, where there was a choice."""
    own = played.example.table
    chosen = lay_table(catalog, own.with_ or catalog.box_of_example[played.example.id], own.edition, own.options).options
    several = {
        option.id for box, e in played.editions.items() for option in catalog.boxes[box].options if len(option.values_in(e)) > 1
    }
    return frozenset(choice for choice in chosen if choice.partition("=")[0] in several)


def _seen(example: TableExample, desk: Desk) -> bool:
    return (
        all(statement in desk.held for statement in example.shows)
        and desk.table.options.issuperset(example.options)
        and all(word.partition("@")[0] in desk.table.editions for word in example.played)
    )
