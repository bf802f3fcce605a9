"""Examples move by move: what was played stands on their pages, and a script lets it be seen moving."""

from __future__ import annotations

import re

import pytest

from catalog.paths import site_data
from engine import run_example
from generator.pages.examples import play
from generator.pages.illustrations import position_path
from generator.pictures import Pictures
from tests.ours import ours
from tests.site.checker import read

STORY = "examples/dragon-passes-a-bridge"
"""A tile is placed, two offers are passed over, and the dragon goes to a square where it sends a meeple home."""


@pytest.fixture(scope="module")
def catalog():
    return ours().catalog


@pytest.fixture(scope="module")
def played(catalog):
    return play(catalog)


@pytest.fixture(scope="module")
def pictures(catalog):
    return Pictures(catalog.kinds, catalog.marks, [site_data() / "art"], catalog.figures)


def test_each_move_tells_who_made_it_what_came_of_it_and_by_which_rules(catalog):
    made = run_example(catalog, catalog.examples["dragon-passes-a-bridge"]).made
    assert [m.player for m in made] == ["red", "red", "red", "blue"]
    assert [next(key for key in ("place", "pass", "choose") if key in m.move) for m in made] == [
        "place",
        "pass",
        "pass",
        "choose",
    ]
    assert "bridges-and-castles-stay" not in made[0].cites
    dragons = [next(p["at"] for p in m.view["pieces"] if p["piece"] == "dragon") for m in made]
    assert dragons[2] != dragons[3]
    assert all(set(m.cites) <= set(catalog.statements) for m in made)
    assert made[-1].cites


def test_a_tile_that_lies_there_is_no_longer_in_the_hand_and_the_next_one_is(catalog):
    made = run_example(catalog, catalog.examples["turns-of-three-players"]).made
    assert made[0].view["drawn"] is not None
    placed = run_example(catalog, catalog.examples["dragon-passes-a-bridge"]).made[0]
    assert placed.view["drawn"] is None


def test_examples_of_several_moves_have_a_step_for_each_and_end_as_the_example_does(played):
    for example in played.values():
        moves = len(example.example.moves)
        assert len(example.steps) == (moves if moves > 1 else 0)
        if example.steps:
            last = list(example.positions)[-1]
            assert (example.steps[-1].name, example.steps[-1].position) == (last, example.positions[last])
            gained = {}
            for step in example.steps:
                for colour, points in step.gained.items():
                    gained[colour] = gained.get(colour, 0) + points
            assert {c: p for c, p in gained.items() if p} == dict(example.positions[last].gained)


def test_all_pictures_of_an_example_are_of_one_size(played, pictures):
    for example in list(played.values())[::7]:
        views = {re.search(r'viewBox="([^"]+)"', svg)[1] for _, svg in example.draw(pictures)}
        assert len(views) == 1, example.example.id


def test_players_are_told_apart_without_colour(catalog, pictures):
    players = pictures.inks.players
    signs = [ink.sign for ink in players.values()]
    assert all(signs)
    assert len(set(signs)) == len(signs)
    owned = {
        piece.figure
        for example in play(catalog).values()
        for position in example.frames.values()
        for piece in position.pieces
        if piece.colour
    }
    assert len(owned) > 15
    for figure in owned:
        for colour, ink in players.items():
            drawn = pictures.figure(figure, colour)
            assert (ink.fill in drawn) == (ink.sign in drawn), (figure, colour)


def test_each_story_has_a_page_that_shows_every_move_with_its_rules(site, loaded, spoken):
    stories = {id_: example for id_, example in play(loaded.catalog).items() if example.steps}
    assert stories
    for tag in spoken.by_tag:
        assert {p.name for p in (site / tag / "examples").iterdir()} == set(stories)
        for id_, example in stories.items():
            page = site / tag / "examples" / id_ / "index.html"
            text = page.read_text(encoding="utf-8")
            begins = int("before" in example.positions)
            assert text.count('<li class="moment-step"') == len(example.steps) + begins
            assert text.count('class="deed"') == len(example.steps)
            for step in example.steps:
                assert (site / position_path(loaded.catalog, example, step.name)).is_file()
            assert '<p class="deed"></p>' not in text


def test_every_move_has_words(site):
    for page in (site / "en" / "examples").rglob("index.html"):
        for deed in re.findall(r'<p class="deed">(.*?)</p>', page.read_text(encoding="utf-8")):
            words = re.sub(r"<[^>]+>", "", deed).split(maxsplit=1)
            assert len(words) == 2, page
            assert not any(not part.strip() for part in words[1].split(";")), page


def test_the_rulebook_links_to_the_moves(site):
    page = site / "en" / "princess-and-dragon" / "c2" / "index.html"
    assert any(link.endswith("examples/dragon-passes-a-bridge/index.html") for link in read(page).links)


@pytest.fixture
def visit(browse, served):
    opened = []

    def visit(path, **options):
        opened.append(browse(f"{served}en/{path}", **options))
        return opened[-1]

    yield visit
    assert [page.troubles for page in opened if page.troubles] == []


def running(page):
    return page.evaluate("document.getAnimations().length")


def test_one_moment_at_a_time_with_links_that_go_on_and_back(visit):
    page = visit(f"{STORY}/")
    shown = page.locator(".moment-step:visible")
    assert shown.count() == 1
    page.get_by_role("link", name="Next move").click()
    assert shown.locator("h2").text_content() == "Move 1 of 4"
    assert page.url.endswith("#step_1")
    page.get_by_role("link", name="Back", exact=True).click()
    assert shown.locator("h2").text_content() == "Before"
    page.get_by_role("button", name="Show all moves below each other").click()
    assert shown.count() == 5
    page.get_by_role("button", name="Show one move at a time").click()
    assert shown.count() == 1


def test_an_address_opens_its_moment(visit):
    page = visit(f"{STORY}/#step_3")
    assert page.locator(".moment-step:visible h2").text_content() == "Move 3 of 4"


def test_what_moves_is_seen_moving(visit):
    page = visit(f"{STORY}/#step_3")
    page.get_by_role("link", name="Next move").click()
    page.wait_for_function("() => document.getAnimations().length > 0")
    # The dragon goes, and the meeple that it sends home fades away.
    assert running(page) == 2
    page.wait_for_function("() => document.getAnimations().length === 0")
    assert page.locator(".moment-step:visible svg [data-piece]").count() == 2


def test_it_plays_by_itself_to_the_end(visit):
    page = visit(f"{STORY}/#step_3")
    page.get_by_role("button", name="Play").click()
    assert page.get_by_role("button", name="Pause").is_visible()
    page.wait_for_function("() => location.hash === '#step_4'")
    assert page.get_by_role("button", name="Play").is_visible()


def test_nothing_moves_for_who_does_not_want_that(visit):
    page = visit(f"{STORY}/#step_3", reduced_motion="reduce")
    page.get_by_role("link", name="Next move").click()
    page.wait_for_timeout(300)
    assert running(page) == 0
    assert page.locator(".moment-step:visible h2").text_content() == "Move 4 of 4"
    assert visit("princess-and-dragon/c2/", reduced_motion="reduce").locator(".replay:visible").count() == 0


def test_without_javascript_all_moments_stand_below_each_other(visit):
    page = visit(f"{STORY}/", java_script_enabled=False)
    assert page.locator(".moment-step:visible").count() == 5
    page.locator("#step_0").get_by_role("link", name="Next move").click()
    assert page.url.endswith("#step_1")


def test_an_example_in_the_rules_shows_its_move(visit):
    page = visit("princess-and-dragon/c2/")
    example = page.locator("#example_dragon-passes-a-bridge")
    example.locator(".replay").click()
    page.wait_for_function("() => document.getAnimations().length > 0")
    assert example.locator(".position .drawn > svg").count() == 2
