"""What a move of JCloisterZone wants, held against our actions as they are told in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bastide.jcz.places import edges

Words = Mapping[str, Any]
PIECE, TO = "piece", "to"
_STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@dataclass(frozen=True)
class Place:
    """A place on the board: a cell, and the feature there by its kind and its ports; without a kind the cell itself."""

    at: tuple[int, int]
    kind: str | None = None
    ports: frozenset[str] = frozenset()

    def is_spot(self, thing: Words) -> bool:
        """Tell whether a thing that is told is at this place: on this feature, or on the cell."""
        if tuple(thing.get("at", ())) != self.at:
            return False
        on = thing.get("on")
        if self.kind is None or on is None:
            return self.kind is None and on is None
        return bool(on["kind"] == self.kind and edges(on["ports"]) == self.ports)

    def is_in(self, feature: Words) -> bool:
        """Tell whether a feature that is told has this place among its parts."""
        return any(self.is_spot(part) for part in feature["parts"])


def place_of(thing: Words) -> Place | None:
    """Return the place of a thing that is told, or None for one that is at no place on the board."""
    if "cell" in thing:
        return Place(tuple(thing["cell"]))
    if "at" not in thing:
        return None
    on = thing.get("on")
    return Place(tuple(thing["at"]), *((on["kind"], edges(on["ports"])) if on else ()))


@dataclass(frozen=True)
class Wants:
    """What a move wants.

    ``piece``: the figure; ``of``: whose, by colour; ``stands``: where it stands now. ``to``: where it goes; ``beside``: the figure
    that it goes to, as a kind, a colour and a place. ``needs``: which of the two, piece and place, have to be chosen; the other may
    go without saying. ``statements``: those that offer it, if the rest does not tell.
    """

    needs: frozenset[str]
    piece: str | None = None
    of: str | None = None
    stands: Place | None = None
    to: Place | None = None
    beside: tuple[str, str, Place] | None = None
    statements: frozenset[str] = frozenset()

    def met(self, told: Words, standing: tuple[int, int] | None) -> frozenset[str] | None:
        """Return what of it an action does, or None for an action that does something else.

        ``standing``: the cell where the figure stands now, from which directions are counted.
        """
        if self.statements and not self.statements & {told.get("offer"), told.get("statement")}:
            return None
        if "span" in told:
            return self._across(told["span"])
        things = [told["put"]] if "put" in told else told.get("choose", [])
        if isinstance(things, str):
            return None
        found: set[str] = set()
        for thing in things:
            part = self._goal(thing) if "put" in told else self._part(thing, standing)
            if not part:
                return None
            found |= part
        return frozenset(found)

    def _across(self, span: Words) -> frozenset[str] | None:
        """Tell of a piece that leads across a square, by the square and the edge that it looks to, or the one opposite."""
        to = self.to
        fits = span["piece"] == self.piece and to is not None and tuple(span["at"]) == to.at
        return frozenset({PIECE, TO}) if fits and to is not None and span["facing"] in to.ports else None

    def _goal(self, put: Words) -> set[str]:
        there = put["piece"] == self.piece and self.to is not None and self.to.is_spot(put)
        return {PIECE, TO} if there else set()

    def _part(self, thing: Words, standing: tuple[int, int] | None) -> set[str]:
        if "direction" in thing:
            return self._towards(thing["direction"], standing)
        if "piece" in thing:
            if self._is(thing, self.piece, self.of, self.stands):
                return {PIECE}
            return {TO} if self.beside is not None and self._is(thing, *self.beside) else set()
        for place, met in ((self.to, TO), (self.stands, PIECE)):
            if place is not None:
                if "cell" in thing and tuple(thing["cell"]) == place.at:
                    return {met}
                if ("feature" in thing and place.is_in(thing["feature"])) or ("at" in thing and place.is_spot(thing)):
                    return {met}
        return set()

    def _towards(self, direction: str, standing: tuple[int, int] | None) -> set[str]:
        if self.to is None or standing is None:
            return set()
        x, y = _STEPS[direction]
        return {TO} if (standing[0] + x, standing[1] + y) == self.to.at else set()

    @staticmethod
    def _is(thing: Words, piece: str | None, of: str | None, place: Place | None) -> bool:
        return thing["piece"] == piece and (of is None or thing.get("of", of) == of) and (place is None or place.is_spot(thing))


def best(found: Iterable[tuple[Any, frozenset[str]]]) -> list[tuple[Any, frozenset[str]]]:
    """Return the actions that do most of what is wanted."""
    there = list(found)
    most = max((len(met) for _, met in there), default=0)
    return [(action, met) for action, met in there if len(met) == most and most]
