"""The pages that look over all: the matrix, differences between editions, what is new, the state, the reference for authors."""

from __future__ import annotations

import itertools
import json
import re
import xml.etree.ElementTree as ET
from datetime import datetime
from html import unescape
from html.parser import HTMLParser

import pytest
from ruamel.yaml import YAML

from bastide import changes as told
from catalog.differences import differences
from catalog.effects import KINDS, Effect, NoEffect
from catalog.matrix import matrix, together
from catalog.model import Kind, walk
from catalog.questions import Question, Rulings
from generator import addresses, vocabulary
from generator.pages.authors import describe
from generator.pages.changes import compared
from generator.pages.material import Material
from generator.pages.news import ENOUGH, moment, newest, years
from generator.pages.wording import marked
from tests.site.conftest import BASE_URL

OVERVIEWS = (
    "matrix/",
    "matrix/c3.1/",
    "matrix/c3/",
    "matrix/boxes/",
    "changes/",
    "changes/c1/c2/",
    "changes/c2/c3.1/",
    "new/",
    "new/2017/",
    "status/",
    "authors/",
    "authors/permission/",
    "authors/with-box/",
)
ATOM = "{http://www.w3.org/2005/Atom}"


def page(site, path, tag="en"):
    return (site / tag / path / "index.html").read_text(encoding="utf-8")


def text_of(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


# The matrix


def cases(site, edition):
    """Yield each case of the lists of a page: its id, and its HTML up to the next."""
    text = page(site, addresses.matrix_page(edition))
    for found in re.split(r'<li id="', text)[1:]:
        name, _, rest = found.partition('"')
        yield name, rest.partition('<p class="gaps">')[0].partition("</section>")[0]


VERDICT = re.compile(r'class="v ([a-z-]+)"(?: href="[^"]*statements/([a-z0-9.-]+)/index.html")?')


def test_each_verdict_of_the_matrix_is_that_of_can(site, loaded):
    rulings = Rulings(loaded.catalog)
    seen = 0
    for edition in loaded.catalog.editions:
        for name, html in cases(site, edition):
            actor, verb, target = name.split(".")
            answer = rulings.ask(Question(actor, verb, target, edition=edition))
            verdict, statement = VERDICT.findall(html)[0]
            assert verdict == answer.verdict, name
            assert statement == (answer.rulings[0] if verdict != "not-stated" else ""), name
            seen += 1
    assert seen == sum(matrix(rulings, edition).stated for edition in loaded.catalog.editions)


def test_the_grid_says_what_the_lists_say(site, loaded):
    """Row for row: each square of the tables has the verdict of its line and target."""
    for edition in loaded.catalog.editions:
        found = matrix(Rulings(loaded.catalog), edition)
        lines = {f"{line.actor}.{line.verb}": line for line in found.lines}
        for part in page(site, addresses.matrix_page(edition)).split('<table class="matrix">')[1:]:
            table = part.partition("</table>")[0]
            head, _, body = table.partition("</thead>")
            columns = [lines[anchor] for anchor in re.findall(r'<th scope="col"><a href="#([^"]+)"', head)]
            rows = re.findall(r'<tr><th scope="row">(.*?)</tr>', body, re.DOTALL)
            targets = [t for t in found.targets if all(t in line.cells for line in columns)]
            shown = [[VERDICT.search(cell)[1] for cell in re.findall(r"<td>(.*?)</td>", row, re.DOTALL)] for row in rows]
            said = sorted([str(line.cells[t].answer.verdict) for line in columns] for t in targets)
            assert all(row in said for row in shown)
            assert len(shown) <= len(targets)


def test_nothing_that_is_asked_is_left_out_of_the_page(site, loaded):
    """Each line has a section with all its targets: the stated ones as cases, the others by name among the gaps, with their number."""
    catalog = loaded.catalog
    for edition in catalog.editions:
        found = matrix(Rulings(catalog), edition)
        text = page(site, addresses.matrix_page(edition))
        assert f"{found.stated} of {found.asked} pairs are stated" in text
        for line in found.lines:
            section = text.partition(f'aria-labelledby="{line.actor}.{line.verb}">')[2].partition("</section>")[0]
            gaps = [cell.target for cell in line.cells.values() if not cell.stated]
            said = text_of(section.partition('<p class="gaps">')[2])
            assert (said == "") == (not gaps)
            if gaps:
                assert said.startswith(f"not stated {len(gaps)} of {len(line.cells)}:")
                assert said.partition(": ")[2].split(", ") == [catalog.elements[target].name for target in gaps]
            assert section.count('<li id="') == line.stated
        for actor, verb in found.silent:
            silent = text_of(text.partition('aria-labelledby="the_silent"')[2])
            assert f"{catalog.elements[actor].name} · {catalog.elements[verb].name}" in silent


def test_places_and_conditions_are_told_with_their_own_verdicts(site, loaded):
    rulings = Rulings(loaded.catalog)
    edition = next(
        e for e in loaded.catalog.editions if any(c.places for x in matrix(rulings, e).lines for c in x.cells.values())
    )
    cells = {f"{x.actor}.{x.verb}.{t}": c for x in matrix(rulings, edition).lines for t, c in x.cells.items()}
    conditional = 0
    for name, html in cases(site, edition):
        cell = cells[name]
        expected = [cell.answer.verdict, *(e.verdict for e in cell.answer.exceptions)]
        for case in cell.places:
            expected += [case.answer.verdict, *(e.verdict for e in case.answer.exceptions)]
        assert [verdict for verdict, _ in VERDICT.findall(html)] == expected
        conditional += bool(cell.answer.exceptions)
    assert conditional


def test_an_answer_of_other_editions_says_so(site, loaded):
    edition, name = next(
        (e, f"{x.actor}.{x.verb}.{t}")
        for e in loaded.catalog.editions
        for x in matrix(Rulings(loaded.catalog), e).lines
        for t, cell in x.cells.items()
        if cell.borrowed and cell.answer.rulings
    )
    html = dict(cases(site, edition))[name]
    assert "This is stated only for other editions" in html


def test_boxes_are_counted_and_their_statements_listed(site, loaded):
    text = page(site, addresses.MATRIX_OF_BOXES)
    for pair, statements in together(loaded.catalog).items():
        anchor = "--".join(pair)
        if statements:
            section = text.partition(f'aria-labelledby="{anchor}">')[2].partition("</section>")[0]
            assert re.findall(r"statements/([a-z0-9.-]+)/", section) == list(statements)
        else:
            assert f'href="#{anchor}"' not in text
    gaps = sum(not statements for statements in together(loaded.catalog).values())
    assert text.count('class="gap"') == gaps > 0


# Differences


class _Rows(HTMLParser):
    """Gathers what each row of a comparison says it is."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, _, attrs):
        given = dict(attrs)
        if "data-change" in given:
            self.found.append((given["data-sort"], given["data-id"], given["data-change"]))


def test_a_comparison_has_the_rows_of_the_command_line(site, loaded, spoken):
    chosen = compared(loaded.catalog)
    editions = list(loaded.catalog.editions)
    assert {*itertools.pairwise(editions)} <= {*chosen}
    for pair in chosen:
        parser = _Rows()
        parser.feed(page(site, addresses.changes_page(*pair)))
        rows = told.rows(loaded.catalog, differences(loaded.catalog, *pair), pair, spoken.by_tag["en"])
        assert sorted(parser.found) == sorted((row["sort"], row["id"], row["change"]) for row in rows)


def test_a_comparison_leads_to_every_statement_it_speaks_of(site, loaded):
    pair = ("c2", "c3.1")
    linked = set(re.findall(r'href="[^"]*statements/([a-z0-9.-]+)/', page(site, addresses.changes_page(*pair))))
    found = [d for d in differences(loaded.catalog, *pair) if d.sort == "statement"]
    assert linked == {side.id for d in found for side in (*d.before, *d.after)}


def test_every_two_editions_that_share_a_box_are_compared(loaded):
    catalog = loaded.catalog
    for earlier, later in compared(catalog):
        assert list(catalog.editions).index(earlier) < list(catalog.editions).index(later)
    for box in catalog.boxes:
        editions = catalog.editions_of(box)
        assert {(a, b) for n, a in enumerate(editions) for b in editions[n + 1 :]} <= {*compared(catalog)}


def plainly(markup, keep):
    """Return marked words as they were on one side: the words in the elements of the other side left out."""
    return [re.sub(rf"</?{keep}>", "", str(paragraph)) for paragraph in markup]


def test_words_that_differ_are_marked_and_all_words_stay():
    old, new = marked(["A road with an inn is worth nothing."], ["A road with an inn is worth one point a tile."])
    assert old == ["A road with an inn is worth <del>nothing</del>."]
    assert new == ["A road with an inn is worth <ins>one point a tile</ins>."]


def test_marks_stay_within_their_paragraphs():
    before, after = ["The first waits beside the board.", "The second waits beside the board."], ["Both wait beside the board."]
    old, new = marked(before, after)
    assert (len(old), len(new)) == (2, 1)
    assert plainly(old, "del") == before
    assert plainly(new, "ins") == after
    assert all(paragraph.count("<del>") == paragraph.count("</del>") for paragraph in old)


def test_texts_with_little_in_common_are_not_marked():
    old, new = marked(["Shuffle all."], ["Nobody may ever look at what lies face down in the box."])
    assert ("<del>" in old[0], "<ins>" in new[0]) == (False, False)


def test_marked_words_are_escaped():
    old, new = marked(["Less <b> than & more than this"], ["Less <i> than & more than this"])
    assert (old, new) == (
        ["Less &lt;<del>b</del>&gt; than &amp; more than this"],
        ["Less &lt;<ins>i</ins>&gt; than &amp; more than this"],
    )


@pytest.mark.parametrize(("before", "after"), [([], []), ([], ["new"]), (["old"], []), ([""], [""])])
def test_nothing_is_compared_without_trouble(before, after):
    assert [len(side) for side in marked(before, after)] == [len(before), len(after)]


# What is new


def shown(site, path):
    return re.findall(r'<li data-id="([^"]+)"', page(site, path))


def test_what_is_new_is_the_newest_and_newest_first(site, loaded):
    dated = Material(loaded.catalog, ()).dated
    dates = [date for date, _ in dated]
    assert dates == sorted(dates, reverse=True)
    assert shown(site, addresses.NEWS) == [name for _, name in newest(dated)]
    assert ENOUGH <= len(newest(dated)) < len(dated)
    assert dates[len(newest(dated))] < dates[len(newest(dated)) - 1]


def test_every_dated_statement_is_told_in_its_year_and_the_others_are_counted(site, loaded):
    told_ = [name for year in years(loaded.catalog) for name in shown(site, addresses.news_page(year))]
    dated = [name for _, name in Material(loaded.catalog, ()).dated]
    assert told_ == dated
    undated = len(loaded.catalog.statements) - len(dated)
    assert undated > 0
    assert f"{undated} statements are not told here" in page(site, addresses.NEWS)


def test_a_year_alone_is_told_after_its_months_and_says_so(site):
    text = page(site, addresses.news_page("2025"))
    months = re.findall(r'<h2 id="in_([^"]+)">(.*?)</h2>', text)
    assert [month for month, _ in months] == ["2025-10", "2025"]
    assert ["the month is not known" in heading for _, heading in months] == [False, True]


@pytest.mark.parametrize(
    ("date", "said"),
    [
        ("2025", "2025-01-01T00:00:00Z"),
        ("2025-10", "2025-10-01T00:00:00Z"),
        ("2025-10-31", "2025-10-31T00:00:00Z"),
    ],
)
def test_a_date_that_is_not_exact_is_the_first_day_it_can_be(date, said):
    assert moment(date) == said


def feed_of(site, tag):
    return ET.parse(site / tag / addresses.FEED).getroot()


def the(element, name):
    found = element.findall(ATOM + name)
    assert len(found) == 1, f"{name} must be there once"
    return found[0]


@pytest.mark.parametrize("tag", ["en", "cs"])
def test_the_feed_is_atom(site, loaded, tag):
    """What RFC 4287 demands: one id, title and updated each, an author, absolute ids that differ, links that say what they are."""
    feed = feed_of(site, tag)
    assert feed.tag == f"{ATOM}feed"
    assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == tag
    entries = feed.findall(f"{ATOM}entry")
    assert [e.find(f"{ATOM}id").text for e in entries] == [
        f"{BASE_URL}/{tag}/statements/{name}/" for _, name in newest(Material(loaded.catalog, ()).dated)
    ]
    ids = [the(e, "id").text for e in (feed, *entries)]
    assert len(set(ids)) == len(ids)
    moments = []
    for entry in (feed, *entries):
        assert the(entry, "title").text
        moments.append(datetime.fromisoformat(the(entry, "updated").text))
        links = entry.findall(f"{ATOM}link")
        assert [link.get("rel") for link in links].count("alternate") == 1
        assert all(link.get("href").startswith("https://") for link in links)
    assert the(the(feed, "author"), "name").text
    assert moments[0] == max(moments[1:]) == moments[1]
    assert moments[1:] == sorted(moments[1:], reverse=True)
    assert all(moment.tzinfo for moment in moments)
    (self_link,) = (link for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self")
    assert self_link.get("href") == f"{BASE_URL}/{tag}/new/feed.xml"
    for entry in entries:
        assert the(entry, "content").get("type") == "text"
        assert the(entry, "content").text.strip()
        assert the(entry, "category").get("term") in loaded.catalog.boxes
        assert "Source" in the(entry, "summary").text or tag != "en"


def test_the_feed_has_the_texts_of_its_language_or_says_that_they_are_english(site):
    english, czech = ([the(e, "content") for e in feed_of(site, tag).findall(f"{ATOM}entry")] for tag in ("en", "cs"))
    tagged = "{http://www.w3.org/XML/1998/namespace}lang"
    assert not any(content.get(tagged) for content in english)
    for one, other in zip(english, czech, strict=True):
        assert (one.text == other.text) == (other.get(tagged) == "en")
    assert sum(other.get(tagged) is None for other in czech) > ENOUGH / 2


def test_the_page_names_its_feed_and_others_do_not(site):
    link = '<link rel="alternate" type="application/atom+xml"'
    assert f'{link} title="What is new in Bastide" href="feed.xml">' in page(site, "new/")
    assert link not in page(site, "glossary/")
    assert "feed.xml" not in (site / "sitemap.xml").read_text(encoding="utf-8")


def test_without_an_address_the_feed_has_ids_of_its_own(small_site):
    folder = small_site / "en" / "new"
    feed = ET.parse(small_site / "en" / addresses.FEED).getroot()
    ids = [e.find(f"{ATOM}id").text for e in (feed, *feed.findall(f"{ATOM}entry"))]
    assert len(ids) > ENOUGH
    assert all(re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", i) for i in ids)
    assert len(set(ids)) == len(ids)
    for link in feed.iter(f"{ATOM}link"):
        if link.get("rel") in {"self", "alternate"} and "/statements/" not in link.get("href"):
            assert (folder / link.get("href")).is_file()


# The state


def test_the_state_counts_every_text_and_names_what_is_missing(site, spoken):
    text = page(site, addresses.STATUS)
    for tag, language in spoken.by_tag.items():
        section = text.partition(f'<h3 id="in_{tag}">')[2].partition("</section>")[0]
        said = text_of(section)
        for part in ("rules", "names", "interface"):
            status = language.parts[part]
            if status.total:
                assert f"{status.translated} of {status.total}" in said
        for message in language.messages:
            sort, _, rest = (message.context or "").partition("/")
            state = language.text(message.context, message.english).state
            if sort == "statement" and not rest.endswith("/note"):
                assert (f"statements/{rest}/" in section) == (state in {"missing", "outdated"}), (tag, rest)


def test_the_state_names_what_is_not_played_and_what_no_example_shows(site, loaded):
    catalog = loaded.catalog
    text = page(site, addresses.STATUS)
    exemplified = {statement for example in catalog.examples.values() for statement in example.shows}
    for box in catalog.boxes:
        section = text.partition(f'aria-labelledby="box_{box}">')[2].partition("</section>")[0]
        statements = {s.id: s for e in catalog.editions_of(box) for s in catalog.statements_of(box, e)}
        pending = {i for i, s in statements.items() if isinstance(s.effect, NoEffect) and s.effect.none == "pending"}
        unshown = {i for i, s in statements.items() if isinstance(s.effect, Effect) and i not in exemplified}
        assert set(re.findall(r"statements/([a-z0-9.-]+)/", section)) == pending | unshown
        assert section.count('<th scope="row">') == len(catalog.editions_of(box))


# The reference for authors


def test_every_kind_has_a_page_and_a_line(site):
    text = page(site, addresses.AUTHORS)
    for kind in KINDS:
        line = text.partition(f'<li id="kind_{kind.key}">')[2].partition("</li>")[0]
        assert f'href="{kind.key}/index.html"' in line
        assert f"<code>{kind.key}</code>" in page(site, addresses.kind_page(kind.key))


def test_the_old_anchors_are_still_there(site):
    text = page(site, addresses.AUTHORS)
    parts = [f"part_{part.__name__}" for part in vocabulary.PARTS]
    families = [f"of_{union}" for union in vocabulary.UNIONS if union in vocabulary.families()]
    for anchor in ("the_tiles", "the_statements", "the_findings", *parts, *families):
        assert f'id="{anchor}"' in text, anchor


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.key)
def test_each_kind_has_an_example_that_is_that_kind(kind, loaded):
    view = describe(kind, Material(loaded.catalog, ()))
    assert kind.model_validate(YAML(typ="safe", pure=True).load(view.snippet)).key == kind.key
    if view.example is None:
        assert kind.sample
    else:
        assert any(isinstance(node, kind) for _, node, _ in walk(view.example.effect))


def test_an_example_is_played_where_any_statement_with_the_kind_is(site, loaded):
    material = Material(loaded.catalog, ())
    exemplified = {statement for example in loaded.catalog.examples.values() for statement in example.shows}
    for kind in KINDS:
        used = material.uses.get(kind.key, [])
        text = page(site, addresses.kind_page(kind.key))
        played = "The statement, with a position before and after it" in text
        assert played == any(name in exemplified for name in used), kind.key
        listed = re.findall(r"statements/([a-z0-9.-]+)/", text.partition('id="who_uses"')[2])
        assert listed == used


def test_a_field_is_told_with_its_meaning():
    (field,) = (f for f in vocabulary.fields(vocabulary.kind_of("for-each")) if f.name == "as")
    assert field.meaning == "Do this for each of these, named by ``as``."
    assert field.default == "it"
    (around,) = (f for f in vocabulary.fields(vocabulary.kind_of("cells")) if f.name == "around")
    assert around.meaning.startswith("the squares of something")


def test_a_kind_knows_where_it_may_stand():
    for kind in KINDS:
        for owner, names in vocabulary.places(kind.key):
            model = next(m for m in (*vocabulary.PARTS, *KINDS) if owner in {m.__name__, getattr(m, "key", None)})
            assert {*names} <= {f.name for f in vocabulary.fields(model)}
            if issubclass(model, Kind):
                assert kind.key in vocabulary.taken(model)
    assert ("Effect", ("do",)) in vocabulary.places("score")


def test_a_kind_is_of_one_family():
    families = vocabulary.families()
    assert sorted(key for keys in families.values() for key in keys) == sorted(kind.key for kind in KINDS)


# In a browser


@pytest.mark.parametrize("path", OVERVIEWS)
def test_an_overview_fits_a_small_phone(visit, path):
    seen = visit(f"cs/{path}")
    seen.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert seen.evaluate("document.documentElement.scrollWidth") <= 360
    small = """[...document.querySelectorAll('main nav a, main summary, main .editions a, main h3 a.on, .kinds a, .where a, .pairs a')]
        .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 40).map(e => e.textContent)"""
    assert seen.evaluate(small) == []
    assert seen.troubles == []


def test_a_phone_gets_lists_and_a_desk_the_whole_table(visit):
    phone = visit("en/matrix/c3.1/", java_script_enabled=False)
    assert not phone.locator("table.matrix").first.is_visible()
    assert phone.locator(".cases .v").first.is_visible()
    assert phone.locator(".gaps").first.is_visible()
    desk = visit("en/matrix/c3.1/", viewport={"width": 1280, "height": 900})
    table = desk.locator(".grid > .scroll").first
    table.evaluate("node => node.scrollTop = 600")
    head = desk.locator("table.matrix thead").first.bounding_box()
    assert abs(head["y"] - table.bounding_box()["y"]) < 3
    assert table.get_attribute("tabindex") == "0"


def test_verdicts_differ_in_more_than_colour(visit):
    seen = visit("en/matrix/")
    signs = seen.evaluate(
        """Object.fromEntries([...document.querySelectorAll('.legend .v')]
            .map(e => [e.className, [getComputedStyle(e, '::before').content, getComputedStyle(e).borderTopStyle, e.textContent]]))"""
    )
    assert len({json.dumps(sign) for sign in signs.values()}) == len(signs) == 7
    assert signs["v may"][0] != signs["v may-not"][0]
    assert signs["v not-stated"][1] == "dashed"


def test_a_bar_is_as_long_as_its_share(visit, loaded):
    seen = visit("en/matrix/")
    found = [matrix(Rulings(loaded.catalog), edition) for edition in reversed(loaded.catalog.editions)]
    shares = seen.evaluate(
        """[...document.querySelectorAll('[aria-labelledby=by_edition] .bar')].map(bar =>
            bar.querySelector('rect').getBoundingClientRect().width / bar.getBoundingClientRect().width)"""
    )
    assert shares == pytest.approx([each.stated / each.asked for each in found], abs=0.03)


def test_what_came_and_what_went_differ_without_colour(visit):
    seen = visit("en/changes/c2/c3.1/")
    lines = "selector => getComputedStyle(document.querySelector(selector)).textDecorationLine"
    assert seen.evaluate(lines, ".change del") == "line-through"
    assert seen.evaluate(lines, ".change ins") == "underline"


def test_an_old_address_of_a_kind_lands_on_its_line(visit):
    seen = visit("en/authors/#kind_score")
    seen.wait_for_function("document.querySelector(':target').getBoundingClientRect().top < innerHeight")
    seen.locator(":target a").click()
    assert seen.url.endswith("/en/authors/score/index.html")
    assert seen.locator("h1").text_content() == "score"
