"""Lists of what may be done, as JCloisterZone writes them and as we tell them.

An item of such a list is ``[1,0]`` (a cell), ``[1,0] - [0,90]`` (a cell and how a tile may be turned there), ``{City,N,[1,0]}`` (a
feature), or ``{0.small.1,City,N,[1,0]}`` (a figure where it stands).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bastide.jcz.desk import Desk
from bastide.jcz.moment import Moment, Words
from bastide.jcz.wants import Place, place_of
from catalog.formats import ActionName
from engine import SavedGameError

_CELL = r"\[(-?\d{1,4}),(-?\d{1,4})\]"
_TURNED = re.compile(rf"{_CELL} ?- ?\[(\d+(?:, ?\d+)*)\]")
_BARE = re.compile(_CELL)
_FEATURE = re.compile(rf"\{{([^,{{}}]+),([^,{{}}]+),{_CELL}\}}")
_FIGURE = re.compile(rf"\{{([^,{{}}]+),([^,{{}}]+),([^,{{}}]+),{_CELL}\}}")


class UnknownError(ValueError):
    """Something of which nobody here can tell whether it is so, with the reason."""


@dataclass(frozen=True)
class Listed:
    """Something that may be done: ``key`` is what it is compared by, ``text`` what is shown of it."""

    key: tuple[Any, ...]
    text: str


class Options:
    """Lists what may be done at a moment."""

    def __init__(self, desk: Desk, now: Moment) -> None:
        """List for the moment at which the moves of a file end."""
        self.desk = desk
        self.now = now

    def of(self, action: ActionName, what: str) -> frozenset[Listed]:
        """Return what may be done of an action. Raises :class:`UnknownError` for what has no name here."""
        try:
            match action.does:
                case "place":
                    return frozenset(self._tiles(what))
                case "put":
                    return frozenset(self._figures(self._figure(what)))
                case "take":
                    return frozenset(self._taken(what))
                case "spend":
                    return frozenset(self._spent(self.desk.names.token(what)))
        except SavedGameError as error:
            raise UnknownError(str(error)) from error
        raise UnknownError("nobody here knows what that states")

    def read(self, action: ActionName, text: str) -> Iterator[tuple[Any, ...]]:
        """Yield what a list of the file names, as keys. Raises :class:`UnknownError` for what cannot be read."""
        for item in filter(None, (part.strip() for part in text.split(";"))):
            yield self._item(action, item)

    def _item(self, action: ActionName, item: str) -> tuple[Any, ...]:
        names = self.desk.names
        try:
            if action.does == "place" and (match := _TURNED.fullmatch(item)):
                return int(match[1]), int(match[2]), frozenset(int(turn) for turn in match[3].split(","))
            if action.does in {"put", "spend"} and (match := _FEATURE.fullmatch(item)):
                return (names.spot(match[1], match[2], (int(match[3]), int(match[4]))),)
            if action.does == "spend" and (match := _BARE.fullmatch(item)):
                return (Place((int(match[1]), int(match[2]))),)
            if action.does == "take" and (match := _FIGURE.fullmatch(item)):
                return (*names.piece(match[1]), names.spot(match[2], match[3], (int(match[4]), int(match[5]))))
        except SavedGameError as error:
            raise UnknownError(str(error)) from error
        raise UnknownError(f"`{item[:60]}` cannot be read")

    def _figure(self, what: str) -> str:
        form = self.desk.form
        name = next((key for key, named in form.figures.items() if what in {key, named.says}), what)
        return self.desk.names.figure(form.figures.get(name), name)

    def _tiles(self, what: str) -> Iterator[Listed]:
        """Yield where the tile that was drawn may lie, if it is the one that is meant."""
        names, game = self.desk.names, self.desk.game
        rules = game.rules.ruleset
        designs = names.designs(what)
        lies: dict[tuple[int, int], set[int]] = {}
        for words in self.now.offers:
            if "place" in words and words["tile"] in designs:
                same = rules.rotations(rules.design_index[words["tile"]])
                turns = {t * 90 for t in range(4) if same[t] == same[words["turns"] // 90]}
                at = tuple(words["place"])
                lies.setdefault(at, set()).update((t - designs[words["tile"]]) % 360 for t in turns)
        for (x, y), turned in lies.items():
            yield Listed((x, y, frozenset(turned)), f"[{x},{y}] - [{','.join(map(str, sorted(turned)))}]")

    def _figures(self, figure: str) -> Iterator[Listed]:
        for words in self.now.offers:
            place = _goal(words, figure)
            if place is not None:
                yield _listed(place)

    def _spent(self, piece: str) -> Iterator[Listed]:
        """Yield where a piece may go that is chosen together with its place, or leads across a square."""
        for words in self.now.offers:
            if "span" in words and words["span"]["piece"] == piece:
                yield _listed(Place(tuple(words["span"]["at"])))
            things = words.get("choose", [])
            pieces = [thing["piece"] for thing in things if "piece" in thing]
            places = [place for thing in things if "piece" not in thing and (place := place_of(thing)) is not None]
            if len(places) == 1 and pieces == [piece]:
                yield _listed(places[0])

    def _taken(self, what: str) -> Iterator[Listed]:
        source = self.desk.form.sources.get(what)
        if source is None:
            raise UnknownError(f"nobody here knows by what `{what}` takes figures off the board")
        for words in self.now.offers:
            if words.get("offer", words.get("statement")) in source.statements:
                for thing in words.get("choose", []):
                    place = place_of(thing)
                    if "piece" in thing and place is not None:
                        yield Listed((thing["piece"], thing.get("of"), place), f"{thing['piece']} at {_shown(place)}")


def _goal(words: Words, figure: str) -> Place | None:
    """Return where an action puts a figure: its place is told with it, or is the other thing that is chosen."""
    if "put" in words:
        return place_of(words["put"]) if words["put"]["piece"] == figure else None
    things = words.get("choose", [])
    if len(things) == 2 and things[0].get("piece") == figure and "piece" not in things[1]:
        return place_of(things[1])
    return None


def _listed(place: Place) -> Listed:
    return Listed((place,), _shown(place))


def _shown(place: Place) -> str:
    x, y = place.at
    return f"[{x},{y}]" if place.kind is None else f"{place.kind} {'.'.join(sorted(place.ports)) or 'inside'} [{x},{y}]"
