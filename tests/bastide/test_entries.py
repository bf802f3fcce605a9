"""``bastide show``, ``find-tile``, ``rulings`` and ``coverage``: the shapes that programs read, and what people see."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.bastide.conftest import TOLL_HOUSE, Run
from tests.ours import ours

CATALOG = ours().catalog


def tile(run: Run, *arguments: Any) -> dict[str, Any]:
    shown = run("show", *arguments, "--format", "json").json
    assert isinstance(shown["id"], str)
    assert isinstance(shown["edges"], str)
    assert all(isinstance(e, str) and isinstance(n, int) for e, n in shown["counts"].items())
    for feature in shown["features"]:
        assert isinstance(feature["kind"], str)
        assert all(isinstance(p, str) for p in feature["ports"] + feature["marks"])
    for field in shown["fields"]:
        assert all(isinstance(p, str) for p in field["ports"])
        assert all(isinstance(p, str) for city in field["cities"] for p in city)
    return shown


def test_a_tile_as_json(run: Run) -> None:
    assert tile(run, "BASE/D") == {
        "sort": "tile",
        "id": "base/d",
        "letter": "D",
        "edges": "CRFR",
        "counts": {"c1": 4, "c2": 4, "c3": 4, "c3.1": 4},
        "marks": [],
        "features": [
            {"kind": "city", "ports": ["N"], "marks": []},
            {"kind": "road", "ports": ["E", "W"], "marks": []},
        ],
        "fields": [{"ports": ["EL", "WR"], "cities": [["N"]]}, {"ports": ["ER", "SL", "SR", "WL"], "cities": []}],
        "confidence": "high",
        "note": None,
    }


def test_every_design_has_the_shape(run: Run) -> None:
    for design in list(CATALOG.designs)[::6]:
        tile(run, f"tile:{design}")


def test_a_tile_in_one_edition(run: Run) -> None:
    assert tile(run, "base/d", "--edition", "C2")["counts"] == {"c2": 4}


def test_a_double_tile_of_a_pack(run: Run) -> None:
    shown = tile(run, "toll-house/a", "--pack", TOLL_HOUSE)
    assert shown["edges"] == "CRFR FFFR"
    assert shown["squares"] == [
        {"name": "left", "at": [0, 0], "edges": "CRFR"},
        {"name": "right", "at": [1, 0], "edges": "FFFR"},
    ]
    assert shown["counts"] == {"c2": 1, "c3.1": 2}
    assert [(f["kind"], f["ports"], f["square"]) for f in shown["features"]] == [
        ("city", ["left.N"], "left"),
        ("road", ["left.E", "left.W"], "left"),
        ("monastery", [], "right"),
        ("road", ["right.W"], "right"),
    ]
    assert any(field["cities"] == [["left.N"]] for field in shown["fields"])


def test_the_other_face_counts_with_its_tile(run: Run) -> None:
    assert tile(run, "toll-house/b-back", "--pack", TOLL_HOUSE)["counts"] == {"c2": 3, "c3.1": 3}


@pytest.mark.parametrize(
    ("entry", "sort", "key", "value"),
    [
        ("dragon-symbol-moves-dragon", "statement", "box", "dragon-and-fairy"),
        ("box:abbot", "box", "name", "The Abbot"),
        ("element:abbot", "element", "plural", "abbots"),
        ("C3.1", "edition", "name", "Third edition, new boxes"),
        ("hig-2025-dragon-and-fairy", "source", "class", "official-rules"),
    ],
)
def test_the_other_sorts(run: Run, entry: str, sort: str, key: str, value: str) -> None:
    shown = run("show", entry, "--format", "json").json
    assert (shown["sort"], shown[key]) == (sort, value)
    assert run("show", entry).out.startswith(f"{sort} {shown['id']}\n")


def test_every_entry_is_shown(run: Run) -> None:
    tables = (CATALOG.statements, CATALOG.boxes, CATALOG.elements, CATALOG.editions, CATALOG.sources)
    sorts = ("statement", "box", "element", "edition", "source")
    for sort, table in zip(sorts, tables, strict=True):
        for entry in list(table)[::9]:
            assert run("show", f"{sort}:{entry}").code == 0


def test_the_effect_of_a_statement_says_its_kinds(run: Run) -> None:
    effect = run("show", "dragon-symbol-moves-dragon", "--format", "json").json["effect"]
    assert effect["if"][0] == {"tile-has": {"tile": "drawn", "mark": "dragon-symbol"}}


def test_an_option_is_shown_with_its_values_and_where_each_is_the_default(run: Run) -> None:
    (toll,) = run("show", "toll-house", "--pack", TOLL_HOUSE, "--format", "json").json["options"]
    assert [(v["id"], v["editions"], v.get("default-in")) for v in toll["values"]] == [
        ("none", ["c2"], ["c2"]),
        ("once", ["c3.1"], ["c3.1"]),
        ("twice", ["c2", "c3.1"], None),
    ]
    values = run("show", "box:base", "--lang", "cs", "--format", "json").json["options"][0]["values"]
    assert [(v["name"], v["source"]["doc"]) for v in values] == [
        ("Jako každé jiné město", "hig-2014-base"),
        ("Jeden bod za kartičku", "wikicarpedia-scoring-history"),
    ]
    assert "default-in: c1, c2, c3, c3.1" in run("show", "box:base").out


def test_names_and_texts_in_a_language(run: Run) -> None:
    shown = run("show", "element:abbot", "--lang", "cs", "--format", "json").json
    assert (shown["name"], shown["plural"]) == ("opat", "opati")


def test_people_see_a_tile(run: Run) -> None:
    assert run("show", "base/s").out.splitlines() == [
        "tile base/s  S",
        "  edges       CCRC  (north, east, south, west)",
        "  tiles       2 in c1, 2 in c2, 2 in c3, 2 in c3.1",
        "  city        N E W; coat-of-arms",
        "  road        S; ends at city N",
        "  field       SL; touches city N E W",
        "  field       SR; touches city N E W",
    ]


def test_the_picture_of_a_tile(run: Run, tmp_path: Path) -> None:
    ran = run("show", "toll-house/a", "--pack", TOLL_HOUSE, "--svg", tmp_path / "a.svg", "--format", "json")
    assert ran.json["id"] == "toll-house/a"
    assert ran.err == f"wrote {tmp_path / 'a.svg'}\n"
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
    assert [p.name for p in tmp_path.iterdir()] == ["a.svg"]


def test_a_picture_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = run("show", "base/a", "--svg", tmp_path / "file" / "a.svg")
    assert (ran.code, ran.out) == (1, "")
    assert "cannot be written" in ran.err


def test_tiles_for_a_hole(run: Run) -> None:
    ran = run("find-tile", "c?rf", "--edition", "c2", "--with", "base,river", "--format", "json")
    assert [{k: row[k] for k in ("id", "rotations", "count")} for row in ran.json] == [
        {"id": "base/j", "rotations": [0], "count": 3}
    ]
    assert ran.err == ""


def test_tiles_for_any_hole_are_all_tiles(run: Run) -> None:
    found = run("find-tile", "????", "--with", "base@c1", "--format", "json").json
    assert sum(row["count"] for row in found) == 72
    assert {tuple(row["rotations"]) for row in found} == {(0, 90, 180, 270)}


def test_tiles_of_packs_and_their_other_faces(run: Run) -> None:
    ran = run("find-tile", "RRRR", "--pack", TOLL_HOUSE, "--with", "toll-house", "--format", "json")
    assert [(row["id"], row["count"]) for row in ran.json] == [("base/x", 1), ("toll-house/b", 3)]
    ran = run("find-tile", "CCCC", "--pack", TOLL_HOUSE, "--with", "toll-house")
    assert ran.out.splitlines() == ["base/c             1 x  any way round", "toll-house/b-back  3 x  any way round"]
    assert ran.err == "2 designs, 4 tiles in base@c3.1, toll-house@c3.1\n"
    both = run("find-tile", "????", "--pack", TOLL_HOUSE, "--with", "toll-house").err
    tiles = sum(p.counts["c3.1"] for box in ("base", "toll-house") for p in ours(TOLL_HOUSE).catalog.printings_of(box, "c3.1"))
    assert f", {tiles} tiles in " in both, "a tile with two faces is one tile"


def test_a_tile_of_two_squares_fits_where_the_hole_is_open(run: Run) -> None:
    ran = run("find-tile", "VF??", "--with", "dragon-and-fairy", "--format", "json")
    assert [{k: row[k] for k in ("id", "rotations", "count", "squares")} for row in ran.json] == [
        {
            "id": "dragon-and-fairy/a",
            "rotations": [0],
            "count": 1,
            "squares": [{"name": "right", "rotations": [0]}],
        },
        {
            "id": "dragon-and-fairy/b",
            "rotations": [90],
            "count": 1,
            "squares": [{"name": "top", "rotations": [90]}],
        },
    ]
    ran = run("find-tile", "VF??", "--with", "dragon-and-fairy")
    assert ran.out.splitlines()[0] == "dragon-and-fairy/a  1 x  right square as drawn"
    assert run("find-tile", "CVVC", "--with", "dragon-and-fairy", "--format", "json").json == []


def test_a_pack_on_the_table_that_was_not_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOLL_HOUSE.parent)
    ran = run("find-tile", "CCCC", "--with", "toll-house")
    assert (ran.code, ran.err.splitlines()[1]) == (2, "   -> read the pack too: --pack toll-house")
    monkeypatch.chdir(TOLL_HOUSE)
    ran = run("play", "--random", "--option", "no-such=value")
    assert (ran.code, "--pack" in ran.err) == (2, False)


def test_a_box_on_the_table_may_say_that_it_is_one(run: Run) -> None:
    """As where ``tower`` alone could be the box or the figure."""
    plain = run("find-tile", "CCCC", "--with", "river,tower@c1:", "--format", "json")
    assert run("find-tile", "CCCC", "--with", "Box:river, box:tower@c1:", "--format", "json") == plain
    assert plain.json


def test_a_hole_that_nothing_fits(run: Run) -> None:
    ran = run("find-tile", "VVVV", "--format", "json")
    assert (ran.code, ran.json) == (0, [])


def test_turns_in_words(run: Run) -> None:
    turns = {
        line.split()[0]: line.partition(" x  ")[2] for line in run("find-tile", "?R?R", "--with", "base@c1").out.splitlines()
    }
    assert turns["base/d"] == "as drawn or turned 180 degrees"
    assert turns["base/x"] == "any way round"
    assert run("find-tile", "CRFR", "--with", "base@c1").out == "base/d  4 x  as drawn\n"
    assert run("find-tile", "FCRR", "--with", "base@c1").out == "base/j  3 x  turned 90 degrees\n"


def test_rulings_as_json(run: Run) -> None:
    found = run("rulings", "dragon", "fairy", "--format", "json").json
    assert found
    for row in found:
        assert {"dragon", "fairy"} & set(row["between"])
        assert isinstance(row["text"], str)
        assert isinstance(row["source"], str)
        assert row["date"] is None or isinstance(row["date"], str)
        assert row["editions"]
        assert set(row["editions"]) <= set(CATALOG.editions)


def test_rulings_of_a_box_and_an_element(run: Run) -> None:
    found = {row["id"] for row in run("rulings", "box:abbot", "box:dragon-and-fairy", "--format", "json").json}
    assert "portal-takes-the-abbot" in found
    assert found <= {row["id"] for row in run("rulings", "box:abbot", "--format", "json").json}


def test_a_place_that_a_ruling_only_leaves_out_is_not_what_it_is_about(run: Run) -> None:
    every = {row["id"]: row["between"] for row in run("rulings", "--format", "json").json}
    assert every["portal-reaches-any-tile"] == ["magic-portal", "meeple"]
    assert every["portal-avoids-hoards"] == ["magic-portal", "meeple", "dragon-hoard"]
    tower = {row["id"] for row in run("rulings", "box:tower", "--format", "json").json}
    assert "portal-leads-onto-no-tower" in tower
    assert "portal-reaches-any-tile" not in tower


def test_rulings_since_a_date(run: Run) -> None:
    every = run("rulings", "--format", "json").json
    since = run("rulings", "--since", "2025-10", "--format", "json").json
    assert {r["id"] for r in since} == {r["id"] for r in every if (r["date"] or "") >= "2025-10"}
    assert 0 < len(since) < len(every)


def test_rulings_of_an_edition(run: Run) -> None:
    assert all("c1" in row["editions"] for row in run("rulings", "--edition", "c1", "--format", "json").json)


def test_the_same_thing_twice_is_one_thing(run: Run) -> None:
    assert run("rulings", "dragon", "drak").out == run("rulings", "dragon").out


def test_people_read_dates_in_their_language(run: Run) -> None:
    assert ", 30. listopadu 2025" in run("rulings", "--since", "2025-11-30", "--pack", TOLL_HOUSE, "--lang", "cs").out


def test_coverage(run: Run) -> None:
    found = run("coverage", "--format", "json").json
    assert set(found["expansions"]) == set(CATALOG.boxes)
    for box, editions in found["expansions"].items():
        assert list(editions) == CATALOG.editions_of(box)
        for row in editions.values():
            assert row["statements"] >= row["effects"] >= row["executed"] >= 0
            assert all(isinstance(row[k], int) for k in ("statements", "executed", "exemplified", "pending"))
            assert row["statements"] >= row["exemplified"]
            assert len(row["lacking"]["executed"]) == row["effects"] - row["executed"]
            assert len(row["lacking"]["pending"]) == row["pending"]
    shown = {name for example in CATALOG.examples.values() for name in example.shows}
    base = found["expansions"]["base"]
    for edition, row in base.items():
        assert row["exemplified"] == sum(s.id in shown for s in CATALOG.statements_of("base", edition)) > 0
    for row in found["languages"].values():
        assert 0 <= row["translated"] + row["fuzzy"] <= row["total"]
        assert 0 <= row["reviewed"] <= row["translated"]
    told = run("coverage").out
    for editions in found["expansions"].values():
        assert all(name in told for row in editions.values() for names in row["lacking"].values() for name in names)
    assert told.splitlines()[0].split() == [
        "box",
        "edition",
        "statements",
        "effects",
        "executed",
        "exemplified",
        "pending",
    ]
