"""Reading long pages: what narrows them, what orders them, and the way back on a small phone."""

from __future__ import annotations

import re

import pytest

BOOK = "en/dragon-and-fairy/c3.1/"


def test_the_rules_of_a_box_are_narrowed_to_those_with_a_word(visit):
    page = visit(BOOK)
    everything = page.locator(".statement:visible").count()
    page.get_by_label("Show only rules with:").fill("double lake")
    left = page.locator(".statement:visible")
    assert 0 < left.count() < everything
    assert all("lake" in text.casefold() for text in left.all_text_contents())
    # No heading stands over nothing.
    assert page.evaluate(
        "[...document.querySelectorAll('.rules section')].every(s => !s.checkVisibility() || s.querySelector('.statement:not([hidden])'))"
    )
    page.get_by_label("Show only rules with:").fill("zeppelin")
    page.get_by_text("No rule of this page has these words.").wait_for()
    page.get_by_label("Show only rules with:").fill("")
    assert page.locator(".statement:visible").count() == everything


def test_what_other_boxes_rule_stands_under_their_names(site, loaded):
    text = (site / BOOK / "index.html").read_text(encoding="utf-8").partition('id="part_rulings"')[2]
    foreign = [
        loaded.catalog.box_of[name]
        for name in re.findall(r'<div class="statement" id="([^"]+)"', text)
        if loaded.catalog.box_of[name] != "dragon-and-fairy"
    ]
    headings = [re.sub("<[^>]+>", "", heading) for heading in re.findall("<h3>(.*?)</h3>", text)]
    assert headings == [loaded.catalog.boxes[box].name.replace("&", "&amp;") for box in dict.fromkeys(foreign)]
    assert headings


def test_a_ruling_on_many_places_names_the_other_one_once(site):
    text = (site / "en" / "elements" / "meeple" / "index.html").read_text(encoding="utf-8")
    several = re.findall(r"magic portal (<a class=\"tag\".*?)(?:;|</td>)", re.sub(r"\s+", " ", text))
    assert several
    assert all(len(re.findall(r'<a class="tag" href="[^"]+">(?:on: |anywhere|on a condition)', part)) > 1 for part in several)


@pytest.mark.parametrize("element", ["meeple", "magic-portal", "large-meeple"])
def test_the_page_of_a_thing_of_which_much_is_said_fits_a_phone(visit, element):
    page = visit(f"en/elements/{element}/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_way_to_a_page_deep_down_takes_one_line_on_a_phone(visit):
    page = visit(BOOK)
    assert page.locator(".trail li:visible").all_inner_texts() == ["Home", "Dragon & Fairy"]
    assert page.locator(".trail ol").bounding_box()["height"] < 60
    # What is left out is the name of the page itself, which stands below as its heading.
    assert page.locator("h1").inner_text().startswith("Dragon & Fairy")
