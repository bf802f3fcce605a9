"""My game: the page puts together the same rules as Python does, and says in words what cannot be; ready tables do without a script."""

from __future__ import annotations

import io
import json
import random
import re
from itertools import chain

import pypdf
import pytest

from catalog.paths import site_data
from engine import TableError, lay_table
from generator.pages import tables
from generator.pages.material import Material
from generator.reading import Readings
from generator.rulebook import chapters, points
from generator.rulebook.laid import TableScribe
from tests.site.access import violations_in_both_looks
from tests.site.serving import PHONE

pytestmark = pytest.mark.long

SHOWN = "[...document.querySelectorAll('#parts .rule')].map(node => node.id)"
UNFOLD = "document.querySelector('#chooser').open = document.querySelector('#tiles').open = true"
LOADED = "!document.querySelector('#book').hidden && document.querySelector('#parts .rule')"


@pytest.fixture
def visit(browse, served):
    return lambda path, **options: browse(f"{served}{path}", **options)


class Ids(TableScribe[str]):
    """Enters statements by their ids."""

    def enter(self, statement):
        return statement.id


@pytest.fixture(scope="module")
def expected(spoken):
    """Return what the chapters of a rulebook have, in order: the ids of the statements, and the pairs of the rulings."""

    def expected(table):

        language = spoken.by_tag["en"]
        readings = Readings(table.catalog, language, site_data() / "readings")
        held = {statement.id: statement for statement in table.statements}
        scribe = Ids(table, held, Material(table.catalog, [language]), language, readings, "")
        pairs = list(chapters.pairs(scribe))
        ids = [
            *(i for chapter in chapters.chapters(scribe) for part in chapter.parts for i in part.entries),
            *(i for pair in pairs for i in pair.entries),
            *(i for box in chapters.boxes(scribe) if not box.unpublished for i in box.entries),
        ]
        headings = [scribe.joined([name.text for name in pair.boxes]) for pair in pairs]
        return ids, headings

    return expected


def random_table(catalog, chance):
    """Return the words of a table: an edition, boxes with editions and modules, and options; it may be none that can be."""
    edition = chance.choice([*catalog.editions])
    words = []
    for box in chance.sample([*catalog.boxes], chance.randint(1, 6)):
        word = box
        there = catalog.editions_of(box)
        if edition not in there or chance.random() < 0.3:
            word += f"@{chance.choice(there)}"
        modules = [module.id for module in catalog.boxes[box].modules]
        if modules and chance.random() < 0.5:
            word += ":" + "+".join(chance.sample(modules, chance.randint(0, len(modules))))
        words.append(word)
    there = [option for word in words for option in catalog.boxes[re.split("[@:]", word)[0]].options]
    options = [chance.choice(option.choices()) for option in there if chance.random() < 0.6]
    return edition, ",".join(words), options


def address(edition, with_, options=()):
    return f"cs/my-game/index.html?edition={edition}&with={with_}" + "".join(f"&option={option}" for option in options)


def test_the_page_shows_what_the_rulebook_holds_for_random_tables(visit, loaded, expected):
    catalog, chance = loaded.catalog, random.Random(20261130)
    page = visit("en/my-game/index.html")
    go = """async ([search]) => {
        history.replaceState(null, "", search);
        document.querySelector('#parts').replaceChildren();
        window.dispatchEvent(new PopStateEvent("popstate"));
        const waiting = () => document.querySelector('#problems').hidden && !document.querySelector('#parts > section');
        for (let n = 0; n < 400 && waiting(); n += 1) { await new Promise(done => setTimeout(done, 5)); }
        return {
            refused: document.querySelector('#problems').hidden ? "" : document.querySelector('#problems li').textContent,
            hidden: document.querySelector('#book').hidden,
            ids: [...document.querySelectorAll('#parts .rule')].map(node => node.id),
            pairs: [...document.querySelectorAll('#parts h4[id^=rulings_]')].map(node => node.textContent),
            said: [...document.querySelectorAll('.points .said')].map(node => [...node.querySelectorAll('a')].map(a => a.hash.slice(1))),
            rows: [...document.querySelectorAll('.points tbody tr:not(.group)')].length,
            seen: [...document.querySelectorAll('[data-example]')].map(node => node.dataset.example),
            search: location.search,
        };
    }"""
    laid = refused = mixed = 0
    seen = set()
    while laid < 45:
        edition, with_, options = random_table(catalog, chance)
        search = f"?edition={edition}&with={with_}" + "".join(f"&option={option}" for option in options)
        if search in seen:
            continue
        seen.add(search)
        got = page.evaluate(go, [search])
        try:
            table = lay_table(catalog, with_, edition, options)
        except TableError:
            table = None
        assert (bool(got["refused"]), got["hidden"]) == ((table is None,) * 2), search
        if table is None:
            refused += 1
            continue
        ids, pairs = expected(table)
        assert got["ids"] == ids, search
        assert got["pairs"] == pairs, search
        groups = points.merged(catalog, table.statements)
        said = [list(group.statements) for group in groups]
        said += [[statement] for statement, _ in points.bonuses(table.statements)]
        said += [[statement] for _, _, statement in points.values(table.statements)]
        assert got["said"] == said, search
        lines = sum(len(group.rows) + bool(group.divide) for group in groups)
        assert got["rows"] == lines + len(said) - len(groups), search
        laid += 1
        mixed += len(set(table.editions.values())) > 1
    assert refused > 3
    assert mixed > 10
    assert page.troubles == []


@pytest.mark.parametrize(
    ("search", "words"),
    [
        ("edition=c9&with=base", "c9"),
        ("edition=c3.1&with=base,castel", "castel"),
        ("edition=c3.1&with=base,base@c1", "twice"),
        ("edition=c3.1&with=tower", "not published"),
        ("edition=c3.1&with=base:nothing", "nothing"),
        ("edition=c3.1&with=@c1", "@c1"),
        ("edition=c3.1&with=", "Tick at least one"),
        ("with=dragon-and-fairy,tower", "no edition in which"),
        ("edition=c2&with=base&option=captives=anybody", "captives"),
        ("edition=c2&with=base,tower&option=captives=dragons", "dragons"),
        ("edition=c2&with=base,tower&option=captives=others", "others"),
        ("edition=c3.1&with=%E0%A4%A", "%E0%A4%A"),
        ("edition=c3.1&with=<b>base</b>", "<b>base</b>"),
    ],
)
def test_what_cannot_be_is_said_in_words_and_no_rules_are_shown(visit, search, words):
    page = visit(f"en/my-game/index.html?{search}")
    assert words in page.locator("#problems li").text_content()
    assert page.locator("#problems").is_visible()
    assert not page.locator("#book").is_visible()
    assert page.locator("#choice").is_visible()
    assert page.locator(".ready").is_visible()
    assert page.troubles == []


@pytest.mark.parametrize(
    ("search", "with_", "edition", "options"),
    [
        ("with=tower,base", "tower,base", None, ()),
        ("with=Tower@C1,Base:", "tower@c1,base:", None, ()),
        ("with=tower@c2,dragon-and-fairy@c3.1", "tower@c2,dragon-and-fairy@c3.1", None, ()),
        ("edition=c1&with=base:farmers&option=farmers-score=by-city", "base:farmers", "c1", ("farmers-score=by-city",)),
        (
            "edition=c2&with=inns-and-cathedrals:inns%20cathedrals",
            "inns-and-cathedrals:inns+cathedrals",
            "c2",
            (),
        ),
        (
            "edition=c2&with=inns-and-cathedrals%3Ainns+cathedrals%2Cbase%40c1",
            "inns-and-cathedrals:inns+cathedrals,base@c1",
            "c2",
            (),
        ),
    ],
)
def test_the_address_reads_as_the_command_line_does(visit, loaded, expected, search, with_, edition, options):
    page = visit(f"en/my-game/index.html?{search}")
    page.wait_for_function(LOADED)
    assert page.evaluate(SHOWN) == expected(lay_table(loaded.catalog, with_, edition, options))[0]


def test_a_reader_ticks_boxes_finds_a_ruling_and_its_example_and_switches_the_language(visit):
    page = visit("cs/index.html", has_touch=True)
    page.locator(".look[data-edition='c3.1'] h3 a").tap()
    page.wait_for_url("**/cs/my-game/**?edition=c3.1")
    assert page.locator(".look input[value='c3.1']").is_checked()
    assert not page.locator(".look").first.is_visible()
    assert page.evaluate("localStorage.getItem('bastide-edition')") == "c3.1"
    for box in ("dragon-and-fairy", "inns-and-cathedrals"):
        page.locator(f".pick[data-box={box}] .tick").first.tap()
    page.locator("#read").tap()
    page.wait_for_function(f"{SHOWN}.length > 100")
    assert page.locator("#chooser").get_attribute("open") is None
    assert page.url.endswith("?edition=c3.1&with=base,inns-and-cathedrals,dragon-and-fairy")
    page.locator("#find").fill("velky druzinik drak")
    found = page.locator("#parts section:has(> h4[id^=rulings_]) .rule:visible, #parts .rule:visible").filter(
        has=page.locator("[data-example]")
    )
    assert found.count() > 0
    statement = found.first.get_attribute("id")
    found.first.locator("summary").first.tap()
    page.wait_for_function("document.querySelector('[data-example][open] img')?.complete")
    assert page.locator("[data-example][open] .example img").first.is_visible()
    found.first.locator(".anchor").tap()
    assert page.url.endswith(f"#{statement}")
    page.locator(".languages summary").tap()
    page.locator(".languages a[hreflang=en]").tap()
    page.wait_for_url(f"**/en/my-game/**?edition=c3.1&with=base,inns-and-cathedrals,dragon-and-fairy#{statement}")
    page.wait_for_function(LOADED)
    page.wait_for_function(
        "id => { const {top} = document.getElementById(id).getBoundingClientRect(); return top >= -2 && top < innerHeight; }",
        arg=statement,
    )
    assert page.locator(":target").get_attribute("id") == statement
    assert page.troubles == []


def test_back_takes_the_last_change_back(visit):
    page = visit("en/my-game/index.html?edition=c2&with=base,tower")
    page.wait_for_function(LOADED)
    before = page.evaluate(SHOWN)
    page.evaluate(UNFOLD)
    page.locator(".pick[data-box=tower] [name=box]").uncheck()
    page.wait_for_function(f"{SHOWN}.length < {len(before)}")
    assert page.url.endswith("?edition=c2&with=base")
    page.go_back()
    page.wait_for_function(f"{SHOWN}.length === {len(before)}")
    assert page.evaluate(SHOWN) == before
    assert page.locator(".pick[data-box=tower] [name=box]").is_checked()


def test_a_box_in_another_edition_modules_and_options_go_into_the_address(visit):
    page = visit("en/my-game/index.html?edition=c3.1&with=base")
    page.wait_for_function(LOADED)
    page.evaluate(UNFOLD)
    tower = page.locator(".pick[data-box=tower]")
    tower.locator("[name=box]").check()
    assert page.url.endswith("?edition=c3.1&with=base,tower@c2")
    tower.locator("[name=box-edition]").select_option("c1")
    tower.locator("[name=option]").select_option("others")
    page.locator(".pick[data-box=base] [value=farmers]").uncheck()
    assert page.url.endswith("?edition=c3.1&with=base:,tower@c1&option=captives=others")
    said = page.locator(".table-boxes").text_content()
    assert "Left out: Farmers" in said
    page.locator(".look input[value=c1]").check()
    assert page.url.endswith("?edition=c1&with=base:,tower&option=captives=others")
    tower.locator("[name=box-edition]").select_option("c2")
    assert not page.locator("[data-option=captives] [value=others]").is_enabled()
    assert page.url.endswith("?edition=c1&with=base:,tower@c2")
    assert page.locator(".pick[data-box=base] [name=box]").is_disabled()
    assert page.troubles == []


def test_the_last_edition_is_remembered_and_nothing_is_shown_before_a_choice(visit):
    page = visit("en/my-game/index.html")
    assert not page.locator("#book").is_visible()
    assert page.locator(".ready").is_visible()
    page.evaluate("localStorage.setItem('bastide-edition', 'c1')")
    page.reload()
    assert page.locator(".look input[value=c1]").is_checked()
    page.evaluate("localStorage.setItem('bastide-edition', 'no such edition')")
    page.reload()
    assert page.locator(".look input[value='c3.1']").is_checked()


def test_the_edition_that_is_ticked_from_the_beginning_is_chosen_by_a_tap(visit):
    page = visit("en/my-game/index.html", has_touch=True)
    page.locator(".look", has=page.locator("[value='c3.1']")).tap()
    page.wait_for_function(LOADED)
    assert page.url.endswith("?edition=c3.1&with=base")
    assert page.evaluate("localStorage.getItem('bastide-edition')") == "c3.1"


def test_the_home_page_may_name_the_edition_alone(visit, loaded, expected):
    page = visit("en/my-game/index.html?edition=c2")
    page.wait_for_function(LOADED)
    assert page.evaluate(SHOWN) == expected(lay_table(loaded.catalog, "base", "c2"))[0]
    assert page.locator("#chooser").get_attribute("open") is not None


def test_a_place_that_is_not_at_this_table_is_told_with_its_own_page(visit):
    page = visit("en/my-game/index.html?edition=c3.1&with=base#build-floor")
    page.wait_for_function("!document.querySelector('#elsewhere').hidden")
    assert page.locator("#elsewhere a").get_attribute("href") == "../statements/build-floor/index.html"


def test_rules_that_cannot_be_fetched_are_told_of(visit):
    page = visit("en/my-game/index.html", service_workers="block")
    page.route("**/rules-tower.json", lambda route: route.abort())
    page.locator(".look input[value=c2]").check()
    page.locator(".pick[data-box=tower] [name=box]").check()
    page.wait_for_function("document.querySelector('#count').textContent.includes('could not be fetched')")
    assert page.locator(".ready").is_visible()


def test_a_table_loads_quickly(site):
    folder = site / "cs" / "my-game"
    usual = [
        folder / "points.json",
        *(folder / f"rules-{box}.json" for box in ("base", "inns-and-cathedrals", "dragon-and-fairy")),
    ]
    assert sum(file.stat().st_size for file in usual) < 380_000
    assert (folder / "index.html").stat().st_size < 90_000
    for file in folder.glob("*.json"):
        json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "path", ["cs/my-game/index.html", address("c1", "base,tower,inns-and-cathedrals"), "cs/my-game/tower-c2/index.html"]
)
def test_it_is_accessible_and_fits_a_small_phone(visit, path):
    page = visit(path)
    if "?" in path:
        page.wait_for_function(LOADED)
    page.evaluate("document.querySelectorAll('details:not(.rule details)').forEach(d => d.open = true)")
    page.evaluate("[...document.querySelectorAll('.rule details')].slice(0, 3).forEach(d => d.open = true)")
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    touched = (
        "main summary, main nav a, select, button, .look, .tick, .ready-list a, main input:not([type=radio], [type=checkbox])"
    )
    small = "touched => [...document.querySelectorAll(touched)].filter(e => e.checkVisibility() && e.offsetHeight < 40).map(e => e.outerHTML)"
    assert page.evaluate(small, touched) == []
    # As they are found, its pages are looked at with all the others.
    assert "?" not in path or violations_in_both_looks(page) == []
    assert page.troubles == []


def test_the_choice_is_made_with_the_keyboard_alone(visit):
    page = visit("en/my-game/index.html", viewport={"width": 1280, "height": 900})
    page.locator(".look input:checked").focus()
    page.keyboard.press("ArrowUp")
    page.wait_for_function("location.search.startsWith('?edition=c3&')")
    page.locator(".pick[data-box=tower] [name=box]").focus()
    page.keyboard.press("Space")
    page.wait_for_function("location.search.endsWith('base,tower@c2')")
    page.locator("#read").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "rules"


def test_without_a_script_there_is_a_list_of_ready_tables(visit, loaded):
    page = visit("en/my-game/index.html", java_script_enabled=False)
    assert not page.locator("#choice").is_visible()
    links = page.locator(".ready-list a")
    listed = [*tables.ready(loaded.catalog)]
    assert links.count() == len(listed)
    assert 15 <= len(listed) <= 30
    links.filter(has_text="Tower").first.click()
    assert page.locator(".rule .text").first.is_visible()


def test_ready_tables_hold_what_the_rulebook_holds(site, loaded, expected):
    for one in tables.ready(loaded.catalog):
        text = (site / "en" / "my-game" / one.id / "index.html").read_text(encoding="utf-8")
        shown = re.findall(r'<div class="statement rule[^"]*" id="([^"]+)"', text)
        assert shown == expected(lay_table(loaded.catalog, one.with_))[0]


def test_each_base_game_box_and_big_box_has_a_ready_table(loaded):
    catalog = loaded.catalog
    names = {one.id for one in tables.ready(catalog)}
    assert {f"base-{edition}" for edition in catalog.editions_of("base")} <= names
    assert {"big-box-6", "inns-and-cathedrals-c3.1", "tower-c2", "meadow-fair-c3.1"} <= names
    # What would be the same table under another name, or has no rules of its own, is not there.
    assert not {"big-box-5", "inns-and-cathedrals-c3", "towers-and-thieves-c3.1"} & names


def test_examples_are_seen_where_their_statements_hold(visit):
    page = visit("en/my-game/index.html?edition=c2&with=base:")
    page.wait_for_function(LOADED)
    held = set(page.evaluate(SHOWN))
    shows = page.evaluate("[...document.querySelectorAll('[data-example]')].map(n => n.dataset.shows.split(' '))")
    assert shows
    assert held.issuperset(chain.from_iterable(shows))
    assert "place-farmer" not in held
    first = page.locator("[data-example]").first
    first.locator("summary").click()
    first.locator("img").first.wait_for()


PRINTED = {
    "my-game": ("cs/my-game/index.html?edition=c3.1&with=base,inns-and-cathedrals,dragon-and-fairy", range(5, 15)),
    "ready": ("en/my-game/tower-c2/index.html", range(3, 10)),
    "expansion": ("en/inns-and-cathedrals/c3.1/index.html", range(2, 9)),
}
MARGIN = {"left": 15 / 25.4 * 72, "bottom": 7 / 25.4 * 72}
"""The margins of the sheet, in points; the number of the page stands in the lower one."""


def squeezed(text):
    """Return a text without its spaces and hyphens, which say nothing of what is printed."""
    return re.sub(r"[\s\u00ad-]+", "", text)


@pytest.mark.parametrize("sheet", ["A4", "Letter"])
@pytest.mark.parametrize("sort", PRINTED)
def test_rules_are_printed_in_whole_on_either_sheet(visit, sort, sheet):
    path, numbers = PRINTED[sort]
    page = visit(path, color_scheme="dark")
    if sort == "my-game":
        page.wait_for_function(LOADED)
    texts = page.evaluate(
        "[...document.querySelectorAll('.statement .text')].map(node => node.querySelector('span').textContent)"
    )
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('.statement .text')).color") == "rgb(0, 0, 0)"
    seen = "[...document.querySelectorAll('header.top, .trail, .toc, .filter, input, select, button, .anchor')].filter(e => e.checkVisibility())"
    assert page.evaluate(f"{seen}.map(e => e.outerHTML)") == []
    pdf = pypdf.PdfReader(io.BytesIO(page.pdf(format=sheet, prefer_css_page_size=False)))
    assert len(pdf.pages) in numbers
    width, height = (float(side) for side in pdf.pages[0].mediabox[2:])
    assert (round(width), round(height)) == {"A4": (596, 843), "Letter": (612, 792)}[sheet]
    outside = []

    def place(text, page, own, *_):
        x, y = (own[4] * page[n] + own[5] * page[2 + n] + page[4 + n] for n in (0, 1))
        if text.strip() and not (
            MARGIN["left"] - 2 < x < width - MARGIN["left"] and MARGIN["bottom"] < y < height - MARGIN["bottom"]
        ):
            outside.append((text, x, y))

    printed = squeezed("".join(sheet.extract_text() for sheet in pdf.pages))
    assert [text for text in texts if squeezed(text) not in printed] == []
    assert f"1/{len(pdf.pages)}" in printed
    for one in pdf.pages:
        one.extract_text(visitor_text=place)
    assert outside == []


@pytest.mark.parametrize("millimetres", [180, 186])
@pytest.mark.parametrize("sort", PRINTED)
def test_nothing_sticks_out_of_the_sheet(visit, sort, millimetres):
    # The width between the margins, of A4 and of Letter.
    wide = round(millimetres / 25.4 * 96)
    page = visit(PRINTED[sort][0], viewport={"width": wide, "height": 1000})
    if sort == "my-game":
        page.wait_for_function(LOADED)
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= wide


def test_the_headline_on_paper_says_what_the_rules_are_for(visit):
    page = visit("en/my-game/index.html?edition=c2&with=base:,tower")
    page.wait_for_function(LOADED)
    page.emulate_media(media="print")
    words = page.locator(".for").inner_text()
    assert "For:" in words
    assert "Base game Second edition" in words
    assert "Left out: Farmers" in words
    assert "The Tower" in words
    assert not page.locator("main > h1").is_visible()


def test_all_examples_can_be_printed(visit):
    page = visit("en/my-game/index.html?edition=c2&with=base")
    page.wait_for_function(LOADED)
    # Not the function itself, for that would be called at once.
    page.evaluate("""() => {
        window.print = () => { window.seen = [...document.querySelectorAll('[data-example] img')].map(i => i.complete); };
    }""")
    page.locator("#print-all").click()
    page.wait_for_function("window.seen")
    seen = page.evaluate("window.seen")
    assert len(seen) > 20
    assert all(seen)
    assert page.locator("[data-example][open]").count() == 0
