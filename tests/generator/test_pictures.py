"""The pictures: the same bytes each time, small enough, unmistakable side by side, and open to the art of a pack."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from pydantic import ValidationError
from ruamel.yaml import YAML

from catalog.tiles import Design, TileFile
from catalog.vocabulary import FeatureKind, FeatureKindFile, Mark, MarkFile
from generator.pictures import Pictures, Placed

ROOT = Path(__file__).parents[2]
ART = ROOT / "site/art"
SVG = "{http://www.w3.org/2000/svg}"


def _yaml(path: str | Path) -> object:
    return YAML(typ="safe").load((ROOT / path).read_text(encoding="utf-8"))


KINDS = {k.id: k for k in FeatureKindFile.model_validate(_yaml("rules_data/vocabulary/feature-kinds.yaml")).feature_kinds}
MARKS = {m.id: m for m in MarkFile.model_validate(_yaml("rules_data/vocabulary/marks.yaml")).marks}
DESIGNS = {
    design.id: design
    for file in sorted((ROOT / "rules_data/expansions").glob("*/tiles.yaml"))
    for design in TileFile.model_validate(_yaml(file)).designs
}


def _parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)


@pytest.fixture(scope="module")
def pictures():
    return Pictures(KINDS, MARKS, [ART])


@pytest.mark.parametrize("name", DESIGNS)
def test_every_tile_is_sound_and_compact_in_both_sizes(pictures, name):
    large, small = pictures.tile(DESIGNS[name], size=600), pictures.tile(DESIGNS[name], size=64)
    assert _parsed(large).tag == _parsed(small).tag == f"{SVG}svg"
    assert len(large) < 15_000
    assert len(small) < 4_000
    assert not re.search(r"[Gg]radient|<filter|<image|<style|<script|\b(nan|inf|None)\b", large + small)
    assert not re.search(r"\d\.\d{3}", large + small), "coordinates are rounded"


def test_a_small_tile_drops_decor_and_keeps_walls_lines_and_marks(pictures):
    design = DESIGNS["base/s"]
    large, small = pictures.tile(design, size=600), pictures.tile(design, size=64)
    walls = [c.d for f in pictures.layout(design).features for c in f.curves]
    assert all(wall in small for wall in walls)
    ink = pictures.inks.colours
    assert ink["leaf"] in large
    assert ink["leaf"] not in small
    assert ink["roof-light"] not in small
    assert ink["water-dark"] in small or ink["ochre-light"] in small, "the shield"


def test_a_picture_without_a_size_has_detail_and_takes_the_width_it_is_given(pictures):
    root = _parsed(pictures.tile(DESIGNS["base/d"]))
    assert "width" not in root.attrib
    assert pictures.inks.colours["leaf"] in pictures.tile(DESIGNS["base/d"])


def test_a_picture_is_named_for_who_does_not_see_it(pictures):
    root = _parsed(pictures.tile(DESIGNS["base/d"], title="Tile <D> & co"))
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title") == "Tile <D> & co"


def test_the_bytes_do_not_depend_on_the_process():
    program = (
        "import sys; sys.path[:0] = [sys.argv[1], sys.argv[2]]\n"
        "from test_pictures import *\n"
        "sys.stdout.write(Pictures(KINDS, MARKS, [ART]).tile(DESIGNS['dragon-and-fairy/f']))"
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
    assert drawn == {Pictures(KINDS, MARKS, [ART]).tile(DESIGNS["dragon-and-fairy/f"]).encode()}


def test_many_pictures_on_one_page_do_not_share_an_id(pictures):
    page = "".join(pictures.tile(d, size=size) for d in DESIGNS.values() for size in (64, 200))
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_art_that_needs_an_id_gets_one_that_differs_between_pictures(tmp_path):
    marks = tmp_path / "marks"
    marks.mkdir()
    (marks / "village.svg.j2").write_text('<g id="{{ it.uid }}-v"/>')
    pack = Pictures(KINDS, MARKS, [tmp_path, ART])
    page = pack.tile(DESIGNS["base/x"]) + pack.tile(DESIGNS["base/w"]) + pack.tile(DESIGNS["base/x"], size=64)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(set(ids)) == len(ids) == 3


def test_the_art_of_a_pack_wins_over_ours(tmp_path):
    features = tmp_path / "features"
    features.mkdir()
    (features / "city.svg.j2").write_text(
        '{% macro body() %}<path class="mine" d="{{ it.d }}" fill="{{ ink.stone }}"/>{% endmacro %}'
    )
    (tmp_path / "inks.yaml").write_text('colours: {stone: "#010203"}\n')
    drawn = Pictures(KINDS, MARKS, [tmp_path, ART]).tile(DESIGNS["base/d"])
    assert 'class="mine"' in drawn
    assert "#010203" in drawn


def test_a_mark_without_art_is_drawn_as_its_initial(pictures):
    design = Design.model_validate({"id": "pack/a", "edges": "FFFF", "marks": ["wishing-well"]})
    known = Pictures(KINDS, {**MARKS, "wishing-well": Mark(id="wishing-well", name="old well", sort="symbol")}, [ART])
    assert ">O</text>" in known.tile(design)
    assert ">W</text>" in pictures.tile(design), "a mark that the vocabulary does not have is drawn too"


@pytest.mark.parametrize(("shape", "ports"), [("area", ["N", "E"]), ("line", ["N", "S"]), ("site", [])])
def test_a_kind_without_art_is_drawn_by_its_shape(shape, ports):
    kind = FeatureKind(id="canal", name="quay", shape=shape, edge="K" if ports else None)
    design = Design.model_validate({"id": "pack/b", "edges": "FFFF", "features": [{"canal": ports}]})
    with_it = Pictures({**KINDS, "canal": kind}, MARKS, [ART]).tile(design)
    empty = Pictures(KINDS, MARKS, [ART]).tile(Design.model_validate({"id": "pack/b", "edges": "FFFF"}))
    assert len(_parsed(with_it).findall(f".//{SVG}path")) > 2
    assert with_it != empty


@pytest.mark.parametrize("mark", MARKS)
def test_every_mark_of_the_vocabulary_has_art_of_its_own(mark):
    assert (ART / "marks" / f"{mark}.svg.j2").is_file()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_the_vocabulary_has_art_of_its_own(kind):
    assert (ART / "features" / f"{kind}.svg.j2").is_file()


def test_the_inks_name_only_what_the_vocabulary_has(pictures):
    assert set(pictures.inks.kinds) <= set(KINDS)
    assert set(pictures.inks.marks) <= set(MARKS)


def test_an_ink_that_is_misspelt_is_refused(tmp_path):
    (tmp_path / "inks.yaml").write_text("kinds: {city: {colour: red}}\n")
    with pytest.raises(ValidationError, match="colour"):
        Pictures(KINDS, MARKS, [tmp_path, ART])


def test_a_tile_of_two_squares_is_one_picture_and_turns_as_a_whole(pictures):
    design = DESIGNS["dragon-and-fairy/a"]
    views = [_parsed(pictures.tile(design, size=100, rotation=turn)).attrib for turn in range(4)]
    assert [(v["width"], v["height"]) for v in views] == [("200", "100"), ("100", "200")] * 2
    assert [v["viewBox"] for v in views] == ["0 0 200 100", "0 0 100 200", "-100 0 200 100", "0 -100 100 200"]


def test_symbols_stay_upright_on_a_turned_tile(pictures):
    turned = pictures.tile(DESIGNS["dragon-and-fairy/g"], rotation=1)
    assert "rotate(90 50 50)" in turned
    assert re.search(r"translate\([^)]*\) rotate\(-90\)", turned)


def test_a_board_holds_every_tile_in_its_place(pictures):
    board = _parsed(
        pictures.board(
            [Placed(DESIGNS["base/d"], 0, 0), Placed(DESIGNS["base/u"], -1, 0), Placed(DESIGNS["dragon-and-fairy/b"], 1, 1, 1)]
        )
    )
    places = [tuple(float(t.attrib[k]) for k in ("x", "y", "width", "height")) for t in board.findall(f"{SVG}svg")]
    assert places == [(0, 0, 100, 100), (-100, 0, 100, 100), (0, 100, 200, 100)]
    x, y, width, height = (float(v) for v in board.attrib["viewBox"].split())
    assert x <= -100
    assert y <= 0
    assert x + width >= 200
    assert y + height >= 200


def test_a_sheet_labels_each_tile_and_breaks_its_rows(pictures):
    items = [(DESIGNS["base/a"], "A & co"), (DESIGNS["dragon-and-fairy/a"], "double"), (DESIGNS["base/b"], "B")]
    sheet = _parsed(pictures.sheet(items, 2))
    assert [t.text for t in sheet.findall(f"{SVG}text")] == ["A & co", "double", "B"]
    tops = [float(t.attrib["y"]) for t in sheet.findall(f"{SVG}svg")]
    assert tops == sorted(tops)
    assert len(set(tops)) == 3


def test_the_overlay_tints_each_field_and_labels_its_half_edges(pictures):
    design = DESIGNS["base/x"]
    overlay = _parsed(pictures.overlay(design))
    labels = [t.text for t in overlay.iter(f"{SVG}text")]
    assert sorted(labels) == sorted(["1", "2", "3", "4", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"])
    assert len({p.attrib["fill"] for p in overlay.iter(f"{SVG}path") if "fill-opacity" in p.attrib}) == 4
