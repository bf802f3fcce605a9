"""Replaying a file: set up, played, and held against what it asserts."""

from __future__ import annotations

from typing import Any

from bastide.jcz.assertions import Checks, assertion
from bastide.jcz.desk import Desk
from bastide.jcz.reading import File, parse
from bastide.jcz.setup import Laid, set_up
from bastide.saved import MALFORMED
from catalog import Catalog
from catalog.formats import Format
from engine import Game, SavedGameError

FORMAT = "jcz"
"""The format that this package reads."""
SUFFIX = ".jcz"


SEEDS = 64
"""How often a game is played in which chance decides something, to find out whether it can come out as it is asserted."""


def replay(catalog: Catalog, data: object) -> dict[str, Any]:
    """Play a file, and return what ``bastide replay`` tells of it; nothing in a file makes this raise.

    ``ok``: it could be played, and none of its assertions fails. ``scores``: points by name. ``assertions``: each with ``text``,
    ``status`` (``pass``, ``fail``, ``unsupported``), ``got``, and the ``reason`` where it is unsupported. ``error``: why it could not be
    played, with the ``statements`` that forbid the move. ``notes``: what went otherwise than there, without harm.
    """
    told: dict[str, Any] = {
        "ok": False,
        "scores": {},
        "turns": None,
        "hash": None,
        "assertions": [],
        "error": None,
        "statements": [],
        "notes": [],
    }
    try:
        file = parse(data)
    except SavedGameError as error:
        return told | {"error": str(error)}
    return told | _settled(catalog, file)[0]


def play(catalog: Catalog, data: object) -> tuple[Game, tuple[str, ...]]:
    """Play a file, and return the game as it ended, and the names of the players in turn order.

    Raises :class:`SavedGameError` for a file that cannot be played to its end.
    """
    told, laid = _settled(catalog, parse(data))
    if laid is None or "error" in told:
        raise SavedGameError(told["error"], tuple(told["statements"]))
    return laid.game, laid.names


def _settled(catalog: Catalog, file: File) -> tuple[dict[str, Any], Laid | None]:
    """Play a file, as often as chance asks for; return what is to be told, and the game that was played."""
    found, laid = _played(catalog, file, 0)
    notes = list(found.get("notes", ()))
    if laid is not None and laid.by_chance and not found.get("ok"):
        # What chance decided there is not in the file: it is held against all that it may decide.
        better = next((other for seed in range(1, SEEDS) if (other := _played(catalog, file, seed))[0].get("ok")), None)
        if better is None:
            notes.append(f"chance has a part in this game; played {SEEDS} times, it never came out as asserted")
        else:
            found, laid = better
            notes = [*found["notes"], "what chance decided is not in the file; played as its assertions say"]
    return found | {"notes": notes}, laid


def _played(catalog: Catalog, file: File, seed: int) -> tuple[dict[str, Any], Laid | None]:
    """Return what is to be told, and the game as far as it was played."""
    laid: Laid | None = None
    try:
        laid = set_up(catalog, _format(catalog), file, seed)
        desk = Desk(laid)
        for number, record in enumerate(laid.records, start=1):
            desk.play(number, record)
        return _ended(desk, laid, file), laid
    except SavedGameError as error:
        return _failed(file, str(error), error.statements), laid
    except MALFORMED as error:
        return _failed(file, f"this cannot be played: {type(error).__name__}: {error}", ()), None


def _failed(file: File, reason: str, statements: tuple[str, ...]) -> dict[str, Any]:
    why = "the game could not be played to its end"
    found = [assertion(text, "unsupported", None, why) for text in file.test.assertions]
    return {"error": reason, "statements": list(statements), "assertions": found}


def _format(catalog: Catalog) -> Format:
    if FORMAT not in catalog.formats:
        raise SavedGameError(f"the data says nothing of the format `{FORMAT}`")
    return catalog.formats[FORMAT]


def _ended(desk: Desk, laid: Laid, file: File) -> dict[str, Any]:
    checks = Checks(desk)
    game = desk.game
    found = [checks.check(text) for text in file.test.assertions]
    return {
        "ok": all(a["status"] != "fail" for a in found),
        "assertions": found,
        "notes": desk.notes,
        "scores": dict(zip(laid.names, game.scores, strict=True)),
        "turns": game.state.turn + 1,
        "hash": game.hash(),
    }
