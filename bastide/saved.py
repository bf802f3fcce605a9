"""Saved games: read from files, and what they state about their end held against what comes out when they are played again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bastide.reading import counted
from catalog import Catalog
from engine import Game, SavedGameError
from engine import replay as play_again

Json = dict[str, Any]
LARGEST = 64 << 20
"""A larger file is no saved game, in bytes."""
_HOW = frozenset({"bastide", "table", "players", "seed", "position", "moves"})
"""What says how a game went; all else in the file states something about it."""
MALFORMED = (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError, ArithmeticError)
"""What goes wrong when data of another shape is played."""


class UnreadableError(Exception):
    """A file that cannot be opened; the message says why in a sentence."""


def read(path: Path) -> object:
    """Return the JSON of a file. Raises :class:`UnreadableError` if it cannot be opened, :class:`SavedGameError` if it is no JSON.

    Whoever tells the second error names the file, as with those of the game itself.
    """
    try:
        if path.is_dir():
            raise UnreadableError(f"{path} is a folder; name a file")
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise UnreadableError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise UnreadableError(f"{path} cannot be read: that is no name of a file") from error
    if len(data) > LARGEST:
        raise SavedGameError("this is larger than any saved game")
    try:
        found: object = json.loads(data.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise SavedGameError(f"this is not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from error
    except UnicodeDecodeError as error:
        raise SavedGameError("this is not JSON: it is no UTF-8 text") from error
    except (ValueError, RecursionError) as error:
        raise SavedGameError("this is no saved game: its JSON goes beyond all measure") from error
    return found


def play(catalog: Catalog, data: object) -> Game:
    """Play a saved game again. Raises :class:`SavedGameError` for whatever is wrong with it."""
    try:
        return play_again(catalog, data)
    except SavedGameError:
        raise
    except MALFORMED as error:
        raise SavedGameError("this is no saved game of Bastide, or it was changed by hand: it cannot be played again") from error


def told(catalog: Catalog, data: object) -> Json:
    """Play a saved game again, and return what ``bastide replay`` tells of it. Raises :class:`SavedGameError` if it cannot be played."""
    game = play(catalog, data)
    found = list(assertions(game, data)) if isinstance(data, dict) else []
    return {
        "ok": all(a["status"] != "fail" for a in found),
        "scores": scores(game),
        "turns": game.state.turn + 1,
        "hash": game.hash(),
        "assertions": found,
    }


def assertions(game: Game, data: Mapping[str, Any]) -> Iterator[Json]:
    """Yield what a saved game states about its end, each as ``{"text", "status", "got"}``.

    ``status`` is ``pass``, ``fail``, or ``unsupported`` for what cannot be held against anything: data that has changed since, and
    statements that nobody here knows. ``got`` is what came out.
    """
    for key, stated in data.items():
        match key:
            case "data":
                same = stated == game.rules.ruleset.fingerprint
                text = "the data is what the game was played by" if same else "the data has changed since the game was saved"
                yield _assertion(text, "pass" if same else "unsupported", game.rules.ruleset.fingerprint)
            case "over":
                yield _held("the game is over" if stated is True else "the game is not over", stated, game.over)
            case "turns":
                text = "one turn has begun" if stated == 1 else f"{_short(stated)} turns have begun"
                known = isinstance(stated, int) and not isinstance(stated, bool)
                yield _held(text if known else f"the number of turns is {_short(stated)}", stated, game.state.turn + 1)
            case "hash":
                yield _held(f"the hash of the last state is {_short(stated)}", stated, game.hash())
            case "scores" if isinstance(stated, Mapping):
                got = scores(game)
                for name in [*stated, *(colour for colour in got if colour not in stated)]:
                    wanted = stated.get(name)
                    points = counted(wanted, "point") if isinstance(wanted, int) else f"{_short(wanted)} points"
                    yield _held(f"{_short(name)} has {points}", wanted, got.get(name))
            case "scores":
                yield _held(f"the scores are {_short(stated)}", stated, scores(game))
            case _ if key not in _HOW:
                yield _assertion(f"{_short(key)} is {_short(stated)}: nobody here knows what that states", "unsupported", None)


def scores(game: Game) -> dict[str, int]:
    """Return the points by colour."""
    return dict(zip(game.colours, game.scores, strict=True))


def _held(text: str, stated: object, got: object) -> Json:
    # True is 1 for Python, and not for JSON.
    return _assertion(text, "pass" if stated == got and type(stated) is type(got) else "fail", got)


def _assertion(text: str, status: str, got: object) -> Json:
    return {"text": text, "status": status, "got": got}


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 70 else f"{text[:69]}…"
