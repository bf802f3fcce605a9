"""A small catalogue for tests that build again and again: two boxes, with a few of their tiles, statements and examples."""

from __future__ import annotations

from dataclasses import replace

from catalog import Catalog
from catalog.relations import boxes_of
from engine import Examples
from generator.i18n import Languages, languages
from tests.ours import ours

BOXES = ("base", "abbot")
STATEMENTS, DESIGNS, EXAMPLES = 40, 8, 4


def small() -> Catalog:
    """Return part of the catalogue."""
    whole = ours().catalog
    designs = {}
    for box in BOXES:
        designs |= {p.design: whole.designs[p.design] for p in whole.printings_of(box)[:DESIGNS]}
    placed = [n for n, p in enumerate(whole.printings) if p.design in designs and whole.box_of_printing[n] in BOXES]
    statements = {
        s.id: s for box in BOXES for s in whole.statements_of(box)[:STATEMENTS] if set(boxes_of(s, whole)) <= set(BOXES)
    }
    catalog = replace(
        whole,
        boxes={box: whole.boxes[box].model_copy(update={"contents": ()}) for box in BOXES},
        big_boxes=(),
        designs=designs,
        printings=tuple(whole.printings[n] for n in placed),
        box_of_printing={n: whole.box_of_printing[old] for n, old in enumerate(placed)},
        statements=statements,
        examples={},
        formats={},
    )
    return replace(catalog, examples=_playable(whole, catalog))


def _playable(whole: Catalog, part: Catalog) -> dict:
    """Return a few examples that hold with what is left."""
    player, found = Examples(part), {}
    for example in whole.examples.values():
        if len(found) == EXAMPLES:
            break
        there = set(example.shows) <= part.statements.keys() and {t.tile for t in example.board} <= part.designs.keys()
        if there and whole.box_of_example[example.id] in BOXES and not player.run(example).failures:
            found[example.id] = example
    return found


def english_and_czech(catalog: Catalog) -> Languages:
    """Return the two languages in which a catalogue is built again and again."""
    return languages(catalog, only=["cs"])
