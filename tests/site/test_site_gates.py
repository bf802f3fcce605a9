"""What holds for every page of the built site, whatever it shows."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import pytest

from catalog.paths import site_data
from generator import addresses
from generator.rendering import kinds_of_pages
from tests.site.conftest import BASE_URL

SMALL_KINDS = frozenset({"statement", "element", "design"})
"""The kinds of which each page stays below :data:`LIMIT`; a ruling is a statement."""
LIMIT = 60_000
OPEN_GRAPH = ("title", "description", "type", "url", "site_name", "image", "image:width", "image:height", "image:alt", "locale")
_TAG = re.compile(r"<(?P<name>meta|link)\b(?P<rest>[^>]*)>")
_ATTRIBUTE = re.compile(r'([a-z:-]+)="([^"]*)"')
_DATA = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
_INLINE = re.compile(
    r"<style|<script(?![^>]*\bsrc=)(?![^>]*\btype=\"application/(?:ld\+)?json\")|<[a-z][^<>]*\s(?:style|on[a-z]+)="
)


@dataclass(frozen=True)
class Seen:
    """A page as programs see it."""

    file: Path
    path: str
    text: str
    tags: tuple[tuple[str, Mapping[str, str]], ...]

    def meta(self, name: str) -> list[str]:
        """Return the contents of the meta elements of a name or property."""
        return [a["content"] for tag, a in self.tags if tag == "meta" and name in {a.get("name"), a.get("property")}]

    def links(self, rel: str) -> list[Mapping[str, str]]:
        return [a for tag, a in self.tags if tag == "link" and a.get("rel") == rel]

    @property
    def kind(self) -> str:
        return re.search(r'<html[^>]*\bdata-kind="([^"]*)"', self.text)[1]

    @property
    def language(self) -> str:
        return re.search(r'<html lang="([^"]*)"', self.text)[1]

    @property
    def title(self) -> str:
        (title,) = re.findall(r"<title>(.*?)</title>", self.text, re.DOTALL)
        return unescape(title)


def look(site: Path, file: Path) -> Seen:
    text = file.read_text(encoding="utf-8")
    head = text.partition("</head>")[0]
    tags = tuple((m["name"], {k: unescape(v) for k, v in _ATTRIBUTE.findall(m["rest"])}) for m in _TAG.finditer(head))
    return Seen(file, file.relative_to(site).as_posix().removesuffix("index.html"), text, tags)


@pytest.fixture(scope="module")
def pages(site) -> list[Seen]:
    """Return every page that has a language and an address of its own."""
    return [look(site, file) for file in sorted(site.rglob("*.html")) if file.parent != site]


@pytest.fixture(scope="module")
def tags(spoken) -> list[str]:
    return list(spoken.by_tag)


def test_every_page_is_in_the_language_that_its_address_says(pages):
    assert [p.path for p in pages if p.language != p.path.partition("/")[0]] == []


def test_every_page_of_a_language_has_a_title_of_its_own(pages, tags):
    for tag in tags:
        counted = Counter(p.title for p in pages if p.language == tag and p.kind != "redirect")
        assert [title for title, count in counted.items() if count > 1 or not title.strip()] == []


def test_every_page_says_what_it_is_about(pages):
    for page in pages:
        (told,) = page.meta("description")
        assert 10 <= len(told) <= 320, f"{page.path}: {told}"
    # What only leads on says the same everywhere, and is kept out of indexes.
    for kind in {p.kind for p in pages} - {"redirect"}:
        told = [p.meta("description")[0] for p in pages if p.kind == kind and p.language == "en"]
        assert len(told) == 1 or len(set(told)) > len(told) / 4, kind


def test_every_page_names_its_own_address(pages):
    for page in pages:
        if page.kind != "redirect":
            assert [link["href"] for link in page.links("canonical")] == [f"{BASE_URL}/{page.path}"], page.path


def test_every_page_names_all_its_languages_and_each_of_them_names_it(site, pages, tags):
    for page in pages:
        below = page.path.partition("/")[2]
        told = {link["hreflang"]: link["href"] for link in page.links("alternate") if "hreflang" in link}
        assert told == {**{tag: f"{BASE_URL}/{tag}/{below}" for tag in tags}, "x-default": f"{BASE_URL}/{tags[0]}/{below}"}
        assert all((site / tag / below / "index.html").is_file() for tag in tags), page.path


def test_every_page_has_a_picture_and_words_for_those_who_link_to_it(site, pages, spoken):
    territories = {tag: f"{tag}_{'US' if tag == 'en' else tag.upper()}" for tag in spoken.by_tag} | {"cs": "cs_CZ", "ca": "ca_ES"}
    for page in pages:
        told = {name: page.meta(f"og:{name}") for name in OPEN_GRAPH}
        assert all(len(given) == 1 and given[0] for given in told.values()), page.path
        assert told["image"] == [f"{BASE_URL}/{addresses.card(page.language, page.kind)}"]
        assert (site / addresses.card(page.language, page.kind)).is_file(), page.path
        assert told["locale"] + page.meta("og:locale:alternate") == [
            territories[page.language],
            *(territory for tag, territory in territories.items() if tag != page.language),
        ]
        assert page.meta("twitter:card") == ["summary_large_image"]


def test_every_kind_of_page_has_words_for_its_picture_and_every_picture_a_kind(pages, spoken):
    known = kinds_of_pages(site_data() / "templates", spoken.by_tag["en"])
    assert {p.kind for p in pages} - set(known) == set()


def test_what_every_page_says_to_programs_can_be_read(pages):
    for page in pages:
        own, *more = [json.loads(data) for data in _DATA.findall(page.text)]
        assert own["@context"] == "https://schema.org"
        assert own["@id"] == own["url"] == f"{BASE_URL}/{page.path}", page.path
        assert own["inLanguage"] == page.language
        assert own["@type"]
        assert own["name"]
        assert own["description"]
        for other in more:
            assert other["@context"] == "https://schema.org"
            if other["@type"] == "BreadcrumbList":
                assert [step["position"] for step in other["itemListElement"]] == [*range(1, len(other["itemListElement"]) + 1)]
                assert all(step["item"].startswith(BASE_URL) and step["name"] for step in other["itemListElement"])


def test_no_page_holds_a_script_or_a_style(site):
    for file in site.rglob("*.html"):
        found = _INLINE.search(file.read_text(encoding="utf-8"))
        assert not found, f"{file.relative_to(site)}: {found[0]}"


def test_every_page_has_one_heading_of_the_first_order(pages):
    assert [p.path for p in pages if len(re.findall(r"<h1\b", p.text)) != 1] == []


def test_no_page_loads_anything_from_elsewhere(site, pages):
    loading = re.compile(r'<(?:script|img|source|iframe|embed|object|audio|video)\b[^>]*\b(?:src|srcset|data)="(?:[a-z]+:)?//')
    for page in pages:
        assert not loading.search(page.text), page.path
        loaded = [a["href"] for rel in ("stylesheet", "icon", "manifest", "apple-touch-icon", "preload") for a in page.links(rel)]
        assert all((page.file.parent / href).resolve().is_file() for href in loaded), page.path
    for style in (site / addresses.ASSETS).glob("*.css"):
        assert not re.search(r"@import|url\(\s*[\"']?(?:[a-z]+:)?//", style.read_text(encoding="utf-8")), style.name


def test_a_page_of_one_thing_is_small(pages):
    sizes = {p.path: p.file.stat().st_size for p in pages if p.kind in SMALL_KINDS}
    assert sizes
    assert {path: size for path, size in sizes.items() if size >= LIMIT} == {}


SORTS = {"home": "WebSite", "rulebook": "TechArticle", "glossary": ["WebPage", "DefinedTermSet"], "rulings": "CollectionPage"}
"""What pages of some kinds are to programs; the others are pages."""


def test_programs_are_told_what_sort_of_page_it_is(pages):
    seen = {p.kind: json.loads(_DATA.search(p.text)[1]) for p in pages}
    for kind, sort in SORTS.items():
        assert seen[kind]["@type"] == sort
    assert "isPartOf" not in seen["home"]
    target = seen["home"]["potentialAction"]["target"]["urlTemplate"]
    assert target in {f"{BASE_URL}/{p.path}?q={{words}}" for p in pages if p.kind == "search"}
    assert seen["design"]["primaryImageOfPage"]["url"].startswith(f"{BASE_URL}/{addresses.PICTURES}")
    assert seen["rulebook"]["isPartOf"]["@id"] in {f"{BASE_URL}/{p.path}" for p in pages if p.kind == "home"}
