"""Search: what is found and by which words, how the index is made, and the page on a phone, behind a strict server."""

from __future__ import annotations

import filecmp
import json
import re
import shutil
from contextlib import ExitStack
from functools import cache
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from catalog import load
from catalog.paths import site_data
from generator import addresses, search
from generator.i18n import languages
from generator.pages.material import Material
from generator.pages.scribe import Scribe, SiteError
from generator.reading import Readings
from generator.search import index
from generator.search.settle import UnknownIndexError, settle
from generator.search.spelling import bare, hard_words
from tests.site.access import violations_in_both_looks
from tests.site.serving import Files, serving

pytestmark = pytest.mark.long

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'"
BELOW = "/rules/of/bastide"
OTHER = "pl"
"""A language that the site does not have, with letters that Unicode does not take apart."""
OTHER_WORDS = """\
language: {tag: pl, name: polski}
terms:
  - {id: meeple, name: podwładny, plural: podwładni, forms: [podwładnego, podwładnemu], aliases: [ludzik]}
  - {id: dragon, name: smok, plural: smoki, forms: [smoka, smokiem]}
"""


def found_in(catalog, language):
    material = Material(catalog, [language])
    return search.records(Scribe(material, language, Readings(catalog, language, site_data() / "readings"), addresses.SEARCH))


@pytest.fixture(scope="module")
def records(loaded, spoken):
    return {tag: found_in(loaded.catalog, spoken.by_tag[tag]) for tag in ("en", "cs")}


def by_address(records):
    return {record.address: record for record in records}


@pytest.mark.parametrize("tag", ["en", "cs"])
def test_everything_is_found_once(records, loaded, tag):
    catalog = loaded.catalog
    found = [record.address for record in records[tag]]
    assert len(found) == len(set(found))
    of = {sort: {record.address for record in records[tag] if record.sort == sort} for sort in search.SORTS}
    assert {address.partition("#")[2] for address in of["rule"] | of["ruling"]} == set(catalog.statements)
    assert of["element"] == {addresses.element_page(element) for element in catalog.elements}
    assert of["tile"] == {addresses.design_page(design) for design in catalog.designs}
    assert of["box"] == {addresses.box_page(box) for box in catalog.boxes}
    assert of["source"] == {addresses.source_page(source) for source in catalog.sources}


def test_a_statement_is_found_by_all_forms_of_what_it_speaks_of(records, spoken):
    found = by_address(records["cs"])["dragon-and-fairy/c3.1/#dragon-removes-large-meeples"]
    assert set(spoken.by_tag["cs"].forms_of("large-meeple")) <= set(found.forms)
    assert "velkého družiníka" in found.forms
    assert (found.sort, found.home, found.section) == ("ruling", "dragon-and-fairy", "interactions")
    assert "inns-and-cathedrals" in found.boxes
    assert found.editions == ("c3.1",)
    assert found.lang == ""


def test_an_element_is_found_by_the_words_of_other_editions_and_in_english(records):
    names = by_address(records["cs"])[addresses.element_page("highwayman")].names
    assert names[0] == "lupič"
    assert {"zloděj", "highwayman", "thief"} <= set(names)
    assert {"cloister"} <= set(by_address(records["en"])[addresses.element_page("monastery")].names)


def test_a_record_says_what_a_reader_sees(records):
    assert by_address(records["cs"])["meadow-fair/c3.1/#fair-opens"].text == (
        "Když si doberete kartičku, na které je pouť, získáte přesně 3 body."
    )
    missing = by_address(records["cs"])["meadow-fair/c3.1/#fair-closes"]
    assert (missing.lang, missing.text) == ("en", "The fair closes when the game ends.")


@pytest.mark.parametrize(
    ("text", "plain"),
    [("Kartičky", "karticky"), ("družiníků", "druziniku"), ("Stołów", "stolow"), ("Straße", "strasse"), ("dragon", "dragon")],
)
def test_words_without_accents(text, plain):
    assert bare(text) == plain


def test_only_words_that_need_it_are_indexed_twice():
    assert hard_words("podwładny drak družiník Podwładny") == "podwladny"


def test_every_record_leads_to_its_place(records, site):
    for record in records["cs"]:
        page = site / "cs" / record.path / "index.html"
        assert page.is_file(), record.address
        if record.anchor:
            assert f'id="{record.anchor}"' in page.read_text(encoding="utf-8")


def test_pages_that_gather_are_called_as_they_call_themselves(records, site):
    for record in records["en"]:
        if record.sort == "page":
            page = (site / "en" / record.path / "index.html").read_text(encoding="utf-8")
            assert f"<title>{record.title} · Bastide</title>" in page
            assert f'content="{record.text}"' in page


# The index


def same_folders(one, other):
    compared = filecmp.dircmp(one, other)
    assert compared.left_only + compared.right_only == []
    _, different, errors = filecmp.cmpfiles(one, other, compared.common_files, shallow=False)
    assert (different, errors) == ([], [])
    for name in compared.subdirs:
        same_folders(one / name, other / name)


def test_the_same_records_give_the_same_bytes(records, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        search.write(tmp_path / name, "cs", records["cs"])
    same_folders(tmp_path / "a", tmp_path / "b")


def test_the_index_holds_what_the_page_needs_and_no_more(site):
    folder = site / "cs" / "search"
    assert sorted(p.name for p in folder.iterdir()) == ["index.html", "pagefind", "words.json"]
    files = {re.sub(r"cs_[0-9a-f]+", "cs", p.name) for p in (folder / "pagefind").iterdir()}
    assert files == {
        "filter",
        "fragment",
        "index",
        "pagefind-entry.json",
        "pagefind.cs.pf_meta",
        "pagefind.js",
        "wasm.unknown.pagefind",
    }
    words = {entry["name"]: entry["words"] for entry in json.loads((folder / "words.json").read_text(encoding="utf-8"))}
    assert "draka" in words["drak"]


def test_an_index_of_another_make_is_told(tmp_path, records, monkeypatch):
    search.write(tmp_path, "en", records["en"][:3])
    file = next((tmp_path / "pagefind").glob("*.pf_meta"))
    file.write_bytes(b"something else")
    with pytest.raises(UnknownIndexError, match="cannot be read"):
        settle(tmp_path / "pagefind")
    monkeypatch.setattr(index, "settle", lambda _: (_ for _ in ()).throw(UnknownIndexError("x is of another make")))
    with pytest.raises(SiteError, match="x is of another make"):
        search.write(tmp_path, "en", records["en"][:3])


def test_without_the_program_there_is_a_sentence(tmp_path, records, monkeypatch):
    monkeypatch.setattr("pagefind.service.get_executable", lambda: None)
    with pytest.raises(SiteError, match=r"pagefind is not installed.*--no-search"):
        search.write(tmp_path, "en", records["en"][:3])


@pytest.mark.parametrize(
    ("script", "mode", "message"),
    [
        ("#!/bin/sh\necho out of luck >&2\nexit 3\n", 0o755, "could not make the search index: out of luck$"),
        ("#!/bin/sh\nexit 3\n", 0o755, "it ended with 3$"),
        ("#!/bin/sh\nsleep 5\n", 0o755, "does not come to an end"),
        ("#!/bin/sh\n", 0o644, "cannot be run.*Permission denied"),
        ("#!/bin/sh\nexit 0\n", 0o755, "has left no search index"),
    ],
)
def test_a_program_that_fails_is_told_in_a_sentence(tmp_path, records, monkeypatch, script, mode, message):
    program = tmp_path / "pagefind"
    program.write_text(script)
    program.chmod(mode)
    monkeypatch.setattr("pagefind.service.get_executable", lambda: program)
    monkeypatch.setattr(index, "PATIENCE", 0.5)
    with pytest.raises(SiteError, match=message):
        search.write(tmp_path, "en", records["en"][:3])


# In the browser


class Strict(Files):
    """Serves a site below a path, with the policy that its pages are to have."""

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def translate_path(self, path):
        inside = urlsplit(path).path.startswith(f"{BELOW}/")
        return super().translate_path(path.removeprefix(BELOW) if inside else "/nowhere")


@pytest.fixture(scope="module")
def other_site(tmp_path_factory, site):
    """Return a folder with the search in a language that is made up, and all that its page needs."""
    pack, out = tmp_path_factory.mktemp("pack"), tmp_path_factory.mktemp("site")
    (pack / "locales" / OTHER).mkdir(parents=True)
    (pack / "locales" / OTHER / "glossary.yaml").write_text(OTHER_WORDS, encoding="utf-8")
    catalog = load([pack]).catalog
    folder = out / OTHER / "search"
    folder.mkdir(parents=True)
    page = (site / "en" / "search" / "index.html").read_text(encoding="utf-8")
    # Nothing of it is kept: there are no lists that a worker would go by.
    page = re.sub(r' data-worker="[^"]*"', "", page).replace('<html lang="en"', f'<html lang="{OTHER}"')
    (folder / "index.html").write_text(page, encoding="utf-8")
    search.write(folder, OTHER, found_in(catalog, languages(catalog).by_tag[OTHER]))
    shutil.copytree(site / "assets", out / "assets")
    return out


@pytest.fixture(scope="module")
def serve():
    """Return a function that serves a folder and returns the address of its root."""
    with ExitStack() as running:
        yield cache(lambda folder: f"{running.enter_context(serving(folder, Strict)).rstrip('/')}{BELOW}/")


@pytest.fixture
def visit(browse, site, serve):
    def visit(path, folder=site, **options):
        asked = []
        watch = lambda page: page.on("request", lambda request: asked.append(request.url))  # noqa: E731
        page = browse(serve(folder) + path, watch=watch, **{"has_touch": True, **options})
        page.asked, page.root = asked, serve(folder)
        return page

    return visit


def titles(page, count=1):
    """Return the headings of what is shown, once there are so many."""
    expect(page.locator("#search_results li").nth(count - 1)).to_be_attached()
    return page.locator("#search_results li a").all_inner_texts()


def status(page, words):
    expect(page.locator("#search_count")).to_have_text(words)


def number(page):
    """Return how many are found, once it is said."""
    status(page, re.compile(r"\d$"))
    return int(re.search(r"\d+$", page.locator("#search_count").inner_text())[0])


FIRST = {
    "cs": {
        "druzinik": "Družiník",
        "družiníků": "Družiník",
        "velkého družiníka": "Velký družiník",
        "velkeho druzinika": "Velký družiník",
        "drak": "Drak",
        "zlodej": "Lupič",
        "thief": "Lupič",
    },
    "en": {
        "thief": "Highwayman",
        "cloister": "Monastery",
        "farm": "Field",
        "pennant": "Coat of arms",
        "Meeples": "Meeple",
        "dragons": "Dragon",
        "the tower": "The Tower",
    },
}


@pytest.mark.parametrize("tag", FIRST)
def test_the_thing_of_a_name_comes_first(visit, tag):
    page = visit(f"{tag}/search/")
    found = {}
    for words in FIRST[tag]:
        page.goto(f"{page.root}{tag}/search/?q={words}")
        found[words] = titles(page)[0]
    assert found == FIRST[tag]
    assert page.troubles == []


def test_words_that_name_no_thing_are_found_in_sentences(visit):
    page = visit("cs/search/")
    for words in ("kartičky", "karticky", "kartička", "KARTIČKY", "kartičkami"):
        page.goto(f"{page.root}cs/search/?q={words}")
        titles(page, 3)
        marked = page.locator("#search_results mark").all_inner_texts()
        assert marked, words
        assert all(bare(mark).startswith("kartick") for mark in marked)


def test_a_reader_types_on_a_phone(visit):
    page = visit("cs/search/")
    assert page.locator("#search_needs").is_hidden()
    page.locator("#search_words").tap()
    page.keyboard.type("druzinik", delay=20)
    assert titles(page, 10)[:2] == ["Družiník", "Velký družiník"]
    assert number(page) > 100
    assert urlsplit(page.url).query == "q=druzinik"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # The sentence has the word in another form, which is marked.
    assert "družiníky" in page.locator("#search_results mark").all_inner_texts()
    assert page.troubles == []
    page.locator("#search_results a[href*='#']").first.click()
    page.wait_for_url("**/cs/**/index.html#*")
    assert page.locator(":target .text").inner_text()
    assert {urlsplit(url).netloc for url in page.asked} == {urlsplit(page.root).netloc}
    assert all(url.startswith(page.root) for url in page.asked)


def test_filters_narrow_and_the_address_holds_them(visit, loaded):
    page = visit("en/search/?q=dragon")
    everything = number(page)
    page.locator("summary", has_text="Narrow the search").click()
    rulings = page.get_by_label("Rulings")
    said = int(page.locator("label", has=rulings).locator(".number").inner_text())
    rulings.check()
    status(page, f"Found: {said}")
    assert 0 < number(page) < everything
    assert set(page.locator("#search_results .kicker").all_inner_texts()) == {"Ruling"}
    name = loaded.catalog.boxes["tower"].name
    option = page.locator("select[name=box] option", has_text=name)
    counted = re.search(r"\((\d+)\)$", option.first.inner_text())
    page.get_by_label("Box", exact=True).select_option("tower")
    status(page, f"Found: {int(counted[1])}")
    assert parse_qs(urlsplit(page.url).query) == {"q": ["dragon"], "kind": ["ruling"], "box": ["tower"]}
    assert page.locator("summary .number").inner_text() == f"Rulings, {name}"
    narrow = number(page)
    again = visit(page.url.removeprefix(page.root))
    assert number(again) == narrow
    page.go_back()
    status(page, f"Found: {said}")
    assert page.locator("select[name=box]").input_value() == ""
    assert rulings.is_checked()
    page.go_back()
    status(page, f"Found: {everything}")
    assert not rulings.is_checked()
    assert page.troubles == []


def test_the_back_button_leads_from_a_rule_to_all_that_was_shown(visit):
    page = visit("en/search/?q=dragon")
    titles(page, 10)
    page.get_by_role("button", name="Show more").click()
    titles(page, 20)
    assert page.locator(":focus").evaluate("node => [...document.querySelectorAll('#search_results a')].indexOf(node)") == 10
    page.locator("#search_results a[href*='#']").last.click()
    page.wait_for_url("**/index.html#*")
    page.go_back()
    assert len(titles(page, 20)) == 20
    assert page.locator("#search_words").input_value() == "dragon"


def test_another_question_is_another_step_back(visit):
    page = visit("en/search/")
    page.locator("#search_words").fill("dragon")
    page.keyboard.press("Enter")
    first = number(page)
    page.locator("#search_words").fill("fairy")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=fairy")
    page.go_back()
    status(page, f"Found: {first}")
    assert page.locator("#search_words").input_value() == "dragon"
    page.go_back()
    expect(page.locator("#search_results li")).to_have_count(0)
    assert page.locator("#search_ways").is_visible()


def test_a_filter_alone_lists_in_reading_order(visit, loaded):
    page = visit("en/search/?kind=tile&box=river")
    designs = [design for design in loaded.catalog.designs if design.startswith("river/")]
    titles(page, 10)
    shown = page.locator("#search_results a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert [link.partition("/tiles/")[2].removesuffix("/index.html") for link in shown] == designs[:10]


def test_a_slip_of_the_pen_gets_a_suggestion(visit):
    page = visit("en/search/?q=dargon")
    status(page, "Nothing found for “dargon”.")
    page.get_by_role("button", name="dragon", exact=True).click()
    assert titles(page)[0] == "Dragon"
    assert page.locator("#search_help").is_hidden()
    assert page.locator("#search_ways").is_hidden()
    assert page.locator("#search_words").input_value() == "dragon"


def test_nothing_is_found_and_that_is_said(visit):
    page = visit("cs/search/?q=xyzzyq")
    status(page, re.compile("xyzzyq"))
    assert page.locator("#search_help button").count() == 0
    assert page.locator("#search_ways a:visible").count() == 3  # it does not end here
    page = visit("en/search/?q=dragon&kind=tile&box=river")
    status(page, "Nothing found for “dragon” with this choice.")
    page.locator("#search_help").get_by_role("button", name="Search everywhere again").click()
    assert titles(page)[0] == "Dragon"


def test_a_question_is_never_read_as_html_and_a_wrong_address_does_no_harm(visit):
    page = visit("en/search/?q=<img src=x onerror=alert(1)>&box=nowhere&kind=nothing&edition=c9")
    status(page, re.compile("onerror"))
    assert page.locator("main img").count() == 0
    assert page.locator("select[name=box]").input_value() == ""
    assert page.troubles == []


def test_a_made_up_language_is_searched_like_any_other(visit, other_site):
    page = visit(f"{OTHER}/search/", folder=other_site)
    for words, name in (("podwładnego", "Podwładny"), ("podwladnego", "Podwładny"), ("ludzik", "Podwładny"), ("SMOKIEM", "Smok")):
        page.goto(f"{page.root}{OTHER}/search/?q={words}")
        assert titles(page, 5)[0] == name
    # The rules are in English there, and say so; the thing is marked in them by its English name.
    marked = page.locator("#search_results .text[lang=en] mark").all_inner_texts()
    assert marked
    assert all("dragon" in mark.lower() for mark in marked)
    assert page.troubles == []


def test_the_search_needs_javascript_and_says_so(visit):
    page = visit("en/search/?q=dragon", java_script_enabled=False)
    assert page.locator("#search").is_hidden()
    assert page.locator("#search_needs").inner_text().startswith("The search needs JavaScript.")
    assert page.locator("#search_ways a").count() == 3


def test_a_site_without_an_index_says_so(visit, site, tmp_path):
    shutil.copytree(site / "assets", tmp_path / "assets")
    (tmp_path / "en" / "search").mkdir(parents=True)
    shutil.copy(site / "en" / "search" / "index.html", tmp_path / "en" / "search")
    page = visit("en/search/?q=dragon", folder=tmp_path)
    page.locator("#search_needs").wait_for()
    assert page.locator("#search_needs").inner_text().startswith("The search could not be loaded.")
    assert page.locator("#search").is_hidden()


def test_from_a_folder_there_is_no_search_and_that_is_said(visit, site):
    page = visit("en/search/")
    page.goto((site / "en" / "search" / "index.html").as_uri() + "?q=dragon")
    expect(page.locator("#search_needs")).to_contain_text("opened from a folder")
    assert page.locator("#search").is_hidden()
    assert page.troubles == []


def test_what_is_found_is_accessible(visit):
    page = visit("en/search/?q=dragon")
    titles(page, 10)
    page.evaluate("document.querySelector('#search details').open = true")
    small = """[...document.querySelectorAll('#search button, #search select, #search .choice, #search_more, #search_results a')]
        .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 40).map(e => e.textContent)"""
    assert page.evaluate(small) == []
    # The policy keeps scripts from being written into the page; axe is put in as a tool of the browser.
    assert violations_in_both_looks(page) == []


def test_the_keyboard_is_enough(visit):
    page = visit("en/search/", has_touch=False)
    assert page.locator(":focus").get_attribute("id") == "search_words"
    page.keyboard.type("pennant")
    assert titles(page)[0] == "Coat of arms"
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.locator(":focus").evaluate("node => node.matches('#search_results a')"):
            break
    assert page.locator(":focus").inner_text() == "Coat of arms"
