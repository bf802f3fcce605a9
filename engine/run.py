"""A running game: its state, its stream of chance, its events, and what acts do to it."""

from __future__ import annotations

import random
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from catalog.effects import TileHas
from engine.events import Event, SetupError
from engine.frames import PC, Choice, Frame, Program
from engine.permissions import passes
from engine.programs import Programs
from engine.ruleset import Ruleset
from engine.shapes import MARK_BITS, MARK_MASK, STEP, SquareShape
from engine.state import AREA, BOX, CELL, CENTRE, NOBODY, SUPPLY, WITH, State


@dataclass(slots=True)
class Decision:
    """A choice that somebody has to make in the middle of an effect."""

    player: int
    options: list[tuple[int, ...]]
    choice: Choice


class Run:
    """One game being played by a ruleset."""

    __slots__ = (
        "_random", "compiled", "decision", "heard", "listed", "log", "programs", "rules", "state",
    )  # fmt: skip

    def __init__(self, rules: Ruleset, programs: Programs, seed: int) -> None:
        """Make a game before its setup."""
        self.rules = rules
        self.compiled = programs
        self.programs = programs.all
        self.heard = programs.heard
        self.state = State(rules.players, len(rules.figures), seed, rules.bystanders)
        for figure in rules.single:
            self.state.add_piece(figure, NOBODY, BOX)
        self.log: list[tuple[object, ...]] = []
        self.decision: Decision | None = None
        # What the player who must decide may do, once it has been asked for.
        self.listed: list[tuple[Any, ...]] | None = None
        self._random = random.Random(seed)  # noqa: S311  chance in a game is no secret

    def load(self, state: State) -> None:
        """Go on from another state: its stream of chance goes on where it was."""
        self.state = state
        self.decision = self.listed = None
        self._random = random.Random(state.seed)  # noqa: S311
        for _ in range(state.chances):
            self._random.random()

    def set_up(self) -> None:
        """Do what the statements say about the setup. Raises :class:`SetupError` where that is not possible."""
        self.fire(self.heard["setup"])
        if self.work():
            raise SetupError("a statement about the setup asks somebody to choose")
        if not self.state.cells:
            raise SetupError("no statement on the table lays a tile to start from")
        self.state.turn_puts = []

    # Events

    def fire(self, programs: Sequence[Program], *bound: object) -> None:
        """Run programs in order; one that may stop waits on the agenda with all that follow it, unless its condition fails."""
        agenda = self.state.agenda
        for n, program in enumerate(programs):
            if agenda:
                agenda[:0] = [p.frame(*bound) for p in reversed(programs[n:])]
                return
            frame = [program.number, 0, *bound, *program.blank]
            test = program.test
            if test is not None and not test(self, frame):
                continue
            if program.direct:
                for act in program.body:
                    act(self, frame)
            else:
                frame[PC] = 1
                agenda.append(frame)

    def tell(self, programs: Sequence[Program], *bound: object) -> None:
        """Run programs that hear what an act does, before the act goes on; one that may stop goes next, after the act."""
        for n, program in enumerate(programs):
            frame = [program.number, 0, *bound, *program.blank]
            test = program.test
            if test is not None and not test(self, frame):
                continue
            if not program.direct:
                frame[PC] = 1
                self.state.agenda += [*(p.frame(*bound) for p in reversed(programs[n + 1 :])), frame]
                return
            for act in program.body:
                act(self, frame)

    def work(self) -> bool:
        """Run the agenda until it is empty or somebody must decide; return whether somebody must."""
        agenda = self.state.agenda
        while agenda:
            frame = agenda[-1]
            code = self.programs[frame[0]].code
            if frame[PC] >= len(code):
                agenda.pop()
            elif code[frame[PC]](self, frame):
                return True
        return False

    # Control

    def ask_choice(self, choice: Choice, frame: Frame, other: int) -> bool:
        """Stop for a choice, or take the only one there is."""
        by = choice.by(self, frame)
        options = choice.options(self, frame) if by else []
        if not options:
            frame[PC] = other
            return False
        if len(options) == 1 and not choice.optional:
            self.take_option(choice, frame, options[0])
            return False
        self.decision = Decision(by[0], options, choice)
        return True

    def take_option(self, choice: Choice, frame: Frame, option: tuple[int, ...]) -> None:
        """Go on with an option of a choice."""
        choice.bind(frame, self.drawn(choice, option))
        frame[PC] += 1
        self.log.append(("choose", choice.by(self, frame)[0], -1, -1, 0, -1, -1, -1, 0, (choice.statement,)))

    def drawn(self, choice: Choice, option: tuple[int, ...]) -> tuple[int, ...]:
        """Return an option with chance deciding which piece it is, of those that lie face down in one place and cannot be told apart."""
        state = self.state
        found = list(option)
        for n, piece in enumerate(option):
            if choice.of_pieces[n] and state.hidden[piece] >= 0:
                where, seen, owner = state.where[piece], state.hidden[piece], state.owner[piece]
                alike = [
                    p for p, at in enumerate(state.where) if at == where and state.hidden[p] == seen and state.owner[p] == owner
                ]
                found[n] = self.pick([p for p in alike if p not in found[:n]])
        return tuple(found)

    def choose(self, option: tuple[int, ...] | None) -> None:
        """Go on after a decision: with a choice, or without (None) where that is allowed."""
        decision, frame = self.decision, self.state.agenda[-1]
        if decision is None:
            raise TypeError("nobody has to choose")
        self.decision = None
        if option is None:
            frame[PC] = decision.choice.end
        else:
            self.take_option(decision.choice, frame, option)

    def call(self, statement: str, frame: Frame) -> None:
        """Begin what another statement says; the frame goes on after it."""
        frame[PC] += 1
        if statement in self.compiled.called:
            self.state.agenda.append(self.compiled.called[statement].frame())

    def stop(self, loop: str, frame: Frame) -> None:
        """Leave a loop, whichever frame runs it."""
        frame[PC] += 1
        agenda = self.state.agenda
        for n in range(len(agenda) - 1, -1, -1):
            span = self.programs[agenda[n][0]].loops.get(loop)
            if span is not None and span[0] <= agenda[n][PC] < span[1]:
                # What waits to hear of the same event still hears of it; what is inside the loop ends with it.
                agenda[n + 1 :] = [f for f in agenda[n + 1 :] if f is frame or f[PC] == 0]
                agenda[n][PC] = span[1]
                return

    def walk(self, piece: int, frame: Frame, permit: tuple[str, str] | None) -> None:
        """Move a piece one cell on, and tell that it was entered; go on in the program when nothing lies ahead, or what may not be passed."""
        state = self.state
        cell = state.cell_of_piece(piece)
        facing = state.facing[piece]
        ahead = None if cell is None or facing < 0 else cell + STEP[facing]
        if ahead is None or ahead not in state.cells or (permit is not None and not passes(self, *permit, ahead)):
            frame[PC] += 1
            return
        self.enter(piece, ahead, self.programs[frame[0]].statement)

    def enter(self, piece: int, cell: int, statement: int) -> None:
        """Move a piece to a cell, and tell that it left where it was and that the tile there was entered."""
        state = self.state
        left = state.cell_of_piece(piece)
        state.move(piece, CELL + cell)
        self.log.append(("walk", state.active, piece, CELL + cell, 0, -1, -1, -1, 0, (statement,)))
        if left is not None:
            self.tell(self.compiled.about["piece-left"][state.piece_kind[piece]], piece, left)
        self.tell(self.compiled.about["tile-entered"][state.piece_kind[piece]], piece, cell)

    # Acts

    def put_all(self, pieces: Iterable[int], where: int | None, verb: int, statement: int) -> None:
        """Put pieces to a place; those that leave a place on the board are told of. Where there is no such place, nothing is done."""
        if where is not None:
            for piece in pieces:
                self.put(piece, where, verb, (statement,))

    def put(self, piece: int, where: int, verb: int, cites: tuple[int, ...], shown_as: int = -1) -> None:
        """Put a piece to a place by a verb; face down, it is seen as a figure of the kind ``shown_as``.

        A piece that belongs to nobody has no supply, and none stands with itself: nothing is done.
        """
        state = self.state
        if (where == SUPPLY and state.owner[piece] == NOBODY) or (where >= WITH and self._carries(where - WITH, piece)):
            return
        left = state.cell_of_piece(piece) if self.heard["piece-left"] and state.where[piece] >= 0 else None
        state.move(piece, where)
        state.hidden[piece] = shown_as
        state.turn_puts.append((verb, piece))
        self.log.append(("put", state.owner[piece], piece, where, 0, -1, verb, -1, 0, cites))
        if left is not None:
            self.tell(self.compiled.about["piece-left"][state.piece_kind[piece]], piece, left)

    def _carries(self, piece: int, other: int) -> bool:
        """Tell whether a piece is another one, or stands with it, or with one that stands with it."""
        where = self.state.where
        while piece != other and where[piece] >= WITH:
            piece = where[piece] - WITH
        return piece == other

    def turn(self, piece: int, way: int, statement: int) -> None:
        """Turn a piece to a direction."""
        self.state.facing[piece] = way
        self.log.append(("face", self.state.active, piece, way, 0, -1, -1, -1, 0, (statement,)))

    def hide(self, pieces: Iterable[int], where: int | None, verb: int, statement: int, shown_as: int) -> None:
        """Put pieces to a place face down: they are seen as figures of the kind ``shown_as`` until they are put elsewhere."""
        if where is not None:
            for piece in pieces:
                self.put(piece, where, verb, (statement,), shown_as)

    def complete(self, features: list[int]) -> None:
        """Count features as completed, as far as nothing can be added to them: they are told of with what else is completed."""
        state = self.state
        for root in self.roots(features):
            if root not in state.done and not state.grows(root):
                state.declare(root, state.kind[root], completed=True)
                state.completed += (root,)
                state.turn_completed.append((root, state.kind[root]))

    def become(self, features: list[int], kind: int, statement: int) -> None:
        """Turn features into others of a kind, which are not completed, as far as nothing can be added to them."""
        for root in self.roots(features):
            if self.state.grows(root):
                continue
            self.state.declare(root, kind, completed=False)
            self.state.turn_declared.append(root)
            self.log.append(("become", -1, -1, kind, 0, root, -1, -1, self.state.tiles[root], (statement,)))

    def holder(self, piece: int) -> int:
        """Return the player in front of whom a piece lies, or -1."""
        player = AREA - self.state.where[piece]
        return player if 0 <= player < self.state.players else -1

    def pick(self, items: list[int]) -> int:
        """Return one of these by chance."""
        self.state.chances += 1
        return items[int(self._random.random() * len(items))]

    # What effects ask

    def square(self, number: int) -> SquareShape:
        """Return the shape of a placed square."""
        return self.state.shapes[number]

    def segments_of(self, square: int) -> range:
        """Return the segments of a placed square."""
        first, shape = self.state.sq_first[square], self.state.shapes[square]
        return range(first, first + shape.count - (shape.kinds[-1] < 0))

    def roots(self, segments: Iterable[int]) -> list[int]:
        """Return the features that segments belong to, each once."""
        find = self.state.find
        return list(dict.fromkeys([find(s) for s in segments]))

    def cells_of(self, feature: int) -> list[int]:
        """Return the cells that a feature lies on."""
        state = self.state
        return [state.sq_cell[n] for n in state.squares_of(state.find(feature))]

    def flank(self, feature: int) -> list[int]:
        """Return the cells of a feature whose tiles lie in one line, and those next to them on both sides of the line."""
        cells = self.cells_of(feature)
        across = STEP[0] if any(cell + STEP[1] in cells for cell in cells) else STEP[1]
        return [cell + step for cell in cells for step in (0, across, -across)]

    def shows(self, feature: int, mark: int, squares: Iterable[int] | None = None) -> bool:
        """Tell whether a feature has a mark, somewhere or on one of these squares."""
        state = self.state
        root = state.find(feature)
        if squares is None:
            return bool(state.marks[root] >> MARK_BITS * mark & MARK_MASK)
        return any(
            state.shapes[n].seg_marks[s - state.sq_first[n]] >> MARK_BITS * mark & MARK_MASK and state.find(s) == root
            for n in squares
            for s in self.segments_of(n)
        )

    def touches(self, feature: int, ends: set[int]) -> bool:
        """Tell whether a feature touches one of these, or one of these touches it."""
        state = self.state
        return bool((state.touched(feature) | state.touching(feature)) & ends)

    def tile_has(self, tile: object, condition: TileHas) -> bool:
        """Tell whether a tile, drawn (a design) or placed (its squares), has what a condition asks for."""
        if isinstance(tile, list):
            state = self.state
            return any(self.rules.shows(state.sq_design[n], state.sq_part[n], condition) for n in tile)
        design = int(tile)  # type: ignore[call-overload]
        return any(self.rules.shows(design, s, condition) for s in range(len(self.rules.shapes(design)[0].squares)))

    def pieces_at(self, places: Container[int], kinds: frozenset[int]) -> list[int]:
        """Return the pieces of these kinds that are at one of these places."""
        where = self.state.where
        return [p for p in self.state.of_kinds[kinds] if where[p] in places]

    def on_board(self, kinds: frozenset[int]) -> list[int]:
        """Return the pieces of these kinds on the board, in their order."""
        state = self.state
        where = state.where
        return [p for p in state.of_kinds[kinds] if where[p] >= 0 and (where[p] < WITH or state.on_board(p))]

    def pieces_on(self, cells: Container[int], kinds: frozenset[int]) -> list[int]:
        """Return the pieces of these kinds on these cells, in their order."""
        state = self.state
        where, sq_cell, square = state.where, state.sq_cell, state.square
        found = []
        for piece in state.of_kinds[kinds]:
            at = where[piece]
            if at >= 0:
                cell = sq_cell[square[at]] if at < CELL else at - CELL if at < WITH else state.cell_of_piece(piece)
                if cell in cells:
                    found.append(piece)
        return found

    def line(self, piece: int, way: int) -> set[int]:
        """Return the cells in a straight line from a piece, up to the first gap."""
        cell = self.state.cell_of_piece(piece)
        found: set[int] = set()
        while cell is not None and cell + STEP[way] in self.state.cells:
            cell += STEP[way]
            found.add(cell)
        return found

    def unlike(self, pieces: list[int]) -> list[int]:
        """Return pieces without those that are like one before them: of one kind and owner, in the same place, and nothing with them."""
        state = self.state
        where, kinds, owner = state.where, state.piece_kind, state.owner
        if len({(where[p], kinds[p], owner[p]) for p in pieces}) == len(pieces) and not any(state.hidden[p] >= 0 for p in pieces):
            return pieces
        borne = {at - WITH for at in state.where if at >= WITH}
        seen: dict[tuple[int, int, int, int], int] = {}
        for piece in pieces:
            at = state.where[piece]
            # Who stands on a feature is told apart by nothing but the part that it stands on.
            seen_as = state.piece_kind[piece] if state.hidden[piece] < 0 else ~state.hidden[piece]
            key = (seen_as, state.owner[piece], at, piece if piece in borne else -1)
            seen.setdefault(key, piece)
        return list(seen.values())

    def has_completed(self, kinds: set[int], by: list[int], unscored: list[int] | None) -> bool:
        """Tell whether the active player has completed a feature of these kinds this turn; one that gave none of ``unscored`` points."""
        state = self.state
        if not state.turn_completed or state.active not in by:
            return False
        return any(
            kind in kinds and (unscored is None or all((root, p) not in state.turn_scored for p in unscored))
            for root, kind in state.turn_completed
        )

    def kind_under(self, piece: int) -> int:
        """Return the kind of the feature that a piece stands on, or -1."""
        where = self.state.where[piece]
        return self.state.kind[where] if 0 <= where < CELL else -1

    # Setup and tiles

    def shuffle(self, items: list[int]) -> list[int]:
        """Return items in an order by chance."""
        left = list(items)
        chance = self._random.random
        self.state.chances += len(left)
        for n in range(len(left), 0, -1):
            at = int(chance() * n)
            left[n - 1], left[at] = left[at], left[n - 1]
        return left

    def lay_start(self, found: list[int], statement: int) -> None:
        """Lay the tile that the game starts from."""
        if not found:
            raise SetupError(f"there is no tile to start from: `{self.rules.statements[statement].id}` finds none")
        self.place(found[0], CENTRE, 0, (statement,))
        self.state.placed = self.state.completed = ()

    def build(self, piece: int, place: tuple[int, int]) -> None:
        """Lay a piece across a tile that lies, or is about to lie (:meth:`place`)."""
        state, rule = self.state, self.rules.span
        if rule is None:
            raise TypeError("no statement lays pieces across tiles")
        cell, axis = place
        if cell in state.cells and state.cells[cell] not in state.spans:
            state.span(state.cells[cell], axis)
        self.put(piece, CELL + cell, rule.verb, (rule.statement,))
        state.facing[piece] = axis

    def place(self, design: int, cell: int, turns: int, cites: tuple[int, ...], axis: int | None = None) -> None:
        """Lay a tile, all its squares, with its first square on a cell; ``axis``: with a piece across it that way."""
        state, rules = self.state, self.rules
        shape = rules.shapes(design)[turns]
        if len(shape.squares) == 1:
            square = shape.squares[0] if axis is None else shape.squares[0].spans[axis]
            placed: tuple[int, ...] = (state.lay(cell, design, turns, 0, square or shape.squares[0]),)
            if axis is not None:
                state.spans[placed[0]] = axis
        else:
            placed = tuple(
                [
                    state.lay(cell + dx * STEP[1] + dy * STEP[2], design, turns, part, square)
                    for part, ((dx, dy), square) in enumerate(zip(shape.cells, shape.squares, strict=True))
                ]
            )
        state.placed = placed
        self.log.append(("place", state.active, -1, placed[0], 0, -1, -1, -1, 0, cites))
        state.completed = done = state.close(placed)
        if done:
            state.turn_completed += [(root, state.kind[root]) for root in done]

    def stock(self, kind: int, count: int, where: int, shown_as: int) -> None:
        """Bring figures into the game that belong to nobody; face down, they are seen as figures of the kind ``shown_as``."""
        state = self.state
        state.add_piece(kind, NOBODY, where, count)
        state.hidden[len(state.hidden) - count :] = [shown_as] * count

    def deal(self, players: list[int], kind: int, where: int, count: int) -> None:
        """Give figures to players."""
        for player in players:
            self.state.add_piece(kind, player, where, count)

    def event(self, raw: tuple[object, ...]) -> Event:
        """Return an entry of the log as an event."""
        return Event(*raw)  # type: ignore[arg-type]
