"""Statements lowered to programs, flat lists of instructions. Acts in which nobody can have to choose are one instruction each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from catalog.effects import (
    EVENTS,
    Act,
    Auction,
    Choose,
    Effect,
    ForEach,
    Move,
    Pieces,
    Put,
    Random,
    Repeat,
    Score,
    Selection,
    Stop,
    Walk,
)
from catalog.effects import (
    Run as RunStatement,
)
from engine import auction
from engine.acts import plain
from engine.ask import SORTS, Ask, Asker, Bound, Loop, Loops
from engine.frames import FIRST, PC, Choice, Frame, Instruction, Program

if TYPE_CHECKING:
    from engine.ruleset import Ruleset
    from engine.run import Run

_STOPPING = (Auction, Choose, Move, Random, Repeat, Walk, RunStatement, Stop)


class Lowerer:
    """Lowers the acts of one effect into a program."""

    def __init__(self, rules: Ruleset, program: Program, names: tuple[str, ...], *, stepwise: bool) -> None:
        """Lower for a ruleset; ``names`` are those that the event binds.

        ``stepwise``: what acts are heard by may stop, so that each of them is a step of its own.
        """
        self.rules = rules
        self.stepwise = stepwise
        self.program = program
        self.names = {name: Bound(FIRST + n, SORTS[name]) for n, name in enumerate(names)}
        self.loops: Loops = {}
        program.size = FIRST + len(names)

    def effect(self, effect: Effect) -> None:
        """Lower the conditions and acts of an effect."""
        test = self._asker().all_of(effect.if_)
        self.program.test = test if effect.if_ else None
        self.emit(lambda run, frame: self.jump(frame, 1 if test(run, frame) else len(self.program.code)))
        self.acts(effect.do)

    def _asker(self) -> Asker:
        return Asker(self.rules, self.names, self.program.statement, self.loops)

    @staticmethod
    def jump(frame: Frame, to: int) -> None:
        """Go on at a place of the program."""
        frame[PC] = to

    def emit(self, instruction: Instruction) -> int:
        """Add an instruction and return its place."""
        self.program.code.append(instruction)
        return len(self.program.code) - 1

    def slot(self) -> int:
        """Return a register that is not in use."""
        self.program.size += 1
        return self.program.size - 1

    def _bind(self, name: str, sort: str) -> int:
        slot = self.slot()
        self.names = {**self.names, name: Bound(slot, sort)}
        return slot

    def acts(self, acts: tuple[Act, ...]) -> None:
        """Lower acts in order."""
        for act in acts:
            self.act(act)

    def act(self, act: Act) -> None:
        """Lower one act."""
        match act:
            case Choose():
                self.program.direct = False
                self._choose(act)
            case Random():
                self.program.direct = False
                self._random(act)
            case Auction():
                self.program.direct = False
                auction.lower(self, act)
            case Repeat():
                self.program.direct = False
                self._repeat(act)
            case Walk():
                self.program.direct = False
                self._walk(act)
            case Move():
                self.program.direct = False
                self._move(act)
            case RunStatement():
                self.program.direct = False
                self._run(act)
            case Stop():
                self.program.direct = False
                self.emit(lambda run, frame: run.stop(act.loop, frame))
            case ForEach() if not all(self._is_plain(inner) for inner in act.do):
                self.program.direct = False
                self._each(act)
            case _:
                self.program.direct = self.program.direct and self._is_plain(act)
                do = plain(self._asker(), act, self._slots_for)
                self.program.body.append(do)
                self.emit(lambda run, frame: _then(do, run, frame))

    def _slots_for(self, name: str, sort: str) -> tuple[Asker, int]:
        slot = self._bind(name, sort)
        return self._asker(), slot

    def _choose(self, act: Choose) -> None:
        outer = self.names
        asker = self._asker()
        by = asker.player(act.by)
        lists, slots = [], []
        for selection, name in zip(act.from_, act.as_, strict=True):
            lists.append(self._list(selection))
            slots.append(self._bind(name, selection.key))
        prefer = self._asker().all_of(act.prefer) if act.prefer else None
        at = self.emit(lambda _run, _frame: None)
        self.acts(act.do)
        over = self.emit(lambda _run, _frame: None)
        self.names = outer
        other = len(self.program.code)
        self.acts(act.else_)
        end = len(self.program.code)
        sorts = tuple(selection.key for selection in act.from_)
        pieces = tuple(isinstance(selection, Pieces) for selection in act.from_)
        choice = Choice(by, tuple(lists), sorts, pieces, tuple(slots), prefer, act.optional, end, self.program.statement)
        self.program.code[over] = lambda _run, frame: self.jump(frame, end)
        self.asks(at, choice, other)

    def asks(self, at: int, choice: Choice, other: int) -> None:
        """Make the instruction at a place ask for a choice; where there is nothing to choose, it goes on at another."""
        self.program.code[at] = lambda run, frame: run.ask_choice(choice, frame, other)
        self.program.choices[at] = choice

    def _list(self, selection: Selection) -> Ask:
        return self._asker().selection(selection)

    def _random(self, act: Random) -> None:
        outer = self.names
        ask, slot = self._list(act.of), self._bind(act.as_, act.of.key)
        at = self.emit(lambda _run, _frame: None)
        self.acts(act.do)
        end = len(self.program.code)
        self.program.code[at] = lambda run, frame: _by_chance(run, frame, ask, slot, end)
        self.names = outer

    def _repeat(self, act: Repeat) -> None:
        outer, loop = self.loops, Loop(self.slot(), self.slot())
        self.loops = {**outer, act.name: loop}
        self.emit(lambda _run, frame: _enter(frame, loop))
        begin = self.emit(lambda _run, _frame: None)
        self.acts(act.do)
        self.loops = outer
        self.emit(lambda _run, frame: self.jump(frame, begin))
        end = len(self.program.code)
        self.program.loops[act.name] = (begin, end)
        self.program.code[begin] = lambda _run, frame: _count(frame, loop.lap, act.times, end)

    def _each(self, act: ForEach) -> None:
        outer = self.names
        asker = self._asker()
        ask = asker.thing(act.of)
        items, index, slot = self.slot(), self.slot(), self._bind(act.as_, asker.sort(act.of))
        self.emit(lambda run, frame: _start(frame, items, index, ask(run, frame)))
        begin = self.emit(lambda _run, _frame: None)
        self.acts(act.do)
        self.emit(lambda _run, frame: self.jump(frame, begin))
        end = len(self.program.code)
        fixed = isinstance(act.of, str)
        self.program.code[begin] = lambda run, frame: _next(run, frame, (items, index, slot), end, None if fixed else ask)
        self.names = outer

    def _is_plain(self, act: Act) -> bool:
        """Tell whether an act is done at once, and nobody who hears of it has to choose."""
        if isinstance(act, ForEach):
            return all(self._is_plain(inner) for inner in act.do)
        return not may_stop((act,)) and not (self.stepwise and isinstance(act, Put | Score))

    def _walk(self, act: Walk) -> None:
        asker = self._asker()
        piece, barred = asker.thing(act.piece), asker.barred(act.permitted)
        self.emit(lambda run, frame: run.walk(piece(run, frame)[0], frame, barred))

    def _move(self, act: Move) -> None:
        asker = self._asker()
        piece, to = asker.thing(act.piece), asker.cells(act.to)
        trails = [loop.trail for loop in self.loops.values()]
        self.emit(lambda run, frame: _moved(run, frame, piece, to, trails))

    def _run(self, act: RunStatement) -> None:
        self.emit(lambda run, frame: run.call(act.statement, frame))


def may_stop(acts: tuple[Act, ...]) -> bool:
    """Tell whether somebody may have to choose in these acts, or they go on elsewhere."""
    return any(may_stop(act.do) if isinstance(act, ForEach) else isinstance(act, _STOPPING) for act in acts)


def _then(do: Callable[[Run, Frame], None], run: Run, frame: Frame) -> None:
    do(run, frame)
    frame[PC] += 1


def _enter(frame: Frame, loop: Loop) -> None:
    frame[loop.lap], frame[loop.trail] = 0, []
    frame[PC] += 1


def _moved(run: Run, frame: Frame, pieces: Ask, to: Ask, trails: list[int]) -> None:
    """Move a piece to a cell; the loops round it remember both where it stood and where it stands."""
    frame[PC] += 1
    piece, cells = pieces(run, frame)[0], to(run, frame)
    if cells:
        before = run.state.cell_of_piece(piece)
        for trail in trails:
            frame[trail] = [*frame[trail], *([] if before is None else [before]), cells[0]]
        run.enter(piece, cells[0], run.programs[frame[0]].statement)


def _count(frame: Frame, slot: int, times: int, end: int) -> None:
    if frame[slot] >= times:
        frame[PC] = end
    else:
        frame[slot] += 1
        frame[PC] += 1


def _by_chance(run: Run, frame: Frame, ask: Ask, slot: int, end: int) -> None:
    found = ask(run, frame)
    if found:
        frame[slot] = run.pick(found)
        frame[PC] += 1
    else:
        frame[PC] = end


def _start(frame: Frame, items: int, index: int, found: list[int]) -> None:
    frame[items], frame[index] = found, 0
    frame[PC] += 1


def _next(run: Run, frame: Frame, slots: tuple[int, int, int], end: int, ask: Ask | None) -> None:
    items, index, slot = slots
    while frame[index] < len(frame[items]):
        item = frame[items][frame[index]]
        frame[index] += 1
        if ask is None or item in ask(run, frame):
            frame[slot] = item
            frame[PC] += 1
            return
    frame[PC] = end


def lower(
    rules: Ruleset, statement: int, number: int, effect: Effect, names: tuple[str, ...] | None = None, *, stepwise: bool = False
) -> Program:
    """Lower a statement's effect; ``names`` are bound at the beginning, by default those of its event."""
    program = Program(statement, number)
    bound = EVENTS[effect.when or "called"] if names is None else names
    Lowerer(rules, program, bound, stepwise=stepwise).effect(effect)
    program.blank = (0,) * (program.size - FIRST - len(bound))
    return program
