"""The pages of single entries (statements, elements, sources), the glossary, and the addresses that things had before they moved."""

from __future__ import annotations

import itertools
import re
from urllib.parse import urljoin, urlsplit

import pytest

from generator.markup import excerpt
from tests.programs import ROOT
from tests.site.checker import read
from tests.site.conftest import BASE_URL

LIMIT = 60_000
"""No page of a statement, an element, a tile or a source has as many bytes."""
MOVED = {
    "statements/fair-begins/": "statements/fair-opens/",
    "elements/funfair/": "elements/fair/",
    "village-fair/": "meadow-fair/",
    "village-fair/c3/": "meadow-fair/c3/",
    "village-fair/c3.1/tiles/": "meadow-fair/c3.1/tiles/",
    "tiles/village-fair/tents/": "tiles/meadow-fair/a/",
    "sources/village-leaflet/": "sources/meadow-fair-sheet/",
}


@pytest.fixture
def visit(browse, served):
    return lambda path, **options: browse(f"{served}{path}", **options)


def html(site, path):
    return (site / path / "index.html").read_text(encoding="utf-8")


def links(site, path):
    """Return the paths from the root of the site that a page leads to; ``path`` without a slash at its end."""
    found = read(site / path / "index.html").links
    return {urlsplit(urljoin(f"/{path}/", link)).path.removesuffix("index.html").lstrip("/") for link in found}


def test_everything_has_a_page_in_every_language(site, loaded, spoken):
    catalog = loaded.catalog
    for tag in spoken.by_tag:
        for kind, entries in (("statements", catalog.statements), ("elements", catalog.elements), ("sources", catalog.sources)):
            there = {page.parent.name for page in (site / tag / kind).glob("*/index.html")}
            assert there >= set(entries), f"{tag}/{kind}"


def test_pages_of_single_things_stay_small(site, spoken):
    large = [
        (str(page.relative_to(site)), size)
        for tag in spoken.by_tag
        for kind in ("statements", "elements", "sources", "tiles")
        for page in (site / tag / kind).rglob("*/index.html")
        if (size := page.stat().st_size) >= LIMIT
    ]
    assert large == []
    assert all((site / tag / "glossary" / "index.html").stat().st_size < 2 * LIMIT for tag in spoken.by_tag)


def test_the_page_of_a_ruling_says_what_it_rules_and_leads_to_all_that_it_is_about(site):
    path = "en/statements/dragon-spares-the-fair"
    text = html(site, path)
    assert re.search(r"<h1[^>]*><span>The <a[^>]*>dragon</a> does not remove a <a[^>]*>meeple</a>", text)
    row = text.split('<table class="answers">')[1].split("</table>")[0]
    assert "<b>does not</b>" in row
    assert [re.sub("<[^>]+>", "", cell).strip() for cell in re.findall("<td>(.*?)</td>", row)] == [
        "dragon", "does not remove", "meeple", "on: fair",
    ]  # fmt: skip
    assert links(site, path) >= {
        "en/elements/dragon/", "en/elements/meeple/", "en/elements/fair/", "en/elements/remove/",
        "en/meadow-fair/", "en/meadow-fair/c3.1/", "en/sources/meadow-fair-sheet/", "cs/statements/dragon-spares-the-fair/",
    }  # fmt: skip
    assert "Together with: Dragon &amp; Fairy" in text
    assert '<time datetime="2025-10">October 2025</time>' in text
    assert "not translated yet" in text


def test_a_statement_leads_to_its_place_in_every_edition(site, loaded):
    catalog = loaded.catalog
    for statement in catalog.statements.values():
        text = html(site, f"en/statements/{statement.id}")
        for edition in catalog.editions_of_statement(statement):
            assert f"/{catalog.box_of[statement.id]}/{edition}/index.html#{statement.id}" in text, statement.id


def test_statements_name_what_they_replace_and_what_replaces_them(site, loaded):
    statements = loaded.catalog.statements
    pairs = [(s.id, other, words) for s in statements.values() for relation, words in
             (("replaces", "In its place, where both would hold:"), ("overrides", "It gives way to:"), ("revises", "In later editions:"))
             for other in getattr(s, relation)]  # fmt: skip
    assert {words for _, _, words in pairs} == {"In its place, where both would hold:", "It gives way to:", "In later editions:"}
    for statement, other, words in pairs:
        assert f"en/statements/{other}/" in links(site, f"en/statements/{statement}")
        assert f"en/statements/{statement}/" in links(site, f"en/statements/{other}")
        assert words in html(site, f"en/statements/{other}")


def test_the_statements_of_a_section_lead_to_one_another(site, loaded):
    section = [s.id for s in loaded.catalog.statements_of("meadow-fair") if s.section == "general"]
    for one, next_one in itertools.pairwise(section):
        near = [links(site, f"cs/statements/{i}") for i in (one, next_one)]
        assert f"cs/statements/{next_one}/" in near[0]
        assert f"cs/statements/{one}/" in near[1]


def test_a_statement_shows_its_text_in_other_languages_where_it_is_right(site):
    text = html(site, "en/statements/fair-opens")
    assert re.search(r'<details class="formal"><summary>Its text there</summary><p lang="cs">[^<]*<em>přesně</em> 3 body', text)
    outdated = html(site, "en/statements/fair-closes")
    assert "the translation is out of date" in outdated
    assert '<p lang="cs">' not in outdated


def test_a_statement_shows_its_own_examples(site, loaded):
    example = next(e for e in loaded.catalog.examples.values() if e.shows[0] == "fairy-comes-to-who-scored-nothing")
    assert f'id="example_{example.id}"' in html(site, "en/statements/fairy-comes-to-who-scored-nothing")


def test_words_of_a_rule_lead_to_the_pages_of_elements(site):
    assert "en/elements/dragon/" in links(site, "en/dragon-and-fairy/c3.1")
    assert "en/elements/fair/" in links(site, "en/meadow-fair/c3.1")


def test_the_page_of_an_element_gathers_what_is_said_of_it(site, loaded):
    path = "en/elements/dragon"
    text = html(site, path)
    table = text.split('id="what_it_does"')[1].split("</section>")[0]
    assert re.search(r"<b>does not</b> remove</th><td>.*?dragon-spares-the-fair/index.html", table, re.DOTALL)
    assert links(site, path) >= {"cs/elements/dragon/", "en/dragon-and-fairy/", "en/princess-and-dragon/c1/"}
    assert 'lang="cs" hreflang="cs">drak</a>' in text
    assert (site / "pictures" / "dragon.nobody.svg").is_file()
    assert "pictures/dragon.nobody.svg" in text
    suffered = html(site, "en/elements/meeple").split('id="what_is_done_to_it"')[1].split("</section>")[0]
    assert "dragon-spares-the-fair/index.html" in suffered
    for statement in loaded.catalog.statements_of("meadow-fair"):
        assert f"en/statements/{statement.id}/" in links(site, "en/elements/fair")


def test_every_statement_that_names_an_element_is_on_its_page(site, loaded):
    for element in ("meeple", "magic-portal", "fairy"):
        there = links(site, f"cs/elements/{element}")
        naming = [s.id for s in loaded.catalog.statements.values() if f"]({element})" in s.text]
        assert [i for i in naming if f"cs/statements/{i}/" not in there] == []


def test_what_counts_as_another_says_which_statement_says_so(site):
    assert "en/elements/meeple/" in links(site, "en/elements/large-meeple")
    assert "en/elements/large-meeple/" in links(site, "en/elements/meeple")
    said = html(site, "en/elements/large-meeple").split('id="its_classes"')[1].split("</section>")[0]
    assert "statements/" in said


def test_a_mark_shows_tiles_and_leads_to_the_catalogue_of_those_with_it(site):
    text = html(site, "en/elements/fair")
    assert "tiles/meadow-fair/a/index.html" in text
    assert "tiles/index.html?mark=fair" in text
    assert "tiles/index.html?feature=city" in html(site, "en/elements/city")
    assert html(site, "en/elements/city").count('<img src="../../../pictures/') == 12


def test_the_glossary_has_a_row_for_each_element_in_the_order_of_the_language(site, loaded, spoken):
    for tag, language in spoken.by_tag.items():
        ids = read(site / tag / "glossary" / "index.html").ids
        names = [language.name_of(i).text for i in ids if i in loaded.catalog.elements]
        assert sorted(loaded.catalog.elements) == sorted(i for i in ids if i in loaded.catalog.elements)
        assert names == sorted(names, key=language.sort_key)
        assert {f"{tag}/elements/{i}/" for i in loaded.catalog.elements} <= links(site, f"{tag}/glossary")


@pytest.mark.usefixtures("icu")
def test_letters_of_the_glossary_are_those_of_the_alphabet(spoken):
    czech = spoken.by_tag["cs"]
    assert [czech.letter(word) for word in ("chrám", "čaroděj", "cesta", "úřad", "7 mostů")] == ["CH", "Č", "C", "U", "7"]


def test_the_filter_of_the_glossary_hides_letters_without_words(visit):
    page = visit("en/glossary/")
    page.get_by_role("searchbox").fill("dragon hoard")
    assert page.locator(".words > li:visible").count() == 1
    assert page.locator(".letter-group:visible").count() == 1


def test_sources_are_listed_by_what_they_are_and_say_what_is_taken_from_them(site, loaded):
    listed = html(site, "en/sources")
    for source in loaded.catalog.sources.values():
        assert f'id="{source.id}"' in listed.split(f'id="class_{source.class_}"')[1].split("</section>")[0]
        taken = links(site, f"en/sources/{source.id}")
        cited = [s.id for s in loaded.catalog.statements.values() if s.source.doc == source.id]
        assert all(f"en/statements/{i}/" in taken for i in cited)
        if source.url:
            assert f'rel="external noreferrer">{source.url}</a>' in html(site, f"en/sources/{source.id}")


def test_every_ruling_of_the_list_leads_to_its_page(site, loaded):
    there = links(site, "cs/rulings")
    assert all(f"cs/statements/{s.id}/" in there for s in loaded.catalog.statements.values() if any(s.permissions))


def test_a_rule_says_its_editions_its_languages_and_its_page(site):
    text = html(site, "en/meadow-fair/c3").split('id="fair-opens"')[1].split('<div class="statement"')[0]
    facts = text.split('<ul class="facts">')[1]
    assert "<li>Third edition, Third edition, new boxes</li>" in facts
    assert 'href="../../../cs/meadow-fair/c3/index.html#fair-opens" hreflang="cs" lang="cs">čeština</a>' in facts
    assert 'href="../../statements/fair-opens/index.html"' in facts
    outdated = html(site, "en/meadow-fair/c3").split('id="fair-closes"')[1].split('<div class="statement"')[0]
    assert "hreflang" not in outdated


def test_a_button_copies_the_link_of_a_rule_and_says_so(visit, served):
    page = visit("en/meadow-fair/c3.1/", permissions=["clipboard-read", "clipboard-write"])
    rule = page.locator("#fair-opens")
    rule.get_by_role("button", name="Copy link").click()
    rule.get_by_role("status").get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{served}en/meadow-fair/c3.1/#fair-opens"
    own = visit("en/statements/fair-opens/", permissions=["clipboard-read", "clipboard-write"])
    own.get_by_role("button", name="Copy link").click()
    own.get_by_role("status").get_by_text("Copied").wait_for()
    assert own.evaluate("navigator.clipboard.readText()") == f"{served}en/statements/fair-opens/"


def test_where_nothing_may_be_copied_the_link_is_named(visit):
    page = visit("en/meadow-fair/c3.1/")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    page.locator("#fair-opens").get_by_role("button").click()
    page.locator("#fair-opens").get_by_role("status").get_by_text("Not copied").wait_for()


def test_without_javascript_there_is_the_link_and_no_button(visit):
    page = visit("en/meadow-fair/c3.1/", java_script_enabled=False)
    assert page.locator("#fair-opens a.anchor").get_attribute("href") == "#fair-opens"
    assert page.locator("main").get_by_role("button").count() == 0


def test_the_language_is_changed_on_the_same_statement(visit):
    page = visit("cs/statements/fair-opens/")
    page.locator(".versions").get_by_role("link", name="English").click()
    assert page.url.endswith("/en/statements/fair-opens/index.html")
    page = visit("en/meadow-fair/c3.1/")
    page.locator("#fair-opens").get_by_role("link", name="čeština").click()
    assert page.url.endswith("/cs/meadow-fair/c3.1/index.html#fair-opens")


@pytest.mark.parametrize(("old", "new"), MOVED.items())
@pytest.mark.parametrize("script", [True, False])
def test_an_old_address_leads_on(visit, old, new, script):
    page = visit(f"cs/{old}", java_script_enabled=script)
    page.wait_for_url(f"**/cs/{new}index.html")
    assert page.locator("h1").is_visible()


@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_the_page_at_an_old_address_says_where_it_leads(site, old, new):
    text = html(site, f"en/{old}")
    assert f'<link rel="canonical" href="{BASE_URL}/en/{new}">' in text
    assert '<meta name="robots" content="noindex">' in text
    assert "This has another address since November 2025." in text
    assert f"en/{new}" in links(site, f"en/{old}".rstrip("/"))
    assert f"{BASE_URL}/en/{old}" not in (site / "sitemap.xml").read_text(encoding="utf-8")


def test_an_old_address_with_a_place_leads_to_that_place(visit):
    page = visit("en/village-fair/c3.1/#fair-opens")
    page.wait_for_url("**/en/meadow-fair/c3.1/index.html#fair-opens")


def test_an_old_anchor_of_a_rule_lands_on_it(visit):
    page = visit("en/meadow-fair/c3/#fair-begins", java_script_enabled=False)
    assert page.locator("#fair-opens").evaluate("e => e.matches(':has(> :target)')")
    page = visit("en/glossary/#funfair", java_script_enabled=False)
    assert page.locator("#fair").evaluate("e => e.matches(':has(> :target)')")


def test_beginnings_have_no_marks_of_emphasis():
    assert excerpt("You get *exactly* {points} points, **never** more * or less.", {"points": 3}) == (
        "You get exactly 3 points, never more * or less."
    )


def test_an_id_that_a_box_and_an_element_share_is_taken_for_what_is_meant(site, loaded):
    assert {"river", "abbot"} <= {*loaded.catalog.elements} & {*loaded.catalog.boxes}
    row = html(site, "en/statements/abbot-goes-through-the-portal").split('<table class="answers">')[1].split("</table>")[0]
    assert re.search(r'<td><a href="[^"]*/elements/abbot/index.html"><?[^>]*>?abbot', row)
    assert "The Abbot" not in row
    for box, source in (("river", "hig-2014-river"), ("abbot", "hig-2014-abbot")):
        assert f'<a href="../../{box}/index.html">{loaded.catalog.boxes[box].name}</a>' in html(site, f"en/sources/{source}")


def test_every_colour_of_the_boxes_has_a_word(site, loaded):
    words = (ROOT / "site" / "templates" / "words.html.j2").read_text(encoding="utf-8").split("COLOURS")[1]
    assert [colour for colour in loaded.catalog.colours if f'"{colour}": _("' not in words] == []
    assert "zásobě hráče:" in html(site, "cs/tower/c2")
    assert "růžový" in html(site, "cs/tower/c2")
