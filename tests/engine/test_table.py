"""The table: which boxes lie on it in which editions, what then holds, and what cannot be set up."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog import Catalog
from engine import Table, TableError, lay_table
from tests.catalog.rulings import catalog_of, member, ruling
from tests.ours import ours
from tests.programs import ROOT

REAL = ours(ROOT / "tests" / "data" / "packs" / "toll-house").catalog


def editions(chosen: str | None, edition: str | None = None, catalog: Catalog = REAL) -> dict[str, str]:
    return dict(lay_table(catalog, chosen, edition).editions)


@pytest.mark.parametrize(
    ("chosen", "edition", "laid"),
    [
        ("base", None, {"base": "c3.1"}),
        ("base", "c1", {"base": "c1"}),
        ("BASE@C2", None, {"base": "c2"}),
        (" base @ c2 , river ", "c3", {"base": "c2", "river": "c3"}),
        # What a box needs comes with it: in the edition asked for, else in the newest that is named, else in the newest.
        ("river", "c1", {"base": "c1", "river": "c1"}),
        ("river@c1", None, {"base": "c1", "river": "c1"}),
        ("river@c1,abbot@c2", None, {"base": "c2", "abbot": "c2", "river": "c1"}),
        ("river@c1,abbot", None, {"base": "c3.1", "abbot": "c3.1", "river": "c1"}),
        ("river@c1", "c2", {"base": "c2", "river": "c1"}),
        # Real tables mix printings.
        ("base,dragon-and-fairy@c3.1", "c2", {"base": "c2", "dragon-and-fairy": "c3.1"}),
        # The newest edition in which all that have none of their own exist.
        ("toll-house,base@c1", None, {"base": "c1", "toll-house": "c3.1"}),
    ],
)
def test_boxes_and_their_editions(chosen: str, edition: str | None, laid: dict[str, str]) -> None:
    assert editions(chosen, edition) == laid


def test_without_a_choice_every_box_of_the_edition_is_there_that_has_rules() -> None:
    for edition in REAL.editions:
        there = [i for i, box in REAL.boxes.items() if edition in box.editions and box.editions[edition].stage == "playable"]
        assert editions(None, edition) == dict.fromkeys(there, edition)
    assert editions(None) == editions(None, "c3.1")
    assert {"base", "phantom", "river"} <= set(editions(None, "c1"))
    assert "abbot" not in editions(None, "c1")


@pytest.mark.parametrize(
    ("chosen", "edition", "message", "hint"),
    [
        ("bass", None, "there is no box `bass`", "did you mean `base`?"),
        ("base@c9", None, "there is no edition `c9`", "one of: c1, c2, c3, c3.1"),
        ("base", "c9", "there is no edition `c9`", "one of: c1, c2, c3, c3.1"),
        ("abbot@c1", None, "the box `abbot` was not published in `c1`", "it was in c2, c3, c3.1: say which, as in abbot@c3.1"),
        ("base,abbot", "c1", "the box `abbot` was not published in `c1`", "it was in c2, c3, c3.1: say which, as in abbot@c3.1"),
        ("base,base@c1", None, "the box `base` is named twice", "name each box once"),
        ("base:millers", None, "the box `base` has no module `millers`", "one of: farmers"),
        ("base:farmer", None, "the box `base` has no module `farmer`", "did you mean `farmers`?"),
        ("abbot:farmers", None, "the box `abbot` has no module `farmers`", "it has no modules"),
        ("", None, "`` is no choice of a box", None),
        ("base,", None, "`` is no choice of a box", None),
        ("@c2", None, "`@c2` is no choice of a box", None),
        ("base@", None, "`base@` is no choice of a box", None),
        ("base@c2@c3", None, "`base@c2@c3` is no choice of a box", None),
        ("base:a:b", None, "`base:a:b` is no choice of a box", None),
    ],
)
def test_what_cannot_be_set_up_is_refused_with_the_reason(
    chosen: str, edition: str | None, message: str, hint: str | None
) -> None:
    with pytest.raises(TableError) as refused:
        lay_table(REAL, chosen, edition)
    assert str(refused.value) == message
    assert hint is None or refused.value.hint == hint


@given(st.text(alphabet="base river,@:+c123. ", max_size=20))
def test_any_words_lay_a_table_or_are_refused(chosen: str) -> None:
    with suppress(TableError):
        table = lay_table(REAL, chosen)
        assert all(edition in REAL.boxes[box].editions for box, edition in table.editions.items())
        assert all(needed in table.editions for box in table.editions for needed in REAL.boxes[box].needs)


def test_boxes_stand_in_reading_order() -> None:
    table = lay_table(REAL, "river,toll-house,dragon-and-fairy,base")
    assert list(table.editions) == [box for box in REAL.boxes if box in table.editions]
    assert [s.id for s in table.statements] == [i for i in REAL.statements if i in {s.id for s in table.statements}]


def test_the_newest_edition_on_the_table() -> None:
    assert lay_table(REAL, "base@c1,abbot@c3,river@c2").newest == "c3"


def test_the_tiles_on_the_table() -> None:
    assert sum(count for _, count in lay_table(REAL, "base@c2,river@c1").printings) == 84
    assert [
        (p.design, n) for p, n in lay_table(REAL, "toll-house@c2,base@c2").printings if p.design.startswith("toll-house")
    ] == [
        ("toll-house/a", 1),
        ("toll-house/b", 3),
    ]


def held(table: Table) -> set[str]:
    return {s.id for s in table.statements}


def test_what_holds_at_a_table() -> None:
    catalog = catalog_of(
        [
            ruling("general", "player place meeple", "may"),
            ruling("old", "player place giant", "may", editions=["c2"]),
            ruling("with-the-lair", "player place meeple hoard", "may-not", boxes=["lair"]),
            ruling("with-farmers", "player place farmer", "may", module="farmers"),
            ruling("when-short", "player place meeple village", "may-not", option="length=short"),
            ruling("instead", "player place meeple", "may-not", box="lair", replaces=["general"]),
            ruling("of-base-farmers", "player place farmer hoard", "may-not", box="lair", module="farmers"),
            member("giants", "giant", "meeple", box="lair"),
        ]
    )
    base = {"general", "with-farmers"}
    assert held(lay_table(catalog, "base")) == base
    assert held(lay_table(catalog, "base@c2")) == base | {"old"}
    assert held(lay_table(catalog, "base:farmers")) == base
    assert held(lay_table(catalog, "base:")) == {"general"}
    assert held(lay_table(catalog, "base", options=["length=short"])) == base | {"when-short"}
    lair = {"with-the-lair", "instead", "giants"}
    assert held(lay_table(catalog, "lair")) == lair | {"with-farmers", "of-base-farmers"}
    assert held(lay_table(catalog, "lair,base@c2:")) == lair | {"old"}


@pytest.mark.parametrize(
    ("chosen", "options", "played"),
    [
        ("base@c1", [], {"small-cities=as-any-city", "farmers-score=by-field"}),
        ("base@c1", ["small-cities=one-a-tile"], {"small-cities=one-a-tile", "farmers-score=by-field"}),
        ("base@c1", [" Small-Cities = One-A-Tile "], {"small-cities=one-a-tile", "farmers-score=by-field"}),
        # The last word on one counts.
        (
            "base@c1",
            ["small-cities=one-a-tile", "farmers-score=by-city", "small-cities=as-any-city"],
            {"small-cities=as-any-city", "farmers-score=by-city"},
        ),
        # The first value that exists in the edition is the default.
        ("base@c2,toll-house@c2", [], {"small-cities=as-any-city", "farmers-score=by-field", "toll=none"}),
        ("base@c2,toll-house@c3.1", [], {"small-cities=as-any-city", "farmers-score=by-field", "toll=once"}),
        ("base@c2,toll-house@c3.1", ["toll=twice"], {"small-cities=as-any-city", "farmers-score=by-field", "toll=twice"}),
        # In these editions of the river there is nothing to choose.
        ("base@c2,river@c2", [], {"small-cities=as-any-city", "farmers-score=by-field"}),
    ],
)
def test_each_option_has_the_value_chosen_or_its_default(chosen: str, options: list[str], played: set[str]) -> None:
    assert lay_table(REAL, chosen, options=options).options == played


@pytest.mark.parametrize(
    ("chosen", "option", "message", "hint"),
    [
        (
            "base",
            "small-citys=one-a-tile",
            "no box on the table has the option `small-citys`",
            "did you mean `small-cities`? write small-cities=as-any-city or small-cities=one-a-tile",
        ),
        ("base", "gravity=off", "no box on the table has the option `gravity`", "one of: farmers-score, small-cities"),
        ("base", "", "no box on the table has the option ``", "one of: farmers-score, small-cities"),
        ("base", "toll=twice", "no box on the table has the option `toll`", "the box `toll-house` has it"),
        (
            "base@c1",
            "small-cities=one-per-tile",
            "the option `small-cities` has no value `one-per-tile`",
            "did you mean `small-cities=one-a-tile`? its values are: as-any-city, one-a-tile",
        ),
        (
            "base@c1",
            "small-cities=yes",
            "the option `small-cities` has no value `yes`",
            "its values are: as-any-city, one-a-tile",
        ),
        (
            "base@c1",
            "small-cities",
            "the option `small-cities` is named without a value",
            "write small-cities=as-any-city or small-cities=one-a-tile",
        ),
        # Only what can be chosen in this edition is told.
        ("toll-house@c2", "toll=", "the option `toll` is named without a value", "write toll=none or toll=twice"),
        (
            "base@c3",
            "small-cities=one-a-tile",
            "the value `one-a-tile` of `small-cities` does not exist in `c3`",
            "it is in c1, as in base@c1; in `c3` there is small-cities=as-any-city",
        ),
        (
            "river@c2",
            "start-tile-with-river=after-river",
            "the box `river` has no option `start-tile-with-river` in `c2`",
            "it has it in c1",
        ),
    ],
)
def test_a_value_that_cannot_be_chosen_is_refused_with_the_reason(chosen: str, option: str, message: str, hint: str) -> None:
    with pytest.raises(TableError) as refused:
        lay_table(REAL, chosen, options=[option])
    assert (str(refused.value), refused.value.hint) == (message, hint)


def test_a_statement_may_hold_with_the_default() -> None:
    catalog = catalog_of([ruling("when-full", "player place meeple", "may", option="length=full")])
    assert held(lay_table(catalog, "base")) == {"when-full"}
    assert held(lay_table(catalog, "base", options=["length=short"])) == set()


def test_the_modules_that_are_left_out() -> None:
    everything = {box: f"{box}@{REAL.editions_of(box)[-1]}" for box in REAL.boxes}

    def left_out(**bare: str) -> tuple[str, ...]:
        return lay_table(REAL, ",".join((everything | bare).values())).left_out

    assert left_out() == ()
    assert left_out(base="base@c2:") == ("farmers",)
    assert left_out(**{"toll-house": "toll-house@c2:", "base": "base@c2:"}) == ("farmers", "night-toll")
    # A module of a box that is not there is not played either.
    assert set(lay_table(REAL, "base").left_out) == {m.id for b in REAL.boxes.values() for m in b.modules} - {"farmers"}


def test_of_a_box_whose_rules_are_not_public_in_its_edition_nothing_comes_into_play() -> None:
    river = REAL.boxes["river"]
    editions_ = {**river.editions, "c2": river.editions["c2"].model_copy(update={"stage": "referenced"})}
    entries = replace(REAL, boxes={**REAL.boxes, "river": river.model_copy(update={"editions": editions_})})
    for edition, there in (("c2", False), ("c3", True)):
        table = lay_table(entries, "river", edition)
        assert table.unpublished == (() if there else ("river",))
        assert any(entries.designs[p.design].box == "river" for p, _ in table.printings) == there
        held = {s.id for s in table.statements if entries.box_of[s.id] == "river"}
        assert ("river-continues" in held) == there
        assert "river-tiles-first" in held, "it names the edition"
    hidden = {e: printed.model_copy(update={"stage": "referenced"}) for e, printed in river.editions.items()}
    entries = replace(REAL, boxes={**REAL.boxes, "river": river.model_copy(update={"editions": hidden})})
    assert entries.editions_of_statement(entries.statements["river-continues"]) == ("c1", "c2", "c3", "c3.1")
