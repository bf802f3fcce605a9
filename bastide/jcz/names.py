"""Names of JCloisterZone in a game of ours: figures, pieces, places and tiles."""

from __future__ import annotations

from bastide.jcz.places import edges, ports
from bastide.jcz.reading import FigurePointer, Pointer, Position
from bastide.jcz.setup import Laid
from bastide.jcz.wants import Place
from catalog.formats import NamedFigure
from engine import SavedGameError
from engine.state import CELL, cell_of, place_of
from engine.telling import part


class Names:
    """Translates names; what has none raises :class:`SavedGameError`."""

    def __init__(self, laid: Laid) -> None:
        """Translate for a game that is set up."""
        self.form = laid.form
        self.game = laid.game
        self.bag = laid.bag
        self.catalog = laid.catalog
        self.players = laid.names

    def designs(self, tile: str) -> dict[str, int]:
        """Return the designs of a tile's name, each with how it is turned to lie as theirs."""
        return self.bag.designs(tile)

    def piece(self, name: str) -> tuple[str, str | None]:
        """Return the kind and the colour of a figure, of `0.small.1`."""
        parts = name.split(".")
        if len(parts) != 3 or not parts[0].isdecimal():
            raise SavedGameError(f"`{name}` is no name of a figure")
        if int(parts[0]) >= len(self.game.colours):
            raise SavedGameError(f"`{name}` belongs to nobody who plays")
        return self.figure(self.form.figures.get(parts[1]), parts[1]), self.game.colours[int(parts[0])]

    def neutral(self, name: str) -> str:
        """Return the kind of a figure that is nobody's, of `mage.1`."""
        kind = name.partition(".")[0]
        return self.figure(self.form.figures.get(kind), kind)

    def token(self, name: str) -> str:
        """Return the piece that a token is."""
        return self.figure(self.form.tokens.get(name), name)

    def figure(self, named: NamedFigure | None, name: str) -> str:
        """Return our figure of a name."""
        if named is None:
            raise SavedGameError(f"not supported: no figure or token `{name}` is known here")
        if named.figure not in self.catalog.figures:
            raise SavedGameError(
                f"not supported: `{name}` is of {self.form.lacks.get(named.box, named.box)}, which the data has not got"
            )
        return named.figure

    def source(self, name: object) -> frozenset[str]:
        """Return the statements by which a figure is taken, where the file says by what."""
        source = self.form.sources.get(name) if isinstance(name, str) else None
        return frozenset(source.statements) if source is not None else frozenset()

    def place(self, pointer: Pointer) -> Place:
        """Return the place that a pointer means."""
        return self.spot(pointer.feature, pointer.location, pointer.position)

    def spot(self, feature: str, location: str, at: tuple[int, int]) -> Place:
        """Return a feature of a tile as a place."""
        named = self.form.features.get(feature)
        if named is None:
            raise SavedGameError(f"not supported: no feature `{feature}` is known here")
        if named.square:
            return Place(at)
        found = ports(location)
        if found is None:
            raise SavedGameError(f"not supported: no place `{location}` on a tile is known here")
        return Place(at, named.kind, found)

    def goal(self, to: Position | FigurePointer | Pointer | None) -> tuple[Place | None, tuple[str, str, Place] | None]:
        """Return where something goes: a place, and the figure that it goes to."""
        match to:
            case None:
                return None, None
            case Pointer():
                return self.place(to), None
            case FigurePointer():
                kind, colour = self.piece(to.meepleId)
                place = self.place(to.featurePointer)
                return place, (kind, colour or "", place)
        return Place(to), None

    def lies(self, piece: str | None, place: Place | None) -> bool:
        """Tell whether a piece of a kind lies at a place, anywhere on the feature that is there."""
        rules, state = self.game.rules.ruleset, self.game.state
        number = state.cells.get(cell_of(*place.at)) if place is not None else None
        if place is None or number is None:
            return False
        kind = rules.figure_index.get(piece or "", -1)
        there = {where for p, where in enumerate(state.where) if state.piece_kind[p] == kind}
        if place.kind is None:
            return CELL + cell_of(*place.at) in there
        # The feature may be of another kind since the piece lies on it.
        square = state.shapes[number]
        parts = (n for n in range(square.count) if edges(part(rules, square, n)["ports"]) == place.ports)
        roots = {state.find(where) for where in there if 0 <= where < len(state.parent)}
        return any(state.find(state.sq_first[number] + n) in roots for n in parts)

    def standing(self, figure: str | None) -> tuple[int, int] | None:
        """Return the cell where a figure of which there is one stands."""
        rules, state = self.game.rules.ruleset, self.game.state
        number = rules.single.get(rules.figure_index.get(figure or "", -1))
        cell = state.cell_of_piece(number) if number is not None else None
        return place_of(cell) if cell is not None else None
