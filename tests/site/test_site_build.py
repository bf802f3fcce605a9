"""The built site as files: every page is there, every link leads somewhere, every text says in which language it is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from generator.i18n import interface_messages, languages
from generator.site import SiteError, build
from tests.programs import ROOT
from tests.site.checker import read
from tests.site.conftest import BASE_URL, PAGES
from tests.site.small import english_and_czech, small


def test_every_sort_of_page_is_there_in_every_language(site, spoken):
    for tag in spoken.by_tag:
        for path in PAGES:
            assert (site / tag / path / "index.html").is_file(), f"{tag}/{path}"
    assert {p.name for p in site.glob("*.*")} >= {"index.html", "404.html", "robots.txt", "sitemap.xml"}


def test_every_statement_has_its_place_in_each_of_its_editions(site, loaded):
    for box in loaded.catalog.boxes:
        for edition in loaded.catalog.editions_of(box):
            ids = read(site / "cs" / box / edition / "index.html").ids
            for statement in loaded.catalog.statements_of(box, edition):
                assert statement.id in ids


def test_each_page_names_its_language_itself_and_its_siblings(site, spoken):
    for tag in spoken.by_tag:
        text = (site / tag / "glossary" / "index.html").read_text(encoding="utf-8")
        assert f'<html lang="{tag}" ' in text
        assert f'<link rel="canonical" href="{BASE_URL}/{tag}/glossary/">' in text
        for other in spoken.by_tag:
            assert f'<link rel="alternate" hreflang="{other}" href="{BASE_URL}/{other}/glossary/">' in text
        (data, way) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)
        assert json.loads(data)["inLanguage"] == tag
        steps = json.loads(way)["itemListElement"]
        assert [step["item"] for step in steps] == [f"{BASE_URL}/{tag}/", f"{BASE_URL}/{tag}/glossary/"]


def test_languages_are_listed_by_their_own_names(site, spoken):
    text = (site / "index.html").read_text(encoding="utf-8")
    for tag, language in spoken.by_tag.items():
        assert f'lang="{tag}" hreflang="{tag}">{language.name}</a>' in text


def test_the_sitemap_names_every_page(site, spoken):
    text = (site / "sitemap.xml").read_text(encoding="utf-8")
    pages = [
        p for tag in spoken.by_tag for p in (site / tag).rglob("index.html") if "noindex" not in p.read_text(encoding="utf-8")
    ]
    assert text.count("<loc>") == len(pages)
    for page in pages:
        assert f"<loc>{BASE_URL}/{page.parent.relative_to(site).as_posix()}/</loc>" in text


def statement(site, tag, page, name):
    text = (site / tag / page / "index.html").read_text(encoding="utf-8")
    return text.split(f'<div class="statement" id="{name}">')[1].split('<div class="statement"')[0]


def test_a_translated_sentence_has_no_badge(site):
    said = statement(site, "cs", "meadow-fair/c3.1", "fair-opens")
    assert "získáte <em>přesně</em> 3 body" in said
    assert 'class="text"><span>' in said


@pytest.mark.parametrize("name", ["fair-closes", "fair-is-quiet"])
def test_a_sentence_without_a_right_translation_is_english_and_says_so(site, name):
    said = statement(site, "cs", "meadow-fair/c3.1", name)
    assert '<p class="text"><span lang="en">' in said
    assert said.index('class="badge"') < said.index("facts")


def test_every_string_of_the_interface_is_translated_into_czech(loaded):
    strings, findings = interface_messages()
    assert findings == []
    interface = languages(loaded.catalog, only=["cs"], interface=strings).by_tag["cs"].parts["interface"]
    assert (interface.translated, interface.fuzzy) == (interface.total, 0)


def test_the_page_says_how_much_of_it_is_translated(site):
    assert 'class="share"' in (site / "cs" / "meadow-fair" / "c3.1" / "index.html").read_text(encoding="utf-8")
    assert 'class="share"' not in (site / "en" / "meadow-fair" / "c3.1" / "index.html").read_text(encoding="utf-8")


def test_text_of_the_data_is_escaped(site):
    text = (site / "en" / "elements" / "fair" / "index.html").read_text(encoding="utf-8")
    assert "Ida &lt;&amp; &#34;Co&#34;&gt;" in text


def test_each_edition_prints_only_what_holds_in_it(site):
    assert "fair-has-stalls" not in read(site / "en" / "meadow-fair" / "c3" / "index.html").ids
    assert "fair-has-stalls" in read(site / "en" / "meadow-fair" / "c3.1" / "index.html").ids


def test_a_ruling_shows_on_the_pages_of_both_boxes_and_among_the_rulings(site):
    for page in ("meadow-fair/c3.1", "dragon-and-fairy/c3.1"):
        assert "dragon-spares-the-fair" in read(site / "en" / page / "index.html").ids
    assert "dragon-spares-the-fair" in (site / "en" / "rulings" / "index.html").read_text(encoding="utf-8")


def test_words_say_option_module_and_confidence(site):
    assert "Option: End of the fair (A short fair)" in statement(site, "en", "meadow-fair/c3.1", "fair-is-quiet")
    assert "you play with the option: End of the fair (Fair in the rain)" in statement(
        site, "en", "meadow-fair/c3.1", "fair-is-wet"
    )
    assert "not played yet" in statement(site, "en", "meadow-fair/c3.1", "fair-is-quiet")
    assert "Module: The stalls" in statement(site, "en", "meadow-fair/c3.1", "fair-has-stalls")
    assert "not sure" in statement(site, "en", "meadow-fair/c3.1", "fair-closes")
    assert '<time datetime="2025-10">October 2025</time>' in statement(site, "en", "meadow-fair/c3.1", "fair-closes")


def test_a_box_shows_its_options_with_their_values(site):
    page = " ".join(re.sub(r"<[^>]+>", " ", (site / "en" / "meadow-fair" / "index.html").read_text(encoding="utf-8")).split())
    begin = page.index("Options that you choose")
    names = {"c3": "Third edition", "c3.1": "Third edition, new boxes"}
    assert page[begin:].startswith(
        "Options that you choose End of the fair When the fair closes. "
        f"A long fair the default Only in: {names['c3.1']} It closes with the game. --option end-of-the-fair=late "
        f"A short fair the default in: {names['c3']} It closes one turn earlier."
    )
    assert "A spot of jam covers the rest. --option end-of-the-fair=early" in page
    assert "Fair in the rain Only in:" in page


OTHER_BUILD = """
import sys
from pathlib import Path
from generator.i18n import languages
from generator.site import build
from tests.site.small import small

catalog = small()
build(catalog, languages(catalog, only=["cs", "de"]), Path(sys.argv[1]), processes=1)
"""


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_the_same_data_gives_the_same_bytes_in_every_process_and_however_many_there_are(tmp_path, monkeypatch):
    """Once in one process that orders its sets otherwise, once in several."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7"}
    other = [sys.executable, "-c", OTHER_BUILD, str(tmp_path / "other")]
    with subprocess.Popen(other, env=environment, stderr=subprocess.PIPE, text=True) as running:
        monkeypatch.setenv("BASTIDE_WORKERS", "2")
        catalog, steps = small(), []
        spoken = languages(catalog, only=["cs", "de"])
        built = build(catalog, spoken, tmp_path / "one", progress=lambda done, total: steps.append((done, total)))
        assert (running.communicate()[1], running.returncode) == ("", 0)
    assert built.languages == ("en", "cs", "de")
    assert files(tmp_path / "one") == files(tmp_path / "other")
    assert [done for done, _ in steps] == list(range(1, len(steps) + 1))
    assert steps[-1][0] == steps[-1][1]


def test_only_some_languages_can_be_built(tmp_path):
    catalog = small()
    built = build(catalog, english_and_czech(catalog), tmp_path / "out", only=["en"], search=False)
    assert built.languages == ("en",)
    assert not (tmp_path / "out" / "cs").exists()
    assert not (tmp_path / "out" / "sitemap.xml").exists()
    assert len(list((tmp_path / "out").rglob("*.html"))) == built.pages


def test_a_language_that_is_not_there_is_named(tmp_path, loaded, spoken):
    with pytest.raises(SiteError, match="no language xx"):
        build(loaded.catalog, spoken, tmp_path / "out", only=["xx"])
    assert not (tmp_path / "out").exists()
