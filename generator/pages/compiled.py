"""What decides which statements hold at a table, compiled for the script of My game: it compares masks, and knows no rule.

Lists and not objects, for there are many. An edition is a bit; a box or a statement is its place in the list.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from catalog import Catalog
from catalog.boxes import Box, RuleOption
from catalog.relations import boxes_of
from catalog.statements import Statement
from generator.pages.material import RULINGS_SECTION
from generator.rulebook.chapters import CHAPTERS, IN_THE_BOX, POINTS_AFTER


def table(catalog: Catalog) -> dict[str, Any]:
    """Return what the script reads.

    ``editions`` are ids, oldest first. ``boxes``: the id, the editions, those whose rules are not public, the boxes it needs, its
    modules, its options (the id; each value with its editions). ``statements`` in reading order: the id, the box, the section, the
    editions, the boxes it needs, the module and the option (both may be empty), those it replaces, and what a ruling is about.
    ``chapters`` are the sections of each; ``contents`` and ``rulings`` are sections that stand elsewhere, and the points come after the
    chapter ``points``.
    """
    return {
        "editions": [*catalog.editions],
        "boxes": [_box(catalog, box) for box in catalog.boxes.values()],
        "statements": _statements(catalog),
        "chapters": CHAPTERS,
        "contents": IN_THE_BOX,
        "rulings": RULINGS_SECTION,
        "points": POINTS_AFTER,
    }


def _mask(catalog: Catalog, editions: Iterable[str]) -> int:
    bits = {edition: 1 << n for n, edition in enumerate(catalog.editions)}
    return sum(bits[edition] for edition in set(editions))


def _box(catalog: Catalog, box: Box) -> list[Any]:
    order = [*catalog.boxes]
    closed = [edition for edition, printed in box.editions.items() if printed.stage == "referenced"]
    return [
        box.id,
        _mask(catalog, box.editions),
        _mask(catalog, closed),
        [order.index(other) for other in box.needs],
        [module.id for module in box.modules],
        [_option(catalog, box, option) for option in box.options],
    ]


def _option(catalog: Catalog, box: Box, option: RuleOption) -> list[Any]:
    return [option.id, [[value.id, _mask(catalog, value.editions or box.editions)] for value in option.values]]


def _statements(catalog: Catalog) -> list[list[Any]]:
    boxes = {box: n for n, box in enumerate(catalog.boxes)}
    order = {statement: n for n, statement in enumerate(catalog.statements)}
    return [_statement(catalog, statement, boxes, order) for statement in catalog.statements.values()]


def _statement(catalog: Catalog, statement: Statement, boxes: dict[str, int], order: dict[str, int]) -> list[Any]:
    about = boxes_of(statement, catalog) if statement.section == RULINGS_SECTION else ()
    return [
        statement.id,
        boxes[catalog.box_of[statement.id]],
        statement.section,
        _mask(catalog, catalog.editions_of_statement(statement)),
        [boxes[box] for box in statement.boxes],
        statement.module or "",
        statement.option or "",
        [order[other] for other in statement.replaces],
        [boxes[box] for box in about],
    ]
