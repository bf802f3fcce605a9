"""The board in the terminal: every square a block of characters, which can be read with colours and without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import product

from rich.text import Text

from bastide.tiles import DIRECTIONS, Block, Drawn, Json, Label, block
from catalog import Catalog
from catalog.tiles import Design
from catalog.vocabulary import Shape
from engine import Rules
from generator.pictures.inks import Inks

Cell = tuple[int, int]

SIZES = ((7, 3), (5, 3))
"""The sizes of a square on the board, in characters; the second where the first is too wide."""
LARGE = (13, 5)
"""The size of a square that is looked at by itself."""
MARGIN = 4
PICK = "bold black on white"
NOBODY = "bold white on black"

_GROUND, _GROUND_ODD = "on #33502b", "on #2d4826"
"""Behind lines and what remains; every other square is a little darker, so that tiles can be told apart."""
# Kinds of one shape are told apart by their order in the data.
_STYLES: Mapping[Shape, tuple[str, ...]] = {
    "area": ("#e9b894 on #8f4a30", "#d9ccf0 on #5f4889"),
    "line": ("#f5e4b5", "#8cc4ea", "#e8a0a0"),
    "site": ("bold #2b2118 on #e3b04b", "bold #ffffff on #7a4f8f", "bold #ffffff on #35707a"),
    "remainder": (f"#7fa05c {_GROUND}",),
}
_LINES = (" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋", " ║═╚║║╔╠═╝═╩╗╣╦╬", " ╵╶└╷│┌├╴┘─┴┐┤┬┼")
"""The line to each set of edges: 1 north, 2 east, 4 south, 8 west."""
_END, _REST = "●", "·"


class Key:
    """What stands for what: a character and a style for each kind of feature, mark, figure and player of a game."""

    def __init__(self, rules: Rules, inks: Inks, *, letters: bool = False) -> None:
        """Choose them. ``letters``: with nothing but letters, for a terminal that has no lines."""
        self.catalog: Catalog = rules.table.catalog
        self.letters = letters
        self.rest = next(k.id for k in self.catalog.kinds.values() if k.shape == "remainder")
        self.styles: dict[str, str] = {}
        self.initials: dict[str, str] = {}
        self.lines: dict[str, str] = {}
        order: dict[Shape, int] = {}
        for kind in self.catalog.kinds.values():
            n = order[kind.shape] = order.get(kind.shape, -1) + 1
            self.styles[kind.id] = _STYLES[kind.shape][n % len(_STYLES[kind.shape])]
            self.initials[kind.id] = kind.edge or _letter(kind.name.upper(), self.initials.values())
            if kind.shape == "line":
                self.lines[kind.id] = _LINES[n % len(_LINES)]
        used: set[str] = set()
        self.marks: dict[str, str] = {}
        for mark in _marks(rules):
            self.marks[mark] = _letter(self.catalog.marks[mark].name, used)
            used.add(self.marks[mark])
        self.players: dict[str, Label] = {}
        for colour in rules.colours:
            ink = inks.player(colour)
            self.players[colour] = _letter(colour, [c for c, _ in self.players.values()]), f"bold {ink.on} on {ink.fill}"
        self.figures: dict[str, str] = {}
        for figure in self.catalog.figures.values():
            self.figures[figure.id] = _letter(figure.name, self.figures.values())

    def piece(self, piece: Json) -> Label:
        """Return how a piece is shown: a player's by the letters of player and figure, another by the first two of its name."""
        kind = piece["piece"]
        if "of" not in piece:
            return self.stack(kind)
        letter, style = self.players[piece["of"]]
        return letter + self.figures[kind], style

    def stack(self, figure: str) -> Label:
        """Return how figures on a square are shown that matter by their number alone: it stands behind the sign."""
        return self.catalog.figures[figure].name[:2].upper().ljust(2), NOBODY

    def at(self, square: Drawn, place: Cell) -> Label:
        """Return what stands at a place of a square."""
        drawn = square.block
        part = drawn.part[place]
        kind = square.kind(part)
        if kind is None:
            return "." if self.letters else _REST, self.styles[self.rest]
        style = self.styles[kind]
        if place in drawn.arms:
            sign = self.initials[kind] if self.letters else self.lines[kind][drawn.arms[place]]
            return "o" if self.letters and place in drawn.ends else _END if place in drawn.ends else sign, f"{style} {_GROUND}"
        if self.catalog.kinds[kind].shape == "site":
            # Its letter in brackets.
            place_of_letter = place if drawn.part.get((place[0] - 1, place[1])) == part else None
            inner = place_of_letter is not None and drawn.part.get((place[0] + 1, place[1])) == part
            return self.initials[kind] if inner else ")" if place_of_letter else "(", style
        return self.initials[kind], style

    def legend(self, designs: Iterable[str], more: Iterable[str] = ()) -> list[Text]:
        """Return what each of the signs on these designs means, and of ``more`` kinds of features."""
        told: dict[str, Label] = {}
        shown = list(designs)
        squares = [s for d in shown for s in self.catalog.designs[d].all_squares]
        rest = self.rest
        for kind in [*dict.fromkeys(f.kind for s in squares for f in s.features), *more, rest]:
            sign = self.initials[kind]
            if kind == rest:
                sign = "." if self.letters else _REST
            elif not self.letters and kind in self.lines:
                sign = self.lines[kind][0b1010]
            told[self.catalog.kinds[kind].name] = sign, f"{self.styles[kind]} {_GROUND if kind in self.lines else ''}".strip()
        marks = {mark for design in shown for mark in marks_of(self.catalog.designs[design])}
        told |= {self.catalog.marks[m].name: (c, "bold") for m, c in self.marks.items() if m in marks}
        return [Text.assemble((sign, style), f" {name}") for name, (sign, style) in told.items()]


def _letter(name: str, taken: Iterable[str]) -> str:
    """Return the first letter of a name that is not taken."""
    used = set(taken)
    return next((c for c in name if c.isalpha() and c not in used), name[:1])


def marks_of(design: Design) -> Iterator[str]:
    """Yield the marks of a design, of its squares and of the features on them."""
    yield from design.marks
    for square in design.all_squares:
        yield from square.marks if design.squares else ()
        yield from (mark for feature in square.features for mark in feature.marks)


def _marks(rules: Rules) -> list[str]:
    """Return the symbols on the tiles of a table, as the vocabulary lists them."""
    catalog = rules.table.catalog
    found = {mark for design in rules.ruleset.designs for mark in marks_of(catalog.designs[design])}
    return [m for m, mark in catalog.marks.items() if m in found and mark.sort == "symbol"]


class Artist:
    """Draws tiles and boards of one game."""

    def __init__(self, rules: Rules, key: Key) -> None:
        """Draw by the tiles of a table."""
        self.rules, self.key = rules, key
        self._blocks: dict[tuple[str, int, int, tuple[int, int], int | None], Block] = {}
        ruleset = rules.ruleset
        self.across = None if ruleset.span is None else ruleset.figures[ruleset.span.piece]
        self.carried = "" if ruleset.span is None else ruleset.kinds[ruleset.span.kind]
        # Pieces of players that never stand on features: what counts is how many lie on a square.
        standing = {figure for plan in rules.placing.plans for figure in plan.figures}
        self.stacked = {name for n, name in enumerate(ruleset.figures) if n not in standing and name != self.across}

    def tile(self, tile: str, turns: int, size: tuple[int, int], axis: int | None = None) -> dict[Cell, Drawn]:
        """Return the squares of a tile, turned by degrees, by their cells seen from the first; marks are written on them.

        ``axis``: with a piece across it, from north to south (0) or from east to west (1).
        """
        ruleset, catalog = self.rules.ruleset, self.key.catalog
        shape = ruleset.shapes(ruleset.design_index[tile])[turns // 90]
        design = catalog.designs[tile]
        found = {}
        for n, (cell, square, turned) in enumerate(zip(shape.cells, design.all_squares, shape.squares, strict=True)):
            at = tile, turns, n, size, axis
            across = turned.spans[axis] if axis is not None else None
            if at not in self._blocks:
                carried = None if across is None or axis is None else (across.count - 1, self.carried, axis)
                self._blocks[at] = block(square, across or turned, turns // 90, catalog.kinds, size, carried)
            found[cell] = drawn = Drawn(self._blocks[at], square, across or turned)
            for part, feature in enumerate(square.features):
                if catalog.kinds[feature.kind].shape == "site":
                    places = (p for p in drawn.block.places() if drawn.block.part[p] == part)
                    drawn.sites[part] = {p: self.key.at(drawn, p) for p in places}
            for part, feature in enumerate(square.features):
                for mark in feature.marks:
                    self._mark(drawn, mark, part)
            # What the whole tile shows stands in the corner of its first square.
            loose = square.marks if design.squares else ()
            for mark in dict.fromkeys((*loose, *(design.marks if n == 0 else ()))):
                self._mark(drawn, mark, None)
        return found

    def _mark(self, drawn: Drawn, mark: str, part: int | None) -> None:
        if mark in self.key.marks:
            drawn.stand(part, (self.key.marks[mark], "bold underline #ffffff"))

    def marks(self, tile: str) -> list[str]:
        """Return the symbols on a tile."""
        return [mark for mark in dict.fromkeys(marks_of(self.key.catalog.designs[tile])) if mark in self.key.marks]

    def pieces(self, view: Json) -> list[Text]:
        """Return what each sign of a piece means, and where the pieces are that are in no supply and not on the board."""
        told: dict[str, Label] = {}
        many: Counter[str] = Counter()
        for piece in view["pieces"]:
            name = self.key.catalog.figures[piece["piece"]].name
            if self._is_stacked(piece):
                told[f"{name}, with how many there are"] = self.key.stack(piece["piece"])
                continue
            if "of" in piece:
                name = f"{piece['of']}'s {name}"
            if "before" in piece:
                name += f", in front of {piece['before']}"
            elif piece.get("place") == "beside-board":
                name += ", beside the board"
            elif "place" in piece:
                continue
            if piece["piece"] == self.across:
                name += ", across a tile"
            elif "facing" in piece:
                name += f", facing {DIRECTIONS[piece['facing']]}"
            many[name] += "at" not in piece
            told[name] = self.key.piece(piece)
        return [Text.assemble(label, f" {name}{f' ({many[name]})' if many[name] > 1 else ''}") for name, label in told.items()]

    def _is_stacked(self, piece: Json) -> bool:
        return piece["piece"] in self.stacked and "of" in piece and "at" in piece and "on" not in piece

    def board(
        self,
        view: Json,
        open_cells: Mapping[Cell, str],
        width: int,
        numbers: Sequence[tuple[str, Json]] = (),
        moving: Container[str] = (),
        become: Mapping[Cell, Mapping[int, str]] | None = None,
    ) -> list[Text]:
        """Return the lines of a board with its pieces, and with labels in open cells, at most ``width`` characters wide.

        A board that is wider comes in several bands, one below the other. ``numbers`` stand at what can be chosen: cells, pieces, and
        parts of features, as the engine tells them. Pieces of the kinds that are ``moving`` are in brackets.
        ``become``: parts of squares that have become another kind of feature.
        """
        cells = [
            (s["at"][0] + dx, s["at"][1] + dy) for s in view["board"] for dx, dy in self.tile(s["tile"], s["turns"], SIZES[0])
        ]
        cells += open_cells
        left, right = min(x for x, _ in cells), max(x for x, _ in cells)
        room = max(width - MARGIN, SIZES[-1][0])
        size = next((s for s in SIZES if (right - left + 1) * s[0] <= room), SIZES[-1])
        squares = self._squares(view, size, numbers, moving, become or {})
        lines: list[Text] = []
        for first in range(left, right + 1, room // size[0]):
            last = min(first + room // size[0] - 1, right)
            band = self._band(squares, open_cells, (first, last), size)
            lines += [Text(), *band] if lines and band else band
        return lines

    def _squares(
        self,
        view: Json,
        size: tuple[int, int],
        numbers: Sequence[tuple[str, Json]],
        moving: Container[str],
        become: Mapping[Cell, Mapping[int, str]],
    ) -> dict[Cell, Drawn]:
        squares: dict[Cell, Drawn] = {}
        across = {
            tuple(p["at"]): [*DIRECTIONS].index(p["facing"]) for p in view["pieces"] if p["piece"] == self.across and "at" in p
        }
        for tile in view["board"]:
            x, y = tile["at"]
            drawn_squares = self.tile(tile["tile"], tile["turns"], size, across.get((x, y)))
            squares |= {(x + dx, y + dy): d for (dx, dy), d in drawn_squares.items()}
        for cell, kinds in become.items():
            squares[cell].become.update(kinds)
        stacks: dict[Cell, list[Label]] = {}
        for (x, y, kind), n in Counter((*p["at"], p["piece"]) for p in view["pieces"] if self._is_stacked(p)).items():
            sign, style = self.key.stack(kind)
            stacks.setdefault((x, y), []).append((f"{sign}{n}", style))
        for piece in view["pieces"]:
            where = piece
            while "with" in where:
                where = where["with"]
            if "at" in where and not self._is_stacked(piece):
                cell, label = (where["at"][0], where["at"][1]), self.key.piece(piece)
                own = _shared([number for number, thing in numbers if thing == piece], size[0] - len(label[0]))
                sides = ("[", "]") if piece["piece"] in moving else ("", "")
                labels = (own + sides[0], PICK), label, (sides[1], PICK)
                if cell in stacks and "on" not in where and piece["piece"] != self.across:
                    stacks[cell] += labels
                else:
                    squares[cell].stand(squares[cell].on(where.get("on")), *labels)
        for cell, labels_there in stacks.items():
            squares[cell].stand(None, *labels_there)
        _number(squares, numbers, size[0])
        return squares

    def _band(
        self, squares: Mapping[Cell, Drawn], open_cells: Mapping[Cell, str], columns: tuple[int, int], size: tuple[int, int]
    ) -> list[Text]:
        first, last = columns
        rows = [y for x, y in (*squares, *open_cells) if first <= x <= last]
        if not rows:
            return []
        heading = Text(" " * MARGIN + "".join(f"{x:^{size[0]}}" for x in range(first, last + 1)).rstrip(), "dim")
        lines = [heading]
        tiled = {y for x, y in squares if first <= x <= last}
        for y, row in product(range(min(rows), max(rows) + 1), range(size[1])):
            if y not in tiled and row != size[1] // 2:
                # A row without tiles is one line high.
                continue
            line = Text(f"{y:>{MARGIN - 1}} " if row == size[1] // 2 else " " * MARGIN, "dim")
            body = Text()
            for x in range(first, last + 1):
                if (x, y) in squares:
                    body.append_text(self.row(squares[x, y], row, odd=(x + y) % 2 == 1))
                else:
                    body.append_text(_hole(open_cells.get((x, y)), row, size))
            body.rstrip()
            lines.append(Text.assemble(line, body))
        return lines

    def row(self, drawn: Drawn, row: int, *, odd: bool = False) -> Text:
        """Return one row of characters of a square."""
        text = Text()
        for x in range(drawn.block.width):
            character, style = self.key.at(drawn, (x, row))
            if (x, row) in drawn.over:
                # A letter on a kind of ground keeps the ground's colour, unless it has one of its own.
                over, own = drawn.over[x, row]
                ground = style[style.index("on #") :] if "on #" in style and " on " not in own else ""
                character, style = over, f"{own} {ground}".strip()
            text.append(character, style.replace(_GROUND, _GROUND_ODD) if odd else style)
        return text

    def beside(self, tiles: Sequence[tuple[str, Mapping[Cell, Drawn]]], width: int) -> list[Text]:
        """Return tiles side by side, each below its caption; those that find no room go below."""
        lines: list[Text] = []
        row: list[list[Text]] = []
        for caption, squares in tiles:
            picture = self._picture(caption, squares)
            if row and sum(p[0].cell_len + 3 for p in row) + picture[0].cell_len > width:
                lines += _side_by_side(row)
                row = []
            row.append(picture)
        return lines + _side_by_side(row)

    def _picture(self, caption: str, squares: Mapping[Cell, Drawn]) -> list[Text]:
        xs, ys = [x for x, _ in squares], [y for _, y in squares]
        wide, high = LARGE
        picture = [Text(f"{caption:<{wide * (max(xs) - min(xs) + 1)}}", "bold")]
        for y, row in product(range(min(ys), max(ys) + 1), range(high)):
            line = Text()
            for x in range(min(xs), max(xs) + 1):
                line.append_text(self.row(squares[x, y], row) if (x, y) in squares else Text(" " * wide))
            picture.append(line)
        return picture


def _number(squares: Mapping[Cell, Drawn], numbers: Sequence[tuple[str, Json]], wide: int) -> None:
    """Write the numbers of what can be chosen where it is: cells and parts of features."""
    places: dict[tuple[Cell, int | None], list[str]] = {}
    for number, thing in numbers:
        at = thing.get("cell", thing.get("at")) if "piece" not in thing else None
        if at is not None and (at[0], at[1]) in squares:
            cell = at[0], at[1]
            places.setdefault((cell, squares[cell].on(thing.get("on"))), []).append(number)
    for (cell, part), found in places.items():
        label = _shared(found, wide), PICK
        if part is None:
            squares[cell].number(label)
        else:
            squares[cell].stand(part, label)


def _shared(numbers: Sequence[str], wide: int) -> str:
    """Return numbers that stand at one place, as far as there is room: ``3,4``, ``3+``."""
    together = ",".join(numbers)
    return together if len(together) <= wide else f"{numbers[0]}+"


def _hole(label: str | None, row: int, size: tuple[int, int]) -> Text:
    """Return one row of a cell without a tile: blank, or with the label in its middle."""
    wide, high = size
    if label is None:
        return Text(" " * wide)
    if row != high // 2:
        return Text(f"{'.' if row in {0, high - 1} else ' '}{' ' * (wide - 2)}{'.' if row in {0, high - 1} else ' '}", "dim")
    text = Text()
    pad = wide - len(label) - 2
    text.append(" " * (pad // 2) + "[")
    text.append(label, PICK)
    text.append("]" + " " * (pad - pad // 2))
    return text


def _side_by_side(pictures: Sequence[Sequence[Text]]) -> list[Text]:
    lines = []
    for n in range(max((len(p) for p in pictures), default=0)):
        line = Text("  ")
        for picture in pictures:
            line.append_text(picture[n] if n < len(picture) else Text(" " * picture[0].cell_len))
            line.append("   ")
        line.rstrip()
        lines.append(line)
    return [*lines, Text()] if lines else lines
