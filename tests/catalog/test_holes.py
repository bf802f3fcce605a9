"""Which tiles fit a hole: of one square and of several, with two faces, and what describes no hole."""

from __future__ import annotations

import pytest

from catalog import Catalog, holes
from catalog.fields import rotate
from tests.ours import ours

CATALOG: Catalog = ours().catalog
DOUBLE = "dragon-and-fairy/a"


def test_letters_come_from_the_kinds_that_have_one() -> None:
    assert holes.letters(CATALOG) == ("C", "R", "F", "V")


@pytest.mark.parametrize(("typed", "meant"), [("crfr", "CRFR"), (" c?RF ", "C?RF"), ("????", "????")])
def test_a_hole_is_four_letters_in_any_case(typed: str, meant: str) -> None:
    assert holes.hole(CATALOG, typed) == meant


@pytest.mark.parametrize("typed", ["", "CRF", "CRFRC", "CRFX", "C-RF", "C RF", "ÇRFR"])
def test_what_is_no_hole(typed: str) -> None:
    assert holes.hole(CATALOG, typed) is None


def test_the_outline_of_a_square_says_where_the_tile_goes_on() -> None:
    assert holes.outlines(CATALOG, CATALOG.designs["base/d"]) == ("CRFR",)
    assert holes.outlines(CATALOG, CATALOG.designs[DOUBLE]) == ("C-VC", "VFF-")


def test_a_tile_of_two_squares_needs_the_hole_open_where_it_goes_on() -> None:
    double = CATALOG.designs[DOUBLE]
    assert holes.turns(CATALOG, double, "C?VC") == {0: (0,)}
    assert holes.turns(CATALOG, double, "VFF?") == {1: (0,)}
    assert holes.turns(CATALOG, double, "?VFF") == {1: (90,)}
    assert holes.turns(CATALOG, double, "VCC?") == {0: (180,)}
    assert holes.turns(CATALOG, double, "?VCC") == {0: (270,)}
    assert holes.turns(CATALOG, double, "CVVC") == {}
    assert holes.turns(CATALOG, double, "????") == {0: (0, 90, 180, 270), 1: (0, 90, 180, 270)}


def test_every_way_a_tile_is_turned_fits_the_hole_that_it_then_fills() -> None:
    for design in CATALOG.designs.values():
        for n, outline in enumerate(holes.outlines(CATALOG, design)):
            for quarters in range(4):
                wanted = rotate(outline, quarters).replace(holes.SEAM, holes.ANY)
                assert 90 * quarters in holes.turns(CATALOG, design, wanted)[n]


def test_a_tile_with_two_faces_is_one_tile() -> None:
    printing = next(p for p in CATALOG.printings if p.back)
    (fit,) = holes.fitting(CATALOG, [(printing, 3)], "????")
    assert fit.count == 3
    assert [*fit.faces] == [printing.design, printing.back]


def test_tiles_are_alike_however_they_lie() -> None:
    found = holes.alike(CATALOG)
    assert "base/d" in found["CRFR"]
    assert "base/a" in found["RFFF"]
    single = {d for designs in found.values() for d in designs}
    assert single == {d.id for d in CATALOG.designs.values() if not d.squares}
    order = "CRFV".index
    assert [*found] == sorted(found, key=lambda edges: [*map(order, edges)])
    for edges in found:
        assert edges == min((rotate(edges, n) for n in range(4)), key=lambda e: [*map(order, e)])
