"""What is on the table: boxes, each in an edition and with its modules, and the statements that then hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from catalog.findings import hint_for
from catalog.index import Catalog
from catalog.options import option_hint, split, value_problem
from catalog.questions import Setting
from catalog.statements import Statement
from catalog.tiles import Printing

_CHOICE = re.compile(r"(?P<box>[^@:]+)(@(?P<edition>[^@:]+))?(:(?P<modules>[^@:]*))?")
_FORM = "BOX[@EDITION][:MODULE+MODULE], and a comma between two"


class TableError(ValueError):
    """A combination that cannot be set up; ``hint`` says what to write instead, where that is known."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        """Say what is wrong and what to write instead."""
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Table:
    """The boxes on the table with their editions and modules (None: all of them), and the values of the options.

    ``options`` are those of all boxes on the table, each ``option=value``: what the players chose, or the default.
    """

    catalog: Catalog
    editions: Mapping[str, str]
    modules: Mapping[str, frozenset[str] | None]
    options: frozenset[str] = frozenset()

    @property
    def newest(self) -> str:
        """The newest edition on the table."""
        return max(self.editions.values(), key=list(self.catalog.editions).index)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        """The statements that hold at this table, in reading order; those that another one replaces are left out."""
        boxes = [(box, self.editions[box]) for box in self.catalog.boxes if box in self.editions]
        held = [s for box in boxes for s in self.catalog.statements_of(*box) if self._holds(s)]
        replaced = {name for s in held for name in s.replaces}
        return tuple(s for s in held if s.id not in replaced)

    def _holds(self, statement: Statement) -> bool:
        """Tell whether a statement holds that does in the edition of its box."""
        return (
            all(other in self.editions for other in statement.boxes)
            and (statement.module is None or self._plays(statement.module))
            and (statement.option is None or statement.option in self.options)
        )

    def _plays(self, module: str) -> bool:
        """Tell whether a module of any box on the table is played. It may be another box's: a rule that needs it says so."""
        return any(
            module == m.id and (chosen is None or module in chosen)
            for box, chosen in self.modules.items()
            for m in self.catalog.boxes[box].modules
        )

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """The modules that are not played, of whatever box."""
        return tuple(m.id for box in self.catalog.boxes.values() for m in box.modules if not self._plays(m.id))

    @cached_property
    def setting(self) -> Setting:
        """This table as rulings are asked for it."""
        return Setting(editions=tuple(sorted(self.editions.items())), options=self.options, left_out=self.left_out)

    @cached_property
    def unpublished(self) -> tuple[str, ...]:
        """The boxes on the table whose own rules are not public: nothing of them comes into play."""
        return tuple(
            box for box, edition in self.editions.items() if self.catalog.boxes[box].editions[edition].stage == "referenced"
        )

    @cached_property
    def printings(self) -> tuple[tuple[Printing, int], ...]:
        """The printings on the table and how often each comes; of boxes whose rules are not public none does."""
        there = {box: edition for box, edition in self.editions.items() if box not in self.unpublished}
        return tuple((p, p.counts[edition]) for box, edition in there.items() for p in self.catalog.printings_of(box, edition))


def lay_table(catalog: Catalog, chosen: str | None = None, edition: str | None = None, options: Iterable[str] = ()) -> Table:
    """Lay the boxes of ``BOX[@EDITION][:MODULE+MODULE],...`` on the table, and those they need; ``box:`` leaves its modules out.

    Without ``chosen``: every box that exists in the edition and whose rules are public. Without ``edition``: the newest in which the
    boxes without an edition of their own exist; where all have one, what they need comes in the newest of theirs. Case makes no
    difference.
    ``options`` are the values that are chosen, each ``option=value``; the last one of an option counts, and an option that is not
    among them has its default. Raises :class:`TableError` for an unknown word, a box named twice, a box in an edition that it
    was not published in, and a value that does not exist in the edition of its box.
    """
    edition = None if edition is None else _known(edition, "edition", catalog.editions)
    boxes: dict[str, tuple[str | None, frozenset[str] | None]] = {}
    for word in chosen.split(",") if chosen is not None else ():
        box, own, modules = _choice(catalog, word.strip())
        if box in boxes:
            raise TableError(f"the box `{box}` is named twice", "name each box once")
        boxes[box] = own, modules
    if not boxes:
        all_in = edition or [*catalog.editions][-1]
        there = {b: box.editions[all_in] for b, box in catalog.boxes.items() if all_in in box.editions}
        boxes = {b: (None, None) for b, printed in there.items() if printed.stage == "playable"}
        return _table(catalog, boxes, all_in, options)
    free = {box for box, (own, _) in boxes.items() if own is None}
    if edition is None and not free:
        edition = max((own for own, _ in boxes.values() if own), key=[*catalog.editions].index)
    todo = [*boxes]
    for box in todo:
        needed = [n for n in catalog.boxes[box].needs if n not in boxes]
        boxes |= dict.fromkeys(needed, (None, None))
        todo += needed
    if free:
        free |= {box for box, (own, _) in boxes.items() if own is None}
    newest = edition or catalog.newest_edition(free)
    if newest is None:
        raise TableError(f"there is no edition in which all of {', '.join(sorted(free))} exist", "say each one's: BOX@EDITION")
    return _table(catalog, boxes, newest, options)


def _table(
    catalog: Catalog, boxes: Mapping[str, tuple[str | None, frozenset[str] | None]], newest: str, options: Iterable[str]
) -> Table:
    order = [box for box in catalog.boxes if box in boxes]
    editions = {box: _edition(catalog, box, boxes[box][0] or newest) for box in order}
    values = catalog.values_at(editions, [_value(catalog, editions, choice) for choice in options])
    return Table(catalog, editions, {box: boxes[box][1] for box in order}, values)


def _value(catalog: Catalog, editions: Mapping[str, str], choice: str) -> str:
    """Return a choice as it is spelled in the data, if its option and its value exist on the table."""
    name, value = split(choice)
    known = {option.id: (box, option) for box in editions for option in catalog.boxes[box].options}
    if name not in known:
        elsewhere = [box.id for box in catalog.boxes.values() if name in {option.id for option in box.options}]
        hint = f"the box `{elsewhere[0]}` has it" if elsewhere else option_hint(name, [option for _, option in known.values()])
        raise TableError(f"no box on the table has the option `{name}`", hint)
    box, option = known[name]
    edition, here = editions[box], option.choices(editions[box])
    if not here:
        there = [e for e in catalog.editions_of(box) if option.choices(e)]
        raise TableError(f"the box `{box}` has no option `{name}` in `{edition}`", f"it has it in {', '.join(there)}")
    problem = value_problem(option, value, edition)
    if problem is not None:
        raise TableError(*problem)
    if f"{name}={value}" not in here:
        there = [e for e in catalog.editions_of(box) if f"{name}={value}" in option.choices(e)]
        hint = f"it is in {', '.join(there)}, as in {box}@{there[-1]}; in `{edition}` there is {', '.join(here)}"
        raise TableError(f"the value `{value}` of `{name}` does not exist in `{edition}`", hint)
    return f"{name}={value}"


def _edition(catalog: Catalog, box: str, edition: str) -> str:
    known = catalog.editions_of(box)
    if edition not in known:
        hint = f"it was in {', '.join(known)}: say which, as in {box}@{known[-1]}"
        raise TableError(f"the box `{box}` was not published in `{edition}`", hint)
    return edition


def _choice(catalog: Catalog, word: str) -> tuple[str, str | None, frozenset[str] | None]:
    match = _CHOICE.fullmatch(word)
    if match is None:
        raise TableError(f"`{word}` is no choice of a box", f"the form is {_FORM}")
    box = _known(match["box"], "box", catalog.boxes)
    edition = None if match["edition"] is None else _known(match["edition"], "edition", catalog.editions)
    if match["modules"] is None:
        return box, edition, None
    known = {m.id for m in catalog.boxes[box].modules}
    modules = frozenset(m.strip().lower() for m in match["modules"].split("+") if m.strip())
    for module in sorted(modules - known):
        raise TableError(f"the box `{box}` has no module `{module}`", hint_for(module, known) if known else "it has no modules")
    return box, edition, modules


def _known(word: str, sort: str, known: Mapping[str, object]) -> str:
    wanted = word.strip().lower()
    if wanted not in known:
        raise TableError(f"there is no {sort} `{word.strip()}`", hint_for(wanted, known) or f"there are: {', '.join(known)}")
    return wanted
