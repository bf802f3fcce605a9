"""Statements lowered to programs: flat lists of instructions that can stop at a choice and go on later.

A frame is ``[program, pc, register, ...]``, all plain data in the state. An instruction is a function of the run and the frame; it
moves ``pc`` itself and returns True to stop for a decision. Acts in which nobody can have to choose are one instruction each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from catalog.effects import (
    EVENTS,
    Act,
    Choose,
    Deal,
    Discard,
    Draw,
    Effect,
    ForEach,
    Lay,
    MajorityOf,
    Pieces,
    Pile,
    Put,
    Repeat,
    Score,
    Selection,
    Stop,
    Take,
    Turn,
    Walk,
)
from catalog.effects import (
    Run as RunStatement,
)
from engine.ask import Ask, Asker, Test
from engine.state import SUPPLY, TRACK

if TYPE_CHECKING:
    from engine.ruleset import Ruleset
    from engine.run import Run

Frame = list[Any]
Instruction = Callable[["Run", Frame], bool | None]
PC, FIRST = 1, 2
"""Where a frame keeps its program counter, and its first register."""
_STOPPING = (Choose, Repeat, Walk, RunStatement, Stop)


@dataclass
class Program:
    """A statement's acts as instructions. ``loops``: the span of each named loop; ``choices``: those that are asked for, by place.

    A program that can never stop is ``direct``: its condition is ``test``, and its acts are ``body``.
    """

    statement: int
    number: int
    size: int = FIRST
    code: list[Instruction] = field(default_factory=list)
    loops: dict[str, tuple[int, int]] = field(default_factory=dict)
    choices: dict[int, Choice] = field(default_factory=dict)
    direct: bool = True
    test: Test | None = None
    blank: tuple[int, ...] = ()
    body: list[Callable[[Run, Frame], None]] = field(default_factory=list)

    def frame(self, *bound: object) -> Frame:
        """Return a frame at the beginning, with the names of its event bound."""
        return [self.number, 0, *bound, *self.blank]


@dataclass(frozen=True)
class Choice:
    """What a ``choose`` asks: who decides, the lists to choose from, where what is chosen goes."""

    by: Ask
    lists: tuple[Ask, ...]
    sorts: tuple[str, ...]
    of_pieces: tuple[bool, ...]
    slots: tuple[int, ...]
    prefer: Test | None
    optional: bool
    end: int
    statement: int

    def options(self, run: Run, frame: Frame) -> list[tuple[int, ...]]:
        """Return every choice there is, in order, of pieces that are alike the first; those preferred alone, if there are any."""
        found: list[tuple[int, ...]] = []
        if len(self.lists) == 1:
            found += [(value,) for value in self._values(run, frame, 0)]
        else:
            found += self._extend(run, frame, ())
        if self.prefer is None:
            return found
        preferred = []
        for option in found:
            self.bind(frame, option)
            if self.prefer(run, frame):
                preferred.append(option)
        return preferred or found

    def _values(self, run: Run, frame: Frame, n: int, taken: frozenset[int] = frozenset()) -> list[int]:
        """Return what there is in a list; a piece that was chosen from another list is not there any more."""
        values = self.lists[n](run, frame)
        if not self.of_pieces[n]:
            return values
        left = [v for v in values if v not in taken] if taken else values
        return run.unlike(left) if len(left) > 1 else left

    def _extend(self, run: Run, frame: Frame, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(self.lists):
            yield chosen
            return
        taken = frozenset([value for value, piece in zip(chosen, self.of_pieces, strict=False) if piece])
        for value in self._values(run, frame, len(chosen), taken):
            frame[self.slots[len(chosen)]] = value
            yield from self._extend(run, frame, (*chosen, value))

    def bind(self, frame: Frame, option: tuple[int, ...]) -> None:
        """Put what is chosen into its registers."""
        for slot, value in zip(self.slots, option, strict=True):
            frame[slot] = value


class Lowerer:
    """Lowers the acts of one effect into a program."""

    def __init__(self, rules: Ruleset, program: Program, names: tuple[str, ...], *, stepwise: bool) -> None:
        """Lower for a ruleset; ``names`` are those that the event binds.

        ``stepwise``: what acts are heard by may stop, so that each of them is a step of its own.
        """
        self.rules = rules
        self.stepwise = stepwise
        self.program = program
        self.names = {name: FIRST + n for n, name in enumerate(names)}
        program.size = FIRST + len(names)

    def effect(self, effect: Effect) -> None:
        """Lower the conditions and acts of an effect."""
        test = self._asker().all_of(effect.if_)
        self.program.test = test if effect.if_ else None
        self._emit(lambda run, frame: self._jump(frame, 1 if test(run, frame) else len(self.program.code)))
        self.acts(effect.do)

    def _asker(self) -> Asker:
        return Asker(self.rules, self.names, self.program.statement)

    @staticmethod
    def _jump(frame: Frame, to: int) -> None:
        frame[PC] = to

    def _emit(self, instruction: Instruction) -> int:
        self.program.code.append(instruction)
        return len(self.program.code) - 1

    def _slot(self) -> int:
        self.program.size += 1
        return self.program.size - 1

    def _bind(self, name: str) -> int:
        slot = self._slot()
        self.names = {**self.names, name: slot}
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
            case Repeat():
                self.program.direct = False
                self._repeat(act)
            case Walk():
                self.program.direct = False
                self._walk(act)
            case RunStatement():
                self.program.direct = False
                self._run(act)
            case Stop():
                self.program.direct = False
                self._emit(lambda run, frame: run.stop(act.loop, frame))
            case ForEach() if not all(self._is_plain(inner) for inner in act.do):
                self.program.direct = False
                self._each(act)
            case _:
                self.program.direct = self.program.direct and self._is_plain(act)
                do = plain(self._asker(), act, self._slots_for)
                self.program.body.append(do)
                self._emit(lambda run, frame: _then(do, run, frame))

    def _slots_for(self, name: str) -> tuple[Asker, int]:
        slot = self._bind(name)
        return self._asker(), slot

    def _choose(self, act: Choose) -> None:
        outer = self.names
        asker = self._asker()
        by = asker.player(act.by)
        lists, slots = [], []
        for selection, name in zip(act.from_, act.as_, strict=True):
            lists.append(self._list(selection))
            slots.append(self._bind(name))
        prefer = self._asker().all_of(act.prefer) if act.prefer else None
        at = self._emit(lambda _run, _frame: None)
        self.acts(act.do)
        over = self._emit(lambda _run, _frame: None)
        self.names = outer
        other = len(self.program.code)
        self.acts(act.else_)
        end = len(self.program.code)
        sorts = tuple(selection.key for selection in act.from_)
        pieces = tuple(isinstance(selection, Pieces) for selection in act.from_)
        choice = Choice(by, tuple(lists), sorts, pieces, tuple(slots), prefer, act.optional, end, self.program.statement)
        self.program.code[over] = lambda _run, frame: self._jump(frame, end)
        self.program.code[at] = lambda run, frame: run.ask_choice(choice, frame, other)
        self.program.choices[at] = choice

    def _list(self, selection: Selection) -> Ask:
        return self._asker().selection(selection)

    def _repeat(self, act: Repeat) -> None:
        counter = self._slot()
        self._emit(lambda _run, frame: _set(frame, counter, 0))
        begin = self._emit(lambda _run, _frame: None)
        self.acts(act.do)
        self._emit(lambda _run, frame: self._jump(frame, begin))
        end = len(self.program.code)
        self.program.loops[act.name] = (begin, end)
        self.program.code[begin] = lambda _run, frame: _count(frame, counter, act.times, end)

    def _each(self, act: ForEach) -> None:
        outer = self.names
        ask = self._asker().thing(act.of)
        items, index, slot = self._slot(), self._slot(), self._bind(act.as_)
        self._emit(lambda run, frame: _start(frame, items, index, ask(run, frame)))
        begin = self._emit(lambda _run, _frame: None)
        self.acts(act.do)
        self._emit(lambda _run, frame: self._jump(frame, begin))
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
        piece = self._asker().thing(act.piece)
        self._emit(lambda run, frame: run.walk(piece(run, frame)[0], frame))

    def _run(self, act: RunStatement) -> None:
        self._emit(lambda run, frame: run.call(act.statement, frame))


def may_stop(acts: tuple[Act, ...]) -> bool:
    """Tell whether somebody may have to choose in these acts, or they go on elsewhere."""
    return any(may_stop(act.do) if isinstance(act, ForEach) else isinstance(act, _STOPPING) for act in acts)


def _then(do: Callable[[Run, Frame], None], run: Run, frame: Frame) -> None:
    do(run, frame)
    frame[PC] += 1


def _set(frame: Frame, slot: int, value: object) -> None:
    frame[slot] = value
    frame[PC] += 1


def _count(frame: Frame, slot: int, times: int, end: int) -> None:
    if frame[slot] >= times:
        frame[PC] = end
    else:
        frame[slot] += 1
        frame[PC] += 1


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


def plain(  # noqa: PLR0911  one return for each kind of act
    asker: Asker, act: Act, bind: Callable[[str], tuple[Asker, int]]
) -> Callable[[Run, Frame], None]:
    """Compile an act in which nobody has to choose. ``bind`` gives a register to a name and an asker that knows it."""
    statement = asker.statement
    match act:
        case Put():
            pieces, where, verb = asker.thing(act.piece), asker.place(act.to), asker.rules.verbs.index(act.verb)
            return lambda run, frame: run.put_all(pieces(run, frame), where(run, frame), verb, statement)
        case ForEach():
            items = asker.thing(act.of)
            inner, slot = bind(act.as_)
            body = [plain(inner, a, bind) for a in act.do]
            fixed = isinstance(act.of, str)
            return lambda run, frame: _each_plain(run, frame, items, slot, body, fixed=fixed)
        case Score(points=points) if points is not None:
            players = asker.player(act.player)
            return lambda run, frame: run.bonus(players(run, frame), points, statement)
        case Score():
            players, features = asker.player(act.player), asker.thing(act.feature)
            row = 0 if act.row == "completed" else 1
            counted = isinstance(act.player, MajorityOf)
            return lambda run, frame: run.score(players(run, frame), features(run, frame), row, statement, counted=counted)
        case Turn():
            piece, way = asker.thing(act.piece), asker.thing(act.to)
            return lambda run, frame: run.turn(piece(run, frame)[0], way(run, frame)[0], statement)
        case Pile():
            tiles, last = asker.rules.pile(act)
            return lambda run, _frame: run.make_pile(act.name, tiles, last, statement)
        case Lay():
            found = asker.rules.tiles(act.of)
            return lambda run, _frame: run.lay_start(found, statement)
        case Take():
            return lambda run, _frame: run.take(act.from_, act.count, statement)
        case Draw():
            return lambda run, _frame: run.draw(act.from_, statement)
        case Discard():
            return lambda run, _frame: run.discard(statement)
        case Deal():
            players, kind = asker.player(act.to), asker.rules.figure_index[act.kind]
            there = SUPPLY if act.place == "supply" else TRACK
            return lambda run, frame: run.deal(players(run, frame), kind, there, act.count)
        case _:
            raise TypeError(type(act).__name__)


def _each_plain(run: Run, frame: Frame, items: Ask, slot: int, body: list[Callable[[Run, Frame], None]], *, fixed: bool) -> None:
    for item in items(run, frame):
        if not fixed and item not in items(run, frame):
            continue
        frame[slot] = item
        for do in body:
            do(run, frame)


def lower(
    rules: Ruleset, statement: int, number: int, effect: Effect, names: tuple[str, ...] | None = None, *, stepwise: bool = False
) -> Program:
    """Lower a statement's effect; ``names`` are bound at the beginning, by default those of its event."""
    program = Program(statement, number)
    bound = EVENTS[effect.when or "called"] if names is None else names
    Lowerer(rules, program, bound, stepwise=stepwise).effect(effect)
    program.blank = (0,) * (program.size - FIRST - len(bound))
    return program
