"""The pictures that a link shows elsewhere, and the icons: drawn from our own tiles, letters and words, the same each time."""

from __future__ import annotations

import io
import os

import pytest
from PIL import Image

from catalog.paths import site_data
from generator import addresses
from generator.cards import HEIGHT, WIDTH, Cards, Letters, Words, icons
from generator.pictures import Pictures, Placed
from generator.rendering import kinds_of_pages
from tests.ours import ours

PAPER = (251, 247, 238)
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#b5603a" d="M3 3h26v26H3z"/></svg>'


@pytest.fixture(scope="module")
def letters():
    return Letters(site_data() / "fonts")


@pytest.fixture(scope="module")
def cards(letters):
    catalog = ours().catalog
    design = next(design for design in catalog.designs.values() if not design.squares)
    board = [Placed(design, x, y) for x in range(4) for y in range(3)]
    pictures = Pictures(catalog.kinds, catalog.marks, [site_data() / "art"])
    return Cards(letters, lambda: pictures, board, ICON)


def drawn(cards, kind="design", title="A tile and its fields", language="English"):
    ((path, data),) = cards.draw(kind, {"en": Words(title, language)})
    assert path == addresses.card("en", kind)
    return data


def opened(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def inked(image, box):
    """Count the points of a part of a card that are dark."""
    part = image.crop(box).convert("L")
    return sum(part.histogram()[:110])


def test_a_card_has_words_on_paper_and_a_land_beside_them(cards):
    image = opened(drawn(cards))
    assert image.size == (WIDTH, HEIGHT)
    assert image.getpixel((5, 5)) == PAPER
    assert image.getpixel((WIDTH - 300, 300)) != PAPER
    assert inked(image, (64, 200, 540, 450)) > 2000
    assert inked(image, (0, 0, 50, HEIGHT)) == 0


def test_processes_that_draw_at_once_have_files_of_their_own(monkeypatch):
    letters, files = Letters(site_data() / "fonts"), []
    for process in (1, 2):
        monkeypatch.setattr(os, "getpid", lambda process=process: process)
        files.append(letters.files)
        del vars(letters)["files"]
    assert set(files[0]).isdisjoint(files[1])


def test_the_same_card_is_the_same_bytes_and_small(cards):
    assert drawn(cards) == drawn(cards)
    assert drawn(cards) != drawn(cards, title="Another title")
    assert len(drawn(cards)) < 200_000


@pytest.mark.parametrize(
    "title", ["Rozdíly mezi jednotlivými vydáními a co z nich plyne", "Übersetzungsfortschrittsanzeige", "Žluťoučký"]
)
def test_a_long_title_stays_in_its_room(cards, title):
    image = opened(drawn(cards, title=title))
    assert inked(image, (64, 200, 540, 500)) > 2000
    assert inked(image, (552, 0, 568, HEIGHT)) == 0


def test_a_title_that_the_fonts_cannot_set_is_left_out(cards, letters):
    assert not letters.have("serif", "カルカソンヌ")
    image = opened(drawn(cards, title="カルカソンヌ", language="日本語"))
    assert inked(image, (64, 200, 540, 480)) == 0
    assert inked(image, (64, 560, 540, 600)) > 100


def test_lines_break_between_words_only(letters):
    assert letters.lines("one two three", 50, letters.width("one two", 50)) == ["one two", "three"]
    assert letters.lines("incomprehensibility", 50, 10) == ["incomprehensibility"]


def test_without_a_board_there_are_words_alone(letters):
    bare = Cards(letters, lambda: Pictures({}, {}, [site_data() / "art"]), [], ICON)
    assert opened(drawn(bare)).getpixel((WIDTH - 300, 300)) == PAPER


def test_icons_come_in_the_sizes_that_systems_ask_for():
    made = dict(icons(ICON))
    assert {path: opened(data).size for path, data in made.items()} == {
        addresses.icon(180): (180, 180),
        addresses.icon(192): (192, 192),
        addresses.icon(512): (512, 512),
        addresses.icon(512, "maskable"): (512, 512),
    }
    # A system may cut a fifth from each side of this one.
    assert opened(made[addresses.icon(512, "maskable")]).getpixel((110, 256)) == PAPER
    assert opened(made[addresses.icon(512)]).getpixel((256, 256)) != PAPER


def test_the_words_of_the_kinds_are_in_the_language(spoken):
    english, czech = (kinds_of_pages(site_data() / "templates", spoken.by_tag[tag]) for tag in ("en", "cs"))
    assert list(english) == list(czech)
    assert english["glossary"] == "Glossary in several languages"
    assert czech["news"] != ""
    assert all(czech.values())
