"""Every exhibit of the museum yields exactly the findings that it announces, and every code has an exhibit."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from catalog import CODES, load
from tests.catalog.museum import MUSEUM, Exhibit, codes_shown, differences, exhibits

EXHIBITS = exhibits()


@pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda e: e.id)
def test_exhibit(exhibit: Exhibit, tmp_path: Path) -> None:
    room = exhibit.set_up(tmp_path)
    begin = time.perf_counter()
    loaded = exhibit.load(room)
    seconds = time.perf_counter() - begin
    found = differences(loaded.findings, exhibit, room)
    assert not found, exhibit.expect["name"] + "\n" + "\n".join(found)
    assert seconds < exhibit.expect.get("seconds", 5)


def test_every_code_has_an_exhibit() -> None:
    assert sorted(CODES.keys() - codes_shown().keys()) == []


def test_every_exhibit_is_named_by_a_sentence_of_its_own() -> None:
    names = [exhibit.expect["name"] for exhibit in EXHIBITS]
    assert [name for name in names if not (name[0].isupper() and name.endswith("."))] == []
    assert len(set(names)) == len(names)


def test_what_is_good_is_beside_what_is_bad() -> None:
    good = {exhibit.id for exhibit in EXHIBITS if not exhibit.expect["expect"]}
    assert good == {exhibit.id for exhibit in EXHIBITS if exhibit.id.startswith("good/")}


def test_the_tiny_game_of_the_museum_is_flawless() -> None:
    assert load(root=MUSEUM / "_root").findings == ()
