"""What is drawn is what is scored: the regions of a tile cover it once, and its pieces are the fields of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML
from shapely import unary_union
from shapely.geometry import LineString, Point

from catalog.fields import derive
from catalog.tiles import Design, TileFile
from catalog.vocabulary import FeatureKindFile
from generator.gauges import Measures
from generator.geometry import Layout, layout
from generator.pictures.inks import read_inks

ROOT = Path(__file__).parents[2]
KINDS = {
    kind.id: kind
    for kind in FeatureKindFile.model_validate(
        YAML(typ="safe").load((ROOT / "rules_data/vocabulary/feature-kinds.yaml").read_text(encoding="utf-8"))
    ).feature_kinds
}
MEASURES = read_inks([ROOT / "site/art"]).measures
SHIPPED = [
    design
    for file in sorted((ROOT / "rules_data/expansions").glob("*/tiles.yaml"))
    for design in TileFile.model_validate(YAML(typ="safe").load(file.read_text(encoding="utf-8"))).designs
]


def _road(ports: str, ends: object = None, **more: object) -> dict[str, object]:
    return {"road": {"ports": list(ports), **({"ends": ends} if ends else {}), **more}}


def _city(ports: str, **more: object) -> dict[str, object]:
    return {"city": {"ports": list(ports), **more}}


AWKWARD = {
    "three-gates-in-one-wall": ("CRRR", [_city("N"), *(_road(p, {"city": "N"}) for p in "ESW")]),
    "two-gates-in-two-walls": ("CRCR", [_city("N"), _city("S"), _road("E", {"city": "N"}), _road("W", {"city": "S"})]),
    "gates-on-both-sides": ("RCRC", [_city("EW"), _road("N", {"city": "E"}), _road("S", {"city": "E"})]),
    "four-walls-round-a-garden": ("CCCC", [*(_city(p) for p in "NESW"), {"garden": []}]),
    "two-towns-back-to-back": ("CCCC", [_city("NW"), _city("ES")]),
    "a-town-across-and-a-town-above": ("CCFC", [_city("N"), _city("EW")]),
    "a-wall-to-the-corner-with-gates": (
        "CRRC",
        [_city("NW", corners=["SE"]), _road("E", {"city": "N"}), _road("S", {"city": "N"})],
    ),
    "a-road-over-a-road": ("RRRR", [_road("NS"), _road("EW", over={"road": "N"})]),
    "a-road-under-a-road": ("RRRR", [_road("NS"), _road("EW", under={"road": "N"})]),
    "a-road-over-the-road-to-the-gate": (
        "CFRR",
        [_city("N"), _road("S", {"city": "N"}), _road("W", "farmhouse", over={"road": "S"})],
    ),
    "four-roads-at-a-monastery": ("RRRR", [{"monastery": []}, *(_road(p, "monastery") for p in "NESW")]),
    "a-river-and-a-road-from-one-spring": ("FVFR", [{"river": {"ports": ["E"], "ends": "spring"}}, _road("W", "spring")]),
    "garden-and-monastery-by-a-bend": ("CRRF", [_city("N"), _road("ES"), {"garden": []}, {"monastery": []}]),
}
DESIGNS = [
    *SHIPPED,
    *(
        Design.model_validate({"id": f"test/{name}", "edges": edges, "features": features})
        for name, (edges, features) in AWKWARD.items()
    ),
]


def _layout(design: Design) -> Layout:
    return layout(design, KINDS, MEASURES)


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.id)
def test_the_regions_cover_the_tile_and_do_not_overlap(design):
    plan = _layout(design)
    regions = [f.region for f in plan.features] + [m.region for m in plan.marks] + [p.region for p in plan.pieces]
    whole = 100 * 100 * len(design.all_squares)
    assert unary_union(regions).area == pytest.approx(whole, abs=0.5)
    assert sum(r.area for r in regions) == pytest.approx(whole, abs=1)


@pytest.mark.parametrize("design", [d for d in DESIGNS if all(s.fields is None for s in d.all_squares)], ids=lambda d: d.id)
def test_the_pieces_of_the_drawing_are_the_fields_of_the_rules(design):
    drawn = sorted((p.ports, p.touches) for p in _layout(design).pieces)
    assert drawn == sorted((f.ports, f.touches) for f in derive(design, KINDS))


def test_a_wall_that_loses_its_corner_changes_the_fields():
    with_corner = Design.model_validate({"id": "test/x", "edges": "CFFC", "features": [_city("NW", corners=["SE"])]})
    without = Design.model_validate({"id": "test/x", "edges": "CFFC", "features": [_city("NW")]})
    assert len(_layout(with_corner).pieces) == 2
    assert len(_layout(without).pieces) == 1


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.id)
def test_lines_cross_an_edge_in_its_middle_and_straight(design):
    for f in _layout(design).features:
        if f.shape != "line":
            continue
        frame = design.all_squares[f.ref[0]].at
        middles = {"N": (50, 0), "E": (100, 50), "S": (50, 100), "W": (0, 50)}
        for port in f.feature.ports:
            x, y = middles[port][0] + 100 * frame[0], middles[port][1] + 100 * frame[1]
            ends = [(c.start, c.cubics[0][1]) for c in f.curves] + [(c.end, c.cubics[-1][2]) for c in f.curves]
            inner = [handle for end, handle in ends if end == pytest.approx((x, y))]
            assert inner, f"no curve ends at {port}"
            across = 0 if port in "NS" else 1
            assert inner[0][across] == pytest.approx((x, y)[across], abs=1e-6)


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.id)
def test_marks_stand_on_the_tile_and_not_on_one_another(design):
    plan = _layout(design)
    ground = unary_union([f.region for f in plan.features] + [p.region for p in plan.pieces] + [m.region for m in plan.marks])
    marks = [(m.mark, Point(m.spot.x, m.spot.y).buffer(m.spot.clear)) for m in plan.marks]
    for i, (name, disc) in enumerate(marks):
        assert disc.difference(ground.buffer(0.1)).area < 1, f"{name} leaves the tile"
        assert all(disc.intersection(other).area < 1 for _, other in marks[:i]), f"{name} stands on another mark"


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: d.id)
def test_an_anchor_lies_in_its_own_region(design):
    plan = _layout(design)
    for thing in [f for f in plan.features if f.shape == "area"] + list(plan.pieces):
        assert thing.region.buffer(0.01).contains(Point(thing.anchor.x, thing.anchor.y))


def test_lines_that_end_at_one_thing_meet_in_one_point():
    plan = _layout(next(d for d in SHIPPED if d.id == "base/x"))
    assert len({tuple(round(v, 6) for v in f.curves[0].end) for f in plan.features}) == 1


def test_a_bridge_stands_where_the_two_lines_cross():
    plan = _layout(next(d for d in SHIPPED if d.id == "river/k"))
    road = next(f for f in plan.features if f.overpasses)
    river = next(f for f in plan.features if not f.overpasses)
    (bridge,) = road.overpasses
    assert LineString(river.curves[0].samples()).distance(Point(bridge.x, bridge.y)) < 0.5


def test_a_tunnel_has_two_mouths_and_leaves_the_land_before_the_wall_whole():
    plan = _layout(next(d for d in SHIPPED if d.id == "dragon-and-fairy/p"))
    road = next(f for f in plan.features if f.shape == "line")
    assert len(road.mouths) == 2
    assert len(plan.pieces) == 2


def test_two_designs_with_the_same_features_are_never_twins():
    road = {"edges": "FRFR", "features": [_road("EW")]}
    one, other = (_layout(Design.model_validate({"id": f"test/{k}", **road})) for k in "ab")
    assert one.features[0].curves != other.features[0].curves


def test_the_layout_of_a_design_is_always_the_same():
    design = DESIGNS[0]
    assert _layout(design) == _layout(design)


def test_what_has_no_measure_takes_the_usual_room():
    plan = layout(next(d for d in SHIPPED if d.id == "base/w"), KINDS, Measures({}, {}))
    assert len(plan.pieces) == 3
