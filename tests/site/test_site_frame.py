"""What frames every page: what it may load, where its head and foot lead, what it says of itself."""

from __future__ import annotations

import re

import pytest

from catalog.paths import site_data
from generator import addresses
from generator.i18n import conventions
from generator.pictures.inks import Inks, player_styles
from tests.site.checker import read

POLICY = {
    "default-src": "'none'",
    **dict.fromkeys(
        ("script-src", "style-src", "img-src", "font-src", "connect-src", "manifest-src", "worker-src", "form-action"), "'self'"
    ),
    "base-uri": "'none'",
}


def test_every_page_says_what_it_may_load_before_it_loads_anything(site):
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="(.*?)">', text)
        assert policy, page
        assert not re.search(r"<(link|script|style|img)\b", text[: policy.start()]), page
        rules = dict(rule.split(" ", 1) for rule in policy[1].split("; "))
        search = page.parts[-2:] == (addresses.SEARCH.rstrip("/"), "index.html")
        assert rules == {**POLICY, **({"script-src": "'self' 'wasm-unsafe-eval'"} if search else {})}, page


def test_a_file_of_the_site_is_styled_and_runs_its_script(visit):
    page = visit("en/rulings/index.html")
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Atkinson')
    assert page.get_by_label("Show only").count() == 1


@pytest.mark.parametrize("script", [True, False])
def test_the_menu_of_a_phone_opens_and_closes(visit, script):
    page = visit("en/glossary/index.html", java_script_enabled=script)
    rulings = page.locator("header").get_by_role("link", name="Rulings")
    assert not rulings.is_visible()
    page.get_by_role("button", name="Menu").click()
    assert rulings.is_visible()
    page.keyboard.press("Escape")
    assert not rulings.is_visible()
    page.get_by_role("button", name="Menu").click()
    rulings.click()
    assert page.url.endswith("/en/rulings/index.html")


@pytest.mark.parametrize("script", [True, False])
def test_what_is_searched_for_in_the_head_goes_to_the_page_of_the_search(visit, script):
    page = visit("cs/glossary/index.html", viewport={"width": 1280, "height": 800}, java_script_enabled=script)
    field = page.locator("header input")
    field.fill("drak")
    field.press("Enter")
    page.wait_for_url("**/cs/search/index.html?q=drak")


def test_on_a_desk_the_head_is_one_line_without_a_menu(visit):
    page = visit("en/glossary/index.html", viewport={"width": 1280, "height": 800})
    assert not page.get_by_role("button", name="Menu").is_visible()
    inside = "[...document.querySelectorAll('header :is(a, summary, input)')].filter(e => e.checkVisibility())"
    middles = page.evaluate(f"{inside}.map(e => e.getBoundingClientRect()).map(r => (r.top + r.bottom) / 2)")
    assert max(middles) - min(middles) < 6
    assert page.evaluate("document.querySelector('header').getBoundingClientRect().height") < 80


@pytest.mark.parametrize(
    ("path", "name", "kind"),
    [
        ("glossary/", "Glossary", "page"),
        ("rulings/", "Rulings", "page"),
        ("base/c3.1/", "Boxes", "true"),
        ("sources/", "Sources", "page"),
        ("", None, None),
    ],
)
def test_the_part_where_one_is_is_marked(site, path, name, kind):
    text = (site / "en" / path / "index.html").read_text(encoding="utf-8")
    frame = re.sub(r"<main.*</main>", "", text, flags=re.DOTALL)
    marked = re.findall(r'<a [^>]*aria-current="(\w+)"[^>]*>([^<]*)</a>', frame)
    assert marked == ([(kind, name)] if name else [])


def test_the_head_and_the_foot_lead_to_all_parts_that_there_are(site):
    links = {(site / "en" / link.partition("#")[0]).resolve() for link in read(site / "en" / "index.html").links}
    # The form leads to the search, and nobody goes to the page that is shown without a connection.
    for part in sorted(addresses.RESERVED - {addresses.SEARCH.rstrip("/"), addresses.OFFLINE.rstrip("/")}):
        page = (site / "en" / part / "index.html").resolve()
        assert not page.is_file() or page in links, f"nothing leads to {part}/"


def test_another_language_shows_the_same_place_with_the_same_choices(visit, loaded):
    statement = loaded.catalog.statements_of("dragon-and-fairy", "c3.1")[-1]
    page = visit(f"cs/dragon-and-fairy/c3.1/index.html#{statement.id}")
    page.evaluate("history.replaceState(null, '', '?with=this' + location.hash)")
    page.locator(".languages summary").click()
    page.locator(".languages").get_by_role("link", name="English").click()
    assert page.url.endswith(f"/en/dragon-and-fairy/c3.1/index.html?with=this#{statement.id}")
    assert page.locator(":target").get_attribute("id") == statement.id


def test_without_javascript_another_language_is_the_same_page(visit):
    page = visit("cs/glossary/index.html", java_script_enabled=False)
    page.locator(".languages summary").click()
    page.locator(".languages").get_by_role("link", name="English").click()
    assert page.url.endswith("/en/glossary/index.html")


def test_a_player_has_the_colours_of_the_inks(site):
    inks = Inks.model_validate({"players": {"plum": {"fill": "#552255", "on": "#ffffff"}}})
    assert ".of-plum { background: #552255; color: #ffffff; }" in player_styles(inks)
    assert player_styles(inks).startswith(".player { background: ")
    names = {
        c for p in (site / "en").rglob("index.html") for c in re.findall(r'class="player of-([a-z-]+)"', p.read_text("utf-8"))
    }
    styles = (site / addresses.ASSETS / "players.css").read_text(encoding="utf-8")
    assert names
    assert all(f".of-{name} {{" in styles for name in names)


def test_the_templates_hold_no_style_of_their_own():
    for template in (site_data() / "templates").glob("*.j2"):
        if template.name != "booklet.html.j2":  # one file that needs nothing else
            assert not re.search(r"\bstyle=|<style", template.read_text(encoding="utf-8")), template.name


@pytest.mark.parametrize(
    ("base", "link", "whole"),
    [
        ("https://example.org/b", "../index.html#all", "https://example.org/b/en/#all"),
        ("https://example.org/b", "", "https://example.org/b/en/tiles/"),
        ("", "../index.html", "../index.html"),
        ("", "", "index.html"),
    ],
)
def test_a_link_for_programs_is_whole(base, link, whole):
    assert addresses.resolved(base, "en/tiles/", link) == whole


def test_the_page_for_wrong_addresses_works_below_any_address():
    assert addresses.rooted("https://example.org/bastide/", "assets/site.css") == "/bastide/assets/site.css"
    assert addresses.rooted("https://example.org", "cs/") == "/cs/"
    assert addresses.rooted("", "cs/") == "/cs/"


@pytest.mark.parametrize(("locale", "tag"), [("cs-CZ", "cs"), ("en-GB", "en")])
def test_the_list_of_languages_leads_to_that_of_the_browser(visit, locale, tag):
    page = visit("index.html", locale=locale)
    page.wait_for_url(f"**/{tag}/index.html")


def test_a_language_once_chosen_is_where_the_list_leads(visit):
    page = visit("en/glossary/index.html", locale="en-GB")
    root = page.url.removesuffix("en/glossary/index.html")
    page.locator(".languages summary").click()
    page.get_by_role("link", name="čeština").click()
    page.wait_for_url("**/cs/glossary/index.html")
    page.goto(f"{root}index.html")
    page.wait_for_url("**/cs/index.html")


@pytest.mark.parametrize("options", [{"java_script_enabled": False}, {"locale": "ja-JP"}])
def test_the_list_of_languages_stays_where_nothing_is_known(visit, options):
    page = visit("index.html", **options)
    page.wait_for_timeout(200)
    assert page.get_by_role("link", name="čeština").is_visible()
    assert page.url.split("/")[-2:] != ["cs", "index.html"]


@pytest.mark.parametrize(("tag", "territory"), [("cs", "cs_CZ"), ("en", "en_US"), ("pt-BR", "pt_BR"), ("qq", "qq")])
def test_a_language_has_the_country_where_most_speak_it(tag, territory):
    assert conventions.territory(tag) == territory
