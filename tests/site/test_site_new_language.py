"""A language is added with a folder and an entry: one that is written from right to left, and two that have six forms for numbers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from bastide.drawing import pictures
from catalog.text import numbers, placeholders
from engine import lay_table
from generator.i18n import interface_messages, languages
from generator.rulebook import rulebook
from generator.site import build
from tests.site.invented import forms_of, invent, invented
from tests.site.serving import PHONE, file_of, serving
from tests.site.small import small

GAME = small()
TAGS = ("ar", "cy")
COUNTED = next(s for s in GAME.statements.values() if placeholders(s.text))
LINKED = next(s for s in GAME.statements.values() if "](" in s.text)
DESIGN = next(iter(GAME.designs))
PAGES = (
    "",
    "base/",
    "base/c3.1/",
    "base/c3.1/tiles/",
    f"statements/{LINKED.id}/",
    "elements/meeple/",
    "tiles/",
    f"tiles/{DESIGN}/",
    "rulings/",
    "matrix/",
    "matrix/c3.1/",
    "glossary/",
    "sources/",
    "status/",
    "my-game/",
    "search/",
    "changes/",
    "new/",
)


@pytest.fixture(scope="module")
def spoken(tmp_path_factory):
    catalog = replace(GAME, root=tmp_path_factory.mktemp("data"))
    for tag in TAGS:
        invent(catalog, tag)
    return languages(catalog, interface=interface_messages()[0])


@pytest.fixture(scope="module")
def built(tmp_path_factory, spoken):
    out = tmp_path_factory.mktemp("languages") / "site"
    catalog = spoken.by_tag["en"].catalog
    build(catalog, spoken, out, base_url="https://example.org", processes=1)
    return out


def _page(built, tag, path):
    return (built / tag / path / "index.html").read_text(encoding="utf-8")


def test_what_was_added_is_whole_and_has_no_errors(spoken):
    assert list(spoken.by_tag) == ["en", *TAGS]
    assert [f for f in spoken.findings if f.severity == "error"] == []
    for tag in TAGS:
        status = spoken.by_tag[tag].status
        assert (status.translated, status.fuzzy) == (status.total, 0)


@pytest.mark.parametrize("tag", TAGS)
def test_a_count_takes_each_of_six_forms(spoken, tag):
    numbers = {"ar": (0, 1, 2, 3, 11, 100), "cy": (0, 1, 2, 3, 6, 5)}[tag]
    language = spoken.by_tag[tag]
    said = [language.ngettext("%(num)s tile", "%(num)s tiles", n) for n in numbers]
    assert said == [f"{invented('%(num)s tiles', tag)} {form}" for form in forms_of(tag)]
    assert len(set(said)) == 6


@pytest.mark.parametrize("tag", TAGS)
def test_a_word_in_a_text_takes_the_form_of_its_number(built, spoken, tag):
    number = numbers(COUNTED, GAME)[placeholders(COUNTED.text)[0].name]
    form = {"ar": {1: 1, 2: 2}, "cy": {1: 1, 2: 2, 3: 3, 6: 4}}[tag].get(number)
    head = re.search(r"<h1.*?</h1>", _page(built, tag, f"statements/{COUNTED.id}"), re.DOTALL).group()
    forms = forms_of(tag)
    assert "|" not in head
    assert spoken.by_tag[tag].text(f"statement/{COUNTED.id}", COUNTED.text).state == "translated"
    assert re.sub(r"<[^>]*>", "", head).rstrip().endswith(forms[form] if form is not None else tuple(forms))


@pytest.mark.parametrize("path", PAGES)
def test_each_page_says_its_language_its_direction_and_the_others(built, path):
    for tag in ("en", *TAGS):
        page = _page(built, tag, path)
        assert (
            re.search(r"<html [^>]*>", page)
            .group()
            .startswith(f'<html lang="{tag}"' + (' dir="rtl"' if tag == "ar" else " data-kind"))
        )
        links = dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', page))
        assert links == {
            **{t: f"https://example.org/{t}/{path}" for t in ("en", *TAGS)},
            "x-default": f"https://example.org/en/{path}",
        }


@pytest.mark.parametrize("tag", TAGS)
def test_no_page_is_half_english(built, tag):
    head = re.search(r"<h1.*?</h1>", _page(built, tag, f"statements/{LINKED.id}"), re.DOTALL).group()
    assert invented(LINKED.text.split("[")[0].split()[0], tag) in head
    for path in PAGES:
        page = _page(built, tag, path)
        assert 'class="badge"' not in page
        assert 'class="share"' not in page


@pytest.mark.parametrize("tag", TAGS)
def test_the_search_finds_the_words_of_the_language(built, browse, tag):
    with serving(built) as root:
        page = browse(f"{root}{tag}/search/?q={invented('meeple', tag)}")
        expect(page.locator("#search_results li a").first).to_have_text(re.compile(invented("meeple", tag), re.IGNORECASE))
        assert page.troubles == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_from_right_to_left_fits_a_phone(built, browse, path):
    page = browse(file_of(built, f"ar/{path}"))
    width, left, right = page.evaluate(
        """() => {
          const boxes = [...document.querySelectorAll("body *")].filter((e) => !e.closest(".scroll, .unseen, [hidden], svg, .skip"))
            .map((e) => e.getBoundingClientRect()).filter((r) => r.width && r.height);
          return [document.documentElement.scrollWidth, Math.min(...boxes.map((r) => r.left)), Math.max(...boxes.map((r) => r.right))];
        }"""
    )
    assert width == PHONE["width"]
    assert left >= -1
    assert right <= PHONE["width"] + 1
    assert page.troubles == []


def test_a_page_from_right_to_left_is_mirrored(built, browse):
    def place(page, selector):
        box = page.locator(selector).first.bounding_box()
        return box["x"] + box["width"] / 2

    rtl, ltr = (browse(file_of(built, f"{tag}/statements/{LINKED.id}/")) for tag in ("ar", "en"))
    for selector in (".brand", ".languages", ".trail li"):
        assert place(rtl, selector) == pytest.approx(PHONE["width"] - place(ltr, selector), abs=60), selector
    assert rtl.locator("h1").evaluate("e => getComputedStyle(e).direction") == "rtl"


def test_east_is_on_the_right_in_every_language(built, browse):
    for tag in ("ar", "en"):
        page = browse(file_of(built, f"{tag}/tiles/"))
        west, east = (page.locator(f".beyond-{side}").bounding_box()["x"] for side in "we")
        assert west < east, tag
        plain = browse(file_of(built, f"{tag}/tiles/"), java_script_enabled=False)
        _, east, _, west = (letter.bounding_box()["x"] for letter in plain.locator(".around").first.locator("span").all())
        assert west < east, tag


def test_a_bar_grows_from_where_the_lines_begin(built, browse):
    grown = {
        tag: browse(file_of(built, f"{tag}/status/"))
        .locator(".coverage .bar, .bar")
        .first.evaluate("""e => new DOMMatrix(getComputedStyle(e).transform).a""")
        for tag in ("ar", "en")
    }
    assert grown == {"ar": -1, "en": 1}


def test_the_one_book_of_a_table_is_mirrored_and_fits_a_phone(tmp_path, spoken, browse):
    language = spoken.by_tag["ar"]
    book = rulebook(lay_table(language.catalog, "base", "c3.1"), language, pictures(language.catalog))
    (tmp_path / "index.html").write_text(book, encoding="utf-8")
    page = browse((tmp_path / "index.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.evaluate("document.documentElement.dir") == "rtl"
    style = "e => ((s) => [s.paddingRight, s.paddingLeft])(getComputedStyle(e))"
    right, left = page.locator(".sources").first.evaluate(style)
    assert (right != "0px", left) == (True, "0px")
