"""Moves, places and points in words, as a game is played in the terminal: all that a player reads of them."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from pydantic import BaseModel

from bastide.boards import marks_of
from bastide.reading import counted
from bastide.tiles import AHEAD, DIRECTIONS, Json
from catalog import Catalog
from catalog.effects import Auction, Choose, Directions, Effect, Move, Offer, Pay, Put, Score, Turn, Walk
from catalog.text import numbers, plain
from engine import Event, Game, explain
from engine.state import AREA, BESIDE, BOX, CELL, SUPPLY, TRACK, WITH, place_of
from engine.telling import DIRECTIONS as WAYS
from engine.telling import Teller

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


_WHITHER = {
    SUPPLY: "goes back to the supply",
    BESIDE: "goes beside the board",
    BOX: "goes into the box",
    TRACK: "goes to the score track",
}
_DEALS = {"buy": "pays the bid and has the tile", "sell": "takes the bid and leaves the tile"}
_STATEMENTS = 40
"""The column in which the statements begin that gave points."""


@dataclass(frozen=True)
class Told:
    """A sentence on something that happened, and the statements that it follows from. ``heading``: a turn begins, or the end."""

    words: str
    causes: tuple[str, ...] = ()
    heading: bool = False


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
        if "before" in piece:
            return f"{told}, in front of {piece['before']}"
        if "on" in piece:
            told += f" on the {self.spot(piece['on'])}"
        if "at" in piece:
            told += f" at {at(piece['at'])}"
        if "bearing" in piece:
            told += f", with {' and '.join(f'the {self.name(figure)}' for figure in piece['bearing'])}"
        return told

    def thing(self, thing: Json) -> str:  # noqa: PLR0911  one return for each sort
        """Return what can be chosen in an effect: a direction, a cell, a piece, a feature, or a part of one."""
        if "direction" in thing:
            return DIRECTIONS[thing["direction"]]
        if "cell" in thing:
            return f"the tile at {at(thing['cell'])}"
        if "piece" in thing:
            return self.piece(thing)
        if "on" in thing:
            return f"the {self.spot(thing['on'])} at {at(thing['at'])}"
        if "points" in thing:
            return counted(thing["points"], "point")
        if "tile" in thing:
            return str(thing["tile"])
        if "deal" in thing:
            return _DEALS[thing["deal"]]
        return self.part(thing["feature"], None)

    def part(self, feature: Json, cell: Sequence[int] | None) -> str:
        """Return a feature by its parts on a tile; with None on the tile that it is numbered on, and on how many it lies."""
        where = feature["parts"][0]["at"] if cell is None else list(cell)
        ports = [port for part in feature["parts"] if part["at"] == where for port in part["on"]["ports"]]
        size = counted(len(feature["tiles"]), "tile")
        return f"the {self.spot({'kind': feature['kind'], 'ports': ports})} at {at(where)}, {size}"

    def span(self, across: Json) -> str:
        """Return a piece that is laid across a tile: ``bridge across 1,0 from north to south``."""
        way = [*DIRECTIONS].index(across["facing"])
        ends = [[*DIRECTIONS.values()][way], [*DIRECTIONS.values()][way ^ 2]]
        return f"{self.name(across['piece'])} across {at(across['at'])} from {ends[0]} to {ends[1]}"

    def action(self, told: Json, here: Sequence[Sequence[int]] = (), pieces: Sequence[Json] = ()) -> str:
        """Return what is done after a tile is placed, or is chosen in an effect.

        ``here`` are the cells of the tile; of the ``pieces`` those are told that stand where something is built on others.
        """
        if "span" in told:
            return self.span(told["span"])
        if "discard" in told:
            return "let the tile go"
        if "put" in told:
            put = told["put"]
            far = "" if list(put["at"]) in [list(cell) for cell in here] else f" of the tile at {at(put['at'])}"
            return f"{self.name(put['piece'])} on the {self.spot(put['on'])}{far}"
        if told.get("choose") == "nothing":
            return "nothing of this"
        things = told.get("choose", ())
        if "offer" in told:
            # What is on the board, and before it what comes there.
            marks = self._marked(told["offer"])
            chosen = [
                self.name(thing["piece"])
                if thing.get("place") == "supply"
                else self._ground(thing["cell"], marks[n : n + 1], pieces)
                if "cell" in thing
                else self.thing(thing)
                for n, thing in enumerate(things)
            ]
            return " ".join([self._does(told["offer"]), *chosen])
        return " and ".join(self.thing(thing) for thing in things) if things else "no figure"

    def _ground(self, cell: Sequence[int], marks: Sequence[str | None], pieces: Sequence[Json]) -> str:
        """Return a square by the mark on it that was asked for, and what stands on the square itself."""
        mark = next((f"the {self.name(mark)}" for mark in marks if mark is not None), "the tile")
        there = Counter(piece["piece"] for piece in pieces if piece.get("at") == list(cell) and "on" not in piece)
        standing = _and([f"{n} {self.name(kind, n)}" for kind, n in there.items()])
        return f"on {mark} at {at(cell)}{f' with {standing}' if standing else ''}"

    def _marked(self, offer: str) -> list[str | None]:
        """Return the marks that an offer asks for, in the order of what is chosen in it."""
        choice = next((node for node in _inside(self._offers(offer)) if isinstance(node, Choose)), None)
        return [] if choice is None else [getattr(asked, "marked", None) for asked in choice.from_]

    def bid(self, colour: str, told: Json) -> Told:
        """Return what somebody bids in an auction, or does with a bid."""
        if told["choose"] == "nothing":
            return Told(f"{colour} bids nothing", (told["statement"],))
        *lot, last = (self.thing(thing) for thing in told["choose"])
        words = last if "deal" in told["choose"][-1] else f"bids {last}{f' for {lot[0]}' if lot else ''}"
        return Told(f"{colour} {words}", (told["statement"],))

    def supply(self, figures: Mapping[str, int]) -> str:
        """Return what is in a player's supply: ``7 meeples``."""
        return ", ".join(f"{n} {self.name(kind, n)}" for kind, n in figures.items()) or "no figures"

    def feature(self, feature: Json | None, causes: Sequence[str] = ()) -> str:
        """Return what points were given for: ``road, 4 tiles``; ``causes`` are the statements that gave them."""
        if feature is None:
            effects = [self.catalog.statements[cause].effect for cause in causes]
            return "payment" if any(isinstance(node, Auction | Pay) for node in _inside(effects)) else "bonus"
        return f"{self.name(feature['kind'])}, {counted(len(feature['tiles']), 'tile')}"

    def _does(self, offer: str) -> str:
        """Return what an offer is called: by the verb of what it does with a chosen figure, or else by the statement that makes it.

        What has to be paid for it is told before.
        """
        nodes = [*_inside(self._offers(offer))]
        chosen = {name for node in nodes if isinstance(node, Choose) for name in node.as_}
        verbs = [node.verb for node in nodes if isinstance(node, Put) and node.piece in {"it", *chosen}]
        scores = any(isinstance(node, Score) and node.feature is None for node in nodes)
        paid = [node.points for node in nodes if isinstance(node, Pay) and isinstance(node.points, int)]
        does = self.catalog.verbs[verbs[0]].name if verbs and not scores else offer.replace("-", " ")
        return f"pay {counted(paid[0], 'point')} and {does}" if paid else does

    def _offers(self, statement: str) -> list[Offer]:
        return [node for node in _inside(self.catalog.statements[statement].effect) if isinstance(node, Offer)]

    def moving(self, statement: str | None) -> set[str]:
        """Return the figures that a statement moves or turns, of those that there is one of: what is chosen is chosen for them."""
        effect = self.catalog.statements[statement].effect if statement is not None else None
        nodes = list(_inside(effect)) if isinstance(effect, Effect) else []
        named = [n.piece for n in nodes if isinstance(n, Put | Move | Turn | Walk)] + [
            n.from_ for n in nodes if isinstance(n, Directions)
        ]
        return {name for name in named if isinstance(name, str) and name in self.catalog.figures}

    def where(self, told: Json, statement: str | None, pieces: Sequence[Json]) -> list[Json]:
        """Return where on the board an action or a choice stands: cells, pieces, parts of features, as the engine tells them.

        A direction stands on the cell that lies that way from what moves, which is one of the ``pieces``.
        """
        chosen = told.get("choose", ())
        if "span" in told:
            return [{"cell": told["span"]["at"]}]
        things = [told["put"]] if "put" in told else [] if chosen == "nothing" else chosen
        for thing in reversed(things):
            if "direction" in thing:
                dx, dy = AHEAD[[*DIRECTIONS].index(thing["direction"])]
                moving = self.moving(statement)
                return [{"cell": [p["at"][0] + dx, p["at"][1] + dy]} for p in pieces if p["piece"] in moving and "at" in p]
            if "feature" in thing:
                return [thing["feature"]["parts"][0]]
            if "cell" in thing or thing in pieces:
                return [thing]
            if "at" in thing:
                return [{"at": thing["at"], "on": thing.get("on")}]
        return []

    # What happened

    def heading(self, game: Game) -> Iterator[Told]:
        """Yield whose turn it is, and the tile in hand."""
        if game.over:
            yield Told("The end", heading=True)
            return
        yield Told(f"Turn {game.state.turn + 1}: {game.colours[game.state.active]}", heading=True)
        if in_hand(game):
            yield self._drawn(game, game.state.active, game.state.drawn)

    def _drawn(self, game: Game, player: int, design: int) -> Told:
        tile = game.rules.ruleset.designs[design]
        shown = dict.fromkeys(marks_of(self.catalog.designs[tile]))
        symbols = [self.name(mark) for mark in shown if self.catalog.marks[mark].sort == "symbol"]
        return Told(f"{game.colours[player]} draws {tile}{f', with {_and(symbols)}' if symbols else ''}")

    def completed(self, game: Game) -> Iterator[str]:
        """Yield a sentence on what was completed in this turn, if anything was."""
        teller, state = Teller(game.run, game.rules.placing), game.state
        found = [
            teller.feature(root, state.tiles[root]) for root in dict.fromkeys(state.find(r) for r, _ in state.turn_completed)
        ]
        if found:
            told = [f"the {self.name(f['kind'])} at {' and '.join(at(cell) for cell in f['tiles'])}" for f in found]
            yield f"Completed in this turn: {'; '.join(told)}."

    def happened(self, game: Game, events: Sequence[Event]) -> Iterator[Told]:
        """Yield sentences on what followed from a move, each below the heading of its turn, with the statements that are its cause."""
        teller, rules = Teller(game.run, game.rules.placing), game.rules.ruleset
        turn = game.state.turn + 1 - sum(event.what == "turn" for event in events)

        def alike(event: Event) -> tuple[str, int, tuple[int, ...], int]:
            # Walks of one piece are one sentence, and so are pieces that go the same way.
            return event.what, event.piece if event.what == "walk" else event.player, event.cites, event.verb

        for (what, *_), group in groupby(events, alike):
            same = [*group]
            causes = tuple(rules.statements[n].id for n in dict.fromkeys(same[0].cites))
            if what == "turn":
                for event in same:
                    turn += 1
                    yield Told(f"Turn {turn}: {game.colours[event.player]}", heading=True)
            elif what == "walk":
                way = ", ".join(at(place_of(event.to - CELL)) for event in same)
                yield Told(f"{self._piece(teller, same[0].piece)} goes to {way}", causes)
            elif what == "put":
                verb = self.catalog.verbs[rules.verbs[same[0].verb]].name
                pieces = Counter(f"{self._piece(teller, event.piece)} {self._whither(game, teller, event.to)}" for event in same)
                for words, n in pieces.items():
                    yield Told(f"{verb}: {words}" + (f" ({n} of them)" if n > 1 else ""), causes)
            else:
                yield from (told for event in same for told in self._event(game, teller, event, causes))

    def _event(self, game: Game, teller: Teller, event: Event, causes: tuple[str, ...]) -> Iterator[Told]:
        match event.what:
            case "over":
                yield Told("The end", causes, heading=True)
            case "draw" if event.to >= 0:
                yield self._drawn(game, event.player, event.to)
            case "discard" if event.to >= 0:
                yield Told(f"{game.rules.ruleset.designs[event.to]} is not placed, and goes back into the box", causes)
            case "aside" if event.to >= 0:
                yield Told(f"{game.rules.ruleset.designs[event.to]} is laid aside, face up", causes)
            case "mix":
                are = "is" if event.to == 1 else "are"
                yield Told(f"{counted(event.to, 'tile')} {are} shuffled into another pile", causes)
            case "sold":
                yield Told(f"{game.colours[event.player]} has {game.rules.ruleset.designs[event.to]}", causes)
            case "become":
                before = teller.feature(event.feature, event.mask)["tiles"]
                kind = self.name(game.rules.ruleset.kinds[event.to])
                yield Told(f"at {' and '.join(at(cell) for cell in before)} there is now a {kind}", causes)
            case "score":
                feature = teller.feature(event.feature, event.mask) if event.feature >= 0 else None
                gets = "gets" if event.points >= 0 else "loses"
                points = counted(abs(event.points), "point")
                yield Told(f"{game.colours[event.player]} {gets} {points}: {self.feature(feature, causes)}", causes)
            case "face":
                yield Told(f"{self._piece(teller, event.piece)} now faces {DIRECTIONS[WAYS[event.to]]}", causes)

    def _piece(self, teller: Teller, piece: int) -> str:
        return self.piece(teller.piece(piece), where=False)

    def _whither(self, game: Game, teller: Teller, where: int) -> str:
        """Return where a piece goes, in words; ``where`` is a place as the state counts them."""
        if where >= WITH:
            return f"goes with {self.piece(teller.piece(where - WITH))}"
        if where >= CELL:
            return f"goes to {at(place_of(where - CELL))}"
        if where >= 0:
            return f"goes on {self.thing(teller.spot(where))}"
        return _WHITHER[where] if where > AREA else f"goes in front of {game.colours[AREA - where]}"

    def points(
        self, game: Game, players: Sequence[str], width: int | None = None, names: Mapping[str, str] = MappingProxyType({})
    ) -> Iterator[str]:
        """Yield, for each of these players, a heading, a line for every time that points were given, and the sum.

        ``names``: what a colour is called, where not by its own name.
        ``width``: statements that go beyond so many characters go on below, in their column or, where that is narrow, in lines of
        their own.
        """
        for player in players:
            rows = explain(game, player)
            score = game.scores[game.colours.index(player)]
            yield names.get(player, player)
            before = score - sum(row["points"] for row in rows)
            if before:
                yield f"  {'':8}  {before:>4}  before the first move"
            for row in rows:
                line = f"  turn {row['turn']:>3}  {row['points']:>4}  {self.feature(row['feature'], row['statements']):<{_STATEMENTS - 20}}  "
                yield from _broken(line, ", ".join(row["statements"]), width)
            yield f"  {'':8}  {score:>4}  in all"


def _broken(line: str, statements: str, width: int | None) -> Iterator[str]:
    if width is None or len(line + statements) <= width:
        yield line + statements
        return
    narrow = width < 2 * _STATEMENTS - 4
    column = 4 if narrow else len(line)
    first, *rest = textwrap.wrap(statements, max(width - column, 10), break_on_hyphens=False)
    yield from [line.rstrip(), " " * column + first] if narrow else [line + first]
    yield from (" " * column + more for more in rest)


def _inside(thing: object) -> Iterator[BaseModel]:
    """Yield every part of an effect, whatever holds it."""
    if isinstance(thing, BaseModel):
        yield thing
        for name in type(thing).model_fields:
            yield from _inside(getattr(thing, name))
    elif isinstance(thing, list | tuple):
        for item in thing:
            yield from _inside(item)


def in_hand(game: Game) -> bool:
    """Tell whether a tile was drawn that does not lie yet."""
    return game.state.drawn >= 0 and game.state.stage <= game.rules.stages.index("place")


def _and(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


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
    return _and(words)
