"""Differences between editions: what is compared with what, and what is told of it; in a small game, and in the real data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from catalog import Catalog
from catalog.boxes import Box, Edition
from catalog.differences import Difference, Pair, differences, pairs
from catalog.likeness import alike
from catalog.statements import Statement
from catalog.tiles import Design, Printing
from tests.catalog.rulings import tiny_game
from tests.ours import ours

C1 = Edition(id="c1", name="First edition", years=(2000, 2014), marks="Old.", terms={"meeple": "follower", "city": "town"})


def _box(box: str, **more: Any) -> Box:
    return Box.model_validate({"id": box, "name": box.title(), "sort": "mini", "about": "A box.", **more})


def _statement(statement: str, **more: Any) -> Statement:
    return Statement.model_validate(
        {"id": statement, "section": "score", "text": "So it is.", "source": {"doc": "rulebook"}, "effect": {"none": "flavour"}}
        | more
    )


def _catalog(
    boxes: Sequence[Box],
    statements: Sequence[tuple[str, Statement]] = (),
    tiles: Sequence[tuple[str, dict[str, Any], dict[str, Any]]] = (),
) -> Catalog:
    """Return the tiny game with these boxes and no others; a tile is its box, design and printing."""
    designs = [Design.model_validate(design) for _, design, _ in tiles]
    printings = [Printing.model_validate({"design": design["id"], **printing}) for _, design, printing in tiles]
    game = tiny_game()
    return replace(
        game,
        editions={"c1": C1, **game.editions},
        boxes={box.id: box for box in boxes},
        statements={s.id: s for _, s in statements},
        box_of={s.id: box for box, s in statements},
        designs={d.id: d for d in designs},
        printings=tuple(printings),
        box_of_printing={n: box for n, (box, _, _) in enumerate(tiles)},
        examples={},
    )


def _told(found: Sequence[Difference]) -> list[tuple[str, str, str]]:
    return [(d.sort, d.change, d.id) for d in found]


BOTH = {"c2": {"year": 2014}, "c3.1": {"year": 2024}}
OLD, NEW = {"c2": {"year": 2014}}, {"c3.1": {"year": 2024}}


def test_a_box_is_compared_with_itself_and_with_those_whose_place_it_takes() -> None:
    catalog = _catalog(
        [
            _box("mill", editions=BOTH),
            _box("inn", editions={"c1": {"year": 2000}}),
            _box("tavern", editions=OLD, follows=["inn"]),
            _box("hotel", editions=NEW, follows=["tavern"]),
            _box("barn", editions=OLD),
            _box("silo", editions=NEW),
        ]
    )
    assert pairs(catalog, "c2", "c3.1") == [
        Pair(("mill",), ("mill",)),
        Pair(("tavern",), ("hotel",)),
        Pair(("barn",), ()),
        Pair((), ("silo",)),
    ]
    # By way of a box that is in neither edition, and backwards.
    assert Pair(("inn",), ("hotel",)) in pairs(catalog, "c1", "c3.1")
    assert Pair(("hotel",), ("inn",)) in pairs(catalog, "c3.1", "c1")


def test_boxes_that_were_joined_or_parted_are_compared_together() -> None:
    catalog = _catalog(
        [
            _box("barn", editions=OLD),
            _box("mill", editions=OLD),
            _box("farm", editions=NEW, follows=["barn", "mill"]),
            _box("bakery", editions=NEW, follows=["mill"]),
        ]
    )
    assert pairs(catalog, "c2", "c3.1") == [Pair(("barn", "mill"), ("farm", "bakery"))]
    (box,) = (d for d in differences(catalog, "c2", "c3.1") if d.sort == "box")
    assert (box.change, [s.id for s in box.before], [s.id for s in box.after]) == (
        "renamed",
        ["barn", "mill"],
        ["farm", "bakery"],
    )


def test_an_edition_differs_in_nothing_from_itself() -> None:
    assert differences(_catalog([_box("mill", editions=BOTH)]), "c2", "c2") == []


@pytest.mark.parametrize("editions", [("c2", "c9"), ("c9", "c2"), ("c9", "c9")])
def test_an_edition_that_does_not_exist_is_an_error(editions: tuple[str, str]) -> None:
    with pytest.raises(KeyError):
        differences(_catalog([_box("mill", editions=BOTH)]), *editions)


def test_a_box_that_comes_or_goes_brings_its_elements_and_nothing_more_is_listed() -> None:
    catalog = _catalog(
        [_box("mill", editions=OLD, brings=["dragon", "city"]), _box("base", editions=BOTH, brings=["city"])],
        [("mill", _statement("millers-grind"))],
    )
    assert _told(differences(catalog, "c2", "c3.1", "mill")) == [("box", "removed", "mill"), ("element", "removed", "dragon")]
    assert _told(differences(catalog, "c3.1", "c2", "mill")) == [("box", "added", "mill"), ("element", "added", "dragon")]


def test_a_box_with_another_name_is_renamed() -> None:
    catalog = _catalog([_box("mill", editions={"c2": {"year": 2014, "name": "Old Mill"}, "c3.1": {"year": 2024}})])
    (found,) = differences(catalog, "c2", "c3.1", "mill")
    assert (found.change, found.before[0].word, found.after[0].word) == ("renamed", "Old Mill", "Mill")


def test_statements_come_go_and_are_revised_by_way_of_others_too() -> None:
    catalog = _catalog(
        [_box("mill", editions={"c1": {"year": 2000}, **BOTH})],
        [
            ("mill", _statement("first", editions=["c1"])),
            ("mill", _statement("second", editions=["c2"], revises=["first"])),
            ("mill", _statement("third", editions=["c3.1"], revises=["second"], section="setup")),
            ("mill", _statement("also-third", editions=["c3.1"], revises=["second"])),
            ("mill", _statement("gone", editions=["c1", "c2"])),
            ("mill", _statement("come", editions=["c3.1"])),
            ("mill", _statement("for-ever")),
        ],
    )
    for earlier, before in (("c2", "second"), ("c1", "first")):
        found = [d for d in differences(catalog, earlier, "c3.1", "mill") if d.sort == "statement"]
        assert [(d.change, [s.id for s in d.before], [s.id for s in d.after], d.section) for d in found] == [
            ("changed", [before], ["third", "also-third"], "setup"),
            ("added", [], ["come"], "score"),
            ("removed", ["gone"], [], "score"),
        ]
    backwards = [d for d in differences(catalog, "c3.1", "c2", "mill") if d.sort == "statement"]
    assert ("changed", "second") in [(d.change, d.id) for d in backwards]


def test_words_of_an_edition_are_told_with_the_box_that_brings_the_element() -> None:
    catalog = _catalog([_box("base", editions={"c1": {"year": 2000}, **OLD}, brings=["meeple"])])
    found = differences(catalog, "c1", "c2")
    assert [(d.box, d.id, d.before[0].word, d.after[0].word) for d in found] == [
        ("base", "meeple", "follower", "meeple"),
        (None, "city", "town", "city"),
    ]
    assert [d.id for d in differences(catalog, "c1", "c2", "base")] == ["meeple"]


def test_contents_are_compared_by_what_is_counted() -> None:
    catalog = _catalog(
        [
            _box(
                "mill",
                editions=OLD,
                contents=[
                    {"tiles": 30},
                    {"tiles": 6, "with": "hoard"},
                    {"figures": 2, "of": "dragon"},
                    {"figures": 1, "of": "giant"},
                ],
            ),
            _box(
                "works",
                editions=NEW,
                follows=["mill"],
                contents=[
                    {"tiles": 26, "squares": 1},
                    {"tiles": 1, "squares": 2, "with": "road"},
                    {"figures": 2, "of": "dragon"},
                ],
            ),
        ]
    )
    found = [d for d in differences(catalog, "c2", "c3.1", "works") if d.sort == "content"]
    assert [(d.change, d.id, [s.count for s in d.before], [s.count for s in d.after]) for d in found] == [
        ("changed", "works", [30], [26]),
        ("removed", "hoard", [6], []),
        ("removed", "giant", [1], []),
        ("added", "road", [], [1]),
    ]


def test_what_one_list_leaves_out_is_counted_among_the_tiles() -> None:
    road = {"edges": "FRFR", "features": [{"road": ["E", "W"]}]}
    catalog = _catalog(
        [_box("mill", editions=OLD, contents=[{"tiles": 2, "with": "road"}]), _box("works", editions=NEW, follows=["mill"])],
        tiles=[
            ("mill", {"id": "mill/a", **road}, {"letter": "A", "counts": {"c2": 2}}),
            ("works", {"id": "works/a", **road}, {"letter": "A", "counts": {"c3.1": 3}}),
        ],
    )
    (found,) = (d for d in differences(catalog, "c2", "c3.1", "works") if d.sort == "content")
    assert (found.before[0].count, found.after[0].count) == (2, 3)


def test_of_a_box_whose_rules_are_not_public_nothing_is_said_to_be_missing() -> None:
    secret = {"c3.1": {"year": 2024, "stage": "referenced"}}
    catalog = _catalog(
        [
            _box("mill", editions=OLD, brings=["dragon"], contents=[{"tiles": 3}, {"tiles": 2, "with": "hoard"}]),
            _box("works", editions=secret, follows=["mill"], brings=["giant"], contents=[{"tiles": 4}]),
        ],
        [("mill", _statement("millers-grind"))],
    )
    found = differences(catalog, "c2", "c3.1", "works")
    assert _told(found) == [("box", "renamed", "works"), ("element", "added", "giant"), ("content", "changed", "works")]


def test_options_and_modules_that_come_go_and_change() -> None:
    def option(name: str, *values: Any) -> dict[str, Any]:
        return {
            "id": name,
            "name": name,
            "about": "A choice.",
            "values": [{"name": v["id"], "about": "A way.", **v} for v in values],
        }

    catalog = _catalog(
        [
            _box(
                "mill",
                editions=BOTH,
                options=[
                    option("default", {"id": "dry", "editions": ["c2"]}, {"id": "wet"}, {"id": "hot"}),
                    option("old", {"id": "one"}, {"id": "two", "editions": ["c2"]}),
                    option("same", {"id": "one"}, {"id": "two"}),
                ],
            ),
            _box("inn", editions=OLD, modules=[{"id": "beds", "name": "Beds"}, {"id": "beer", "name": "Beer"}]),
            _box(
                "hotel", editions=NEW, follows=["inn"], modules=[{"id": "beds", "name": "Beds"}, {"id": "lift", "name": "Lift"}]
            ),
        ]
    )
    mill = differences(catalog, "c2", "c3.1", "mill")
    assert [(d.change, d.id, [s.values for s in d.before], [s.values for s in d.after]) for d in mill] == [
        ("changed", "default", [("dry", "wet", "hot")], [("wet", "hot")]),
        ("removed", "old", [("one", "two")], []),
    ]
    modules = [d for d in differences(catalog, "c2", "c3.1", "inn") if d.sort == "module"]
    assert _told(modules) == [("module", "removed", "beer"), ("module", "added", "lift")]


def test_tiles_by_count_letter_and_what_is_on_them() -> None:
    road, bend = {"edges": "FRFR", "features": [{"road": ["E", "W"]}]}, {"edges": "FFRR", "features": [{"road": ["S", "W"]}]}
    turned = {"edges": "RFFR", "features": [{"road": ["N", "W"]}]}
    catalog = _catalog(
        [_box("mill", editions=BOTH), _box("inn", editions=OLD), _box("hotel", editions=NEW, follows=["inn"])],
        tiles=[
            ("mill", {"id": "mill/a", **road}, {"letter": "A", "counts": {"c2": 3, "c3.1": 2}}),
            ("mill", {"id": "mill/b", **road}, {"letter": "B", "counts": {"c2": 1}}),
            ("mill", {"id": "mill/b-bend", **bend}, {"letter": "B", "counts": {"c3.1": 1}}),
            ("mill", {"id": "mill/c", **bend}, {"letter": "C", "counts": {"c2": 1, "c3.1": 1}}),
            ("inn", {"id": "inn/a", **bend}, {"letter": "A", "counts": {"c2": 1}}),
            ("inn", {"id": "inn/b", **road}, {"letter": "B", "counts": {"c2": 1}}),
            ("hotel", {"id": "hotel/z", **turned}, {"letter": "Z", "counts": {"c3.1": 1}}),
            ("hotel", {"id": "hotel/a", **road, "marks": ["hoard"]}, {"letter": "A", "counts": {"c3.1": 1}}),
        ],
    )
    mill = differences(catalog, "c2", "c3.1", "mill")
    assert [(d.change, [s.id for s in d.before], [s.id for s in d.after]) for d in mill] == [
        ("changed", ["mill/a"], ["mill/a"]),
        ("changed", ["mill/b"], ["mill/b-bend"]),
    ]
    inn = [d for d in differences(catalog, "c2", "c3.1", "hotel") if d.sort == "tile"]
    assert _told(inn) == [("tile", "renamed", "hotel/z"), ("tile", "added", "hotel/a"), ("tile", "removed", "inn/b")]


def test_the_same_tile_is_known_however_it_is_turned() -> None:
    def design(features: list[Any], edges: str = "CCRR", **more: Any) -> Design:
        return Design.model_validate({"id": "mill/a", "edges": edges, "features": features, **more})

    one = design(
        [{"city": {"ports": ["N", "E"], "corners": ["SW"]}}, {"road": {"ports": ["S"], "ends": {"city": "N"}}}, {"road": ["W"]}]
    )
    turned = design(
        [{"road": ["N"]}, {"city": {"ports": ["S", "E"], "corners": ["NW"]}}, {"road": {"ports": ["W"], "ends": {"city": "E"}}}],
        "RCCR",
    )
    assert alike(one, turned)
    assert alike(turned, one)
    other_end = design([{"city": {"ports": ["N", "E"], "corners": ["SW"]}}, {"road": ["S"]}, {"road": ["W"]}])
    assert not alike(one, other_end)
    assert not alike(one, design(list(one.features), marks=["hoard"]))
    mirrored = design([{"city": ["N"]}, {"road": ["E", "S"]}], "CRRF")
    assert not alike(mirrored, design([{"city": ["N"]}, {"road": ["S", "W"]}], "CFRR"))


def test_tiles_of_several_squares_are_the_same_as_they_are_drawn() -> None:
    def pair(edges: str) -> Design:
        squares = [{"name": "left", "at": [0, 0], "edges": edges}, {"name": "right", "at": [1, 0], "edges": "FFFF"}]
        return Design.model_validate({"id": "mill/a", "squares": squares})

    assert alike(pair("FFFF"), pair("FFFF"))
    assert not alike(pair("FFFF"), pair("CFFF"))
    assert not alike(pair("FFFF"), Design.model_validate({"id": "mill/b", "edges": "FFFF"}))


# The real data


@cache
def _real() -> Catalog:
    return ours().catalog


def test_the_dragons_of_the_old_box_and_the_new_are_compared() -> None:
    found = differences(_real(), "c2", "c3.1", "princess-and-dragon")
    assert found == differences(_real(), "c2", "c3.1", "dragon-and-fairy")
    assert _told(found)[:4] == [
        ("box", "renamed", "dragon-and-fairy"),
        ("element", "removed", "volcano"),
        ("element", "removed", "princess"),
        ("element", "added", "dragon-hoard"),
    ]
    counted = {d.id: ([s.count for s in d.before], [s.count for s in d.after]) for d in found if d.sort == "content"}
    assert counted["dragon-symbol"] == ([12], [10])
    assert counted["volcano"] == ([6], [])
    became = {d.id: {s.id for s in d.before} for d in found if d.sort == "statement" and d.change == "changed"}
    assert became["fairy-gives-points"] == {"fairy-brings-points-for-her-feature"}
    assert became["fairy-keeps-her-meeple"] == {"dragon-stays-off-the-fairys-tile"}


@pytest.mark.parametrize("earlier", ["c1", "c2", "c3", "c3.1"])
@pytest.mark.parametrize("later", ["c1", "c2", "c3", "c3.1"])
def test_to_and_fro_the_same_is_told_the_other_way_round(earlier: str, later: str) -> None:
    opposite = {"added": "removed", "removed": "added"}
    fro = {(d.sort, d.change, frozenset(d.before), frozenset(d.after)) for d in differences(_real(), earlier, later)}
    to = {
        (d.sort, opposite.get(d.change, d.change), frozenset(d.after), frozenset(d.before))
        for d in differences(_real(), later, earlier)
    }
    assert fro == to


def test_every_difference_differs() -> None:
    for found in (differences(_real(), a, b) for a, b in (("c1", "c2"), ("c2", "c3"), ("c2", "c3.1"))):
        for d in found:
            assert d.before != d.after, d
            assert (d.change == "added") == (not d.before), d
            assert (d.change == "removed") == (not d.after), d
        keys = [(d.sort, d.box, d.id, d.content) for d in found]
        assert len(keys) == len(set(keys))
