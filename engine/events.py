"""What happens in a game, as events that cite the statements they follow from, and errors for what may not happen."""

from __future__ import annotations

from typing import Any, NamedTuple

Words = dict[str, Any]
"""Something of a game in plain words and numbers, as JSON has them: a move, a position."""


class Event(NamedTuple):
    """Something that happened, in the integers of the ruleset; which of them are used depends on ``what``.

    ``turn``: the turn of a player begins. ``draw``, ``discard``, ``aside``: a design (``to``). ``place``: the first square of a tile
    (``to``). ``put``: a piece goes to a place (``to``, as in the state) by a verb. ``walk``: a piece enters a cell. ``face``: a piece
    turns to a direction. ``choose``: an effect's choice was taken. ``score``: a player gets points (less than none: gives some away), for
    a feature (its root, or -1) on the squares of a mask, by a row (0 completed, 1 final). ``become``: a feature is of another kind
    (``to``) now. ``sold``: a player has a design (``to``) from an auction. ``pile``, ``take``: a pile is made, tiles are taken
    from it (how many is ``to``). ``mix``: so many tiles (``to``) are shuffled into another pile.
    ``over``: the end. ``cites`` are indices of statements.
    """

    what: str
    player: int = -1
    piece: int = -1
    to: int = -1
    points: int = 0
    feature: int = -1
    verb: int = -1
    row: int = -1
    mask: int = 0
    cites: tuple[int, ...] = ()


class IllegalActionError(ValueError):
    """An action that may not be taken now. ``statements`` are the ids of those that forbid it, where statements do."""

    def __init__(self, message: str, statements: tuple[str, ...] = ()) -> None:
        """Say what is wrong with the action and which statements say so."""
        super().__init__(message)
        self.statements = statements


class SetupError(ValueError):
    """A game that cannot be set up, with the reason."""
