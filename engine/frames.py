"""Programs and the choices in them: what a statement's acts are lowered to.

A frame is ``[program, pc, register, ...]``, all plain data in the state. An instruction is a function of the run and the frame; it
moves ``pc`` itself and returns True to stop for a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.ask import Ask, Test

if TYPE_CHECKING:
    from engine.auction import Sale
    from engine.run import Run

Frame = list[Any]
Instruction = Callable[["Run", Frame], bool | None]
PC, FIRST = 1, 2
"""Where a frame keeps its program counter, and its first register."""


@dataclass(slots=True)
class Program:
    """A statement's acts as instructions. ``loops``: the span of each named loop; ``choices``: those that are asked for, by place;
    ``sales``: its auctions.

    A program that can never stop is ``direct``: its condition is ``test``, and its acts are ``body``.
    """

    statement: int
    number: int
    size: int = FIRST
    code: list[Instruction] = field(default_factory=list)
    loops: dict[str, tuple[int, int]] = field(default_factory=dict)
    choices: dict[int, Choice] = field(default_factory=dict)
    sales: list[Sale] = field(default_factory=list)
    direct: bool = True
    test: Test | None = None
    blank: tuple[int, ...] = ()
    body: list[Callable[[Run, Frame], None]] = field(default_factory=list)

    def frame(self, *bound: object) -> Frame:
        """Return a frame at the beginning, with the names of its event bound."""
        return [self.number, 0, *bound, *self.blank]


@dataclass(frozen=True, slots=True)
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
