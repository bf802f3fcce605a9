"""The checks of examples: what they show has an effect, their tables and players exist, their tiles and pieces can lie and stand so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from catalog import text
from catalog.effects import CoveredBy, Deal, Effect, Fits, NoEffect, Offer
from catalog.examples import (
    PORTS,
    AcrossTile,
    Chosen,
    Example,
    FeatureAt,
    Move,
    NamedPiece,
    PlacedTile,
    Port,
    PutPiece,
    RefusedMove,
    SpotOf,
    Standing,
    as_it_lies,
    as_printed,
)
from catalog.fields import PLACES, derive, occupied, rotate
from catalog.findings import hint_for
from catalog.index import Catalog
from catalog.model import Part, Path
from catalog.reporter import Problem, Reporter
from catalog.statements import Statement
from catalog.tiles import EDGES, Design, Edge, Square

_ACROSS: Mapping[str, tuple[int, int, Edge]] = {"N": (0, -1, "S"), "E": (1, 0, "W"), "S": (0, 1, "N"), "W": (-1, 0, "E")}
"""What lies across each edge: one step further which cell, and the edge of it that meets this one."""
_CHOICE = re.compile(r"(?P<box>[^@:]*)(?:@(?P<edition>[^@:]*))?(?::(?P<modules>[^@:]*))?")
_Cell = tuple[int, int]


def run(report: Reporter) -> None:
    """Check every example, and the colours that the boxes bring for them."""
    for box in report.catalog.boxes.values():
        for n, colour in enumerate(box.colours):
            if colour in box.colours[:n]:
                report.add(
                    "box", box.id, ("colours", n), "wrong-shape", f"the colour `{colour}` stands twice", hint="name it once"
                )
    parts = [node for found in report.effects.values() for _, node in found]
    dealt = frozenset(node.kind for node in parts if isinstance(node, Deal))
    edges_match = any(isinstance(node, Fits) and node.match for node in parts)
    offers = tuple(s.id for s in report.catalog.statements.values() if _offers(s))
    for example in report.catalog.examples.values():
        check = _Check(report, example, dealt, edges_match, report.catalog.carried, offers)
        for problem in check.problems():
            report.add("example", example.id, problem.path, problem.code, problem.message, hint=problem.hint)
        check.texts()


@dataclass(frozen=True, slots=True)
class _Lying:
    """A square on the table: of which tile of the list, which square of its design, and how that is turned."""

    tile: int
    design: Design
    square: int
    turns: int
    across: tuple[Edge, str] | None = None
    """What a piece across it carries: to which edge, and the letter of that."""

    @property
    def edges(self) -> str:
        edges = rotate(self.design.all_squares[self.square].edges, self.turns // 90)
        if self.across is None:
            return edges
        edge, letter = self.across
        ends = (EDGES.index(edge), (EDGES.index(edge) + 2) % 4)
        return "".join(letter if n in ends else e for n, e in enumerate(edges))


@dataclass(frozen=True, slots=True)
class _Check:
    """Checks one example. ``dealt`` are the figures of which each player has some of their own; ``spans`` what is carried across tiles;
    ``offers`` the statements that offer something.
    """

    report: Reporter
    example: Example
    dealt: frozenset[str]
    edges_match: bool
    spans: Mapping[str, str]
    offers: tuple[str, ...]

    @property
    def parts(self) -> list[Part]:
        """All that is written in the example."""
        return self.report.walked(self.example)

    @property
    def catalog(self) -> Catalog:
        return self.report.catalog

    def problems(self) -> Iterator[Problem]:
        yield from self._statements()
        yield from self._editions()
        yield from self._players()
        yield from self._piles()
        board, whole = self._board(self.example.board)
        yield from self._overlaps(("board",), self.example.board)
        yield from self._overlaps(("expect", "board"), self.example.expect.board)
        yield from self._seams(board)
        yield from self._parts(board, whole=whole and bool(board))
        expect = self.example.expect
        if all(getattr(expect, name) in (None, ()) for name in type(expect).model_fields):
            yield Problem(
                ("expect",), "wrong-shape", "nothing is expected, so that nothing is checked", "say what is so after the moves"
            )

    # Words

    def texts(self) -> None:
        """Note what is wrong at a place inside a text: links and placeholders in the title, unknown words of the table."""
        title = self.example.title
        for part in text.parse(title):
            if not isinstance(part, text.Words):
                piece = f"[{part.words}]({part.target})" if isinstance(part, text.Link) else f"{{{part.name}}}"
                self._add(("title",), "text-markup", f"`{piece}` cannot stand in a title", "write it in plain words", piece)
        for piece in text.left_over(title):
            self._add(("title",), "text-markup", f"`{piece}` cannot stand in a title", "write it in plain words", piece)
        if self.example.table.with_ is not None:
            self._boxes(self.example.table.with_)

    def _add(self, path: Path, code: str, message: str, hint: str | None, piece: str) -> None:
        self.report.add("example", self.example.id, path, code, message, hint=hint, piece=piece or None)

    def _boxes(self, chosen: str) -> None:
        """Note which boxes, editions and modules of a choice like ``BOX@EDITION:MODULE+MODULE`` are unknown."""
        path: Path = ("table", "with")
        seen: set[str] = set()
        for word in (w.strip() for w in chosen.lower().split(",")):
            match = _CHOICE.fullmatch(word)
            if match is None or not match["box"].strip() or match["edition"] == "":
                self._add(
                    path, "wrong-value", f"`{word}` is no choice of a box", "the form is BOX[@EDITION][:MODULE+MODULE]", word
                )
                continue
            box = self.catalog.boxes.get(match["box"].strip())
            if box is None:
                self._unknown(path, "box", match["box"].strip(), self.catalog.boxes)
                continue
            if box.id in seen:
                self._add(path, "wrong-value", f"the box `{box.id}` is named twice", "name each box once", word)
            seen.add(box.id)
            edition = (match["edition"] or "").strip()
            if edition and edition not in self.catalog.editions:
                self._unknown(path, "edition", edition, self.catalog.editions)
            elif edition and edition not in box.editions:
                message = f"`{box.id}` has no edition `{edition}`"
                self._add(path, "edition-unknown-to-box", message, hint_for(edition, box.editions), edition)
            for module in filter(None, (m.strip() for m in (match["modules"] or "").split("+"))):
                if module not in {m.id for m in box.modules}:
                    self._unknown(path, "module", module, {m.id: m for m in box.modules})

    def _unknown(self, path: Path, sort: str, word: str, known: Mapping[str, object]) -> None:
        if word not in self.report.half_read and sort not in self.report.unread:
            self._add(path, "unknown-reference", f"there is no {sort} `{word}`", hint_for(word, known), word)

    # Statements, tables, players, piles

    def _statements(self) -> Iterator[Problem]:
        for n, name in enumerate(self.example.shows):
            yield from self._has_effect(name, ("shows", n), "shown")
            if name in self.example.shows[:n]:
                yield Problem(("shows", n), "wrong-shape", f"`{name}` is shown already", "name each statement once")
        for path, node, _ in self.parts:
            if isinstance(node, RefusedMove):
                for n, name in enumerate(node.because):
                    yield from self._has_effect(name, (*path, "because", n), "the reason of a refusal")
            if isinstance(node, Move) and node.offer in self.catalog.statements and node.offer not in self.offers:
                hint = hint_for(node.offer, self.offers)
                yield Problem((*path, "offer"), "wrong-shape", f"`{node.offer}` offers nothing", hint)

    def _has_effect(self, name: str, path: Path, what: str) -> Iterator[Problem]:
        statement = self.catalog.statements.get(name)
        if statement is None or not isinstance(statement.effect, NoEffect):
            return
        hint = "name a statement that does something"
        if isinstance(statement.effect.none, CoveredBy):
            others = [self.catalog.statements.get(entry) for entry in statement.effect.none.entries]
            doing = [s.id for s in others if s is not None and isinstance(s.effect, Effect)]
            hint = f"name what covers it: {', '.join(doing)}" if doing else hint
        yield Problem(path, "wrong-shape", f"`{name}` has no effect and cannot be {what}", hint)

    def _editions(self) -> Iterator[Problem]:
        table, box = self.example.table, self.catalog.boxes[self.catalog.box_of_example[self.example.id]]
        if table.with_ is None and table.edition in self.catalog.editions and table.edition not in box.editions:
            hint = hint_for(table.edition, box.editions)
            yield Problem(("table", "edition"), "edition-unknown-to-box", f"`{box.id}` has no edition `{table.edition}`", hint)

    def _players(self) -> Iterator[Problem]:
        players = self.example.players or self.catalog.colours[:2]
        if len(players) < 2 and "colour" not in self.report.unread:
            path: Path = ("players",) if self.example.players else ("id",)
            yield Problem(path, "wrong-shape", "a game has at least two players", "name their colours in `players`")
        for n, colour in enumerate(self.example.players):
            if colour in players[:n]:
                yield Problem(("players", n), "wrong-shape", f"`{colour}` plays already", "each player has a colour of their own")
        for path, value, references in self.parts:
            is_colour = any(ref.to == ("colour",) for ref in references)
            if is_colour and value in self.catalog.colours and value not in players and path[0] != "players":
                hint = f"those who play are {', '.join(players)}; name others in `players`"
                yield Problem(path, "wrong-value", f"`{value}` does not play in this example", hint)

    def _piles(self) -> Iterator[Problem]:
        """Find unknown tiles in piles: of a mapping, the walk over references knows the keys alone."""
        for pile, tiles in self.example.piles.items():
            for n, tile in enumerate(tiles):
                excused = tile in self.report.half_read or "design" in self.report.unread
                if tile not in self.catalog.designs and not excused:
                    hint = hint_for(tile, self.catalog.designs)
                    yield Problem(("piles", pile, n), "unknown-reference", f"there is no design `{tile}`", hint)

    # Tiles

    def _board(self, tiles: Sequence[PlacedTile]) -> tuple[dict[_Cell, _Lying], bool]:
        """Return what lies on each cell, and whether that is all: a tile whose design is unknown may have several squares."""
        found: dict[_Cell, _Lying] = {}
        whole = True
        for n, tile in enumerate(tiles):
            design = self.catalog.designs.get(tile.tile)
            if design is None:
                whole = False
                continue
            for square, cell in enumerate(tile.cells(design)):
                found.setdefault(cell, _Lying(n, design, square, tile.turns))
        for piece in self.example.pieces:
            carried = self.catalog.kinds.get(self.spans.get(piece.piece, ""))
            if carried is not None and carried.edge and piece.facing and piece.at in found:
                found[piece.at] = replace(found[piece.at], across=(piece.facing, carried.edge))
        return found, whole

    def _is_spanned(self, kind: str, cell: _Cell) -> bool:
        """Tell whether a piece that carries a kind of feature lies across a cell at some time in the example."""
        if kind not in self.spans.values():
            return False
        pieces = {piece.at for piece in self.example.pieces if piece.piece in self.spans}
        return cell in pieces | {node.at for _, node, _ in self.parts if isinstance(node, AcrossTile)}

    def _overlaps(self, path: Path, tiles: Sequence[PlacedTile]) -> Iterator[Problem]:
        first: dict[_Cell, int] = {}
        for n, tile in enumerate(tiles):
            design = self.catalog.designs.get(tile.tile)
            cells = tile.cells(design) if design is not None else (tile.at,)
            taken = next((cell for cell in cells if cell in first), None)
            if taken is not None:
                message = f"two tiles lie on the cell {_shown(taken)}: this and tile {first[taken] + 1} of the list"
                yield Problem((*path, n), "bad-position", message, "give one of them another cell in `at`")
            first.update({cell: n for cell in cells if cell not in first})

    def _seams(self, board: Mapping[_Cell, _Lying]) -> Iterator[Problem]:
        """Find edges of neighbouring tiles that do not meet their like, where a rule wants that they do."""
        for cell, here in board.items() if self.edges_match else ():
            for edge in EDGES:
                dx, dy, opposite = _ACROSS[edge]
                there = board.get((cell[0] + dx, cell[1] + dy))
                if there is None or there.tile >= here.tile:
                    continue
                mine, other = here.edges[EDGES.index(edge)], there.edges[EDGES.index(opposite)]
                if mine != other:
                    message = f"at {_shown(cell)} the edge {edge} is `{mine}`, and the tile that lies there has `{other}`"
                    yield Problem(
                        ("board", here.tile), "bad-position", message, "turn a tile with `turns`, or give it another cell"
                    )

    # Pieces and moves

    def _parts(self, board: Mapping[_Cell, _Lying], *, whole: bool) -> Iterator[Problem]:
        for path, node, _ in self.parts:
            match node:
                case str() | int():
                    continue
                case Standing():
                    yield from self._standing(node, path)
                case Chosen():
                    yield from _chosen(node, path)
                case NamedPiece() if _is_empty(node):
                    yield Problem(
                        path, "wrong-shape", "this tells no piece", "say what it is, whose, or where: piece, of, at, on"
                    )
                case Move():
                    yield from _move(node, path)
                case _:
                    pass
            if isinstance(node, NamedPiece | Standing):
                yield from self._owner(node, path)
            if isinstance(node, NamedPiece | Standing | PutPiece | FeatureAt) and node.at is not None:
                lying = board.get(node.at)
                if lying is not None and node.on is not None:
                    yield from self._spot(node.on, (*path, "on"), node.at, lying)
                if lying is None and whole and path[0] == "pieces":
                    hint = f"the tiles lie at {', '.join(map(_shown, board))}" if len(board) <= 12 else None
                    yield Problem((*path, "at"), "bad-position", f"there is no tile at {_shown(node.at)}", hint)

    def _standing(self, node: Standing, path: Path) -> Iterator[Problem]:
        expected = path[0] == "expect"
        ways = {"at": node.at, "before": node.before, "with": node.with_, "place": node.place, "supply": node.supply}
        given = [way for way, value in ways.items() if value is not None]
        if len(given) != 1:
            listed = ", ".join(way for way in ways if expected or way != "supply")
            found = f"and there are {len(given)}: {', '.join(given)}" if given else "and there is none"
            yield Problem(path, "wrong-shape", f"it stands in one way where a piece is, {found}", f"write one of: {listed}")
        for key, value in (("on", node.on), ("facing", node.facing)):
            if value is not None and node.at is None:
                yield Problem((*path, key), "wrong-shape", f"`{key}` goes with `at`", "say on which cell: `at: [x, y]`")
        unpublished = node.piece in self.catalog.figures and self.catalog.figures[node.piece].stage == "referenced"
        if not expected and node.supply is not None and not unpublished:
            message = "how many pieces a supply holds is counted after the moves"
            yield Problem((*path, "supply"), "wrong-shape", message, "pieces that stand nowhere else are in the supply")
        if not expected and node.count is not None:
            message = "how many pieces stand so is counted after the moves"
            yield Problem((*path, "count"), "wrong-shape", message, "write each piece that stands there by itself")
        if not expected and node.place == "board":
            yield Problem((*path, "place"), "wrong-shape", "it must be said where on the board", "write `at: [x, y]`")

    def _owner(self, node: NamedPiece | Standing, path: Path) -> Iterator[Problem]:
        figure = self.catalog.figures.get(node.piece or "")
        if figure is None:
            return
        if figure.single and node.of is not None:
            message = f"there is only one `{figure.id}`, and it is nobody's"
            yield Problem((*path, "of"), "wrong-shape", message, "leave `of` out")
        # What stands so may be anybody's; what is put on the table, or counted in a supply, is somebody's.
        must = isinstance(node, Standing) and (path[0] == "pieces" or node.supply is not None)
        if must and node.of is None and figure.id in self.dealt:
            yield Problem(
                path, "wrong-shape", f"every player has a `{figure.id}`, and this says not whose it is", "add `of: ...`"
            )

    def _spot(self, on: SpotOf, path: Path, cell: _Cell, lying: _Lying) -> Iterator[Problem]:
        square = lying.design.all_squares[lying.square]
        if self._is_spanned(on.kind, cell):
            return
        if on.kind not in self.catalog.kinds or any(f.kind not in self.catalog.kinds for f in square.features):
            return
        spots = self._ports(on.kind, square)
        lie = [sorted((as_it_lies(port, lying.turns) for port in ports), key=PORTS.index) for ports in spots]
        listed = " or ".join(f"[{', '.join(ports)}]" for ports in lie)
        if not spots:
            kinds = ", ".join(kind for kind in self.catalog.kinds if self._ports(kind, square))
            message = f"the tile at {_shown(cell)} has no {on.kind}"
            yield Problem(path, "no-such-feature", message, f"it has: {kinds}" if kinds else None)
        elif on.port is None and len(spots) > 1:
            first = next((ports[0] for ports in lie if ports), "N")
            message = f"the tile at {_shown(cell)} has several features of the kind {on.kind}"
            yield Problem(path, "ambiguous-name", message, f"say which by a port of it: {{{on.kind}: {first}}}")
        elif on.port is not None and as_printed(on.port, lying.turns) not in frozenset[Port]().union(*spots):
            message = f"as the tile at {_shown(cell)} lies, no {on.kind} of it reaches {on.port}"
            reached = f"its ports are {listed}" if any(lie) else f"it reaches no edge: write `{on.kind}` alone"
            yield Problem(path, "no-such-feature", message, reached)

    def _ports(self, kind: str, square: Square) -> list[frozenset[Port]]:
        """Return the ports of each feature of a kind on a square, as printed; what remains has half-edges."""
        shape = self.catalog.kinds[kind].shape
        if shape == "remainder":
            # A square by itself: where a tile has a seam, its halves are ports like any other.
            alone = Design.model_construct(None, id="", edges=square.edges, features=square.features, fields=square.fields)
            return [frozenset(p for p in PORTS if (0, p) in field.ports) for field in derive(alone, self.catalog.kinds)]
        found = [{PLACES[place] for place in occupied(f, shape)} for f in square.features if f.kind == kind]
        return [frozenset(p for p in PORTS if p in places) for places in found]


def _chosen(node: Chosen, path: Path) -> Iterator[Problem]:
    ways = [node.direction is not None, node.cell is not None, node.feature is not None, not _is_empty(node)]
    ways += [value is not None for value in (node.tile, node.points, node.deal)]
    if sum(ways) != 1:
        message = (
            "one thing is chosen: a direction, a cell, a feature, a piece or a spot, a tile, points or a deal"
            if any(ways)
            else "this tells nothing that is chosen"
        )
        yield Problem(
            path,
            "wrong-shape",
            message,
            "write {direction: E}, {cell: [x, y]}, {feature: {at: [x, y], on: ...}}, or some of piece, of, at, on",
        )


def _is_empty(node: NamedPiece) -> bool:
    return not any(getattr(node, key, None) for key in ("piece", "of", "at", "on", "before", "bearing"))


def _move(node: Move, path: Path) -> Iterator[Problem]:
    keys = {
        "place": node.place, "turns": node.turns, "tile": node.tile, "put": node.put, "offer": node.offer, "choose": node.choose,
        "span": node.span, "discard": node.discard or None,
    }  # fmt: skip
    given = [key for key, value in keys.items() if value is not None]
    if not given and not node.pass_:
        yield Problem(path, "wrong-shape", "this tells no action", "write `place`, `choose` or `pass: true`")
    if given and node.pass_:
        yield Problem(
            (*path, "pass"), "wrong-shape", "whoever passes does nothing else", f"leave out `pass`, or {', '.join(given)}"
        )
    for key in ("turns", "tile"):
        if path[0] == "moves" and key in given and node.place is None:
            yield Problem((*path, key), "wrong-shape", f"`{key}` goes with `place`", "say on which cell: `place: [x, y]`")


def _offers(statement: Statement) -> bool:
    return isinstance(statement.effect, Effect) and any(isinstance(rule, Offer) for rule in statement.effect.rules)


def _shown(cell: _Cell) -> str:
    return f"[{cell[0]}, {cell[1]}]"


__all__ = ["run"]
