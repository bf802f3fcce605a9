"""The tile data against an independent table of the printed tiles: edges, counts, features, fields, cities, marks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from catalog.fields import derive, edges_of, seams
from catalog.tiles import Design, Feature, Square, TileFile
from catalog.vocabulary import FeatureKind, FeatureKindFile, MarkFile

ROOT = Path(__file__).parents[2]
BOX_SUMS = {
    "base": {"c1": 72, "c2": 72, "c3": 72, "c3.1": 72},
    "river": {"c1": 12, "c2": 12, "c3": 12, "c3.1": 12},
    "dragon-and-fairy": {"c3.1": 28},
    "inns-and-cathedrals": {"c1": 18, "c2": 18, "c3": 18, "c3.1": 24},
    "tower": {"c1": 18, "c2": 18},
    "princess-and-dragon": {"c1": 30, "c2": 30},
    "bridges-castles-and-bazaars": {"c1": 12, "c2": 12},
    "under-the-big-top": {"c2": 20},
    "mage-and-witch": {"c1": 8, "c2": 8, "c3": 8},
}
BOXES = tuple(BOX_SUMS)
"""The boxes with tiles of their own, in the order of the table."""
COATS_OF_ARMS = {"base": 10, "dragon-and-fairy": 2, "inns-and-cathedrals": 3, "tower": 1}
"""How many tiles of a box show one, in each of its editions: a total that does not come from the table."""
COATS_THAT_DIFFER = {"princess-and-dragon": {"c1": 3, "c2": 2}}
"""The same where the editions differ."""
GROUPS = {"dragon-hoard": 6, "dragon-symbol": 10, "magic-portal": 6, None: 4}


def _yaml(path: Path) -> Any:
    return YAML(typ="safe").load(path)


RULES = ROOT / "rules_data"
KINDS: dict[str, FeatureKind] = {
    kind.id: kind for kind in FeatureKindFile.model_validate(_yaml(RULES / "vocabulary/feature-kinds.yaml")).feature_kinds
}
REST = next(kind.edge or "" for kind in KINDS.values() if kind.shape == "remainder")
MARKS = {mark.id for mark in MarkFile.model_validate(_yaml(RULES / "vocabulary/marks.yaml")).marks}
FILES = {box: TileFile.model_validate(_yaml(RULES / "expansions" / box / "tiles.yaml")) for box in BOXES}
DESIGNS: dict[str, Design] = {design.id: design for file in FILES.values() for design in file.designs}
EXPECTED: dict[str, Any] = _yaml(ROOT / "tests/data/expected_tiles.yaml")["tiles"]

Place = tuple[str | None, str]


def _place(port: str | list[str]) -> Place:
    return (None, port) if isinstance(port, str) else (port[0], port[1])


def _bordered(design: Design, place: Place) -> tuple[int, int]:
    """Return the feature at an edge that a field can border."""
    name, edge = place
    (found,) = (
        (i, n)
        for i, square in enumerate(design.all_squares)
        for n, feature in enumerate(square.features)
        if square.name == name and edge in feature.ports and KINDS[feature.kind].bordered
    )
    return found


def _described(feature: Feature) -> str:
    return " ".join([feature.kind, *sorted(feature.ports, key="NESW".index)])


def _printed(square: Square) -> set[str]:
    """Return every mark on a square: its own, those of its features, and those that lines end at."""
    ends = {f.ends for f in square.features if isinstance(f.ends, str) and f.ends not in KINDS}
    return {*square.marks, *(mark for f in square.features for mark in f.marks), *ends}


def _named(design: Design, value: Any) -> dict[str | None, Any]:
    """Spell what is expected of one square as what is expected of several."""
    return value if design.squares else {None: value}


def test_the_table_and_the_data_name_the_same_designs() -> None:
    assert sorted(EXPECTED) == sorted(DESIGNS)


@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
def test_fields_and_the_cities_they_touch(design: Design) -> None:
    expected = Counter(
        (frozenset(map(_place, field["ports"])), frozenset(_bordered(design, _place(t)) for t in field["touches"]))
        for field in EXPECTED[design.id]["fields"]
    )
    squares = design.all_squares
    found = Counter(
        (frozenset((squares[i].name, half) for i, half in field.ports), frozenset(field.touches))
        for field in derive(design, KINDS)
    )
    assert found == expected


@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
def test_edges_are_those_of_the_table_and_of_the_features(design: Design) -> None:
    expected = _named(design, EXPECTED[design.id]["edges"])
    assert {square.name: square.edges for square in design.all_squares} == expected
    assert {square.name: edges_of(square, KINDS, REST) for square in design.all_squares} == expected


@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
def test_features_and_marks(design: Design) -> None:
    features = {square.name: Counter(map(_described, square.features)) for square in design.all_squares}
    expected = _named(design, EXPECTED[design.id]["features"])
    assert features == {name: Counter(described) for name, described in expected.items()}
    printed = set().union(*map(_printed, design.all_squares), design.marks)
    assert printed == set(EXPECTED[design.id]["marks"])
    assert printed <= MARKS


@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
def test_every_line_with_one_edge_ends_at_something_that_is_there(design: Design) -> None:
    for square in design.all_squares:
        for feature in square.features:
            line_end = KINDS[feature.kind].shape == "line" and len(feature.ports) == 1
            assert (feature.ends is not None) == line_end
            if isinstance(feature.ends, str) and feature.ends in KINDS:
                assert feature.ends in {f.kind for f in square.features}
            named = [p for p in (feature.ends, feature.over, feature.under) if p is not None and not isinstance(p, str)]
            for port in named:
                assert any(f.kind == port.kind and port.port in f.ports for f in square.features)


@pytest.mark.parametrize("design", [d for d in DESIGNS.values() if d.squares], ids=lambda d: d.id)
def test_seams_agree(design: Design) -> None:
    squares = design.squares
    assert seams(squares)
    for here, edge, there, opposite in seams(squares):
        assert squares[here].edges["NESW".index(edge)] == squares[there].edges["NESW".index(opposite)]


def test_every_design_is_printed_and_counted_as_in_the_table() -> None:
    counts: dict[str, dict[str, int]] = {}
    for box, file in FILES.items():
        for printing in file.printings:
            for design in filter(None, (printing.design, printing.back)):
                assert design not in counts
                assert DESIGNS[design].box == box
                letter = design.partition("/")[2].partition("-")[0]
                assert printing.letter.lower() == letter
                counts[design] = printing.counts
    assert counts == {design: expected["counts"] for design, expected in EXPECTED.items()}


@pytest.mark.parametrize("box", BOXES)
def test_a_box_holds_its_tiles(box: str) -> None:
    sums: Counter[str] = Counter()
    for printing in FILES[box].printings:
        sums.update(printing.counts)
    assert sums == BOX_SUMS[box]


@pytest.mark.parametrize("box", BOXES)
def test_the_coats_of_arms_in_a_box(box: str) -> None:
    sums: Counter[str] = Counter()
    for printing in FILES[box].printings:
        shown = any("coat-of-arms" in feature.marks for s in DESIGNS[printing.design].all_squares for feature in s.features)
        sums.update({edition: count * shown for edition, count in printing.counts.items()})
    assert sums == COATS_THAT_DIFFER.get(box, dict.fromkeys(BOX_SUMS[box], COATS_OF_ARMS.get(box, 0)))


def test_one_start_tile() -> None:
    assert [p.design for file in FILES.values() for p in file.printings if p.start] == ["base/d"]


def test_the_groups_of_the_land_tiles() -> None:
    groups = Counter(
        next((mark for mark in GROUPS if mark in design.marks), None)
        for design in FILES["dragon-and-fairy"].designs
        if not design.squares
    )
    assert groups == GROUPS


def test_ids_are_unique_and_in_letter_order() -> None:
    for file in FILES.values():
        ids = [design.id for design in file.designs]
        assert ids == sorted(set(ids))
        assert [printing.design for printing in file.printings] == sorted({printing.design for printing in file.printings})
