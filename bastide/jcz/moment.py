"""The moment at which a file ends: what part of a turn it is, what may be done, and whether it can be declined or taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bastide.jcz.desk import Desk, is_bare, is_decline
from catalog.formats import Phase
from engine.state import CELL, place_of

Words = Mapping[str, Any]


@dataclass(frozen=True)
class Moment:
    """``when``: as in :class:`Phase`. ``offers``: what may be done, but for declining. ``passes``: whether it can be declined.
    ``undoes``: whether the last move can be taken back.
    """

    when: str
    offers: tuple[Words, ...]
    passes: bool
    undoes: bool

    def is_phase(self, phase: Phase, figure: str | None, box_of: Mapping[str, str]) -> bool:
        """Tell whether this is a phase; ``figure`` is that of ours which the phase is about, ``box_of`` the box of each statement."""
        if self.when != phase.when:
            return False
        if phase.choice_of is not None:
            asked = {str(words.get("statement")) for words in self.offers}
            return bool(asked) and all(box_of.get(statement) == phase.choice_of for statement in asked)
        return figure is None or all(figure in named(words) for words in self.offers)


def named(words: Words) -> set[str]:
    """Return the figures that an action names."""
    things = [words["put"]] if "put" in words else words.get("choose", [])
    return {thing["piece"] for thing in things if "piece" in thing}


def moment(desk: Desk) -> Moment:
    """Return the moment where the moves end. What was scored after the last move, and is there only once the turn is ended, is undone."""
    undoes = desk.last is not None and desk.last.undoable and desk.mover in {None, desk.turn % len(desk.names.players)}
    if desk.waiting is not None:
        there = [words for _, words in desk.with_tile()]
        offers = tuple(words for words in there if not is_bare(words))
        if offers:
            return Moment("figure", offers, len(offers) < len(there), undoes)
        desk.lay()
    game = desk.game
    step, ending = desk.by_itself(), desk.unended and not desk.here()
    if ending:
        game.undo()
    if step is not None:
        # There somebody still has to take the step that our game has taken, since there is no other.
        statement = game.rules.ruleset.statements[step.cites[0]].id
        words = {"choose": [{"cell": list(place_of(step.to - CELL))}], "statement": statement}
        return Moment("choice", (words,), passes=False, undoes=undoes)
    if ending:
        return Moment("end", (), passes=False, undoes=undoes)
    if game.over:
        return Moment("over", (), passes=False, undoes=undoes)
    told = [words for _, words in desk.told()]
    offers = tuple(words for words in told if not is_decline(words))
    if any("place" in words for words in told):
        return Moment("place", offers, passes=False, undoes=undoes)
    asked = any("choose" in words and "offer" not in words for words in told)
    return Moment("choice" if asked else "figure", offers, len(offers) < len(told), undoes)
