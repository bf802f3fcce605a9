"""The bag: which tiles of ours a file has, under the names of JCloisterZone, and in what order they are drawn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bastide.jcz.reading import File, Record
from catalog import Catalog
from catalog.formats import Format
from engine import SavedGameError

_ASKED = re.compile(r"available action (?P<action>\S+) for (?P<tile>\S+?)\.?", re.IGNORECASE)


def playable(form: Format, records: Sequence[Record]) -> list[Record]:
    """Return the moves without those that were taken back. Raises :class:`SavedGameError` where there is nothing to take back."""
    kept: list[Record] = []
    for n, record in enumerate(records, start=1):
        kind = form.moves.get(record.type)
        if kind is None or kind.does != "undo":
            kept.append(record)
            continue
        last = form.moves.get(kept[-1].type) if kept else None
        if last is None or not last.undoable:
            raise SavedGameError(f"move {n} ({record.type}): there is nothing that could be taken back")
        kept.pop()
    return kept


@dataclass
class Bag:
    """The tiles of a file. ``names``: the designs that go by a name, each with how it is turned to lie as theirs. ``left``: how many
    tiles of each design are in the bag.
    """

    names: dict[str, dict[str, int]] = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, catalog: Catalog, form: Format, sets: Mapping[str, int]) -> Bag:
        """Fill the bag with sets of tiles, each so many times."""
        bag = cls()
        for name, times in sets.items():
            tiles = form.sets[name]
            for printing in catalog.printings_of(tiles.box, tiles.edition):
                alias = printing.known_as.get(form.id)
                if alias is not None and (not alias.editions or tiles.edition in alias.editions):
                    bag.names.setdefault(alias.id, {})[printing.design] = alias.turns
                    bag.left[printing.design] += times * printing.counts[tiles.edition]
            bag.names |= {own: bag.names[usual] for own, usual in tiles.names.items() if usual in bag.names}
        return bag

    def designs(self, name: str) -> dict[str, int]:
        """Return the designs of a name. Raises :class:`SavedGameError` where no tile in the bag has it."""
        if name not in self.names:
            raise SavedGameError(f"no tile of the sets in this game is known as `{name}`")
        return self.names[name]

    def take(self, name: str) -> str:
        """Take a tile out. Raises :class:`SavedGameError` where there is none, or none any more."""
        found = next((design for design in self.designs(name) if self.left[design] > 0), None)
        if found is None:
            raise SavedGameError(f"the sets in this game hold no more tiles `{name}` than are used already")
        self.left[found] -= 1
        return found


def order(bag: Bag, form: Format, file: File, records: Sequence[Record]) -> tuple[list[str], int]:
    """Return the designs in the order in which they are drawn, as far as the file tells, and how many of them it says for certain.

    What it has no order for is read off the moves; and what is drawn after them, off the assertions.
    """
    fixed = file.gameAnnotations.drawOrder
    names, at = list(fixed), 0
    for name in _placed(form, records):
        there = next((n for n in range(at, len(fixed)) if fixed[n] == name), None)
        if there is not None:
            at = there + 1
        elif at >= len(fixed) or not fixed:
            names.append(name)
    drawn = [bag.take(name) for name in names]
    if len(names) == sum(1 for _ in _placed(form, records)):
        drawn += [
            bag.take(name) for name in _asked(form, file.test.assertions) if any(bag.left[d] for d in bag.names.get(name, ()))
        ][:1]
    return drawn, len(names)


def _placed(form: Format, records: Iterable[Record]) -> Iterator[str]:
    for record in records:
        kind = form.moves.get(record.type)
        if kind is not None and kind.does == "place":
            tile = record.payload.get("tileId")
            if isinstance(tile, str):
                yield tile


def _asked(form: Format, assertions: Iterable[str]) -> Iterator[str]:
    for text in assertions:
        match = _ASKED.fullmatch(text.strip())
        action = form.actions.get(match["action"]) if match else None
        if match is not None and action is not None and action.does == "place":
            yield match["tile"]
