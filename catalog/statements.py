"""Statements: the rules and rulings of a box, each with its text and its effect in one entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from catalog.effects import Effect, NoEffect, Permission
from catalog.model import Confidence, Date, EditionId, Id, Model, OptionChoice, Ref, Text

Section = Literal[
    "overview", "contents", "setup", "turn", "turn-start", "draw-tile", "place-tile", "place-figure", "score", "turn-end",
    "game-end", "final-scoring", "tiles", "general", "interactions",
]  # fmt: skip
"""The sections of a rulebook, in reading order."""


class Citation(Model):
    """Where a statement comes from: a document of ``sources.yaml``, when it said so, and how sure we are of the reading."""

    doc: Annotated[Id, Ref("source")]
    date: Date | None = None
    confidence: Confidence = "high"
    note: Text | None = None


class Statement(Model):
    """One rule or ruling.

    ``text`` is our own English, with links ``[word](element)`` and placeholders ``{times}`` for numbers of the effect.
    ``editions`` narrows the editions of the box; ``module`` and ``option`` (a value of one: ``option=value``) say that it holds only
    with them; ``replaces`` names the statements that do not hold where this one does; ``overrides`` names rulings that lose to its
    own where both apply. ``revises`` names the statements of earlier editions, of this box or of one that it follows, which spoke of
    the same matter: this one says what became of it. ``covers`` lists the fact ids it accounts for.
    """

    id: Id
    section: Section
    text: Text
    editions: tuple[Annotated[EditionId, Ref("edition")], ...] = ()
    module: Annotated[Id, Ref("module")] | None = None
    option: Annotated[OptionChoice, Ref("option")] | None = None
    boxes: tuple[Annotated[Id, Ref("box")], ...] = ()
    replaces: tuple[Annotated[Id, Ref("statement")], ...] = ()
    overrides: tuple[Annotated[Id, Ref("statement")], ...] = ()
    revises: tuple[Annotated[Id, Ref("statement")], ...] = ()
    covers: tuple[str, ...] = ()
    source: Citation
    effect: Effect | NoEffect

    @property
    def permissions(self) -> Iterator[Permission]:
        """The rulings among its rules."""
        if isinstance(self.effect, Effect):
            yield from (rule for rule in self.effect.rules if isinstance(rule, Permission))


class StatementFile(Model):
    """The files ``rules.yaml`` and ``rulings.yaml`` of a box."""

    statements: tuple[Statement, ...]
