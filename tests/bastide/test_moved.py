"""Ids that have moved: whoever types an old one is told where its entry went."""

from __future__ import annotations

import json

import pytest

from catalog import load
from tests.programs import ROOT

PACK = ROOT / "tests" / "data" / "pack-meadow-fair"


@pytest.mark.parametrize(
    ("old", "new", "sort"),
    [
        ("fair-begins", "fair-opens", "statement"),
        ("element:funfair", "fair", "element"),
        ("VILLAGE-FAIR", "meadow-fair", "box"),
        ("village-fair/tents", "meadow-fair/a", "tile"),
        ("source:village-leaflet", "meadow-fair-sheet", "source"),
    ],
)
def test_show_leads_on_from_an_old_id_and_says_so(run, old, new, sort):
    ran = run("show", old, "--pack", PACK, "--format", "json")
    shown = json.loads(ran.out)
    was = old.lower().rpartition(":")[2]
    assert ran.code == 0
    assert (shown["sort"], shown["id"], shown["moved-from"]) == (sort, new, was)
    assert ran.err.strip() == f"`{was}` is called `{new}` now"


def test_show_says_nothing_of_the_kind_of_an_id_that_never_moved(run):
    ran = run("show", "fair-opens", "--pack", PACK, "--format", "json")
    assert "moved-from" not in json.loads(ran.out)
    assert ran.err == ""


def test_an_old_id_of_another_sort_is_no_entry(run):
    ran = run("show", "box:fair-begins", "--pack", PACK)
    assert ran.code == 2
    assert "there is no entry" in ran.err


def test_can_understands_an_old_id_and_says_where_it_went(run):
    new = run("can", "dragon", "remove", "meeple", "--on", "fair", "--pack", PACK)
    old = run("can", "dragon", "remove", "meeple", "--on", "funfair", "--pack", PACK)
    assert old.out == new.out
    assert (new.err, old.err.strip()) == ("", "`funfair` is called `fair` now")


def test_a_box_is_asked_about_by_its_old_id(run):
    assert run("rulings", "village-fair", "--pack", PACK).out == run("rulings", "meadow-fair", "--pack", PACK).out


def test_with_an_old_id_of_a_box_the_hint_is_the_new_one(run):
    ran = run("can", "dragon", "remove", "meeple", "--with", "village-fair", "--pack", PACK)
    assert ran.code == 2
    assert "`village-fair` is called `meadow-fair` now" in ran.err


def test_an_id_that_moved_twice_is_followed_to_the_end(tmp_path):
    (tmp_path / "expansion.yaml").write_text("id: a\nname: A\nsort: fan\nabout: A box.\neditions: {c3.1: {year: 2026}}\n")
    (tmp_path / "moved.yaml").write_text(
        "boxes:\n  - {from: one, to: two, since: 2025}\n  - {from: two, to: a, since: 2026}\n  - {from: here, to: there, since: 2026}\n"
        "  - {from: there, to: here, since: 2026}\n"
    )
    loaded = load([tmp_path])
    assert [f.code for f in loaded.findings] == ["moved-on", "cycle", "cycle"]
    assert loaded.catalog.moved_to("box", "one") == "a"
    assert loaded.catalog.moved_to("box", "a") is None
    assert loaded.catalog.moved_to("box", "here") is None
    assert loaded.catalog.moved_to("statement", "one") is None
