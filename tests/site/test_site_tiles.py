"""The catalogue of tiles, the finder, the choice of tiles on the home page, and the page of a tile."""

from __future__ import annotations

import json
import random
import re
from itertools import product

import pytest
from typer.testing import CliRunner

from bastide import entries
from bastide.cli import app
from catalog import holes
from engine import lay_table
from generator.pages.material import Material
from tests.site.access import violations_in_both_looks
from tests.site.checker import read
from tests.site.conftest import PACK
from tests.site.serving import PHONE, file_of

pytestmark = pytest.mark.long

DESK = {"width": 1280, "height": 900}
MIXED = "base@c2,river@c3,inns-and-cathedrals@c1,dragon-and-fairy@c3.1,tower@c2,meadow-fair@c3.1"

ANSWERS = """questions => questions.map(query => {
    history.replaceState(null, "", location.pathname + query);
    dispatchEvent(new PopStateEvent("popstate"));
    const rows = {};
    for (const tile of document.querySelectorAll("li.tile:not([hidden])")) {
        const row = rows[tile.dataset.design] ??= {count: 0, ways: tile.dataset.ways};
        row.count += parseInt(tile.querySelector(".count").textContent);
    }
    const {textContent} = document.querySelector(".count-line");
    return {rows, said: textContent, number: document.querySelector(".hole-middle b").textContent};
})"""


@pytest.fixture
def visit(browse, site):
    opened = []

    def visit(path, query="", **options):
        page = browse(file_of(site, f"{path}{query}"), **{"reduced_motion": "reduce", **options})
        page.set_default_timeout(8000)
        opened.append(page)
        return page

    yield visit
    assert [page.troubles for page in opened if page.troubles] == []


def shown(page):
    return page.eval_on_selector_all("li.tile:not([hidden])", "tiles => tiles.map(tile => tile.dataset.design)")


def status(page):
    return page.locator(".count-line").text_content()


# Without JavaScript


def test_every_design_of_every_box_is_there_without_javascript(visit, loaded):
    page = visit("en/tiles", java_script_enabled=False)
    assert sorted(set(shown(page))) == sorted(loaded.catalog.designs)
    assert not page.locator("#tile_finder").is_visible()
    boxes = page.locator(".tile-box")
    assert boxes.evaluate_all("all => all.map(one => one.dataset.box)") == [
        box for box in loaded.catalog.boxes if loaded.catalog.printings_of(box)
    ]
    page.get_by_role("link", name="The River").first.click()
    assert page.url.endswith("#tiles_river")
    tile = page.locator('[data-design="base/d"]')
    assert tile.locator(".letter-mark").text_content() == "D"
    assert tile.locator(".count").text_content() == "4 ×"
    assert tile.locator("img").get_attribute("loading") == "lazy"
    assert tile.locator("img").get_attribute("alt").startswith("Tile D: ")


def test_the_counts_of_editions_that_differ_are_a_range(visit):
    page = visit("en/tiles", java_script_enabled=False)
    plain, garden = page.locator('[data-design="base/e"]'), page.locator('[data-design="base/e-garden"]')
    assert plain.locator(".count").text_content() == "4–5 ×"
    assert garden.locator(".when").text_content() == "not in: First edition"


def test_edges_can_be_looked_up_by_hand(visit, loaded):
    page = visit("en/tiles", "#edges_CRFR", java_script_enabled=False)
    row = page.locator("li#edges_CRFR")
    assert row.locator("code").text_content() == "CRFR"
    hrefs = row.locator("a").evaluate_all("links => links.map(link => link.href)")
    assert [h.split("/tiles/")[1] for h in hrefs] == [f"{d}/index.html" for d in holes.alike(loaded.catalog)["CRFR"]]
    rows = page.locator(".by-edges > li[id]").evaluate_all("all => all.map(one => one.id)")
    assert rows == [f"edges_{edges}" for edges in holes.alike(loaded.catalog)]
    double = page.locator(".by-edges > li:not([id])").first
    assert double.locator('[role="img"]').evaluate_all("all => all.map(one => one.textContent)") == ["C·VC", "VFF·"]


# The finder


def test_the_finder_says_what_find_tile_says(visit, loaded):
    """Of every kind of hole: with and without open sides, tiles of two squares among them, boxes of different editions."""
    catalog = loaded.catalog
    letters = (*holes.letters(catalog), holes.ANY)
    patterns = ["".join(four) for four in product(letters, repeat=4)]
    asked = [
        *({p for p in patterns if holes.ANY not in p and "V" not in p}),
        *random.Random(6).sample(patterns, 120),
        *("VF??", "?FFV", "CV?C", "V??F", "C?VC", "VFF?", "????"),
    ]
    table = lay_table(catalog, MIXED)
    answers = visit("en/tiles").evaluate(ANSWERS, [f"?with={MIXED}&edges={pattern}" for pattern in asked])
    doubles = set()
    for pattern, answer in zip(asked, answers, strict=True):
        found = entries.fitting(catalog, table, pattern)
        assert {d: row["count"] for d, row in answer["rows"].items()} == {row["id"]: row["count"] for row in found.rows}, pattern
        assert answer["number"] == str(found.tiles), pattern
        for row in found.rows if pattern != "????" else ():
            ways = [tuple(map(int, way.split(":"))) for way in answer["rows"][row["id"]]["ways"].split()]
            assert sorted({degrees for _, degrees in ways}) == row["rotations"], (pattern, row)
            if "squares" in row:
                doubles.add(row["id"])
                names = [square.name for square in catalog.designs[row["id"]].squares]
                told = {(names.index(square["name"]), degrees) for square in row["squares"] for degrees in square["rotations"]}
                assert set(ways) == told, (pattern, row)
    assert len(doubles) == len([d for d in catalog.designs.values() if d.squares])


@pytest.mark.parametrize("pattern", ["CRFR", "c?rf", "VF??", "RRRR"])
def test_the_finder_says_what_the_command_says(visit, pattern):
    command = ["find-tile", pattern, "--with", MIXED, "--pack", str(PACK), "--format", "json"]
    said = json.loads(CliRunner().invoke(app, command).stdout)
    (answer,) = visit("en/tiles").evaluate(ANSWERS, [f"?with={MIXED}&edges={pattern}"])
    assert {d: row["count"] for d, row in answer["rows"].items()} == {row["id"]: row["count"] for row in said}


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_tapping_the_edges_of_a_hole(visit, loaded, viewport):
    page = visit("en/tiles", viewport=viewport, has_touch=True)
    page.locator('[name="edition"]').select_option("c1")
    north = page.get_by_role("button", name="Edge to the north")
    seen = []
    for _ in range(5):
        north.tap()
        seen.append(north.get_attribute("aria-label"))
    assert seen == [f"Edge to the north: {kind}" for kind in ("city", "road", "field", "river", "anything")]
    for side, taps in (("north", 1), ("east", 2), ("south", 3), ("west", 2)):
        for _ in range(taps):
            page.get_by_role("button", name=f"Edge to the {side}").tap()
    assert [button.inner_text().split() for button in page.locator(".beyond").all()] == [
        *(["C", "city"], ["R", "road"], ["F", "field"], ["R", "road"])
    ]
    assert page.locator(".beyond img:visible").count() == 4, "each shows a drawn strip"
    pictures = page.locator(".beyond img").evaluate_all("all => all.map(one => one.complete && one.naturalWidth > 0)")
    assert all(pictures)
    assert page.url.endswith("?edges=CRFR&edition=c1")
    found = entries.fitting(loaded.catalog, lay_table(loaded.catalog, None, "c1"), "CRFR")
    assert set(shown(page)) == {row["id"] for row in found.rows}
    assert status(page) == f"{len(found.rows)} designs, {found.tiles} tiles."
    page.get_by_role("button", name="Empty the hole").tap()
    assert page.url.endswith("index.html?edition=c1")


def test_each_kind_with_a_letter_has_a_strip_of_its_own(site, loaded):
    strips = {path.name: path.read_text(encoding="utf-8") for path in (site / "pictures").glob("edge-*.svg")}
    assert set(strips) == {f"edge-{kind.id}.svg" for kind in loaded.catalog.kinds.values() if kind.edge}
    assert len(set(strips.values())) == len(strips)
    assert all('viewBox="0 58 100 42"' in strip for strip in strips.values())


def test_the_edges_can_be_set_from_the_keyboard(visit):
    page = visit("en/tiles")
    west = page.get_by_role("button", name="Edge to the west")
    west.focus()
    page.keyboard.press("r")
    assert west.get_attribute("aria-label") == "Edge to the west: road"
    page.keyboard.press("ArrowUp")
    assert west.get_attribute("aria-label") == "Edge to the west: city"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert west.get_attribute("aria-label") == "Edge to the west: field"
    page.keyboard.press("x")
    assert page.url.endswith("?edges=???F")


def test_a_tile_is_drawn_as_it_lies_in_the_hole(visit):
    page = visit("en/tiles", "?edges=RFRC&box=base&edition=c3.1")
    tile = page.locator('[data-design="base/d"]')
    assert tile.locator(".ways").text_content() == "turned by 270°"
    assert tile.locator("a .lying").evaluate("lying => getComputedStyle(lying).rotate") == "270deg"
    page = visit("en/tiles", "?edges=RFRF&box=base&edition=c3.1")
    tile = page.locator('[data-design="base/u"]')
    assert tile.locator(".ways").text_content() == "turned by 90° or turned by 270°"
    assert tile.locator(".others .lying").count() == 1
    assert page.locator('[data-design="base/x"]').is_hidden()
    page = visit("en/tiles", "?edges=RRRR&box=base&edition=c3.1")
    assert page.locator('[data-design="base/x"] .ways').text_content() == "any way round"


def test_of_a_tile_of_two_squares_the_one_in_the_hole_has_a_frame(visit):
    page = visit("en/tiles", "?edges=VF??&edition=c3.1&box=dragon-and-fairy")
    tile = page.locator('[data-design="dragon-and-fairy/b"]')
    picture, frame = tile.locator("a img").bounding_box(), tile.locator("a .there").bounding_box()
    assert (round(picture["width"]), round(picture["height"])) == (192, 96), "it lies on its side"
    assert (round(frame["width"]), round(frame["height"])) == (96, 96)
    assert round(frame["x"]) == round(picture["x"] + 96), "its upper square lies in the hole, the lower one west of it"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert "The square in the frame lies in the hole." in tile.text_content()


def test_two_faces_of_a_tile_are_one_tile(visit):
    page = visit("en/tiles", "?edition=c3.1&box=dragon-and-fairy")
    assert status(page) == "29 designs, 28 tiles."


# The filters


def test_filters_combine(visit, loaded):
    catalog = loaded.catalog
    material = Material(catalog, ())
    page = visit("en/tiles", viewport=DESK)
    page.locator('[name="edition"]').select_option("c2")
    page.get_by_role("checkbox", name="Inns & Cathedrals").check()
    page.get_by_role("checkbox", name="The Tower").check()
    page.get_by_role("checkbox", name="road").check()
    page.get_by_role("checkbox", name="city").check()
    wanted = {
        d.id
        for box in ("inns-and-cathedrals", "tower")
        for p in catalog.printings_of(box, "c2")
        if {"road", "city"} <= set(material.kinds_of(d := catalog.designs[p.design]))
    }
    assert set(shown(page)) == wanted
    assert page.url.endswith("?edition=c2&box=inns-and-cathedrals,tower&feature=road,city")
    page.locator('[name="mark"]').select_option("inn")
    assert set(shown(page)) == {d for d in wanted if "inn" in material.marks_of(catalog.designs[d])} != set()
    page.locator('[name="text"]').fill("zzz")
    assert (status(page), shown(page)) == ("No tile is all that.", [])
    assert not page.locator(".tile-box:visible").count()
    page.get_by_role("button", name="Show all tiles").click()
    assert len(set(shown(page))) == len(catalog.designs)
    assert page.url.endswith("index.html")
    assert page.locator("input:checked").count() == 0
    assert page.locator('[name="text"]').input_value() == ""


def test_the_address_holds_what_is_chosen(visit, loaded):
    page = visit("en/tiles", "?edition=c3.1&mark=inn", viewport=DESK)
    inns = {d for d in loaded.catalog.designs if "inn" in Material(loaded.catalog, ()).marks_of(loaded.catalog.designs[d])}
    printed = {p.design for p in loaded.catalog.printings if "c3.1" in p.counts}
    assert set(shown(page)) == inns & printed
    assert page.locator('[name="edition"]').input_value() == "c3.1"
    assert re.fullmatch(r"\d+ designs, \d+ tiles\.", status(page))


def test_the_back_button_takes_one_choice_back(visit):
    page = visit("en/tiles", viewport=DESK)
    page.locator('[name="edition"]').select_option("c1")
    for _ in range(3):
        page.get_by_role("button", name="Edge to the north").click()
    page.locator('[name="text"]').press_sequentially("tower")
    assert page.url.endswith("?edges=F???&edition=c1&text=tower")
    page.go_back()
    assert page.url.endswith("?edges=F???&edition=c1")
    assert page.locator('[name="text"]').input_value() == ""
    page.go_back()
    assert page.url.endswith("index.html?edition=c1"), "taps on one edge are one step"
    assert page.get_by_role("button", name="Edge to the north: anything").is_visible()
    page.go_back()
    assert page.locator('[name="edition"]').input_value() == ""
    page.go_forward()
    assert page.locator('[name="edition"]').input_value() == "c1"


def test_words_are_found_without_accents_and_case(visit):
    page = visit("cs/tiles", viewport=DESK)
    page.locator('[name="text"]').fill("MAGICKY portal")
    assert set(shown(page)) == set(shown(visit("cs/tiles", "?mark=magic-portal"))) != set()


def test_without_an_edition_no_tiles_are_counted(visit, loaded):
    page = visit("en/tiles")
    assert status(page) == f"{len(loaded.catalog.designs)} designs. Choose an edition to count the tiles."
    assert status(visit("en/tiles", "?box=base@c1")) == "24 designs, 72 tiles."
    assert "Second edition" in visit("en/tiles", "?box=base@c2").locator(".chosen").text_content()


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("?edges=CRF", "CRF"),
        ("?edges=CRFX", "CRFX"),
        ("?edition=c9", "c9"),
        ("?mark=nonsense", "nonsense"),
        ("?box=nonsense,base@c9", "nonsense, base@c9"),
        ("?feature=%3Cimg%20src%3Dx%3E", "<img src=x>"),
        ("?mark=__proto__&edition=constructor", "constructor, __proto__"),
    ],
)
def test_what_an_address_asks_for_and_is_not_here_is_said(visit, loaded, query, asked):
    page = visit("en/tiles", query)
    assert status(page).startswith(f"The address asks for what is not here: {asked}. ")
    assert len(set(shown(page))) == len(loaded.catalog.designs)
    page.locator('[name="edition"]').select_option("c1")
    assert "not here" not in status(page)


def test_nothing_that_fits_is_said_in_words(visit):
    assert status(visit("en/tiles", "?edges=VVVV")) == "No tile fits this hole."
    assert status(visit("en/tiles", "?edges=CRFR&mark=magic-portal")) == "No tile that is chosen here fits this hole."


@pytest.mark.parametrize("query", ["?edges=VF?C&edition=c3.1&feature=city", "?edges=VF??&box=dragon-and-fairy"])
def test_the_finder_is_accessible_in_use(visit, query):
    page = visit("en/tiles", query)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations_in_both_looks(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_is_tapped_is_large_enough(visit):
    page = visit("en/tiles", "?edges=CR??&edition=c3.1")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    small = """[...document.querySelectorAll('.finder button, .finder select, .finder [type=search], .finder label')]
        .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 44).map(e => e.outerHTML)"""
    assert page.evaluate(small) == []


# The home page


def test_a_first_look_on_a_phone_says_what_this_is_and_where_to_tap(visit):
    page = visit("en")
    fold = "e => { const {bottom} = e.getBoundingClientRect(); return bottom > 0 && bottom < innerHeight; }"
    for part in (page.locator("h1"), page.locator(".lead"), *page.locator(".starts a").all()):
        assert part.evaluate(fold)
    assert page.locator(".starts a").count() == 4


def test_the_chooser_leads_to_my_game_and_is_remembered(visit, loaded):
    page = visit("en")
    assert page.locator(".look").evaluate_all("all => all.map(one => one.dataset.edition)") == list(loaded.catalog.editions)
    assert page.locator(".yours:visible").count() == 0
    page.evaluate("addEventListener('click', event => event.preventDefault())")
    second = page.locator('[data-edition="c2"]')
    assert second.get_by_role("link", name="Second edition", exact=True).get_attribute("href") == "my-game/index.html?edition=c2"
    second.scroll_into_view_if_needed()
    box = second.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.evaluate("localStorage.getItem('bastide-edition')") == "c2"
    page.reload()
    assert page.locator(".yours:visible").count() == 1
    assert second.locator(".yours").is_visible()
    page.get_by_role("link", name="Find a tile").click()
    assert page.url.endswith("/tiles/index.html?edition=c2")
    assert page.locator('[name="edition"]').input_value() == "c2"


def test_a_strange_remembered_edition_is_none(visit):
    page = visit("en")
    page.evaluate("localStorage.setItem('bastide-edition', 'c9\"]')")
    page.reload()
    assert page.locator(".yours:visible").count() == 0
    assert page.get_by_role("link", name="Find a tile").get_attribute("href").endswith("/en/tiles/index.html")


def test_without_javascript_the_chooser_leads_to_rules(visit):
    page = visit("en", java_script_enabled=False)
    page.get_by_role("link", name="First edition", exact=True).first.click()
    assert page.url.endswith("/en/base/c1/index.html")


def test_the_years_of_an_edition_are_said(site):
    text = (site / "en" / "index.html").read_text(encoding="utf-8")
    assert "2000 to 2016" in text
    assert "since 2024" in text


def test_an_edition_is_told_by_tiles_that_few_others_have(loaded):
    material = Material(loaded.catalog, ())
    for edition in loaded.catalog.editions:
        found = material.telltales(edition, 5)
        assert len(found) == 5
        assert all(edition in material.published[design.id] for design in found)
        assert not any(design.squares for design in found)
    assert all("garden" not in material.kinds_of(design) for design in material.telltales("c1", 5))
    assert any("garden" in material.kinds_of(design) for design in material.telltales("c2", 5))


def test_boxes_are_grouped_by_sort(site, loaded):
    text = (site / "en" / "index.html").read_text(encoding="utf-8")
    order = [text.index(f'id="boxes_{sort}"') for sort in dict.fromkeys(box.sort for box in loaded.catalog.boxes.values())]
    assert order == sorted(order)
    assert len(order) > 2


def test_a_box_without_tiles_shows_a_figure(visit, loaded):
    page = visit("en", viewport=DESK)
    figures = page.locator(".card > .figure")
    without = [
        b
        for b, box in loaded.catalog.boxes.items()
        if set(box.brings) & set(loaded.catalog.figures) and not loaded.catalog.printings_of(b)
    ]
    assert figures.count() == len(without) > 5
    figures.last.scroll_into_view_if_needed()
    assert figures.last.evaluate("async image => { await image.decode(); return image.naturalWidth > 0; }")


# The page of a tile


def test_the_page_of_a_tile_is_small(site):
    for page in (site / "en" / "tiles").rglob("index.html"):
        if page.parent.name != "tiles":
            assert page.stat().st_size < 60_000, page


def test_the_page_of_a_tile_leads_to_those_with_the_same_edges(site, loaded):
    text = (site / "en" / "tiles" / "base" / "d" / "index.html").read_text(encoding="utf-8")
    part = text.split('id="same_edges"')[1].split("</p>")[0]
    others = [d for d in holes.alike(loaded.catalog)["CRFR"] if d != "base/d"]
    assert re.findall(r'href="([^"]+)"', part) == [
        ("../../" if d.partition("/")[0] != "base" else "../")
        + (d if d.partition("/")[0] != "base" else d.partition("/")[2])
        + "/index.html"
        for d in others
    ]
    assert 'href="../../index.html#edges_CRFR"' in text
    assert "same_edges" not in read(site / "en" / "tiles" / "dragon-and-fairy" / "a" / "index.html").ids


def test_one_can_leaf_through_the_tiles_of_a_box(visit):
    page = visit("en/tiles/river/b")
    page.get_by_role("link", name="Next: C").click()
    assert page.url.endswith("/tiles/river/c/index.html")
    page.get_by_role("link", name="Before: B").click()
    assert page.url.endswith("/tiles/river/b/index.html")
    assert visit("en/tiles/base/a").locator('a[rel="prev"]').count() == 0


def test_the_page_of_a_tile_tells_the_rules_of_its_symbols(site, loaded):
    text = (site / "en" / "tiles" / "inns-and-cathedrals" / "k" / "index.html").read_text(encoding="utf-8")
    part = text.split('id="its_rules"')[1]
    statements = list(Material(loaded.catalog, ()).mentions["cathedral"])
    assert statements[0] in part
    assert f">{len(statements) - 8} more</a>" in part
    assert "its_rules" not in read(site / "en" / "tiles" / "base" / "d" / "index.html").ids


def test_what_is_noted_of_a_printing_is_said_once(site):
    text = (site / "en" / "tiles" / "inns-and-cathedrals" / "k" / "index.html").read_text(encoding="utf-8")
    assert text.count("also told apart as Ka and Kb") == 1
