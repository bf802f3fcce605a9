"""Every point of a game, and the statements that gave it."""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.telling import Teller


def explain(game: Game, player: str | None = None) -> list[dict[str, Any]]:
    """Return every time that points were given, in order, to one player or to all.

    Each is ``{"player", "points", "turn", "feature", "statements"}``: the colour, how many points, in which turn (from 1), the
    feature as ``{"kind", "tiles"}`` or None for points that are for none, and the ids of the statements that gave them: what
    is scored and when, how much it is worth, who has the most, and that a tie is shared. The points of a player add up to the score, less
    what a position already gave that the game was begun with. Raises ``ValueError`` for a colour that nobody plays.
    """
    if player is not None and player not in game.colours:
        raise ValueError(f"nobody plays `{player}`; there are: {', '.join(game.colours)}")
    ids = [s.id for s in game.rules.ruleset.statements]
    teller = Teller(game.run, game.rules.placing)
    found = []
    turn = 0
    for event in game.events:
        if event.what == "turn":
            turn += 1
        if event.what == "score" and player in (None, game.colours[event.player]):
            found.append(
                {
                    "player": game.colours[event.player],
                    "points": event.points,
                    "turn": turn,
                    "feature": teller.feature(event.feature, event.mask) if event.feature >= 0 else None,
                    "statements": [ids[n] for n in dict.fromkeys(event.cites)],
                }
            )
    return found
