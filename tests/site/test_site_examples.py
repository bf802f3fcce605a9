"""The examples on the site: each stands once, below its main statement, and shows what was played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from catalog.examples import Example
from catalog.paths import site_data
from generator.i18n import languages
from generator.pages.examples import Aside, BrokenExampleError, PlayedExample, play
from generator.pages.illustrations import figure_path, illustrated, position_path
from generator.pages.material import Material
from generator.pages.scribe import Scribe
from generator.pictures import PiecePlaced
from generator.reading import Readings
from generator.site import SiteError, build
from tests.ours import ours
from tests.site.checker import read


@pytest.fixture(scope="module")
def catalog():
    return ours().catalog


@pytest.fixture(scope="module")
def played(catalog) -> dict[str, PlayedExample]:
    return play(catalog)


def with_examples(catalog, *examples, box="base"):
    made = [Example.model_validate(e) for e in examples]
    return replace(catalog, examples={e.id: e for e in made}, box_of_example={e.id: box for e in made})


def seen(catalog, box="base", **example) -> PlayedExample:
    given = {"id": "it", "title": "It.", "shows": ["place-meeple"], "expect": {"over": False}}
    (found,) = play(with_examples(catalog, {**given, **example}, box=box)).values()
    return found


START = [{"tile": "base/d", "at": [0, 0]}]
ROAD = {
    "board": [*START, {"tile": "base/w", "at": [-1, 0]}],
    "pieces": [{"piece": "meeple", "of": "red", "at": [0, 0], "on": {"road": "E"}}],
    "draws": ["base/a"],
    "moves": [{"place": [1, 0], "turns": 90}],
    "expect": {"points": {"red": 3}, "pieces": [{"piece": "meeple", "of": "red", "supply": 7}]},
}
HOARD = [{"tile": "dragon-and-fairy/1", "at": [0, 0]}, {"tile": "base/b", "at": [1, 0]}]


def test_what_is_placed_is_outlined_before_and_after(catalog):
    found = seen(catalog, **ROAD)
    before, after = found.positions["before"], found.positions["after"]
    assert before.outlined == after.outlined == ((1, 0),)
    assert (len(before.board), len(after.board)) == (2, 3)
    assert (before.hand, after.hand) == (("base/a",), ())
    assert (found.columns, found.rows, found.wide) == (3, 1, False)


def test_a_position_has_its_pieces_the_points_gained_and_what_came_home(catalog):
    found = seen(catalog, **ROAD)
    before, after = found.positions["before"], found.positions["after"]
    assert before.pieces == (PiecePlaced("meeple", 0, 0, "red", on=("road", "E")),)
    assert (before.gained, before.asides) == ({}, ())
    assert after.pieces == ()
    assert after.gained == {"red": 3}
    assert after.asides == (Aside("meeple", "red", "supply", "red", 7),)


def test_where_nothing_changes_there_is_one_picture(catalog):
    refused = {"place": [0, -1], "turns": 0, "put": {"piece": "meeple", "on": {"city": "S"}}}
    pieces = [{"piece": "meeple", "of": "blue", "at": [0, 0], "on": "city"}]
    found = seen(catalog, board=START, pieces=pieces, draws=["base/h"], expect={"may-not": [refused]})
    assert list(found.positions) == ["before"]
    assert found.positions["before"].hand == ("base/h",)
    assert found.positions["before"].outlined == ((0, -1),)
    assert found.rows == 2


def test_the_setup_is_one_picture(catalog):
    found = seen(catalog, expect={"board": START})
    assert list(found.positions) == ["after"]
    assert [placed.design.id for placed in found.positions["after"].board] == ["base/d"]


def test_a_piece_with_another_stands_beside_it_and_one_that_somebody_has_is_told(catalog):
    found = seen(
        catalog,
        box="dragon-and-fairy",
        board=HOARD,
        pieces=[
            {"piece": "dragon", "at": [0, 0], "facing": "E"},
            {"piece": "meeple", "of": "blue", "at": [1, 0], "on": "monastery"},
            {"piece": "fairy", "with": {"of": "blue", "at": [1, 0]}},
        ],
        draws=["dragon-and-fairy/i"],
    )
    before, after = found.positions["before"], found.positions["after"]
    fairy = next(piece for piece in before.pieces if piece.figure == "fairy")
    assert before.pieces[fairy.beside].figure == "meeple"
    assert next(piece for piece in before.pieces if piece.figure == "dragon").facing == "E"
    assert before.asides == ()
    assert after.asides == (Aside("dragon", None, "before", "blue"),)
    assert before.hand == after.hand == ("dragon-and-fairy/i",)


def test_what_waits_beside_the_board_is_shown_only_where_it_matters(catalog):
    still = seen(catalog, box="dragon-and-fairy", board=HOARD, draws=["base/b"])
    assert still.positions["before"].asides == ()
    placed = seen(
        catalog, box="dragon-and-fairy", board=START, draws=["dragon-and-fairy/1"], moves=[{"place": [0, 1], "turns": 0}]
    )
    assert placed.positions["before"].asides == (Aside("dragon", None, "beside-board"),)
    assert placed.positions["after"].asides == ()


def test_a_long_board_has_the_column_to_itself(catalog):
    board = [*START, *({"tile": "base/u", "at": [x, 0]} for x in range(1, 7))]
    found = seen(catalog, board=board, draws=["base/u"], moves=[{"place": [7, 0], "turns": 0}])
    assert found.wide
    assert found.size[0] <= 640


@pytest.mark.parametrize(("broken", "words"), [(1, "`e0` does not hold: points"), (5, "; and 2 more")])
def test_an_example_that_does_not_hold_keeps_the_site_from_being_built(catalog, tmp_path, broken, words):
    wrong = {**ROAD, "title": "It.", "shows": ["road-points"], "expect": {"points": {"red": 4}}}
    bad = with_examples(catalog, *({**wrong, "id": f"e{n}"} for n in range(broken)))
    with pytest.raises(BrokenExampleError):
        play(bad)
    with pytest.raises(SiteError, match=words):
        build(bad, languages(bad, only=[]), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def on_page(catalog, page, edition, statement, *examples):
    """Return what a rulebook in Czech shows of a statement."""
    changed = with_examples(catalog, *examples)
    (language,) = (x for tag, x in languages(changed, only=["cs"]).by_tag.items() if tag == "cs")
    material = Material(changed, [language], examples=play(changed))
    scribe = Scribe(material, language, Readings(changed, language, site_data() / "readings"), page, edition)
    return illustrated(scribe, changed.statements[statement])


NEW = {**ROAD, "id": "new-example", "title": "A title nobody has translated.", "shows": ["road-points", "road-completed"]}


def test_an_example_stands_with_its_main_statement_and_the_others_link_to_it(catalog):
    main = on_page(catalog, "base/c3.1/", "c3.1", "road-points", NEW)
    assert [view.anchor for view in main.examples] == ["example_new-example"]
    assert main.links == ()
    other = on_page(catalog, "base/c3.1/", "c3.1", "road-completed", NEW)
    assert other.examples == ()
    assert [address for _, address in other.links] == ["#example_new-example"]


def test_other_editions_link_to_the_one_that_it_was_played_in(catalog):
    old = on_page(catalog, "base/c1/", "c1", "road-points", NEW)
    assert old.examples == ()
    assert [address for _, address in old.links] == ["../c3.1/index.html#example_new-example"]
    in_old = {**NEW, "table": {"edition": "c1"}}
    assert on_page(catalog, "base/c1/", "c1", "road-points", in_old).examples
    assert not on_page(catalog, "base/c3.1/", "c3.1", "road-points", in_old).examples


def test_a_title_that_is_not_translated_says_so(catalog):
    (view,) = on_page(catalog, "base/c3.1/", "c3.1", "road-points", NEW).examples
    assert (view.title.state, view.title.lang) == ("missing", "en")


def test_every_example_stands_once_in_the_rulebooks_and_on_the_page_of_its_main_statement(site, loaded, spoken):
    catalog = loaded.catalog
    for tag in spoken.by_tag:
        books = [site / tag / box / edition for box in catalog.boxes for edition in catalog.editions_of(box)]
        ids = [i for book in books for i in read(book / "index.html").ids if i.startswith("example_")]
        assert sorted(ids) == sorted(f"example_{example}" for example in catalog.examples)
        for id_, example in catalog.examples.items():
            assert f"example_{id_}" in read(site / tag / "statements" / example.shows[0] / "index.html").ids


def test_every_picture_of_an_example_is_there_and_has_its_title_for_words(site, loaded):
    catalog = loaded.catalog
    for example in play(catalog).values():
        page = site / "en" / example.home(catalog) / "index.html"
        alts = [image["alt"] for image in read(page).images]
        assert alts.count(example.example.title) == len(example.positions)
        for name in example.positions:
            assert (site / position_path(catalog, example, name)).is_file()
    assert not (site / figure_path("dragon", "red")).exists()


def test_of_several_examples_the_first_is_unfolded(site, loaded):
    catalog = loaded.catalog
    mains = [example.shows[0] for example in catalog.examples.values()]
    for example in play(catalog).values():
        text = (site / "en" / example.home(catalog) / "index.html").read_text(encoding="utf-8")
        main = example.example.shows[0]
        said = text.split(f'<div class="statement" id="{main}">')[1].split('<div class="statement"')[0]
        folded = [part.split(">")[0] for part in said.split('<details class="formal seen"')[1:]]
        assert folded[:1] in ([], [" open"])
        assert set(folded[1:]) <= {""}
        assert bool(folded) <= (mains.count(main) > 1)
