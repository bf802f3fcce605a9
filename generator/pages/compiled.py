"""What decides which statements hold at a table, compiled for the script of My game: it compares masks, and knows no rule.

Lists and not objects, for there are many. An edition is a bit; a box or a statement is its place in the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from catalog import Catalog
from catalog.boxes import Box, RuleOption
from generator.pages.material import RULINGS_SECTION, Conditions
from generator.rulebook.chapters import CHAPTERS, IN_THE_BOX, POINTS_AFTER


def table(catalog: Catalog, conditions: Sequence[Conditions]) -> dict[str, Any]:
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
        "statements": _statements(catalog, conditions),
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


def _statements(catalog: Catalog, conditions: Sequence[Conditions]) -> list[list[Any]]:
    boxes = {box: n for n, box in enumerate(catalog.boxes)}
    order = {one.id: n for n, one in enumerate(conditions)}
    return [
        [
            one.id,
            boxes[one.box],
            one.section,
            _mask(catalog, one.editions),
            [boxes[box] for box in one.boxes],
            one.module or "",
            one.option or "",
            [order[other] for other in one.replaces],
            [boxes[box] for box in one.about],
        ]
        for one in conditions
    ]
