"""Strings of the interface that a language lacks: in the text of a page they say that they are English, and nowhere is a mark left."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from bastide.drawing import pictures
from engine import lay_table
from generator.i18n import interface_messages, languages
from generator.rendering import kinds_of_pages
from generator.rulebook import rulebook
from generator.site import Site, build
from generator.untranslated import plain
from tests.site.invented import invent, invented, lack
from tests.site.serving import serving
from tests.site.small import small
from tests.site.speaking import heard

GAME = small()
INTERFACE = interface_messages()[0]
SOME, OTHER = "What fits here?", "It has to be done."
"""A string that only the page of the tiles has, and one that only the page of the matrix has."""
NOTE = "Some words of this page are not translated yet"
STRIPPED = " .:,;()\n"
PIECES = {
    piece.strip(STRIPPED)
    for message in INTERFACE
    for text in message.ids
    for piece in re.split(r"%\(\w+\)s", text)
    if any(map(str.isalpha, piece))
}
"""The words between the values of strings."""
LONG = {piece for piece in PIECES if " " in piece}
MARKS = re.compile("[\ufdd0-\ufdef]")


def _spoken(folder, **lacking):
    """Return our small game in invented languages, each of which lacks something."""
    catalog = replace(GAME, root=folder)
    for tag, given in lacking.items():
        invent(catalog, tag)
        lack(catalog, tag, **given)
    return catalog, languages(catalog, interface=INTERFACE)


@pytest.fixture(scope="module")
def spoken(tmp_path_factory):
    """Return the languages: Arabic lacks all strings, of the Welsh ones one is missing and one is out of date."""
    return _spoken(tmp_path_factory.mktemp("data"), ar={}, cy={"missing": {SOME}, "fuzzy": {OTHER}})


@pytest.fixture(scope="module")
def built(tmp_path_factory, spoken):
    out = tmp_path_factory.mktemp("lacking") / "site"
    build(*spoken, out, base_url="https://example.org", processes=1)
    return out


def test_what_is_english_in_the_text_of_a_page_says_so(built):
    for path in sorted((built / "ar").rglob("*.html")):
        page = heard(path.read_text(encoding="utf-8"))
        own = [text for tag, language, text in page.said if language == "ar" and tag not in {"title", "script", "option", "code"}]
        # The pages for authors are full of the words that they write, which are English.
        short = set() if "authors" in path.parts else PIECES
        assert not [text for text in own if text.strip(STRIPPED) in short or any(piece in text for piece in LONG)], path
        english = [text for _, language, text in page.said if language == "en"]
        assert any("Skip to the content" in text for text in english) or 'data-kind="redirect"' in path.read_text(
            encoding="utf-8"
        )


def test_the_foot_of_a_page_says_that_words_are_english_only_where_they_are(built):
    note = invented(NOTE, "cy")
    assert not [path for path in (built / "en").rglob("*.html") if NOTE in path.read_text(encoding="utf-8")]
    noted = {
        str(path.parent.relative_to(built / "cy"))
        for path in (built / "cy").rglob("*.html")
        if note in path.read_text(encoding="utf-8")
    }
    assert noted == {"tiles", "matrix"}
    page = (built / "cy" / "tiles" / "index.html").read_text(encoding="utf-8")
    assert f'<legend><span lang="en">{SOME}</span></legend>' in page
    assert 'href="../status/index.html"' in page.partition(note)[2]
    assert f'<span lang="en">{OTHER}</span>' in (built / "cy" / "matrix" / "index.html").read_text(encoding="utf-8")


def test_no_mark_is_left_in_any_file(built):
    for path in sorted(path for path in built.rglob("*") if path.is_file() and path.suffix not in {".png", ".woff2"}):
        content = path.read_bytes()
        if content.startswith(b"\x1f\x8b"):
            content = gzip.decompress(content)
        assert not MARKS.search(content.decode("utf-8", errors="ignore")), path


def test_where_no_element_may_stand_the_words_are_plain(built):
    for path in sorted(built.rglob("*")):
        if path.suffix in {".json", ".webmanifest"}:
            json.loads(path.read_text(encoding="utf-8"))
        elif path.suffix == ".xml":
            ElementTree.parse(path)
    assert "<title>What is new in Bastide</title>" in (built / "ar" / "new" / "feed.xml").read_text(encoding="utf-8")
    for path in (built / "ar").rglob("*.html"):
        page = heard(path.read_text(encoding="utf-8"))
        assert not [value for value in page.attributes if "<" in value]
        for tag, _, text in page.said:
            if tag == "script" and text:
                assert "<span" not in json.dumps(json.loads(text))


def test_rules_that_a_script_puts_into_a_page_say_it_too(built):
    rules = json.loads((built / "ar" / "my-game" / "rules-base.json").read_text(encoding="utf-8"))["rules"]
    for html in rules.values():
        assert ("span", "en", "All about this rule") in heard(html).said


def test_what_is_no_page_has_the_plain_words(spoken):
    catalog, found = spoken
    arabic = found.by_tag["ar"]
    site = Site(catalog, [*found.by_tag.values()])
    words = kinds_of_pages(site.folder / "templates", arabic)
    assert words == kinds_of_pages(site.folder / "templates", found.by_tag["en"])
    assert arabic.gettext("may not") == "may not"
    book = rulebook(lay_table(catalog, "base", "c3.1"), arabic, pictures(catalog))
    assert '<span lang="en">' in book
    assert plain(book) == book
    assert heard(book)


def test_a_page_that_was_made_again_is_that_of_a_clean_build(tmp_path, spoken):
    catalog, found = spoken
    whole = _spoken(tmp_path / "whole", cy={"missing": set()})[1].by_tag["cy"]
    lacking = found.by_tag["cy"]
    for n, welsh in enumerate((whole, lacking, whole, lacking)):
        build(
            catalog, replace(found, by_tag={"cy": replace(welsh, catalog=catalog)}), tmp_path / "site", processes=1, search=False
        )
        if n > 1:
            clean = tmp_path / f"clean-{n}"
            build(catalog, replace(found, by_tag={"cy": replace(welsh, catalog=catalog)}), clean, processes=1, search=False)
            for path in clean.rglob("*.html"):
                assert path.read_bytes() == (tmp_path / "site" / path.relative_to(clean)).read_bytes()


def test_my_game_is_put_together_of_english_words(built, browse):
    with serving(built) as root:
        page = browse(f"{root}ar/my-game/?edition=c3&with=base")
        expect(page.locator("#parts h3").first).to_be_visible()
        assert page.troubles == []


def test_every_page_is_valid_html(built, vnu):
    command = [*vnu, "--skip-non-html", "--format", "gnu", "--errors-only", str(built / "ar")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
