"""The catalogue: what it finds by id, by box and by edition, and in which order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalog import SECTIONS, Catalog, load
from catalog.index import box_order
from tests.catalog.museum import MUSEUM
from tests.catalog.rulings import catalog_of, member, ruling, tiny_game
from tests.ours import ours


@pytest.fixture(scope="module")
def real() -> Catalog:
    return ours().catalog


def test_elements_are_narrowed_by_what_they_are() -> None:
    game = tiny_game()
    narrowed = [game.kinds, game.figures, game.roles, game.marks, game.actors, game.verbs]
    assert sorted(i for part in narrowed for i in part) == sorted(game.elements)
    assert list(game.figures) == ["meeple", "giant", "dragon"]
    assert game.rest_letter == "F"


def test_boxes_stand_in_reading_order(real: Catalog) -> None:
    assert list(real.boxes) == [box.id for box in sorted(real.boxes.values(), key=box_order)]
    assert next(iter(real.boxes)) == "base"


def test_statements_stand_in_reading_order(real: Catalog) -> None:
    order = [(list(real.boxes).index(real.box_of[i]), SECTIONS.index(s.section)) for i, s in real.statements.items()]
    assert order == sorted(order)
    assert [s.id for box in real.boxes for s in real.statements_of(box)] == list(real.statements)


def test_every_entry_knows_where_it_stands(real: Catalog) -> None:
    for origin in real.origins.values():
        assert (real.root / origin.file).is_file()
    assert {("statement", i) for i in real.statements} <= real.origins.keys()
    assert {("printing", str(n)) for n in range(len(real.printings))} <= real.origins.keys()


def test_statements_and_printings_of_an_edition() -> None:
    game = tiny_game()
    assert game.editions_of("base") == ["c2", "c3.1"]
    assert game.editions_of("lair") == ["c3.1"]
    assert [s.id for s in game.statements_of("lair", "c2")] == []
    assert [s.id for s in game.statements_of("lair", "c3.1")] == ["dragon-eats", "short-game-without-sleep", "giants-are-meeples"]
    assert [p.letter for p in game.printings_of("base")] == ["A", "B", "C"]
    assert game.printings_of("lair", "c2") == []
    assert [p.design for p in game.printings_of_design("base/b")] == ["base/b"]
    narrowed = catalog_of([ruling("old", "player place meeple", "may", editions=["c2"])])
    assert narrowed.editions_of_statement(narrowed.statements["old"]) == ("c2",)


def test_the_newest_edition_that_boxes_have_in_common() -> None:
    game = tiny_game()
    assert game.newest_edition(["base"]) == "c3.1"
    old = game.boxes["lair"].model_copy(update={"editions": {"c2": game.boxes["base"].editions["c2"]}})
    assert replace(game, boxes={**game.boxes, "lair": old}).newest_edition(["base", "lair"]) == "c2"
    none = game.boxes["base"].model_copy(update={"editions": {"c3.1": game.boxes["base"].editions["c3.1"]}})
    assert replace(game, boxes={"base": none, "lair": old}).newest_edition(["base", "lair"]) is None


def test_an_element_counts_as_what_statements_and_its_role_say() -> None:
    entries = [member("a", "giant", "meeple"), member("b", "dragon", "giant")]
    game = catalog_of(entries)
    statements = list(game.statements.values())
    assert game.classes_of("dragon", statements) == {"dragon", "giant", "meeple"}
    assert game.classes_of("dragon", statements[1:]) == {"dragon", "giant"}
    assert game.classes_of("farmer", []) == {"farmer", "meeple"}
    assert game.classes_of("hoard", statements) == {"hoard"}


def test_fields_of_a_design_are_derived_once() -> None:
    game = tiny_game()
    assert game.fields("base/a") is game.fields("base/a")
    assert len(game.fields("base/a")) == 2


def test_loading_twice_gives_the_same(real: Catalog) -> None:
    again = load().catalog
    assert (again.statements, again.designs, again.printings, again.elements) == (
        real.statements,
        real.designs,
        real.printings,
        real.elements,
    )


def test_the_real_data_has_no_errors() -> None:
    assert [(f.file, f.line, f.code, f.message) for f in ours().errors] == []


def test_findings_come_in_order_of_file_and_line() -> None:
    loaded = load(packs=[MUSEUM / "several" / "pack"], root=MUSEUM / "_root")
    order = [(f.file, f.line, f.column) for f in loaded.findings]
    assert order == sorted(order)
    assert len(order) > 1
