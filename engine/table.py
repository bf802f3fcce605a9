"""What is on the table: boxes, each in an edition and with its modules, and the statements that then hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from catalog import Catalog, did_you_mean
from catalog.statements import Statement
from catalog.tiles import Printing

_CHOICE = re.compile(r"^(?P<box>[^@:]+)(@(?P<edition>[^@:]+))?(:(?P<modules>[^@:]+))?$")


class TableError(ValueError):
    """A combination that cannot be set up; ``hint`` says what to write instead, where that is known."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        """Say what is wrong and what to write instead."""
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Table:
    """The boxes on the table with their editions and modules (None: all of them), and the options the players chose."""

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
        held = [s for i, s in self.catalog.statements.items() if self._holds(s, self.catalog.box_of[i])]
        replaced = {name for s in held for name in s.replaces}
        return tuple(s for s in held if s.id not in replaced)

    def _holds(self, statement: Statement, box: str) -> bool:
        edition = self.editions.get(box)
        if edition is None or edition not in self.catalog.editions_of_statement(statement):
            return False
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
    def printings(self) -> tuple[tuple[Printing, int], ...]:
        """The printings on the table and how often each comes."""
        return tuple(
            (p, p.counts[edition]) for box, edition in self.editions.items() for p in self.catalog.printings_of(box, edition)
        )


def lay_table(catalog: Catalog, chosen: str | None = None, edition: str | None = None, options: frozenset[str] = frozenset()) -> Table:
    """Lay the boxes of ``BOX[@EDITION][:MODULE+MODULE],...`` on the table, and those they need.

    Without ``chosen``: every box that exists in the edition. Without ``edition``: the newest in which all chosen boxes exist.
    Raises :class:`TableError` for an unknown word, and for a box in an edition that it was not published in.
    """
    if edition is not None and edition not in catalog.editions:
        raise TableError(f"there is no edition `{edition}`", _hint(edition, catalog.editions))
    choices = [_choice(catalog, word.strip()) for word in chosen.split(",")] if chosen else []
    boxes: dict[str, tuple[str | None, frozenset[str] | None]] = {}
    todo = list(choices)
    while todo:
        box, own, modules = todo.pop(0)
        if box in boxes:
            continue
        boxes[box] = (own, modules)
        todo += [(needed, None, None) for needed in catalog.boxes[box].needs]
    free = [box for box, (own, _) in boxes.items() if own is None]
    newest = edition or catalog.newest_edition(free if choices else ())
    if newest is None:
        raise TableError(f"there is no edition in which all of these exist: {', '.join(free)}", "say the edition of each: box@edition")
    if not choices:
        boxes = {b: (None, None) for b, box in catalog.boxes.items() if newest in box.editions}
    editions = {box: _edition(catalog, box, own or newest) for box, (own, _) in boxes.items()}
    order = [box for box in catalog.boxes if box in editions]
    return Table(catalog, {b: editions[b] for b in order}, {b: boxes[b][1] for b in order}, options)


def _hint(word: str, known: Mapping[str, object]) -> str | None:
    best = did_you_mean(word, known)
    return f"did you mean `{best}`?" if best else f"known: {', '.join(known)}"


def _edition(catalog: Catalog, box: str, edition: str) -> str:
    known = catalog.boxes[box].editions
    if edition not in known:
        raise TableError(f"the box `{box}` was not published in `{edition}`", f"say one of its editions: {', '.join(f'{box}@{e}' for e in known)}")
    return edition


def _choice(catalog: Catalog, word: str) -> tuple[str, str | None, frozenset[str] | None]:
    match = _CHOICE.match(word)
    if match is None:
        raise TableError(f"`{word}` is no choice of a box", "the form is BOX[@EDITION][:MODULE+MODULE]")
    box, edition = match["box"].lower(), match["edition"]
    if box not in catalog.boxes:
        raise TableError(f"there is no box `{box}`", _hint(box, catalog.boxes))
    if edition is not None and edition not in catalog.editions:
        raise TableError(f"there is no edition `{edition}`", _hint(edition, catalog.editions))
    if match["modules"] is None:
        return box, edition, None
    known = {m.id: m for m in catalog.boxes[box].modules}
    modules = frozenset(match["modules"].split("+"))
    for module in sorted(modules - set(known)):
        raise TableError(f"the box `{box}` has no module `{module}`", _hint(module, known) if known else "it has no modules")
    return box, edition, modules
