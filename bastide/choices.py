"""What a person at the terminal can choose, and how it is asked for: few things by a list, many step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from bastide.boards import Cell
from bastide.tiles import Json
from engine import Action

MANY = 16
"""Of more choices than this, those on other tiles are asked for step by step: first what, then the tile."""
T = TypeVar("T")


@dataclass(frozen=True)
class Choice:
    """Something to choose: in words, as an action, and as the engine tells it; ``cause`` is the statement where that is not told."""

    words: str
    action: Action
    told: Json
    cause: str | None = None

    @property
    def statement(self) -> str | None:
        """The statement that offers it."""
        named: str | None = self.told.get("offer", self.told.get("statement", self.cause))
        return named

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is done."""
        return self.told.get("choose", "nothing") == "nothing" and not {"put", "offer", "span", "discard"} & set(self.told)

    @property
    def cells(self) -> list[Cell]:
        """The cells that it is about: of the figure that is placed, or of what is chosen last; none where it is about no place."""
        things = [self.told["put"]] if "put" in self.told else [] if self.is_nothing else self.told.get("choose", ())
        if not things:
            return []
        last = things[-1]
        found = last["feature"]["tiles"] if "feature" in last else [last[key] for key in ("cell", "at") if key in last]
        return [(x, y) for x, y in found]

    @property
    def points(self) -> int | None:
        """The points that are bid."""
        things = self.told.get("choose", ())
        found: int | None = things[-1].get("points") if things and things != "nothing" else None
        return found

    @property
    def sells(self) -> bool:
        """Whether it is a bid, or what is done with one."""
        things = self.told.get("choose", ())
        return bool(things) and things != "nothing" and bool({"points", "deal"} & set(things[-1]))

    @property
    def head(self) -> Json:
        """The same without what is chosen last: what several choices have in common."""
        if "put" in self.told:
            return {"piece": self.told["put"]["piece"]}
        things = self.told.get("choose", "nothing")
        return {**self.told, "choose": things[:-1] if things != "nothing" else ()}

    def is_far(self, here: Sequence[Cell]) -> bool:
        """Tell whether it is about other cells than these."""
        return bool(self.cells) and not set(self.cells) & set(here)


@dataclass(frozen=True)
class Question:
    """What is asked: what each answer means, the statements that ask, and those that each answer is by.

    The answers have ``numbers``; without, they count from ``first``. ``places``: what else can be typed for an answer (by its order),
    or all that can be (``by_place``).
    """

    prompt: str
    meanings: Sequence[str]
    reasons: Sequence[str]
    first: int = 1
    causes: Sequence[str | None] = ()
    numbers: Sequence[int] = ()
    places: Mapping[str, int] = field(default_factory=dict)
    by_place: bool = False

    @property
    def all_numbers(self) -> Sequence[int]:
        """The number of each answer."""
        return () if self.by_place else self.numbers or range(self.first, self.first + len(self.meanings))

    @property
    def asked(self) -> str:
        """What can be typed, as it is asked for: ``1 to 5``, ``0, 3 to 7``, ``x,y``."""
        if self.by_place:
            return "x,y"
        rows: list[list[int]] = []
        for number in self.all_numbers:
            if rows and number == rows[-1][-1] + 1:
                rows[-1].append(number)
            else:
                rows.append([number])
        return ", ".join(f"{row[0]} to {row[-1]}" if len(row) > 1 else f"{row[0]}" for row in rows)

    @property
    def wanted(self) -> str:
        """What should have been typed."""
        return (
            "the place of a tile as at the margins, such as 1,-2, with a choice on it"
            if self.by_place
            else f"a number, {self.asked}"
        )

    def answer(self, word: str) -> int | None:
        """Return which answer somebody means who typed this, from 0; None where it is none."""
        close = "".join(word.split())
        if close in self.places:
            return self.places[close]
        if not (word.isascii() and word.isdigit() and len(word) < 6 and int(word) in self.all_numbers):
            return None
        return [*self.all_numbers].index(int(word))


def first_number(choices: Sequence[Choice]) -> int:
    """Return the number of the first choice: 0 to do nothing."""
    return 0 if choices and choices[0].is_nothing else 1


def once(things: Iterable[T | None]) -> list[T]:
    """Return each thing once, in order."""
    return [thing for thing in dict.fromkeys(things) if thing is not None]


def grouped(choices: Iterable[Choice], name: Callable[[Choice], str]) -> dict[str, list[Choice]]:
    """Return the choices by a name, in order."""
    found: dict[str, list[Choice]] = {}
    for choice in choices:
        found.setdefault(name(choice), []).append(choice)
    return found
