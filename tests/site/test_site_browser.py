"""The site in a browser: on a small phone, in the dark, without JavaScript, and for those who do not see it."""

from __future__ import annotations

import pytest

from tests.site.conftest import PAGES


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_small_phone_and_makes_no_noise(visit, path):
    page = visit(f"cs/{path}")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # What can be ticked is touched by its label.
    small = """[...document.querySelectorAll('header a, summary, nav a, .editions a, footer a, input:not([type=radio], [type=checkbox])')]
        .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 40).map(e => e.textContent)"""
    assert page.evaluate(small) == []
    assert page.troubles == []


def test_the_dark_page_is_blue_grey_and_not_black(visit):
    shade = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    red, green, blue = visit("en/", color_scheme="dark").evaluate(shade)
    assert red < green < blue < 80
    assert red > 15


def test_statements_are_there_without_javascript(visit):
    page = visit("en/dragon-and-fairy/c3.1", java_script_enabled=False)
    assert page.locator(".statement .text").first.is_visible()
    page.locator(".statement .formal:has(> div) > summary").first.click()
    assert page.locator(".statement .formal > div").first.is_visible()
    assert page.locator("main input").count() == 0


def test_an_anchor_lands_on_its_statement(visit, loaded):
    statement = loaded.catalog.statements_of("dragon-and-fairy", "c3.1")[-1]
    page = visit(f"en/dragon-and-fairy/c3.1#{statement.id}")
    seen = "id => { const {top} = document.getElementById(id).getBoundingClientRect(); return top >= 0 && top < innerHeight; }"
    page.wait_for_function(seen, arg=statement.id)
    assert page.locator(":target").get_attribute("id") == statement.id


def test_the_filter_of_the_tile_sheet_shows_what_has_the_word(visit):
    page = visit("en/dragon-and-fairy/c3.1/tiles")
    page.get_by_label("Show only tiles with").fill("portal")
    shown = page.locator(".sheet > li:visible")
    assert 0 < shown.count() < page.locator(".sheet > li").count()
    assert all("portal" in text for text in shown.all_text_contents())
    page.get_by_label("Show only tiles with").fill("zzz")
    assert page.get_by_role("status").is_visible()


def test_the_keyboard_reaches_the_content_first(visit):
    page = visit("en/glossary")
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    assert focused.get_attribute("href") == "#main_content"
    assert focused.bounding_box()["x"] >= 0


def test_the_language_can_be_changed_on_the_spot(visit):
    page = visit("en/tiles/meadow-fair/a")
    page.locator(".languages summary").click()
    page.get_by_role("link", name="čeština").click()
    assert page.url.endswith("/cs/tiles/meadow-fair/a/index.html")


def test_paper_gets_neither_menus_nor_closed_readings(visit):
    page = visit("en/dragon-and-fairy/c3.1")
    page.emulate_media(media="print")
    assert not page.locator("header.top").is_visible()
    assert not page.locator(".formal:not([open])").first.is_visible()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
