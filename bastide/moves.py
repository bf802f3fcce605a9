"""Moves, places and points in words, as a game is played in the terminal: all that a player reads of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bastide.reading import counted
from catalog import Catalog
from catalog.text import numbers, plain
from engine import Event, Game, explain
from engine.state import CELL, SUPPLY, place_of
from engine.telling import Teller

Json = dict[str, Any]
DIRECTIONS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_CORNERS = {("NL", "WR"): "north-west", ("EL", "NR"): "north-east", ("ER", "SL"): "south-east", ("SR", "WL"): "south-west"}
_HALVES = {
    "NL": "west half of north",
    "NR": "east half of north",
    "EL": "north half of east",
    "ER": "south half of east",
    "SL": "east half of south",
    "SR": "west half of south",
    "WL": "south half of west",
    "WR": "north half of west",
}


class Phrases:
    """Says things of a game in English, with the names that the data gives them."""

    def __init__(self, catalog: Catalog) -> None:
        """Say them with the names of a catalogue."""
        self.catalog = catalog

    def name(self, element: str, number: int = 1) -> str:
        """Return the name of an element, in the plural for several."""
        entry = self.catalog.elements[element]
        return entry.name if number == 1 else entry.plural or f"{entry.name}s"

    def statement(self, statement: str) -> str:
        """Return the text of a statement as it is read, numbers filled in."""
        entry = self.catalog.statements[statement]
        return plain(entry.text, numbers(entry, self.catalog))

    def spot(self, on: Json) -> str:
        """Return a part of a feature: ``road (east and west)``."""
        where = sides(on["ports"])
        return f"{self.name(on['kind'])} ({where})" if where else self.name(on["kind"])

    def piece(self, piece: Json, *, where: bool = True) -> str:
        """Return a piece: whose it is, what it is, and where it stands on the board."""
        told = f"{piece['of']}'s {self.name(piece['piece'])}" if "of" in piece else f"the {self.name(piece['piece'])}"
        if not where:
            return told
        if "on" in piece:
            told += f" on the {self.spot(piece['on'])}"
        return f"{told} at {at(piece['at'])}" if "at" in piece else told

    def thing(self, thing: Json) -> str:
        """Return what can be chosen in an effect: a direction, a cell, a piece, a feature, or a part of one."""
        if "direction" in thing:
            return DIRECTIONS[thing["direction"]]
        if "cell" in thing:
            return f"the tile at {at(thing['cell'])}"
        if "piece" in thing:
            return self.piece(thing)
        if "on" in thing:
            return f"the {self.spot(thing['on'])} at {at(thing['at'])}"
        return f"the {self.name(thing['kind'])} at {', '.join(at(cell) for cell in thing['tiles'])}"

    def action(self, told: Json, here: Sequence[Sequence[int]] = ()) -> str:
        """Return what is done after a tile is placed, or is chosen in an effect; ``here`` are the cells of the tile."""
        if "put" in told:
            put = told["put"]
            far = "" if list(put["at"]) in [list(cell) for cell in here] else f" of the tile at {at(put['at'])}"
            return f"{self.name(put['piece'])} on the {self.spot(put['on'])}{far}"
        if told.get("choose") == "nothing":
            return "nothing of this"
        chosen = [self.thing(thing) for thing in told.get("choose", ())]
        if "offer" in told:
            return ": ".join([told["offer"].replace("-", " "), *([" and ".join(chosen)] if chosen else [])])
        return " and ".join(chosen) if chosen else "no figure"

    def supply(self, figures: Mapping[str, int]) -> str:
        """Return what is in a player's supply: ``7 meeples``."""
        return ", ".join(f"{n} {self.name(kind, n)}" for kind, n in figures.items()) or "no figures"

    def feature(self, feature: Json | None) -> str:
        """Return what points were given for: ``road, 4 tiles``."""
        if feature is None:
            return "bonus"
        return f"{self.name(feature['kind'])}, {counted(len(feature['tiles']), 'tile')}"

    def happened(self, game: Game, events: Sequence[Event]) -> Iterator[str]:
        """Yield sentences on what followed from a move: points, moves of figures, tiles that are put aside."""
        teller, rules = Teller(game.run, game.rules.placing), game.rules.ruleset
        returned: Counter[str] = Counter()

        def cited(event: Event) -> str:
            return ", ".join(rules.statements[n].id for n in dict.fromkeys(event.cites))

        for event in events:
            match event.what:
                case "score":
                    feature = teller.feature(event.feature, event.mask) if event.feature >= 0 else None
                    gets = f"{game.colours[event.player]} gets {counted(event.points, 'point')}"
                    yield f"{gets}: {self.feature(feature)}  [{cited(event)}]"
                case "walk":
                    yield f"{self._piece(teller, event.piece)} goes to {at(place_of(event.to - CELL))}"
                case "discard" if event.to >= 0:
                    yield f"{rules.designs[event.to]} fits nowhere, and goes back into the box  [{cited(event)}]"
                case "put" if event.to == SUPPLY:
                    returned[self._piece(teller, event.piece)] += 1
        for piece, n in returned.items():
            yield f"{piece} returns to the supply" + (f" ({n} of them)" if n > 1 else "")
        if game.over:
            yield "The game is over."

    def _piece(self, teller: Teller, piece: int) -> str:
        return self.piece(teller.piece(piece), where=False)

    def points(self, game: Game, players: Sequence[str]) -> Iterator[str]:
        """Yield, for each of these players, a heading, a line for every time that points were given, and the sum."""
        for player in players:
            rows = explain(game, player)
            score = game.scores[game.colours.index(player)]
            yield player
            before = score - sum(row["points"] for row in rows)
            if before:
                yield f"  {'':8}  {before:>4}  before the first move"
            for row in rows:
                yield f"  turn {row['turn']:>3}  {row['points']:>4}  {self.feature(row['feature']):<20}  {', '.join(row['statements'])}"
            yield f"  {'':8}  {score:>4}  in all"


def at(cell: Sequence[int]) -> str:
    """Return coordinates as they stand at the margins of the board."""
    return f"{cell[0]},{cell[1]}"


def sides(ports: Sequence[str]) -> str:
    """Return where ports lie, in words: ``north and east``, ``south-west``, ``west half of north``.

    What a whole side leads on to round a corner is not told: it is enough to tell the parts of a tile apart.
    """
    left = [*ports]
    found: list[tuple[int, str]] = []
    for n, (edge, word) in enumerate(DIRECTIONS.items()):
        if edge in left or {f"{edge}L", f"{edge}R"} <= set(left):
            found.append((2 * n, word))
            left = [port for port in left if port[0] != edge]
    for n, (halves, word) in enumerate(_CORNERS.items()):
        there = set(halves) & set(left)
        if there and set(halves) <= set(ports):
            found += [(2 * n - 1, word)] if len(there) == len(halves) else []
            left = [port for port in left if port not in there]
    found += [(2 * list(DIRECTIONS).index(port[0]), _HALVES[port]) for port in left]
    words = [word for _, word in sorted(found)]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
