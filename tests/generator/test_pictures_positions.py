"""Pictures of positions: who stands in a square stays in it, on what is seen, and nobody hides another."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from pydantic import ValidationError
from shapely.affinity import affine_transform
from shapely.geometry import Point, box

from catalog.vocabulary import Figure
from generator.pictures import Pictures, PiecePlaced, Placed, PositionError
from generator.pictures.standing import PORTS, Stand, squares, stands
from tests.ours import ours

ROOT = Path(__file__).parents[2]
ART = ROOT / "site/art"
SVG = "{http://www.w3.org/2000/svg}"
CATALOG = ours().catalog
DESIGNS = CATALOG.designs
REST = "field"
RADIUS = 12.5
PLACE = re.compile(r'<g transform="translate\((\S+) (\S+)\) rotate\((\d+)\)')


def _parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


@pytest.fixture(scope="module")
def pictures():
    return Pictures(CATALOG.kinds, CATALOG.marks, [ART], CATALOG.figures)


def _stands(pictures, placed, pieces) -> list[Stand]:
    radii = [pictures.inks.figure(p.figure).radius for p in pieces]
    return stands(squares(placed, lambda item: pictures.layout(item.design)), pieces, radii, CATALOG.kinds)


def _on_the_table(region, turns):
    """Return a region turned clockwise about the middle of the square at (0, 0)."""
    for _ in range(turns):
        region = affine_transform(region, [0, -1, 1, 0, 100, 0])
    return region


def _everything(pictures, design, turns):
    """Yield each feature and each part of what remains, as pieces would name it, with its region as it lies."""
    plan = pictures.layout(design)
    board = squares([Placed(design, 0, 0, turns)], lambda _: plan)
    cells = [next(c for c, s in board.items() if s._index == n) for n in range(len(design.all_squares))]
    for f in plan.features:
        port = PORTS[(PORTS.index(f.feature.ports[0]) + 3 * turns) % 12] if f.feature.ports else None
        yield cells[f.ref[0]], (f.feature.kind, port), _on_the_table(f.region, turns), f.shape
    for derived in plan.fields:
        piece = plan.piece_of(derived)
        for square, half in derived.ports if piece else ():
            port = PORTS[(PORTS.index(half) + 3 * turns) % 12]
            yield cells[square], (REST, port), _on_the_table(piece.region, turns), "remainder"


@pytest.mark.parametrize("name", DESIGNS)
def test_a_piece_stands_in_its_square_on_its_feature(pictures, name):
    for turns in range(4):
        placed = [Placed(DESIGNS[name], 0, 0, turns)]
        for cell, on, region, shape in _everything(pictures, DESIGNS[name], turns):
            (stand,) = _stands(pictures, placed, [PiecePlaced("meeple", *cell, "red", on)])
            square = box(100 * cell[0], 100 * cell[1], 100 * cell[0] + 100, 100 * cell[1] + 100)
            at = Point(stand.x, stand.y)
            assert square.buffer(0.01).contains(at.buffer(stand.r)), f"{on} leaves its square"
            assert region.buffer(0.01).contains(at), f"{on} stands beside it"
            assert stand.shape == shape
            assert stand.r > 0.95 * RADIUS


def test_where_there_is_room_the_whole_piece_is_inside_and_on_no_mark(pictures):
    plan = pictures.layout(DESIGNS["base/c"])
    (stand,) = _stands(pictures, [Placed(DESIGNS["base/c"], 0, 0)], [PiecePlaced("meeple", 0, 0, "red", ("city", "N"))])
    disc = Point(stand.x, stand.y).buffer(stand.r)
    assert plan.features[0].region.buffer(0.01).contains(disc)
    assert all(disc.distance(Point(*m.spot.point)) >= m.spot.clear for m in plan.marks)


def test_a_kind_alone_is_enough_where_the_square_has_one_of_it(pictures):
    placed = [Placed(DESIGNS["base/a"], 0, 0, 1)]
    pieces = [PiecePlaced("abbot", 0, 0, "red", ("monastery", None)), PiecePlaced("meeple", 0, 0, "red", ("road", None))]
    monastery, road = _stands(pictures, placed, pieces)
    plan = pictures.layout(DESIGNS["base/a"])
    assert (monastery.x, monastery.y) == pytest.approx((100 - plan.features[0].anchor.y, plan.features[0].anchor.x))
    assert road.x < monastery.x, "the road to the south turns to the west"


@pytest.mark.parametrize("on", [("road", "E"), ("city", "N"), ("garden", None), (REST, "NR"), None])
def test_many_on_one_spot_do_not_hide_each_other(pictures, on):
    design = next(
        d for d in DESIGNS.values() if on is None or any(o == on for c, o, *_ in _everything(pictures, d, 0) if c == (0, 0))
    )
    pieces = [PiecePlaced("meeple", 0, 0, colour, on) for colour in ("red", "blue", "green", "yellow")]
    found = _stands(pictures, [Placed(design, 0, 0)], pieces)
    for a, b in combinations(found, 2):
        assert math.dist((a.x, a.y), (b.x, b.y)) > 0.5 * RADIUS


def test_on_different_features_of_a_square_pieces_keep_apart(pictures):
    pieces = [
        PiecePlaced("meeple", 0, 0, "red", ("city", "N")),
        PiecePlaced("meeple", 0, 0, "blue", ("road", "E")),
        PiecePlaced("meeple", 0, 0, "green", (REST, "SL")),
        PiecePlaced("dragon", 0, 0, facing="E"),
    ]
    found = _stands(pictures, [Placed(DESIGNS["base/d"], 0, 0)], pieces)
    for a, b in combinations(found, 2):
        assert math.dist((a.x, a.y), (b.x, b.y)) > 0.7 * (a.r + b.r)


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("on", [("city", "N"), ("road", "W"), (REST, "SR")])
def test_who_stands_with_another_overlaps_it_a_little(pictures, on, turns):
    port = PORTS[(PORTS.index(on[1]) + 3 * turns) % 12]
    pieces = [PiecePlaced("fairy", 2, 1, beside=1), PiecePlaced("meeple", 2, 1, "red", (on[0], port))]
    fairy, meeple = _stands(pictures, [Placed(DESIGNS["base/d"], 2, 1, turns)], pieces)
    away = math.dist((fairy.x, fairy.y), (meeple.x, meeple.y))
    assert 0.7 * (fairy.r + meeple.r) < away < fairy.r + meeple.r
    assert box(200, 100, 300, 200).buffer(0.01).contains(Point(fairy.x, fairy.y).buffer(fairy.r))


@pytest.mark.parametrize(
    ("piece", "message"),
    [
        (PiecePlaced("meeple", 1, 0, "red"), r"no tile at \(1, 0\)"),
        (PiecePlaced("meeple", 0, 0, "red", ("road", "N")), "no road at N on base/d"),
        (PiecePlaced("meeple", 0, 0, "red", ("canal", None)), "no canal on base/d"),
        (PiecePlaced("meeple", 0, 0, "red", (REST, None)), "more than one field on base/d"),
        (PiecePlaced("meeple", 0, 0, "red", ("road", "NNE")), "'NNE' is no port"),
        (PiecePlaced("fairy", 0, 0, beside=0), "piece 0 stands beside none"),
        (PiecePlaced("fairy", 0, 0, beside=7), "piece 0 stands beside none"),
    ],
)
def test_a_piece_that_cannot_stand_there_is_refused(pictures, piece, message):
    with pytest.raises(PositionError, match=message):
        pictures.position([Placed(DESIGNS["base/d"], 0, 0)], [piece])


def test_a_piece_across_a_tile_lies_over_its_middle_and_is_drawn_first(pictures):
    placed = [Placed(DESIGNS["base/b"], 3, 1, 1)]
    pieces = [
        PiecePlaced("meeple", 3, 1, "red", beside=1),
        PiecePlaced("bridge", 3, 1, "red", facing="E", across=True),
        PiecePlaced("meeple", 3, 1, "blue", on=("monastery", None)),
    ]
    on_it, across, _ = _stands(pictures, placed, pieces)
    assert (across.x, across.y) == (350, 150)
    # Who stands on what it carries stands on its planks.
    assert abs(on_it.y - 150) < 10
    svg = pictures.position(placed, pieces)
    places = [(float(x), float(y), int(turn)) for x, y, turn in PLACE.findall(svg)]
    assert places.index((350, 150, 90)) < min(
        n for n, place in enumerate(places) if place[:2] == (round(on_it.x, 2), round(on_it.y, 2))
    )


def test_nobody_stands_beside_one_in_another_square(pictures):
    placed = [Placed(DESIGNS["base/d"], 0, 0), Placed(DESIGNS["base/d"], 1, 0)]
    with pytest.raises(PositionError, match="in another square"):
        pictures.position(placed, [PiecePlaced("fairy", 0, 0, beside=1), PiecePlaced("meeple", 1, 0, "red", ("road", "E"))])


def test_a_meeple_lies_on_what_remains_and_stands_elsewhere(pictures):
    placed = [Placed(DESIGNS["base/d"], 0, 0, 1)]
    lying = pictures.position(placed, [PiecePlaced("meeple", 0, 0, "red", (REST, "WL"))])
    standing = pictures.position(placed, [PiecePlaced("meeple", 0, 0, "red", ("road", "N"))])
    assert PLACE.findall(lying)[-1][2] == "90"
    assert PLACE.findall(standing)[-1][2] == "0"


def test_a_dragon_looks_where_it_faces(pictures):
    placed = [Placed(DESIGNS["base/e"], 0, 0)]
    views = [pictures.position(placed, [PiecePlaced("dragon", 0, 0, facing=facing)]) for facing in ("N", "E", "S", "W", None)]
    assert [PLACE.findall(view)[-1][2] for view in views] == ["0", "90", "180", "270", "0"]
    assert views[0] != views[4], "the one that faces somewhere shows it"


def test_the_colours_of_the_base_box_are_told_apart_without_colour_too(pictures):
    colours = CATALOG.boxes["base"].colours
    inks = [pictures.inks.players[colour] for colour in colours]
    assert len(colours) >= 5
    assert len({ink.fill for ink in inks}) == len({ink.sign for ink in inks}) == len(inks)


def test_a_colour_without_ink_is_grey(pictures):
    drawn = pictures.figure("meeple", "turquoise")
    assert pictures.inks.player(None).fill in drawn
    assert drawn == pictures.figure("meeple")


def test_a_figure_without_art_is_a_pawn_with_its_initial(pictures):
    named = Pictures(CATALOG.kinds, CATALOG.marks, [ART], {**CATALOG.figures, "piglet": Figure(id="piglet", name="sow & co")})
    placed, pieces = [Placed(DESIGNS["base/e"], 0, 0)], [PiecePlaced("piglet", 0, 0, "green", (REST, "SL"))]
    assert ">S</text>" in named.position(placed, pieces)
    assert ">P</text>" in pictures.position(placed, pieces), "a figure that the vocabulary does not have is drawn too"


def test_the_art_of_a_pack_wins_over_ours(tmp_path):
    figures = tmp_path / "figures"
    figures.mkdir()
    (figures / "meeple.svg.j2").write_text('<circle class="mine" r="{{ it.r|n }}" fill="{{ it.fill }}" id="{{ it.uid }}"/>')
    (tmp_path / "inks.yaml").write_text('figures: {meeple: {radius: 8}}\nplayers: {red: {fill: "#010203", on: "#ffffff"}}\n')
    pack = Pictures(CATALOG.kinds, CATALOG.marks, [tmp_path, ART])
    pieces = [PiecePlaced("meeple", 0, 0, "red", ("road", "W"))] * 2
    drawn = pack.position([Placed(DESIGNS["base/d"], 0, 0)], pieces) + pack.position(
        [Placed(DESIGNS["base/u"], 0, 0)], pieces[:0]
    )
    assert drawn.count('class="mine" r="8" fill="#010203"') == 2
    ids = re.findall(r'\bid="([^"]+)"', drawn)
    assert len(ids) == len(set(ids)) == 2


def test_a_sign_that_is_no_path_is_refused(tmp_path):
    (tmp_path / "inks.yaml").write_text('players: {red: {fill: "#010203", on: "#ffffff", sign: "url(x)"}}\n')
    with pytest.raises(ValidationError, match="sign"):
        Pictures(CATALOG.kinds, CATALOG.marks, [tmp_path, ART])


@pytest.mark.parametrize("figure", CATALOG.figures)
def test_every_figure_of_the_vocabulary_has_art_of_its_own(pictures, figure):
    assert (ART / "figures" / f"{figure}.svg.j2").is_file()
    assert figure in pictures.inks.figures
    for size in (20, 40, 200):
        root = _parsed(pictures.figure(figure, "blue", size=size))
        assert root.attrib["width"] == root.attrib["height"] == str(size)
        assert root.findtext(f"{SVG}title") == CATALOG.figures[figure].name


def test_the_inks_name_only_what_the_vocabulary_has(pictures):
    assert set(pictures.inks.figures) <= set(CATALOG.figures)
    assert set(pictures.inks.players) <= {colour for b in CATALOG.boxes.values() for colour in b.colours}


def test_a_position_is_named_and_described_for_who_does_not_see_it(pictures):
    placed = [Placed(DESIGNS["base/d"], 0, 0)]
    root = _parsed(pictures.position(placed, [], title="Before & after", description="Red <closes> a road."))
    assert root.attrib["role"] == "img"
    assert [root[0].text, root[1].text] == ["Before & after", "Red <closes> a road."]
    assert _parsed(pictures.position(placed, [])).attrib["aria-hidden"] == "true"


def test_highlighted_neighbours_have_a_common_outline(pictures):
    placed = [Placed(DESIGNS["base/d"], 0, 0), Placed(DESIGNS["base/d"], 1, 0), Placed(DESIGNS["base/d"], 3, 0)]
    plain = _parsed(pictures.position(placed, []))
    marked = _parsed(pictures.position(placed, [], highlight=[(0, 0), (1, 0), (3, 0)]))
    outlines = [p.attrib["d"] for p in marked.findall(f"{SVG}path")]
    assert not plain.findall(f"{SVG}path")
    assert len(set(outlines)) == 1
    assert outlines[0].count("M") == 2
    assert pictures.position(placed, [], highlight={(3, 0), (1, 0)}) == pictures.position(placed, [], highlight={(1, 0), (3, 0)})


def test_an_empty_square_can_be_highlighted(pictures):
    root = _parsed(pictures.position([Placed(DESIGNS["base/d"], 0, 0)], [], highlight={(1, 0)}, margin=0))
    assert root.attrib["viewBox"] == "0 0 200 100"


def test_a_board_is_a_position_without_pieces(pictures):
    placed = [Placed(DESIGNS["base/d"], 0, 0), Placed(DESIGNS["dragon-and-fairy/b"], 1, 1, 1)]
    assert pictures.board(placed, size=64, title="x") == pictures.position(placed, [], size=64, title="x")


def test_the_bytes_do_not_depend_on_the_process():
    program = (
        "import sys; sys.path[:0] = [sys.argv[1], sys.argv[2]]\n"
        "from test_pictures_positions import *\n"
        "pieces = [PiecePlaced('meeple', 0, 0, 'red', ('city', 'N')), PiecePlaced('fairy', 0, 0, beside=0),\n"
        "          PiecePlaced('dragon', 1, 0, facing='W'), PiecePlaced('meeple', 0, 0, 'blue', (REST, 'SL'))]\n"
        "placed = [Placed(DESIGNS['base/d'], 0, 0), Placed(DESIGNS['base/c'], 1, 0)]\n"
        "drawing = Pictures(CATALOG.kinds, CATALOG.marks, [ART])\n"
        "sys.stdout.write(drawing.position(placed, pieces, highlight={(0, 0), (1, 0), (2, 2)}))"
    )
    drawn = {
        subprocess.run(
            [sys.executable, "-c", program, str(ROOT), str(Path(__file__).parent)],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(drawn) == 1
    text = drawn.pop().decode()
    assert not re.search(r"[Gg]radient|<filter|<image|<style|<script|\b(nan|inf|None)\b", text)
