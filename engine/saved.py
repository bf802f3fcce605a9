"""Saved games: what was on the table, the seed, and every move in words. A saved game is replayed, not believed; only a position that
it begins with is taken as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from catalog import Catalog
from engine.events import IllegalActionError, SetupError
from engine.game import Game
from engine.rules import Rules, compile_rules
from engine.table import Table, TableError, lay_table

FORMAT = 1
"""The version of the shape of saved games."""
_TABLE = '{"boxes": {BOX: {"edition": EDITION, "modules": null or [MODULE]}}, "options": [OPTION=VALUE]}'


class SavedGameError(ValueError):
    """A saved game that cannot be read or replayed, with the reason; ``statements`` are those that forbid the move, if one is at fault."""

    def __init__(self, message: str, statements: tuple[str, ...] = ()) -> None:
        """Say what is wrong with the saved game."""
        super().__init__(message)
        self.statements = statements


def save(game: Game) -> dict[str, Any]:
    """Return a game as JSON data: ``bastide`` (the version of the shape), ``data`` (which entries it was played by), ``table``,
    ``players``, ``seed``, ``moves`` in words, and as a check ``turns``, ``scores`` and ``hash`` at its end.
    """
    table = game.rules.table
    again = Game(game.rules, game.state.seed, history=False, position=game.position)
    moves = []
    for action in game.moves:
        moves.append(again.describe(action))
        again.play(action)
    boxes = {
        box: {"edition": edition, "modules": None if table.modules[box] is None else sorted(table.modules[box] or ())}
        for box, edition in table.editions.items()
    }
    return {
        "bastide": FORMAT,
        "data": game.rules.ruleset.fingerprint,
        "table": {"boxes": boxes, "options": sorted(table.options)},
        "players": list(game.colours),
        "seed": game.state.seed,
        **({"position": dict(game.position)} if game.position is not None else {}),
        "moves": moves,
        "over": game.over,
        "turns": turns(game),
        "scores": dict(zip(game.colours, game.scores, strict=True)),
        "hash": game.hash(),
    }


def turns(game: Game) -> int:
    """Return how many turns have begun."""
    return game.state.turn + 1


def replay(catalog: Catalog, data: object) -> Game:
    """Play a saved game again, move by move. Raises :class:`SavedGameError` for what is no saved game, and for a move that is not legal."""
    if not isinstance(data, Mapping) or "bastide" not in data:
        raise SavedGameError("this is no saved game of Bastide")
    if data["bastide"] != FORMAT:
        raise SavedGameError(f"this saved game is of version {_shown(data['bastide'])}; this Bastide reads version {FORMAT}")
    rules = _rules(catalog, data)
    seed, moves = data.get("seed"), data.get("moves")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise SavedGameError("`seed` is not a whole number")
    if not isinstance(moves, Sequence) or isinstance(moves, str):
        raise SavedGameError("`moves` is not a list")
    try:
        game = Game(rules, seed, position=data.get("position"))
    except (SetupError, ValueError) as error:
        raise SavedGameError(str(error)) from error
    except (TypeError, KeyError, IndexError, AttributeError) as error:
        raise SavedGameError("`position` is no position of a game") from error
    for n, move in enumerate(moves, start=1):
        if not isinstance(move, Mapping):
            raise SavedGameError(f"move {n} is not a mapping")
        try:
            game.play(game.find(move))
        except IllegalActionError as error:
            raise SavedGameError(f"move {n} is not legal: {error}", error.statements) from error
        except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
            raise SavedGameError(f"move {n} is no move: {move}") from error
    return game


def _rules(catalog: Catalog, data: Mapping[str, Any]) -> Rules:
    players = data.get("players")
    try:
        table = _table(catalog, data)
        if not _are_players(players):
            raise SavedGameError("`players` is not a list of colours")
        return compile_rules(table, players)
    except (TableError, SetupError) as error:
        raise SavedGameError(str(error)) from error
    except (KeyError, TypeError, AttributeError) as error:
        raise SavedGameError(f"`table` is missing or of another shape; it is written {_TABLE}") from error


def _are_players(players: object) -> TypeGuard[int | Sequence[str]]:
    """Tell whether this can be who plays: colours, or how many they are."""
    if isinstance(players, Sequence) and not isinstance(players, str):
        return all(isinstance(player, str) for player in players)
    return isinstance(players, int) and not isinstance(players, bool)


def _shown(value: object) -> str:
    """Return a value as it stands in the file."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _table(catalog: Catalog, data: Mapping[str, Any]) -> Table:
    words = []
    for box, how in data["table"]["boxes"].items():
        edition, modules = how["edition"], how["modules"]
        if box not in catalog.boxes or edition not in catalog.editions:
            raise SavedGameError(f"there is no box `{box}` in an edition `{edition}`")
        words.append(f"{box}@{edition}" + ("" if modules is None else f":{'+'.join(modules)}"))
    if not words:
        raise SavedGameError("no box is on the table")
    return lay_table(catalog, ",".join(words), None, data["table"]["options"])
