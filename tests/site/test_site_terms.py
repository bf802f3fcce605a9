"""What glossaries know beside names: gender, cases, the words and titles of printed rules, on pages, in My game and in the search."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from playwright.sync_api import expect

from catalog.paths import site_data
from generator import addresses, search
from generator.i18n.glossary import Printed
from generator.pages import boxes, elements, tables
from generator.pages.material import Material
from generator.pages.scribe import Scribe
from generator.reading import Readings
from generator.typesetting import Typesetter

WITH_CASES = ("cs", "de", "sk")
FCZ, WIKI = "fancloisterzone-names", "wikicarpedia-dragon-and-fairy-cs"


@pytest.fixture(scope="module")
def html(loaded, spoken):
    """Return a function that sets a page, given by its address without a slash at the end, as the site has it."""
    known = {leaf.path: leaf for module in (elements, boxes, tables) for leaf in module.leaves(loaded.catalog)}

    @cache
    def setter(tag):
        return Typesetter(Material(loaded.catalog, list(spoken.by_tag.values())), spoken.by_tag[tag], site_data())

    @cache
    def html(path):
        tag, _, page = path.partition("/")
        return setter(tag).set(known[f"{page}/"])

    return html


def words(text):
    """Return the text of a piece of HTML, with single spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


@pytest.fixture
def scribe(loaded, spoken):
    """Return a function that gives a scribe of a language; ``changed`` are other fields of that language."""

    def scribe(tag="cs", path="", **changed):
        language = replace(spoken.by_tag[tag], **changed)
        return Scribe(
            Material(loaded.catalog, [language]), language, Readings(loaded.catalog, language, site_data() / "readings"), path
        )

    return scribe


def printed(word, *editions, publisher=None, source=FCZ):
    return Printed(word=word, editions=editions, publisher=publisher, source=source)


# The page of an element, and the glossary


@pytest.mark.parametrize("tag", WITH_CASES)
def test_an_element_has_a_table_of_its_forms(html, spoken, tag):
    language = spoken.by_tag[tag]
    term = language.terms["dragon"]
    table = html(f"{tag}/elements/dragon").partition('<table class="inflected">')[2].partition("</table>")[0]
    rows = re.findall(r'<tr><th scope="row">[^<]+</th><td>([^<]+)</td><td>([^<]+)</td></tr>', table)
    assert rows == [(term.name, term.plural), *(tuple(term.cases[case]) for case in language.cases[1:])]
    assert len(rows) == len(language.cases)


@pytest.mark.parametrize("path", ["en/elements/dragon", "nl/elements/dragon", "cs/elements/remove", "cs/elements/fair"])
def test_where_a_glossary_has_no_cases_there_is_no_table(html, path):
    assert "inflected" not in html(path)


def test_what_the_interface_has_no_word_for_is_called_as_the_glossary_calls_it(loaded, spoken):
    czech = spoken.by_tag["cs"]
    odd = czech.terms["dragon"].model_copy(update={"gender": "solar", "plural": None, "cases": {"ergative": ("drakz",)}})
    language = replace(czech, cases=("absolutive", "ergative", "allative"), terms={"dragon": odd})
    leaf = next(leaf for leaf in elements.leaves(loaded.catalog) if leaf.path == addresses.element_page("dragon"))
    page = Typesetter(Material(loaded.catalog, [language]), language, site_data()).set(leaf)
    assert "<dd>solar</dd>" in page
    table = page.partition("<tbody>")[2].partition("</tbody>")[0]
    assert words(table) == "absolutive drak ergative drakz"


def test_words_of_printed_rules_name_editions_publisher_and_source(html):
    names = html("cs/elements/magic-portal").partition('<dl class="names">')[2].partition("</dl>")[0]
    older = re.search(r"<dd>tajná chodba (.*?)</dd>", names)[1]
    newer = re.search(r"<dd>magický portál (.*?)</dd>", names)[1]
    assert words(older).startswith("První edice, Druhá edice · ")
    assert f'href="../../sources/{FCZ}/index.html"' in older
    assert " · Mindok · " in words(newer)
    assert f'href="../../sources/{WIKI}/index.html"' in newer


def test_a_word_of_printed_rules_is_not_told_twice(html):
    english = html("en/elements/highwayman").partition('<dl class="names">')[2].partition("</dl>")[0]
    assert words(english).count("thief") == 1
    assert "First edition" in english
    assert (
        words(html("sk/elements/magic-portal").partition('<dl class="names">')[2].partition("</dl>")[0]).count("tajná chodba")
        == 1
    )


def test_the_glossary_tells_gender_and_printed_words_in_short(html, spoken):
    entry = html("cs/glossary").partition('<li id="magic-portal">')[2].partition("</li>")[0]
    assert entry.count("tajná chodba") == 1
    # What is printed as we have it needs no word.
    assert entry.count("<p>") == 3
    assert html("cs/glossary").partition('<li id="dragon">')[2].partition("</li>")[0].count("<p>") == 1
    english = spoken.by_tag["cs"].gettext("masculine inanimate")
    assert english in entry


# Titles


def test_the_page_of_a_box_lists_its_titles(html, spoken):
    for tag, language in spoken.by_tag.items():
        for box, titles in language.titles.items():
            page = html(f"{tag}/{box}")
            listed = page.partition('id="the_titles"')[2].partition("</ul>")[0]
            assert [words(one.word.replace("&", "&amp;")) for one in titles] == [
                words(found) for found in re.findall(r"<li>(.*?) <span", listed)
            ]
            assert all(f"sources/{one.source}/index.html" in listed for one in titles)
    assert 'id="the_titles"' not in html("en/tower")


def test_a_box_has_its_title_in_the_editions_that_had_it(scribe):
    titles = {"tower": (printed("Věžička", "c1"), printed("Věžisko", "c1"), printed("Věž a drak"))}
    some = scribe(titles=titles)
    assert [some.box_name("tower", edition).text for edition in ("c1", "c2", None)] == ["Věžička", "Věž a drak", "Věž"]
    assert some.box_name("tower", "c1").lang == ""
    assert scribe(titles={}).box_name("tower", "c1").text == "Věž"


def test_a_name_of_the_data_goes_before_a_title_and_a_title_before_english(loaded, scribe):
    entry = loaded.catalog.boxes["tower"]
    named = entry.model_copy(
        update={"editions": {**entry.editions, "c1": entry.editions["c1"].model_copy(update={"name": "Old Tower"})}}
    )
    titles = {"tower": (printed("Věžička"),)}
    some = scribe(titles=titles, entries={})
    some.catalog = replace(loaded.catalog, boxes={**loaded.catalog.boxes, "tower": named})
    assert some.box_name("tower", "c1").text == "Old Tower"
    assert (some.box_name("tower", "c2").text, some.box_name("tower", "c2").lang) == ("Věžička", "")
    assert (some.box_name("tower").text, some.box_name("tower").lang) == ("The Tower", "en")


def test_the_name_with_its_spaces_is_no_other_title(scribe):
    some = scribe(titles={"bridges-castles-and-bazaars": (printed("Mosty a hrady", "c1"),)})
    assert some.box_name("bridges-castles-and-bazaars", "c1") == some.box_name("bridges-castles-and-bazaars")
    told = [view.box.text for view in boxes.editions(scribe("sk"), "princess-and-dragon")]
    assert set(told) == {scribe("sk").box_name("princess-and-dragon").text}


def test_pages_of_an_edition_have_its_title(html, spoken):
    german = spoken.by_tag["de"]
    title = german.title_of("princess-and-dragon", "c1")
    assert title != german.text("box/princess-and-dragon/name", "The Princess & the Dragon").text
    for path in ("princess-and-dragon/c1", "princess-and-dragon/c1/tiles"):
        assert title in words(html(f"de/{path}").partition("<h1")[2].partition("</h1>")[0])
    assert title in html("de/my-game/princess-and-dragon-c2")
    assert tables._names(scribe_of(german))["boxes"]["princess-and-dragon"] == {"c1": title, "c2": title}


def scribe_of(language):
    return Scribe(
        Material(language.catalog, [language]), language, Readings(language.catalog, language, site_data() / "readings"), ""
    )


# Words of an edition


@pytest.mark.parametrize(
    ("path", "word", "ours"),
    [
        ("cs/princess-and-dragon/c1", "tajná chodba", "magic-portal"),
        ("sk/princess-and-dragon/c2", "tajná chodba", "magic-portal"),
        ("de/princess-and-dragon/c1", "Zaubergang", "magic-portal"),
        ("en/base/c1", "cloister", "monastery"),
        ("cs/my-game/princess-and-dragon-c2", "tajná chodba", "magic-portal"),
    ],
)
def test_rules_of_an_edition_tell_its_other_words(html, path, word, ours):
    (line,) = re.findall(r'<p class="note other-words">.*?</p>', html(path))
    assert f"<i>{word}</i>" in line
    assert f"elements/{ours}/index.html" in line


@pytest.mark.parametrize(
    "path", ["cs/dragon-and-fairy/c3.1", "cs/base/c1", "en/base/c2", "nl/princess-and-dragon/c1", "cs/my-game/base-c1"]
)
def test_where_all_words_are_ours_nothing_is_said(html, path):
    assert "other-words" not in html(path)


def test_one_name_is_told_once(scribe):
    english = scribe("en")
    told = boxes.rulebook(english, "base", "c1").content["other_words"]
    assert len({(one.word, str(one.ours).partition(">")[2]) for one in told}) == len(told)


@pytest.mark.parametrize(
    ("table", "word"), [("edition=c2&with=base,princess-and-dragon", "tajná chodba"), ("edition=c2&with=base,tower", None)]
)
def test_my_game_tells_the_words_of_its_editions(browse, served, html, table, word):
    page = browse(f"{served}cs/my-game/index.html?{table}")
    expect(page.locator("#parts .rule").first).to_be_attached()
    line = page.locator("#other_words")
    if word is None:
        expect(line).to_be_hidden()
    else:
        expect(line).to_be_visible()
        expect(line.locator("i")).to_have_text([word])
        ready = html("cs/my-game/princess-and-dragon-c2").partition('<p class="note other-words">')[2].partition("</p>")[0]
        assert line.inner_text().replace("\u00a0", " ") == words(ready).replace(" )", ")").replace("\u00a0", " ")
        assert line.locator("a").get_attribute("href").endswith("elements/magic-portal/index.html")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360 or page.viewport_size["width"] > 360
    assert page.troubles == []


def test_my_game_forgets_the_words_of_a_table_that_is_changed(browse, served):
    page = browse(f"{served}en/my-game/index.html?edition=c1&with=base")
    expect(page.locator("#other_words i").first).to_have_text("follower")
    page.evaluate("document.querySelector('#chooser').open = document.querySelector('#tiles').open = true")
    page.locator("input[name=edition][value=c2]").check(force=True)
    expect(page.locator("#other_words")).to_be_hidden()


# The search


def test_every_form_every_printed_word_and_every_title_is_found(loaded, spoken):
    for tag, language in spoken.by_tag.items():
        found = {record.address: record for record in search.records(scribe_of(language))}
        for element in loaded.catalog.elements:
            names = found[addresses.element_page(element)].names
            assert set(language.forms_of(element)) <= set(names), (tag, element)
            assert {word for edition in loaded.catalog.editions for word in language.printed_in(element, edition)} <= set(names)
        for box, titles in language.titles.items():
            assert {one.word for one in titles} <= set(found[addresses.box_page(box)].names)


@pytest.mark.parametrize(
    ("tag", "asked", "first"),
    [
        ("cs", "tajnou chodbou", "Magický portál"),
        ("cs", "dračích doupatech", "Dračí doupě"),
        ("cs", "princezna\u00a0a\u00a0drak", "Princezna a drak"),
        ("sk", "tajná chodba", "Magický portál"),
        ("de", "Burgfräulein und Drache", "Burgfräulein & Drache"),
        ("de", "zaubergang", "Magisches Portal"),
    ],
)
def test_inflected_printed_and_older_words_are_found(browse, served, tag, asked, first):
    page = browse(f"{served}{tag}/search/index.html?q={asked}")
    top = page.locator("#search_results li a").first
    expect(top).to_be_attached()
    assert top.inner_text().replace("\u00a0", " ") == first
    assert page.troubles == []


def test_filters_go_with_a_printed_word(browse, served):
    page = browse(f"{served}cs/search/index.html?q=tajn%C3%A1%20chodba&kind=element&box=princess-and-dragon&edition=c1")
    expect(page.locator("#search_results li a").first).to_have_text("magický portál")
