"""The rulebook of one table: what holds there and nothing else, in the order of a turn, in one page that needs nothing else."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from pypdf import PdfReader

from bastide.drawing import pictures as pictures_of
from catalog.index import SECTIONS
from engine import compile_rules, lay_table
from generator import rulebook as package
from generator.i18n import languages
from generator.i18n.style import NO_BREAK
from generator.pages.examples import play_at
from generator.rulebook import PressError, points, press, rulebook, to_pdf
from generator.rulebook.cover import land
from tests.ours import ours
from tests.programs import ROOT

PACK = ROOT / "tests" / "data" / "pack-meadow-fair"
DRAGON = "dragon-and-fairy,inns-and-cathedrals", "c3.1", ()
TABLES = {
    "two boxes": DRAGON,
    "mixed editions": ("tower,dragon-and-fairy@c3.1", "c2", ()),
    "without farmers": ("base:,inns-and-cathedrals", "c2", ()),
    "other options": ("base", "c1", ("small-cities=one-a-tile", "farmers-score=by-city")),
    "a box that is not public": ("dragon-and-fairy,towers-and-thieves", "c3.1", ()),
}
STEPS = ("turn", "turn-start", "draw-tile", "place-tile", "place-figure", "score", "turn-end")


@dataclass
class Page(HTMLParser):
    """What a book holds: ids, links, statements with their text and facts, headings, and all of its text."""

    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    attributes: set[str] = field(default_factory=set)
    lang: str | None = None
    text: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self.attributes |= set(found)
        if tag == "html":
            self.lang = found["lang"]
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if "id" in found:
            self.ids.append(found["id"])
        if "statement" in found.get("class", "").split():
            self.statements.append(found["id"])
        self.links += [found[name] for name in ("href",) if name in found]
        self.sources += [found[name] for name in ("src", "srcset", "data", "poster", "xlink:href") if name in found]

    def handle_data(self, data: str) -> None:
        self.text += data


@cache
def catalog():
    return ours().catalog


@cache
def spoken():
    return languages(catalog())


@cache
def drawing():
    return pictures_of(catalog())


@cache
def table_of(chosen, edition, options=()):
    return lay_table(catalog(), chosen, edition, options)


def merged(table):
    return points.merged(table.catalog, table.statements)


@cache
def html(chosen, edition, options=(), lang="en"):
    return rulebook(table_of(chosen, edition, options), spoken().by_tag[lang], drawing())


@cache
def page(chosen, edition, options=(), lang="en"):
    found = Page()
    found.feed(html(chosen, edition, options, lang))
    return found


def figure(book: str, statement: str) -> str | None:
    """Return the example that stands with a statement."""
    after = book.partition(f'id="{statement}"')[2]
    before_next = re.split(r'<div class="statement|<h[23]', after, maxsplit=1)[0]
    return before_next.partition("<figure")[2] or None


# What is in the book


@pytest.mark.parametrize("name", TABLES)
def test_every_statement_that_holds_is_there_once_and_no_other(name):
    expected = sorted(s.id for s in table_of(*TABLES[name]).statements)
    assert sorted(page(*TABLES[name]).statements) == expected


def test_a_module_that_is_left_out_is_not_in_the_book_and_the_book_says_so():
    without, whole = page(*TABLES["without farmers"]), page("base,inns-and-cathedrals", "c2")
    assert "place-farmer" in whole.statements
    assert "place-farmer" not in without.statements
    assert "Left out: Farmers" in without.text
    assert "Left out" not in whole.text


def test_each_box_speaks_as_in_its_own_edition():
    book = page(*TABLES["mixed editions"])
    assert "Second edition, 2" in book.text
    assert "Third edition, new boxes, 2025" in book.text
    assert "dragon-symbol-moves-dragon" in book.statements
    assert "unfinished-inn-road-points" in page(*DRAGON).statements
    assert "unfinished-inn-road-is-worth-nothing" in page("inns-and-cathedrals", "c3").statements


def test_other_words_of_printed_rules_stand_before_the_rules():
    line = '<p class="note other-words">'
    older = html("princess-and-dragon", "c2", lang="cs").partition(line)[2].partition("</p>")[0]
    assert "<i>tajná chodba</i>" in older
    assert line not in html(*TABLES["mixed editions"], lang="cs")


def test_a_value_that_was_chosen_replaces_what_would_hold_else():
    chosen, plain = page(*TABLES["other options"]), page("base", "c1")
    assert {"small-city-points", "early-farmers-points"} <= set(chosen.statements)
    assert not {"field-points", "score-fields"} & set(chosen.statements)
    assert {"field-points", "score-fields"} <= set(plain.statements)
    assert "Option: Small cities (One point for each tile)" in chosen.text


def test_rulings_are_among_the_boxes_on_the_table_only():
    both, alone = page(*DRAGON), page("dragon-and-fairy", "c3.1")
    between = [s.id for s in table_of(*DRAGON).statements if "inns-and-cathedrals" in s.boxes]
    assert between
    assert set(between) <= set(both.statements)
    assert not set(between) & set(alone.statements)
    chapter = html(*DRAGON).partition('id="part_rulings"')[2].partition('id="part_sources"')[0]
    assert "Inns &amp; Cathedrals and Dragon &amp; Fairy</h3>" in chapter
    assert "Together with" not in chapter


def test_a_place_that_a_ruling_leaves_out_brings_no_third_box_into_it():
    chapter = html("dragon-and-fairy,circus-and-artists,river", "c3.1", ()).partition('id="part_rulings"')[2]
    headings = re.findall(r"<h3[^>]*>([^<]+)</h3>", chapter)
    assert headings == ["Dragon &amp; Fairy and Circus &amp; Artists"]


def test_no_ruling_is_between_a_box_and_itself():
    for name in TABLES:
        chapter = html(*TABLES[name]).partition('id="part_rulings"')[2].partition('id="part_sources"')[0]
        headings = re.findall(r"<h3[^>]*>([^<]+)</h3>", chapter)
        assert all(" and " in heading or "," in heading for heading in headings), headings


def test_a_box_that_is_not_public_says_so_and_shows_no_tiles():
    book = html(*TABLES["a box that is not public"])
    there = book.partition('id="box_towers-and-thieves"')[2].partition("</div>")[0]
    assert "The rules that came with this box are not public." in there
    assert 'id="contents_towers-and-thieves"' not in book
    assert "not public" not in html(*DRAGON)


def test_the_tile_sheet_counts_every_tile():
    book = html(*DRAGON)
    counts = [int(n) for n in re.findall(r"<p><b>[^<]*</b> (\d+) ×", book)]
    assert sum(counts) == sum(count for _, count in table_of(*DRAGON).printings)
    assert len(counts) == len(table_of(*DRAGON).printings)


# The order


def test_chapters_and_steps_come_in_the_order_of_the_game():
    ids = page(*DRAGON).ids
    parts = [i.removeprefix("part_") for i in ids if i.startswith("part_")]
    sections = [name for name in parts if name in SECTIONS]
    assert [name for name in sections if name in STEPS] == [name for name in STEPS if name in sections]
    order = ["toc", "table", "contents", "overview", "setup", "turn", "points", "game-end", "final-scoring", "rulings", "sources"]
    assert [name for name in parts if name in order] == order


def test_in_each_step_the_boxes_come_in_their_order():
    held = {s.id: s for s in table_of(*DRAGON).statements}
    boxes = list(table_of(*DRAGON).editions)
    for step in STEPS:
        told = [boxes.index(catalog().box_of[i]) for i in page(*DRAGON).statements if held[i].section == step]
        assert told == sorted(told), step


def test_headings_come_in_order():
    levels = page(*DRAGON).headings
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


# Points


def test_the_tables_of_all_boxes_are_one():
    groups = {(g.kind, g.having, g.holding, g.adds): g for g in merged(table_of("inns-and-cathedrals,mage-and-witch", "c2"))}
    rows = {key: {r.thing: (r.completed, r.final) for r in g.rows} for key, g in groups.items()}
    assert rows["city", None, None, False] == {("tile", ""): (2, 1), ("mark", "coat-of-arms"): (2, 1)}
    assert rows["city", "cathedral", None, False] == {("tile", ""): (3, 0), ("mark", "coat-of-arms"): (3, 0)}
    assert rows["road", "inn", None, False] == {("tile", ""): (2, 0)}
    assert rows["road", None, "mage", True] == {("tile", ""): (1, 1)}
    assert rows["field", None, None, False] == {("finished", "city"): (None, 3)}
    assert groups["city", None, "witch", True].divide == 2
    assert groups["road", "inn", None, False].statements == ("inn-road-points", "unfinished-inn-road-is-worth-nothing")


def test_where_a_special_table_is_silent_the_general_one_holds():
    (inn,) = [g for g in merged(table_of(*DRAGON)) if g.having == "inn"]
    assert [(r.completed, r.final) for r in inn.rows] == [(2, 1)]
    assert inn.statements == ("inn-road-points", "unfinished-road-points")


@pytest.mark.parametrize("name", TABLES)
def test_the_table_has_the_points_that_the_engine_gives(name):
    table = table_of(*TABLES[name])
    ruleset = compile_rules(table, 2).ruleset
    played = {
        (catalog().statements[ruleset.statements[row.statement].id].id, row.tile, row.neighbour)
        for kinds in ruleset.scoring
        for rows in kinds
        for row in rows
    }
    printed = set()
    for group in merged(table):
        if group.adds:
            continue
        rows = {row.thing: row for row in group.rows}
        for moment in ("completed", "final"):
            got = tuple(getattr(rows.get((thing, "")), moment, None) or 0 for thing in ("tile", "neighbour"))
            printed |= {(statement, *got) for statement in group.statements}
    assert played <= printed


def test_the_table_names_its_statements_and_the_numbers_are_in_the_page():
    chapter = html(*DRAGON).partition('id="part_points"')[2].partition("</section>")[0]
    assert re.search(r"<b>city</b>\s*, with cathedral", chapter)
    assert '<td class="number">3</td><td class="number">1</td>' in chapter
    assert 'href="#cathedral-city-points"' in chapter


def test_what_pieces_are_worth_is_in_the_table():
    chapter = html("under-the-big-top", "c2").partition('id="part_points"')[2].partition("</section>")[0]
    worth = {s: w for _, w, s in points.values(table_of("under-the-big-top", "c2").statements)}
    assert worth["elephant-value"] == 7
    assert 'href="#elephant-value"' in chapter


def test_points_besides_the_tables_are_there_with_their_rule():
    given = dict(points.bonuses(table_of("under-the-big-top", "c2").statements))
    assert given["score-pyramid"] == (5,)
    assert given["ringmaster-bonus"] == (2,)
    assert not {"score-completed-features", "city-points"} & set(given)
    chapter = html(*DRAGON).partition('id="part_points"')[2].partition("</section>")[0]
    row = chapter.partition("Points besides")[2]
    assert "you get 3 points" in row
    assert 'href="#fairy-gives-points"' in row


# Examples


def test_a_statement_has_at_most_one_example_and_only_one_that_it_is_about():
    book = html(*DRAGON)
    assert 40 <= book.count('<figure class="example">') <= len(table_of(*DRAGON).statements)
    example = figure(book, "dragon-removes-meeples")
    assert example is not None
    assert "Before" in example
    assert "After" in example
    assert example.count("<svg") >= 2


def test_examples_are_played_in_the_editions_and_with_the_options_of_the_table():
    wanted = catalog().examples.values()
    then, now = (set(play_at(table_of("inns-and-cathedrals", e), wanted)) for e in ("c2", "c3.1"))
    assert "unfinished-road-with-an-inn" in then - now
    assert "unfinished-road-with-an-inn-now" in now - then
    chosen = play_at(table_of(*TABLES["other options"]), wanted)
    assert all(played.editions.keys() == {"base"} for played in chosen.values())
    assert {"base": "c1"} in [played.editions for played in chosen.values()]
    assert not any({"field-points", "score-fields"} & set(played.example.shows) for played in chosen.values())


def test_an_example_of_a_box_or_a_module_that_is_not_there_is_left_out():
    wanted = catalog().examples.values()
    assert not [x for x in play_at(table_of("base:", "c2"), wanted).values() if "place-farmer" in x.example.shows]
    alone = play_at(table_of("dragon-and-fairy", "c3.1"), wanted)
    assert all(set(played.editions) <= {"base", "dragon-and-fairy"} for played in alone.values())


# One page that needs nothing else


@pytest.mark.parametrize("name", TABLES)
def test_links_lead_to_a_place_in_the_book_and_ids_are_unique(name):
    book = page(*TABLES[name])
    assert len(book.ids) == len(set(book.ids))
    inside = [link for link in book.links if link.startswith("#")]
    assert len(inside) > 30
    assert {link[1:] for link in inside} <= set(book.ids)
    assert all(re.match(r"#|https://", link) for link in book.links)


def test_the_book_asks_for_nothing_from_elsewhere():
    book = html(*DRAGON)
    assert not {"script", "link", "iframe", "object", "use", "image"} & set(page(*DRAGON).tags)
    assert not any(name.startswith("on") for name in page(*DRAGON).attributes)
    assert not page(*DRAGON).sources
    assert all(url.startswith('"data:font/woff2;base64,') for url in re.findall(r"url\(([^)]{1,40})", book))
    assert book.count("data:font/woff2") == 4
    assert "@import" not in book


def test_the_book_is_in_its_language():
    book = html(*DRAGON, lang="cs")
    assert page(*DRAGON, lang="cs").lang == "cs"
    assert f"Víla a{NO_BREAK}drak" in book
    assert "Placing a figure" not in book
    assert sorted(page(*DRAGON, lang="cs").ids) == sorted(page(*DRAGON).ids)


def test_a_sentence_without_a_translation_is_english_and_says_so():
    loaded = ours(PACK).catalog
    table = lay_table(loaded, "meadow-fair", "c3.1")
    book = rulebook(table, languages(loaded).by_tag["cs"], pictures_of(loaded))
    assert '<span lang="en">' in book
    assert 'class="badge"' in book
    assert 'class="badge"' not in html(*DRAGON)


@pytest.mark.parametrize("lang", ["en", "cs"])
def test_the_book_is_valid_html(tmp_path, vnu, lang):
    file = tmp_path / "book.html"
    file.write_text(html(*DRAGON, lang=lang), encoding="utf-8")
    done = subprocess.run([*vnu, "--format", "gnu", str(file)], capture_output=True, text=True, check=False)
    problems = [line for line in done.stderr.splitlines() if "error" in line]
    assert done.returncode == 0, problems[:5]


def test_sources_are_numbered_and_all_that_is_cited_is_there():
    book = html(*DRAGON)
    cited = set(re.findall(r'class="cite" href="#(source_\d+)"', book))
    listed = re.findall(r'<li id="(source_\d+)" value="\d+">', book)
    assert cited == set(listed)
    assert listed == [f"source_{n}" for n in range(1, len(listed) + 1)]
    assert "fairly sure" in page(*DRAGON).text


def test_the_same_table_gives_the_same_page():
    table = lay_table(catalog(), "dragon-and-fairy,inns-and-cathedrals", "c3.1")
    assert rulebook(table, spoken().by_tag["en"], pictures_of(catalog())) == html(*DRAGON)


# The cover


@pytest.mark.parametrize("name", TABLES)
def test_the_land_on_the_cover_is_laid_by_the_rules(name):
    table = table_of(*TABLES[name])
    placed = land(table, 6, 6)
    assert len(placed) == 36
    edges = {}
    for tile in placed:
        letters = tile.design.all_squares[0].edges
        edges[tile.x, tile.y] = letters[-tile.quarter_turns :] + letters[: -tile.quarter_turns] if tile.quarter_turns else letters
    assert all(edges[x, y][1] == edges[x + 1, y][3] for x, y in edges if (x + 1, y) in edges)
    assert all(edges[x, y][2] == edges[x, y + 1][0] for x, y in edges if (x, y + 1) in edges)
    there = {}
    for printing, count in table.printings:
        there[printing.design] = there.get(printing.design, 0) + count
    used = [tile.design.id for tile in placed]
    assert all(used.count(design) <= there[design] for design in used)


def test_every_box_with_tiles_is_on_the_cover():
    table = table_of(None, "c2")
    boxes = {catalog().designs[p.design].box for p, _ in table.printings}
    assert {tile.design.box for tile in land(table, 6, 6)} == boxes


def test_without_enough_tiles_the_cover_has_no_land():
    assert land(table_of(*DRAGON), 40, 40) == []


# Paper


@cache
def pdf() -> bytes:
    return to_pdf(rulebook(table_of("base:", "c1"), spoken().by_tag["cs"], drawing(), for_paper=True))


@cache
def reader() -> PdfReader:
    return PdfReader(io.BytesIO(pdf()))


def titles(outline) -> list[str]:
    return [title for item in outline for title in (titles(item) if isinstance(item, list) else [str(item.title)])]


@pytest.mark.usefixtures("pango")
def test_the_pdf_is_a_booklet_for_a4():
    pages = reader().pages
    assert 8 <= len(pages) <= 40
    for sheet in pages:
        assert [round(float(n) / 72 * 25.4) for n in sheet.mediabox[2:]] == [210, 297]


@pytest.mark.usefixtures("pango")
def test_the_pdf_has_an_outline_a_title_and_a_language():
    outline = titles(reader().outline)
    assert {"Příprava hry", "Průběh tahu", "Umístění figurky", "Zdroje"} <= set(outline)
    assert "Základní hra" in reader().metadata.title
    assert reader().trailer["/Root"]["/Lang"] == "cs"


@pytest.mark.usefixtures("pango")
def test_the_pdf_has_its_text_with_page_numbers_and_running_heads():
    texts = [sheet.extract_text() for sheet in reader().pages]
    assert "Základní hra" in texts[0]
    assert not re.search(r"^\s*1\s*$", texts[0], re.MULTILINE)
    assert re.search(r"^\s*2\s*$", texts[1], re.MULTILINE)
    (chapter,) = [n for n, text in enumerate(texts, start=1) if re.search(r"^Příprava hry\s*$", text, re.MULTILINE) and n > 2][:1]
    assert re.search(rf"Příprava hry[ .]+{chapter}\b", texts[1])


@pytest.mark.usefixtures("pango")
def test_links_in_the_pdf_lead_to_its_pages():
    names = set(reader().named_destinations)
    links = [
        annotation.get_object()["/Dest"]
        for sheet in reader().pages
        for annotation in sheet.get("/Annots", [])
        if "/Dest" in annotation.get_object()
    ]
    assert len(links) > 30
    assert {str(link) for link in links} <= names


@pytest.mark.usefixtures("pango")
def test_the_same_table_gives_the_same_pdf():
    assert to_pdf(rulebook(table_of("base:", "c1"), spoken().by_tag["cs"], pictures_of(catalog()), for_paper=True)) == pdf()


@pytest.mark.usefixtures("pango")
def test_on_paper_no_example_is_cut_and_no_heading_stands_alone():
    from weasyprint import HTML  # noqa: PLC0415  slow to load

    book = rulebook(table_of("base:", "c1"), spoken().by_tag["en"], drawing(), for_paper=True)
    paper = (ROOT / "site" / "css" / "booklet-paper.css").read_text(encoding="utf-8")
    document = HTML(string=book.replace("</style>", f"{paper}</style>", 1)).render()
    seen = []
    for sheet in document.pages:
        boxes = [box for box in sheet._page_box.descendants() if box.element_tag in {"h2", "h3", "figure", "p", "li", "table"}]
        seen += [id(box.element) for box in boxes if box.element_tag == "figure"]
        inside = [box for box in boxes if box.position_y + box.height <= 297 * 96 / 25.4]
        last = max(inside, key=lambda box: box.position_y, default=None)
        assert last is None or last.element_tag not in {"h2", "h3"}
    assert len(seen) > 20
    assert len(seen) == len(set(seen))


def test_without_weasyprint_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(PressError, match="a PDF needs WeasyPrint, which is not installed") as told:
        to_pdf("<p>")
    assert told.value.hint == "pip install 'weasyprint>=69'"


def test_what_is_asked_for_is_the_extra():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert extras["pdf"] == [press.NEEDED]
    assert press.NEEDED in extras["dev"]


@pytest.mark.usefixtures("pango")
def test_an_old_weasyprint_is_not_taken(monkeypatch):
    import weasyprint.urls  # noqa: PLC0415  slow to load

    monkeypatch.delattr(weasyprint.urls, "URLFetcher")
    with pytest.raises(PressError, match="too old"):
        package.ready()


def test_without_its_library_it_is_said_what_to_install(monkeypatch):
    class Broken:
        def find_spec(self, name, *_):
            if name == "weasyprint":
                raise OSError("cannot load library 'libpango-1.0-0': not found")

    for name in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    with pytest.raises(PressError, match=r"does not find the library libpango-1\.0-0") as told:
        package.ready()
    assert "libpango" in told.value.hint
