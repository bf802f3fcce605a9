"""The vocabulary of effects: what a statement does, in one closed set of typed kinds.

An effect has at most one event (``when``), conditions (``if``), acts in order (``do``), and facts that are not steps (``rules``).
Each kind is a mapping with one key, the name of the kind. Where a thing is expected, a bare word is a name: bound by the event
(:data:`EVENTS`), by ``choose``, by ``for-each``, or a figure of which there is only one.

Each class below is the documentation of its kind: its docstring is printed on the site's page for authors.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from catalog.effects.acts import *
from catalog.effects.rules import *
from catalog.effects.things import *
from catalog.model import ByKey, Kind, Model, Ref

EVENTS: dict[str, tuple[str, ...]] = {
    "setup": (),
    "turn-start": (),
    "step-begins": (),
    "tile-drawn": ("drawn",),
    "tile-placed": ("placed",),
    "figure-step-done": ("placed",),
    "tile-entered": ("mover", "entered"),
    "features-completed": ("completed",),
    "feature-scored": ("scored",),
    "piece-left": ("piece", "left"),
    "scoring-done": ("placed",),
    "game-end": (),
    "called": (),
}
"""Each event and the names it binds. ``features-completed`` comes once a placement, with all that it completed, and once more for
what is completed while these are scored."""
OF_PIECES = ("tile-entered", "piece-left")
"""The events that are about one piece, which ``of`` may name."""
OFFER_NAMES: dict[str, tuple[str, ...]] = {"place-figure": ("placed",), "any": ()}
"""The names that are bound in an offer, by the step it is made in."""
Event = Literal[
    "setup", "turn-start", "step-begins", "tile-drawn", "tile-placed", "figure-step-done", "tile-entered", "features-completed",
    "feature-scored", "piece-left", "scoring-done", "game-end", "called",
]  # fmt: skip


class Effect(Model):
    """What a statement does.

    ``step``: which step begins (``step-begins``). ``of``: the one piece that the event has to be about (``tile-entered``,
    ``piece-left``). ``after`` names a statement that goes first on the same event, ``before`` one that waits for this.
    """

    when: Event | None = None
    step: StepName | None = None
    of: Name | None = None
    after: StatementRef | None = None
    before: StatementRef | None = None
    if_: tuple[Condition, ...] = ()
    do: tuple[Act, ...] = ()
    rules: tuple[Rule, ...] = ()


class CoveredBy(Kind):
    """What the statement says is done by other entries: statements, designs, or a box's list of contents."""

    key: ClassVar[str] = "covered-by"
    sole: ClassVar[str] = "entries"
    entries: Annotated[tuple[Annotated[str, Ref("statement", "design", "box")], ...], Field(min_length=1)]


class NoEffect(Model):
    """Why a statement has no effect: it is flavour, it is covered by other entries, or its effect is still to be written."""

    none: Annotated[Literal["flavour", "pending"] | CoveredBy, ByKey()]


def _kinds(parent: type[Kind] = Kind) -> tuple[type[Kind], ...]:
    return tuple(k for k in parent.__subclasses__() if k.__module__.startswith(__name__))


KINDS = _kinds()
"""Every kind of the vocabulary, in the order of its declaration."""
